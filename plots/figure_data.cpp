// SPDX-License-Identifier: MIT
#include "plots/figure_data.hpp"

#include <cmath>

#include "postprocess/plot_data.hpp"

namespace beltdyn::plots {
namespace {

// A saw of some steps is drawn with all its rows in the usual runs, and without its shape in very long ones.
constexpr std::size_t kBuckets = 5000;

// So many somebody has chosen, and of more a few are taken.
constexpr std::size_t kMostChosen = 8;
constexpr std::size_t kMostInstants = 5;

}  // namespace

std::string thinned_lines(const std::vector<std::span<const double>>& columns) {
  return postprocess::plot_data::lines(columns, postprocess::plot_data::thin_rows(columns, kBuckets));
}

std::vector<std::size_t> drawn_indices(std::size_t count) {
  std::vector<std::size_t> indices;
  if (count <= kMostChosen) {
    for (std::size_t i = 0; i < count; ++i) indices.push_back(i);
    return indices;
  }
  // Quadratically spaced: the beginning is where most happens.
  for (std::size_t i = 1; i <= kMostInstants; ++i) {
    const double x = static_cast<double>(i) / static_cast<double>(kMostInstants);
    indices.push_back(static_cast<std::size_t>(std::lround(x * x * static_cast<double>(count - 1))));
  }
  return indices;
}

std::vector<double> drawn_instants(const std::vector<const Run*>& runs) {
  // A run that failed has fewer profiles than the others.
  std::vector<double> times;
  for (const Run* run : runs) {
    if (run->profiles.rows() == 0) continue;
    const std::vector<double> of_run = postprocess::plot_data::profile_times(run->profiles);
    if (!of_run.empty() && (times.empty() || of_run.size() < times.size())) times = of_run;
  }
  std::vector<double> drawn;
  for (const std::size_t index : drawn_indices(times.size())) drawn.push_back(times[index]);
  return drawn;
}

}  // namespace beltdyn::plots
