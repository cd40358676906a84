// SPDX-License-Identifier: MIT
#include "verification/belts/manufactured_belt.hpp"

#include <cmath>
#include <utility>
#include <variant>

#include "core/base/error.hpp"

namespace beltdyn::verification {
namespace {

using numerics::dot;
using numerics::perpendicular;

constexpr int kNewtonIterations = 50;
constexpr double kNewtonTolerance = 1e-13;  // relative to the length of the belt
// Each iteration doubles the degree up to which a jet solves its equation.
constexpr int kJetIterations = 4;

Jet cross(const JetVector& a, const JetVector& b) { return a.x * b.y - a.y * b.x; }
JetVector by_place(const JetVector& v) { return {v.x.by_place(), v.y.by_place()}; }
JetVector by_time(const JetVector& v) { return {v.x.by_time(), v.y.by_time()}; }
JetVector constant(double x, double y) { return {Jet(x), Jet(y)}; }
JetVector constant(const numerics::Vec2<double>& v) { return constant(v.x, v.y); }

// The pressure of PenaltyNormal and KelvinVoigtNormal in contact [N/m²].
Jet pressure_of(const PenaltyContact& law, const Jet& gap) {
  return Jet(-law.stiffness_per_area) * gap - Jet(law.damping_per_area) * gap.by_time();
}
Jet pressure_of(const RigidContact&, const Jet&) { throw UsageError("manufactured motions have contacts that give"); }
Jet pressure_of(const KelvinVoigtContact& law, const Jet& gap) {
  return (Jet(law.quadratic_stiffness_per_area) * gap - Jet(law.stiffness_per_area)) * gap -
         Jet(law.damping_per_area) * gap.by_time();
}

void append(BeltStepper::Nodes& nodes, const Jet& jet) {
  nodes.q.push_back(jet.derivative(0, 0));
  nodes.v.push_back(jet.derivative(0, 1));
  nodes.a.push_back(jet.derivative(0, 2));
}

}  // namespace

ManufacturedBelt::ManufacturedBelt(const BeltDrive& drive, std::shared_ptr<const BeltMotion> motion, Inertia inertia)
    : drive_(drive), motion_(std::move(motion)), inertia_(inertia) {}

// The contact of core/contact with pulley p, re-derived. Y is the thickness from the centre line to the face, ν the
// left normal of the belt, x = r + Y ν the place on the face, d = x − C, ϱ = |d|, n = d/ϱ and e = n turned by +90°.
// Then
//
//     gap            g = ϱ − R
//     pressure       p = w_b (−k g − d dg/dt)  or  w_b (c₁ g² − c₂ g − b dg/dt)
//     slip velocity  v = R (θ_t − ω)
//     traction       T = −w_b (K z + D v)  in stick, with the force T R/ϱ along e
//
// (PenaltyNormal or KelvinVoigtNormal, ElastoplasticCoulomb). As δx = δr − Y t δφ, with t the tangent and φ its angle,
// the contact force f_c has the moment m = −Y f_c·t about the centre line.
ManufacturedBelt::Contact ManufacturedBelt::contact(std::size_t p, const JetVector& r, const JetVector& slope,
                                                    const Jet& deflection, double time) const {
  const Pulley& pulley = drive_.pulleys[p];
  const PulleyContact& laws = drive_.contact_of(p);
  const CoulombParameters stick = laws.coulomb().value();
  const double width = drive_.belt.width;
  const Jet thickness(drive_.belt.contact_lever());
  const JetVector tangent = (Jet(1.0) / sqrt(dot(slope, slope))) * slope;
  const JetVector d = r + thickness * perpendicular(tangent) - constant(pulley.center.x(), pulley.center.y());
  const Jet distance = sqrt(dot(d, d));
  Contact c{.force = constant(0.0, 0.0), .moment = {}, .gap = distance - Jet(pulley.radius)};
  if (c.gap.value() >= 0.0) return c;
  const JetVector n = (Jet(1.0) / distance) * d;
  const Jet pressure = Jet(width) * std::visit([&c](const auto& law) { return pressure_of(law, c.gap); }, laws.normal);
  c.force = pressure * n;
  c.pressure = pressure.value();
  c.moment = -(thickness * dot(c.force, tangent));
  if (stick.coefficient == 0.0) return c;
  const double omega = prescribed_speed(pulley).value(time);
  const Jet slip_velocity = Jet(pulley.radius) * (dot(perpendicular(d), by_time(d)) / dot(d, d) - Jet(omega));
  const Jet bristle = Jet(width) * (Jet(stick.stiffness) * deflection + Jet(stick.damping) * slip_velocity);
  c.force = c.force - (bristle * Jet(pulley.radius) / distance) * perpendicular(n);
  c.moment = -(thickness * dot(c.force, tangent));
  c.bristle = bristle.value();
  c.slip_velocity = slip_velocity.value();
  return c;
}

// With λ = |r'|, t = r'/λ, ν = t turned by +90° and K = (r' × r'')/λ², the curvature per reference length:
//
//     N = EA (λ − 1 − ε_ref) + d_ε λ_t,   M = EI K + d_K K_t       [Ntarladima 2023] (4), (6)-(8)
//     n = N t + Q ν,   M' + λ Q + m = 0                           the balance of moments of a thin rod
Eigen::Vector2d ManufacturedBelt::load(double particle, double time) const {
  const Belt& belt = drive_.belt;
  const Jet S = Jet::place(particle);
  const Jet t = Jet::time(time);
  const JetVector r = motion_->position(S, t);
  const JetVector slope = by_place(r);
  const Jet stretch2 = dot(slope, slope);
  const Jet stretch = sqrt(stretch2);
  const JetVector tangent = (Jet(1.0) / stretch) * slope;
  const Jet turn = cross(slope, by_place(slope)) / stretch2;
  const Jet N = Jet(belt.axial_stiffness) * (stretch - Jet(1.0 + drive_.reference_strain())) +
                Jet(belt.axial_damping) * stretch.by_time();
  const Jet M = Jet(belt.bending_stiffness) * turn + Jet(belt.bending_damping) * turn.by_time();
  JetVector pressed = constant(0.0, 0.0);
  Jet moment;
  for (std::size_t p = 0; p < drive_.pulleys.size(); ++p) {
    const Contact c = contact(p, r, slope, p == 0 ? motion_->deflection(S, t) : Jet(), time);
    pressed = pressed + c.force;
    moment = moment + c.moment;
  }
  const Jet Q = -((M.by_place() + moment) / stretch);
  const JetVector n = N * tangent + Q * perpendicular(tangent);
  JetVector less_gravity = constant(-drive_.gravity.x(), -drive_.gravity.y());
  if (inertia_ == Inertia::full) less_gravity = less_gravity + by_time(by_time(r));
  const JetVector f = Jet(belt.mass_per_length) * less_gravity - by_place(n) - pressed;
  return {f.x.value(), f.y.value()};
}

// The trapezoidal rule converges fast here: the integrand and three of its derivatives vanish at the ends of contact.
double ManufacturedBelt::friction_moment(double time) const {
  constexpr int kParticles = 400;
  const double length = drive_.reference_length() / kParticles;
  const Jet t = Jet::time(time);
  double sum = 0.0;
  for (int i = 0; i < kParticles; ++i) {
    const Jet S = Jet::place(length * i);
    const JetVector r = motion_->position(S, t);
    sum += contact(0, r, by_place(r), motion_->deflection(S, t), time).bristle;
  }
  return drive_.pulleys[0].radius * length * sum;
}

ManufacturedBelt::Friction ManufacturedBelt::friction(double particle, double time) const {
  const Jet S = Jet::place(particle);
  const Jet t = Jet::time(time);
  const Jet z = motion_->deflection(S, t);
  const JetVector r = motion_->position(S, t);
  const Contact c = contact(0, r, by_place(r), z, time);
  const CoulombParameters law = drive_.contact_of(0).coulomb().value();
  if (c.gap.value() >= 0.0 || law.coefficient == 0.0) return {};
  return {.mismatch = c.slip_velocity - z.derivative(0, 1),
          .used = std::abs(c.bristle) / (law.coefficient * c.pressure)};
}

BeltStepper::Nodes ManufacturedBelt::material_nodes(int elements, double time) const {
  const double length = drive_.reference_length() / elements;
  BeltStepper::Nodes nodes;
  for (int i = 0; i < elements; ++i) {
    const JetVector r = motion_->position(Jet::place(length * i), Jet::time(time));
    const JetVector slope = by_place(r);
    for (const Jet& jet : {r.x, r.y, slope.x, slope.y}) append(nodes, jet);
  }
  return nodes;
}

// The belt crosses the rail r = R + w n where (r(s, t) − R)·T = 0; this gives s. The slope r_σ = T + φ n equals r' s_σ.
BeltStepper::Nodes ManufacturedBelt::mesh_nodes(const eulerian::ale::AleMesh& mesh, double first, double time) const {
  const double length = drive_.reference_length();
  const Jet t = Jet::time(time);
  BeltStepper::Nodes nodes;
  for (const eulerian::ale::MeshNode& node : mesh.nodes) {
    const JetVector T = constant(node.tangent);
    const JetVector R = constant(node.place);
    const auto off = [&](const Jet& s) { return dot(motion_->position(s, t) - R, T); };
    // The first guess of s is the last node plus an even spacing; the belt runs once around the path.
    Jet s(nodes.q.empty() ? first : nodes.q[nodes.q.size() - 2]);
    if (!nodes.q.empty()) s = s + Jet(length / static_cast<double>(mesh.nodes.size()));
    double step = length;
    for (int i = 0; i < kNewtonIterations && std::abs(step) > kNewtonTolerance * length; ++i) {
      const Jet at = off(Jet::place(s.value()));
      step = -at.value() / at.derivative(1, 0);
      s = Jet(s.value() + step);
    }
    // First s(t) as a jet, then the jet of the belt around this particle.
    for (int i = 0; i < kJetIterations; ++i) {
      s = s - off(s) / Jet(off(Jet::place(s.value())).derivative(1, 0));
    }
    const JetVector r = motion_->position(s + Jet::place(0.0), t);
    const JetVector slope = by_place(r);
    const JetVector n = constant(node.normal);
    const Jet w = dot(r - R, n);
    const Jet s_sigma = Jet(1.0) / dot(slope, T);
    for (const Jet& jet : {w, s_sigma * dot(slope, n), s, s_sigma}) append(nodes, jet);
  }
  return nodes;
}

}  // namespace beltdyn::verification
