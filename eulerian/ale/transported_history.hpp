// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "eulerian/ale/ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

// The belt at the last accepted time as its particles remember it. The mesh stays where it is and particles pass
// through, so that what a friction law remembers has to be fetched from where the particle was: a particle s that is at
// σ now was at its departure point on the characteristic, s_before(σ_departure) = s. Nothing is integrated along the
// way: way, turn and slip of a step are differences of places, exact whatever the speed of the belt, and a belt at rest
// keeps its stick.
//
// Between contact points of one pulley a variable of the memory is interpolated where its mode is the same on both
// sides. Where the modes differ a front lies between them: the variable is continuous there, and goes on from either
// side as it does between the next two points of that side, so that the front is where both meet, and moves
// continuously. A mode is taken from the side of the front that the departure point is on; where no front is found
// the variable lies between its limits, and sticks. Contact begins, relaxed, where the gap closes between two contact
// points; a particle that ran past there since has slipped since then, and not over the whole step.
class TransportedHistory {
 public:
  explicit TransportedHistory(const AleModel& model);

  // Makes the state of the arrays what is remembered: the place of the belt, and the memory of its contact points.
  void commit(const AleArrays& arrays, std::span<const PulleyEntry> pulleys);

  // Writes what all contact points of the trial state fetch into the arrays. Returns false if the belt went further
  // than a loop or folded, so that there is no departure point.
  bool find_departures(AleArrays& arrays, std::span<const PulleyEntry> pulleys);

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
  // The contact points before and behind a place, and the ones beyond them; `touches` those of the pulley asked for.
  struct Neighbours {
    std::array<std::size_t, 4> point{};
    std::array<double, 4> sigma{};
    std::array<bool, 4> touches{};
    double place{};   // σ [m]
    double begins{};  // σ at which contact begins, if the belt runs into it between the inner points [m]
    bool comes_up{};  // does the belt move towards increasing σ here?
  };
  struct Fetched {
    double value{};
    double by_sigma{};
    double mode{};
  };
  // The touched place of the belt at ξ of an element, and its derivative by ξ.
  struct TouchedAt {
    Vec2<double> x;
    Vec2<double> x_xi;
  };
  static TouchedAt touched_at(const Cubic& cubic, double xi, const ContactCircle<double>& circle);
  bool find(double s, Place& place) const;
  Departure<double> departure_at(const Place& place, const ContactCircle<double>& circle) const;
  // The place of σ, which may lie a loop beyond the ends of the mesh.
  Place place_at(double sigma) const;
  double gap_at(double sigma, const ContactCircle<double>& circle) const;
  void find_beginnings();
  // σ between an open place and a closed one where the gap vanishes [m].
  double place_of_contact(double open, double closed, const ContactCircle<double>& circle) const;
  // Is the contact point under pressure from this pulley?
  bool touches(std::size_t point, std::size_t owner) const;
  // What a particle fetches that was outside at its departure point and is at a contact point now.
  Departure<double> entry(std::size_t point, double particle, const Departure<double>& before,
                          const ContactCircle<double>& circle, bool comes_up) const;
  Neighbours neighbours(const Place& place, std::size_t owner, bool comes_up) const;
  Fetched fetched(const Neighbours& near, std::size_t variable) const;
  // dz/dσ of a variable from an inner point (1 or 2) outwards; 0 if the next point there is of no help.
  double slope_outwards(const Neighbours& near, std::size_t variable, std::size_t inner) const;
  void fetch_memory(const Place& place, std::size_t owner, bool comes_up, double* to, std::size_t stride) const;

  const AleModel& model_;
  std::vector<double> nodes_;
  std::vector<double> values_;         // of contact points in the order of σ, variable by variable
  std::vector<double> modes_;          // the same
  std::vector<double> gaps_;           // of contact points [m]
  std::vector<char> touches_;          // are contact points under pressure?
  std::vector<Cubic> cubics_;          // of the elements
  std::vector<double> contact_sigma_;  // of the contact points, with two more at either end of the loop [m]
  std::vector<double> begins_after_;   // from a contact point to where contact begins or ends before the next one [m]
  std::vector<ContactCircle<double>> circles_;  // of the pulleys
  std::vector<Place> last_;                     // the departure points found last, where the search begins
  std::vector<double> now_;                     // w, φ, s, s' of the trial state
};

}  // namespace beltdyn::eulerian::ale
