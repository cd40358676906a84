// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <functional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/lanes/lane_matrix.hpp"
#include "eulerian/ale/element/ale_element.hpp"

namespace beltdyn::eulerian::ale {

// A belt that runs through two fixed supports, on a straight mesh between them: the element of the closed belt where
// exact solutions are known. Particles enter and leave with the given flux, s = S(σ) − G t at both ends.
class OpenSpan {
 public:
  struct Parameters {
    BeltSection section;
    Vec2<double> from{};        // supports [m]
    Vec2<double> to{};          // [m]
    double reference_length{};  // of the belt between the supports [m]
    double flux{};              // G: reference length that passes in a unit of time [m/s]
    // Slopes held at the supports.
    std::array<bool, 2> is_clamped{};
    int elements{};          // n ≥ 2, of equal length
    int inertia_points = 4;  // of the Gauss rule of inertia
  };

  explicit OpenSpan(const Parameters& parameters);

  // Finds the steady motion by damped Newton iterations, the flux growing in steps where it has to. Returns the number
  // of iterations. Throws SolverError if there is none to be found.
  int find_steady_motion();

  // Displaces the belt by u(x) along the rails, x in [0, 1], at rest in the mesh (r_t = 0).
  void deflect(const std::function<double(double)>& displacement, const std::function<double(double)>& slope);
  // One step of the generalised-α method. Throws SolverError if Newton's method fails.
  void advance(double h, double spectral_radius);

  // Natural frequencies of small vibrations across the span about the present state, ascending [rad/s]; real parts of
  // the eigenvalues are the growth rates. Throws SolverError beyond the divergence speed.
  struct Spectrum {
    std::vector<double> frequencies;  // of the eigenvalues with positive imaginary part
    double largest_growth{};          // of |Re λ| [1/s]
    double skewness{};                // ‖C + Cᵀ‖/‖C‖ of the gyroscopic matrix
  };
  Spectrum transverse_spectrum() const;
  // ½ ẇ·M ẇ + ½ w·K w of small vibrations about the straight span, which stays as it is, unlike their energy [J]
  double vibration_invariant() const;
  // Of the small motions (K + s C + s² M) x = 0 about the present state of what is free, along the belt and across it.
  std::vector<numerics::MatrixTerm> linear_terms() const;
  int n_free() const { return static_cast<int>(free_.size()); }
  // The displacement of particles at a place of an element, ξ in [0, 1], across the span and along it, in a motion x of
  // what is free.
  struct Displacement {
    std::complex<double> across;
    std::complex<double> along;
  };
  Displacement displacement(int element, double xi, const Eigen::VectorXcd& x) const;
  // The least eigenvalue of the stiffness across the span: negative beyond the divergence speed [N/m].
  double least_stiffness() const;

  double node_sigma(int node) const { return node * length_; }
  Vec2<double> position(int node) const;
  Vec2<double> tangent() const { return tangent_; }  // of the mesh
  // The element of a place σ of the mesh, and the place ξ in [0, 1] in it.
  std::pair<int, double> locate(double sigma) const;
  Vec2<double> position_at(int element, double xi) const;   // [m]
  double stretch_at(int element, double xi) const;          // λ [-]
  double tension_at(int element, double xi) const;          // N [N]
  double mass_per_length_at(int element, double xi) const;  // of the mesh [kg/m]
  // Of the particle s, by interpolation [m]
  Vec2<double> position_of_particle(double s) const;
  double tension(int node) const;  // N [N]
  double stretch(int node) const;  // λ [-]
  int n_nodes() const { return parameters_.elements + 1; }

 private:
  class SteadySystem;
  struct Load {
    double flux{};
    double gravity{};          // share of the weight
    double axial_stiffness{};  // EA [N]
  };
  Load full_load() const { return {parameters_.flux, 1.0, parameters_.section.axial_stiffness}; }
  bool try_load(const Load& load, int& iterations);
  void hang(double span);
  // Residual and c_q ∂/∂q + c_v ∂/∂v + c_a ∂/∂a of the free unknowns.
  void assemble(const StepRates& rates, double position_rate, const Load& load, Eigen::VectorXd& residual,
                Eigen::MatrixXd& tangent) const;
  ElementSystem<double> element(int e, const StepRates& rates, const Load& load) const;
  // A field of four values at the nodes of an element, by shape functions at a place.
  double value(const Shape& shape, int element, int component) const;
  std::vector<int> transverse_unknowns() const;
  struct Matrices {
    Eigen::MatrixXd stiffness;
    Eigen::MatrixXd gyroscopic;
    Eigen::MatrixXd mass;
  };
  Matrices transverse_matrices() const;

  Parameters parameters_;
  ElementRules rules_;
  double length_;  // h [m]
  Vec2<double> tangent_{};
  Vec2<double> normal_{};
  std::vector<int> free_;  // of 4 n_nodes
  Eigen::VectorXd q_;
  Eigen::VectorXd v_;
  Eigen::VectorXd a_;
  Eigen::VectorXd auxiliary_;
};

}  // namespace beltdyn::eulerian::ale
