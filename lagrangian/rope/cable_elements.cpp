// SPDX-License-Identifier: MIT
#include <cmath>

#include <Eigen/Geometry>

#include "core/numerics/hermite.hpp"
#include "lagrangian/rope/contact_rule.hpp"
#include "lagrangian/rope/rope_elements.hpp"

namespace beltdyn::lagrangian::rope {
namespace {

constexpr int kAxialPoints = 3;
// |r' × r''| below which a rope counts as straight [1/m]; there its curvature has no direction.
constexpr double kStraight = 1e-9;

Matrix cross_matrix(const Vector& v) {
  Matrix m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

// κ = |v| |a|⁻³ with a = r', b = r'', v = a × b, and its derivatives by (a, b).
struct Curvature {
  Curvature(const Vector& a, const Vector& b) {
    const Vector v = a.cross(b);
    const double size = std::sqrt(v.squaredNorm() + kStraight * kStraight);
    const Vector w = v / size;
    const double a1 = a.norm();
    const double h = std::pow(a1, -3);
    value = size * h;
    Vector6 dv;  // derivatives of |v|
    dv << b.cross(w), w.cross(a);
    Vector6 dh = Vector6::Zero();
    dh.head<3>() = -3.0 * h / (a1 * a1) * a;
    Eigen::Matrix<double, 3, 6> A;  // ∂v/∂(a, b)
    A << -cross_matrix(b), cross_matrix(a);
    hessian = A.transpose() * (Matrix::Identity() - w * w.transpose()) * A / size;
    // w·(da × db) + w·(da' × db): the mixed second derivatives, twice
    const Matrix mixed = -cross_matrix(w);
    hessian.topRightCorner<3, 3>() += mixed;
    hessian.bottomLeftCorner<3, 3>() += mixed.transpose();
    hessian *= h;
    hessian += dv * dh.transpose() + dh * dv.transpose();
    hessian.topLeftCorner<3, 3>() +=
        size * h / (a1 * a1) * (-3.0 * Matrix::Identity() + 15.0 / (a1 * a1) * a * a.transpose());
    gradient = h * dv + size * dh;
  }

  using Vector6 = Eigen::Matrix<double, 6, 1>;
  double value;
  Vector6 gradient;
  Eigen::Matrix<double, 6, 6> hessian;
};

class Cables final : public RopeElements {
 public:
  explicit Cables(const CableSection& section)
      : section_(section), rule_(contact_rule(ContactQuadrature::gauss, kAxialPoints, 1)) {}

  int vectors_per_node() const override { return 2; }
  std::vector<Vector> node_vectors(const NodeFrame& frame) const override { return {frame.position, frame.tangent}; }

  void set_reference(std::vector<Vector> nodes, double length) override {
    nodes_ = std::move(nodes);
    length_ = length;
    points_.clear();
    for (std::size_t element = 0; element + 1 < nodes_.size() / 2; ++element) {
      for (const RulePoint& point : rule_) {
        const Vector slope = blend(numerics::slope_shape(point.xi, length_), reference(element));
        const Vector bend = blend(numerics::curving_shape(point.xi, length_), reference(element));
        points_.push_back({slope, bend, Curvature(slope, bend).value, point.weight * length_ * slope.norm()});
      }
    }
  }

  std::vector<double> position_shape(double xi) const override {
    const numerics::Shape shape = numerics::position_shape(xi, length_);
    return {shape.begin(), shape.end()};
  }
  std::vector<double> slope_shape(double xi) const override {
    numerics::Shape shape = numerics::slope_shape(xi, length_);
    for (double& weight : shape) weight *= length_;
    return {shape.begin(), shape.end()};
  }

  void add(std::size_t element, std::span<const Vector> u, ElementVector& force,
           ElementMatrix& stiffness) const override {
    for (std::size_t p = 0; p < rule_.size(); ++p) {
      const Point& point = points_[element * rule_.size() + p];
      const numerics::Shape slope = numerics::slope_shape(rule_[p].xi, length_);
      const numerics::Shape bend = numerics::curving_shape(rule_[p].xi, length_);
      const Vector du = blend(slope, u);
      const Vector a = point.slope + du;
      const Vector b = point.bend + blend(bend, u);
      const double squared = point.slope.squaredNorm();
      const double N = second_stress(point, du);
      // Derivatives by (a, b) of the energy per length, N₀ E + EA E²/2 + EI (κ − κ₀)²/2.
      const Curvature curvature(a, b);
      const double M = section_.bending_stiffness * (curvature.value - point.curvature);
      Curvature::Vector6 g = M * curvature.gradient;
      g.head<3>() += N / squared * a;
      Eigen::Matrix<double, 6, 6> k =
          section_.bending_stiffness * curvature.gradient * curvature.gradient.transpose() + M * curvature.hessian;
      k.topLeftCorner<3, 3>() +=
          section_.axial_stiffness / (squared * squared) * a * a.transpose() + N / squared * Matrix::Identity();
      for (Eigen::Index i = 0; i < 4; ++i) {
        const auto I = static_cast<std::size_t>(i);
        force.segment<3>(3 * i) += point.weight * (slope[I] * g.head<3>() + bend[I] * g.tail<3>());
        for (Eigen::Index j = 0; j < 4; ++j) {
          const auto J = static_cast<std::size_t>(j);
          stiffness.block<3, 3>(3 * i, 3 * j) +=
              point.weight *
              (slope[I] * slope[J] * k.topLeftCorner<3, 3>() + slope[I] * bend[J] * k.topRightCorner<3, 3>() +
               bend[I] * slope[J] * k.bottomLeftCorner<3, 3>() + bend[I] * bend[J] * k.bottomRightCorner<3, 3>());
        }
      }
    }
  }

  double axial_stiffness() const override { return section_.axial_stiffness; }

  double axial_force(std::size_t element, std::span<const Vector> u) const override {
    const std::size_t middle = rule_.size() / 2;
    const Point& point = points_[element * rule_.size() + middle];
    const Vector du = blend(numerics::slope_shape(rule_[middle].xi, length_), u);
    return second_stress(point, du) * (point.slope + du).norm() / point.slope.norm();
  }

 private:
  struct Point {
    Vector slope;        // r'
    Vector bend;         // r''
    double curvature{};  // κ₀ [1/m]
    double weight{};     // [m]
  };

  static Vector blend(const numerics::Shape& shape, std::span<const Vector> v) {
    return shape[0] * v[0] + shape[1] * v[1] + shape[2] * v[2] + shape[3] * v[3];
  }
  std::span<const Vector> reference(std::size_t element) const { return std::span(nodes_).subspan(2 * element, 4); }
  double second_stress(const Point& point, const Vector& du) const {
    const double E = (point.slope.dot(du) + 0.5 * du.squaredNorm()) / point.slope.squaredNorm();
    return section_.pretension + section_.axial_stiffness * E;
  }

  CableSection section_;
  std::vector<RulePoint> rule_;
  std::vector<Vector> nodes_;
  double length_{};
  std::vector<Point> points_;
};

}  // namespace

std::unique_ptr<RopeElements> make_cables(const CableSection& section) { return std::make_unique<Cables>(section); }

}  // namespace beltdyn::lagrangian::rope
