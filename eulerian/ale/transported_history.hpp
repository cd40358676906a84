// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "eulerian/ale/ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

// The belt at the last accepted time as its particles remember it. The mesh stays where it is and particles pass
// through, so that what a friction law remembers has to be fetched from where the particle was: a particle s that is at
// σ now was at the foot of its characteristic, s_before(σ_foot) = s. Nothing is integrated along the way: way, turn and
// slip of a step are differences of places, exact whatever the speed of the belt, and a belt at rest keeps its stick.
class TransportedHistory {
 public:
  explicit TransportedHistory(const AleModel& model);

  // Makes the state of the arrays what is remembered: the place of the belt, and the deflections of its bristles.
  void commit(const AleArrays& arrays, std::span<const PulleyEntry> pulleys);

  // Writes the feet of all contact points of the trial state into the arrays. Returns false if the belt went further
  // than a loop or folded, so that there is no foot.
  bool find_feet(AleArrays& arrays, std::span<const PulleyEntry> pulleys);

 private:
  // An element as polynomials in ξ: coefficients of 1, ξ, ξ², ξ³.
  struct Cubic {
    std::array<double, 4> s{};
    std::array<double, 4> x{};
    std::array<double, 4> y{};
    double one_over_length{};
  };
  struct Place {
    int element{};
    double xi{};
    double shift{};  // of s, by whole loops [m]
  };
  bool find(double s, Place& place) const;
  Foot<double> foot_at(const Place& place, const ContactCircle<double>& circle) const;
  double deflection_at(int element, double xi, double& slope) const;

  const AleModel& model_;
  std::vector<double> nodes_;
  std::vector<double> deflections_;    // z of contact points in the order of σ [m]
  std::vector<Cubic> cubics_;          // of the elements
  std::vector<double> contact_sigma_;  // of the contact points, with one more at either end of the loop [m]
  std::vector<Vec2<double>> centers_;  // of the pulleys [m]
  std::vector<Place> last_;            // the feet found last, where the search begins
  std::vector<double> now_;            // w, φ, s, s' of the trial state
};

}  // namespace beltdyn::eulerian::ale
