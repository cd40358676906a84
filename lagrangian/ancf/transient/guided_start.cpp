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

// Steps without inertia in which the belt and the friction on it come to rest, and their length [s]: dampers, which
// have no part in equilibrium, are at rest in the last ones.
constexpr int kRestingSteps = 4;
constexpr double kRestingStep = 1.0;
// Times closer than this part of a step are the same.
constexpr double kSameTime = 1e-9;

}  // namespace

std::vector<double> jumps_of(const std::vector<GuidedNode>& guided) {
  if (guided.empty()) return {};
  std::vector<double> jumps{0.0};
  for (const GuidedNode& node : guided) {
    if (std::isfinite(node.held_until)) jumps.push_back(node.held_until);
  }
  std::ranges::sort(jumps);
  return jumps;
}

AncfBelt::AncfBelt(const BeltDrive& drive, const AncfParameters& parameters, const OpenBelt& open)
    : BeltStepper({.scheme = parameters.scheme(),
                   .residual_tolerance =
                       beltdyn::residual_tolerance(open.force, drive.belt.axial_stiffness, parameters.newton_tolerance),
                   .newton_iterations = parameters.newton_iterations}),
      parameters_(parameters),
      equations_(drive, parameters, particle_mesh(drive, parameters, open.force), open.ends),
      running_(equations_.model(), equations_.arrays()),
      jumps_(jumps_of(open.ends)) {
  start_open(open);
}

// The pulleys are held. Ends that may move find their places under the inertia of the accelerations at the start; where
// friction is too little for that, they are held as well, and begin to move as the forces on them are out of balance.
void AncfBelt::start_open(const OpenBelt& open) {
  const std::vector<double> none(open.nodes.q.size(), 0.0);
  const auto lay = [&] {
    set_nodes({.q = open.nodes.q, .v = none, .a = none});
    begin_history();
  };
  equations_.turn_pulleys();
  set_nodes({.q = open.nodes.q, .v = none, .a = none});
  equations_.arrays().close_positions(equations_.model().rule.length);
  check_.emplace(equations_.model(), equations_.arrays(), equations_.pulleys(), has_inertia());
  equations_.hold(true);
  equations_.set_slip_weight(1.0);
  set_nodes(open.nodes);
  equations_.set_given_accelerations(equations_.arrays().a);
  bool is_settled = false;
  if (!open.are_ends_held) {
    lay();
    is_settled = settle_with_friction();
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
  equations_.set_slip_weight(parameters_.scheme().slip_weight);
  equations_.hold(false);
  equations_.forget_tangent();
  const numerics::AlignedVector q = equations_.arrays().q;
  set_nodes(open.nodes);
  equations_.arrays().q = q;
  if (!has_inertia()) std::ranges::fill(equations_.arrays().a, 0.0);
  std::vector<double> torques = torques_on_pulleys();
  equations_.angles().run(open.speeds, 0.0);
  equations_.angles().begin_step();
  begin(std::move(torques));
  keep_history();
}

// If friction is too little for that, they begin to move as the forces on them are out of balance.
std::vector<double> AncfBelt::let_bodies_go() {
  BeltArrays& arrays = equations_.arrays();
  const numerics::AlignedVector q = arrays.q;
  equations_.hold(true);
  equations_.set_slip_weight(1.0);
  if (!settle_with_friction()) {
    arrays.q = q;
    begin_history();
  }
  equations_.set_slip_weight(parameters_.scheme().slip_weight);
  equations_.hold(false);
  equations_.forget_tangent();
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

// False, and nothing lasts but the trial state, if a step fails.
bool AncfBelt::settle_with_friction() {
  const numerics::StepScheme scheme = numerics::StepScheme::quasi_static();
  const BeltStep step{.length = kRestingStep, .end = 0.0, .rates = scheme.rates(kRestingStep)};
  BeltArrays& arrays = equations_.arrays();
  equations_.forget_tangent();
  for (int i = 0; i < kRestingSteps; ++i) {
    const numerics::AlignedVector before = arrays.q;
    std::ranges::fill(arrays.v, 0.0);
    equations_.angles().begin_step();
    if (!(find_equilibrium(equations_, residual_tolerance(), step) <= residual_tolerance())) return false;
    if (!objection(before).empty()) return false;
    commit_history();
  }
  return true;
}

double AncfBelt::energy_scale() const {
  if (equations_.model().is_closed) return reference_energy(equations_.drive());
  const Belt& belt = equations_.drive().belt;
  const double force = belt.found->force;
  return 0.5 * force * force / belt.axial_stiffness * belt.found->length;
}

double AncfBelt::next_jump(double time) const {
  const double margin = kSameTime * parameters_.time_step;
  const auto next = std::ranges::find_if(jumps_, [&](double jump) { return jump > time + margin; });
  return next == jumps_.end() ? INFINITY : *next;
}

bool AncfBelt::is_jump(double time) const {
  const double margin = kSameTime * parameters_.time_step;
  return std::ranges::any_of(jumps_, [&](double jump) { return std::abs(time - jump) <= margin; });
}

}  // namespace beltdyn::lagrangian::ancf
