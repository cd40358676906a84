// SPDX-License-Identifier: MIT
#include "core/simulation/contour_simulation.hpp"

#include <algorithm>

namespace beltdyn {

void add_slip(std::span<const SlipZone> zones, ContourState& state) {
  std::array<double, 2> forward_excess{};
  for (const SlipZone& zone : zones) {
    const auto k = static_cast<std::size_t>(zone.pulley);
    state.slip_length[k] += zone.end - zone.begin;
    forward_excess[k] += zone.direction * (zone.end - zone.begin);
  }
  for (std::size_t k = 0; k < 2; ++k) {
    if (forward_excess[k] != 0.0) state.slip_direction[k] = forward_excess[k] > 0.0 ? 1 : -1;
  }
}

std::vector<std::string> ContourSimulation::history_columns() const {
  std::vector<std::string> columns{"strain_tight [-]",  "strain_slack [-]",     "slip_length_1 [m]",
                                   "slip_length_2 [m]", "slip_direction_1 [-]", "slip_direction_2 [-]",
                                   "length_error [-]"};
  const std::vector<std::string> extra = extra_history_columns();
  columns.insert(columns.end(), extra.begin(), extra.end());
  return columns;
}

void ContourSimulation::history_values(std::span<double> values) const {
  const ContourState s = state();
  const std::array<double, 7> row{s.strain_tight,
                                  s.strain_slack,
                                  s.slip_length[0],
                                  s.slip_length[1],
                                  static_cast<double>(s.slip_direction[0]),
                                  static_cast<double>(s.slip_direction[1]),
                                  s.length_error};
  std::copy(row.begin(), row.end(), values.begin());
  extra_history_values(values.subspan(row.size()));
}

std::vector<ProfilePoint> ContourSimulation::profile(std::span<const double> sigma) const {
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) {
    points.push_back(profile_point(s));
    points.back().sigma = s;
  }
  return points;
}

}  // namespace beltdyn
