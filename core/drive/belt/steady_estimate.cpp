// SPDX-License-Identifier: MIT
#include "core/drive/belt/steady_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {
namespace {

// The growth of the force T along each span of a conveyor, from load, idlers and weight [N].
std::vector<double> growth_along(const BeltDrive& drive, const BeltPath& path, double speed) {
  if (drive.spans.empty()) return std::vector<double>(drive.pulleys.size());
  std::vector<double> growth = weight_along(drive, path);
  const double direction = std::copysign(1.0, speed);
  for (const SpanLoad& run : drive.spans) {
    const PathSpan& span = path.spans()[run.span()];
    const SpanForces forces = run.forces(drive.belt.mass_per_length, drive.gravity, span.tangent);
    growth[run.span()] += (direction * forces.resistance - forces.load_weight) * span.length +
                          direction * run.load_per_length * speed * speed;
  }
  return growth;
}

// T_k − T_{k−1} of each pulley [N]. The prescribed pulley balances the other pulleys and the spans.
std::vector<double> force_steps(const BeltDrive& drive, const BeltPath& path, std::span<const double> growth,
                                double time, double speed) {
  std::vector<double> steps;
  std::size_t driver = 0;
  double sum = std::accumulate(growth.begin(), growth.end(), 0.0);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const PathArc& arc = path.arcs()[k];
    steps.push_back(0.0);
    if (pulley.is_prescribed()) {
      driver = k;
    } else {
      steps.back() = -arc.turn * pulley.steady_moment(time, arc.turn * speed / arc.radius) / arc.radius;
    }
    sum += steps.back();
  }
  steps[driver] = -sum;
  return steps;
}

}  // namespace

SteadyEstimate steady_estimate(const BeltDrive& drive, double time, double speed) {
  const double momentum = drive.belt.mass_per_length * speed * speed;
  const bool is_driven_once = std::ranges::count_if(drive.pulleys, &Pulley::is_prescribed) == 1;
  const std::size_t n = drive.pulleys.size();
  // T − N, whose mean is −ρA v².
  const auto changes = [&](const BeltPath& path) {
    const std::vector<double> growth = growth_along(drive, path, speed);
    std::vector<double> all = forces_around(path, force_steps(drive, path, growth, time, speed), growth);
    for (double& change : all) change -= momentum;
    return all;
  };
  SteadyEstimate estimate{.momentum = momentum};
  try {
    estimate.mounts = is_driven_once ? mounts_loaded(drive, changes) : mounts_at_rest(drive);
  } catch (const SolverError&) {
    estimate.mounts = mounts_at_rest(drive);
  }
  const BeltPath path = path_with_mounts(drive, estimate.mounts);
  estimate.force = string_force(drive, path);
  if (!is_driven_once) return estimate;
  std::vector<double> forces = changes(path);
  for (double& force : forces) force += estimate.force;
  for (std::size_t k = 0; k < n; ++k) {
    estimate.span_force.push_back(std::min(forces[k], forces[n + k]));
    const double before = forces[n + (k + n - 1) % n];
    const double behind = forces[k];
    const bool is_taut = before > 0.0 && behind > 0.0;
    const double slip_arc = is_taut ? std::abs(std::log(behind / before)) : INFINITY;
    const double available = drive.kinetic_coefficient(k) * path.arcs()[k].wrap;
    estimate.used_wrap.push_back(slip_arc == 0.0 ? 0.0 : slip_arc / available);
  }
  return estimate;
}

namespace {

// If the belt bends onto a pulley and off it again at once, contact is a point, which no mesh resolves. Empty if there
// is no such pulley.
std::string touched_in_points(const BeltDrive& drive, double force) {
  constexpr double kShortArc = 4.0;  // in multiples of the bending layer √(EI/F) [-]
  const double layer = std::sqrt(drive.belt.bending_stiffness / force);
  const BeltPath path = path_to_show(drive);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const double arc = path.arcs()[p].length();
    if (arc >= kShortArc * layer) continue;
    return fmt::format(
        "pulley {} has an arc of {:.3g} m, and the belt bends within {:.3g} m where it meets it, so it touches it in "
        "points that come and go; use fewer elements_per_pulley, or a smaller bending_stiffness",
        drive.pulley_label(p), arc, layer);
  }
  return {};
}

}  // namespace

std::string why_no_steady_motion(const BeltDrive& drive, const SteadyEstimate& estimate) {
  if (estimate.momentum >= estimate.force) {
    return fmt::format(
        "the belt is faster than waves along its path, its centrifugal force of {:.4g} N is above its force of {:.4g} "
        "N at rest, so it does not press on its pulleys; reduce the speed, or increase the pretension",
        estimate.momentum, estimate.force);
  }
  if (estimate.span_force.empty()) {
    return "more than one speed is prescribed, and the belt may not bear their ratio; check that surface speeds differ "
           "by less than the strain of the belt, or use more elements";
  }
  const auto slackest = std::ranges::min_element(estimate.span_force);
  const auto span = static_cast<std::size_t>(slackest - estimate.span_force.begin());
  if (*slackest <= 0.0) {
    return fmt::format(
        "the torques leave no force in the span behind pulley {} (about {:.3g} N): it is slack, and hangs by its "
        "weight if it has one; reduce the torque, increase the pretension, or use a time-domain analysis",
        drive.pulley_label(span), *slackest);
  }
  const auto most = std::ranges::max_element(estimate.used_wrap);
  const auto pulley = static_cast<std::size_t>(most - estimate.used_wrap.begin());
  if (*most > 1.0) {
    return fmt::format(
        "the torques ask for {:.3g} times the wrap of pulley {}, with about {:.4g} N in its slack span: gross slip; "
        "reduce the torque, or increase pretension, wrap or friction",
        *most, drive.pulley_label(pulley), *slackest);
  }
  constexpr double kNearSlack = 0.05;
  if (*slackest < kNearSlack * estimate.force) {
    return fmt::format(
        "the span behind pulley {} is nearly slack (about {:.3g} N), and the elements do not follow its shape; use "
        "more elements_per_span, give the belt a bending_stiffness, or increase the pretension",
        drive.pulley_label(span), *slackest);
  }
  constexpr double kNearLimit = 0.6;  // close to 1, as the estimate is rough
  if (*most > kNearLimit) {
    return fmt::format(
        "the torques ask for about {:.2g} of the wrap of pulley {}: the drive is near its limit, or the mesh too "
        "coarse for the contact; where slip_margin_k of analytic_string is above 0, use more elements_per_pulley",
        *most, drive.pulley_label(pulley));
  }
  constexpr double kFast = 0.5;  // part of the force that the centrifugal force takes [-]
  if (estimate.momentum > kFast * estimate.force) {
    return fmt::format(
        "the belt is so fast that its centrifugal force of {:.4g} N takes {:.2g} % of its force of {:.4g} N at rest, "
        "so it hardly presses on its pulleys; reduce the speed (is its unit meant?), or increase the pretension",
        estimate.momentum, 100.0 * estimate.momentum / estimate.force, estimate.force);
  }
  if (std::string touched = touched_in_points(drive, estimate.force); !touched.empty()) return touched;
  return fmt::format(
      "friction can carry the torques, with {:.2g} of the wrap of pulley {}, so the mesh is too coarse for the "
      "contact; use more elements_per_pulley, or a smaller change from step to step",
      *most, drive.pulley_label(pulley));
}

}  // namespace beltdyn
