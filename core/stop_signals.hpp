// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <csignal>

#include "core/stop_request.hpp"

namespace beltdyn {

// During its lifetime, signals of the user or the batch system are stored in stop_signal: work ends where it can go on
// later, runs after their present steps with checkpoints. Those within each other share a signal, which the outermost
// forgets at its end.
class StopSignals {
 public:
  StopSignals() {
    for (Taken& taken : taken_) taken.before = std::signal(taken.number, &note);
    if (taken_.back().before == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup keeps it away
  }
  ~StopSignals() {
    for (const Taken& taken : taken_) std::signal(taken.number, taken.before);
    if (taken_.front().before != &note) stop_signal = 0;
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  struct Taken {
    int number;
    void (*before)(int) = nullptr;
  };
  static void note(int number) { stop_signal = number; }

  std::array<Taken, 3> taken_{{{SIGINT}, {SIGTERM}, {SIGHUP}}};
};

}  // namespace beltdyn
