// SPDX-License-Identifier: MIT
#include "eulerian/ale/curvature_damping.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;
using numerics::value_of;

constexpr std::size_t kNodes = CurvatureDamping::kNodes;
constexpr std::size_t kUnknowns = CurvatureDamping::kUnknowns;

// Where the unknowns of a node stand among those of the local nodes.
constexpr std::size_t at(std::size_t node, std::size_t component) {
  return static_cast<std::size_t>(kBlock) * node + component;
}
constexpr std::size_t kAcross = 0;         // w
constexpr std::size_t kSlope = 1;          // φ
constexpr std::size_t kMaterial = 2;       // s
constexpr std::size_t kMaterialSlope = 3;  // s'

// A number with derivative `rate` by the unknown `direction`.
template <class T>
T variable(double value, std::size_t direction, double rate) {
  T number(value);
  if constexpr (numerics::kIsDual<T>) number.d[direction] = rate;
  return number;
}

// start + way n
template <class T>
Vec2<T> on_rail(const Vec2<double>& start, const T& way, const Vec2<double>& n) {
  return {T(T(start.x) + way * T(n.x)), T(T(start.y) + way * T(n.y))};
}

template <class T>
struct NodeState {
  Vec2<T> r;    // [m]
  Vec2<T> u;    // r_σ [-]
  Vec2<T> r_t;  // [m/s]
  Vec2<T> u_t;  // [1/s]
  T g{};        // s_σ [-]
  T g_t{};      // [1/s]
};

// The curvature K of a node, its rate at the node, and its derivatives by r_σ, r_σσ and s_σ there.
template <class T>
struct NodeCurvature {
  T value{};
  T rate{};
  Vec2<T> by_u;
  Vec2<T> by_w;
  T by_g{};
  // r_σσ is Σ (place_j r_j + slope_j r_σj) over the node before, the node, and the node behind.
  std::array<double, 3> place{};
  std::array<double, 3> slope{};
};

// Of the middle one of three nodes, with the elements before and behind it of lengths `left` and `right`. On a cubic
// r_σσ is (6 r_a − 6 r_b + 2 h u_a + 4 h u_b)/h² at its end b and (−6 r_a + 6 r_b − 4 h u_a − 2 h u_b)/h² at a, and
// each element counts as its length.
template <class T>
NodeCurvature<T> node_curvature(const NodeState<T>* nodes, double left, double right) {
  NodeCurvature<T> k;
  const double both = left + right;
  k.place = {6.0 / (left * both), -6.0 / (left * right), 6.0 / (right * both)};
  k.slope = {2.0 / both, 0.0, -2.0 / both};
  Vec2<T> w{T(0.0), T(0.0)};
  Vec2<T> w_t{T(0.0), T(0.0)};
  for (std::size_t j = 0; j < 3; ++j) {
    w = w + T(k.place[j]) * nodes[j].r + T(k.slope[j]) * nodes[j].u;
    w_t = w_t + T(k.place[j]) * nodes[j].r_t + T(k.slope[j]) * nodes[j].u_t;
  }
  const NodeState<T>& here = nodes[1];
  const T one_over_u2 = inverse(T(dot(here.u, here.u)));
  const T one_over_g = inverse(here.g);
  const T scale = T(one_over_u2 * one_over_g);
  k.value = T(cross(here.u, w) * scale);
  const T twice = T(T(2.0) * k.value * one_over_u2);
  k.by_u = {T(w.y * scale - twice * here.u.x), T(-(w.x * scale) - twice * here.u.y)};
  k.by_w = {T(-(here.u.y * scale)), T(here.u.x * scale)};
  k.by_g = T(-(k.value * one_over_g));
  k.rate = T(dot(k.by_u, here.u_t) + dot(k.by_w, w_t) + k.by_g * here.g_t);
  return k;
}

}  // namespace

CurvatureDamping::CurvatureDamping(const AleModel& model)
    : model_(model), tangents_(is_there() ? model.mesh.nodes.size() : 0) {}

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
    if (j + 1 < kNodes) near.lengths[j] = model_.mesh.lengths[i];
    for (std::size_t c = 0; c < static_cast<std::size_t>(kBlock); ++c) {
      near.q[at(j, c)] = arrays.q[arrays.node_start[i] + c * stride];
      near.v[at(j, c)] = arrays.v[arrays.node_start[i] + c * stride];
    }
  }
  if (node(e, 2) == 0) near.q[at(2, kMaterial)] += model_.reference_length;
  return near;
}

// ∂R/∂(rate of each unknown). With the shape functions N of s and the linear ones L of K between the local nodes 1 and
// 2, dK/dt = Σ L_i K_i,t − s_t/s_σ K_σ, so that the rate of an unknown x of the position or of s' counts Σ L_i ∂K_i/∂x,
// and that of s or s' also −N K_σ/s_σ.
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
    nodes[j] = {.r = on_rail(rail.place, q[at(j, kAcross)], rail.normal),
                .u = on_rail(rail.tangent, q[at(j, kSlope)], rail.normal),
                .r_t = on_rail({}, v[at(j, kAcross)], rail.normal),
                .u_t = on_rail({}, v[at(j, kSlope)], rail.normal),
                .g = q[at(j, kMaterialSlope)],
                .g_t = v[at(j, kMaterialSlope)]};
  }
  const double h = near.lengths[1];
  const std::array<NodeCurvature<T>, 2> K{node_curvature(nodes.data(), near.lengths[0], h),
                                          node_curvature(nodes.data() + 1, h, near.lengths[2])};
  const T K_sigma = T((K[1].value - K[0].value) * T(1.0 / h));
  std::array<T, kUnknowns> force;
  force.fill(T(0.0));
  std::array<T, 2> moments{T(0.0), T(0.0)};  // ∫ D dK/dt L_i s_σ dσ
  constexpr std::array<std::size_t, 4> kHermite{at(1, kMaterial), at(1, kMaterialSlope), at(2, kMaterial),
                                                at(2, kMaterialSlope)};
  for (const RulePoint& point : model_.rules.bending) {
    T g(0.0);
    T s_t(0.0);
    for (std::size_t i = 0; i < kHermite.size(); ++i) {
      const double length = i % 2 == 0 ? 1.0 : h;  // slopes count times h
      g = T(g + T(point.slope[i] * length / h) * q[kHermite[i]]);
      s_t = T(s_t + T(point.value[i] * length) * v[kHermite[i]]);
    }
    const std::array<double, 2> L{1.0 - point.xi, point.xi};
    const T rate = T(T(L[0]) * K[0].rate + T(L[1]) * K[1].rate - s_t * inverse(g) * K_sigma);
    const double dsigma = point.weight * h;
    const T moment = T(T(model_.section.bending_damping * dsigma) * rate);  // D dK/dt dσ
    for (std::size_t i = 0; i < 2; ++i) moments[i] = T(moments[i] + T(L[i]) * moment * g);
    for (std::size_t i = 0; i < kHermite.size(); ++i) {
      const double length = i % 2 == 0 ? 1.0 : h;
      force[kHermite[i]] = T(force[kHermite[i]] - T(point.value[i] * length) * moment * K_sigma);
    }
    if (power != nullptr) *power += value_of(T(moment * rate * g));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec2<double>& n = near.nodes[i + j].normal;
      const T across = T(moments[i] * T(K[i].by_w.x * T(n.x) + K[i].by_w.y * T(n.y)));
      force[at(i + j, kAcross)] = T(force[at(i + j, kAcross)] + T(K[i].place[j]) * across);
      force[at(i + j, kSlope)] = T(force[at(i + j, kSlope)] + T(K[i].slope[j]) * across);
    }
    const Vec2<double>& n = near.nodes[i + 1].normal;
    const std::size_t slope = at(i + 1, kSlope);
    force[slope] = T(force[slope] + moments[i] * T(K[i].by_u.x * T(n.x) + K[i].by_u.y * T(n.y)));
    const std::size_t material = at(i + 1, kMaterialSlope);
    force[material] = T(force[material] + moments[i] * K[i].by_g);
  }
  return force;
}

void CurvatureDamping::assemble(AleArrays& arrays, const StepRates& rates, bool with_tangent) {
  const auto stride = static_cast<std::size_t>(arrays.layout.lanes());
  for (int e = 0; e < model_.mesh.size(); ++e) {
    const Neighbourhood near = neighbourhood(arrays, e);
    std::array<double, kUnknowns> force{};
    if (with_tangent) {
      const auto dual = forces<Dual<double, kUnknowns>>(near, rates, nullptr);
      for (std::size_t i = 0; i < kUnknowns; ++i) {
        force[i] = dual[i].value;
        tangents_[static_cast<std::size_t>(e)][i] = dual[i].d;
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
