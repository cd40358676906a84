// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace beltdyn {

// Measures the wall time since its construction.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace beltdyn
