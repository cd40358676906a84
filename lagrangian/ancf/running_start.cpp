// SPDX-License-Identifier: MIT
// An AncfBelt that begins in steady motion.
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/drive/mount_rest.hpp"
#include "lagrangian/ancf/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Particles go this part of a segment in a step of the way through their contacts.
constexpr double kWayPerStep = 0.5;
// The path continues so many elements beyond the longest arc, as contact with a belt that bends is longer than the arc.
constexpr double kElementsBeyond = 2.0;

// The nodes at a time t, node i at R(s_i + G t), without accelerations.
BeltStepper::Nodes nodes_at(const RunningBelt& running, double element_length, int n_nodes, double time) {
  const double G = running.flux;
  BeltStepper::Nodes nodes;
  for (int i = 0; i < n_nodes; ++i) {
    const RunningPoint at = running.point(i * element_length + G * time);
    // dr/dt = G dr/ds, for r and for r'
    nodes.q.insert(nodes.q.end(), {at.place.x(), at.place.y(), at.slope.x(), at.slope.y()});
    nodes.v.insert(nodes.v.end(), {G * at.slope.x(), G * at.slope.y(), G * at.curving.x(), G * at.curving.y()});
  }
  nodes.a.assign(nodes.q.size(), 0.0);
  return nodes;
}

// A rigid surface presses nodes off the shape on which they lie, the steady motion being that on the circle itself:
// they are put to where its penalty bears the pressure of a string, (λ T − ρA v²)/R per reference length.
void press_in(const BeltModel& model, std::span<const PulleyEntry> pulleys, const BeltDrive& drive, double flux,
              BeltStepper::Nodes& nodes) {
  // Nodes this close to the circle, as part of the radius, are on it.
  constexpr double kOnCircle = 1e-4;
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    const CircleContact<double>& circle = pulleys[p].circle;
    if (!(circle.rolling_radius > 0.0)) continue;
    const double R = drive.pulleys[p].radius + drive.belt.contact_height();
    const double middle = R + std::abs(circle.surface_offset);
    const double stiffness = drive.contact_of(p).stiffness_per_area() * drive.belt.width;
    for (std::size_t i = 0; i < nodes.q.size(); i += numerics::kBlock) {
      const Vec2<double> from_center = Vec2<double>{nodes.q[i], nodes.q[i + 1]} - circle.center;
      const double distance = std::sqrt(dot(from_center, from_center));
      if (std::abs(distance - middle) > kOnCircle * middle) continue;
      const double stretch = std::hypot(nodes.q[i + 2], nodes.q[i + 3]);
      const double tension = model.section.axial_stiffness * (stretch - 1.0 - model.section.reference_strain);
      const double speed = flux * stretch;
      const double pressure = std::max(0.0, stretch * tension - model.section.mass_per_length * speed * speed) / R;
      const double off = circle.contact_radius - circle.rolling_radius - pressure / stiffness;
      nodes.q[i] += off / distance * from_center.x;
      nodes.q[i + 1] += off / distance * from_center.y;
    }
  }
}

// How far a particle goes from where it reaches a pulley to where it has left it [m].
double longest_passage(const BeltDrive& drive, const RunningBelt& running) {
  const BeltPath path = path_with_mounts(drive, running.mounts);
  double longest = 0.0;
  for (const PathArc& arc : path.arcs()) longest = std::max(longest, arc.length());
  return longest;
}

}  // namespace

// Particles follow the steady motion from before the longest contact on, with the history of friction that their
// laws make of that: all who are in contact at t = 0 have come into it on the way.
void AncfBelt::run(const RunningBelt& running) {
  const double length = equations_.model().rule.length;
  const int n = equations_.model().n_nodes;
  const double segment = length / static_cast<double>(equations_.model().n_segments());
  const double passage = longest_passage(equations_.drive(), running) + kElementsBeyond * length;
  const double h = kWayPerStep * segment / std::abs(running.flux);
  const auto steps = static_cast<int>(std::ceil(passage / (kWayPerStep * segment)));
  const auto nodes_then = [&](double time) {
    Nodes nodes = nodes_at(running, length, n, time);
    press_in(equations_.model(), equations_.pulleys(), equations_.drive(), running.flux, nodes);
    return nodes;
  };
  const auto go_to = [&](double time) {
    set_nodes(nodes_then(time));
    for (std::size_t p = 0; p < running.speeds.size(); ++p) equations_.angles()[p].q = running.speeds[p] * time;
  };
  equations_.mounts().put(running.mounts);
  equations_.angles().run(running.speeds, 0.0);
  equations_.turn_pulleys();
  go_to(-steps * h);
  equations_.turn_pulleys();
  check_.emplace(equations_.model(), equations_.arrays(), equations_.pulleys(), has_inertia());
  begin_history();
  for (int k = 1 - steps; k <= 0; ++k) {
    equations_.angles().begin_step();
    go_to(k * h);
    equations_.arrays().close_positions(length);
    equations_.evaluate({.length = h, .end = k * h, .rates = {}}, false);
    commit_history();
  }
  // Accelerations are differences over a step of the run, in which nodes pass the kinks of curvature at the ends of
  // contacts.
  const double step = parameters_.time_step;
  Nodes nodes = nodes_then(0.0);
  const Nodes before = nodes_at(running, length, n, -step);
  const Nodes behind = nodes_at(running, length, n, step);
  for (std::size_t i = 0; i < nodes.a.size(); ++i) nodes.a[i] = (behind.v[i] - before.v[i]) / (2.0 * step);
  set_nodes(nodes);
  equations_.arrays().close_positions(length);
  std::vector<double> torques;
  for (std::size_t p = 0; p < running.speeds.size(); ++p) torques.push_back(equations_.angles().torque(p));
  equations_.angles().run(running.speeds, 0.0);
  begin(std::move(torques));
  keep_history();
}

}  // namespace beltdyn::lagrangian::ancf
