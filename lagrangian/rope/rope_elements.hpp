// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/surface/surface.hpp"

namespace beltdyn::lagrangian::rope {

using Vector = surface::Vector;
using Matrix = surface::Matrix;

// Largest number of coordinates of an element: two nodes of six vectors.
inline constexpr int kMostCoordinates = 36;
using ElementVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostCoordinates, 1>;
using ElementMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostCoordinates, kMostCoordinates>;

// Curve and frame of a rope at a node; primes are derivatives by the arc length of the course.
struct NodeFrame {
  Vector position = Vector::Zero();
  Vector tangent = Vector::Zero();       // r'
  Vector normal = Vector::Zero();        // d₂
  Vector across = Vector::Zero();        // d₃
  Vector normal_slope = Vector::Zero();  // d₂' [1/m]
  Vector across_slope = Vector::Zero();  // d₃' [1/m]
};

// A rope of equal elements. Their nodes carry vectors, the first of them the position. Total Lagrangian: the reference
// is the rope as laid, under the force `pretension` and free of moments. Unknowns are displacements, so that small
// strains keep their digits. Forces f and stiffness ∂f/∂u are derived from the stored energy.
class RopeElements {
 public:
  virtual ~RopeElements() = default;

  virtual int vectors_per_node() const = 0;
  // The vectors of a node in the reference.
  virtual std::vector<Vector> node_vectors(const NodeFrame& frame) const = 0;
  // Sets the reference vectors of all nodes, shape (n_nodes × vectors_per_node); `length` of an element along the
  // course [m].
  virtual void set_reference(std::vector<Vector> nodes, double length) = 0;
  // Weights of both nodes' vectors in the position at ξ in [0, 1], shape (2 vectors_per_node).
  virtual std::vector<double> position_shape(double xi) const = 0;
  // Derivatives of the weights by ξ.
  virtual std::vector<double> slope_shape(double xi) const = 0;
  // Adds f and ∂f/∂u of an element; u are the displacements of its vectors, shape (2 vectors_per_node).
  virtual void add(std::size_t element, std::span<const Vector> u, ElementVector& force,
                   ElementMatrix& stiffness) const = 0;
  virtual double axial_stiffness() const = 0;  // EA [N]
  // The axial force in the middle of an element [N].
  virtual double axial_force(std::size_t element, std::span<const Vector> u) const = 0;
};

// Straight bars with two nodes, without bending stiffness.
struct BarSection {
  double axial_stiffness{};  // EA [N]
  double pretension{};       // [N]
};
std::unique_ptr<RopeElements> make_bars(const BarSection& section);

// Cubic Hermite (ANCF) cable elements with r and r' at the nodes, Green's strain, and the curvature κ = |r' ×
// r''|/|r'|³; strain and curvature are measured from the reference.
struct CableSection {
  double axial_stiffness{};    // EA [N]
  double bending_stiffness{};  // EI [N m²]
  double pretension{};         // [N]
};
std::unique_ptr<RopeElements> make_cables(const CableSection& section);

// Solid beams x = C + a D₂ + b D₃ of [Konyukhov 2021] Eq. (47) on a disc of radius R; the curves C, D₂, D₃ are linear
// or cubic Hermite curves along the element. The material is St. Venant-Kirchhoff, isotropic except for the shear
// moduli along the rope: the isotropic modulus E/(2 (1 + ν)) (the paper's E/(1 + 2 ν) is a misprint) times a factor.
// One axial point leaves linear elements soft in shear. With two points their orthotropy, tilted against the directors,
// stiffens shear whatever the factor.
struct SolidBeamSection {
  double radius{};         // R [m]
  double young_modulus{};  // E [Pa]
  double poisson_ratio{};  // ν
  double shear_factor{};
  bool hermite = false;
  int axial_points{};   // Gauss points along the element
  double pretension{};  // [N]
};
std::unique_ptr<RopeElements> make_solid_beams(const SolidBeamSection& section);

}  // namespace beltdyn::lagrangian::rope
