// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/linear/linear_analysis.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// What the orders of one pulley do at a speed: each output oscillates as |value| cos(n θ + arg value), θ the angle of
// that pulley.
struct OrderPoint {
  double speed{};                              // ω of the pulley whose speed is varied [rad/s]
  std::size_t pulley{};                        // of θ
  double order{};                              // n [-]
  double frequency{};                          // [Hz]
  std::vector<std::complex<double>> values{};  // of the outputs
  std::vector<double> speeds{};                // ω of all pulleys in the steady motion [rad/s]
};

// At the speeds that the options of an analysis ask for, by rising pulleys and orders at each; terms of one order add
// up. Throws SolverError.
std::vector<OrderPoint> order_points(const Simulation& simulation, const LinearAnalysis& analysis);

// Writes order_response.csv: angular_velocity [rad/s], pulley [-] from 1, order [-], frequency [Hz], and of each output
// k k_magnitude [its unit] and k_phase [rad] in (−π, π]. Throws IoError.
void write_order_response(const std::vector<OrderPoint>& points, const std::vector<LinearOutput>& outputs,
                          const std::filesystem::path& path);

// The message about one-way clutches whose torque swings by more than its mean at a time [s], so that they open and the
// motions are not small.
std::optional<Finding> opening_clutch_finding(const std::vector<OrderPoint>& points,
                                              const std::vector<LinearOutput>& outputs, const BeltDrive& drive,
                                              double time);
// The message about mounts whose dry friction, at rest a spring of its law's stiffness, would have to hold more than it
// can in the response to all orders; none if there is no such speed.
std::optional<Finding> sliding_mount_finding(const std::vector<OrderPoint>& points,
                                             const std::vector<LinearOutput>& outputs, const BeltDrive& drive);

inline constexpr const char* kOrderResponseFile = "order_response.csv";

}  // namespace beltdyn
