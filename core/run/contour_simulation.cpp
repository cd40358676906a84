// SPDX-License-Identifier: MIT
#include "core/run/contour_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include <fmt/format.h>

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

void ContourSimulation::add_columns(History& history) const {
  const auto now = std::make_shared<ContourState>();
  history.first_search([this, now] { *now = state(); });
  history.take_gross_slip([this, now] { return gross_slip(*now); });
  history.add("strain_tight", "-", [now] { return now->strain_tight; });
  history.add("strain_slack", "-", [now] { return now->strain_slack; });
  for (const std::size_t k : {0U, 1U}) {
    history.add(fmt::format("slip_length_{}", k + 1), "m", [now, k] { return now->slip_length[k]; });
  }
  for (const std::size_t k : {0U, 1U}) {
    history.add(fmt::format("slip_direction_{}", k + 1), "-",
                [now, k] { return static_cast<double>(now->slip_direction[k]); });
  }
  history.add_balance("length_error", "the reference length of the belt on the contour stays constant",
                      balance_tolerances().length, [now] { return now->length_error; });
  add_own_columns(history);
  add_balances(history);
}

std::vector<int> ContourSimulation::gross_slip(const ContourState& now) const {
  constexpr double kRounding = 1e-9;
  std::vector<int> directions(2, 0);
  for (std::size_t k = 0; k < 2; ++k) {
    if (now.slip_length[k] < (1.0 - kRounding) * drive_.contact_length[k] - landing_length()) continue;
    const std::vector<SlipZone> zones = slip_zones();
    const bool is_one_way = std::ranges::all_of(zones, [&](const SlipZone& zone) {
      return zone.pulley != static_cast<int>(k) || zone.direction == now.slip_direction[k];
    });
    if (is_one_way) directions[k] = now.slip_direction[k];
  }
  return directions;
}

// The strain energy of a belt that carries the largest friction force everywhere [J].
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
  constexpr double kBlurred = 0.1;  // part that is skipped at each end of a zone
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

void ContourSimulation::add_balances(History& history) const {
  const ContourTolerances tolerances = balance_tolerances();
  if (tolerances.power > 0.0) {
    history.add_balance(
        "balance_power",
        "the work of the pulleys equals the energy dissipated by slip plus the strain energy of the belt",
        tolerances.power, [this] { return ledger_.defect(stored_energy(), reference_energy()); });
  }
  if (!(tolerances.eytelwein > 0.0)) return;
  const auto zones = std::make_shared<std::vector<SlipZone>>();
  history.first_search([this, zones] { *zones = slip_zones(); });
  history.take_slip_zones([zones] { return *zones; });
  for (const std::size_t k : {0U, 1U}) {
    history.add_balance(fmt::format("eytelwein_{}", k + 1),
                        fmt::format("the force gradient along the slip zones of pulley {} equals the traction", k + 1),
                        tolerances.eytelwein, [this, zones, k] { return eytelwein_defect(k, *zones); });
  }
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
