// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/linear/analysis_at_speeds.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// The response to one order of one pulley at a speed: each output oscillates as |value| cos(n θ + arg value), with θ
// the angle of that pulley.
struct OrderPoint {
  double speed{};                              // ω of the pulley whose speed is varied [rad/s]
  std::size_t pulley{};                        // the pulley of θ
  double order{};                              // n [-]
  double frequency{};                          // [Hz]
  std::vector<std::complex<double>> values{};  // of the outputs
  std::vector<double> speeds{};                // ω of all pulleys in the steady motion [rad/s]
};

// The responses at given speeds, and at further speeds that resolve the peaks (speeds_around_peaks()) of the outputs
// with these indices; ascending. `at` is empty where there is no steady motion.
using OrderPointsAt = std::function<std::vector<OrderPoint>(double speed)>;
std::vector<OrderPoint> points_with_peaks(std::span<const double> speeds, std::span<const std::size_t> outputs,
                                          const OrderPointsAt& at);
// The same for an analysis and kPeakQuantities, beginning with the speeds of its options; at each speed in ascending
// order of pulley and order. Terms of the same order are summed. `time`: of the time functions [s]. Throws SolverError.
std::vector<OrderPoint> order_points(AnalysisAtSpeeds& family, const LinearAnalysis& analysis, double time);
// The distinct speeds of points [rad/s].
std::vector<double> speeds_of(std::span<const OrderPoint> points);

// Writes order_response.csv: angular_velocity [rad/s], pulley [-] from 1, order [-], frequency [Hz], and for each
// output k the columns k_magnitude [its unit] and k_phase [rad] in (−π, π]. Throws IoError.
void write_order_response(const std::vector<OrderPoint>& points, const std::vector<LinearOutput>& outputs,
                          const std::filesystem::path& path);

// A message about one-way clutches whose torque oscillates by more than its mean at a time [s]. They open, and the
// motions are not small.
std::optional<Finding> opening_clutch_finding(const std::vector<OrderPoint>& points,
                                              const std::vector<LinearOutput>& outputs, const BeltDrive& drive,
                                              double time);
// A message about mounts with dry friction that slide in the response to all orders: friction at rest, a spring with
// the stiffness of its law, would have to carry more than its limit. None if there is no such speed.
std::optional<Finding> sliding_mount_finding(const std::vector<OrderPoint>& points,
                                             const std::vector<LinearOutput>& outputs, const BeltDrive& drive);

// A message about spans whose force oscillates in the response to all orders by more than its mean in `states`, which
// hold the speeds of the points. They go slack, and the motions are not small.
std::optional<Finding> slack_span_finding(const std::vector<OrderPoint>& points,
                                          const std::vector<LinearOutput>& outputs, const BeltDrive& drive,
                                          const SpeedStates& states);

inline constexpr const char* kOrderResponseFile = "order_response.csv";

}  // namespace beltdyn
