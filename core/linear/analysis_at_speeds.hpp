// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/linear/linear_analysis.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// Linear analyses of a drive at other speeds: all prescribed speeds change in the same ratio as that of one pulley, and
// keep their sense, whatever the sign of the speed asked for.
class AnalysisAtSpeeds {
 public:
  // Throws SolverError if the pulley is at rest. The simulation and its analysis must outlive this.
  AnalysisAtSpeeds(const Simulation& simulation, const LinearAnalysis& analysis, std::size_t pulley);

  // That of the last speed ω ≠ 0 is kept [rad/s]. Throws SolverError if there is no steady motion.
  const LinearAnalysis& at(double speed);
  // The steady motion at a speed, of which no analysis is made: one would linearise its contacts.
  std::unique_ptr<Simulation> simulation_at(double speed) const;

 private:
  const Simulation& simulation_;
  double present_;     // ω of the pulley in the simulation [rad/s]
  double made_ = 0.0;  // the speed of the last analysis
  std::unique_ptr<Simulation> other_;
  std::shared_ptr<LinearAnalysis> there_;
};

// How near the drive is to slipping at a speed of a diagram.
struct SpeedState {
  double speed{};                 // ω of the pulley of the diagram [rad/s]
  std::vector<double> values{};   // of the columns
  std::vector<int> gross_slip{};  // of each pulley: its direction, 0 if there is none
};
// The same at several speeds.
struct SpeedStates {
  std::vector<std::string> columns;  // slip margins and span forces: "slip_margin_1 [-]"
  std::vector<std::string> pulleys;  // what messages call them; empty: their numbers
  std::vector<SpeedState> states;
};
// At the speeds of the Campbell diagram and the order response that the options ask for, ascending; empty if they ask
// for neither. Throws SolverError.
SpeedStates states_at_speeds(const Simulation& simulation, const LinearAnalysis& analysis);

// Pulleys of which something is true at some of the speeds of a diagram.
class PulleysAtSpeeds {
 public:
  // Speeds ascending [rad/s]; a pulley without any does not count.
  void add(const std::string& label, const std::vector<double>& speeds);
  bool empty() const { return labels_.empty(); }
  // "pulley 2 (fan)", "pulleys 2 (fan), 3"
  std::string names() const;
  // "pulley 2 (fan) from 20 to 30 rad/s", joined by a word
  std::string intervals(const std::string& word) const;

 private:
  std::vector<std::string> labels_;
  std::vector<std::string> intervals_;
};

// Writes steady_at_speeds.csv: angular_velocity [rad/s], the columns, and gross_slip_k [-] of each pulley. Throws
// IoError.
void write_speed_states(const SpeedStates& states, const std::filesystem::path& path);
// The message about pulleys in gross slip: their names, and from which to which of the speeds.
std::optional<Finding> gross_slip_finding(const SpeedStates& states);

inline constexpr const char* kSpeedStatesFile = "steady_at_speeds.csv";

}  // namespace beltdyn
