// SPDX-License-Identifier: MIT
#include "lagrangian/contour/lagrangian_contour.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/dynamics/step_scales.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::lagrangian {
namespace {

// Tolerance of positions, relative to the contour length [-]: far above rounding, far below an element.
constexpr double kPositionTolerance = 1e-9;

// Usable range of V τ/h [-], measured for [Oborin 2018] Section 3 with n = 600. At 1 the error of ε₊ is 5.7 % instead
// of 0.5 %. At 0.1 a node changes between stick and slip once on each passage of a pulley, as it should; at 0.05 seven
// times, at 0.03 more than a hundred times.
constexpr double kLargestNodeStep = 0.5;
constexpr double kSmallestNodeStep = 0.05;
// Relative slack of the range, so that its ends do not depend on rounding [-].
constexpr double kNodeStepSlack = 1e-9;

}  // namespace

LagrangianContour::LagrangianContour(ContourDrive drive, const LagrangianContourParameters& parameters)
    : ContourSimulation(std::move(drive)),
      parameters_(parameters),
      loop_{.axial_stiffness = this->drive().axial_stiffness,
            .element_length = this->drive().contour_length / parameters.elements},
      friction_{contact::CoulombFriction(this->drive().friction_force[0]),
                contact::CoulombFriction(this->drive().friction_force[1])},
      tolerance_(kPositionTolerance * this->drive().contour_length),
      clock_(parameters.time_step) {
  const auto n = static_cast<std::size_t>(parameters.elements);
  displacement_.assign(n, 0.0);
  velocity_.assign(n, 0.0);
  state_.resize(n);
  pulley_.resize(n);
  trial_ = {.displacement = displacement_,
            .traction = std::vector<double>(n),
            .prescribed = std::vector<std::uint8_t>(n),
            .state = state_,
            .pulley = pulley_};
  place_at_rest();
}

void LagrangianContour::place_at_rest() {
  for (std::size_t i = 0; i < size(); ++i) {
    pulley_[i] = pulley_at(contour_coordinate(i, 0.0));
    state_[i] = pulley_[i] == kNoPulley ? ContactState::free : ContactState::stick;
  }
  // The rates of the first step: the equilibrium is linear in prescribed values, so that speeds give velocities.
  prescribe({drive().surface_speed[0].value(0.0), drive().surface_speed[1].value(0.0)});
  loop_.equilibrate(trial_.prescribed, trial_.traction, trial_.displacement);
  velocity_ = trial_.displacement;
}

double LagrangianContour::contour_coordinate(std::size_t node, double displacement) const {
  const double length = drive().contour_length;
  const double sigma = material_coordinate(node) + displacement;
  const double lap = std::floor((sigma + tolerance_) / length);
  return sigma - lap * length;
}

std::int8_t LagrangianContour::pulley_at(double sigma) const {
  if (sigma <= drive().exit(0) + tolerance_) return 0;
  if (sigma >= drive().entry(1) - tolerance_ && sigma <= drive().exit(1) + tolerance_) return 1;
  return kNoPulley;
}

void LagrangianContour::advance(double dt) {
  const double start = time();
  const std::array<double, 2> travel = drive().surface_travel(start, start + dt);
  prescribe(travel);
  if (!loop_.equilibrate(trial_.prescribed, trial_.traction, trial_.displacement)) {
    throw SolverError(fmt::format(
        "t = {:.6g} s: all {} nodes on the pulleys slip, so the position of the belt is undetermined; friction cannot "
        "carry the load: increase friction_force or reduce the difference of the surface speeds",
        start, slipping_nodes(0) + slipping_nodes(1)));
  }
  require_unfolded();
  const std::int64_t changes = update_states(travel);

  // Only slipping nodes have tractions.
  const std::array<double, 3> travelled{0.0, travel[0], travel[1]};
  double loss = 0.0;
  for (std::size_t i = 0; i < size(); ++i) {
    const double moved = trial_.displacement[i] - displacement_[i];
    velocity_[i] = moved / dt;
    loss -= trial_.traction[i] * (moved - travelled[static_cast<std::size_t>(pulley_[i] + 1)]);
  }
  const double force_before = pulley_force();
  displacement_.swap(trial_.displacement);
  const double force = 0.5 * (force_before + pulley_force());
  ledger_.add({.supplied = force * (travel[0] - travel[1]),
               .lost = loss * loop_.element_length,
               .exchanged = std::abs(force) * (travel[0] + travel[1])});
  state_.swap(trial_.state);
  pulley_.swap(trial_.pulley);
  drop_laps();
  clock_.pass(dt);
  ++statistics_.steps;
  statistics_.status_changes += changes;
}

// Sticking nodes move with their surface, slipping nodes are loaded.
void LagrangianContour::prescribe(const std::array<double, 2>& travel) {
  for (std::size_t i = 0; i < size(); ++i) {
    const ContactState state = state_[i];
    trial_.prescribed[i] = state == ContactState::stick ? 1 : 0;
    trial_.traction[i] = 0.0;
    if (state == ContactState::free) continue;
    const auto pulley = static_cast<std::size_t>(pulley_[i]);
    if (state == ContactState::stick) {
      trial_.displacement[i] = displacement_[i] + travel[pulley];
    } else {
      // In slip the traction does not depend on the displacement.
      trial_.traction[i] = friction_[pulley].respond(state, 0.0).traction;
    }
  }
}

void LagrangianContour::require_unfolded() const {
  for (std::size_t i = 0; i < size(); ++i) {
    const double strain = loop_.strain(trial_.displacement, i);
    if (!(strain > -1.0)) {
      throw SolverError(
          fmt::format("t = {:.6g} s: element {} would be compressed to zero length (strain {:.3g}); the surface speeds "
                      "differ too much for this belt: reduce their difference or friction_force",
                      time(), i + 1, strain));
    }
  }
}

contact::ContactState LagrangianContour::next_state(std::size_t node, std::int8_t new_pulley,
                                                    const std::array<double, 2>& travel) const {
  if (new_pulley == kNoPulley) return ContactState::free;
  if (contact::is_slipping(state_[node]) && new_pulley == pulley_[node]) {
    const double moved = trial_.displacement[node] - displacement_[node];
    return contact::CoulombFriction::after_slip(state_[node], moved - travel[static_cast<std::size_t>(new_pulley)]);
  }
  return friction_[static_cast<std::size_t>(new_pulley)].after_stick(loop_.reaction(trial_.displacement, node));
}

std::int64_t LagrangianContour::update_states(const std::array<double, 2>& travel) {
  std::int64_t changes = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    trial_.pulley[i] = pulley_at(contour_coordinate(i, trial_.displacement[i]));
    trial_.state[i] = next_state(i, trial_.pulley[i], travel);
    const bool stays = state_[i] != ContactState::free && trial_.state[i] != ContactState::free;
    if (stays && state_[i] != trial_.state[i]) ++changes;
  }
  return changes;
}

// Only differences of displacements matter, and they lose digits when displacements grow. Subtracting L from numbers
// between L and 2 L is exact, so that the result changes by no further rounding.
void LagrangianContour::drop_laps() {
  const double length = drive().contour_length;
  if (displacement_[0] < length) return;
  if (*std::min_element(displacement_.begin(), displacement_.end()) < length) return;
  for (double& u : displacement_) u -= length;
  ++laps_;
}

StepScales LagrangianContour::step_scales(double end_time) const {
  const double fastest = fastest_surface(drive(), end_time);
  const double h = loop_.element_length;
  return {.recommended_step = fastest > 0.0 ? kLargestNodeStep * h / fastest : 0.0, .element_length = h};
}

std::vector<std::string> LagrangianContour::preflight(double end_time) const {
  std::vector<std::string> warnings;
  const double fastest = fastest_surface(drive(), end_time);
  if (fastest == 0.0) return warnings;
  const double h = loop_.element_length;
  const double ratio = fastest * parameters_.time_step / h;
  if (ratio > kLargestNodeStep * (1.0 + kNodeStepSlack)) {
    warnings.push_back(
        fmt::format("V tau/h = {:.3g}: a node moves more than half an element per step, and slip zones are "
                    "underestimated; use time_step <= {:.3g} s",
                    ratio, kLargestNodeStep * h / fastest));
  } else if (ratio < kSmallestNodeStep * (1.0 - kNodeStepSlack)) {
    warnings.push_back(fmt::format(
        "V tau/h = {:.3g}: with such a short step, nodes chatter between stick and slip; use time_step >= {:.3g} s",
        ratio, kSmallestNodeStep * h / fastest));
  }
  return warnings;
}

void LagrangianContour::save(StateWriter& writer) const {
  clock_.save(writer);
  writer.integer("laps", laps_);
  ledger_.save(writer);
  writer.numbers("displacement", displacement_);
  writer.numbers("velocity", velocity_);
  std::vector<std::int64_t> states(size());
  std::vector<std::int64_t> pulleys(size());
  for (std::size_t i = 0; i < size(); ++i) {
    states[i] = static_cast<std::int64_t>(state_[i]);
    pulleys[i] = pulley_[i];
  }
  writer.integers("contact_state", states);
  writer.integers("pulley", pulleys);
  save_statistics(statistics_, writer);
}

void LagrangianContour::restore(StateReader& reader) {
  const std::vector<std::int64_t>& states =
      reader.integers("contact_state", size(), {.least = -1, .most = static_cast<std::int64_t>(ContactState::free)});
  const std::vector<std::int64_t>& pulleys = reader.integers("pulley", size(), {.least = kNoPulley, .most = 1});
  const std::vector<double>& displacement = reader.numbers("displacement", size());
  const std::vector<double>& velocity = reader.numbers("velocity", size());
  clock_.restore(reader);
  laps_ = reader.count("laps");
  ledger_.restore(reader);
  displacement_ = displacement;
  velocity_ = velocity;
  for (std::size_t i = 0; i < size(); ++i) {
    state_[i] = static_cast<ContactState>(states[i]);
    pulley_[i] = static_cast<std::int8_t>(pulleys[i]);
    require_sound_checkpoint((state_[i] == ContactState::free) == (pulley_[i] == kNoPulley));
  }
  statistics_ = restore_statistics(reader);
}

}  // namespace beltdyn::lagrangian
