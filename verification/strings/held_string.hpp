// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

namespace beltdyn::verification {

// A string without mass on two equal pulleys, of which one oscillates and the other is fixed, with
// Coulomb's friction below full slip: in the middle of each arc there is a particle that has never slipped, and what is
// between two of these keeps its reference length,
//
//     R ∫ dφ/λ(T) on both sides of the span + l/λ(F) = constant,    λ = 1 + ε + T/EA.
//
// Slip comes from the ends of the span, at which T = F: a force that falls leaves T <= F exp(μ φ) at the angle φ from
// the end, one that rises leaves T >= F exp(−μ φ) (Euler and Eytelwein, with reversal). T stays on the pulley where it
// sticks, and turns with it.
class HeldString {
 public:
  struct Parameters {
    double axial_stiffness{};   // EA [N]
    double reference_strain{};  // ε < 0 of the untouched string [-]
    double coefficient{};       // μ [-]
    double radius{};            // R [m]
    double span{};              // l [m]
    double largest_angle{};     // that the pulley is turned by, to either side [rad]
  };
  // The forces of the span that a positive angle winds onto the pulley, and of the other one [N].
  struct Forces {
    double winding{};
    double unwinding{};
    double moment(double radius) const { return radius * (winding - unwinding); }  // [N m]
  };

  explicit HeldString(const Parameters& parameters);

  // Turns the pulley to an angle; steps should be short between reversals, which they do not look for.
  Forces turn_to(double angle);

 private:
  // Half of an arc, from the end of a span: forces at particles that are evenly spaced on the pulley.
  struct HalfArc {
    double first{};  // angle of the first particle from the end, before the pulley turns [rad]
    double step{};   // between particles [rad]
    std::vector<double> force;
  };
  struct Side {
    HalfArc turned;
    HalfArc standing;
    double force{};
    double length{};  // reference length [m]
  };

  double stretch(double force) const;
  double slipped(double force, double angle, double end_force) const;
  double length_of(const HalfArc& arc, double turn, double end_force) const;
  double length_of(const Side& side, double turn, double end_force) const;
  void commit(HalfArc& arc, double turn, double end_force) const;
  double turn(Side& side, double turn) const;

  Parameters parameters_;
  Side winding_;
  Side unwinding_;
};

}  // namespace beltdyn::verification
