// SPDX-License-Identifier: MIT
#include "lagrangian/rope/rope_elements.hpp"

namespace beltdyn::lagrangian::rope {
namespace {

class Bars final : public RopeElements {
 public:
  explicit Bars(const BarSection& section) : section_(section) {}

  int vectors_per_node() const override { return 1; }
  std::vector<Vector> node_vectors(const NodeFrame& frame) const override { return {frame.position}; }
  void set_reference(std::vector<Vector> nodes, double) override { nodes_ = std::move(nodes); }
  std::vector<double> position_shape(double xi) const override { return {1.0 - xi, xi}; }
  std::vector<double> slope_shape(double) const override { return {-1.0, 1.0}; }

  void add(std::size_t element, std::span<const Vector> u, ElementVector& force,
           ElementMatrix& stiffness) const override {
    const Vector chord = nodes_[element + 1] - nodes_[element];
    const Vector stretch = u[1] - u[0];
    const double L = chord.norm();
    const Vector g = (chord + stretch) / L;
    const double N = second_stress(chord, stretch);
    // ∂E/∂(u₁ − u₀) = g/L; the energy is L (N₀ E + EA E²/2).
    const Vector f = N * g;
    const Matrix k = section_.axial_stiffness / L * g * g.transpose() + N / L * Matrix::Identity();
    for (Eigen::Index i = 0; i < 2; ++i) {
      const double sign_i = i == 0 ? -1.0 : 1.0;
      force.segment<3>(3 * i) += sign_i * f;
      for (Eigen::Index j = 0; j < 2; ++j) stiffness.block<3, 3>(3 * i, 3 * j) += (i == j ? 1.0 : -1.0) * k;
    }
  }

  double axial_stiffness() const override { return section_.axial_stiffness; }

  double axial_force(std::size_t element, std::span<const Vector> u) const override {
    const Vector chord = nodes_[element + 1] - nodes_[element];
    const Vector stretch = u[1] - u[0];
    return second_stress(chord, stretch) * (chord + stretch).norm() / chord.norm();
  }

 private:
  double second_stress(const Vector& chord, const Vector& stretch) const {
    const double E = (chord.dot(stretch) + 0.5 * stretch.squaredNorm()) / chord.squaredNorm();
    return section_.pretension + section_.axial_stiffness * E;
  }

  BarSection section_;
  std::vector<Vector> nodes_;
};

}  // namespace

std::unique_ptr<RopeElements> make_bars(const BarSection& section) { return std::make_unique<Bars>(section); }

}  // namespace beltdyn::lagrangian::rope
