// SPDX-License-Identifier: MIT
#pragma once

#include <array>
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

// What they mean.
struct ExitCodeMeaning {
  ExitCode code;
  const char* meaning;
};
inline constexpr std::array<ExitCodeMeaning, 7> kExitCodes{
    {{kOk, "ok"},
     {kInternal, "internal error"},
     {kUsageOrConfiguration, "usage or configuration"},
     {kNotConverged, "a solver did not converge"},
     {kToleranceMissed, "a verification tolerance was missed, or --strict and a verdict is not clean"},
     {kInputOutput, "files, disk or memory"},
     {kInterrupted, "interrupted"}}};

// What a command returns. An error that it throws is logged, and its exit code is returned; one of a kind that no part
// of the program is known to throw is an internal error.
int with_exit_code(const std::function<int()>& command);

}  // namespace beltdyn::app
