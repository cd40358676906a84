// SPDX-License-Identifier: MIT
#include "core/run/order_tracking.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include <boost/math/interpolators/barycentric_rational.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unsupported/Eigen/FFT>

#include "core/base/error.hpp"
#include "core/config/nearest.hpp"
#include "core/run/csv_writer.hpp"

namespace beltdyn {
namespace {

using Complex = std::complex<double>;
using config::FieldVisitor;
using config::Presence;

constexpr double kFullTurn = 2.0 * std::numbers::pi;
constexpr int kMostRevolutions = 10'000;
// Samples per period of the highest order; higher orders must not alias with it.
constexpr double kSamplesPerPeriod = 8.0;
// Rows on each side of a window that the interpolation uses, if they exist.
constexpr std::size_t kRowsBeside = 4;
// The fewest rows of a window; more than the order of the interpolation.
constexpr std::size_t kFewestRows = 8;
// An angle that is missed by no more than this part of a window counts as reached.
constexpr double kNegligible = 1e-6;

// The header of the column `name`, with its unit; none if there is no such column.
std::optional<std::string> find_header(std::span<const std::string> headers, const std::string& name) {
  const auto found =
      std::ranges::find_if(headers, [&](const std::string& header) { return split_header(header).name == name; });
  return found == headers.end() ? std::nullopt : std::optional(*found);
}

std::string full_header(const CsvTable& history, const std::string& name) {
  std::optional<std::string> header = find_header(history.names(), name);
  if (!header) throw IoError(fmt::format("{}: has no column {}", history.file(), name));
  return *std::move(header);
}

// θ of the rows, by the trapezoidal rule.
std::vector<double> angles_of(const OrderTracking& options, const CsvTable& history) {
  const std::span<const double> time = history.column("time [s]");
  std::vector<double> angles(time.size());
  if (options.pulley == 0) {
    for (std::size_t i = 0; i < time.size(); ++i) angles[i] = kFullTurn * time[i] / options.period;
    return angles;
  }
  const std::span<const double> omega = history.column(fmt::format("angular_velocity_{} [rad/s]", options.pulley));
  for (std::size_t i = 1; i < time.size(); ++i) {
    angles[i] = angles[i - 1] + 0.5 * (time[i] - time[i - 1]) * (omega[i - 1] + omega[i]);
  }
  return angles;
}

// The rows of a window, including some before and after it.
struct Rows {
  std::size_t first{};
  std::size_t count{};
};

class Tracker {
 public:
  Tracker(const OrderTracking& options, const CsvTable& history)
      : options_(options), time_(history.column("time [s]")), angle_(angles_of(options, history)) {
    for (const TrackedColumn& tracked : options.columns) {
      columns_.push_back(history.column(full_header(history, tracked.column)));
    }
    // If the pulley turns clockwise, its angle decreases; −θ increases.
    falls_ = !angle_.empty() && angle_.back() < angle_.front();
    if (falls_) {
      for (double& angle : angle_) angle = -angle;
    }
  }

  std::vector<TrackedWindow> windows() const {
    std::vector<TrackedWindow> windows;
    const auto first = std::ranges::lower_bound(time_, options_.from) - time_.begin();
    if (first == static_cast<std::ptrdiff_t>(time_.size())) return windows;
    const double width = kFullTurn * options_.revolutions;
    for (double begin = angle_[static_cast<std::size_t>(first)];; begin += width) {
      if (begin + width > angle_.back() + kNegligible * width) return windows;
      const Rows rows = rows_between(begin, begin + width);
      // Skips windows in which the pulley rests or turns back: the angle must increase.
      if (rows.count >= kFewestRows && grows(rows)) windows.push_back(window(rows, begin, width));
    }
  }

 private:
  Rows rows_between(double begin, double end) const {
    const auto low = std::ranges::lower_bound(angle_, begin) - angle_.begin();
    const auto high = std::ranges::upper_bound(angle_, end) - angle_.begin();
    const auto first = static_cast<std::size_t>(low) - std::min(kRowsBeside, static_cast<std::size_t>(low));
    return {first, std::min(angle_.size(), static_cast<std::size_t>(high) + kRowsBeside) - first};
  }

  bool grows(const Rows& rows) const {
    const auto part = std::span(angle_).subspan(rows.first, rows.count);
    return std::ranges::adjacent_find(part, std::ranges::greater_equal()) == part.end();
  }

  std::vector<double> even(const Rows& rows, std::span<const double> values, std::span<const double> at) const {
    const boost::math::barycentric_rational<double> x(angle_.data() + rows.first, values.data() + rows.first,
                                                      rows.count);
    std::vector<double> found;
    found.reserve(at.size());
    for (const double angle : at) found.push_back(x(angle));
    return found;
  }

  TrackedWindow window(const Rows& rows, double begin, double width) const {
    const double highest = options_.orders.back() * options_.revolutions;
    const std::size_t n =
        std::bit_ceil(std::max(rows.count, static_cast<std::size_t>(std::ceil(kSamplesPerPeriod * highest))));
    std::vector<double> at;
    for (std::size_t i = 0; i < n; ++i) at.push_back(begin + width * static_cast<double>(i) / static_cast<double>(n));
    const std::vector<double> ends = even(rows, time_, std::vector<double>{begin, begin + width});
    TrackedWindow window{.begin = ends[0], .end = ends[1]};
    Eigen::FFT<double> transform;
    std::vector<Complex> bins;
    for (const std::span<const double> column : columns_) {
      std::vector<double> samples = even(rows, column, at);
      transform.fwd(bins, samples);
      std::vector<Complex> values;
      for (const double order : options_.orders) {
        const auto bin = static_cast<std::size_t>(std::lround(order * options_.revolutions));
        // Refers the phase to θ = 0; the window begins at θ = begin.
        const Complex value = 2.0 / static_cast<double>(n) * bins[bin] * std::polar(1.0, -order * begin);
        values.push_back(falls_ ? std::conj(value) : value);
      }
      window.values.push_back(std::move(values));
    }
    return window;
  }

  const OrderTracking& options_;
  std::span<const double> time_;
  std::vector<double> angle_;  // ascending
  bool falls_ = false;
  std::vector<std::span<const double>> columns_;
};

}  // namespace

void TrackedColumn::visit(FieldVisitor& v) {
  v.text({"column", "-", "the name of a column of history.csv, without its unit"}, column);
}

void OrderTracking::visit(FieldVisitor& v) {
  visit_list(v, {"columns", "-", "the history columns, each as {\"column\": \"span_force_1\"}"}, columns, {.low = 1});
  v.entry({"pulley", "-",
           "the name of the pulley whose revolutions define the orders, or its number counted from 1; without it, the "
           "period is used"},
          pulley, pulley_name, Presence::optional);
  v.number({"period", "s", "the time of a revolution, instead of a pulley; 0: none"}, period, config::kNonNegative,
           Presence::optional);
  v.numbers({"orders", "-", "the orders (oscillations per revolution), increasing"}, orders,
            {.low = 0.0, .low_exclusive = true}, {.low = 1});
  v.integer({"revolutions", "-", "the number of revolutions in a window"}, revolutions,
            {.low = 1, .high = kMostRevolutions}, Presence::optional);
  v.number({"from", "s", "the start time of the first window"}, from, config::kNonNegative, Presence::optional);
  v.check(
      "", [this] { return (pulley > 0 || !pulley_name.empty()) != (period > 0.0); },
      [this] {
        return std::string(period > 0.0 ? "has a pulley and a period; give one of the two"
                                        : "has neither a pulley nor a period; give \"pulley\" or \"period\"");
      });
  v.check(
      "orders", [this] { return std::ranges::adjacent_find(orders, std::ranges::greater_equal()) == orders.end(); },
      "must increase; sort them and give each once");
  v.check(
      "orders",
      [this] {
        return std::ranges::all_of(orders, [this](double order) {
          const double periods = order * revolutions;
          return std::abs(periods - std::round(periods)) <= kNegligible;
        });
      },
      [this] {
        return fmt::format(
            "do not have an integer number of periods in a window of {} revolutions; give more revolutions",
            revolutions);
      });
}

void require_tracked_columns(const OrderTracking& options, const std::vector<std::string>& headers) {
  std::vector<std::string> wanted;
  for (const TrackedColumn& tracked : options.columns) wanted.push_back(tracked.column);
  if (options.pulley > 0) wanted.push_back(fmt::format("angular_velocity_{}", options.pulley));
  std::vector<std::string> names;
  for (const std::string& header : headers) names.emplace_back(split_header(header).name);
  std::vector<std::string> sentences;
  for (const std::string& name : wanted) {
    if (find_header(headers, name)) continue;
    sentences.push_back(fmt::format(
        "output.order_tracking refers to the column {}, which the history of this run does not have; {}", name,
        config::did_you_mean(name, names, "use names from the first line of history.csv, without units")));
  }
  if (!sentences.empty()) throw UsageError(fmt::format("{}", fmt::join(sentences, "\n")));
}

std::vector<TrackedWindow> tracked_windows(const OrderTracking& options, const CsvTable& history) {
  return Tracker(options, history).windows();
}

std::optional<Finding> write_order_tracking(const OrderTracking& options, const std::filesystem::path& folder) {
  const CsvTable history = CsvTable::load(folder / "history.csv");
  std::vector<std::string> columns{"time [s]", "end_time [s]", "order [-]", "frequency [Hz]"};
  for (const TrackedColumn& tracked : options.columns) {
    const std::string header = full_header(history, tracked.column);
    columns.push_back(fmt::format("{}_magnitude [{}]", tracked.column, split_header(header).unit));
    columns.push_back(fmt::format("{}_phase [rad]", tracked.column));
  }
  CsvWriter writer(folder / kOrderTrackingFile, columns);
  const std::vector<TrackedWindow> windows = tracked_windows(options, history);
  for (const TrackedWindow& window : windows) {
    for (std::size_t k = 0; k < options.orders.size(); ++k) {
      const double order = options.orders[k];
      std::vector<double> row{window.begin, window.end, order,
                              order * options.revolutions / (window.end - window.begin)};
      for (const std::vector<Complex>& values : window.values) {
        row.push_back(std::abs(values[k]));
        row.push_back(std::arg(values[k]));
      }
      writer.row(row);
    }
  }
  writer.flush();
  if (!windows.empty()) return std::nullopt;
  return Finding{.verdict = "no window for orders",
                 .remark = fmt::format("{} is empty: from {:g} s to the end there is no window of {} revolution{} with "
                                       "at least {} rows in which the angle increases; decrease "
                                       "output/order_tracking/revolutions or from, decrease output/history_interval, "
                                       "or increase end_time",
                                       kOrderTrackingFile, options.from, options.revolutions,
                                       options.revolutions == 1 ? "" : "s", kFewestRows)};
}

}  // namespace beltdyn
