// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <stdexcept>

namespace beltdyn {

// The signal by which the user or the batch system has asked the program to stop, 0 if none has come. The program sets
// it; runs look at it after each step, and long computations before the first step check it by throw_if_stopped().
inline std::atomic<int> stop_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

// Work was given up because of stop_signal.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

inline void throw_if_stopped() {
  if (stop_signal != 0) throw Interrupted();
}

}  // namespace beltdyn
