// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "plots/figures.hpp"

namespace beltdyn::report {

// The name of the script that error_figure() makes, without extension.
inline constexpr const char* kErrorFigure = "errors";

// A figure of the errors that errors_of() summarises. It has a panel for each quantity and in it a curve for each pair
// of a run and its reference: |run − reference| over the range of the reference, the largest value within windows of
// the axis. No scripts if there is no pair. Throws IoError if a table is broken.
plots::FigureFiles error_figure(const plots::Result& result, std::span<const std::string> quantities);

}  // namespace beltdyn::report
