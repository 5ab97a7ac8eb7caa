// JSON as the studio speaks it: fields in the order in which they were written.

#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace deepwell::studio {

using Json = nlohmann::ordered_json;

// Text that is no UTF-8 is shown with replacement characters rather than refused.
inline std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

}  // namespace deepwell::studio
