// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

namespace beltdyn::verification {

// The quasi-static closed form of a string without mass on two equal pulleys, with Coulomb friction below gross slip.
// One pulley turns to and fro, the other is held. In the middle of each arc there is a particle that never slips, and
// the reference length between two of these particles is constant,
//
//     R ∫ dφ/λ(T) on both sides of the span + l/λ(F) = constant,    λ = 1 + ε + T/EA.
//
// Slip starts at the ends of the span, where T = F. A falling force leaves T <= F exp(μ φ) at the angle φ from the end,
// a rising force leaves T >= F exp(−μ φ) (Euler and Eytelwein, with reversal). Where the string sticks, T is constant
// and moves with the pulley.
class HeldString {
 public:
  struct Parameters {
    double axial_stiffness{};   // EA [N]
    double reference_strain{};  // ε < 0 of the string as laid [-]
    double coefficient{};       // μ [-]
    double radius{};            // R [m]
    double span{};              // l [m]
    double largest_angle{};     // largest rotation of the pulley to either side [rad]
  };
  // The forces of the span that a positive angle winds onto the turned pulley, and of the other span [N].
  struct Forces {
    double winding{};
    double unwinding{};
    double moment(double radius) const { return radius * (winding - unwinding); }  // [N m]
  };

  explicit HeldString(const Parameters& parameters);

  // Turns the pulley to an angle [rad]. Steps must be short, because reversals are not located within a step.
  Forces turn_to(double angle);

 private:
  // Half of an arc, from the end of a span: the forces at evenly spaced particles on the pulley [N].
  struct HalfArc {
    double first{};             // angle of the first particle from the end, before the pulley turns [rad]
    double step{};              // between particles [rad]
    std::vector<double> force;  // at the particles [N]
  };
  struct Side {
    HalfArc turned;
    HalfArc standing;
    double force{};   // of the span [N]
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
