// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "plots/figures.hpp"

namespace beltdyn::report {

// The name of the script of error_figure(), without extension.
inline constexpr const char* kErrorFigure = "errors";

// A figure of the errors that errors_of() summarises: a panel for each quantity, a curve for each pair of a run and its
// reference. A curve shows |run − reference| over the range of the reference, the largest value within windows of the
// axis. No scripts without a pair. Throws IoError if a table is damaged.
plots::FigureFiles error_figure(const plots::Result& result, std::span<const std::string> quantities);

}  // namespace beltdyn::report
