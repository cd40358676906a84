// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include <boost/math/special_functions/log1p.hpp>

#include "core/drive/contour_drive.hpp"

namespace beltdyn::analytic {

// The three strain models of the contour drive in one form. The level y is a function of the strain ε that has the
// constant slope dy/dσ = ±f/b where the belt slips. With ρ = ds/dσ, the material length per contour length:
//
//                      y              ρ
//   linear             ε              1 − ε
//   finite_contour     ε              1/(1 + ε)
//   finite_material    ε + ε²/2       1/(1 + ε)
//
// The first is [Oborin 2018] Section 4; the others follow from b ∂ε/∂σ + q = 0 (Section 5) and b ∂ε/∂s + q = 0
// (Section 3). Elongation means contour length minus material length, ∫(1 − ρ) dσ [m]: it is of the order of the
// strain, and keeps the digits that sums of material lengths would lose.
class StrainLaw {
 public:
  explicit StrainLaw(StrainModel model) : model_(model) {}

  StrainModel model() const { return model_; }

  double level(double strain) const {
    return model_ == StrainModel::finite_material ? strain * (1.0 + 0.5 * strain) : strain;
  }
  double strain(double level) const {
    return model_ == StrainModel::finite_material ? 2.0 * level / (1.0 + std::sqrt(1.0 + 2.0 * level)) : level;
  }
  // dε/dy
  double strain_slope(double level) const {
    return model_ == StrainModel::finite_material ? 1.0 / std::sqrt(1.0 + 2.0 * level) : 1.0;
  }
  // 1 − ρ
  double elongation(double level) const {
    const double e = strain(level);
    return model_ == StrainModel::linear ? e : e / (1.0 + e);
  }

  // Elongation of a piece of length `length` [m] along which the level is linear between the two values.
  double elongation(double level_a, double level_b, double length) const {
    switch (model_) {
      case StrainModel::linear:
        return length * 0.5 * (level_a + level_b);
      case StrainModel::finite_contour: {
        // mean of 1/(1 + ε) = (1 + r)/(1 + ε_a) with 1 + r = ln(1 + x)/x
        const double x = (level_b - level_a) / (1.0 + level_a);
        const double r = x == 0.0 ? 0.0 : boost::math::log1pmx(x) / x;
        return length * (level_a - r) / (1.0 + level_a);
      }
      case StrainModel::finite_material:
        break;
    }
    const double sum = strain(level_a) + strain(level_b);
    return length * sum / (2.0 + sum);
  }

  // Derivative of the elongation of such a piece by a rise of its whole level, −∫ dρ/dy dσ [m].
  double compliance(double level_a, double level_b, double length) const {
    switch (model_) {
      case StrainModel::linear:
        return length;
      case StrainModel::finite_contour:
        return length / ((1.0 + level_a) * (1.0 + level_b));
      case StrainModel::finite_material:
        break;
    }
    const double a = 1.0 + strain(level_a);
    const double b = 1.0 + strain(level_b);
    return 2.0 * length / (a * b * (a + b));
  }

 private:
  StrainModel model_;
};

// Levels at the exits of the two pulleys: [0] in the slack span, [1] in the tight span.
using Levels = std::array<double, 2>;

// Exit strain and slip zone of one pulley.
struct ExitState {
  double level{};        // y at the exit, and in the span behind it
  double front_level{};  // y where the slip zone begins; equal to `level` if there is none
  double slip_length{};  // c [m]
};

// dy/dt at the exit of a pulley whose surface moves at `speed`, when the belt leaves the span behind it at `next_speed`
// [1/s]: the balance of material of slip zone and span, whose entries both stick,
//
//     (∫ −dρ/dy dσ over slip zone and span) dy/dt = next_speed ρ(y) − speed ρ(y_front).
//
// With the linear model this is [Oborin 2018] Eq. (46), and (28) where y_front = 0.
inline double exit_level_rate(const StrainLaw& law, const ExitState& exit, double span_length, double speed,
                              double next_speed) {
  const double compliance = law.compliance(exit.level, exit.level, span_length) +
                            law.compliance(exit.front_level, exit.level, exit.slip_length);
  return (next_speed - speed - next_speed * law.elongation(exit.level) + speed * law.elongation(exit.front_level)) /
         compliance;
}

}  // namespace beltdyn::analytic
