// SPDX-License-Identifier: MIT
#include "eulerian/ale/modes/linear_simulation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "eulerian/ale/modes/linear_belt.hpp"
#include "eulerian/ale/modes/mode_pairs.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using Complex = std::complex<double>;

// Roots closer to 0 than this part of the revolution rate of the belt belong to the arbitrary choice of s = 0 [-].
constexpr double kNoRate = 1e-6;

// Stiffness of stick in small motions, K_t w h²/EA [-]. Elastic stick lengthens each span by √(EA/(K_t w)) at either
// end, which changes natural frequencies by some percent if stick is as soft as in other analyses. With still stiffer
// stick steady motions are seldom found.
constexpr double kStickOfSmallMotions = 100.0;
// Halvings of the elements in which a string begins to touch. The place changes with the force, and short elements
// follow it.
constexpr int kRefinementOfString = 7;
// Elements in which a belt with bending stiffness begins to touch are shorter by this factor.
constexpr int kShorterWhereBent = 2;

bool lacks_stiffness_somewhere(const BeltDrive& drive) {
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    if (drive.configured_contact(p).lacks_stiffness()) return true;
  }
  return false;
}

// The meshes for small motions, the most accurate one first; none if the usual one does. A belt that bends begins to
// touch with a concentrated force. A patch there, in contact or not, moves its place by an element, which changes the
// modes of arms by some percent; points move it by less.
std::vector<MeshParameters> meshes_for_small_motions(const MeshParameters& usual, const BeltDrive& drive) {
  if (!lacks_stiffness_somewhere(drive)) return {};
  MeshParameters mesh = usual;
  mesh.stick = kStickOfSmallMotions;
  mesh.has_patches = false;
  if (!usual.is_free) return {mesh};
  MeshParameters fine = mesh;
  if (drive.belt.bending_stiffness > 0.0) {
    for (BentEnd& end : fine.bent) end.elements *= kShorterWhereBent;
  } else {
    fine.touching_refinement = std::max(usual.touching_refinement, kRefinementOfString);
    fine.span_refinement = std::max(0, usual.at_ends_of_spans() - fine.touching_refinement);
  }
  return {fine, mesh};
}

// The steady motion that a drive has found for a time, on the mesh and with the stick from which small motions are
// accurate; null if it is not found there. `drive` is the drive that the steady one discretises.
std::unique_ptr<SteadyDrive> drive_for_small_motions(const SteadyDrive& steady, const BeltDrive& drive, double time) {
  AleParameters parameters = steady.parameters();
  for (const MeshParameters& mesh : meshes_for_small_motions(parameters.mesh, drive)) {
    parameters.mesh = mesh;
    try {
      auto fine = std::make_unique<SteadyDrive>(drive, parameters);
      fine->begin_on_finer_mesh(steady, time);
      fine->solve(time);
      return fine;
    } catch (const SolverError&) {
      continue;
    }
  }
  return nullptr;
}

BeltPath path_of(const SteadyDrive& drive) {
  return path_with_mounts(drive.belt().equations().drive(), drive.belt().placement().mesh);
}

class AleLinearAnalysis final : public LinearAnalysis {
 public:
  // `own`: the drive if the analysis keeps it, or null.
  AleLinearAnalysis(SteadyDrive& drive, double time, LinearOptions options, const BeltDrive& configured,
                    std::unique_ptr<SteadyDrive> own)
      : own_(std::move(own)),
        drive_(drive.belt().equations().drive()),
        configured_(configured),
        options_(std::move(options)),
        steady_speeds_(drive.belt().speeds()),
        revolution_rate_(drive.belt().flux() / drive.belt().equations().model().reference_length),
        places_{.pulleys = mode_pulleys(drive_, drive.belt().placement().mounts),
                .points = {},
                .contour_length = path_of(drive).length()},
        belt_(std::make_unique<LinearBelt>(drive.belt(), path_of(drive), time)) {
    places_.points = belt_->points();
  }

  const LinearOptions& options() const override { return options_; }

  const BeltDrive* drive() const override { return &configured_; }

  std::vector<double> steady_speeds() const override { return steady_speeds_; }

  ModeBodies bodies() const override { return mode_bodies(drive_); }

  std::vector<LinearOutput> outputs() const override { return linear_outputs(drive_); }

  ModePlaces places() const override { return places_; }

  double damped_rate() const override { return ale::damped_rate(drive_.belt); }

  void respond(const LinearExcitation& excitation, std::span<const Complex> s,
               std::span<Complex> values) const override {
    auto next = values.begin();
    const std::vector<LinearBelt::Motion> motions = belt_->responses(s, excitation);
    for (std::size_t i = 0; i < s.size(); ++i) next = tell(s[i], motions[i], next);
  }

  std::vector<LinearMode> modes(const ModeSearch& search) const override {
    require_digits(search, belt_->longest_memory());
    std::vector<LinearMode> modes;
    for (const numerics::Eigenpair& mode : mode_pairs(*belt_, search, kNoRate * std::abs(revolution_rate_))) {
      modes.push_back({.root = mode.value, .shape = belt_->shape_of(mode.value, mode.vector)});
    }
    return modes;
  }

  std::vector<std::optional<Complex>> follow(std::span<const Complex> guesses) const override {
    return followed_modes(*belt_, options_.modes.value(), guesses);
  }

 private:
  template <class Place>
  Place tell(Complex s, const LinearBelt::Motion& x, Place next) const {
    for (std::size_t k = 0; k < drive_.pulleys.size(); ++k) {
      const Pulley& p = drive_.pulleys[k];
      *next++ = x.angular_velocity[k];
      *next++ = x.moment[k];
      if (p.is_prescribed()) *next++ = drive_torque(p, s, x.angular_velocity[k], x.moment[k]);
      *next++ = x.hub_load[k];
      if (suspension_of(p.mount) != nullptr) {
        *next++ = x.mount_position[k];
        *next++ = x.mount_force[k];
      }
      if (!p.accessory) continue;
      *next++ = x.accessory_speed[k];
      *next++ = x.accessory_torque[k];
    }
    return std::copy(x.span_force.begin(), x.span_force.end(), next);
  }

  std::unique_ptr<SteadyDrive> own_;
  const BeltDrive& drive_;
  const BeltDrive& configured_;
  LinearOptions options_;
  std::vector<double> steady_speeds_;  // [rad/s]
  double revolution_rate_;             // [1/s]
  ModePlaces places_;
  std::unique_ptr<LinearBelt> belt_;
};

}  // namespace

std::unique_ptr<LinearAnalysis> linear_analysis_of(SteadyDrive& steady, const BeltDrive& drive, double time,
                                                   const LinearOptions& options, const BeltDrive& configured) {
  std::unique_ptr<SteadyDrive> own = drive_for_small_motions(steady, drive, time);
  SteadyDrive& base = own ? *own : steady;
  if (base.belt().flux() == 0.0) base.belt().look_at_rest(time);
  return std::make_unique<AleLinearAnalysis>(base, time, options, configured, std::move(own));
}

bool change_mesh(MeshParameters& mesh, OtherMesh to) {
  constexpr int kFewestPerPulley = 4;  // of a mesh that can be coarser
  if (to == OtherMesh::finer) {
    mesh.elements_per_pulley *= 2;
    mesh.elements_per_span *= 2;
    for (BentEnd& end : mesh.bent) end.elements *= 2;
    return true;
  }
  if (mesh.elements_per_pulley < kFewestPerPulley) return false;
  mesh.elements_per_pulley /= 2;
  return true;
}

}  // namespace beltdyn::eulerian::ale
