// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>

#include "core/base/stop_request.hpp"

namespace beltdyn {

// During its lifetime, signals of the user or the batch system are stored in stop_signal: runs end after their present
// steps, with checkpoints.
class StopSignals {
 public:
  StopSignals() {
    stop_signal = 0;
    previous_interrupt_ = std::signal(SIGINT, [](int number) { stop_signal = number; });
    previous_terminate_ = std::signal(SIGTERM, [](int number) { stop_signal = number; });
    previous_hangup_ = std::signal(SIGHUP, [](int number) { stop_signal = number; });
    if (previous_hangup_ == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup keeps it away
  }
  ~StopSignals() {
    std::signal(SIGINT, previous_interrupt_);
    std::signal(SIGTERM, previous_terminate_);
    std::signal(SIGHUP, previous_hangup_);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  using Handler = void (*)(int);
  Handler previous_interrupt_;
  Handler previous_terminate_;
  Handler previous_hangup_;
};

}  // namespace beltdyn
