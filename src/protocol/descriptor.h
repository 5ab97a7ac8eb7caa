// Descriptor: an open file, pipe or socket, closed with its owner; and waiting for one.

#pragma once

#include <chrono>

namespace deepwell::protocol {

using Deadline = std::chrono::steady_clock::time_point;

class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    void close();
    int release();

private:
    int number_;
};

void make_nonblocking(const Descriptor& descriptor);

// Whether the descriptor is ready for `events` (POLLIN, POLLOUT) before the deadline.  Waits for a
// moment only, so that the caller can look at a stop token in between.
bool is_ready(const Descriptor& descriptor, short events, Deadline deadline);

// Whether a read or write that failed with this number may go well later.
bool is_to_be_tried_again(int error_number);

}  // namespace deepwell::protocol
