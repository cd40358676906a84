// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace beltdyn::app {

// What the program returns to the shell.
enum ExitCode : int {
  kOk = 0,
  kInternal = 1,
  kUsageOrConfiguration = 2,
  kNotConverged = 3,
  kToleranceMissed = 4,
  kInputOutput = 5,
  kInterrupted = 130,
};

// What a command returns. An error that it throws is logged, and its exit code is returned; one of a kind that no part
// of the program is known to throw is an internal error.
int with_exit_code(const std::function<int()>& command);

}  // namespace beltdyn::app
