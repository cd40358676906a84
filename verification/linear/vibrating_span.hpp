// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "eulerian/ale/span/open_span.hpp"

namespace beltdyn::verification {

// An OpenSpan that vibrates: its motion in time, and its small transverse vibrations.
class VibratingSpan : public eulerian::ale::OpenSpan {
 public:
  explicit VibratingSpan(const Parameters& parameters) : OpenSpan(parameters) {}

  // Displaces the belt by u(x) along the rails, x in [0, 1], at rest in the mesh (r_t = 0).
  void deflect(const std::function<double(double)>& displacement, const std::function<double(double)>& slope);
  // One step of the generalised-α method. Throws SolverError if Newton's method fails.
  void advance(double h, double spectral_radius);

  // Natural frequencies of small transverse vibrations about the current state, ascending [rad/s]; the real parts of
  // the eigenvalues are growth rates. Throws SolverError above the divergence speed.
  struct Spectrum {
    std::vector<double> frequencies;  // of the eigenvalues with positive imaginary part [rad/s]
    double largest_growth{};          // largest |Re λ| [1/s]
    double skewness{};                // ‖C + Cᵀ‖/‖C‖ of the gyroscopic matrix [-]
  };
  Spectrum transverse_spectrum() const;
  // The invariant ½ ẇ·M ẇ + ½ w·K w of small vibrations about the straight span [J]. It is constant in time, unlike
  // their energy.
  double vibration_invariant() const;
  // The smallest eigenvalue of the transverse stiffness [N/m]; negative above the divergence speed.
  double least_stiffness() const;
  // The position of the particle s, interpolated [m].
  numerics::Vec2<double> position_of_particle(double s) const;

 private:
  std::vector<int> transverse_unknowns() const;
  struct Matrices {
    Eigen::MatrixXd stiffness;
    Eigen::MatrixXd gyroscopic;
    Eigen::MatrixXd mass;
  };
  Matrices transverse_matrices() const;

  Eigen::VectorXd auxiliary_;  // accelerations of the generalised-α method
};

}  // namespace beltdyn::verification
