// SPDX-License-Identifier: MIT
#include "plots/figure_data.hpp"

#include <cmath>

#include "postprocess/plot_data.hpp"

namespace beltdyn::plots {
namespace {

// Number of intervals to which long columns are thinned: in usual runs a saw tooth of some steps keeps all its rows, in
// very long ones it loses its shape.
constexpr std::size_t kBuckets = 5000;

// Up to this number of profiles all are drawn, as chosen by the user; of more profiles some are selected.
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
  // Quadratic spacing: most changes occur at the begin.
  for (std::size_t i = 1; i <= kMostInstants; ++i) {
    const double x = static_cast<double>(i) / static_cast<double>(kMostInstants);
    indices.push_back(static_cast<std::size_t>(std::lround(x * x * static_cast<double>(count - 1))));
  }
  return indices;
}

std::vector<double> drawn_instants(const std::vector<const Run*>& runs) {
  // A failed run has fewer profiles than the others.
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
