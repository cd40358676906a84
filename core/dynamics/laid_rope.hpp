// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "core/dynamics/guided_node.hpp"

namespace beltdyn {

// A stretched rope on its path: path coordinate σ, natural length s and stretch λ, sampled at many places.
class StretchedPath {
 public:
  // A sample of the path.
  struct Place {
    double sigma{};    // σ [m]
    double natural{};  // s [m]
    double stretch{};  // λ [-]
  };
  // `places` are sorted by σ.
  explicit StretchedPath(std::vector<Place> places) : places_(std::move(places)) {}

  double natural_length() const { return places_.back().natural; }
  Place at_particle(double s) const { return between(s, &Place::natural); }
  Place at_path(double sigma) const { return between(sigma, &Place::sigma); }
  // The derivative of the natural length with respect to the force [m/N].
  double length_by_force(double axial_stiffness) const;

 private:
  Place between(double value, double Place::*key) const;

  std::vector<Place> places_;
};

// A rope drive at its start, prepared as an open belt for finite elements. `drive` holds pulleys, belt and contact; it
// has no path of its own, and its pulley radii reach to the centre line. `rope` lies on `path` with the forces of
// rope_start().
struct LaidRope {
  BeltDrive drive;
  RopePath path;
  StretchedPath rope;
  double flux{};                        // natural length per time towards the second end [m/s]
  double acceleration{};                // of the whole rope towards its second end at the start [m/s²]
  bool are_ends_held{};                 // are ends and mounts held while the rope finds its equilibrium?
  std::vector<double> speeds{};         // angular velocities of the pulleys [rad/s]
  std::vector<std::size_t> carriers{};  // of the pulleys (PulleyMounts); their mounts are in `drive`
  // The ends, without their node indices. A fixed end is held for ever.
  std::array<GuidedNode, 2> ends{};
  // For winches with a given rate: the natural length that enters per time [m/s]. For winches with a drum: the drum,
  // and the angular velocity with which it starts if it turns freely [rad/s].
  std::array<std::optional<TimeFunction>, 2> winches{};
  std::array<std::optional<Pulley>, 2> drums{};
  std::array<double, 2> drum_speeds{};
  // Velocities of ends that do not move with the rope [m/s].
  std::array<std::optional<Eigen::Vector2d>, 2> end_velocities{};

  // Speed of the rope on its path towards the second end [m/s]. The outer spans move like rigid bodies, because their
  // particles keep their stretch; between them natural length passes with a uniform flux.
  double speed_at(double sigma) const;
  double force() const { return drive.belt.found->force; }  // mean force of the spans at the start [N]
};
// Samples the path densely enough for this number of elements. Throws PathError if there is no path.
LaidRope lay_rope(const RopeDrive& rope, int elements);

// Why a rope drive cannot be simulated with finite elements, one sentence each; `name` is the formulation.
std::vector<std::string> rope_objections(const RopeDrive& rope, std::string_view name);
// A sentence for each end that is a winch, for formulations that do not support winches.
std::vector<std::string> winch_objections(const RopeDrive& rope, std::string_view name);

}  // namespace beltdyn
