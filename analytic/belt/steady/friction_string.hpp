// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "analytic/belt/steady/steady_string_drive.hpp"
#include "analytic/belt/steady/string_arc.hpp"
#include "core/drive/pulley/pulley_contact.hpp"

namespace beltdyn::analytic {

// The steady motion of a FrictionString; names and signs are those of SteadyStringMotion. Entry k of an array belongs
// to pulley k or to the belt that comes to it.
struct FrictionStringMotion {
  double flux{};                             // G [m/s]
  std::array<double, 2> stretch{};           // λ_k [-]
  std::array<double, 2> force{};             // N_k [N]
  std::array<double, 2> effective_force{};   // τ_k [N]
  std::array<double, 2> speed{};             // of the belt, G λ_k [m/s]
  std::array<double, 2> angular_velocity{};  // of the pulley, which the belt enters with a slip [rad/s]
  std::array<double, 2> arc_material{};      // reference length on the pulley [m]
  std::array<double, 2> friction_power{};    // [W]
  double driver_torque{};                    // M₁ that the driver takes [N m]
  double driven_torque{};                    // M₂ that the driven pulley gives off [N m]
  // Where on the pulley the law begins or ceases to report slip, from the entry [m]
  std::array<std::vector<double>, 2> state_change{};

  // What it was found as, to begin the search for a motion nearby with; see FrictionString.
  int power = 0;  // +1 from the driver, −1 to the driver, 0 without torque
  Eigen::Vector4d unknowns = Eigen::Vector4d::Zero();
};

// A string on two rigid pulleys, each with any friction law of a belt: the steady ordinary differential equations of
// StringArc on both of them. Unknown are the four numbers
//
//     τ₁ over its value without load,   q = ln|τ₁ − τ₂|,   y_k = ln|v_s| at the entry of pulley k
//
// (forces in N, speeds in m/s), and the equations, with p = ±1 the direction of power,
//
//     ln|Δτ| of each arc = q,   the reference length of the belt,   a demand on torque or speed of pulley 1.
//
// In logarithms they are nearly linear, at small loads exactly so, and the creep
// ω₁ R₁ − ω₂ R₂ = p (e^q G/a + e^(y₁) + e^(y₂)) is known to its last digits. They are solved by Newton's method
// from a motion nearby. Without one, the curve of motions is followed from a load so small that all is linear,
// parametrised by that unknown which changes most: it is the first motion at which the demand is met, on the stable
// side of the largest torque. The accuracy is that of StringArc.
class FrictionString {
 public:
  // The coefficients of the belt are not used. `width` of the undeformed belt [m]. Throws UsageError as
  // steady_string_motion().
  FrictionString(const StringDrive& belt, const std::array<PulleyContact, 2>& contact, double width,
                 LawArea area = LawArea::undeformed);

  // As the functions of the same names in steady_string_drive.hpp, at v₁ = 0 the limit of slow motion, in which rates
  // do not matter. `near` is a motion to begin with, whose last digits the result may depend on, or null. Throw
  // SolverError if the belt does not press on the pulleys, or if it slips: if the demand is not met before one surface
  // is a hundred times as fast as the other.
  FrictionStringMotion under_load(double driver_speed, const std::function<double(double angular_velocity)>& load,
                                  const FrictionStringMotion* near = nullptr) const;
  FrictionStringMotion at_speeds(double driver_speed, double driven_speed,
                                 const FrictionStringMotion* near = nullptr) const;
  // The motion that was found as these unknowns at this speed.
  FrictionStringMotion motion(double driver_speed, int power, const Eigen::Vector4d& unknowns) const;

  // The belt at ascending distances along the contour from the entry of the driver, from 0 to the length of the
  // contour. What the law reports as its state: elastoplastic_coulomb, bristle and gms slip where no part of them
  // sticks; regularised_coulomb from its velocity on; dahl and lugre where bristles take up less than half of the slip.
  std::vector<StringPoint> points(const FrictionStringMotion& motion, std::span<const double> sigma) const;

  const StringDrive& belt() const { return belt_; }

 private:
  struct Demand;
  class Equations;

  FrictionStringMotion solve(double driver_speed, int power, const Demand& demand,
                             const FrictionStringMotion* near) const;
  const std::array<StringArc, 2>& arcs(double driver_speed) const { return driver_speed > 0.0 ? arcs_ : slow_arcs_; }
  ArcEntry entry(const FrictionStringMotion& motion, std::size_t k) const;
  // At ascending distances from the entry of pulley k.
  std::vector<StringPoint> arc_points(const FrictionStringMotion& motion, std::size_t k,
                                      std::span<const double> distances) const;

  StringDrive belt_;
  std::array<StringArc, 2> arcs_;
  std::array<StringArc, 2> slow_arcs_;  // with the laws as they are in the limit of slow motion
};

}  // namespace beltdyn::analytic
