// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace beltdyn::app
