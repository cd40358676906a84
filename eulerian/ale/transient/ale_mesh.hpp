// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/drive/rope/rope_path.hpp"
#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::eulerian::ale {

// How the loop is cut into elements. The elements of an arc or span are equally long, but those at its ends are cut in
// halves again and again towards the touching point, so that the bending layer of length √(EI/N) is resolved there.
struct MeshParameters {
  int elements_per_pulley = 24;
  int elements_per_span = 4;
  int touching_refinement = 0;  // how many times an element at a touching point is halved
  int span_refinement = 0;      // how many more times if it is one of a span

  int at_ends_of_spans() const { return touching_refinement + span_refinement; }
};

// A node on its rail: the straight line through the reference path along the normal n, or at an end of an open belt
// along T.
struct MeshNode {
  double sigma{};                  // σ on the path [m]
  numerics::Vec2<double> place;    // R [m]
  numerics::Vec2<double> tangent;  // T
  numerics::Vec2<double> normal;   // n
  numerics::Vec2<double> rail;     // along which w moves the node
  // Where it is on the path: piece 2 k is the arc of pulley k, 2 k + 1 the span behind it, and the part of that which
  // lies before the node. The first end of an open belt counts as pulley 0, an arc without length.
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

// The mesh of a belt on a path, that at the start unless it is put elsewhere or follows it. Element e lies between the
// nodes e and e + 1, the last one of a closed belt between the last node and the first one. An open belt ends at its
// last node; what goes on straight behind it as a last element stands for nothing.
struct AleMesh {
  bool is_closed = true;
  double loop{};                      // length of the path, with that of such an element [m]
  std::vector<MeshNode> nodes;        // shape (n)
  std::vector<double> lengths;        // h of the elements, in σ [m]
  std::vector<ElementSpread> spread;  // the same unless the path has moved, while σ stays what it was
  std::vector<RailMotion> motion{};   // empty if the mesh is fixed, else shape (n)
  std::vector<int> owners;            // the pulley that an element may touch: the nearest one
  std::vector<int> touching{};        // the nodes at which arcs and spans of the path begin

  int size() const { return static_cast<int>(nodes.size()); }
  int n_elements() const { return is_closed ? size() : size() - 1; }
};

AleMesh make_mesh(const BeltPath& path, const MeshParameters& parameters);
AleMesh make_mesh(const RopePath& path, const MeshParameters& parameters);
// The longest element that touches a pulley at its end, of those on pulleys and of those of spans [m].
double longest_on_pulley(const BeltPath& path, const MeshParameters& parameters);
double longest_at_span(const BeltPath& path, const MeshParameters& parameters);
// The element on a pulley, 0 if there is none, with which the distance that the belt passes in a step is compared [m].
// That distance blurs the onset of stick, which matters as much as the force that changes on an arc, so by its wrap:
// the element is that of the smallest radius with the widest wrap, and short arcs ask for no short steps.
double element_to_pass(std::span<const PathArc> arcs, const MeshParameters& parameters);
// The number of elements that make_mesh() makes on a path of this drive.
int mesh_size(const BeltDrive& drive, const MeshParameters& parameters);
// Of a rope over so many pulleys.
int rope_mesh_size(std::size_t n_pulleys, const MeshParameters& parameters);

}  // namespace beltdyn::eulerian::ale
