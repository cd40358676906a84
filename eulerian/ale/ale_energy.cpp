// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_energy.hpp"

#include <cmath>

#include "core/simulation/belt_balances.hpp"
#include "eulerian/ale/ale_output.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Calls visit(point, dσ) at the points of a rule in an element.
template <class Visit>
void for_each_point(const ElementState& element, const Rule& rule, const Visit& visit) {
  const StepRates rates;
  for (const RulePoint& point : rule) {
    const PointReader<double, double> at(element.geometry, point, rates);
    MeshPoint<double> p = at.strained(element.fields, true);
    p.r = at.vector(element.fields.r, 0, 0.0);
    p.r_t = at.vector(element.fields.r_t, 0, 0.0);
    visit(p, at.weight());
  }
}

double curvature(const MeshPoint<double>& p) { return cross(p.u, p.w) / (dot(p.u, p.u) * p.g); }

Vec2<double> velocity(const MeshPoint<double>& p) { return p.r_t - (p.s_t / p.g) * p.u; }

}  // namespace

BeltEnergy belt_energy(const AleEquations& equations) {
  const AleModel& model = equations.model();
  const BeltSection& section = model.section;
  BeltEnergy energy;
  for (int e = 0; e < model.mesh.size(); ++e) {
    const ElementState element = element_state(equations, e);
    for_each_point(element, model.rules.axial, [&](const MeshPoint<double>& p, double dsigma) {
      const double strain = std::sqrt(dot(p.u, p.u)) / p.g - section.natural_stretch;
      energy.elastic += 0.5 * section.axial_stiffness * strain * strain * p.g * dsigma;
    });
    for_each_point(element, model.rules.bending, [&](const MeshPoint<double>& p, double dsigma) {
      energy.elastic += 0.5 * section.bending_stiffness * curvature(p) * curvature(p) * p.g * dsigma;
    });
    for_each_point(element, model.rules.inertia, [&](const MeshPoint<double>& p, double dsigma) {
      const Vec2<double> v = velocity(p);
      const double mass = section.mass_per_length * p.g * dsigma;
      energy.kinetic += 0.5 * mass * dot(v, v);
      energy.potential -= mass * dot(section.gravity, p.r);
    });
  }
  return energy;
}

namespace {

// What the contacts of element e do to the belt: of points under pressure no more is read than that takes.
double contact_power(const AleEquations& equations, const ElementState& element, int e) {
  const AleModel& model = equations.model();
  const AleArrays& arrays = equations.arrays();
  const StepRates rates;
  const auto owner = static_cast<std::size_t>(model.mesh.owners[static_cast<std::size_t>(e)]);
  const ContactCircle<double>& circle = equations.pulleys()[owner].circle;
  double power = 0.0;
  for (std::size_t i = 0; i < kContactPoints; ++i) {
    const double pressure = arrays.contacts[arrays.contact_at(e, i, ContactField::pressure)];
    if (!(pressure > 0.0)) continue;
    const double traction = arrays.contacts[arrays.contact_at(e, i, ContactField::traction)];
    const PointReader<double, double> at(element.geometry, model.contact_rule[i], rates);
    MeshPoint<double> p;
    p.r = at.vector(element.fields.r, 0, 1.0);
    p.u = at.vector(element.fields.r, 1, 1.0);
    p.g = at.scalar(element.fields.s, 1, 1.0);
    p.w = at.vector(element.fields.r, 2, 0.0);
    p.r_t = at.vector(element.fields.r_t, 0, 0.0);
    p.u_t = at.vector(element.fields.r_t, 1, 0.0);
    p.s_t = at.scalar(element.fields.s_t, 0, 0.0);
    const TouchedPlace<double> place = touched_place(p, circle.lever);
    const Vec2<double> d = place.x - circle.center;
    const double distance = std::sqrt(dot(d, d));
    const Vec2<double> n = (1.0 / distance) * d;
    const Vec2<double> force = pressure * n + (traction * circle.radius / distance) * numerics::perpendicular(n);
    power += dot(force, place.x_t - (p.s_t / p.g) * place.x_sigma) * p.g * at.weight();
  }
  return power;
}

}  // namespace

// Axial damping works on the rate that it belongs to: d (dλ/dt)², found from the force that it adds.
BeltPower belt_power(const AleEquations& equations) {
  const AleModel& model = equations.model();
  const BeltSection& section = model.section;
  BeltPower power;
  for (int e = 0; e < model.mesh.size(); ++e) {
    const ElementState element = element_state(equations, e);
    if (section.axial_damping > 0.0) {
      for_each_point(element, model.rules.axial, [&](const MeshPoint<double>& p, double dsigma) {
        const double elastic = section.axial_stiffness * (std::sqrt(dot(p.u, p.u)) / p.g - section.natural_stretch);
        const double damping = axial(section, p).tension - elastic;
        power.axial_damping += damping * damping / section.axial_damping * p.g * dsigma;
      });
    }
    const CurvatureDamping& damping = equations.curvature_damping();
    if (damping.is_there()) power.bending_damping += damping.power(equations.arrays(), e);
    power.contact += contact_power(equations, element, e);
  }
  return power;
}

PowerFlow drive_flow(const AleEquations& equations, std::span<const double> torques, double time) {
  const BeltPower power = belt_power(equations);
  PowerFlow flow{.supplied = 0.0, .lost = power.axial_damping + power.bending_damping - power.contact};
  for (std::size_t p = 0; p < torques.size(); ++p) {
    const double speed = equations.angles()[p].v;
    flow.lost -= torques[p] * speed;
    flow = flow + pulley_flow(equations.drive().pulleys[p], time, speed, torques[p]);
    flow.lost -= equations.mounts().belt_on(p).force * equations.mounts().velocity(p);
  }
  return flow + equations.mounts().flow(time);
}

double drive_energy(const AleEquations& equations, bool has_inertia) {
  const BeltEnergy belt = belt_energy(equations);
  const double of_mounts = equations.mounts().energy(has_inertia);
  if (!has_inertia) return belt.elastic + belt.potential + of_mounts;
  double energy = belt.total() + of_mounts;
  for (std::size_t p = 0; p < equations.angles().size(); ++p) {
    energy += pulley_energy(equations.drive().pulleys[p], equations.angles()[p].v);
  }
  return energy;
}

}  // namespace beltdyn::eulerian::ale
