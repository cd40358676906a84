// SPDX-License-Identifier: MIT
#include "verification/mounts/mount_runs.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Core>
#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/solve/dense.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"
#include "verification/strings/string_loops.hpp"

namespace beltdyn::verification {

std::string_view tensioner_text() { return embedded::mounts("tensioner.json"); }

std::string applied_torque(int pulley, double moment) {
  return fmt::format(R"(/drive/pulleys/{}/motion={{"type": "torque", "torques": [{{"type": "applied", )"
                     R"("moment": {{"type": "constant", "value": {}}}}}]}})",
                     pulley, moment);
}

std::vector<std::string> accessory_loads() {
  std::vector<std::string> edits;
  for (const auto& [pulley, moment] : {std::pair{1, -4.0}, std::pair{2, -3.0}, std::pair{4, -2.5}}) {
    edits.push_back(
        fmt::format(R"(/drive/pulleys/{}/motion={{"type": "torque", "torques": [{{"type": "table", "speed": [0, 50], )"
                    R"("moment": [0, {}]}}]}})",
                    pulley, moment));
  }
  return edits;
}

void add_running_drive(RunningDrives& drives, int n_elements, BeltRun& run, double begin, double window, int n_looks) {
  double angle = 0.0;
  double force = 0.0;
  double speed = 0.0;
  run.look(begin, window / n_looks, n_looks, [&] {
    angle += run["mount_position_4"] / n_looks;
    force += run["span_force_1"] / n_looks;
    speed += run["angular_velocity_3"] / n_looks;
  });
  drives.angle.emplace_back(n_elements, angle);
  drives.force.emplace_back(n_elements, force);
  drives.speed.emplace_back(n_elements, speed);
  const BeltDrive& drive = run.simulation().drive();
  drives.exact = exact::steady_loop_motion(loop_of(drive), drive.pulleys[0].radius * 100.0);
}

void record_refinement(Record& record, const Refinement& refinement, const RefinementLimit& limit, Record::Rank rank) {
  const auto& [quantity, parameter, found] = refinement;
  const double scale = limit.is_relative ? std::abs(limit.exact) : 1.0;
  Series series{
      .title = quantity, .parameter = parameter, .error = "error", .values = {}, .errors = {}, .expected_order = 2.0};
  for (const auto& [number, value] : found) {
    series.values.push_back(number);
    series.errors.push_back(std::abs(value - limit.exact) / scale);
  }
  const double fine = found.back().second;
  const double coarse = found[found.size() - 2].second;
  const double extrapolated = fine + (fine - coarse) / 3.0;
  if (limit.is_relative) {
    record.relative(quantity + ", extrapolated", extrapolated, limit.exact, limit.tolerance, rank);
  } else {
    record.absolute(quantity + ", extrapolated", extrapolated, limit.exact, limit.tolerance, rank);
  }
  record.absolute(quantity + ", order in " + parameter + " [-]",
                  std::log2((coarse - limit.exact) / (fine - limit.exact)), 2.0, 0.5);
  record.series(std::move(series));
}

std::vector<double> stuck_modes(const BeltDrive& drive, double angle) {
  const std::size_t n = drive.pulleys.size();
  std::vector<double> drawn(n, 0.0);
  const auto path_at = [&](double u) {
    drawn[kTensioner] = u;
    return path_with_mounts(drive, drawn);
  };
  const BeltPath rest = path_at(angle);
  const double stretch = rest.length() / drive.reference_length();
  const double force = drive.belt.axial_stiffness * (stretch - 1.0 - drive.reference_strain());
  const CoulombParameters friction = drive.contact_of(0).coulomb().value();
  const double lag = std::sqrt(drive.belt.axial_stiffness / (friction.stiffness * drive.belt.width));
  const double early = std::sqrt(force / (drive.contact_of(0).stiffness_per_area() * drive.belt.width));
  // The change of e_i caused by the arm alone: by the length of the span, and by the arcs over which it turns.
  const auto change = [&](double u, std::size_t i) {
    const BeltPath path = path_at(u);
    const std::size_t j = (i + 1) % n;
    const Eigen::Vector2d& t0 = rest.spans()[i].tangent;
    const Eigen::Vector2d& t = path.spans()[i].tangent;
    const double turn = std::atan2(t0.x() * t.y() - t0.y() * t.x(), t0.dot(t));
    const auto reach = [&rest](std::size_t p) { return rest.arcs()[p].turn * rest.arcs()[p].radius; };
    return path.spans()[i].length - rest.spans()[i].length + (reach(i) - reach(j)) * turn;
  };
  // Unknowns: the angles of the pulleys after the first one, along the belt, then the arm.
  const auto size = static_cast<Eigen::Index>(n);
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(size, size);
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(size, size);
  const auto& arm = std::get<ArmMount>(drive.pulleys[kTensioner].mount).suspension;
  stiffness(size - 1, size - 1) = arm.spring->stiffness;
  mass(size - 1, size - 1) = arm.inertia;
  constexpr double h = 1e-4;  // step of the arm: truncation h² and rounding 1e-16/h² of second differences are of equal
                              // size [rad]
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(size);
    if (i > 0) gradient[static_cast<Eigen::Index>(i) - 1] -= rest.arcs()[i].radius;
    if (j > 0) gradient[static_cast<Eigen::Index>(j) - 1] += rest.arcs()[j].radius;
    gradient[size - 1] = (change(angle + h, i) - change(angle - h, i)) / (2.0 * h);
    const double curvature = (change(angle + h, i) - 2.0 * change(angle, i) + change(angle - h, i)) / (h * h);
    stiffness += drive.belt.axial_stiffness / ((rest.spans()[i].length - 2.0 * early) / stretch + 2.0 * lag) *
                 gradient * gradient.transpose();
    stiffness(size - 1, size - 1) += force * curvature;
    if (i > 0) mass(static_cast<Eigen::Index>(i) - 1, static_cast<Eigen::Index>(i) - 1) = drive.pulleys[i].inertia;
  }
  std::vector<double> frequencies;
  for (const double square : numerics::symmetric_eigenvalues(stiffness, mass))
    frequencies.push_back(std::sqrt(square) / (2.0 * std::numbers::pi));
  return frequencies;
}

void let_weight_go(Record& record, const std::string& run_members, const std::vector<std::string>& edits,
                   const WeightTolerances& tolerances) {
  // At first a force on the slider holds half of the weight.
  std::vector<std::string> all{only_run(run_members)};
  all.insert(all.end(), edits.begin(), edits.end());
  BeltRun run(embedded::mounts("weight_on_slider.json"), all);
  const BeltDrive& drive = run.simulation().drive();
  const auto& slider = std::get<SliderMount>(drive.pulleys[1].mount);
  const double mass = slider.suspension.inertia;
  const double weight = mass * drive.gravity.x();
  const double held = -slider.force->value(0.0);
  record.relative("force of the belt on the slider at rest over the applied force [-]",
                  -run["mount_force_2"] / (weight - held), 1.0, tolerances.pull, Record::Rank::headline);
  for (const char* span : {"span_force_1", "span_force_2"}) {
    record.relative(fmt::format("{} at rest over half of the applied force [-]", span),
                    run[span] / (0.5 * (weight - held)), 1.0, tolerances.force);
  }
  // F = 2 N stretches two strands, and presses the belt into half a turn of either pulley by N/(R k w), which shortens
  // its path: 2 du = (L_ref/EA + 2π/(R k w)) dN.
  const double yielding = 2.0 * std::numbers::pi /
                          (drive.pulleys[0].radius * drive.belt.width *
                           std::get<PenaltyContact>(drive.contact_of(0).normal).stiffness_per_area);
  const double stiffness = 4.0 / (drive.reference_length() / drive.belt.axial_stiffness + yielding);
  const double omega = std::sqrt(stiffness / mass);
  const double amplitude = held / stiffness;
  const double start = run["mount_position_2"];
  // The held half of the weight is released linearly within a time T.
  constexpr double kRamp = 2e-4;
  double worst = 0.0;
  run.advance_to(2.0 * 2.0 * std::numbers::pi / omega, [&] {
    const double t = run.time();
    const double exact = amplitude * (1.0 - (std::sin(omega * t) - std::sin(omega * (t - kRamp))) / (omega * kRamp));
    worst = larger(worst, std::abs(run["mount_position_2"] - start - exact) / amplitude);
  });
  record.at_most("displacement of the weight over two periods, over its amplitude [-]", worst, tolerances.displacement,
                 Record::Rank::headline);
}

JointLoop hysteresis(const std::string& run_members, const std::vector<std::string>& edits, double window) {
  std::vector<std::string> all{
      only_run(run_members),
      R"(/drive/pulleys/3/mount/friction={"radius": 0.01, "normal_force": 50, )"
      R"("law": {"type": "elastoplastic_coulomb", "coefficient": 0.2, "stiffness": 2e5}})",
      R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": )"
      R"({"type": "harmonic", "mean": 0, "amplitude": 0, "angular_frequency": 1}})",
      R"(/drive/pulleys/2/motion={"type": "torque", "torques": [{"type": "applied", "moment": )"
      R"({"type": "product", "quantity": {"type": "constant", "value": 3}, "factors": [)"
      R"({"type": "cosine_ramp", "from": 0, "to": 1, "start_time": 0, "end_time": 0.3}, )"
      R"({"type": "harmonic", "mean": 0, "amplitude": 1, "angular_frequency": 6.283185307179586}]}}]})",
      "/drive/pulleys/2/bearing_damping=0.02",
      "/drive/pulleys/3/mount/damping=0.002",
      "/drive/pulleys/3/mount/inertia=1e-4"};
  all.insert(all.end(), edits.begin(), edits.end());
  BeltRun run(tensioner_text(), all);
  const auto& arm = std::get<ArmMount>(run.simulation().drive().pulleys[kTensioner].mount).suspension;
  constexpr double kLimit = 0.2 * 50.0 * 0.01;  // [N m]
  constexpr double kStick = 2e5 * 0.01 * 0.01;  // [N m/rad]
  JointLoop loop;
  double angle = run["mount_position_4"];
  double bristle = 0.0;  // moment of the deflected bristle [N m]
  double lowest = INFINITY;
  double highest = -INFINITY;
  double begin = 0.5;
  double moment_sum = 0.0;
  double bristle_sum = 0.0;
  int n = 0;
  run.advance_to(1.7, [&] {
    const double next = run["mount_position_4"];
    bristle = std::clamp(bristle + kStick * (next - angle), -kLimit, kLimit);
    angle = next;
    if (run.time() < 0.5) return;
    lowest = std::min(lowest, angle);
    highest = larger(highest, angle);
    moment_sum += run["mount_force_4"] - arm.spring->stiffness * (angle - arm.spring->free_position);
    bristle_sum += bristle;
    ++n;
    if (run.time() < begin + window) return;
    const double moment = moment_sum / n;
    loop.highest = larger(loop.highest, moment);
    loop.lowest = std::min(loop.lowest, moment);
    loop.law_error = larger(loop.law_error, std::abs(moment - bristle_sum / n) / kLimit);
    begin = run.time();
    moment_sum = 0.0;
    bristle_sum = 0.0;
    n = 0;
  });
  loop.swing = highest - lowest;
  return loop;
}

}  // namespace beltdyn::verification
