// SPDX-License-Identifier: MIT
#include "core/linear/analysis_at_speeds.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/linear/linear_options.hpp"
#include "core/run/csv_writer.hpp"

namespace beltdyn {

AnalysisAtSpeeds::AnalysisAtSpeeds(const Simulation& simulation, const LinearAnalysis& analysis, std::size_t pulley)
    : simulation_(simulation), present_(analysis.steady_speeds()[pulley]) {
  if (present_ != 0.0) return;
  throw SolverError(
      fmt::format("pulley {} is at rest at end_time, so the speeds requested by linear.campbell or "
                  "linear.order_response cannot be obtained by scaling its speed; give it a nonzero speed at end_time",
                  analysis.drive()->pulley_label(pulley)));
}

std::unique_ptr<Simulation> AnalysisAtSpeeds::simulation_at(double speed) const {
  return simulation_.at_speeds(std::abs(speed / present_));
}

const LinearAnalysis& AnalysisAtSpeeds::at(double speed) {
  if (made_ != speed) {
    there_.reset();
    other_ = simulation_at(speed);
    there_ = other_->linear_analysis();
    made_ = speed;
  }
  return *there_;
}

namespace {

bool tells_slipping(std::string_view column) {
  return column.starts_with("slip_margin_") || column.starts_with("span_force_");
}

void add_states(const Simulation& simulation, const LinearAnalysis& analysis, std::size_t pulley,
                std::span<const double> speeds, SpeedStates& states) {
  const AnalysisAtSpeeds family(simulation, analysis, pulley);
  for (const double speed : speeds) {
    const std::unique_ptr<Simulation> there = family.simulation_at(speed);
    const History history = there->history();
    std::vector<double> row(history.columns().size());
    (void)history.row(row);
    SpeedState state{.speed = speed, .values = {}, .gross_slip = history.gross_slip()};
    states.columns.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!tells_slipping(history.columns()[i].name)) continue;
      states.columns.push_back(history.columns()[i].header());
      state.values.push_back(row[i]);
    }
    states.pulleys = history.pulley_labels();
    states.states.push_back(std::move(state));
  }
}

}  // namespace

SpeedStates states_at_speeds(const Simulation& simulation, const LinearAnalysis& analysis) {
  SpeedStates states;
  const auto add = [&](const auto& asked) {
    if (!asked) return;
    add_states(simulation, analysis, *pulley_index(*analysis.drive(), asked->pulley, asked->name), asked->speeds(),
               states);
  };
  add(analysis.options().campbell);
  if (!analysis.options().campbell) add(analysis.options().order_response);
  std::ranges::stable_sort(states.states, {}, &SpeedState::speed);
  return states;
}

void write_speed_states(const SpeedStates& states, const std::filesystem::path& path) {
  std::vector<std::string> header{"angular_velocity [rad/s]"};
  header.insert(header.end(), states.columns.begin(), states.columns.end());
  const std::size_t n_pulleys = states.states.empty() ? 0 : states.states.front().gross_slip.size();
  for (std::size_t k = 1; k <= n_pulleys; ++k) header.push_back(fmt::format("gross_slip_{} [-]", k));
  CsvWriter writer(path, header);
  for (const SpeedState& state : states.states) {
    std::vector<double> row{state.speed};
    row.insert(row.end(), state.values.begin(), state.values.end());
    for (const int direction : state.gross_slip) row.push_back(direction);
    writer.row(row);
  }
  writer.flush();
}

void PulleysAtSpeeds::add(const std::string& label, const std::vector<double>& speeds) {
  if (speeds.empty()) return;
  labels_.push_back(label);
  intervals_.push_back(fmt::format("pulley {} from {:.6g} to {:.6g} rad/s", label, speeds.front(), speeds.back()));
}

std::string PulleysAtSpeeds::names() const {
  return fmt::format("{} {}", labels_.size() == 1 ? "pulley" : "pulleys", fmt::join(labels_, ", "));
}

std::string PulleysAtSpeeds::intervals(const std::string& word) const {
  return fmt::format("{}", fmt::join(intervals_, word));
}

std::optional<Finding> gross_slip_finding(const SpeedStates& states) {
  PulleysAtSpeeds slipping;
  const std::size_t n_pulleys = states.states.empty() ? 0 : states.states.front().gross_slip.size();
  for (std::size_t k = 0; k < n_pulleys; ++k) {
    std::vector<double> speeds;
    for (const SpeedState& state : states.states) {
      if (state.gross_slip[k] != 0) speeds.push_back(state.speed);
    }
    slipping.add(states.pulleys.empty() ? std::to_string(k + 1) : states.pulleys[k], speeds);
  }
  if (slipping.empty()) return std::nullopt;
  return Finding{.verdict = fmt::format("gross slip on {} at some speeds", slipping.names()),
                 .remark = fmt::format(
                     "the belt slips over the whole arc of {}, by the speeds of the diagram ({}): friction cannot "
                     "transmit more there, and the modes are those of a slipping belt; increase pretension or "
                     "friction, or reduce the load",
                     slipping.intervals(" and of "), kSpeedStatesFile)};
}

}  // namespace beltdyn
