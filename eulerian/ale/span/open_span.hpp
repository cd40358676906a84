// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/lanes/lane_matrix.hpp"
#include "eulerian/ale/element/ale_element.hpp"

namespace beltdyn::eulerian::ale {

// A belt that runs through two fixed supports, on a straight mesh between them. It tests the element of the closed belt
// where exact solutions are known. Particles enter and leave with the given flux, s = S(σ) − G t at both ends.
class OpenSpan {
 public:
  struct Parameters {
    BeltSection section;
    Vec2<double> from{};        // supports [m]
    Vec2<double> to{};          // [m]
    double reference_length{};  // of the belt between the supports [m]
    double flux{};              // G: reference length that passes in a unit of time [m/s]
    // Is the slope at the supports held?
    std::array<bool, 2> is_clamped{};
    int elements{};          // n ≥ 2, of equal length
    int inertia_points = 4;  // of the Gauss rule of inertia
  };

  explicit OpenSpan(const Parameters& parameters);

  // Finds the steady motion by damped Newton iterations, with steps of the flux where necessary. Returns the number of
  // iterations. Throws SolverError if none is found.
  int find_steady_motion();

  // The terms of the small motions (K + s C + s² M) x = 0 about the present state, along the belt and across it; x are
  // the free unknowns.
  std::vector<numerics::MatrixTerm> linear_terms() const;
  int n_free() const { return static_cast<int>(free_.size()); }
  // The displacement of the particle at ξ in [0, 1] of an element, in a motion x of the free unknowns.
  struct Displacement {
    std::complex<double> across;
    std::complex<double> along;
  };
  Displacement displacement(int element, double xi, const Eigen::VectorXcd& x) const;

  double node_sigma(int node) const { return node * length_; }
  Vec2<double> position(int node) const;
  Vec2<double> tangent() const { return tangent_; }  // of the mesh
  // The element at σ of the mesh, and ξ in [0, 1] there.
  std::pair<int, double> locate(double sigma) const;
  Vec2<double> position_at(int element, double xi) const;   // [m]
  double stretch_at(int element, double xi) const;          // λ [-]
  double tension_at(int element, double xi) const;          // N [N]
  double mass_per_length_at(int element, double xi) const;  // of the mesh [kg/m]
  double tension(int node) const;                           // N [N]
  double stretch(int node) const;                           // λ [-]
  int n_nodes() const { return parameters_.elements + 1; }

 protected:
  struct Load {
    double flux{};
    double gravity{};          // share of the weight [-]
    double axial_stiffness{};  // EA [N]
  };
  Load full_load() const { return {parameters_.flux, 1.0, parameters_.section.axial_stiffness}; }
  // Residual and c_q ∂/∂q + c_v ∂/∂v + c_a ∂/∂a of the free unknowns.
  void assemble(const StepRates& rates, double position_rate, const Load& load, Eigen::VectorXd& residual,
                Eigen::MatrixXd& tangent) const;
  // A field at ξ of an element, from its four nodal values by shape functions.
  double value(const Shape& shape, int element, int component) const;

  Parameters parameters_;
  double length_;          // h [m]
  std::vector<int> free_;  // of 4 n_nodes
  Eigen::VectorXd q_;
  Eigen::VectorXd v_;
  Eigen::VectorXd a_;

 private:
  class SteadySystem;
  bool try_load(const Load& load, int& iterations);
  void hang(double span);
  ElementSystem<double> element(int e, const StepRates& rates, const Load& load) const;

  ElementRules rules_;
  Vec2<double> tangent_{};
  Vec2<double> normal_{};
};

}  // namespace beltdyn::eulerian::ale
