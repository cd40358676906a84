// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "analytic/contour/strain_law.hpp"

namespace beltdyn::analytic {

// The belt on a pulley for a given exit level.
struct Envelope {
  double elongation{};   // of the belt in contact, without belt that came in during the step [m]
  double compliance{};   // d(elongation)/d(exit level) [m]
  double slip_length{};  // c [m]
  double front_level{};  // y where the slip zone begins
  int direction{};       // +1 forward, −1 backward, 0 none
  std::size_t kept{};    // number of points, from the entry side, outside of the slip zone
};

// The level of the strain on one pulley, linear between points that travel with its surface. σ̂ is the distance from
// the entry, R the contact length, φ = f/b. The belt sticks and transports its strain, except near the exit: with the
// transported profile y(σ̂) and the level y_out of the span behind,
//
//     y_out > y(R):  y := max(y, y_out − φ (R − σ̂))    the belt slips forward where the line is higher,
//     y_out < y(R):  y := min(y, y_out + φ (R − σ̂))    the belt slips backward where the line is lower.
//
// Since |dy/dσ̂| ≤ φ everywhere, line and profile intersect at most once. A zone that slipped before and is not reached
// by the new line sticks, and is transported like the rest, whatever its direction of slip was.
class ContactProfile {
 public:
  // The belt at rest without strain.
  ContactProfile(const StrainLaw& law, double contact_length, double slope);

  double contact_length() const { return contact_length_; }
  double slope() const { return slope_; }  // φ [1/m]

  // A step: transport(), any number of envelope(), then finish(). The shift [m] lies in [0, R).
  void transport(double shift);
  // Contribution of the level y_in at the entry: elongation of the belt that came in [m], and its derivative by y_in.
  double inflow_elongation(double entry_level) const;
  double inflow_compliance(double entry_level) const;
  Envelope envelope(double entry_level, double exit_level) const;
  void finish(double entry_level, double exit_level, const Envelope& envelope);

  double exit_level() const { return points_.front().level; }
  double elongation() const;  // of the belt in contact [m]
  std::size_t size() const { return points_.size(); }
  // y and dy/dσ̂ where the profile is smooth; at a point the derivative is the one on the entry side.
  double level(double local) const;
  double level_slope(double local) const;
  // Elongation of the belt between the entry and `local` [m].
  double elongation_before(double local) const;

  // The points as numbers, exit first: (σ̂, y, elongation of the belt from the point to the next one towards the exit).
  std::vector<double> numbers() const;
  // Throws IoError if the numbers are not a valid profile.
  void set_numbers(const std::vector<double>& numbers);

 private:
  struct Point {
    double local{};       // σ̂ [m]
    double level{};       // y
    double elongation{};  // of the belt between this point and the next one towards the exit [m]
  };

  double excess(const Point& point, double exit_level, int direction) const;
  std::size_t stretch_at(double local) const;  // index of the point on the entry side
  void append_entry(double level);

  StrainLaw law_;
  double contact_length_;
  double slope_;
  std::vector<Point> points_;  // from the exit to the entry; between transport() and finish() up to the old entry
  double transported_ = 0.0;   // elongation of points_ after transport() [m]
};

}  // namespace beltdyn::analytic
