// SPDX-License-Identifier: MIT
#include "core/linear/analysis_at_speeds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/run/csv_writer.hpp"

namespace beltdyn {

namespace {

// Is this a history column of steady_at_speeds.csv, one of a pulley or span? hub_load_x_k is none.
bool is_of_state(std::string_view column) {
  const std::size_t end = column.rfind('_') + 1;
  return std::ranges::find(kStateQuantities, column.substr(0, end)) != kStateQuantities.end();
}

}  // namespace

AnalysisAtSpeeds::AnalysisAtSpeeds(const Simulation& simulation, const LinearAnalysis& analysis, std::size_t pulley)
    : simulation_(simulation),
      pulley_(analysis.drive()->pulley_label(pulley)),
      present_(std::abs(analysis.steady_speeds()[pulley])) {
  if (present_ != 0.0) return;
  throw SolverError(
      fmt::format("pulley {} is at rest at end_time, so the speeds requested by linear.campbell or "
                  "linear.order_response cannot be obtained by scaling its speed; give it a nonzero speed at end_time",
                  pulley_));
}

std::unique_ptr<Simulation> AnalysisAtSpeeds::simulation_at(double speed) const {
  return simulation_.at_speeds(std::abs(speed) / present_, other_ ? *other_ : simulation_);
}

const LinearAnalysis* AnalysisAtSpeeds::at(double speed) {
  if (made_ != speed) {
    there_.reset();
    made_ = speed;
    try {
      other_ = simulation_at(speed);
      remember(speed, *other_);  // before contacts are linearised
      there_ = other_->linear_analysis();
    } catch (const SolverError& error) {
      missing_[speed] = error.what();
    }
  }
  return there_.get();
}

void AnalysisAtSpeeds::remember(double speed, const Simulation& there) {
  const History history = there.history();
  std::vector<double> row(history.columns().size());
  (void)history.row(row);
  SpeedState state{.speed = speed, .values = {}, .gross_slip = history.gross_slip()};
  states_.columns.clear();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!is_of_state(history.columns()[i].name)) continue;
    states_.columns.push_back(history.columns()[i].header());
    state.values.push_back(row[i]);
  }
  states_.pulleys = history.pulley_labels();
  states_.states.push_back(std::move(state));
}

SpeedStates AnalysisAtSpeeds::states(std::span<const double> speeds) const {
  SpeedStates asked{.columns = states_.columns, .pulleys = states_.pulleys, .states = {}};
  for (const double speed : speeds) {
    const auto state = std::ranges::find(states_.states, speed, &SpeedState::speed);
    if (state != states_.states.end()) asked.states.push_back(*state);
  }
  std::ranges::stable_sort(asked.states, {}, &SpeedState::speed);
  return asked;
}

std::optional<Finding> AnalysisAtSpeeds::missing_finding(std::span<const double> speeds, std::string_view key) const {
  std::vector<double> missing;
  for (const double speed : speeds) {
    if (missing_.contains(speed)) missing.push_back(speed);
  }
  if (missing.empty()) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(missing);
  const std::string where = missing.size() == 1 ? fmt::format("at {}", speed_text(least))
                                                : fmt::format("at {} of {} speeds from {} to {}", missing.size(),
                                                              speeds.size(), speed_text(least), speed_text(most));
  // The reason may be another one at the other end of the speeds.
  std::string remark = fmt::format("no steady motion is found {} of pulley {}: {}", where, pulley_, missing_.at(least));
  if (missing_.at(most) != missing_.at(least)) {
    remark += fmt::format("; at {}: {}", speed_text(most), missing_.at(most));
  }
  if (missing.size() == speeds.size()) throw SolverError(remark);
  return Finding{.verdict = fmt::format("no steady motion at some speeds of {}", key), .remark = remark};
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

std::string speed_text(double speed) {
  constexpr double kRpm = 30.0 / std::numbers::pi;
  return fmt::format("{:.4g} rad/s ({:.4g} rpm)", speed, speed * kRpm);
}

void PulleysAtSpeeds::add(const std::string& label, const std::vector<double>& speeds) {
  if (speeds.empty()) return;
  labels_.push_back(label);
  const std::string first = speed_text(speeds.front());
  intervals_.push_back(speeds.size() == 1
                           ? fmt::format("pulley {} at {}", label, first)
                           : fmt::format("pulley {} from {} to {}", label, first, speed_text(speeds.back())));
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
