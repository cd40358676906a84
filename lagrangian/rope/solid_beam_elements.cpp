// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "core/numerics/hermite.hpp"
#include "lagrangian/rope/contact_rule.hpp"
#include "lagrangian/rope/rope_elements.hpp"

namespace beltdyn::lagrangian::rope {
namespace {

// The fields that determine the strain of a section: C', D₂', D₃', D₂, D₃.
constexpr std::size_t kFields = 5;
using FieldVector = Eigen::Matrix<double, 3 * kFields, 1>;
using FieldMatrix = Eigen::Matrix<double, 3 * kFields, 3 * kFields>;
using Strain = Eigen::Matrix<double, 6, 1>;  // 11, 22, 33, 2·12, 2·13, 2·23
using Elasticity = Eigen::Matrix<double, 6, 6>;
constexpr std::array<std::size_t, kFields> kCurveOfField{0, 1, 2, 1, 2};
constexpr std::array<bool, kFields> kIsDerivative{true, true, true, false, false};

struct DiscPoint {
  double a{};
  double b{};
  double weight{};  // relative to the area [-]
};

// Exact for polynomials of degree 5 on the unit disc.
std::array<DiscPoint, 7> disc_rule() {
  std::array<DiscPoint, 7> rule{};
  rule[0] = {0.0, 0.0, 0.25};
  const double r = std::sqrt(2.0 / 3.0);
  for (std::size_t k = 1; k < rule.size(); ++k) {
    const double phi = std::numbers::pi / 3.0 * static_cast<double>(k);
    rule[k] = {r * std::cos(phi), r * std::sin(phi), 0.125};
  }
  return rule;
}

Elasticity elasticity(const SolidBeamSection& s) {
  const double shear = s.young_modulus / (2.0 * (1.0 + s.poisson_ratio));
  const double lame = 2.0 * shear * s.poisson_ratio / (1.0 - 2.0 * s.poisson_ratio);
  Elasticity C = Elasticity::Zero();
  C.topLeftCorner<3, 3>().setConstant(lame);
  for (int i = 0; i < 3; ++i) C(i, i) += 2.0 * shear;
  C(3, 3) = C(4, 4) = s.shear_factor * shear;
  C(5, 5) = shear;
  return C;
}

// Transforms strains by the base vectors G (columns) to strains in the orthonormal frame Q: E_ab = B_ia B_jb E_ij with
// B = G⁻¹ Q.
Elasticity strain_in_frame(const Matrix& G, const Matrix& Q) {
  const Matrix B = G.inverse() * Q;
  constexpr std::array<std::pair<int, int>, 6> kPairs{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
  Elasticity M;
  for (int r = 0; r < 6; ++r) {
    const auto [a, b] = kPairs[static_cast<std::size_t>(r)];
    const double engineering = r < 3 ? 1.0 : 2.0;
    for (int c = 0; c < 6; ++c) {
      const auto [i, j] = kPairs[static_cast<std::size_t>(c)];
      const double sum = c < 3 ? B(i, a) * B(i, b) : 0.5 * (B(i, a) * B(j, b) + B(j, a) * B(i, b));
      M(r, c) = engineering * sum;
    }
  }
  return M;
}

struct SectionPoint {
  double a{};  // [m]
  double b{};
  double weight{};  // volume that the point represents [m³]
  Matrix base;      // G₁, G₂, G₃
  Elasticity D;     // by strains in this base
  Strain prestress;
};

using Fields = std::array<Vector, kFields>;

Vector first_base(const Fields& y, double a, double b) { return y[0] + a * y[1] + b * y[2]; }

// Adds the derivatives of the energy at a point of the section by the fields; w are their displacements.
void add_point(const SectionPoint& p, const Fields& w, FieldVector& f, FieldMatrix& K) {
  const Vector w1 = first_base(w, p.a, p.b);
  const Vector g1 = p.base.col(0) + w1;
  const Vector g2 = p.base.col(1) + w[3];
  const Vector g3 = p.base.col(2) + w[4];
  Strain E;
  E << p.base.col(0).dot(w1) + 0.5 * w1.squaredNorm(), p.base.col(1).dot(w[3]) + 0.5 * w[3].squaredNorm(),
      p.base.col(2).dot(w[4]) + 0.5 * w[4].squaredNorm(),
      p.base.col(0).dot(w[3]) + p.base.col(1).dot(w1) + w1.dot(w[3]),
      p.base.col(0).dot(w[4]) + p.base.col(2).dot(w1) + w1.dot(w[4]),
      p.base.col(1).dot(w[4]) + p.base.col(2).dot(w[3]) + w[3].dot(w[4]);
  const std::array<double, 3> c{1.0, p.a, p.b};
  Eigen::Matrix<double, 6, 3 * kFields> B = Eigen::Matrix<double, 6, 3 * kFields>::Zero();
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double factor = c[static_cast<std::size_t>(k)];
    B.block<1, 3>(0, 3 * k) = factor * g1.transpose();
    B.block<1, 3>(3, 3 * k) = factor * g2.transpose();
    B.block<1, 3>(4, 3 * k) = factor * g3.transpose();
  }
  B.block<1, 3>(1, 9) = g2.transpose();
  B.block<1, 3>(2, 12) = g3.transpose();
  B.block<1, 3>(3, 9) = g1.transpose();
  B.block<1, 3>(4, 12) = g1.transpose();
  B.block<1, 3>(5, 9) = g3.transpose();
  B.block<1, 3>(5, 12) = g2.transpose();
  const Strain S = p.prestress + p.D * E;
  f.noalias() += p.weight * B.transpose() * S;
  K.noalias() += B.transpose() * (p.weight * p.D) * B;
  // Adds S_ij δg_i·δg_j, where g₁ depends on three fields.
  Eigen::Matrix<double, kFields, kFields> geometric = Eigen::Matrix<double, kFields, kFields>::Zero();
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double ck = c[static_cast<std::size_t>(k)];
    for (Eigen::Index l = 0; l < 3; ++l) geometric(k, l) = S[0] * ck * c[static_cast<std::size_t>(l)];
    geometric(k, 3) = geometric(3, k) = S[3] * ck;
    geometric(k, 4) = geometric(4, k) = S[4] * ck;
  }
  geometric(3, 3) = S[1];
  geometric(4, 4) = S[2];
  geometric(3, 4) = geometric(4, 3) = S[5];
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(kFields); ++i) {
    for (Eigen::Index j = 0; j < static_cast<Eigen::Index>(kFields); ++j) {
      for (Eigen::Index k = 0; k < 3; ++k) K(3 * i + k, 3 * j + k) += p.weight * geometric(i, j);
    }
  }
}

class SolidBeams final : public RopeElements {
 public:
  explicit SolidBeams(const SolidBeamSection& section)
      : section_(section), rule_(contact_rule(ContactQuadrature::gauss, section.axial_points, 1)) {}

  int vectors_per_node() const override { return section_.hermite ? 6 : 3; }

  std::vector<Vector> node_vectors(const NodeFrame& n) const override {
    if (!section_.hermite) return {n.position, n.normal, n.across};
    return {n.position, n.normal, n.across, n.tangent, n.normal_slope, n.across_slope};
  }

  void set_reference(std::vector<Vector> nodes, double length) override {
    nodes_ = std::move(nodes);
    length_ = length;
    points_.clear();
    const Elasticity C = elasticity(section_);
    const double area = std::numbers::pi * section_.radius * section_.radius;
    const std::size_t elements = nodes_.size() / static_cast<std::size_t>(vectors_per_node()) - 1;
    for (std::size_t element = 0; element < elements; ++element) {
      for (const RulePoint& axial : rule_) {
        const Fields y = fields(axial.xi, reference(element));
        Matrix Q;
        Q.col(0) = y[0].normalized();
        Q.col(1) = (y[3] - Q.col(0).dot(y[3]) * Q.col(0)).normalized();
        Q.col(2) = Q.col(0).cross(Q.col(1));
        for (const DiscPoint& disc : disc_rule()) {
          SectionPoint point;
          point.a = section_.radius * disc.a;
          point.b = section_.radius * disc.b;
          point.base << first_base(y, point.a, point.b), y[3], y[4];
          point.weight = axial.weight * length_ * area * disc.weight * std::abs(point.base.determinant());
          const Elasticity M = strain_in_frame(point.base, Q);
          point.D = M.transpose() * C * M;
          point.prestress = M.transpose() * (section_.pretension / area * Strain::Unit(0));
          points_.push_back(point);
        }
      }
    }
  }

  std::vector<double> position_shape(double xi) const override { return on_axis(weights(xi)); }
  std::vector<double> slope_shape(double xi) const override {
    std::vector<double> shape = weights(xi, true);
    for (double& weight : shape) weight *= length_;
    return on_axis(shape);
  }

  void add(std::size_t element, std::span<const Vector> u, ElementVector& force,
           ElementMatrix& stiffness) const override {
    constexpr std::size_t kDisc = 7;
    for (std::size_t q = 0; q < rule_.size(); ++q) {
      FieldVector f = FieldVector::Zero();
      FieldMatrix K = FieldMatrix::Zero();
      const Fields w = fields(rule_[q].xi, u);
      for (std::size_t p = 0; p < kDisc; ++p) add_point(points_[(element * rule_.size() + q) * kDisc + p], w, f, K);
      scatter(rule_[q].xi, f, K, force, stiffness);
    }
  }

  double axial_stiffness() const override {
    return section_.young_modulus * std::numbers::pi * section_.radius * section_.radius;
  }

  double axial_force(std::size_t element, std::span<const Vector> u) const override {
    const double area = std::numbers::pi * section_.radius * section_.radius;
    const Vector slope = fields(0.5, reference(element))[0];
    const Vector dw = fields(0.5, u)[0];
    const double E = (slope.dot(dw) + 0.5 * dw.squaredNorm()) / slope.squaredNorm();
    return section_.pretension + section_.young_modulus * area * E;
  }

 private:
  // Weights of the vectors of a curve: the value, and for Hermite curves the slope, at each node.
  std::vector<double> weights(double xi, bool derivative = false) const {
    if (!section_.hermite) {
      return derivative ? std::vector<double>{-1.0 / length_, 1.0 / length_} : std::vector<double>{1.0 - xi, xi};
    }
    const numerics::Shape shape =
        derivative ? numerics::slope_shape(xi, length_) : numerics::position_shape(xi, length_);
    return {shape.begin(), shape.end()};
  }
  // Position of the k-th weight of a curve among the vectors of an element.
  std::size_t place(std::size_t k, std::size_t curve) const {
    return section_.hermite ? 6 * (k / 2) + 3 * (k % 2) + curve : 3 * k + curve;
  }
  std::vector<double> on_axis(const std::vector<double>& shape) const {
    std::vector<double> all(2 * static_cast<std::size_t>(vectors_per_node()), 0.0);
    for (std::size_t k = 0; k < shape.size(); ++k) all[place(k, 0)] = shape[k];
    return all;
  }
  std::span<const Vector> reference(std::size_t element) const {
    const auto per_node = static_cast<std::size_t>(vectors_per_node());
    return std::span(nodes_).subspan(element * per_node, 2 * per_node);
  }
  Fields fields(double xi, std::span<const Vector> v) const {
    const std::vector<double> values = weights(xi);
    const std::vector<double> slopes = weights(xi, true);
    Fields y;
    for (std::size_t s = 0; s < kFields; ++s) {
      y[s] = Vector::Zero();
      const std::vector<double>& shape = kIsDerivative[s] ? slopes : values;
      for (std::size_t k = 0; k < shape.size(); ++k) y[s] += shape[k] * v[place(k, kCurveOfField[s])];
    }
    return y;
  }

  void scatter(double xi, const FieldVector& f, const FieldMatrix& K, ElementVector& force,
               ElementMatrix& stiffness) const {
    const std::vector<double> values = weights(xi);
    const std::vector<double> slopes = weights(xi, true);
    const auto weight = [&](std::size_t s, std::size_t k) { return kIsDerivative[s] ? slopes[k] : values[k]; };
    const std::size_t n = values.size();
    for (std::size_t s = 0; s < kFields; ++s) {
      const auto S = static_cast<Eigen::Index>(3 * s);
      for (std::size_t k = 0; k < n; ++k) {
        const auto row = static_cast<Eigen::Index>(3 * place(k, kCurveOfField[s]));
        force.segment<3>(row) += weight(s, k) * f.segment<3>(S);
        for (std::size_t t = 0; t < kFields; ++t) {
          for (std::size_t l = 0; l < n; ++l) {
            const auto column = static_cast<Eigen::Index>(3 * place(l, kCurveOfField[t]));
            stiffness.block<3, 3>(row, column) +=
                weight(s, k) * weight(t, l) * K.block<3, 3>(S, static_cast<Eigen::Index>(3 * t));
          }
        }
      }
    }
  }

  SolidBeamSection section_;
  std::vector<RulePoint> rule_;
  std::vector<Vector> nodes_;
  double length_{};
  std::vector<SectionPoint> points_;  // for each element, axial point and disc point
};

}  // namespace

std::unique_ptr<RopeElements> make_solid_beams(const SolidBeamSection& section) {
  return std::make_unique<SolidBeams>(section);
}

}  // namespace beltdyn::lagrangian::rope
