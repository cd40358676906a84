// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/solve/cyclic_block_tridiagonal_kernel.hpp"
#include "eulerian/ale/contact/lane_departures.hpp"
#include "eulerian/ale/element/ale_kernel.hpp"
#include "eulerian/ale/transient/lane_belt_observation.hpp"

namespace beltdyn::eulerian::ale {

using numerics::any;
using numerics::kLanes;
using numerics::load;
using numerics::select;
using numerics::store;

// Which derivatives an assembly evaluates: none, by all unknowns without mounts, or including the coordinates of
// mounts.
enum class Tangent { none, full, with_mounts };

// AleKernel on Reals, which are doubles or batches of them.
template <class Real>
class LaneAleKernel final : public AleKernel {
 public:
  LaneAleKernel(const AleModel& model, AleArrays& arrays) : model_(model), arrays_(arrays), solver_(arrays.matrix) {}

  void assemble(const AleStep& step, bool with_tangent, std::span<PulleyEntry> pulleys) override {
    const bool mounts_are_unknown =
        std::any_of(pulleys.begin(), pulleys.end(), [](const auto& p) { return p.mount >= 0; });
    if (!with_tangent) {
      assemble_as<Tangent::none>(step, pulleys);
    } else if (mounts_are_unknown) {
      assemble_as<Tangent::with_mounts>(step, pulleys);
    } else {
      assemble_as<Tangent::full>(step, pulleys);
    }
  }
  void find_particles(std::span<const PulleyEntry> pulleys, DepartureSearch& search) const override;
  bool find_departures(std::span<const PulleyEntry> pulleys_before, DepartureSearch& search) override;
  BeltEnergy energy() const override;
  BeltPower power(std::span<const PulleyEntry> pulleys) const override;
  void observe(std::span<const PulleyEntry> pulleys, BeltObservation& observation) const override;
  void factorise() override { solver_.factorise(); }
  void solve(numerics::AlignedVector& rhs) override { solver_.solve(rhs); }

 private:
  static constexpr std::size_t W = kLanes<Real>;
  static constexpr std::size_t kNodeStride = numerics::kBlock * W;
  // Directions of derivatives of a contact point: the unknowns of the element, the angle of the pulley, its mount.
  static constexpr std::size_t kPhi = kElementUnknowns;
  static constexpr std::size_t kMount = kPhi + 1;
  using BeltDual = Dual<Real, kElementUnknowns>;
  template <Tangent kind>
  using ContactNumber = std::conditional_t<kind == Tangent::none, Real,
                                           Dual<Real, kElementUnknowns + (kind == Tangent::with_mounts ? 2 : 1)>>;

  ElementGeometry<Real> geometry(std::size_t row) const {
    ElementGeometry<Real> g;
    g.length = load<Real>(arrays_.length.data() + row * W);
    g.spread = load<Real>(arrays_.spread.data() + row * W);
    g.curvature = load<Real>(arrays_.curvature.data() + row * W);
    for (std::size_t end = 0; end < 2; ++end) {
      const double* from = arrays_.rails.data() + (row + end) * kRailFields * W;
      g.place[end] = {load<Real>(from), load<Real>(from + W)};
      g.tangent[end] = {load<Real>(from + 2 * W), load<Real>(from + 3 * W)};
      g.normal[end] = {load<Real>(from + 4 * W), load<Real>(from + 5 * W)};
      g.rail[end] = {load<Real>(from + 6 * W), load<Real>(from + 7 * W)};
    }
    return g;
  }
  static ElementVector<Real> element_values(const numerics::AlignedVector& nodes, std::size_t row) {
    ElementVector<Real> values;
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      values[i] = load<Real>(nodes.data() + row * kNodeStride + i * W);
    }
    return values;
  }

  ElementFields<Real> fields(std::size_t row, const ElementGeometry<Real>& element, const StepRates& rates = {}) const {
    const ElementVector<Real> q = element_values(arrays_.q, row);
    const ElementVector<Real> v = element_values(arrays_.v, row);
    ElementFields<Real> fields = fields_of(element, q, v, element_values(arrays_.a, row), rates);
    if (arrays_.mesh_moves) add_mesh_motion(element, geometry_motion(row), q, v, fields);
    return fields;
  }
  GeometryMotion<Real> geometry_motion(std::size_t row) const {
    GeometryMotion<Real> m;
    for (std::size_t end = 0; end < 2; ++end) {
      const double* from = arrays_.rail_motion.data() + (row + end) * kRailMotionFields * W;
      m.velocity[end] = {load<Real>(from), load<Real>(from + W)};
      m.acceleration[end] = {load<Real>(from + 2 * W), load<Real>(from + 3 * W)};
      m.turning[end] = load<Real>(from + 4 * W);
      m.turning_rate[end] = load<Real>(from + 5 * W);
    }
    m.spread_rate = load<Real>(arrays_.spread_motion.data() + row * 2 * W);
    m.spread_acceleration = load<Real>(arrays_.spread_motion.data() + (row * 2 + 1) * W);
    return m;
  }

  // The pulley of each lane by its pulley_index, with the data of mounts if there are any.
  static ContactCircle<Real> circle_of(const Real& pulley_index, std::span<const PulleyEntry> pulleys) {
    ContactCircle<Real> circle;
    const bool mounts = has_mounts(pulleys);
    for (std::size_t p = 0; p < pulleys.size(); ++p) {
      const ContactCircle<double>& c = pulleys[p].circle;
      const auto here = pulley_index == Real(static_cast<double>(p));
      const auto choose = [&](double value, Real& to) { to = select(here, Real(value), to); };
      choose(c.center.x, circle.center.x);
      choose(c.center.y, circle.center.y);
      choose(c.arm.x, circle.arm.x);
      choose(c.arm.y, circle.arm.y);
      choose(c.radius, circle.radius);
      choose(c.line_radius, circle.line_radius);
      choose(c.contact_radius, circle.contact_radius);
      choose(c.lever, circle.lever);
      choose(c.stiffening, circle.stiffening);
      choose(c.turn, circle.turn);
      choose(c.angular_velocity, circle.angular_velocity);
      if (!mounts) continue;
      choose(c.axis_velocity.x, circle.axis_velocity.x);
      choose(c.axis_velocity.y, circle.axis_velocity.y);
      choose(c.by_mount.x, circle.by_mount.x);
      choose(c.by_mount.y, circle.by_mount.y);
      choose(c.by_mount_twice.x, circle.by_mount_twice.x);
      choose(c.by_mount_twice.y, circle.by_mount_twice.y);
      choose(c.mount_velocity, circle.mount_velocity);
    }
    return circle;
  }

  std::size_t contact_begin(std::size_t row, std::size_t point) const {
    return (row * kContactPoints + point) * model_.fields.size() * W;
  }
  ContactStore<Real> contact_store(std::size_t row, std::size_t point) {
    return {arrays_.contacts.data() + contact_begin(row, point), model_.fields};
  }
  // A field of a contact point, for all lanes.
  Real contact_value(std::size_t row, std::size_t point, ContactField field) const {
    return load<Real>(arrays_.contacts.data() + contact_begin(row, point) + ContactFields::at(field) * W);
  }

  // The fields of a point that contact needs.
  template <class T>
  MeshPoint<T> contact_place(const PointReader<T, Real>& at, const ElementFields<Real>& fields, bool beside) const {
    MeshPoint<T> p;
    p.r = at.vector(fields.r, 0, Follows::unknowns);
    p.u = at.vector(fields.r, 1, Follows::unknowns);
    p.s = at.scalar(fields.s, 0, Follows::unknowns);
    p.g = at.scalar(fields.s, 1, Follows::unknowns);
    p.r_t = at.vector(fields.r_t, 0, Follows::velocities);
    p.s_t = at.scalar(fields.s_t, 0, Follows::velocities);
    if (beside) {
      p.w = at.vector(fields.r, 2, Follows::unknowns);
      p.u_t = at.vector(fields.r_t, 1, Follows::velocities);
    }
    return p;
  }
  // The raise of the surface at an element whose contact is rigid: the element is the patch.
  template <class T>
  T raise_of(const ElementGeometry<Real>& element, const ElementFields<Real>& fields, const ContactCircle<Real>& circle,
             const ContactStep& contact) const {
    T mean(Real(0.0));
    if (!is_raised(circle)) return mean;
    for (const RulePoint& point : model_.contact_rule) {
      const PointReader<T, Real> at(element, fields, point);
      MeshPoint<T> p;
      p.r = at.vector(fields.r, 0, Follows::unknowns);
      if (has_lever(circle)) {
        p.u = at.vector(fields.r, 1, Follows::unknowns);
        p.w = at.vector(fields.r, 2, Follows::unknowns);
      }
      mean = T(mean + Real(point.weight) * gap_of(circle, p, contact));
    }
    return contact::RigidPatch::raise(circle.stiffening, mean);
  }

  // The forces of an element on its pulley, and of the pulley on the element, with derivatives.
  struct Coupling {
    Real moment = Real(0.0);
    Real d_moment = Real(0.0);     // ∂(moment)/∂φ
    ElementVector<Real> row{};     // ∂(moment)/∂q
    ElementVector<Real> column{};  // ∂(residual)/∂φ
    Vec2<Real> force{};            // on the pulley [N]
    Real on_mount = Real(0.0);     // Q
    // Derivatives of moment and Q by φ and u, and the row and column of u; only if the coordinates of mounts are
    // unknowns.
    Real moment_by_mount = Real(0.0);
    Real on_mount_by_angle = Real(0.0);
    Real d_on_mount = Real(0.0);
    ElementVector<Real> mount_row{};
    ElementVector<Real> mount_column{};
  };

  template <Tangent kTangent>
  void add_contacts(std::size_t row, const ElementGeometry<Real>& element, const ElementFields<Real>& fields,
                    const AleStep& step, std::span<const PulleyEntry> pulleys, HermiteForces<Real>& forces,
                    Coupling& coupling);
  template <Tangent kTangent>
  void couple(std::size_t row, const Coupling& coupling, const Real& weight, std::span<PulleyEntry> pulleys);
  template <Tangent kTangent>
  void assemble_as(const AleStep& step, std::span<PulleyEntry> pulleys);

  const AleModel& model_;
  AleArrays& arrays_;
  numerics::CyclicBlockTridiagonalKernel<Real> solver_;
};

template <class Real>
BeltEnergy LaneAleKernel<Real>::energy() const {
  ElementEnergy<Real> sum;
  for (std::size_t row = 0; row < static_cast<std::size_t>(arrays_.layout.rows()); ++row) {
    const ElementGeometry<Real> element = geometry(row);
    const ElementEnergy<Real> energy = element_energy(model_.section, model_.rules, element, fields(row, element));
    const Real weight = load<Real>(arrays_.weight.data() + row * W);
    sum.kinetic += weight * energy.kinetic;
    sum.elastic += weight * energy.elastic;
    sum.potential += weight * energy.potential;
  }
  return {.kinetic = numerics::sum_of_lanes(sum.kinetic),
          .elastic = numerics::sum_of_lanes(sum.elastic),
          .potential = numerics::sum_of_lanes(sum.potential)};
}

template <class Real>
BeltPower LaneAleKernel<Real>::power(std::span<const PulleyEntry> pulleys) const {
  Real by_contacts(0.0);
  Real damped(0.0);
  for (std::size_t row = 0; row < static_cast<std::size_t>(arrays_.layout.rows()); ++row) {
    const ElementGeometry<Real> element = geometry(row);
    const ElementFields<Real> fields = this->fields(row, element);
    const Real weight = load<Real>(arrays_.weight.data() + row * W);
    if (model_.section.axial_damping > 0.0) {
      damped += weight * axial_damping_power(model_.section, model_.rules, element, fields);
    }
    const Real pulley_index = load<Real>(arrays_.pulley_index.data() + row * W);
    const ContactCircle<Real> circle = circle_of(pulley_index, pulleys);
    for (std::size_t point = 0; point < kContactPoints; ++point) {
      const Real pressure = contact_value(row, point, ContactField::pressure);
      const auto touches = pressure > Real(0.0);
      if (!any(touches)) continue;
      Real stored(0.0);
      if (is_raised(circle)) {
        const Real gap = contact_value(row, point, ContactField::gap);
        model_.laws.normal.for_each(pulley_index, [&](const auto& law, const auto& here) {
          stored = select(here && is_rigid(circle), law.stored_energy(gap), stored);
        });
      }
      const Real traction = contact_value(row, point, ContactField::traction);
      const Real power = contact_power(element, fields, model_.contact_rule[point], circle, pressure, traction, stored);
      by_contacts += select(touches, Real(weight * power), Real(0.0));
    }
  }
  return {.contact = numerics::sum_of_lanes(by_contacts), .axial_damping = numerics::sum_of_lanes(damped)};
}

template <class Real>
void LaneAleKernel<Real>::observe(std::span<const PulleyEntry> pulleys, BeltObservation& observation) const {
  static const std::array kPlaces{rule_point(0.0, 0.0), rule_point(0.5, 0.0)};
  for (std::size_t row = 0; row < static_cast<std::size_t>(arrays_.layout.rows()); ++row) {
    const ElementGeometry<Real> element = geometry(row);
    const ElementFields<Real> fields = this->fields(row, element);
    double* to = observation.points.data() + row * 2 * kPointValues * W;
    for (const RulePoint& place : kPlaces) {
      const PointValues<Real> p = point_values(model_.section, model_.rules, element, fields, place);
      for (const Real& value :
           {p.material, p.position.x, p.position.y, p.strain, p.force, p.speed, p.acceleration.x, p.acceleration.y}) {
        store(value, to);
        to += W;
      }
    }
    const ContactCircle<Real> circle = circle_of(load<Real>(arrays_.pulley_index.data() + row * W), pulleys);
    for (std::size_t point = 0; point < kContactPoints; ++point) {
      using std::sqrt;
      const PointReader<Real, Real> at(element, fields, model_.contact_rule[point]);
      const MeshPoint<Real> p = contact_place(at, fields, true);
      const std::size_t place = (row * kContactPoints + point) * W;
      const Real stretched = Real(sqrt(dot(p.u, p.u)));
      store(p.s, observation.material.data() + place);
      store(Real(stretched / p.g), observation.stretch.data() + place);
      store(Real(at.weight() * stretched), observation.length.data() + place);
      if (!any(contact_value(row, point, ContactField::pressure) > Real(0.0))) continue;
      store(contact_kinematics(circle, p, ContactStep{.mounts = true}, Real(0.0)).slip_velocity,
            observation.slip_velocity.data() + place);
    }
  }
}

template <class Real>
void LaneAleKernel<Real>::find_particles(std::span<const PulleyEntry> pulleys, DepartureSearch& search) const {
  // Largest gap of points that look for a departure point, relative to the radius of the pulley [-].
  constexpr double kReach = 1e-2;
  const auto rows = static_cast<std::size_t>(arrays_.layout.rows());
  for (std::size_t row = 0; row < rows; ++row) {
    const ElementGeometry<Real> element = geometry(row);
    const ElementVector<Real> q = element_values(arrays_.q, row);
    const ElementFields<Real> fields = fields_of(element, q, q, q);
    const ContactCircle<Real> circle = circle_of(load<Real>(arrays_.pulley_index.data() + row * W), pulleys);
    const Real reach = circle.line_radius * Real(1.0 + kReach);
    const auto is_there = load<Real>(arrays_.weight.data() + row * W) > Real(0.0);
    for (std::size_t point = 0; point < kContactPoints; ++point) {
      const Shape& shape = model_.contact_rule[point].value;
      const Vec2<Real> d = interpolate(shape, fields.r) - circle.center;
      const auto is_far = dot(d, d) > reach * reach;
      const std::size_t at = (row * kContactPoints + point) * W;
      store(interpolate(shape, fields.s), search.particle.data() + at);
      store(select(is_there && !is_far, Real(1.0), Real(0.0)), search.is_near.data() + at);
    }
  }
}

template <class Real>
bool LaneAleKernel<Real>::find_departures(std::span<const PulleyEntry> pulleys_before, DepartureSearch& search) {
  const auto rows = static_cast<std::size_t>(arrays_.layout.rows());
  for (std::size_t row = 0; row < rows; ++row) {
    const ContactCircle<Real> circle = circle_of(load<Real>(arrays_.pulley_index.data() + row * W), pulleys_before);
    for (std::size_t point = 0; point < kContactPoints; ++point) {
      const std::size_t at = (row * kContactPoints + point) * W;
      if (!find_departure(search, at, circle, contact_store(row, point))) return false;
    }
  }
  return true;
}

template <class Real>
template <Tangent kTangent>
void LaneAleKernel<Real>::add_contacts(std::size_t row, const ElementGeometry<Real>& element,
                                       const ElementFields<Real>& fields, const AleStep& step,
                                       std::span<const PulleyEntry> pulleys, HermiteForces<Real>& forces,
                                       Coupling& coupling) {
  using T = ContactNumber<kTangent>;
  const Real pulley_index = load<Real>(arrays_.pulley_index.data() + row * W);
  const ContactCircle<Real> circle = circle_of(pulley_index, pulleys);
  const bool mounts = has_mounts(pulleys);
  const ContactLaws& laws = step.is_static ? model_.laws_at_rest : model_.laws;
  const ContactStep contact{.friction = step.friction,
                            .length = step.length,
                            .velocity_rate = step.rates.velocity,
                            .phi = kPhi,
                            .mounts = mounts};
  HermiteForce<Real> by_angle;
  HermiteForce<Real> by_mount;
  const bool beside = has_lever(circle);
  const T raise = raise_of<T>(element, fields, circle, contact);
  for (std::size_t point = 0; point < kContactPoints; ++point) {
    const PointReader<T, Real> at(element, fields, model_.contact_rule[point]);
    const ContactResult<T> result = evaluate_contact(circle, laws, pulley_index, contact_place<T>(at, fields, beside),
                                                     contact, raise, contact_store(row, point));
    const ForceParts parts{.r = true, .s = true, .u = beside, .g = is_raised(circle)};
    add_force(result.force, parts, at, forces);
    const Real dsigma = at.weight();
    coupling.moment = multiply_add(dsigma, numerics::value_of(result.moment), coupling.moment);
    if (mounts) {
      coupling.force.x = multiply_add(dsigma, numerics::value_of(result.on_pulley.x), coupling.force.x);
      coupling.force.y = multiply_add(dsigma, numerics::value_of(result.on_pulley.y), coupling.force.y);
      coupling.on_mount = multiply_add(dsigma, numerics::value_of(result.on_mount), coupling.on_mount);
    }
    if constexpr (kTangent != Tangent::none) {
      coupling.d_moment = multiply_add(dsigma, result.moment.d[kPhi], coupling.d_moment);
      for (std::size_t i = 0; i < kElementUnknowns; ++i) {
        coupling.row[i] = multiply_add(dsigma, result.moment.d[i], coupling.row[i]);
      }
      add_direction(result.force, parts, at, kPhi, by_angle);
    }
    if constexpr (kTangent == Tangent::with_mounts) {
      coupling.moment_by_mount = multiply_add(dsigma, result.moment.d[kMount], coupling.moment_by_mount);
      coupling.on_mount_by_angle = multiply_add(dsigma, result.on_mount.d[kPhi], coupling.on_mount_by_angle);
      coupling.d_on_mount = multiply_add(dsigma, result.on_mount.d[kMount], coupling.d_on_mount);
      for (std::size_t i = 0; i < kElementUnknowns; ++i) {
        coupling.mount_row[i] = multiply_add(dsigma, result.on_mount.d[i], coupling.mount_row[i]);
      }
      add_direction(result.force, parts, at, kMount, by_mount);
    }
  }
  if constexpr (kTangent != Tangent::none) coupling.column = on_unknowns(element, fields, by_angle);
  if constexpr (kTangent == Tangent::with_mounts) coupling.mount_column = on_unknowns(element, fields, by_mount);
}

// Adds the coupling of an element to the moment, row and column of the pulley that owns it, lane by lane.
template <class Real>
template <Tangent kTangent>
void LaneAleKernel<Real>::couple(std::size_t row, const Coupling& coupling, const Real& weight,
                                 std::span<PulleyEntry> pulleys) {
  const Real pulley_index = load<Real>(arrays_.pulley_index.data() + row * W);
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    const Real share = select(pulley_index == Real(static_cast<double>(p)), weight, Real(0.0));
    const auto sum = [&share](const Real& number) { return numerics::sum_of_lanes(Real(share * number)); };
    const auto add_to = [&](double* nodes, const Real& factor, const ElementVector<Real>& numbers) {
      double* to = nodes + row * kNodeStride;
      for (std::size_t i = 0; i < kElementUnknowns; ++i) {
        store(Real(load<Real>(to + i * W) + factor * numbers[i]), to + i * W);
      }
    };
    PulleyEntry& pulley = pulleys[p];
    pulley.moment += sum(coupling.moment);
    if (pulley.is_mounted) {
      pulley.force.x += sum(coupling.force.x);
      pulley.force.y += sum(coupling.force.y);
      pulley.on_mount += sum(coupling.on_mount);
    }
    if constexpr (kTangent != Tangent::none) {
      if (pulley.unknown >= 0) {
        const auto angle = static_cast<std::size_t>(pulley.unknown);
        pulley.d_moment += sum(coupling.d_moment);
        add_to(arrays_.row[angle].data(), share, coupling.row);
        add_to(arrays_.column[angle].data(), Real(-share), coupling.column);
      }
    }
    if constexpr (kTangent == Tangent::with_mounts) {
      if (pulley.mount < 0) continue;
      const auto mount = static_cast<std::size_t>(pulley.mount);
      pulley.d_on_mount += sum(coupling.d_on_mount);
      pulley.on_mount_by_angle += sum(coupling.on_mount_by_angle);
      pulley.moment_by_mount += sum(coupling.moment_by_mount);
      add_to(arrays_.row[mount].data(), share, coupling.mount_row);
      add_to(arrays_.column[mount].data(), Real(-share), coupling.mount_column);
    }
  }
}

template <class Real>
template <Tangent kTangent>
void LaneAleKernel<Real>::assemble_as(const AleStep& step, std::span<PulleyEntry> pulleys) {
  using T = std::conditional_t<kTangent == Tangent::none, Real, BeltDual>;
  const auto rows = static_cast<std::size_t>(arrays_.layout.rows());
  const auto clear = [](numerics::AlignedVector& values) { std::fill(values.begin(), values.end(), 0.0); };
  clear(arrays_.residual);
  constexpr bool kHasTangent = kTangent != Tangent::none;
  for (PulleyEntry& pulley : pulleys) {
    pulley.moment = 0.0;
    pulley.force = {};
    pulley.on_mount = 0.0;
    if (!kHasTangent) continue;
    pulley.d_moment = 0.0;
    pulley.d_on_mount = 0.0;
    pulley.on_mount_by_angle = 0.0;
    pulley.moment_by_mount = 0.0;
  }
  if constexpr (kHasTangent) {
    clear(arrays_.matrix.diagonal);
    for (auto& column : arrays_.column) clear(column);
    for (auto& row : arrays_.row) clear(row);
  }
  numerics::Block<Real> carried{};  // contribution of the element above to the diagonal of the next node
  for (std::size_t row = 0; row < rows; ++row) {
    const ElementGeometry<Real> element = geometry(row);
    const ElementFields<Real> fields = this->fields(row, element, step.rates);
    HermiteForces<Real> forces;
    Coupling coupling;
    add_belt<T>(model_.section, model_.rules, element, fields, step.inertia, forces);
    if (!pulleys.empty()) add_contacts<kTangent>(row, element, fields, step, pulleys, forces, coupling);
    const ElementSystem<Real> system = system_of(element, fields, forces, kHasTangent);
    const Real weight = load<Real>(arrays_.weight.data() + row * W);
    double* residual = arrays_.residual.data() + row * kNodeStride;
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      store(Real(load<Real>(residual + i * W) - weight * system.residual[i]), residual + i * W);
    }
    couple<kTangent>(row, coupling, weight, pulleys);
    if constexpr (kHasTangent) {
      const auto block = [&](std::size_t first, std::size_t second) {
        numerics::Block<Real> b;
        for (std::size_t i = 0; i < numerics::kBlock; ++i) {
          for (std::size_t j = 0; j < numerics::kBlock; ++j) {
            b[i * numerics::kBlock + j] = weight * system.tangent[first + i][second + j];
          }
        }
        return b;
      };
      constexpr std::size_t kStride = numerics::kBlockEntries * W;
      numerics::Block<Real> diagonal = block(0, 0);
      for (std::size_t i = 0; i < numerics::kBlockEntries; ++i) diagonal[i] = diagonal[i] + carried[i];
      numerics::store_array(diagonal, arrays_.matrix.diagonal.data() + row * kStride);
      numerics::store_array(block(0, numerics::kBlock), arrays_.matrix.upper.data() + row * kStride);
      numerics::store_array(block(numerics::kBlock, 0), arrays_.matrix.lower.data() + row * kStride);
      carried = block(numerics::kBlock, numerics::kBlock);
    }
  }
  if constexpr (kHasTangent) solver_.add_to_first_nodes(carried);
}

}  // namespace beltdyn::eulerian::ale
