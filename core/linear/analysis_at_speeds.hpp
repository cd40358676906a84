// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/linear/linear_analysis.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// An angular velocity in messages, "413.6 rad/s (3950 rpm)" [rad/s].
std::string speed_text(double speed);

// The quantities of the steady motion at each speed of a diagram, followed by the number of a pulley or span.
inline constexpr std::array<std::string_view, 5> kStateQuantities{"span_force_", "slip_margin_", "hub_load_",
                                                                  "mount_position_", "drive_torque_"};

// These quantities and gross slip of the drive at a speed of a diagram.
struct SpeedState {
  double speed{};                 // ω of the pulley of the diagram [rad/s]
  std::vector<double> values{};   // of SpeedStates::columns
  std::vector<int> gross_slip{};  // direction of gross slip of each pulley, 0 if there is none
};
// The states at several speeds.
struct SpeedStates {
  std::vector<std::string> columns;  // of kStateQuantities: "slip_margin_1 [-]"
  std::vector<std::string> pulleys;  // names of the pulleys in messages; empty: their numbers
  std::vector<SpeedState> states;    // ascending speeds
};

// Linear analyses of a drive at other speeds. All prescribed speeds are scaled by the same factor, chosen for the speed
// of one pulley; they keep their sense of rotation, whatever sign the requested speed has.
class AnalysisAtSpeeds {
 public:
  // Throws SolverError if the pulley is at rest. Simulation and analysis must outlive this object.
  AnalysisAtSpeeds(const Simulation& simulation, const LinearAnalysis& analysis, std::size_t pulley);

  // |ω| of the pulley in the simulation [rad/s].
  double present() const { return present_; }
  // The analysis at the speed ω ≠ 0 of the pulley [rad/s]; null if there is no steady motion. The last one is kept.
  const LinearAnalysis* at(double speed);
  // The steady motion at a speed. Throws SolverError.
  std::unique_ptr<Simulation> simulation_at(double speed) const;

  // The states at those of the speeds for which at() has found a motion.
  SpeedStates states(std::span<const double> speeds) const;
  // A message that names those of the speeds at which at() has found none; `key`: of the options that request the
  // speeds. Throws SolverError if it has found none at any of them.
  std::optional<Finding> missing_finding(std::span<const double> speeds, std::string_view key) const;

 private:
  void remember(double speed, const Simulation& there);

  const Simulation& simulation_;
  std::string pulley_;  // its name in messages
  double present_;      // |ω| of the pulley in the simulation [rad/s]
  double made_ = 0.0;   // speed of the last analysis [rad/s]
  std::unique_ptr<Simulation> other_;
  std::shared_ptr<LinearAnalysis> there_;
  SpeedStates states_;                     // in the order of calls of at()
  std::map<double, std::string> missing_;  // why there is no motion, by speed
};

// The analyses for CampbellOptions or OrderOptions. Throws SolverError if their pulley is at rest.
template <class Options>
AnalysisAtSpeeds analyses_for(const Simulation& simulation, const LinearAnalysis& analysis, const Options& asked) {
  return {simulation, analysis, *pulley_index(*analysis.drive(), asked.pulley, asked.name)};
}

// Collects pulleys to which a statement applies at some speeds of a diagram, for a message.
class PulleysAtSpeeds {
 public:
  // Speeds ascending [rad/s]; a pulley without speeds is not added.
  void add(const std::string& label, const std::vector<double>& speeds);
  bool empty() const { return labels_.empty(); }
  // "pulley 2 (fan)", "pulleys 2 (fan), 3"
  std::string names() const;
  // "pulley 2 (fan) from 20 to 30 rad/s"; several are joined by `word`.
  std::string intervals(const std::string& word) const;

 private:
  std::vector<std::string> labels_;
  std::vector<std::string> intervals_;
};

// Writes steady_at_speeds.csv: angular_velocity [rad/s], the columns, and gross_slip_k [-] of each pulley. Throws
// IoError.
void write_speed_states(const SpeedStates& states, const std::filesystem::path& path);
// A message that names the pulleys in gross slip and their intervals of speed; none without gross slip.
std::optional<Finding> gross_slip_finding(const SpeedStates& states);

inline constexpr const char* kSpeedStatesFile = "steady_at_speeds.csv";

}  // namespace beltdyn
