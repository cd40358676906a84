// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <stdexcept>

namespace beltdyn {

// The signal by which the user or the batch system has asked the program to stop, 0 if none has come. The program sets
// it; runs look at it after each step, and what may take long within a step or before the first one calls
// throw_if_stopped().
inline std::atomic<int> stop_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);
// Does this thread look at it? Others of a program that calls the library have nothing to do with it.
inline thread_local bool heeds_stop_signal = true;

inline bool is_stopped() { return stop_signal != 0 && heeds_stop_signal; }

// Work was given up because of stop_signal. A simulation that throws it within a step may be anywhere between: what it
// has saved before is good.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

inline void throw_if_stopped() {
  if (is_stopped()) throw Interrupted();
}

}  // namespace beltdyn
