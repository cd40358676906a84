// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <initializer_list>
#include <vector>

#include "core/base/stop_request.hpp"

namespace beltdyn {

// While an object exists, signals of the user or the batch system are stored in stop_signal. Work then ends where it
// can be resumed; runs end after their current step with a checkpoint. Nested objects share a signal, and the outermost
// object resets it at its end.
class StopSignals {
 public:
  explicit StopSignals(std::initializer_list<int> numbers = {SIGINT, SIGTERM, SIGHUP}) {
    for (const int number : numbers) {
      taken_.push_back({.number = number, .before = std::signal(number, &note)});
      // nohup makes the program ignore SIGHUP: keep it ignored
      if (number == SIGHUP && taken_.back().before == SIG_IGN) std::signal(number, SIG_IGN);
    }
  }
  ~StopSignals() {
    for (const Taken& taken : taken_) std::signal(taken.number, taken.before);
    if (taken_.front().before != &note) stop_signal = 0;
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  struct Taken {
    int number{};
    void (*before)(int) = nullptr;
  };
  static void note(int number) { stop_signal = number; }

  std::vector<Taken> taken_{};
};

// Stores such signals from now until the process has ended: one that comes when all work is done has no effect.
inline void take_stop_signals() {
  static const auto* const to_the_end = new StopSignals;  // is never destroyed
  static_cast<void>(to_the_end);
}

}  // namespace beltdyn
