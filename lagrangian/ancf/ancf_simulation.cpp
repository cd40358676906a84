// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/ancf_simulation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/contact/friction_law.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/plausibility.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/left_out.hpp"
#include "core/dynamics/bending_layer.hpp"
#include "core/dynamics/contact_stiffness.hpp"
#include "core/dynamics/step_scales.hpp"
#include "core/numerics/root.hpp"
#include "lagrangian/ancf/element/belt_energy.hpp"
#include "lagrangian/ancf/mesh_warnings.hpp"
#include "lagrangian/ancf/transient/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Tolerances of the balances. Lengths and moments: computed from points, with strain, force and acceleration linear
// between them; bending contributes to moments where spans are short or vibrate. Energy: conserved to second order in
// the step. Slopes of slip arcs: blurred by bending, contact compliance and inertia.
constexpr double kLengthTolerance = 1e-3;
constexpr double kTorqueTolerance = 0.02;
constexpr double kPowerTolerance = 1e-3;
constexpr double kEytelweinTolerance = 0.1;

// Distance of a body from its node that triggers a warning, relative to an element [-].
constexpr double kSamePlace = 1e-6;

void add_body_places(std::vector<std::string>& warnings, const BeltDrive& drive, const BeltModel& model) {
  for (std::size_t i = 0; i < drive.bodies.size(); ++i) {
    const double off = distance_to_node(drive, model, i);
    if (std::abs(off) <= kSamePlace * model.rule.length) continue;
    warnings.push_back(fmt::format(
        "body {} is fixed to the next node, {:.3g} m {} the place that is given; only the first body has a node there: "
        "use more elements, or a distance to that body of whole elements, {:.6g} m",
        i + 1, std::abs(off), off > 0.0 ? "behind" : "before", drive.path().length() / model.n_nodes));
  }
}

// Warns of coarse elements around bodies. Rigid stick takes up a force over kStickLength elements, and the element at
// the begin of a contact sticks with only a part of it: each part l of a span is as compliant as if it were up to
// kElementsLonger elements longer, which is an error of 1/l₁ + 1/l₂.
void add_body_softness(std::vector<std::string>& warnings, const BeltDrive& drive, const BeltModel& model) {
  constexpr double kElementsLonger = kStickLength + 0.5;
  constexpr double kNotable = 0.05;
  const BeltPath path = drive.path();
  for (std::size_t i = 0; i < drive.bodies.size(); ++i) {
    const PathSpan& span = path.spans()[drive.bodies[i].span()];
    const double before = drive.bodies[i].sigma(path) - span.start;
    const double behind = span.length - before;
    const auto softer = [&](double longer) {
      return 1.0 - (1.0 / (before + longer) + 1.0 / (behind + longer)) / (1.0 / before + 1.0 / behind);
    };
    const double longer = kElementsLonger * model.rule.length;
    if (softer(longer) <= kNotable) continue;
    const double notable = numerics::find_root([&](double l) { return softer(l) - kNotable; }, 0.0, longer);
    warnings.push_back(fmt::format(
        "the belt sticks to pulleys only behind its first elements on them, so that it holds body {} by up to {:.2g} % "
        "less than its spans do, and the body swings more slowly; use at least {:.0f} elements",
        i + 1, 100.0 * softer(longer), std::ceil(model.n_elements() * longer / notable)));
  }
}

}  // namespace

AncfSimulation::AncfSimulation(const BeltDrive& drive, const AncfParameters& parameters,
                               const std::optional<RunningBelt>& running)
    : SteppedBeltSimulation(drive, parameters, running) {
  const BeltModel& model = belt_.equations().model();
  const auto n = static_cast<double>(model.n_segments());
  for (double middle = 0.5; middle < n; middle += 1.0) {
    segment_slopes_.push_back(slope_shape(middle / n, model.rule.length));
  }
  start_ = model.start * drive.reference_length() / path().length();
  for (const BeltBody& body : drive.bodies) {
    const Eigen::Vector2d place = path().point(body.sigma(path())).position;
    given_.push_back({place.x(), place.y()});
  }
}

std::vector<BodyState> AncfSimulation::body_states() const {
  const BeltEquations& equations = belt_.equations();
  std::vector<BodyState> states;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const Vec2<double> r = equations.guided().position(i);
    const Vec2<double>& direction = equations.model().guided[i].direction;
    const Vec2<double>& force = equations.guided().belt_force(i);
    states.push_back({.displacement = dot(direction, r - given_[i]),
                      .speed = dot(direction, equations.guided().velocity(i)),
                      .friction_force = equations.guided().friction_force(i),
                      .span = drive().bodies[i].span(),
                      .position = {r.x, r.y},
                      .belt_force = {force.x, force.y}});
  }
  return states;
}

BeltPoint AncfSimulation::point_of(int element, const ElementMotion<double>& motion, double xi) const {
  const BeltModel& model = belt_.equations().model();
  const double L = model.rule.length;
  const Shape at = position_shape(xi, L);
  const Shape along = slope_shape(xi, L);
  const Vec2<double> r = interpolate(at, motion.q);
  const Vec2<double> slope = interpolate(along, motion.q);
  const double stretch = std::sqrt(numerics::dot(slope, slope));
  const AxialPoint<double> axial = axial_point<false>(model.section, slope, interpolate(along, motion.v), 0.0);
  const Vec2<double> acceleration = interpolate(at, motion.a);
  return {.material = start_ + (element + xi) * L,
          .position = {r.x, r.y},
          .strain = stretch - 1.0,
          .force = axial.tension,
          .speed = numerics::dot(slope, interpolate(at, motion.v)) / stretch,
          .acceleration = {acceleration.x, acceleration.y}};
}

// A segment in contact with several pulleys reports the pulley with the largest pressure.
void AncfSimulation::add_contacts_of(int element, const ElementMotion<double>& motion,
                                     std::vector<beltdyn::ContactPoint>& contacts) const {
  const BeltEquations& equations = belt_.equations();
  const BeltModel& model = equations.model();
  const std::size_t n_segments = model.n_segments();
  const std::size_t first = contacts.size();
  for (std::size_t segment = 0; segment < n_segments; ++segment) {
    const double xi = (static_cast<double>(segment) + 0.5) / static_cast<double>(n_segments);
    contacts.push_back({.material = start_ + (element + xi) * model.rule.length});
  }
  const ContactPacks& near = equations.arrays().contacts;
  for (std::size_t p = 0; p < near.n_pulleys(); ++p) {
    if (near.slot(p, element) == ContactPacks::kVacant) continue;
    const auto slot = static_cast<std::size_t>(near.slot(p, element));
    for (std::size_t segment = 0; segment < n_segments; ++segment) {
      const auto memory = [&](std::size_t field) { return near.memory(p, slot, segment, field); };
      const double normal = memory(model.fields.normal());
      if (!(normal > 0.0)) continue;
      const Vec2<double> slope = interpolate(segment_slopes_[segment], motion.q);
      const double deformed =
          model.rule.length / static_cast<double>(n_segments) * std::sqrt(numerics::dot(slope, slope));
      beltdyn::ContactPoint& point = contacts[first + segment];
      if (normal / deformed <= point.pressure) continue;
      point.pulley = static_cast<int>(p);
      const double turn = path().arcs()[p].turn;
      point.pressure = normal / deformed;
      point.traction = turn * memory(model.fields.traction()) / deformed;
      point.slip_velocity = turn * memory(SegmentFields::slip_velocity);
      point.length = deformed;
      const double state = memory(model.fields.state());
      point.state = std::abs(state) == 1.0 ? contact::slip_towards(turn * state) : contact::ContactState::stick;
    }
  }
}

std::optional<BeltDampingPower> AncfSimulation::damping_power() const { return ancf::damping_power(belt_.equations()); }

BeltTolerances AncfSimulation::balance_tolerances() const {
  return {.length = kLengthTolerance,
          .torque = kTorqueTolerance,
          .power = kPowerTolerance,
          .eytelwein = kEytelweinTolerance};
}

BeltMap AncfSimulation::belt() const {
  const int n = belt_.equations().model().n_nodes;
  std::vector<BeltPoint> points;
  std::vector<beltdyn::ContactPoint> contacts;
  points.reserve(2 * static_cast<std::size_t>(n));
  contacts.reserve(static_cast<std::size_t>(n) * belt_.equations().model().n_segments());
  for (int element = 0; element < n; ++element) {
    const ElementMotion<double> motion = element_motion(belt_.equations().arrays(), element);
    points.push_back(point_of(element, motion, 0.0));
    points.push_back(point_of(element, motion, 0.5));
    add_contacts_of(element, motion, contacts);
  }
  return belt_map(std::move(points), std::move(contacts));
}

StepScales AncfSimulation::step_scales(double end_time) const {
  const BeltModel& model = belt_.equations().model();
  const double element = model.rule.length;
  return {
      .contact_frequency = contact_frequency(belt_.equations().drive()),
      .element_frequency = hermite_element_frequency(drive().belt, element),
      .recommended_step = shortest_passing_time(drive(), element / static_cast<double>(model.n_segments()), end_time),
      .wave_speed = wave_speed(drive().belt),
      .element_length = element};
}

std::vector<std::string> AncfSimulation::preflight(double end_time) const {
  const BeltModel& model = belt_.equations().model();
  const AncfParameters& parameters = belt_.parameters();
  const double element = model.rule.length;
  const double segment = element / static_cast<double>(model.n_segments());
  const BeltDrive& d = drive();
  std::vector<std::string> warnings = bending_warnings(d, element, [&parameters](double ratio) {
    return fmt::format("use at least {:.0f} elements", std::ceil(parameters.elements * ratio));
  });
  if (has_inertia()) add_start_jumps(warnings, d);
  add_start_imbalance(warnings, belt_.mount_imbalance());
  add_body_places(warnings, d, model);
  add_body_softness(warnings, d, model);
  const std::vector<std::string> of_stiffness =
      stiffness_warnings(d, end_time, [segment](std::size_t) { return segment; });
  warnings.insert(warnings.end(), of_stiffness.begin(), of_stiffness.end());
  bool is_damped = model.section.axial_damping > 0.0;
  bool is_damped_along = is_damped;
  const std::vector<std::string> of_mesh = mesh_warnings(d, parameters, model, end_time);
  warnings.insert(warnings.end(), of_mesh.begin(), of_mesh.end());
  for (std::size_t p = 0; p < d.pulleys.size(); ++p) {
    const PulleyContact& contact = belt_.equations().drive().contact_of(p);  // with the stiffness of rigid stick
    is_damped = is_damped || contact.is_rigid() || contact.normal_damping_per_area() > 0.0;
    is_damped_along = is_damped_along || contact.is_rigid() || stick_damping(contact.friction_law(1.0), 1.0) > 0.0;
  }
  if (parameters.friction == FrictionMode::paper) {
    add_warning(warnings, neglected_keys_message(
                              "with \"friction\": \"paper\" a contact lasts until the gap opens, so its damper can "
                              "exert tension on the belt before separation, possibly larger than the pressure",
                              keys_of_normal_damping(d), "\"friction\": \"consistent\""));
  }
  if (!has_inertia()) {
    add_warning(warnings,
                neglected_keys_message("quasi_static neglects inertia", keys_of_inertia(d), "generalised_alpha"));
  }
  if (parameters.time_integration == TimeIntegration::trapezoidal && !is_damped) {
    warnings.push_back(
        "waves excited by contact are undamped: the damping of belt and contact is 0, and the trapezoidal rule has no "
        "numerical damping; use generalised_alpha, or give the belt some axial_damping");
  } else if (parameters.time_integration == TimeIntegration::trapezoidal && !is_damped_along) {
    warnings.push_back(
        "waves along the belt are undamped: the belt has no axial_damping and its friction no damping of stick, and "
        "the trapezoidal rule has no numerical damping, so that elements which pass pulleys make torques swing; use "
        "generalised_alpha, or give the belt some axial_damping");
  }
  return warnings;
}

}  // namespace beltdyn::lagrangian::ancf
