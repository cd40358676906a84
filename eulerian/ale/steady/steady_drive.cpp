// SPDX-License-Identifier: MIT
#include "eulerian/ale/steady/steady_drive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/steady_estimate.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Tolerance of the equilibrium of mounts, relative to the reference force of the belt [-]: some times the error of
// SteadyBelt.
constexpr double kTolerance = 1e-9;
// The tolerance after half of the corrections [-], for stiff contacts where rounding leaves more.
constexpr double kRoundingTolerance = 1e-6;
// Balance::to_rounding goes on while a correction leaves less than this part of the forces [-].
constexpr double kStillFalling = 0.5;
constexpr int kMostIterations = 40;
// Limit of iterations with shortened corrections, each of which comes closer by its part only.
constexpr int kMostCutIterations = 100;
// Largest displacement of an axis in a correction, relative to the radius of its pulley [-].
constexpr double kLongestDisplacement = 0.2;
// Fewest elements on a pulley of a coarse mesh from which a finer one starts.
constexpr int kFewElements = 16;

// Moves an axis and the mesh on its pulley alike, so that nodes keep their depth in contact.
void move(AleEquations::Placement& placement, std::size_t pulley, double displacement) {
  placement.mounts[pulley] += displacement;
  placement.mesh[pulley] += displacement;
}

}  // namespace

SteadyDrive::SteadyDrive(const BeltDrive& drive, const AleParameters& parameters)
    : belt_(drive, parameters), parameters_(parameters) {
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    if (suspension_of(drive.pulleys[p].mount) != nullptr) free_.push_back(p);
  }
}

void SteadyDrive::begin_near(const SteadyDrive& other) {
  if (drive().has_mounts()) belt_.place(other.belt_.placement());
  belt_.begin_near(other.belt_);
}

void SteadyDrive::begin_on_finer_mesh(const SteadyDrive& coarse, double time) {
  if (drive().has_mounts()) belt_.place(coarse.belt_.placement());
  belt_.begin_on_finer_mesh(coarse.belt_, time);
}

double SteadyDrive::mount_force(std::size_t pulley) const {
  return belt_.force_on(pulley).dot(drive().pulleys[pulley].axis_at(mount_position(pulley)).by_u);
}

Eigen::VectorXd SteadyDrive::imbalance(double time) const {
  Eigen::VectorXd forces(static_cast<Eigen::Index>(free_.size()));
  for (std::size_t i = 0; i < free_.size(); ++i) {
    const Pulley& pulley = drive().pulleys[free_[i]];
    const double own = suspension_force(pulley.mount, drive().gravity, time, mount_position(free_[i]), 0.0).force;
    forces[static_cast<Eigen::Index>(i)] = (own + mount_force(free_[i])) / force_arm(pulley.mount, pulley.center);
  }
  return forces;
}

void SteadyDrive::follow_given_motions(AleEquations::Placement& placement, double time) const {
  for (std::size_t p = 0; p < placement.mounts.size(); ++p) {
    const Pulley& pulley = drive().pulleys[p];
    if (moves(pulley.mount) && suspension_of(pulley.mount) == nullptr) {
      move(placement, p, given_motion(pulley.mount, pulley.center, time).position - placement.mounts[p]);
    }
  }
}

void SteadyDrive::solve(double time, SteadySearch search) {
  belt_.limit_search(time, parameters_.mesh.is_free);
  const bool is_first = search == SteadySearch::everywhere && !belt_.has_motion() && !belt_.is_at_rest(time);
  if (!drive().has_mounts()) {
    if (is_first) begin_on_coarse_mesh(time);
    return belt_.solve(time, search);
  }
  const auto by = [this, time](SteadySearch how) -> GoTo {
    return [this, time, how](const AleEquations::Placement& placement) {
      belt_.place(placement);
      belt_.solve(time, how);
    };
  };
  const GoTo go_to = by(search);
  const bool is_nearby = search == SteadySearch::nearby;
  // Statics has found the places of the mounts.
  if (belt_.is_at_rest(time)) return go_to(belt_.placement_at_rest());
  const AleEquations::Placement before = belt_.placement();
  if (is_first) begin_on_coarse_mesh(time);
  AleEquations::Placement now = belt_.placement();
  follow_given_motions(now, time);
  // With the mounts at rest the belt may lack the force that it needs: in a long conveyor its stretch takes the force
  // away.
  const bool begins_loaded = is_first && !belt_.has_motion() && !drive().spans.empty() && !free_.empty();
  try {
    const AleEquations::Placement near = now;
    if (begins_loaded) now = loaded(near, time);
    try {
      go_to(now);
    } catch (const SolverError&) {
      if (free_.empty() || is_nearby) throw;
      now = begins_loaded ? near : loaded(near, time);
      go_to(now);
    }
    if (free_.empty()) return;
    if (is_nearby) return balance(now, time, Balance::to_tolerance, go_to, 0);
    // A shorter displacement costs less than a search from rest, which helps where the belt jumps to another motion.
    try {
      balance(now, time, Balance::to_tolerance, by(SteadySearch::onwards), kFewHalvings);
    } catch (const SolverError&) {
      go_to(now);
      balance(now, time, Balance::to_tolerance, go_to);
    }
  } catch (const SolverError&) {
    belt_.place(before);
    throw;
  }
}

void SteadyDrive::begin_on_coarse_mesh(double time) {
  AleParameters coarse = parameters_;
  coarse.mesh.elements_per_pulley /= 2;
  coarse.mesh.elements_per_span = std::max(1, coarse.mesh.elements_per_span / 2);
  if (coarse.mesh.elements_per_pulley < kFewElements) return;
  try {
    SteadyDrive there(drive(), coarse);
    there.solve(time);
    begin_on_finer_mesh(there, time);
  } catch (const SolverError&) {
    return;
  }
}

// Moves the mounts by the displacement of a string from rest to load.
AleEquations::Placement SteadyDrive::loaded(AleEquations::Placement placement, double time) const {
  const std::vector<double> resting = mounts_at_rest(drive());
  const SteadyEstimate estimate = steady_estimate(drive(), time, belt_.speed_at(time));
  for (const std::size_t p : free_) move(placement, p, estimate.mounts[p] - resting[p]);
  return placement;
}

void SteadyDrive::balance(AleEquations::Placement now, double time, Balance how, const GoTo& go_to, int most_halvings) {
  Eigen::MatrixXd stiffness = mount_stiffness(drive(), now.mounts);
  Eigen::VectorXd forces = imbalance(time);
  const double scale = reference_force(drive());
  const double accepted = kTolerance * scale;
  double last = INFINITY;
  double least = INFINITY;
  double reach = 1.0;
  int i = 0;
  AleEquations::Placement best = now;
  for (int all = 0;; ++all) {
    const double size = forces.lpNorm<Eigen::Infinity>();
    const bool is_falling = size < kStillFalling * last;
    if (size <= accepted && !(how == Balance::to_rounding && is_falling)) return;
    if (size < least) {
      least = size;
      best = now;
    }
    const bool is_long = i >= kMostIterations / 2 || all >= kMostCutIterations / 2;
    if (is_long && least <= kRoundingTolerance * scale) return go_to(best);
    if (i == kMostIterations || all == kMostCutIterations || !forces.allFinite()) {
      throw SolverError(fmt::format(
          "no steady motion is found in which the mounts rest: after {} corrections {:.3g} N are out of balance; {}",
          all, size, belt_.reason(time)));
    }
    last = size;
    const Eigen::VectorXd displacement =
        go_along(shortened(-numerics::DenseLu(stiffness).solve(forces)), now, go_to, most_halvings, reach);
    if (reach == 1.0) ++i;
    const Eigen::VectorXd forces_before = forces;
    forces = imbalance(time);
    // Broyden's update: the smallest change of the stiffness that explains the step.
    if (displacement.squaredNorm() > 0.0) {
      stiffness +=
          (forces - forces_before - stiffness * displacement) * displacement.transpose() / displacement.squaredNorm();
    }
  }
}

Eigen::VectorXd SteadyDrive::go_along(Eigen::VectorXd displacement, AleEquations::Placement& now, const GoTo& go_to,
                                      int most_halvings, double& reach) {
  displacement *= reach;
  for (int halving = 0;; ++halving) {
    AleEquations::Placement next = now;
    for (std::size_t k = 0; k < free_.size(); ++k) move(next, free_[k], displacement[static_cast<Eigen::Index>(k)]);
    try {
      go_to(next);
      now = std::move(next);
      if (halving == 0) reach = std::min(1.0, 2.0 * reach);
      return displacement;
    } catch (const SolverError&) {
      if (halving == most_halvings) throw;
    }
    displacement *= 0.5;
    reach *= 0.5;
  }
}

Eigen::VectorXd SteadyDrive::shortened(const Eigen::VectorXd& displacement) const {
  double part = 1.0;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const Pulley& pulley = drive().pulleys[free_[k]];
    const double axis = std::abs(displacement[static_cast<Eigen::Index>(k)]) * force_arm(pulley.mount, pulley.center);
    part = std::min(part, kLongestDisplacement * pulley.radius / axis);
  }
  return part * displacement;
}

void SteadyDrive::save(StateWriter& writer) const {
  writer.numbers("mounts", belt_.placement().mounts);
  writer.numbers("mesh_mounts", belt_.placement().mesh);
  belt_.save(writer);
}

void SteadyDrive::restore(StateReader& reader) {
  const std::size_t n = drive().pulleys.size();
  AleEquations::Placement placement{.mounts = reader.numbers("mounts", n), .mesh = reader.numbers("mesh_mounts", n)};
  try {
    if (drive().has_mounts()) belt_.place(placement);
  } catch (const PathError&) {
    require_sound_checkpoint(false);
  }
  belt_.restore(reader);
}

namespace {

// Meshes on which contact ends elsewhere in its elements, the most accurate ones first.
std::vector<MeshParameters> other_meshes(const MeshParameters& usual) {
  constexpr std::array<double, 2> kBentParts{0.8, 1.25};                 // of the usual length of bent ends
  constexpr std::array<double, 3> kElements{1.0, 4.0 / 3.0, 5.0 / 6.0};  // parts of the elements on a pulley
  std::vector<MeshParameters> others;
  for (const double part : kBentParts) {
    if (usual.bent.empty()) continue;
    MeshParameters& other = others.emplace_back(usual);
    for (BentEnd& end : other.bent) end.part = std::min(kLargestBentPart, part * end.part);
  }
  for (const double part : kElements) {
    if (part == 1.0 && usual.touching_refinement == 0) continue;
    MeshParameters& other = others.emplace_back(usual);
    other.replaced = {.elements_per_pulley = usual.elements_per_pulley,
                      .touching_refinement = usual.touching_refinement};
    other.elements_per_pulley = static_cast<int>(part * usual.elements_per_pulley);
    // On short elements a belt that hardly bends touches in points that come and go.
    other.touching_refinement = 0;
    other.span_refinement = usual.at_ends_of_spans();
    other.bent.clear();
  }
  return others;
}

}  // namespace

std::unique_ptr<SteadyDrive> steady_on_another_mesh(const SteadyDrive& without, const AleParameters& usual,
                                                    double time) {
  if (!usual.mesh.is_free || without.belt().asks_too_much(time)) return nullptr;
  for (const MeshParameters& mesh : other_meshes(usual.mesh)) {
    AleParameters other = usual;
    other.mesh = mesh;
    auto there = std::make_unique<SteadyDrive>(without.belt().equations().drive(), other);
    try {
      there->solve(time);
      return there;
    } catch (const SolverError&) {
      continue;
    }
  }
  return nullptr;
}

}  // namespace beltdyn::eulerian::ale
