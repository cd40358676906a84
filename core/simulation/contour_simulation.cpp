// SPDX-License-Identifier: MIT
#include "core/simulation/contour_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace beltdyn {
namespace {

constexpr const char* kLengthError = "length_error [-]";

}  // namespace

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
                                   kLengthError};
  const std::vector<std::string> extra = extra_history_columns();
  columns.insert(columns.end(), extra.begin(), extra.end());
  for (const Balance& balance : balances()) {
    if (balance.column != kLengthError) columns.push_back(balance.column);
  }
  return columns;
}

// That of a belt whose strain falls from the most that friction brings about to 0 [J].
double ContourSimulation::reference_energy() const {
  const double force = std::max(drive_.friction_force[0] * drive_.contact_length[0],
                                drive_.friction_force[1] * drive_.contact_length[1]);
  return 0.5 * force * force / drive_.axial_stiffness * drive_.contour_length;
}

PowerFlow ContourSimulation::pulley_flow(double strain_tight, double strain_slack) const {
  const double force = drive_.axial_stiffness * (strain_tight - strain_slack);
  const std::array<double, 2> power{force * drive_.surface_speed[0].value(time()),
                                    -force * drive_.surface_speed[1].value(time())};
  return {.supplied = power[0] + power[1], .exchanged = std::abs(power[0]) + std::abs(power[1])};
}

double ContourSimulation::eytelwein_defect(std::size_t k, std::span<const SlipZone> zones) const {
  constexpr double kBlurred = 0.1;  // at the ends of a zone
  constexpr int kSamples = 32;
  double defect = 0.0;
  double longest = drive_.contact_length[k] * std::numbers::inv_pi;
  for (const SlipZone& zone : zones) {
    if (zone.pulley != static_cast<int>(k) || zone.end - zone.begin < longest) continue;
    longest = zone.end - zone.begin;
    const double step = (1.0 - 2.0 * kBlurred) * longest / kSamples;
    double traction = 0.0;
    double slope = 0.0;
    double spread = 0.0;
    for (int i = 0; i < kSamples; ++i) {
      const double x = (i + 0.5 - 0.5 * kSamples) * step;
      const ProfilePoint p = profile_point(0.5 * (zone.begin + zone.end) + x);
      traction += p.traction / kSamples;
      slope += x * p.force;
      spread += x * x;
    }
    defect = traction != 0.0 ? -slope / spread / traction - 1.0 : 0.0;
  }
  return defect;
}

std::vector<Balance> ContourSimulation::balances() const {
  const ContourTolerances tolerances = balance_tolerances();
  std::vector<Balance> balances{{.column = kLengthError,
                                 .law = "the belt in the contour keeps the reference length that it had at the start",
                                 .tolerance = tolerances.length}};
  if (tolerances.power > 0.0) {
    balances.push_back({.column = "balance_power [-]",
                        .law = "the work of the pulleys is what slip takes and the strains of the belt store",
                        .tolerance = tolerances.power});
  }
  for (int k = 1; tolerances.eytelwein > 0.0 && k <= 2; ++k) {
    balances.push_back({.column = fmt::format("eytelwein_{} [-]", k),
                        .law = fmt::format("the force changes along the slip zones of pulley {} by the traction", k),
                        .tolerance = tolerances.eytelwein});
  }
  return balances;
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
  const std::size_t n_extra = extra_history_columns().size();
  extra_history_values(values.subspan(row.size(), n_extra));
  const ContourTolerances tolerances = balance_tolerances();
  std::size_t i = row.size() + n_extra;
  if (tolerances.power > 0.0) values[i++] = ledger_.defect(stored_energy(), reference_energy());
  if (!(tolerances.eytelwein > 0.0)) return;
  const std::vector<SlipZone> zones = slip_zones();
  for (std::size_t k = 0; k < 2; ++k) values[i++] = eytelwein_defect(k, zones);
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
