// SPDX-License-Identifier: MIT
#include "core/simulation/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace beltdyn {
namespace {

// Relative to the end time: far above the rounding of a sum of steps, far below any step.
constexpr double kTimeSlack = 1e-12;
constexpr double kDefaultProfileCount = 50.0;
constexpr double kNever = std::numeric_limits<double>::infinity();

std::vector<std::string> history_header(const Simulation& simulation) {
  std::vector<std::string> columns = simulation.history_columns();
  columns.insert(columns.begin(), "time [s]");
  return columns;
}

const std::vector<std::string> kSlipZoneHeader{"time [s]", "pulley [-]", "sigma_begin [m]", "sigma_end [m]",
                                               "direction [-]"};
const std::vector<std::string> kProfileHeader{"time [s]",    "sigma [m]",      "strain [-]",     "force [N]",
                                              "speed [m/s]", "pressure [N/m]", "traction [N/m]", "contact_state [-]"};

void require_finite(std::span<const double> values) {
  if (std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) return;
  throw SolverError(
      "a result is not a finite number: the magnitudes in the configuration are too far apart; check the units (SI).");
}

CsvWriter open(const std::filesystem::path& path, const std::vector<std::string>& columns,
               const std::optional<Recorder::Mark>& mark, std::size_t file) {
  return mark ? CsvWriter(path, mark->file_sizes[file]) : CsvWriter(path, columns);
}

std::vector<double> contour_points(const Simulation& simulation, int count) {
  if (count == 0) return simulation.natural_profile_points();
  std::vector<double> sigma(static_cast<std::size_t>(count));
  const double spacing = simulation.contour_length() / count;
  // The middles of equal parts keep clear of the touching points, where strain rate and traction jump.
  for (std::size_t i = 0; i < sigma.size(); ++i) sigma[i] = (static_cast<double>(i) + 0.5) * spacing;
  return sigma;
}

// Where the balances stand in a row.
std::vector<std::size_t> columns_of(const std::vector<Balance>& balances, const std::vector<std::string>& header) {
  std::vector<std::size_t> columns;
  for (const Balance& balance : balances) {
    const auto column = std::find(header.begin(), header.end(), balance.column);
    if (column == header.end()) throw UsageError("no column of the history is called " + balance.column);
    columns.push_back(static_cast<std::size_t>(column - header.begin()));
  }
  return columns;
}

}  // namespace

Recorder::Recorder(const std::filesystem::path& folder, const Simulation& simulation, const OutputOptions& output,
                   double end_time, const std::optional<Mark>& mark)
    : output_(output),
      time_slack_(kTimeSlack * end_time),
      sigma_(contour_points(simulation, output.profile_points)),
      history_(open(folder / "history.csv", history_header(simulation), mark, 0)),
      shapes_(folder, mark ? mark->shape_times : std::vector<double>{}),
      row_(simulation.history_columns().size() + 1),
      balances_(simulation.balances()),
      balance_columns_(columns_of(balances_, history_header(simulation))),
      mark_(mark.value_or(Mark{})),
      last_history_time_(-kNever),
      last_profile_time_(-kNever) {
  mark_.largest_defects.resize(balances_.size());
  mark_.defect_times.resize(balances_.size());
  if (output_.profile_interval == 0.0) output_.profile_interval = end_time / kDefaultProfileCount;
  if (simulation.contour_length() == 0.0) return;
  slip_zones_.emplace(open(folder / "slip_zones.csv", kSlipZoneHeader, mark, 1));
  profiles_.emplace(open(folder / "profiles.csv", kProfileHeader, mark, 2));
}

void Recorder::record(const Simulation& simulation, bool last) {
  const double time = simulation.time();
  if (history_is_due(time) || (last && last_history_time_ < time)) write_history(simulation);
  if (!profiles_) return;
  const bool wants_final_profile = last && output_.profile_times.empty() && last_profile_time_ < time;
  if (profile_is_due(time) || wants_final_profile) write_profile(simulation);
}

bool Recorder::history_is_due(double time) const {
  return time >= static_cast<double>(mark_.next_history) * output_.history_interval - time_slack_;
}

double Recorder::profile_time(std::int64_t index) const {
  if (output_.profile_times.empty()) return static_cast<double>(index) * output_.profile_interval;
  const auto i = static_cast<std::size_t>(index);
  return i < output_.profile_times.size() ? output_.profile_times[i] : kNever;
}

bool Recorder::profile_is_due(double time) const { return time >= profile_time(mark_.next_profile) - time_slack_; }

std::int64_t Recorder::intervals_until(double time, double interval) const {
  return static_cast<std::int64_t>(std::floor((time + time_slack_) / interval)) + 1;
}

void Recorder::write_history(const Simulation& simulation) {
  row_[0] = simulation.time();
  const std::vector<SlipZone> zones = simulation.history_with_zones(std::span(row_).subspan(1));
  require_finite(row_);
  history_.row(row_);
  for (const SlipZone& zone : zones) {
    slip_zones_->row(std::array<double, 5>{simulation.time(), static_cast<double>(zone.pulley + 1), zone.begin,
                                           zone.end, static_cast<double>(zone.direction)});
  }
  look_at_balances(simulation.time());
  last_history_time_ = simulation.time();
  if (output_.history_interval == 0.0) return;
  mark_.next_history = intervals_until(simulation.time(), output_.history_interval);
}

void Recorder::look_at_balances(double time) {
  for (std::size_t i = 0; i < balances_.size(); ++i) {
    const double defect = std::abs(row_[balance_columns_[i]]);
    if (!(defect > mark_.largest_defects[i])) continue;
    mark_.largest_defects[i] = defect;
    mark_.defect_times[i] = time;
  }
}

std::vector<BalanceOutcome> Recorder::balances() const {
  std::vector<BalanceOutcome> outcomes;
  for (std::size_t i = 0; i < balances_.size(); ++i) {
    outcomes.push_back({.balance = balances_[i], .largest = mark_.largest_defects[i], .time = mark_.defect_times[i]});
  }
  return outcomes;
}

void Recorder::write_profile(const Simulation& simulation) {
  for (const ProfilePoint& point : simulation.profile(sigma_)) {
    require_finite(std::array{point.strain, point.force, point.speed, point.pressure, point.traction});
    profiles_->row(std::array<double, 8>{simulation.time(), point.sigma, point.strain, point.force, point.speed,
                                         point.pressure, point.traction, static_cast<double>(point.contact_state)});
  }
  if (const BeltShape shape = simulation.shape(); !shape.belt.empty()) {
    for (const ShapePoint& point : shape.belt) require_finite({point.position.data(), 3});
    shapes_.write(simulation.time(), shape);
  }
  last_profile_time_ = simulation.time();
  if (output_.profile_times.empty()) {
    mark_.next_profile = intervals_until(simulation.time(), output_.profile_interval);
  } else {
    while (profile_is_due(simulation.time())) ++mark_.next_profile;
  }
}

Recorder::Mark Recorder::flush() {
  mark_.shape_times = shapes_.times();
  mark_.file_sizes = {history_.flush(), slip_zones_ ? slip_zones_->flush() : 0, profiles_ ? profiles_->flush() : 0};
  return mark_;
}

}  // namespace beltdyn
