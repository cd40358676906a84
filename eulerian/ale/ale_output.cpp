// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_output.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/contact/friction_law.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// A belt that goes further into a pulley than this part of the radius has its forces changed by as much.
constexpr double kDeepPenetration = 1e-3;

// Of the particle at a mesh point: with the flow c = −s_t/s_σ of particles over the mesh and v = r_t + c r_σ,
// a = v_t + c v_σ.
Vec2<double> acceleration_of(const MeshPoint<double>& p) {
  const double c = -p.s_t / p.g;
  const double c_t = -(p.s_tt + c * p.g_t) / p.g;
  const double c_sigma = -(p.g_t + c * p.g_s) / p.g;
  const Vec2<double> v_t = p.r_tt + c_t * p.u + c * p.u_t;
  const Vec2<double> v_sigma = p.u_t + c_sigma * p.u + c * p.w;
  return v_t + c * v_sigma;
}

BeltPoint point_of(const BeltSection& section, const ElementState& element, double xi) {
  const RulePoint place = rule_point(xi, 0.0);
  const StepRates rates;
  const PointReader<double, double> at(element.geometry, place, rates);
  MeshPoint<double> p = at.strained(element.fields, true);
  p.r = at.vector(element.fields.r, 0, 1.0);
  p.s = at.scalar(element.fields.s, 0, 1.0);
  p.r_t = at.vector(element.fields.r_t, 0, 0.0);
  p.r_tt = at.vector(element.fields.r_tt, 0, 0.0);
  p.s_tt = at.scalar(element.fields.s_tt, 0, 0.0);
  const Vec2<double> acceleration = acceleration_of(p);
  const double length = std::sqrt(dot(p.u, p.u));
  const Vec2<double> velocity = p.r_t + (-p.s_t / p.g) * p.u;
  return {.material = p.s,
          .position = {p.r.x, p.r.y},
          .strain = length / p.g - 1.0,
          .force = axial(section, p).tension,
          .speed = dot(velocity, p.u) / length,
          .acceleration = {acceleration.x, acceleration.y}};
}

}  // namespace

BeltLists belt_lists(const AleEquations& equations) {
  const AleModel& model = equations.model();
  const AleArrays& arrays = equations.arrays();
  const BeltPath path = equations.drive().path();
  BeltLists lists;
  for (int e = 0; e < model.mesh.size(); ++e) {
    const ElementState element = element_state(equations, e);
    lists.points.push_back(point_of(model.section, element, 0.0));
    lists.points.push_back(point_of(model.section, element, 0.5));
    const int owner = model.mesh.owners[static_cast<std::size_t>(e)];
    const double turn = path.arcs()[static_cast<std::size_t>(owner)].turn;
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const BeltPoint at = point_of(model.section, element, model.contact_rule[p].xi);
      const auto field = [&](ContactField f) { return arrays.contacts[arrays.contact_at(e, p, f)]; };
      beltdyn::ContactPoint contact{.material = at.material};
      if (field(ContactField::pressure) > 0.0) {
        const double stretch = 1.0 + at.strain;
        const double slips = field(ContactField::state);
        contact.pulley = owner;
        contact.pressure = field(ContactField::pressure) / stretch;
        contact.traction = turn * field(ContactField::traction) / stretch;
        contact.state = slips == 0.0 ? contact::ContactState::stick : contact::slip_towards(turn * slips);
      }
      lists.contacts.push_back(contact);
    }
  }
  return lists;
}

std::vector<std::string> mesh_warnings(const BeltDrive& drive, const MeshParameters& mesh) {
  std::vector<std::string> warnings;
  const BeltPath path = drive.path();
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const PulleyContact& contact = drive.contact_of(p);
    const double radius = path.arcs()[p].radius;
    // The pressure of a taut belt is N/R per length.
    const double depth = contact.penetration(std::max(0.0, drive.initial_force()) / (radius * drive.belt.width));
    if (depth > kDeepPenetration * radius) {
      warnings.push_back(fmt::format(
          "the pretension presses the belt {:.3g} m into pulley {}, more than a thousandth of its radius; a "
          "stiffness_per_area above {:.3g} N/m^3 avoids it",
          depth, p + 1, contact.stiffness_per_area() * depth / (kDeepPenetration * radius)));
    }
    // A cubic on a circle is up to R Δ⁴/384 off, Δ the angle of the element.
    const double angle = path.arcs()[p].wrap / mesh.elements_per_pulley;
    const double misfit = radius * std::pow(angle, 4) / 384.0;
    constexpr double kRoughPressure = 0.1;
    if (depth > 0.0 && misfit > kRoughPressure * depth) {
      warnings.push_back(fmt::format(
          "an element turns by {:.2g} rad around pulley {} and is {:.2g} m off the circle, against {:.2g} m of contact "
          "depth, so that the pressure varies from point to point; elements_per_pulley of {:.0f} or more avoids it",
          angle, p + 1, misfit, depth,
          std::ceil(mesh.elements_per_pulley * std::pow(misfit / (kRoughPressure * depth), 0.25))));
    }
  }
  return warnings;
}

}  // namespace beltdyn::eulerian::ale
