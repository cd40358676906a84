// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <stdexcept>

namespace beltdyn {

// The signal by which the user or the batch system asked the program to stop; 0 if there was none. The program sets it.
// Runs check it after each step. Computations that may take long within a step or before the first step call
// throw_if_stopped().
inline std::atomic<int> stop_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);
// Does this thread react to stop_signal? Other threads of a program that uses the library must not.
inline thread_local bool heeds_stop_signal = true;

inline bool is_stopped() { return stop_signal != 0 && heeds_stop_signal; }

// Work was stopped because of stop_signal. A simulation that throws this within a step may be left in an intermediate
// state; what it saved before is valid.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

inline void throw_if_stopped() {
  if (is_stopped()) throw Interrupted();
}

}  // namespace beltdyn
