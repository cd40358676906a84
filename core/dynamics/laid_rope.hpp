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

// The path of a stretched rope by its natural length s, looked at in many places.
class StretchedPath {
 public:
  struct Place {
    double sigma{};    // [m]
    double natural{};  // s [m]
    double stretch{};  // λ
  };
  // In the order of σ.
  explicit StretchedPath(std::vector<Place> places) : places_(std::move(places)) {}

  double natural_length() const { return places_.back().natural; }
  Place at_particle(double s) const { return between(s, &Place::natural); }
  Place at_path(double sigma) const { return between(sigma, &Place::sigma); }
  // By how much its natural length changes with the force [m/N].
  double length_by_force(double axial_stiffness) const;

 private:
  Place between(double value, double Place::*key) const;

  std::vector<Place> places_;
};

// A rope drive as an open belt at its start: pulleys, belt and contact as a BeltDrive, without a path of its own and
// with the radii of pulleys those of the centre line; and the rope laid on its path with the forces of rope_start().
struct LaidRope {
  BeltDrive drive;
  RopePath path;
  StretchedPath rope;
  double flux{};                        // natural length per time that runs towards the second end [m/s]
  double acceleration{};                // of all of it towards its second end at the start [m/s²]
  bool are_ends_held{};                 // with the mounts, while the rope finds its equilibrium
  std::vector<double> speeds{};         // of the pulleys [rad/s]
  std::vector<std::size_t> carriers{};  // of the pulleys, whose mounts are in the drive (PulleyMounts)
  // The ends; where they are among the nodes is left open. A fixed place is held for ever.
  std::array<GuidedNode, 2> ends{};
  // Of those that are winches with a rate, the natural length that enters per time [m/s]; or their drums, and with what
  // speeds these start if they turn freely [rad/s].
  std::array<std::optional<TimeFunction>, 2> winches{};
  std::array<std::optional<Pulley>, 2> drums{};
  std::array<double, 2> drum_speeds{};
  // Their velocities, where they do not go with the rope [m/s].
  std::array<std::optional<Eigen::Vector2d>, 2> end_velocities{};

  // Of the rope towards its second end, on its path: what hangs at an end goes like a rigid body, as each particle
  // keeps its stretch there; elsewhere natural length runs with one flux [m/s].
  double speed_at(double sigma) const;
  double force() const { return drive.belt.found->force; }  // with which the rope presses on pulleys [N]
};
// Looks at the path in enough places for so many elements. Throws PathError if there is no path.
LaidRope lay_rope(const RopeDrive& rope, int elements);

// Why a rope drive does not run as finite elements, one sentence each; `name` is that of the formulation.
std::vector<std::string> rope_objections(const RopeDrive& rope, std::string_view name);
// A sentence for each end that is a winch, for formulations without.
std::vector<std::string> winch_objections(const RopeDrive& rope, std::string_view name);

}  // namespace beltdyn
