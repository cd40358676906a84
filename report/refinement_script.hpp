// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plots/figures.hpp"
#include "report/content.hpp"

namespace beltdyn::report {

// A name that is unique on a page and valid as a file name: "convergence-cross-belt-ancf-ale-driven-speed".
std::string picture_name(const Refinement& study);

// The gnuplot script of the log-log picture: errors over the parameter, and a triangle with the theoretical order.
// `gnuplot -e 'format="svg"' NAME.gp` draws NAME.svg. The text is empty if fewer than two errors are positive.
plots::TextFile refinement_script(const Refinement& study);

// The drawn picture with title and description.
Picture refinement_picture(const Refinement& study, std::string svg);

}  // namespace beltdyn::report
