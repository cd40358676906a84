// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::eulerian::ale {

// How the loop is cut into elements. The elements of an arc or span are equally long, but those at its ends are cut in
// halves again and again towards the touching point, so that the bending layer of length √(EI/N) is resolved there.
struct MeshParameters {
  int elements_per_pulley = 24;
  int elements_per_span = 4;
  int touching_refinement = 0;  // how many times an element at a touching point is halved
};

// A node on its rail: the straight line through the reference path along the normal n.
struct MeshNode {
  double sigma{};                  // σ on the path [m]
  numerics::Vec2<double> place;    // R [m]
  numerics::Vec2<double> tangent;  // T
  numerics::Vec2<double> normal;   // n
  // Where it is on the path: piece 2 k is the arc of pulley k, 2 k + 1 the span behind it, and the part of that which
  // lies before the node.
  int piece{};
  double part{};
};

// How a rail moves while a mesh follows the path of pulleys that move: T turns by θ.
struct RailMotion {
  numerics::Vec2<double> velocity{};      // R_t [m/s]
  numerics::Vec2<double> acceleration{};  // R_tt [m/s²]
  double turning{};                       // θ_t [rad/s]
  double turning_rate{};                  // θ_tt [rad/s²]
};
// The path along an element: its curvature κ, T_x = κ n, its length, and the rates of that.
struct ElementSpread {
  double curvature{};     // [1/m]
  double length{};        // [m]
  double rate{};          // [m/s]
  double acceleration{};  // [m/s²]
};

// The mesh of a closed belt on a path, that at the start unless it is put elsewhere or follows it. Element e lies
// between the nodes e and e + 1, the last one between the last node and the first one.
struct AleMesh {
  double loop{};                      // length of the path [m]
  std::vector<MeshNode> nodes;        // shape (n)
  std::vector<double> lengths;        // h of the elements, in σ [m]
  std::vector<ElementSpread> spread;  // the same unless the path has moved, while σ stays what it was
  std::vector<RailMotion> motion{};   // empty if the mesh is fixed, else shape (n)
  std::vector<int> owners;            // the pulley that an element may touch: the nearest one
  std::vector<int> touching{};        // the nodes at which arcs and spans of the path begin, shape (2 n_pulleys)

  int size() const { return static_cast<int>(nodes.size()); }
};

AleMesh make_mesh(const BeltPath& path, const MeshParameters& parameters);
// The number of elements that make_mesh() makes on a path of this drive.
int mesh_size(const BeltDrive& drive, const MeshParameters& parameters);

}  // namespace beltdyn::eulerian::ale
