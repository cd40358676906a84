// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/conveyor_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;
using numerics::value_of;
using ElementDual = Dual<double, kElementUnknowns>;

// Stiffness of stick, K h²/EA for elements of length h [-]: as on pulleys.
constexpr double kRunStick = 10.0;
// Stiffness of the supports, relative to the axial stiffness of an element [-]: the weight of a few elements deflects
// them by some 1e-4 of the strain.
constexpr double kSupport = 1e3;

// R of a belt at rest under the weight of a load, up to the limit of the idlers.
double holding(const SpanForces& forces) {
  return std::clamp(-forces.load_weight, -forces.resistance, forces.resistance);
}

}  // namespace

ConveyorRuns::ConveyorRuns(const BeltDrive& drive, const AleMesh& mesh)
    : stretch_(mesh.loop / drive.reference_length()),
      axial_stiffness_(drive.belt.axial_stiffness),
      mass_per_length_(drive.belt.mass_per_length),
      gravity_(drive.gravity) {
  const std::size_t points = ElementRules().inertia.size();
  for (const SpanLoad& load : drive.spans) {
    const std::size_t span = load.span();
    const int begin = mesh.touching[2 * span + 1];
    const int end = 2 * span + 2 < mesh.touching.size() ? mesh.touching[2 * span + 2] : mesh.size();
    const auto longest = std::max_element(mesh.lengths.begin() + begin, mesh.lengths.begin() + end);
    runs_.push_back(
        {.load = load, .elements = {begin, end}, .stick = kRunStick * axial_stiffness_ / (*longest * *longest)});
    for (int e = begin; e < end; ++e) {
      elements_.push_back({.run = runs_.size() - 1,
                           .element = e,
                           .is_held = e > begin,
                           .feed_forward = e == begin ? 1.0 : 0.0,
                           .feed_backward = e + 1 == end ? -1.0 : 0.0,
                           .points = std::vector<Point>(points)});
    }
  }
}

SpanForces ConveyorRuns::forces_on(const Element& element, const ElementState& state) const {
  const Vec2<double>& tangent = state.geometry.tangent[0];
  return runs_[element.run].load.forces(mass_per_length_, gravity_, {tangent.x, tangent.y});
}

template <class T>
ConveyorRuns::Motion<T> ConveyorRuns::motion_at(const PointReader<T, double>& at, const ElementState& state,
                                                const Point& point) const {
  const ElementFields<double>& fields = state.fields;
  const auto along = [&tangent = state.geometry.tangent[0]](const Vec2<T>& v) {
    return T(v.x * T(tangent.x) + v.y * T(tangent.y));
  };
  Motion<T> p;
  p.jacobian = along(at.vector(fields.r, 1, Follows::unknowns));
  p.g = at.scalar(fields.s, 1, Follows::unknowns);
  const T one_over_g = inverse(p.g);
  const T g_s = at.scalar(fields.s, 2, Follows::unknowns);
  const T g_t = at.scalar(fields.s_t, 1, Follows::velocities);
  const T mesh_speed = along(at.vector(fields.r_t, 0, Follows::velocities));
  const T grows = along(at.vector(fields.r_t, 1, Follows::velocities));  // |r_σ|_t
  const T c = T(-(at.scalar(fields.s_t, 0, Follows::velocities) * one_over_g));
  const T c_t = T(-((at.scalar(fields.s_tt, 0, Follows::accelerations) + c * g_t) * one_over_g));
  const T c_s = T(-((g_t + c * g_s) * one_over_g));
  p.speed = T(mesh_speed + c * p.jacobian);
  const T v_t = T(along(at.vector(fields.r_tt, 0, Follows::accelerations)) + c_t * p.jacobian + c * grows);
  const T v_s = T(grows + c_s * p.jacobian);
  p.acceleration = T(v_t + c * v_s);
  p.at_place = T(v_t - mesh_speed * inverse(p.jacobian) * v_s);
  const Vec2<T> place = at.vector(fields.r, 0, Follows::unknowns);
  const T passed = T(at.scalar(fields.s, 0, Follows::unknowns) - T(point.material));
  p.slip = T(along({T(place.x - T(point.place.x)), T(place.y - T(point.place.y))}) - T(stretch_) * passed);
  return p;
}

void ConveyorRuns::assemble(AleEquations& equations, const AleStep& step, bool with_tangent) {
  for (Element& element : elements_) {
    if (element.is_held) hold(element, equations, with_tangent);
    if (with_tangent) {
      assemble_element<ElementDual>(element, equations, step);
    } else {
      assemble_element<double>(element, equations, step);
    }
  }
}

// The resistance R of the idlers on the belt; stores the trial memory.
template <class T>
T ConveyorRuns::resistance(const Element& element, Point& point, const Motion<T>& motion, double limit,
                           const AleStep& step) const {
  if (std::isinf(step.length)) return T(-std::copysign(limit, value_of(motion.speed)));
  const contact::ElastoplasticCoulomb law({.friction_coefficient = 1.0, .stiffness = runs_[element.run].stick});
  const contact::ElastoplasticCoulomb::HistoryOf<T> before{.value = {T(point.memory.value[0])},
                                                           .mode = {point.memory.mode[0]}};
  contact::ElastoplasticCoulomb::HistoryOf<T> behind = before;
  const auto answer = law.respond(contact::SlipStepOf<T>{.slip = motion.slip,
                                                         .velocity = motion.speed,
                                                         .inverse_time_step = T(1.0 / step.length),
                                                         .normal_force = T(limit)},
                                  before, behind);
  point.trial = {.value = {value_of(behind.value[0])}, .mode = {behind.mode[0]}};
  return answer.traction;
}

// F dx does work on the particles, which move by −(r_σ/s_σ) δs: the residual of s has F |r_σ|²/s_σ. The residual of r
// has the support of the belt's weight across the path.
template <class T>
void ConveyorRuns::assemble_element(Element& element, AleEquations& equations, const AleStep& step) {
  const SpanLoad& load = runs_[element.run].load;
  const ElementState state = element_state(equations, element.element, step.rates);
  const SpanForces acting = forces_on(element, state);
  const Vec2<double>& normal = state.geometry.normal[0];
  const double across = mass_per_length_ * (gravity_.x() * normal.x + gravity_.y() * normal.y);
  HermiteForces<double> forces;
  element.work = {};
  for (std::size_t i = 0; i < element.points.size(); ++i) {
    Point& point = element.points[i];
    const PointReader<T, double> at(state.geometry, state.fields, equations.model().rules.inertia[i]);
    const Motion<T> motion = motion_at(at, state, point);
    PointForce<T> on_belt{.r = T(T(across) * motion.g) * Vec2<T>{T(normal.x), T(normal.y)}};
    if (step.is_static) {
      point.trial = {.value = {-holding(acting) / runs_[element.run].stick}, .mode = {0.0}};
    } else {
      T force = T(T(acting.load_weight) + resistance(element, point, motion, acting.resistance, step));
      if (step.inertia) {
        const double feed = value_of(motion.speed) > 0.0 ? element.feed_forward : element.feed_backward;
        force = T(force - T(load.load_per_length) *
                              (motion.acceleration + T(feed / state.geometry.spread) * motion.speed * motion.speed));
        force = T(force - T(load.idler_mass_per_length) * motion.at_place);
      }
      const T per_mesh = T(T(share_) * force * motion.jacobian);
      on_belt.s = T(per_mesh * motion.jacobian * inverse(motion.g));
      element.work.force += at.weight() * value_of(per_mesh);
      element.work.power += at.weight() * value_of(T(per_mesh * motion.speed));
    }
    add_force<T>(on_belt, {.r = true, .s = true, .u = false, .g = false}, at, forces);
  }
  constexpr bool with_tangent = numerics::kIsDual<T>;
  equations.add(element.element, system_of(state.geometry, state.fields, forces, with_tangent), with_tangent);
}

void ConveyorRuns::hold(const Element& element, AleEquations& equations, bool with_tangent) const {
  AleArrays& arrays = equations.arrays();
  const int node = element.element;
  const double length = arrays.length[arrays.layout.at(node, 1, 0)];
  const std::array<double, 2> stiffness{kSupport * axial_stiffness_ / length, kSupport * axial_stiffness_ * length};
  for (int c = 0; c < 2; ++c) {
    const double k = stiffness[static_cast<std::size_t>(c)];
    const std::size_t at = arrays.layout.at(node, kBlock, c);
    arrays.residual[at] -= k * arrays.q[at];
    if (with_tangent) arrays.matrix.diagonal[arrays.layout.at(node, numerics::kBlockEntries, c * kBlock + c)] += k;
  }
}

std::optional<ConveyorRuns::Work> ConveyorRuns::work(int element) const {
  const auto found = std::ranges::find(elements_, element, &Element::element);
  return found == elements_.end() ? std::nullopt : std::optional(found->work);
}

void ConveyorRuns::stop() {
  for (Element& element : elements_) element.work.power = 0.0;
}

double ConveyorRuns::taken_power() const {
  double power = 0.0;
  for (const Element& element : elements_) power -= element.work.power;
  return power;
}

void ConveyorRuns::commit(const AleEquations& equations) {
  for (Element& element : elements_) {
    const ElementState state = element_state(equations, element.element);
    for (std::size_t i = 0; i < element.points.size(); ++i) {
      const PointReader<double, double> at(state.geometry, state.fields, equations.model().rules.inertia[i]);
      Point& point = element.points[i];
      point.memory = point.trial;
      point.material = at.scalar(state.fields.s, 0, Follows::nothing);
      point.place = at.vector(state.fields.r, 0, Follows::nothing);
    }
  }
}

void ConveyorRuns::begin_as(const ConveyorRuns& steady, const AleEquations& equations, double direction) {
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    Element& element = elements_[i];
    const ElementState state = element_state(equations, element.element);
    const double deflection = forces_on(element, state).resistance / runs_[element.run].stick;
    for (Point& point : element.points) point.trial = {.value = {direction * deflection}, .mode = {direction}};
    element.work = steady.elements_[i].work;
  }
}

std::size_t ConveyorRuns::memory_size() const {
  return elements_.empty() ? 0 : 2 * elements_.size() * elements_.front().points.size();
}

std::vector<double> ConveyorRuns::memory() const {
  std::vector<double> memory;
  memory.reserve(memory_size());
  for (const Element& element : elements_) {
    for (const Point& point : element.points)
      memory.insert(memory.end(), {point.memory.value[0], point.memory.mode[0]});
  }
  return memory;
}

void ConveyorRuns::set_memory(std::span<const double> memory) {
  auto from = memory.begin();
  for (Element& element : elements_) {
    for (Point& point : element.points) {
      point.trial.value[0] = *from++;
      point.trial.mode[0] = *from++;
    }
  }
}

}  // namespace beltdyn::eulerian::ale
