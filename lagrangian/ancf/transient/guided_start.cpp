// SPDX-License-Identifier: MIT
// How an AncfBelt with guided nodes starts: one with two ends, or with bodies.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"
#include "lagrangian/ancf/transient/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Largest acceleration of a rope in equilibrium, from rounding [m/s²].
constexpr double kAtRest = 1e-9;

}  // namespace

AncfBelt::AncfBelt(const BeltDrive& drive, const AncfParameters& parameters, const OpenBelt& open)
    : BeltStepper({.scheme = parameters.scheme(),
                   .residual_tolerance =
                       beltdyn::residual_tolerance(open.force, drive.belt.axial_stiffness, parameters.newton_tolerance),
                   .newton_iterations = parameters.newton_iterations}),
      parameters_(parameters),
      equations_(drive, parameters, particle_mesh(drive, parameters, open.force, kStickLengthOfRope), open.ends),
      running_(equations_.model(), equations_.arrays()) {
  allow_rounding(residual_rounding(drive.belt.axial_stiffness, drive.reference_length(),
                                   drive.reference_length() / parameters.elements));
  set_jumps(ForceJumps(open.ends, parameters.time_step));
  start_open(open);
}

// The start of an open belt. First the pulleys are held: movable ends find their equilibrium under the inertia of the
// accelerations at the start. If friction is too little for that, ends are held as well, and later start to move under
// the residual forces. If nothing accelerates, free pulleys are then released, as far as there is an equilibrium with
// them.
void AncfBelt::start_open(const OpenBelt& open) {
  const std::vector<double> none(open.nodes.q.size(), 0.0);
  const auto lay = [&] {
    for (std::size_t p = 0; p < equations_.angles().size(); ++p) equations_.angles()[p] = {};
    equations_.angles().begin_step();
    equations_.angles().relax_bearings();
    set_nodes({.q = open.nodes.q, .v = none, .a = none});
    begin_history();
  };
  equations_.turn_pulleys();
  set_nodes({.q = open.nodes.q, .v = none, .a = none});
  equations_.arrays().close_positions(equations_.model().rule.length);
  check_.emplace(equations_.model(), equations_.arrays(), equations_.pulleys(), has_inertia());
  set_nodes(open.nodes);
  equations_.set_given_accelerations(equations_.arrays().a);
  bool is_settled = false;
  if (!open.are_ends_held) {
    lay();
    is_settled = settle_with_friction();
    const bool accelerates = std::ranges::any_of(open.nodes.a, [](double a) { return std::abs(a) > kAtRest; });
    if (is_settled && !accelerates && !let_pulleys_go()) {
      lay();
      is_settled = settle_with_friction();
    }
  }
  if (!is_settled) {
    lay();
    equations_.guided().hold(true);
    is_settled = settle_with_friction();
    equations_.guided().hold(false);
  }
  if (!is_settled) {
    throw SolverError(
        "the rope has no static equilibrium on its pulleys with its ends held; check the forces at the start and the "
        "contact, or use more elements");
  }
  equations_.set_given_accelerations({});
  const numerics::AlignedVector q = equations_.arrays().q;
  set_nodes(open.nodes);
  equations_.arrays().q = q;
  if (!has_inertia()) std::ranges::fill(equations_.arrays().a, 0.0);
  std::vector<double> torques = torques_on_pulleys();
  equations_.angles().run(open.speeds, 0.0);
  equations_.angles().begin_step();
  equations_.angles().find_bearings(parameters_.time_step, 0.0);
  begin(std::move(torques));
  keep_history();
}

// If friction cannot hold them, the bodies start to move under the residual forces.
std::vector<double> AncfBelt::let_bodies_go() {
  BeltArrays& arrays = equations_.arrays();
  const numerics::AlignedVector q = arrays.q;
  if (!settle_with_friction()) {
    arrays.q = q;
    begin_history();
  }
  for (numerics::AlignedVector* rate : {&arrays.v, &arrays.a}) std::ranges::fill(*rate, 0.0);
  std::vector<double> torques = torques_on_pulleys();
  equations_.angles().begin_step();
  return torques;
}

std::vector<double> AncfBelt::torques_on_pulleys() const {
  std::vector<double> torques;
  for (std::size_t p = 0; p < equations_.angles().size(); ++p) torques.push_back(equations_.angles().torque(p));
  return torques;
}

// Releases free pulleys; false if there is no equilibrium with them.
bool AncfBelt::let_pulleys_go() {
  equations_.set_slip_weight(1.0);
  const bool is_settled = rest();
  equations_.set_slip_weight(parameters_.scheme().slip_weight);
  equations_.forget_tangent();
  return is_settled;
}

// Settles on held pulleys. If a step fails it returns false, and only the trial state has changed.
bool AncfBelt::settle_with_friction() {
  equations_.hold(true);
  equations_.set_slip_weight(1.0);
  equations_.forget_tangent();
  const bool is_settled = rest();
  equations_.set_slip_weight(parameters_.scheme().slip_weight);
  equations_.hold(false);
  equations_.forget_tangent();
  return is_settled;
}

bool AncfBelt::rest() {
  BeltArrays& arrays = equations_.arrays();
  for (int i = 0; i < kRestingSteps; ++i) {
    const numerics::AlignedVector before = arrays.q;
    std::ranges::fill(arrays.v, 0.0);
    equations_.angles().begin_step();
    if (!(find_equilibrium(equations_, residual_tolerance(), resting_step()) <= residual_tolerance())) return false;
    if (!objection(before).empty()) return false;
    commit_history();
  }
  return true;
}

double AncfBelt::energy_scale() const {
  if (equations_.model().is_closed) return reference_energy(equations_.drive());
  return open_reference_energy(equations_.drive());
}

}  // namespace beltdyn::lagrangian::ancf
