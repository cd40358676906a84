// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "eulerian/ale/element/ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

// The belt at the last accepted time as its particles remember it. The mesh stays where it is and particles pass
// through, so that what a friction law remembers has to be taken from the departure point: a particle s that is at
// σ now was at its departure point on the characteristic, s_before(σ_departure) = s. Nothing is integrated along the
// way: way, turn and slip of a step are differences of places, exact whatever the speed of the belt, and a belt at rest
// keeps its stick.
//
// Between contact points of one pulley a variable of the memory is interpolated where its mode is the same on both
// sides: by the cubic through two of them on either side, by a straight line at the ends of a zone, where a parabola
// through the next two would be bent by how contact begins. Straight lines everywhere would smear what particles carry
// along a little in each step. Where the modes differ a front lies between them:
// the variable is continuous there, and is continued from either side as between the next two points of that side,
// so that the front is where both meet, and moves continuously. A mode is taken from the side of the front that the
// departure point is on; where no front is found the variable lies between its limits, and sticks. Contact begins,
// relaxed, where the gap closes between two contact points; a particle that ran past there since has slipped since
// then, and not over the whole step.
class TransportedHistory {
 public:
  TransportedHistory(const AleModel& model, const AleArrays& arrays);

  // Makes the state of the arrays what is remembered: the place of the belt, and the memory of its contact points.
  void commit(const AleArrays& arrays, std::span<const PulleyEntry> pulleys);

  // Writes what all contact points of the trial state fetch into the arrays of the work. Returns false if the belt went
  // further than a loop or folded, so that there is no departure point.
  bool find_departures(AleWork& work, std::span<const PulleyEntry> pulleys);

 private:
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
  // A cubic from a contact point at σ_i to the next one, h ahead, which is h₀ ahead of the one before: with w = σ − σ_i
  //
  //     z(w) − z(0) = w (slope + (w − h) (second + third (w + h₀)))
  struct Curve {
    double slope{};
    double second{};
    double third{};
  };
  // 1/(σ_j − σ_i) of a contact point i and those ahead of it [1/m]
  struct Apart {
    double next{};
    double second{};
    double third{};
  };
  // Walks from the given place to the element that has s. Returns false if none has.
  bool walk_to(double s, Place& place) const;
  // Has the search look for all departure points in the elements that they are in.
  bool load_elements();
  // What the contact points fetch that have found their departure points.
  void fetch(AleArrays& arrays) const;
  // The place of σ, which may lie a loop beyond the ends of the mesh.
  Place place_at(double sigma) const;
  double gap_at(double sigma, const ContactCircle<double>& circle) const;
  void find_beginnings();
  void find_curves();
  // Adds second and third differences to the curve behind contact point i, if there are points of its mode before and
  // behind.
  void bend_curve(Curve* curves, std::size_t i) const;
  // σ between an open place and a closed one where the gap vanishes [m].
  double place_of_contact(double open, double closed, const ContactCircle<double>& circle) const;
  // Is the contact point under pressure from this pulley?
  bool touches(std::size_t point, std::size_t pulley_index) const;
  // What a particle fetches that was outside at its departure point and is at a contact point now.
  Departure<double> entry(std::size_t point, double particle, const Departure<double>& before,
                          const ContactCircle<double>& circle, bool comes_up) const;
  // `behind` counts the contact points before the place.
  Neighbours neighbours(const Place& place, std::size_t behind, std::size_t pulley_index, bool comes_up) const;
  Fetched fetched(const Neighbours& near, std::size_t variable) const;
  // dz/dσ of a variable from an inner point (1 or 2) outwards; 0 if the next point there is of no help.
  double slope_outwards(const Neighbours& near, std::size_t variable, std::size_t inner) const;
  void fetch_memory(const Place& place, std::size_t pulley_index, bool comes_up, double sigma_by_s, double* to) const;
  // Do particles come up, so that the one that is at a contact point now was below it before?
  bool comes_up(std::size_t point, double particle) const {
    return value(cubics_[point / kContactPoints].s, model_.contact_rule[point % kContactPoints].xi) >= particle;
  }

  const AleModel& model_;
  std::vector<double> nodes_;
  std::vector<double> values_;                 // of contact points in the order of σ, variable by variable
  std::vector<double> modes_;                  // the same
  std::vector<double> gaps_;                   // of contact points [m]
  std::vector<double> raises_;                 // of the surfaces at the elements, see contact::RigidPatch [m]
  std::vector<char> touches_;                  // are contact points under pressure?
  std::vector<ElementCubics<double>> cubics_;  // of the elements
  std::vector<Apart> apart_;
  // Of values from a contact point to the next one, variable by variable.
  std::vector<Curve> curves_;
  // The pulley that a contact point and the next one touch, both with the same modes; −1 if there is none.
  std::vector<int> even_on_;
  std::vector<double> contact_sigma_;  // of the contact points, with two more at either end of the loop [m]
  std::vector<double> begins_after_;   // from a contact point to where contact begins or ends before the next one [m]
  std::vector<PulleyEntry> pulleys_;
  std::vector<Place> last_;  // the departure points found last, where the search begins
  std::vector<int> loaded_;  // the elements that the search has, −1 for none
  bool has_curves_ = false;  // are beginnings of contact and curves those of what is remembered?
  std::size_t lanes_;
  DepartureSearch search_;
  std::vector<std::size_t> search_start_;  // where the first contact points of the elements are in the search
};

}  // namespace beltdyn::eulerian::ale
