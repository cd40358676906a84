// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/curvature_damping.hpp"

#include <algorithm>

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;
using numerics::value_of;

constexpr std::size_t kNodes = CurvatureDamping::kNodes;
constexpr std::size_t kUnknowns = CurvatureDamping::kUnknowns;

// Index of an unknown of a node among the unknowns of the local nodes.
constexpr std::size_t at(std::size_t node, int component) {
  return static_cast<std::size_t>(kBlock) * node + static_cast<std::size_t>(component);
}

// A number with the derivative `rate` by the unknown `direction`.
template <class T>
T variable(double value, std::size_t direction, double rate) {
  T number(value);
  if constexpr (numerics::kIsDual<T>) number.d[direction] = rate;
  return number;
}

// start + displacement n
template <class T>
Vec2<T> on_rail(const Vec2<double>& start, const T& displacement, const Vec2<double>& n) {
  return {T(T(start.x) + displacement * T(n.x)), T(T(start.y) + displacement * T(n.y))};
}

template <class T>
struct NodeState {
  T across{};    // w [m]
  T across_t{};  // [m/s]
  Vec2<T> r;     // [m]
  Vec2<T> u;     // T + φ n, the direction of r_σ [-]
  Vec2<T> r_t;   // [m/s]
  Vec2<T> u_t;   // [1/s]
  T s{};         // [m]
  T s_t{};       // [m/s]
};

// An element along the path: length h and curvature κ.
struct Piece {
  double length{};
  double curvature{};

  // r_σ = f u at a node with this w
  template <class T>
  T slope_factor(const T& across) const {
    return T(T(1.0) - T(curvature) * across);
  }
};

// Weights of the curvatures at the end of the element before a node, and at the begin of the element behind it. The
// mean weights them with the lengths of their elements; the jump is the second minus the first.
using Shares = std::array<double, 2>;
Shares mean_shares(const Piece& left, const Piece& right) {
  const double both = left.length + right.length;
  return {left.length / both, right.length / both};
}
constexpr Shares kJump{-1.0, 1.0};

// The curvature K of a node, or its jump there, and its rate. Derivatives: by w at fixed r and u; by r and u of the
// node before, the node and the node behind; and by the reference length between the outer two nodes.
template <class T>
struct NodeCurvature {
  T value{};
  T rate{};
  std::array<T, 3> by_across{};
  std::array<Vec2<T>, 3> by_place;
  std::array<Vec2<T>, 3> by_slope;
  T by_length{};
};

// The curvature of the middle one of three nodes between two pieces: K = κ ℓ/Δs, with κ = (r_σ × r_σσ)/|r_σ|³, the
// chords ℓ to both neighbours and the reference length Δs between the neighbours. On a cubic r_σσ is (6 r_a − 6 r_b + 2
// h f_a u_a + 4 h f_b u_b)/h² at its end b and (−6 r_a + 6 r_b − 4 h f_a u_a − 2 h f_b u_b)/h² at its end a, so that
// with the outer node o of a piece
//
//     κ = u × W/|u|³,   W = (6 (r_o − r)/h² ± 2 f_o u_o/h)/f²,   + before the node, − behind it.
template <class T>
NodeCurvature<T> node_curvature(const NodeState<T>* nodes, const std::array<Piece, 2>& pieces, const Shares& shares) {
  using std::sqrt;
  const Vec2<T>& u = nodes[1].u;
  const T one_over_u2 = inverse(T(dot(u, u)));
  const T one_over_u3 = T(one_over_u2 * sqrt(one_over_u2));
  const Vec2<T> before = nodes[1].r - nodes[0].r;
  const Vec2<T> behind = nodes[2].r - nodes[1].r;
  const T before_length = T(sqrt(dot(before, before)));
  const T behind_length = T(sqrt(dot(behind, behind)));
  const T per_length = inverse(T(nodes[2].s - nodes[0].s));
  const T stretch = T((before_length + behind_length) * per_length);
  const T scale = T(one_over_u3 * stretch);
  const Vec2<T> by_w{T(-(u.y * scale)), T(u.x * scale)};
  NodeCurvature<T> k{};
  Vec2<T> w{T(0.0), T(0.0)};
  k.by_across.fill(T(0.0));
  k.by_place.fill({T(0.0), T(0.0)});
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t outer = 2 * side;
    const Piece& piece = pieces[side];
    const double h = piece.length;
    const double turn = side == 0 ? 2.0 / h : -2.0 / h;
    const T factor = piece.slope_factor(nodes[1].across);
    const T share = T(T(shares[side]) * inverse(T(factor * factor)));
    const T place = T(T(6.0 / (h * h)) * share);
    const T slope = T(T(turn) * share);
    const T outer_slope = T(slope * piece.slope_factor(nodes[outer].across));
    const Vec2<T> part = place * (nodes[outer].r - nodes[1].r) + outer_slope * nodes[outer].u;
    w = w + part;
    k.by_place[outer] = k.by_place[outer] + place * by_w;
    k.by_place[1] = k.by_place[1] - place * by_w;
    k.by_slope[outer] = outer_slope * by_w;
    const T by_factor = T(T(-piece.curvature) * slope);
    k.by_across[outer] = T(by_factor * dot(by_w, nodes[outer].u));
    k.by_across[1] = T(k.by_across[1] + T(2.0 * piece.curvature) * inverse(factor) * dot(by_w, part));
  }
  const T kappa = T(cross(u, w) * one_over_u3);
  k.value = T(kappa * stretch);
  k.by_length = T(-(k.value * per_length));
  const T thrice = T(T(3.0) * k.value * one_over_u2);
  k.by_slope[1] = {T(w.y * scale - thrice * u.x), T(-(w.x * scale) - thrice * u.y)};
  const T pull = T(kappa * per_length);
  const Vec2<T> along_before = T(pull * inverse(before_length)) * before;
  const Vec2<T> along_behind = T(pull * inverse(behind_length)) * behind;
  k.by_place[0] = k.by_place[0] - along_before;
  k.by_place[1] = k.by_place[1] + along_before - along_behind;
  k.by_place[2] = k.by_place[2] + along_behind;
  k.rate = T(k.by_length * (nodes[2].s_t - nodes[0].s_t));
  for (std::size_t j = 0; j < 3; ++j) {
    k.rate = T(k.rate + dot(k.by_place[j], nodes[j].r_t) + dot(k.by_slope[j], nodes[j].u_t) +
               k.by_across[j] * nodes[j].across_t);
  }
  return k;
}

// Adds the forces of a moment on a curvature, or its jump, at the middle one of three nodes; `first` is the first of
// them as a local node.
template <class T>
void add_moment(const T& moment, const NodeCurvature<T>& k, const MeshNode* rails, std::size_t first,
                std::array<T, kUnknowns>& force) {
  const auto add = [&force](std::size_t to, const T& value) { force[to] = T(force[to] + value); };
  for (std::size_t j = 0; j < 3; ++j) {
    const Vec2<double>& n = rails[j].normal;
    const auto on_rail = [&](const Vec2<T>& f) { return T(moment * T(f.x * T(n.x) + f.y * T(n.y))); };
    add(at(first + j, kAcross), T(on_rail(k.by_place[j]) + moment * k.by_across[j]));
    add(at(first + j, kSlope), on_rail(k.by_slope[j]));
  }
  const T along = T(moment * k.by_length);
  add(at(first, kMaterial), T(-along));
  add(at(first + 2, kMaterial), along);
}

// Adds the damping of the jump J of K at local node 1, with |c| J/H in place of c K_σ over the length H that the node
// represents: the moment D H s_σ (J_t + |c| J/H) on J, and D J²/(H s_σ) s_t on s.
template <class T>
void add_jump(const std::array<Piece, 2>& pieces, const std::array<MeshNode, kNodes>& rails,
              const std::array<NodeState<T>, kNodes>& nodes, double damping, std::array<T, kUnknowns>& force,
              double* power) {
  const NodeCurvature<T> J = node_curvature(nodes.data(), pieces, kJump);
  const T length = T(T(0.5) * (nodes[2].s - nodes[0].s));  // H s_σ
  const T& s_t = nodes[1].s_t;
  const T speed = value_of(s_t) > 0.0 ? s_t : T(-s_t);  // |c| s_σ
  const T moment = T(T(damping) * (length * J.rate + speed * J.value));
  const T drag = T(T(damping) * J.value * J.value * inverse(length) * s_t);
  add_moment(moment, J, rails.data(), 0, force);
  force[at(1, kMaterial)] = T(force[at(1, kMaterial)] + drag);
  if (power != nullptr) *power += value_of(T(moment * J.rate + drag * s_t));
}

}  // namespace

int CurvatureDamping::node(int e, std::size_t j) const {
  const int n = model_.mesh.size();
  return (e + static_cast<int>(j) - 1 + n) % n;
}

CurvatureDamping::Neighbourhood CurvatureDamping::neighbourhood(const AleArrays& arrays, int e) const {
  Neighbourhood near;
  const auto stride = static_cast<std::size_t>(arrays.layout.lanes());
  for (std::size_t j = 0; j < kNodes; ++j) {
    const auto i = static_cast<std::size_t>(node(e, j));
    near.nodes[j] = model_.mesh.nodes[i];
    if (j + 1 < kNodes) near.spread[j] = model_.mesh.spread[i];
    for (int c = 0; c < kBlock; ++c) {
      const std::size_t from = arrays.node_start[i] + static_cast<std::size_t>(c) * stride;
      near.q[at(j, c)] = arrays.q[from];
      near.v[at(j, c)] = arrays.v[from];
    }
  }
  // s continues through the end of the loop.
  for (std::size_t j = 0; j < kNodes; ++j) {
    const int past = e + static_cast<int>(j) - 1;
    if (past < 0) near.q[at(j, kMaterial)] -= model_.reference_length;
    if (past >= model_.mesh.size()) near.q[at(j, kMaterial)] += model_.reference_length;
  }
  return near;
}

// The forces ∂R/∂(rate of each unknown). K is linear between the local nodes 1 and 2 with shape functions L, and N are
// the shape functions of s. From dK/dt = Σ L_i K_i,t − s_t K_σ/s_σ the rate of an unknown x has the weight Σ L_i
// ∂K_i/∂x; the rate of an unknown of s has in addition −N K_σ/s_σ.
template <class T>
std::array<T, kUnknowns> CurvatureDamping::forces(const Neighbourhood& near, const StepRates& rates,
                                                  double* power) const {
  std::array<NodeState<T>, kNodes> nodes;
  std::array<T, kUnknowns> q;
  std::array<T, kUnknowns> v;
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    q[i] = variable<T>(near.q[i], i, 1.0);
    v[i] = variable<T>(near.v[i], i, rates.velocity);
  }
  for (std::size_t j = 0; j < kNodes; ++j) {
    const MeshNode& rail = near.nodes[j];
    nodes[j] = {.across = q[at(j, kAcross)],
                .across_t = v[at(j, kAcross)],
                .r = on_rail(rail.place, q[at(j, kAcross)], rail.normal),
                .u = on_rail(rail.tangent, q[at(j, kSlope)], rail.normal),
                .r_t = on_rail({}, v[at(j, kAcross)], rail.normal),
                .u_t = on_rail({}, v[at(j, kSlope)], rail.normal),
                .s = q[at(j, kMaterial)],
                .s_t = v[at(j, kMaterial)]};
  }
  std::array<Piece, kNodes - 1> pieces;
  for (std::size_t j = 0; j < pieces.size(); ++j) {
    pieces[j] = {.length = near.spread[j].length, .curvature = near.spread[j].curvature};
  }
  const std::array<Piece, 2> first{pieces[0], pieces[1]};
  const std::array<Piece, 2> second{pieces[1], pieces[2]};
  const double h = pieces[1].length;
  const std::array<NodeCurvature<T>, 2> K{node_curvature(nodes.data(), first, mean_shares(pieces[0], pieces[1])),
                                          node_curvature(nodes.data() + 1, second, mean_shares(pieces[1], pieces[2]))};
  const T K_sigma = T((K[1].value - K[0].value) * T(1.0 / h));
  const double damping = model_.section.bending_damping;
  std::array<T, kUnknowns> force;
  force.fill(T(0.0));
  std::array<T, 2> moments{T(0.0), T(0.0)};  // ∫ D dK/dt L_i s_σ dσ
  // s_ξ = a s' at the local nodes 1 and 2, and the derivative of a by w
  const T by_across(-h * pieces[1].curvature);
  std::array<T, 2> stretch{T(0.0), T(0.0)};
  for (std::size_t i = 0; i < 2; ++i) stretch[i] = T(T(h) * pieces[1].slope_factor(nodes[i + 1].across));
  for (const RulePoint& point : model_.rules.bending) {
    T s_xi(0.0);
    T s_t(0.0);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t slope = at(i + 1, kMaterialSlope);
      s_xi = T(s_xi + T(point.slope[2 * i]) * nodes[i + 1].s + T(point.slope[2 * i + 1]) * stretch[i] * q[slope]);
      s_t = T(s_t + T(point.value[2 * i]) * nodes[i + 1].s_t +
              T(point.value[2 * i + 1]) * (stretch[i] * v[slope] + by_across * nodes[i + 1].across_t * q[slope]));
    }
    const T g = T(T(1.0 / h) * s_xi);
    const std::array<double, 2> L{1.0 - point.xi, point.xi};
    const T rate = T(T(L[0]) * K[0].rate + T(L[1]) * K[1].rate - s_t * inverse(g) * K_sigma);
    const T moment = T(T(damping * point.weight * h) * rate);  // D dK/dt dσ
    const T on_s = T(-(moment * K_sigma));
    const auto add = [&force](std::size_t to, const T& value) { force[to] = T(force[to] + value); };
    for (std::size_t i = 0; i < 2; ++i) {
      moments[i] = T(moments[i] + T(L[i]) * moment * g);
      const T on_slope = T(T(point.value[2 * i + 1]) * on_s);
      add(at(i + 1, kMaterial), T(T(point.value[2 * i]) * on_s));
      add(at(i + 1, kMaterialSlope), T(stretch[i] * on_slope));
      add(at(i + 1, kAcross), T(by_across * q[at(i + 1, kMaterialSlope)] * on_slope));
    }
    if (power != nullptr) *power += value_of(T(moment * rate * g));
  }
  for (std::size_t i = 0; i < 2; ++i) add_moment(moments[i], K[i], near.nodes.data() + i, i, force);
  add_jump(first, near.nodes, nodes, damping, force, power);
  return force;
}

void CurvatureDamping::assemble(AleArrays& arrays, const StepRates& rates, bool with_tangent) const {
  const auto stride = static_cast<std::size_t>(arrays.layout.lanes());
  for (int e = 0; e < model_.mesh.size(); ++e) {
    const Neighbourhood near = neighbourhood(arrays, e);
    std::array<double, kUnknowns> force{};
    if (with_tangent) {
      double* tangent = arrays.beside_matrix.data() + static_cast<std::size_t>(e) * kUnknowns * kUnknowns;
      const auto dual = forces<Dual<double, kUnknowns>>(near, rates, nullptr);
      for (std::size_t i = 0; i < kUnknowns; ++i) {
        force[i] = dual[i].value;
        std::ranges::copy(dual[i].d, tangent + i * kUnknowns);
      }
    } else {
      force = forces<double>(near, rates, nullptr);
    }
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      const auto n = static_cast<std::size_t>(node(e, i / static_cast<std::size_t>(kBlock)));
      arrays.residual[arrays.node_start[n] + (i % static_cast<std::size_t>(kBlock)) * stride] -= force[i];
    }
  }
}

double CurvatureDamping::power(const AleArrays& arrays, int e) const {
  double power = 0.0;
  forces<double>(neighbourhood(arrays, e), {}, &power);
  return power;
}

}  // namespace beltdyn::eulerian::ale
