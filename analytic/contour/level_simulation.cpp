// SPDX-License-Identifier: MIT
#include "analytic/contour/level_simulation.hpp"

#include <array>

#include "analytic/contour/stationary.hpp"
#include "core/base/error.hpp"
#include "core/contact/coulomb_friction.hpp"

namespace beltdyn::analytic {

using contact::ContactState;

ContourState LevelSimulation::state() const {
  ContourState result;
  double elongation = 0.0;
  std::array<double, 2> strain{};
  for (std::size_t k = 0; k < 2; ++k) {
    const Contact c = contact(k);
    strain[k] = law_.strain(c.exit.level);
    result.slip_length[k] = c.exit.slip_length;
    result.slip_direction[k] = c.direction;
    elongation += stick_elongation(k, drive().contact_length[k] - c.exit.slip_length) +
                  law_.elongation(c.exit.front_level, c.exit.level, c.exit.slip_length) +
                  drive().span_length() * law_.elongation(c.exit.level);
  }
  result.strain_slack = strain[0];
  result.strain_tight = strain[1];
  result.length_error = -elongation / drive().contour_length;
  return result;
}

// Three-point Gauss rule on [−1, 1].
constexpr std::array<double, 3> kGaussPoints{-0.7745966692414834, 0.0, 0.7745966692414834};
constexpr std::array<double, 3> kGaussWeights{5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};

template <class Integrand>
double integral(const Integrand& integrand, double begin, double end, int pieces) {
  double sum = 0.0;
  const double half = 0.5 * (end - begin) / pieces;
  for (int i = 0; i < pieces; ++i) {
    for (std::size_t g = 0; g < kGaussPoints.size(); ++g) {
      sum += kGaussWeights[g] * half * integrand(begin + (2 * i + 1 + kGaussPoints[g]) * half);
    }
  }
  return sum;
}

// Works are integrated by the trapezoidal rule over steps that the solutions themselves do not need. The linear strain
// model conserves energy up to terms of the order of the strain.
ContourTolerances LevelSimulation::balance_tolerances() const { return {.power = 1e-3, .eytelwein = 1e-3}; }

// ∫ −q (v − V) dσ over the slip zone, where strain and speed are smooth.
double LevelSimulation::slip_loss(std::size_t k) const {
  const Flow now = flow(k);
  if (now.contact.direction == 0) return 0.0;
  const double speed = drive().surface_speed[k].value(time());
  const auto loss = [&](double local) {
    const ProfilePoint point = contact_point(k, now, local);
    return -point.traction * (point.speed - speed);
  };
  return integral(loss, now.front, drive().contact_length[k], 1);
}

void LevelSimulation::keep_books() {
  PowerFlow now = pulley_flow(law_.strain(contact(1).exit.level), law_.strain(contact(0).exit.level));
  now.lost = slip_loss(0) + slip_loss(1);
  ledger_.go_to(time(), now);
}

double LevelSimulation::stored_energy() const {
  constexpr int kPieces = 16;  // of a stick zone, whose strain has the kinks of its history
  double energy = 0.0;
  const auto density = [this](double level) {
    const double strain = law_.strain(level);
    return 0.5 * drive().axial_stiffness * strain * strain * (1.0 - law_.elongation(level));
  };
  for (std::size_t k = 0; k < 2; ++k) {
    const Contact c = contact(k);
    const double front = drive().contact_length[k] - c.exit.slip_length;
    energy += integral([&](double local) { return density(stick_point(k, local).level); }, 0.0, front, kPieces);
    const double rise = c.exit.slip_length > 0.0 ? (c.exit.level - c.exit.front_level) / c.exit.slip_length : 0.0;
    energy += integral([&](double x) { return density(c.exit.front_level + rise * x); }, 0.0, c.exit.slip_length, 2);
    energy += drive().span_length() * density(c.exit.level);
  }
  return energy;
}

LevelSimulation::Flow LevelSimulation::flow(std::size_t k) const {
  const double speed = drive().surface_speed[k].value(time());
  const double next_speed = drive().surface_speed[1 - k].value(time());
  Flow result{.contact = contact(k)};
  const ExitState& exit = result.contact.exit;
  result.front = drive().contact_length[k] - exit.slip_length;
  result.level_rate = exit_level_rate(law_, exit, drive().span_length(), speed, next_speed);
  result.front_flow = speed * (1.0 - law_.elongation(exit.front_level));
  return result;
}

ProfilePoint LevelSimulation::point_at(double level, double material_flow) const {
  const double strain = law_.strain(level);
  return {.strain = strain,
          .force = drive().axial_stiffness * strain,
          .speed = material_flow / (1.0 - law_.elongation(level)),
          .contact_state = static_cast<int>(ContactState::free)};
}

ProfilePoint LevelSimulation::contact_point(std::size_t k, const Flow& flow, double local) const {
  const ExitState& exit = flow.contact.exit;
  if (local < flow.front || flow.contact.direction == 0) {
    const StickPoint stick = stick_point(k, local);
    ProfilePoint point = point_at(stick.level, 0.0);
    point.speed = drive().surface_speed[k].value(time());
    point.traction = -drive().axial_stiffness * law_.strain_slope(stick.level) * stick.slope;
    point.contact_state = static_cast<int>(ContactState::stick);
    return point;
  }
  const double level = exit.level - flow.contact.direction * slope(k) * (drive().contact_length[k] - local);
  ProfilePoint point =
      point_at(level, flow.front_flow + flow.level_rate * law_.compliance(exit.front_level, level, local - flow.front));
  const ContactState slip = flow.contact.direction > 0 ? ContactState::slip_forward : ContactState::slip_backward;
  point.traction = contact::CoulombFriction(drive().friction_force[k]).respond(slip, 0.0).traction;
  // Profiles have forces per contour length.
  if (law_.model() == StrainModel::finite_material) point.traction *= 1.0 - law_.elongation(level);
  point.contact_state = static_cast<int>(slip);
  return point;
}

ProfilePoint LevelSimulation::span_point(const Flow& flow, double local) const {
  const ExitState& exit = flow.contact.exit;
  const double compliance =
      law_.compliance(exit.front_level, exit.level, exit.slip_length) + law_.compliance(exit.level, exit.level, local);
  return point_at(exit.level, flow.front_flow + flow.level_rate * compliance);
}

ProfilePoint LevelSimulation::profile_point(double sigma) const {
  const ContourPlace place = locate(drive(), sigma);
  const auto k = static_cast<std::size_t>(place.pulley >= 0 ? place.pulley : (place.tight_span ? 1 : 0));
  return place.pulley >= 0 ? contact_point(k, flow(k), place.local) : span_point(flow(k), place.local);
}

std::vector<double> LevelSimulation::natural_profile_points() const {
  std::vector<double> sigma;
  for (const int pulley : {0, 1}) {
    const double slip_length = contact(static_cast<std::size_t>(pulley)).exit.slip_length;
    sigma.push_back(drive().entry(pulley));
    if (slip_length > 0.0) sigma.push_back(drive().exit(pulley) - slip_length);
    sigma.push_back(drive().exit(pulley) + 0.5 * drive().span_length());
  }
  return sigma;
}

std::vector<SlipZone> LevelSimulation::slip_zones() const {
  std::vector<SlipZone> zones;
  for (const int pulley : {0, 1}) {
    const Contact c = contact(static_cast<std::size_t>(pulley));
    if (c.direction == 0 || !(c.exit.slip_length > 0.0)) continue;
    const double exit = drive().exit(pulley);
    zones.push_back({.pulley = pulley, .begin = exit - c.exit.slip_length, .end = exit, .direction = c.direction});
  }
  return zones;
}

std::vector<std::string> LevelSimulation::preflight(double) const {
  if (!drive().has_constant_speeds()) return {};
  const std::array<double, 2> speed{drive().surface_speed[0].value(0.0), drive().surface_speed[1].value(0.0)};
  if (!(speed[0] > 0.0) || !(speed[1] > 0.0)) return {};
  try {
    stationary_state(drive(), speed, law_.model());
  } catch (const SolverError& error) {
    return {error.what()};
  }
  return {};
}

}  // namespace beltdyn::analytic
