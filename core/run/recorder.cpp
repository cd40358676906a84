// SPDX-License-Identifier: MIT
#include "core/run/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn {
namespace {

// Relative to the end time: well above the rounding of a sum of steps, well below any step.
constexpr double kTimeSlack = 1e-12;
constexpr double kDefaultProfileCount = 50.0;
constexpr double kNever = std::numeric_limits<double>::infinity();

std::vector<std::string> history_header(const History& history) {
  std::vector<std::string> header = history.headers();
  header.insert(header.begin(), "time [s]");
  return header;
}

const std::vector<std::string> kSlipZoneHeader{"time [s]", "pulley [-]", "sigma_begin [m]", "sigma_end [m]",
                                               "direction [-]"};
const std::vector<std::string> kProfileHeader{"time [s]",    "sigma [m]",      "strain [-]",     "force [N]",
                                              "speed [m/s]", "pressure [N/m]", "traction [N/m]", "contact_state [-]"};

const std::vector<std::string> kRevolutionHeader{"time [s]", "sigma [m]", "force [N]"};

void require_finite(std::span<const double> values) {
  if (std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) return;
  throw SolverError(
      "a result is not finite: the magnitudes in the configuration differ too much; check the units (SI).");
}

CsvWriter open(const std::filesystem::path& path, const std::vector<std::string>& columns,
               const std::optional<Recorder::Mark>& mark, std::size_t file) {
  return mark ? CsvWriter(path, mark->file_sizes[file]) : CsvWriter(path, columns);
}

std::vector<double> contour_points(const Simulation& simulation, int count) {
  if (count == 0) return simulation.natural_profile_points();
  std::vector<double> sigma(static_cast<std::size_t>(count));
  const double spacing = simulation.contour_length() / count;
  // The middles of equal parts avoid the ends of contact, where strain rate and traction jump.
  for (std::size_t i = 0; i < sigma.size(); ++i) sigma[i] = (static_cast<double>(i) + 0.5) * spacing;
  return sigma;
}

}  // namespace

Recorder::Recorder(const std::filesystem::path& folder, const Simulation& simulation, const OutputOptions& output,
                   double end_time, const std::optional<Mark>& mark)
    : simulation_(simulation),
      folder_(folder),
      columns_(simulation.history()),
      summary_(columns_.columns(), output.summary_from, mark ? mark->summary : std::nullopt),
      output_(output),
      time_slack_(kTimeSlack * end_time),
      sigma_(contour_points(simulation, output.profile_points)),
      history_(open(folder / "history.csv", history_header(columns_), mark, 0)),
      shapes_(folder, mark ? mark->shape_times : std::vector<double>{}),
      rows_(columns_, output, end_time, mark ? mark->next_history : 0),
      row_(columns_.columns().size() + 1),
      mark_(mark.value_or(Mark{})),
      last_profile_time_(-kNever) {
  mark_.defects.resize(columns_.balances().size());
  if (output_.profile_interval == 0.0) output_.profile_interval = end_time / kDefaultProfileCount;
  if (mark) rows_.resume(simulation.time(), [this](std::span<double> values) { find_values(values); });
  if (simulation.contour_length() == 0.0) return;
  slip_zones_.emplace(open(folder / "slip_zones.csv", kSlipZoneHeader, mark, 1));
  profiles_.emplace(open(folder / "profiles.csv", kProfileHeader, mark, 2));
}

void Recorder::record(bool last) {
  const double time = simulation_.time();
  rows_.look(
      time, last, [this](std::span<double> values) { find_values(values); },
      [this](double row_time, std::span<const double> values) { write_history(row_time, values); });
  if (!profiles_) return;
  const bool requests_final_profile = last && output_.profile_times.empty() && last_profile_time_ < time;
  if (profile_is_due(time) || requests_final_profile) write_profile();
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

void Recorder::find_values(std::span<double> values) {
  zones_ = columns_.row(values);
  check_balances(simulation_.time(), values);
}

void Recorder::write_history(double time, std::span<const double> values) {
  row_[0] = time;
  std::ranges::copy(values, row_.begin() + 1);
  require_finite(row_);
  history_.row(row_);
  summary_.add(time, values);
  for (const SlipZone& zone : zones_) {
    slip_zones_->row(std::array<double, 5>{time, static_cast<double>(zone.pulley + 1), zone.begin, zone.end,
                                           static_cast<double>(zone.direction)});
  }
  mark_.gross_slip.add(time, columns_.gross_slip());
}

void Recorder::check_balances(double time, std::span<const double> values) {
  for (std::size_t i = 0; i < columns_.balances().size(); ++i) {
    const History::BalanceColumn& balance = columns_.balances()[i];
    const double defect = values[balance.index];
    const bool is_large = std::abs(defect) > balance.balance.tolerance;
    mark_.defects[i].add(time, defect, is_large && balance.scale ? balance.scale() : 0.0);
  }
}

std::vector<BalanceOutcome> Recorder::balances() const {
  std::vector<BalanceOutcome> outcomes;
  for (std::size_t i = 0; i < columns_.balances().size(); ++i) {
    const auto& [balance, index, scale] = columns_.balances()[i];
    outcomes.push_back({.balance = balance,
                        .largest = mark_.defects[i].largest(),
                        .time = mark_.defects[i].time(),
                        .for_verdict = mark_.defects[i].largest_for_verdict(scale ? scale() : 0.0)});
  }
  return outcomes;
}

void Recorder::write_profile() {
  for (const ProfilePoint& point : simulation_.profile(sigma_)) {
    require_finite(std::array{point.strain, point.force, point.speed, point.pressure, point.traction});
    profiles_->row(std::array<double, 8>{simulation_.time(), point.sigma, point.strain, point.force, point.speed,
                                         point.pressure, point.traction, static_cast<double>(point.contact_state)});
  }
  if (const BeltShape shape = simulation_.shape(); !shape.belt.empty()) {
    for (const ShapePoint& point : shape.belt) require_finite({point.position.data(), 3});
    shapes_.write(simulation_.time(), shape);
  }
  last_profile_time_ = simulation_.time();
  if (output_.profile_times.empty()) {
    mark_.next_profile = intervals_until(simulation_.time(), output_.profile_interval);
  } else {
    while (profile_is_due(simulation_.time())) ++mark_.next_profile;
  }
}

std::vector<Conclusion> Recorder::write_summary(std::span<const Conclusion> more) const {
  shapes_.require_all();
  if (const std::vector<TensionPoint> points = simulation_.revolution(); !points.empty()) {
    CsvWriter writer(folder_ / "revolution.csv", kRevolutionHeader);
    for (const TensionPoint& point : points) writer.row(std::array{point.time, point.sigma, point.force});
    writer.flush();
  }
  std::vector<Conclusion> conclusions = columns_.conclusions(summary_);
  std::ranges::copy(more, std::back_inserter(conclusions));
  replace_file(folder_ / "summary.json", summary_.to_json(conclusions));
  return conclusions;
}

Recorder::Mark Recorder::flush() {
  mark_.next_history = rows_.next();
  mark_.summary = summary_.state();
  mark_.shape_times = shapes_.times();
  mark_.file_sizes = {history_.flush(), slip_zones_ ? slip_zones_->flush() : 0, profiles_ ? profiles_->flush() : 0};
  return mark_;
}

}  // namespace beltdyn
