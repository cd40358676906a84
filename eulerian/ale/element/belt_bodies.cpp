// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/belt_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>
#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/dry_joints.hpp"
#include "core/dynamics/guided_body.hpp"
#include "core/numerics/root.hpp"
#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Number of elements on either side over which the effect of a point load fades to 1e-6.
constexpr std::size_t kAround = 6;
// Distance from a pulley at which a body counts as arrived, relative to the radius [-].
constexpr double kNearest = 0.05;
// Stiffness across the guide, relative to the axial stiffness of an element [-].
constexpr double kGuide = 1e3;
constexpr int kIterations = 200;
// Relative accuracy of P [-].
constexpr double kRounding = 1e-14;

}  // namespace

// G is the compliance of Hermite elements for −u'' = δ between held ends.
double point_softness(std::span<const double> lengths, const Rule& rule, std::size_t element, double xi,
                      std::size_t around) {
  const std::size_t begin = element > around ? element - around : 0;
  const std::size_t end = std::min(lengths.size(), element + around + 1);
  const auto n = static_cast<Eigen::Index>(2 * (end - begin + 1));
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(n);
  double before = 0.0;
  double total = 0.0;
  for (std::size_t e = begin; e < end; ++e) {
    const double h = lengths[e];
    const auto at = static_cast<Eigen::Index>(2 * (e - begin));
    const Eigen::Vector4d scale(1.0, h, 1.0, h);
    for (const RulePoint& point : rule) {
      const Eigen::Vector4d slope = Eigen::Map<const Eigen::Vector4d>(point.slope.data()).cwiseProduct(scale);
      stiffness.block<4, 4>(at, at) += point.weight / h * slope * slope.transpose();
    }
    if (e == element) {
      const RulePoint place = rule_point(xi, 1.0);
      load.segment<4>(at) = Eigen::Map<const Eigen::Vector4d>(place.value.data()).cwiseProduct(scale);
      before = total + xi * h;
    }
    total += h;
  }
  for (const Eigen::Index fixed : {Eigen::Index{0}, n - 2}) {
    stiffness.row(fixed).setZero();
    stiffness.col(fixed).setZero();
    stiffness(fixed, fixed) = 1.0;
    load[fixed] = 0.0;
  }
  const double of_elements = load.dot(stiffness.ldlt().solve(load));
  return before * (total - before) / total - of_elements;
}

BeltBodies::BeltBodies(const BeltDrive& drive, const BeltPath& path, const AleMesh& mesh, double reference_length)
    : axial_stiffness_(drive.belt.axial_stiffness), gravity_(numerics::plane(drive.gravity)) {
  for (const BeltBody& of : drive.bodies) {
    const std::size_t span = of.span();
    const double sigma = of.sigma(path);
    Body body{.guided = guided_node_of(of, path),
              .span = span,
              .begin = mesh.touching[2 * span + 1],
              .end = 2 * span + 2 < mesh.touching.size() ? mesh.touching[2 * span + 2] : mesh.size(),
              .material = sigma * reference_length / mesh.loop,
              .given = numerics::plane(path.point(sigma).position)};
    const double length = path.spans()[span].length;
    const std::size_t next = (span + 1) % drive.pulleys.size();
    body.least = kNearest * drive.pulleys[span].radius - of.distance;
    body.most = length - of.distance - kNearest * drive.pulleys[next].radius;
    const auto longest = std::max_element(mesh.lengths.begin() + body.begin, mesh.lengths.begin() + body.end);
    body.guide = kGuide * axial_stiffness_ / *longest;
    if (of.friction) body.joint.emplace(*of.friction);
    bodies_.push_back(std::move(body));
  }
}

std::vector<GuidedNode> BeltBodies::guided() const {
  std::vector<GuidedNode> all;
  for (const Body& body : bodies_) all.push_back(body.guided);
  return all;
}

void BeltBodies::predict(const numerics::StepScheme& scheme, double h) {
  scheme_ = scheme;
  is_in_step_ = true;
  for (Body& body : bodies_) body.now = scheme.predict(body.last, h);
}

void BeltBodies::commit() {
  for (Body& body : bodies_) {
    if (is_in_step_) scheme_.finish(body.last, body.now);
    body.last = body.now;
    if (body.joint) body.joint->accept();
  }
  is_in_step_ = false;
}

void BeltBodies::revert() {
  for (Body& body : bodies_) body.now = body.last;
  is_in_step_ = false;
}

void BeltBodies::rest() {
  for (Body& body : bodies_) body.last = body.now = {.q = body.now.q};
}

// The place of the particle on the span; at an end of the span if the particle is beyond it.
BeltBodies::Place BeltBodies::locate(const AleEquations& equations, const Body& body) const {
  const AleModel& model = equations.model();
  const AleArrays& a = equations.arrays();
  const auto material = [&](int node) {
    const int n = model.mesh.size();
    return a.q[a.layout.at(node % n, numerics::kBlock, kMaterial)] + (node < n ? 0.0 : model.reference_length);
  };
  int element = body.begin;
  while (element + 1 < body.end && material(element + 1) <= body.material) ++element;
  const ElementState state = element_state(equations, element);
  const auto missing = [&](double xi) {
    return interpolate(rule_point(xi, 0.0).value, state.fields.s) - body.material;
  };
  if (missing(0.0) >= 0.0) return {element, 0.0};
  if (!(missing(1.0) > 0.0)) return {element, 1.0};
  return {element, numerics::find_root(missing, 0.0, 1.0)};
}

// Derivative of the force that the body needs, m ẍ − F_r, by its displacement x; sets x by (1).
double BeltBodies::by_displacement(Body& body, double particle, const BeltStep& step) const {
  body.now.move(step.rates, particle - body.compliance * body.force - body.now.q);
  double by = body.guided.mass * step.rates.acceleration;
  if (!body.joint) return by;
  body.joint->try_step(body.now.q - body.last.q, body.now.v, step.is_static() ? INFINITY : step.length);
  const JointResponse& friction = body.joint->response();
  return by - friction.by_turn - step.rates.velocity * friction.by_rate;
}

// P, and its derivative by the place of the particle [N/m]. The residual falls as P grows, and has kinks where friction
// begins to slip. Therefore Newton's method is safeguarded by the largest P known to be too small and the smallest P
// known to be too large.
double BeltBodies::find_force(Body& body, double particle, const BeltStep& step) const {
  if (are_held_ || step.is_static() || body.guided.is_held(step.end - 0.5 * step.length)) {
    body.now = {.q = body.last.q};
    body.force = (particle - body.now.q) / body.compliance;
    return 1.0 / body.compliance;
  }
  const double own = body.guided.own_force(step.end) + body.guided.mass * dot(gravity_, body.guided.direction);
  numerics::NewtonBracket bracket{.below = -INFINITY, .above = INFINITY};
  for (int i = 0;; ++i) {
    const double by = by_displacement(body, particle, step);
    const double slope = 1.0 + body.compliance * by;
    const double inertia = step.rates.acceleration != 0.0 ? body.guided.mass * body.now.acceleration : 0.0;
    const double friction = response_of(body.joint).force;
    const double missing = inertia - own - friction - body.force;
    const double size = std::abs(inertia) + std::abs(own) + std::abs(friction) + std::abs(body.force);
    const double next = bracket.next(body.force, -missing, slope);
    const double change = std::min(std::abs(next - body.force), bracket.above - bracket.below);
    if (change <= kRounding * size || i == kIterations) return by / slope;
    body.force = next;
  }
}

void BeltBodies::enter(AleEquations& equations, const BeltStep& step, bool with_tangent) {
  for (Body& body : bodies_) enter(body, equations, step, with_tangent);
}

// The force P on the body acts as −P on the particle, which moves by −(r_σ/s_σ) δs.
void BeltBodies::enter(Body& body, AleEquations& equations, const BeltStep& step, bool with_tangent) {
  const AleModel& model = equations.model();
  const Place place = locate(equations, body);
  const ElementState element = element_state(equations, place.element);
  const ElementFields<double>& fields = element.fields;
  const RulePoint point = rule_point(place.xi, 1.0);
  const PointReader<double, double> at(element.geometry, fields, point);
  const Vec2<double>& along = body.guided.direction;
  const Vec2<double> normal{-along.y, along.x};
  const Vec2<double> displacement = at.vector(fields.r, 0, Follows::nothing) - body.given;
  const double stretch =
      dot(along, at.vector(fields.r, 1, Follows::nothing)) / at.scalar(fields.s, 1, Follows::nothing);
  const auto begin = static_cast<std::size_t>(body.begin);
  const auto size = static_cast<std::size_t>(body.end - body.begin);
  body.compliance = point_softness(std::span(model.mesh.lengths).subspan(begin, size), model.rules.axial,
                                   static_cast<std::size_t>(place.element - body.begin), place.xi, kAround) /
                    (stretch * axial_stiffness_);
  const double by_place = find_force(body, dot(along, displacement), step);
  body.across = body.guide * dot(normal, displacement);
  const auto unit = [&](const PointForce<double>& force, bool is_across) {
    HermiteForces<double> forces;
    add_force<double>(force, {.r = is_across, .s = !is_across, .u = false, .g = false}, at, forces);
    return on_unknowns(element.geometry, fields, forces.value);
  };
  const ElementVector<double> push = unit({.s = stretch / at.weight()}, false);
  const ElementVector<double> aside = unit({.r = (1.0 / at.weight()) * normal}, true);
  ElementSystem<double> system;
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    system.residual[i] = body.across * aside[i] - body.force * push[i];
    for (std::size_t j = 0; with_tangent && j < kElementUnknowns; ++j) {
      system.tangent[i][j] = by_place * push[i] * push[j] + body.guide * aside[i] * aside[j];
    }
  }
  equations.add(place.element, system, with_tangent);
}

BodyState BeltBodies::state(std::size_t i) const {
  const Body& body = bodies_[i];
  const Eigen::Vector2d along(body.guided.direction.x, body.guided.direction.y);
  const Eigen::Vector2d normal(-along.y(), along.x());
  return {.displacement = body.last.q,
          .speed = body.last.v,
          .friction_force = response_of(body.joint).force,
          .span = body.span,
          .position = Eigen::Vector2d(body.given.x, body.given.y) + body.last.q * along,
          .belt_force = body.force * along + body.across * normal};
}

std::string BeltBodies::objection() const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double displacement = bodies_[i].now.q;
    if (displacement > bodies_[i].least && displacement < bodies_[i].most) continue;
    return fmt::format("body {} came to a pulley", i + 1);
  }
  return {};
}

double BeltBodies::energy() const {
  double energy = 0.0;
  for (const Body& body : bodies_) {
    const Vec2<double> place = numerics::multiply_add(body.now.q, body.guided.direction, body.given);
    energy += body.guided.mass * (0.5 * body.now.v * body.now.v - dot(gravity_, place));
    energy += 0.5 * body.compliance * body.force * body.force + 0.5 * body.across * body.across / body.guide;
  }
  return energy;
}

void BeltBodies::add_flow(double time, PowerFlow& flow) const {
  for (const Body& body : bodies_) {
    flow = flow + body.guided.flow(time, gravity_, body.now.v, response_of(body.joint).force);
  }
}

std::vector<double> BeltBodies::memory() const {
  std::vector<double> numbers;
  for (const Body& body : bodies_) {
    append_state(body.last, numbers);
    numbers.insert(numbers.end(), {body.force, body.across, body.compliance});
    append_state(body.joint, numbers);
  }
  return numbers;
}

void BeltBodies::set_memory(std::span<const double> memory) {
  auto from = memory.begin();
  for (Body& body : bodies_) {
    take_state(body.last, from);
    for (double* number : {&body.force, &body.across, &body.compliance}) *number = *from++;
    body.now = body.last;
    take_state(body.joint, from);
  }
  is_in_step_ = false;
}

}  // namespace beltdyn::eulerian::ale
