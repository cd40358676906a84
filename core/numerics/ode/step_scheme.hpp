// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::numerics {

// The fixed rates of velocity and acceleration with respect to position within a step; both 0 in statics.
struct StepRates {
  double velocity{};      // c_v [1/s]
  double acceleration{};  // c_a [1/s²]
};

// The state of one coordinate: position, velocity, acceleration q̈ and auxiliary acceleration a.
struct CoordinateState {
  double q{};
  double v{};
  double acceleration{};
  double auxiliary{};

  // Moves the position by d within a step; velocity and acceleration follow.
  void move(const StepRates& rates, double d) {
    q += d;
    v += rates.velocity * d;
    acceleration += rates.acceleration * d;
  }
};

// Implicit time integration of M q̈ = f(q, v, t), with all forces at the end of the step:
//
//     q₁ = q₀ + h v₀ + h² ((½ − β) a₀ + β a₁),   v₁ = v₀ + h ((1 − γ) a₀ + γ a₁),
//     (1 − α_m) a₁ + α_m a₀ = (1 − α_f) q̈₁ + α_f q̈₀
//
// This is the generalised-α method in the form of Arnold and Brüls (Multibody Syst. Dyn. 18, 2007). For α_m = α_f = 0
// it is the Newmark method, for β = ¼, γ = ½ in addition the trapezoidal rule. Without inertia it is the implicit Euler
// method, v₁ = (q₁ − q₀)/h. Within a step v₁ and q̈₁ are affine functions of q₁ (rates()). A scheme that forgets takes
// a₀ = 0.
struct StepScheme {
  double alpha_m = 0.0;
  double alpha_f = 0.0;
  double beta = 0.25;
  double gamma = 0.5;
  // w: the slip of a contact and the turn of a pulley of prescribed speed in a step are h ((1 − w) v₀ + w v₁) [-]
  double slip_weight = 0.5;
  bool inertia = true;
  bool forgets = false;

  static StepScheme trapezoidal() { return {}; }
  // The implicit Euler method with inertia: of first order, and without the highest frequencies after one step.
  static StepScheme implicit_euler() { return {.beta = 1.0, .gamma = 1.0, .slip_weight = 1.0, .forgets = true}; }
  // The scheme of second order with the high-frequency spectral radius ρ_∞ in [0, 1].
  static StepScheme generalised_alpha(double spectral_radius);
  static StepScheme quasi_static() { return {.slip_weight = 1.0, .inertia = false}; }

  // ∂v₁/∂q₁, ∂q̈₁/∂q₁
  StepRates rates(double h) const {
    if (!inertia) return {.velocity = 1.0 / h, .acceleration = 0.0};
    return {.velocity = gamma / (beta * h), .acceleration = (1.0 - alpha_m) / ((1.0 - alpha_f) * beta * h * h)};
  }

  // a₀ of an auxiliary acceleration before the step
  double auxiliary_before(double a) const { return forgets ? 0.0 : a; }

  // The state at the end of the step for a₁ = a₀; without inertia for v₁ = v₀.
  CoordinateState predict(const CoordinateState& before, double h) const {
    const double a = auxiliary_before(before.auxiliary);
    return {.q = before.q + h * before.v + 0.5 * h * h * a,
            .v = before.v + h * a,
            .acceleration = (a - alpha_f * before.acceleration) / (1.0 - alpha_f),
            .auxiliary = a};
  }

  // a₁ from q̈₁
  double auxiliary_after(double acceleration_before, double auxiliary_before, double acceleration) const {
    return ((1.0 - alpha_f) * acceleration + alpha_f * acceleration_before - alpha_m * auxiliary_before) /
           (1.0 - alpha_m);
  }
  // Sets a₁ of a coordinate at the end of a step.
  void finish(const CoordinateState& before, CoordinateState& after) const {
    after.auxiliary = auxiliary_after(before.acceleration, after.auxiliary, after.acceleration);
  }
};

}  // namespace beltdyn::numerics
