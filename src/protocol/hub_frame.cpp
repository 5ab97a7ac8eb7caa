#include "protocol/hub_frame.h"

#include "protocol/hub_text.h"

namespace deepwell::protocol {

std::optional<Frame> parse_frame(std::string_view text) {
    if (text == "standard") return Frame::Standard;
    if (text == "pydraughts") return Frame::Pydraughts;
    return std::nullopt;
}

Position in_frame(const Position& position, Frame frame) {
    return frame == Frame::Standard ? position : turned(position);
}

Result<Game> FrameFinder::read(const Position& written, std::string_view moves) {
    const auto read_in = [&](Frame frame) {
        return parse_hub_game(in_frame(written, frame), moves);
    };
    if (fixed_) return read_in(*fixed_);
    const bool fits_standard = read_in(Frame::Standard).has_value();
    const bool fits_pydraughts = read_in(Frame::Pydraughts).has_value();
    if (fits_standard != fits_pydraughts)
        last_ = fits_standard ? Frame::Standard : Frame::Pydraughts;
    else if (written == Position::start())
        last_ = Frame::Standard;
    else if (written == turned(Position::start()))
        last_ = Frame::Pydraughts;
    return read_in(last_);
}

}  // namespace deepwell::protocol
