// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/drive/rope/rope_path.hpp"
#include "core/run/simulation.hpp"
#include "lagrangian/ancf/element/belt_equations.hpp"

namespace beltdyn::lagrangian::ancf {

// A segment of the rope that touches a pulley.
struct TouchingSegment {
  double sigma{};     // of its middle [m]
  double length{};    // [m]
  double normal{};    // N [N]
  double traction{};  // on the belt, along the rope towards its second end [N]
  double slip{};      // velocity of the rope on the surface, likewise [m/s]
  int direction{};    // of its slip, likewise; 0: it sticks
};

// The rope of an AncfBelt with two ends in its last accepted state, by the distance σ from its first end on a path as
// long as the rope is stretched.
class RopeState {
 public:
  RopeState(const BeltEquations& equations, const RopePath& path);

  // Between the middles of elements, and on beyond the first and the last one.
  double force(double sigma) const;  // [N]
  double speed(double sigma) const;  // towards the second end [m/s]
  double strain(double sigma) const;
  // On a pulley, in their order.
  const std::vector<TouchingSegment>& contacts(std::size_t pulley) const { return contacts_[pulley]; }
  // The angles of slip at the sides of the first end and of the second one [rad]; all of the arc at the second one
  // where all of it slips.
  std::array<double, 2> slip_arcs(std::size_t pulley, const PathArc& arc, double friction) const;
  ProfilePoint point(double sigma) const;

 private:
  struct Middle {
    double sigma{};
    double force{};
    double speed{};
    double strain{};
  };
  double between(double sigma, double Middle::*value) const;
  void find_contacts(const BeltEquations& equations, const RopePath& path, std::span<const double> starts);

  std::vector<Middle> middles_;
  std::vector<std::vector<TouchingSegment>> contacts_;
};

}  // namespace beltdyn::lagrangian::ancf
