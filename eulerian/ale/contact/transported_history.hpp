// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "eulerian/ale/element/ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

// The history of the belt at the last accepted time, from which friction takes its memory. Particles pass through the
// mesh, so a friction law needs the memory at the departure point of its particle: the particle s that is at σ now was
// at s_before(σ_departure) = s. Nothing is integrated along the path between the two: distance, turn and slip of a step
// are differences of places, exact at any belt speed, and a belt at rest keeps its stick.
//
// Between contact points of one pulley a variable of the memory is interpolated if its mode is the same on both sides.
// The interpolant is the cubic through two points on either side. At the ends of a zone it is a straight line: a
// parabola through the next two points would be bent by the begin of contact. Straight lines everywhere would smear
// what particles carry a little in each step.
//
// If the modes differ, a front lies between the two points. The variable is continuous at the front, and from either
// side it is extrapolated with the slope between the next two points of that side: the front is where the two lines
// meet, and it moves continuously. The mode is taken from the side of the front on which the departure point lies. If
// the lines do not meet, the variable is kept between the values of both sides, and the mode is stick.
//
// Contact begins, with the bristle relaxed, where the gap closes between two contact points. A particle that ran past
// this place has slipped since then, not over the whole step.
class TransportedHistory {
 public:
  TransportedHistory(const AleModel& model, const AleArrays& arrays);

  // Takes the state of the arrays as the history: the place of the belt and the memory of its contact points.
  void commit(const AleArrays& arrays, std::span<const PulleyEntry> pulleys);

  // Writes the departure data of all contact points of the trial state into the arrays of the work. Returns false if
  // there is no departure point because the belt moved by more than a loop or folded.
  bool find_departures(AleWork& work, std::span<const PulleyEntry> pulleys);

 private:
  struct Place {
    int element{};
    double xi{};
    double shift{};  // of s, by whole loops [m]
  };
  // Two contact points before a place and two behind it; `touches`: do they touch the given pulley?
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
  // A cubic from a contact point at σ_i to the next one, h ahead; the one before lies h₀ behind. With w = σ − σ_i
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
  // Walks from the given place to the element that contains s. Returns false if none does.
  bool walk_to(double s, Place& place) const;
  // Loads the elements of all departure points into the search.
  bool load_elements();
  // Writes the departure data of contact points whose departure points are found.
  void fetch(AleArrays& arrays) const;
  // The place of σ, which may lie up to a loop beyond the ends of the mesh.
  Place place_at(double sigma) const;
  double gap_at(double sigma, const ContactCircle<double>& circle) const;
  void find_beginnings();
  void find_curves();
  // Adds second and third differences to the curve behind contact point i, if the points before and behind it have its
  // mode.
  void bend_curve(Curve* curves, std::size_t i) const;
  // σ between an open place and a closed one where the gap vanishes [m].
  double place_of_contact(double open, double closed, const ContactCircle<double>& circle) const;
  // Is the contact point under pressure from this pulley?
  bool touches(std::size_t point, std::size_t pulley_index) const;
  // Departure data of a particle that was out of contact at its departure point and is at a contact point now.
  Departure<double> entry(std::size_t point, double particle, const Departure<double>& before,
                          const ContactCircle<double>& circle, bool comes_up) const;
  // `behind`: number of contact points of the mesh that lie before the place.
  Neighbours neighbours(const Place& place, std::size_t behind, std::size_t pulley_index, bool comes_up) const;
  Fetched fetched(const Neighbours& near, std::size_t variable) const;
  // dz/dσ of a variable from inner point 1 or 2 outwards; 0 if the outer point there cannot be used.
  double slope_outwards(const Neighbours& near, std::size_t variable, std::size_t inner) const;
  void fetch_memory(const Place& place, std::size_t pulley_index, bool comes_up, double sigma_by_s, double* to) const;
  // Does the belt move towards increasing σ, so that the particle now at the contact point was below it before?
  bool comes_up(std::size_t point, double particle) const {
    return value(cubics_[point / kContactPoints].s, model_.contact_rule[point % kContactPoints].xi) >= particle;
  }

  const AleModel& model_;
  std::vector<double> nodes_;
  std::vector<double> values_;                 // of contact points in the order of σ, variable by variable
  std::vector<double> modes_;                  // modes, in the same order
  std::vector<double> gaps_;                   // of contact points [m]
  std::vector<double> raises_;                 // of the surfaces at the elements, see contact::RigidPatch [m]
  std::vector<char> touches_;                  // are contact points under pressure?
  std::vector<ElementCubics<double>> cubics_;  // of the elements
  std::vector<Apart> apart_;
  // The interpolation of values from a contact point to the next one, variable by variable.
  std::vector<Curve> curves_;
  // The pulley that a contact point and the next one both touch with equal modes; −1 if there is none.
  std::vector<int> even_on_;
  std::vector<double> contact_sigma_;  // of the contact points, with two more at either end of the loop [m]
  std::vector<double> begins_after_;   // from a contact point to where contact begins or ends before the next one [m]
  std::vector<PulleyEntry> pulleys_;
  std::vector<Place> last_;  // the departure points found last, where the search begins
  std::vector<int> loaded_;  // the elements loaded into the search, −1: none
  bool has_curves_ = false;  // do beginnings of contact and curves belong to the present history?
  std::size_t lanes_;
  DepartureSearch search_;
  std::vector<std::size_t> search_start_;  // where the first contact points of the elements are in the search
};

}  // namespace beltdyn::eulerian::ale
