#include "protocol/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace deepwell::protocol {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds Moment{20};

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    if (this == &other) return *this;
    close();
    number_ = other.release();
    return *this;
}

void Descriptor::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

int Descriptor::release() {
    return std::exchange(number_, -1);
}

void make_nonblocking(const Descriptor& descriptor) {
    fcntl(descriptor.number(), F_SETFL, O_NONBLOCK);
}

bool is_ready(const Descriptor& descriptor, short events, Deadline deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
    const auto wait = std::clamp<milliseconds>(left, milliseconds(0), Moment);
    pollfd file{descriptor.number(), events, 0};
    return poll(&file, 1, static_cast<int>(wait.count())) > 0;
}

bool is_to_be_tried_again(int error_number) {
    return error_number == EAGAIN || error_number == EINTR;
}

}  // namespace deepwell::protocol
