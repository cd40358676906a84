// SPDX-License-Identifier: MIT
// An AncfBelt that begins in steady motion.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/stop_request.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Travel of particles in a step of the approach through their contacts, relative to a segment [-].
constexpr double kApproachPerStep = 0.5;
// Rule of the steps in which the belt finds its equilibrium.
constexpr numerics::SubstepRule kSubsteps{.shortest = 1.0 / 256.0, .steps_to_double = 1};
// Number of elements by which the approach is longer than the longest arc: with bending the contact is longer than the
// arc.
constexpr double kElementsBeyond = 2.0;

// The nodes at time t, node i at R(s_i + G t), without accelerations.
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

// Moves nodes on rigid surfaces inwards. The steady motion lies on the circle itself, where the penalty would push
// nodes away: they are put where the penalty balances the pressure of a string, (λ T − ρA v²)/R per reference length.
void press_in(const BeltModel& model, std::span<const PulleyEntry> pulleys, const BeltDrive& drive, double flux,
              BeltStepper::Nodes& nodes) {
  // Largest distance of a node on the circle from it, relative to the radius [-].
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

// Largest distance of a particle's way from reaching a pulley to leaving it [m].
double longest_passage(const BeltDrive& drive, const RunningBelt& running) {
  const BeltPath path = path_with_mounts(drive, running.mounts);
  double longest = 0.0;
  for (const PathArc& arc : path.arcs()) longest = std::max(longest, arc.length());
  return longest;
}

}  // namespace

// The nodes in the steady motion at a time, on their surfaces, without accelerations.
BeltStepper::Nodes AncfBelt::nodes_on_path(const RunningBelt& running, double time) const {
  const BeltModel& model = equations_.model();
  Nodes nodes = nodes_at(running, model.rule.length, model.n_nodes, time);
  press_in(model, equations_.pulleys(), equations_.drive(), running.flux, nodes);
  return nodes;
}

// As nodes_on_path(), with accelerations. They are differences over a time step of the run, in which nodes pass the
// kinks of curvature at the ends of contacts.
BeltStepper::Nodes AncfBelt::moving_nodes(const RunningBelt& running, double time) const {
  const BeltModel& model = equations_.model();
  const double step = parameters_.time_step;
  const Nodes before = nodes_at(running, model.rule.length, model.n_nodes, time - step);
  const Nodes behind = nodes_at(running, model.rule.length, model.n_nodes, time + step);
  Nodes nodes = nodes_on_path(running, time);
  for (std::size_t i = 0; i < nodes.a.size(); ++i) nodes.a[i] = (behind.v[i] - before.v[i]) / (2.0 * step);
  return nodes;
}

// Starts in steady motion. Particles follow it from before the longest contact on, with the friction history that their
// laws give; every particle now in contact has entered it on this way. Then the belt of elements finds its own
// equilibrium on a way of equal length; if it finds none, it starts with the motion of the continuous belt.
void AncfBelt::run(const RunningBelt& running) {
  const double segment = equations_.model().rule.length / static_cast<double>(equations_.model().n_segments());
  const double passage =
      longest_passage(equations_.drive(), running) + kElementsBeyond * equations_.model().rule.length;
  const Passage approach{.step = kApproachPerStep * segment / std::abs(running.flux),
                         .steps = static_cast<int>(std::ceil(passage / (kApproachPerStep * segment)))};
  follow(running, approach, -2 * approach.steps);
  const SolverStatistics statistics = counts();
  std::optional<std::vector<double>> speeds = find_running_equilibrium(running, approach);
  counts() = statistics;
  equations_.forget_tangent();
  if (speeds) {
    const numerics::AlignedVector q = equations_.arrays().q;
    set_nodes(moving_nodes(running, 0.0));
    equations_.arrays().q = q;
    std::vector<double> places;
    for (std::size_t p = 0; p < equations_.mounts().size(); ++p) places.push_back(equations_.mounts()[p].q);
    equations_.mounts().put(places);
  } else {
    follow(running, approach, -approach.steps);
    set_nodes(moving_nodes(running, 0.0));
    equations_.arrays().close_positions(equations_.model().rule.length);
    speeds = running.speeds;
  }
  std::vector<double> torques = torques_on_pulleys();
  equations_.angles().run(*speeds, 0.0);
  begin(std::move(torques));
  keep_history();
}

// Follows the steady motion from step `first`, counted from t = 0, with contacts that begin there.
void AncfBelt::follow(const RunningBelt& running, const Passage& approach, int first) {
  PulleyAngles& angles = equations_.angles();
  equations_.mounts().put(running.mounts);
  angles.run(running.speeds, 0.0);
  equations_.turn_pulleys();
  set_nodes(nodes_on_path(running, first * approach.step));
  check_.emplace(equations_.model(), equations_.arrays(), equations_.pulleys(), has_inertia());
  begin_history();
  for (int k = first + 1; k <= first + approach.steps; ++k) {
    throw_if_stopped();
    angles.begin_step();
    for (std::size_t p = 0; p < running.speeds.size(); ++p) angles[p].q += running.speeds[p] * approach.step;
    set_nodes(nodes_on_path(running, k * approach.step));
    equations_.arrays().close_positions(equations_.model().rule.length);
    equations_.evaluate({.length = approach.step, .end = 0.0, .rates = {}}, false);
    commit_history();
  }
}

// Torques are those at t = 0. Returns the speeds of the pulleys; none if a step fails at any length.
std::optional<std::vector<double>> AncfBelt::find_running_equilibrium(const RunningBelt& running,
                                                                      const Passage& approach) {
  PulleyAngles& angles = equations_.angles();
  const double start = -approach.steps * approach.step;
  double time = start;
  numerics::Substep substep{.length = approach.step};
  // Elements that pass a pulley cause ripples of its speed, so that the mean over the second half of the way is used.
  std::vector<numerics::CoordinateState> angles_then;
  double counted = 0.0;
  while (time < 0.0) {
    throw_if_stopped();
    if (counted == 0.0 && time >= 0.5 * start) {
      angles_then = angles.states();
      counted = -time;
    }
    const double left = -time;
    const double h = substep.next(left, kSubsteps);
    if (settle_running(running, time, h)) {
      time = h == left ? 0.0 : time + h;
      substep.succeed(approach.step, kSubsteps);
      substep.length = std::min(substep.length, approach.step);
    } else if (!substep.fail(h, approach.step, kSubsteps)) {
      return std::nullopt;
    }
  }
  std::vector<double> speeds = running.speeds;
  for (std::size_t p = 0; p < speeds.size(); ++p) {
    if (!equations_.drive().pulleys[p].is_prescribed()) speeds[p] = (angles[p].q - angles_then[p].q) / counted;
  }
  return speeds;
}

// A step whose only inertia is that of the accelerations of the steady motion; if it fails it returns false and keeps
// the state.
bool AncfBelt::settle_running(const RunningBelt& running, double time, double h) {
  const numerics::StepScheme scheme = numerics::StepScheme::quasi_static();
  PulleyAngles& angles = equations_.angles();
  PulleyMounts& mounts = equations_.mounts();
  BeltArrays& arrays = equations_.arrays();
  const numerics::AlignedVector q_before = arrays.q;
  const std::vector<numerics::CoordinateState> angles_before = angles.states();
  PulleyMounts::State mounts_before;
  mounts.store_state(mounts_before);
  // The first trial moves as the steady motion does.
  set_nodes(nodes_on_path(running, time));
  const numerics::AlignedVector on_path = arrays.q;
  set_nodes(moving_nodes(running, time + h));
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    const double moved = arrays.q[i] - on_path[i];
    arrays.q[i] = q_before[i] + moved;
    arrays.v[i] = moved / h;
  }
  angles.begin_step();
  for (std::size_t p = 0; p < angles.size(); ++p) angles[p].q += angles[p].v * h;
  mounts.predict(scheme, h, 0.0);
  if (!iterate({.length = h, .end = 0.0, .rates = scheme.rates(h)}) || !objection(q_before).empty()) {
    arrays.q = q_before;
    angles.restore_states(angles_before);
    mounts.restore_state(mounts_before);
    equations_.kernel().revert();
    equations_.forget_tangent();
    return false;
  }
  commit_history();
  angles.finish_step(scheme, angles_before);
  mounts.finish_step(scheme);
  return true;
}

}  // namespace beltdyn::lagrangian::ancf
