// SPDX-License-Identifier: MIT
#include "core/drive/steady_estimate.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/drive/belt_drive.hpp"
#include "core/drive/mount_rest.hpp"

namespace beltdyn {
namespace {

// T_k − T_{k−1} of each pulley; of the only one of prescribed motion what the others leave [N].
std::vector<double> force_steps(const BeltDrive& drive, const BeltPath& path, double time, double speed) {
  std::vector<double> steps;
  std::size_t driver = 0;
  double sum = 0.0;
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
  const BeltPath path = path_to_show(drive);
  const std::size_t n = drive.pulleys.size();
  SteadyEstimate estimate{.force = string_force(drive, path),
                          .momentum = drive.belt.mass_per_length * speed * speed,
                          .span_force = {},
                          .slip_margin = {}};
  if (std::ranges::count_if(drive.pulleys, &Pulley::is_prescribed) != 1) return estimate;
  double T = 0.0;
  double mean = 0.0;
  for (const double step : force_steps(drive, path, time, speed)) {
    const std::size_t k = estimate.span_force.size();
    T += step;
    estimate.span_force.push_back(T);
    mean += T * (path.spans()[k].length + 0.5 * (path.arcs()[k].length() + path.arcs()[(k + 1) % n].length()));
  }
  const double level = estimate.force - estimate.momentum - mean / path.length();
  for (double& force : estimate.span_force) force += level;
  for (std::size_t k = 0; k < n; ++k) {
    const double before = estimate.span_force[(k + n - 1) % n];
    const double behind = estimate.span_force[k];
    const bool is_taut = before > 0.0 && behind > 0.0;
    const double slip_arc = is_taut ? std::abs(std::log(behind / before)) : INFINITY;
    const double available = drive.kinetic_coefficient(k) * path.arcs()[k].wrap;
    estimate.slip_margin.push_back(slip_arc == 0.0 ? 0.0 : slip_arc / available);
  }
  return estimate;
}

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
        "weight "
        "if it has one; reduce the torque, increase the pretension, or use a time-domain analysis",
        drive.pulley_label(span), *slackest);
  }
  const auto most = std::ranges::max_element(estimate.slip_margin);
  const auto pulley = static_cast<std::size_t>(most - estimate.slip_margin.begin());
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
        "more "
        "elements_per_span, give the belt a bending_stiffness, or increase the pretension",
        drive.pulley_label(span), *slackest);
  }
  return fmt::format(
      "friction can carry the torques, with {:.2g} of the wrap of pulley {}, so the mesh is too coarse for the "
      "contact; "
      "use more elements_per_pulley, or a smaller change from step to step",
      *most, drive.pulley_label(pulley));
}

}  // namespace beltdyn
