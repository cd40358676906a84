// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/transient/ancf_belt.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "lagrangian/ancf/element/belt_energy.hpp"
#include "lagrangian/ancf/transient/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Distance in which elements search for pulleys, relative to their length: far more than a belt moves in a step [-].
constexpr double kNeighbourhood = 0.5;
// Most rounds of checking contact states in the static start; each round changes fewer of them.
constexpr int kStaticRounds = 50;
// Rounds after which a state counts as rest though a contact still changes, if that contact bears no more than this
// part of the belt force [-]. In an indifferent equilibrium, as under two equal weights, an open contact may lead to a
// place where it closes, and a closed one to a place where it opens.
constexpr int kIndifferentRounds = 12;
constexpr double kIndifferent = 1e-3;

}  // namespace

AncfBelt::AncfBelt(const BeltDrive& drive, const AncfParameters& parameters, const std::optional<RunningBelt>& running)
    : BeltStepper({.scheme = parameters.scheme(),
                   .residual_tolerance = beltdyn::residual_tolerance(drive, parameters.newton_tolerance),
                   .newton_iterations = parameters.newton_iterations}),
      parameters_(parameters),
      equations_(drive, parameters, particle_mesh(drive, parameters)),
      running_(equations_.model(), equations_.arrays()) {
  allow_rounding(residual_rounding(drive.belt.axial_stiffness, drive.reference_length(),
                                   drive.reference_length() / parameters.elements));
  if (equations_.guided().size() > 0) set_jumps(ForceJumps(equations_.model().guided, parameters.time_step));
  lay_on_path(drive, equations_.model(), equations_.arrays());
  if (running && running->flux != 0.0) {
    run(*running);
    return;
  }
  check_.emplace(equations_.model(), equations_.arrays(), equations_.pulleys(), has_inertia());
  find_static_equilibrium();
  update_contact_candidates();
  if (equations_.guided().size() > 0) {
    begin(let_bodies_go());
  } else {
    begin();
  }
  keep_history();
}

// Static equilibrium without friction, with pulleys at rest, and bodies, or else the first node, held along the belt.
// The first contacts are those of the belt on its path; they are checked once belt and mounts have found their place.
void AncfBelt::find_static_equilibrium() {
  equations_.guided().hold(true);
  const BeltRest rest = find_rest(
      equations_, [this] { return settle(); },
      [this] { lay_on_path(equations_.drive(), equations_.model(), equations_.arrays()); });
  equations_.guided().hold(false);
  if (!rest.failure.empty()) throw SolverError(rest.failure);
  mount_imbalance_ = rest.imbalance;
  begin_contacts();
}

// Returns why there is no equilibrium; empty on success.
std::string AncfBelt::settle() {
  BeltKernel& kernel = equations_.kernel();
  equations_.turn_pulleys();
  update_contact_candidates();
  equations_.evaluate(kStatics, false);
  kernel.judge();
  bool settled = false;
  for (int round = 0; round < kStaticRounds && !settled; ++round) {
    const double residual = find_equilibrium(equations_, residual_tolerance());
    if (!(residual <= residual_tolerance())) {
      return fmt::format(
          "the belt has no static equilibrium without friction: a residual of {:.3g} N remains; check "
          "pretension, contact stiffness and gravity, or use more elements",
          residual);
    }
    if (equations_.drive().has_mounts()) {
      update_contact_candidates();
      equations_.evaluate(kStatics, false);
    }
    const double error = kernel.judge();
    settled = error <= parameters_.switching_tolerance ||
              (round >= kIndifferentRounds && error <= kIndifferent * reference_force(equations_.drive()));
  }
  if (!settled) return "the contact states of the belt at rest do not converge; check pretension and gravity";
  const std::string failure = objection(equations_.arrays().q);
  if (failure.empty()) return {};
  return fmt::format("the belt has no static equilibrium on its pulleys: {}; check pretension and gravity", failure);
}

void AncfBelt::begin_contacts() {
  equations_.arrays().close_positions(equations_.model().rule.length);
  equations_.forget_tangent();
  equations_.angles().begin_step();
  equations_.turn_pulleys();
  equations_.kernel().commit(ContactFriction::none);
  equations_.guided().commit();
}

// In statics contact states follow from the present gaps.
void AncfBelt::begin_history() {
  equations_.arrays().close_positions(equations_.model().rule.length);
  equations_.arrays().contacts.clear();
  update_contact_candidates();
  equations_.angles().begin_step();
  equations_.evaluate(kStatics, false);
  equations_.kernel().judge();
  equations_.evaluate(kStatics, false);
  begin_contacts();
  update_contact_candidates();
  keep_history();
}

void AncfBelt::update_contact_candidates() {
  const double margin = kNeighbourhood * equations_.model().rule.length;
  equations_.kernel().find_neighbours(equations_.pulleys(), margin);
}

double AncfBelt::energy() const { return drive_energy(equations_, has_inertia()); }

PowerFlow AncfBelt::power_flow(std::span<const double> torques, double time) const {
  return drive_flow(equations_, torques, time);
}

bool AncfBelt::solve(const BeltStep& step) {
  if (parameters_.friction == FrictionMode::consistent) return iterate(step);
  for (int round = 1; iterate(step); ++round) {
    const double error = equations_.kernel().judge();
    if (error > 0.0) equations_.forget_tangent();
    if (error <= parameters_.switching_tolerance) return true;
    if (round == parameters_.switching_iterations) {
      ++counts().unsettled_steps;
      return true;
    }
    ++counts().status_changes;
  }
  return false;
}

std::string AncfBelt::objection(const numerics::AlignedVector& q_before) const {
  return check_->objection(equations_.arrays(), q_before, equations_.pulleys());
}

void AncfBelt::commit_history() {
  equations_.arrays().close_positions(equations_.model().rule.length);
  equations_.kernel().commit(equations_.friction());
  equations_.guided().commit();
  update_contact_candidates();
}

}  // namespace beltdyn::lagrangian::ancf
