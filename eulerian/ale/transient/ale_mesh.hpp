// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/drive/belt/belt_path.hpp"
#include "core/drive/rope/rope_path.hpp"
#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::eulerian::ale {

// Each end of an arc, as far as a belt with bending stiffness may begin to touch there.
struct BentEnd {
  double part{};   // of the arc [-]
  int elements{};  // of equal lengths
};
inline constexpr double kLargestBentPart = 1.0 / 3.0;

// Usual stiffness of the stick by which rigid contact holds a belt, K_t w h²/EA with the element h on a pulley [-].
// Elastic stick takes up a force over the length √(EA/(K_t w)) = 0.3 h, the distance of two contact points. Stick ten
// times as stiff changes the creep of two drives by less than the mesh does, and costs rejected steps.
inline constexpr double kUsualStick = 10.0;

// How the loop is divided into elements. Elements of an arc or span have equal lengths, but the ones at its ends are
// halved again and again towards the touching point, to resolve the bending layer of length √(EI/N) there.
struct MeshParameters {
  int elements_per_pulley = 24;
  int elements_per_span = 4;
  int touching_refinement = 0;  // number of halvings of an element at a touching point
  int span_refinement = 0;      // number of further halvings if it belongs to a span
  std::vector<BentEnd> bent{};  // of each arc, or none
  std::vector<int> spared{};    // halvings that each span can do without, since it is shorter than the longest; or none
  double stick = kUsualStick;   // stiffness of the stick of rigid contact [-]
  bool has_patches = true;      // does rigid contact keep the mean gap of each element at 0, or the gap of each point?
  bool is_free = false;         // may the program take another mesh where it finds no steady motion on this one?
  // The finer mesh without a steady motion that this one replaces.
  struct Replaced {
    int elements_per_pulley{};
    int touching_refinement{};
  };
  std::optional<Replaced> replaced{};

  int at_ends_of_spans() const { return touching_refinement + span_refinement; }
  int at_ends_of_span(std::size_t k) const;
};

// A node and its rail. The rail is the straight line through the reference path along the normal n, or at an end of an
// open belt along T.
struct MeshNode {
  double sigma{};                    // σ on the path [m]
  numerics::Vec2<double> place{};    // R [m]
  numerics::Vec2<double> tangent{};  // T
  numerics::Vec2<double> normal{};   // n
  numerics::Vec2<double> rail{};     // direction in which w moves the node
  // Place on the path: piece 2 k is the arc of pulley k, piece 2 k + 1 the span behind it. `part` is the part of the
  // piece that lies before the node. The first end of an open belt counts as pulley 0, with an arc without length.
  int piece{};
  double part{};
};

// The motion of a rail, if the mesh follows a path of moving pulleys; T turns by θ.
struct RailMotion {
  numerics::Vec2<double> velocity{};      // R_t [m/s]
  numerics::Vec2<double> acceleration{};  // R_tt [m/s²]
  double turning{};                       // θ_t [rad/s]
  double turning_rate{};                  // θ_tt [rad/s²]
};
// The path along an element, T_x = κ n: its curvature, and its length with rates.
struct ElementSpread {
  double curvature{};     // [1/m]
  double length{};        // [m]
  double rate{};          // [m/s]
  double acceleration{};  // [m/s²]
};

// The mesh of a belt on a path: the path at the start, unless it is placed elsewhere or follows a moving path. Element
// e lies between the nodes e and e + 1; the last element of a closed belt lies between the last node and the first one.
// An open belt ends at its last node; the last element, straight on behind it, has no physical meaning.
struct AleMesh {
  bool is_closed = true;
  double loop{};                      // length of the path, for an open belt with its last element [m]
  std::vector<MeshNode> nodes;        // shape (n)
  std::vector<double> lengths;        // h of the elements, in σ [m]
  std::vector<ElementSpread> spread;  // equal to the initial path unless the path has moved; σ stays
  std::vector<RailMotion> motion{};   // empty if the mesh is fixed, else shape (n)
  std::vector<int> owners;            // pulley that each element may touch: the nearest one
  std::vector<int> touching{};        // nodes at which arcs and spans of the path begin

  int size() const { return static_cast<int>(nodes.size()); }
  int n_elements() const { return is_closed ? size() : size() - 1; }
};

// The ends of arcs within which a belt begins to touch, for a belt that touches up to `length` from the ends [m]. Their
// elements are about as short as the shortest ones of the arc.
std::vector<BentEnd> bent_ends(const BeltPath& path, const MeshParameters& parameters, double length);
// The halvings that shorter spans can do without: their elements are then at most as long as those of the longest span,
// and more than half as long.
std::vector<int> spared_halvings(const BeltPath& path);
AleMesh make_mesh(const BeltPath& path, const MeshParameters& parameters);
AleMesh make_mesh(const RopePath& path, const MeshParameters& parameters);
// The longest element that touches a pulley at its end: among elements on pulleys, and among elements of spans [m].
double longest_on_pulley(const BeltPath& path, const MeshParameters& parameters);
double longest_at_span(const BeltPath& path, const MeshParameters& parameters);
// The element at the ends of a span [m].
double element_at_span(const BeltPath& path, const MeshParameters& parameters, std::size_t span);
// The element on a pulley that the travel of the belt in a step is compared with; 0 if there is none [m]. This travel
// blurs the onset of stick. The effect grows with the force that changes on an arc, and so with its wrap. Therefore the
// element is taken from the pulley of the smallest radius with the widest wrap, and short arcs do not require short
// steps.
double element_to_pass(std::span<const PathArc> arcs, const MeshParameters& parameters);
// The number of elements that make_mesh() makes for a rope over `n_pulleys` pulleys.
int rope_mesh_size(std::size_t n_pulleys, const MeshParameters& parameters);

}  // namespace beltdyn::eulerian::ale
