// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>

namespace beltdyn::app {

// The exit codes of the program.
enum ExitCode : int {
  kOk = 0,
  kInternal = 1,
  kUsageOrConfiguration = 2,
  kNotConverged = 3,
  kToleranceMissed = 4,
  kInputOutput = 5,
  kInterrupted = 130,
};

// An exit code and its meaning.
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

// Runs a command and returns its exit code. An error that it throws is logged and converted to its exit code; an error
// of an unknown type is an internal error.
int with_exit_code(const std::function<int()>& command);

}  // namespace beltdyn::app
