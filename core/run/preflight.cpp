// SPDX-License-Identifier: MIT
#include "core/run/preflight.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/stopwatch.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {
namespace {

// Average size of a number with 16 or 17 significant digits in a CSV file, including its comma [bytes].
constexpr double kBytesPerNumber = 21.0;
constexpr double kProfileColumns = 8.0;
// Shorter run times are reported as "less than" this [s].
constexpr double kShortTime = 0.1;
// The default number of profiles.
constexpr double kDefaultProfiles = 50.0;

double number_of_profiles(const OutputOptions& output, double end_time) {
  if (!output.profile_times.empty()) return static_cast<double>(output.profile_times.size());
  return output.profile_interval > 0.0 ? std::ceil(end_time / output.profile_interval) + 1.0 : kDefaultProfiles + 1.0;
}

double estimated_result_size(const Simulation& simulation, double steps, double end_time, const OutputOptions& output) {
  double rows = steps + 1.0;
  if (output.history_interval > 0.0) rows = std::min(rows, std::ceil(end_time / output.history_interval) + 1.0);
  const double history = rows * static_cast<double>(simulation.history_columns().size() + 1) * kBytesPerNumber;
  if (simulation.contour_length() == 0.0) return history;
  const double points = output.profile_points > 0 ? static_cast<double>(output.profile_points)
                                                  : static_cast<double>(simulation.natural_profile_points().size());
  double profile = points * kProfileColumns * kBytesPerNumber;
  if (const BeltShape shape = simulation.shape(); !shape.belt.empty()) {
    profile += static_cast<double>(vtp_text(shape).size());
  }
  return history + std::min(number_of_profiles(output, end_time), steps + 1.0) * profile;
}

constexpr double kKilo = 1e3;
constexpr double kMega = 1e6;
constexpr double kGiga = 1e9;

// Rounds to one digit, or to two if the first is 1, in a suitable unit.
std::string duration_text(double seconds) {
  constexpr double kMinute = 60.0;  // [s]
  constexpr double kHour = 3600.0;
  constexpr double kMostOfUnit = 99.5;
  const auto digits = [](double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)));
    const double rounded =
        value < 1.95 * unit ? 0.1 * unit * std::round(10.0 * value / unit) : unit * std::round(value / unit);
    return fmt::format("{:.6g}", rounded);
  };
  if (seconds < kMostOfUnit) return digits(seconds) + " s";
  if (seconds < kMostOfUnit * kMinute) return digits(seconds / kMinute) + " min";
  return digits(seconds / kHour) + " h";
}

// "about 7 s", and on which part of the run the estimate is based, because a run may become slower later.
std::string expected_text(const ExpectedTime& expected) {
  constexpr double kEnough = 0.5;
  constexpr double kPercent = 100.0;
  if (expected.seconds < kShortTime) return fmt::format("less than {:.1g} s", kShortTime);
  const std::string text = "about " + duration_text(expected.seconds);
  if (expected.part >= kEnough) return text;
  const double percent = kPercent * expected.part;
  return percent < 1.0 ? fmt::format("{} at the pace of its first {:.1g} %", text, percent)
                       : fmt::format("{} at the pace of its first {:.0f} %", text, percent);
}

}  // namespace

Preflight look_ahead(const Simulation& simulation, double end_time, const OutputOptions& output, double memory_before) {
  Preflight preflight{.scales = simulation.step_scales(end_time), .time_step = simulation.time_step()};
  preflight.steps = std::ceil(end_time / preflight.time_step);
  const StepScales& scales = preflight.scales;
  if (scales.element_length > 0.0) {
    preflight.wave_travel = scales.wave_speed * preflight.time_step / scales.element_length;
  }
  StateWriter writer;
  simulation.save(writer);
  preflight.state_size = static_cast<double>(writer.to_cbor().size());
  preflight.result_size = estimated_result_size(simulation, preflight.steps, end_time, output);
  preflight.memory = std::max(0.0, resident_memory() - memory_before);
  constexpr double kRounding = 1e-9;
  preflight.has_long_steps = output.history_interval > 0.0 && output.history_rows == RowTimes::after_steps &&
                             preflight.time_step > output.history_interval * (1.0 + kRounding) &&
                             output.history_interval < end_time;
  preflight.warnings = simulation.preflight(end_time);
  return preflight;
}

double resident_memory() {
  std::ifstream stream("/proc/self/statm");
  double all = 0.0;
  double resident = 0.0;
  stream >> all >> resident;
  return stream ? resident * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0.0;
}

void WallTimeEstimate::add(double time, double wall_time) {
  last_ = {time, wall_time};
  if (!first_) {
    first_ = last_;
    older_ = last_;
    newer_ = last_;
  }
  if (measured() >= 2.0 * (newer_.wall_time - first_->wall_time)) {
    older_ = newer_;
    newer_ = last_;
  }
}

double WallTimeEstimate::until(double end_time) const {
  if (!first_ || !(last_.time > older_.time)) return last_.wall_time;
  const double pace = (last_.wall_time - older_.wall_time) / (last_.time - older_.time);
  return last_.wall_time + pace * (end_time - last_.time);
}

bool WallTimeEstimate::is_ready(double end_time) const {
  constexpr double kLeastTime = 0.1;  // [s]
  constexpr double kMostTime = 1.0;
  constexpr double kPart = 0.05;
  return measured() >= kMostTime || (measured() >= kLeastTime && part_of(end_time) >= kPart);
}

ExpectedTime expected_wall_time(Simulation& scratch, double end_time, double budget) {
  const Stopwatch stopwatch;
  WallTimeEstimate estimate;
  try {
    while (estimate.measured() < budget && !estimate.is_ready(end_time) && !scratch.is_over() &&
           scratch.time() + scratch.time_step() < end_time) {
      scratch.advance(scratch.time_step());
      estimate.add(scratch.time(), stopwatch.seconds());
    }
  } catch (const SolverError&) {
    // The run itself will fail in the same way and report it.
    return {};
  }
  return {.seconds = estimate.until(end_time), .part = estimate.part_of(end_time)};
}

std::string size_text(double bytes) {
  if (bytes >= kGiga) return fmt::format("{:.3g} GB", bytes / kGiga);
  if (bytes >= kMega) return fmt::format("{:.3g} MB", bytes / kMega);
  return fmt::format("{:.3g} kB", bytes / kKilo);
}

std::string describe(const Preflight& preflight, const ExpectedTime& expected) {
  const StepScales& scales = preflight.scales;
  std::vector<std::string> parts{fmt::format("{:.0f} step{} of {:.3g} s", preflight.steps,
                                             preflight.steps == 1.0 ? "" : "s", preflight.time_step)};
  const auto add = [&parts](double value, std::string text) {
    if (value > 0.0) parts.push_back(std::move(text));
  };
  if (preflight.has_long_steps) {
    parts.back() += " (longer than history_interval, so a row for each; \"history_rows\": \"at_times\" interpolates)";
  }
  add(scales.stable_step, fmt::format("stable up to {:.3g} s", scales.stable_step));
  add(scales.recommended_step, fmt::format("recommended up to {:.3g} s", scales.recommended_step));
  add(scales.contact_frequency, fmt::format("contact {:.3g} rad/s", scales.contact_frequency));
  add(scales.element_frequency, fmt::format("elements {:.3g} rad/s", scales.element_frequency));
  add(preflight.wave_travel,
      fmt::format("Courant number {:.3g} (elements passed by waves per step)", preflight.wave_travel));
  add(std::floor(preflight.memory / kMega), fmt::format("{} of memory", size_text(preflight.memory)));
  parts.push_back(fmt::format("{} of results", size_text(preflight.result_size)));
  add(expected.seconds, expected_text(expected));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace beltdyn
