// SPDX-License-Identifier: MIT
#include <array>

#include "plots/figure_data.hpp"
#include "plots/figure_set.hpp"

namespace beltdyn::plots {
namespace {

std::string variables(const Result&, const std::vector<const Run*>&) { return {}; }
std::vector<TextFile> data_files(const Run&, const Result&) { return {}; }

}  // namespace

FigureSet rope_figures() { return {.kinds = {}, .macros = "beam.gp", .variables = variables, .data = data_files}; }

}  // namespace beltdyn::plots
