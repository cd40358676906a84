// SPDX-License-Identifier: MIT
#include "report/headline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/belt/belt_conclusions.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/linear/campbell.hpp"
#include "postprocess/comparison.hpp"
#include "report/rope_labels.hpp"
#include "report/summed_history.hpp"

namespace beltdyn::report {
namespace {

constexpr std::size_t kMostColumns = 8;  // for drives without a belt
// Values below this part of the largest value of a column are rounding and count as 0.
constexpr double kNothing = 1e-7;

double without_rounding(double value, double largest) {
  return std::abs(value) <= kNothing * std::abs(largest) ? 0.0 : value;
}

double end_of(const ColumnSummary& column) {
  return without_rounding(column.last, std::max(std::abs(column.least), std::abs(column.largest)));
}

class Collector {
 public:
  Collector(HeadlineNumbers& list, const Summary& summary, const std::optional<postprocess::ErrorBars>& errors)
      : list_(list), summary_(summary), errors_(errors) {}

  std::optional<HeadlineNumber> find(const std::string& column, std::string label) const {
    const std::optional<ColumnSummary> found = summary_.of(column);
    if (!found) return std::nullopt;
    return HeadlineNumber{.label = std::move(label),
                          .value = list_.is_mean ? found->mean : end_of(*found),
                          .error = error_of(column, list_.is_mean ? "mean" : "last")};
  }
  // The mean over the evaluated time.
  std::optional<HeadlineNumber> mean(const std::string& column) const {
    const std::optional<ColumnSummary> found = summary_.of(column);
    if (!found) return std::nullopt;
    return HeadlineNumber{.label = {}, .value = found->mean, .error = error_of(column, "mean")};
  }
  void add(const std::string& column, std::string label) {
    if (auto number = find(column, std::move(label))) list_.numbers.push_back(std::move(*number));
  }
  // Adds the largest value among some columns.
  void add_largest(std::span<const std::string> columns, std::string label) {
    const std::string* greatest = nullptr;
    for (const std::string& column : columns) {
      if (!summary_.of(column)) continue;
      if (greatest == nullptr || summary_.of(column)->largest > summary_.of(*greatest)->largest) greatest = &column;
    }
    if (greatest != nullptr) add_extreme(*greatest, "largest", &ColumnSummary::largest, 1.0, std::move(label));
  }
  void add_largest(const std::string& column, std::string label) {
    add_largest(std::span(&column, 1), std::move(label));
  }
  // Adds the value of largest magnitude, with its sign.
  void add_strongest(const std::string& column, std::string label) {
    const std::optional<ColumnSummary> found = summary_.of(column);
    if (!found) return;
    if (-found->least > found->largest) {
      add_extreme(column, "least", &ColumnSummary::least, 1.0, std::move(label));
    } else {
      add_extreme(column, "largest", &ColumnSummary::largest, 1.0, std::move(label));
    }
  }
  // Adds the largest value of a column less its smallest one, if they differ by more than rounding.
  void add_range(const std::string& column, std::string label, double scale) {
    constexpr double kLeastRange = 1e-6;  // [mm] or [deg]
    const std::optional<ColumnSummary> found = summary_.of(column);
    if (!found || scale * (found->largest - found->least) < kLeastRange) return;
    HeadlineNumber number{.label = std::move(label), .value = scale * (found->largest - found->least)};
    const std::optional<double> least = error_of(column, "least");
    const std::optional<double> largest = error_of(column, "largest");
    if (least && largest) number.error = scale * (*least + *largest);
    list_.numbers.push_back(std::move(number));
  }
  void add_least(const std::string& column, std::string label, double scale) {
    add_extreme(column, "least", &ColumnSummary::least, scale, std::move(label));
  }
  // Adds the value of smallest magnitude of a column whose values have this sign, ±1.
  void add_weakest(const std::string& column, double sign, std::string label) {
    if (sign > 0.0) {
      add_extreme(column, "least", &ColumnSummary::least, 1.0, std::move(label));
    } else {
      add_extreme(column, "largest", &ColumnSummary::largest, 1.0, std::move(label));
    }
  }
  void add(const std::vector<Conclusion>& conclusions, std::string_view name, std::string label, double scale = 1.0) {
    const auto found = std::ranges::find(conclusions, name, &Conclusion::name);
    if (found == conclusions.end()) return;
    std::optional<double> error = errors_ ? errors_->of_conclusion(found->name) : std::nullopt;
    if (error) *error *= scale;
    list_.numbers.push_back({.label = std::move(label), .value = scale * found->value, .error = error});
  }
  // Adds a conclusion with its meaning behind the first comma, the place and the time.
  void add_placed(const std::vector<Conclusion>& conclusions, std::string_view name, std::string label,
                  double scale = 1.0) {
    const auto found = std::ranges::find(conclusions, name, &Conclusion::name);
    if (found == conclusions.end()) return;
    add(conclusions, name, std::move(label), scale);
    const std::size_t comma = found->meaning.find(", ");
    if (comma != std::string::npos) list_.numbers.back().note = found->meaning.substr(comma + 2);
  }
  void add(HeadlineNumber number) { list_.numbers.push_back(std::move(number)); }
  double begin() const { return list_.begin; }
  // The larger one of the errors of the smallest and the largest value of a column.
  std::optional<double> error_of_extremes(const std::string& column) const {
    const std::optional<double> least = error_of(column, "least");
    const std::optional<double> largest = error_of(column, "largest");
    return least && largest ? std::optional(std::max(*least, *largest)) : std::nullopt;
  }

 private:
  std::optional<double> error_of(const std::string& column, const char* kind) const {
    return errors_ ? errors_->of(column, kind) : std::nullopt;
  }
  void add_extreme(const std::string& column, const char* kind, double ColumnSummary::*value, double scale,
                   std::string label) {
    const std::optional<ColumnSummary> found = summary_.of(column);
    if (!found) return;
    std::optional<double> error = error_of(column, kind);
    if (error) *error *= scale;
    list_.numbers.push_back({.label = std::move(label), .value = scale * *found.*value, .error = error});
  }

  HeadlineNumbers& list_;
  const Summary& summary_;
  const std::optional<postprocess::ErrorBars>& errors_;
};

// Is a column constant within a thousandth during the last tenth of the time?
bool is_steady_at_end(const CsvTable& history, const std::string& column) {
  constexpr double kSteady = 1e-3;
  constexpr double kLastPart = 0.1;
  const std::span<const double> time = history.column("time [s]");
  const std::span<const double> value = history.column(column);
  const double from = time.back() - kLastPart * (time.back() - time.front());
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (time[i] >= from && std::abs(value[i] - value.back()) > kSteady * std::abs(value.back())) return false;
  }
  return true;
}

void add_creep(Collector& collector, const BeltDrive& drive, const CsvTable& history, bool is_mean) {
  constexpr double kPercent = 100.0;
  const std::optional<std::size_t> driver = round_driver(drive);
  if (!driver) return;
  // While rotors accelerate, an instantaneous ratio of speeds does not measure creep.
  if (!is_mean && !is_steady_at_end(history, fmt::format("angular_velocity_{} [rad/s]", *driver + 1))) return;
  const BeltPath path = path_to_show(drive);
  const auto speed = [&collector](std::size_t k) {
    return collector.find(fmt::format("angular_velocity_{}", k + 1), "");
  };
  const auto own = speed(*driver);
  if (!own || own->value == 0.0) return;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (!has_creep(drive.pulleys[k])) continue;
    const auto other = speed(k);
    if (!other) continue;
    const double value = creep(path, k, other->value, *driver, own->value);
    HeadlineNumber number{.label = fmt::format("creep of pulley {} [%]", drive.pulley_label(k)),
                          .value = kPercent * value};
    if (own->error && other->error) {
      const double ratio = std::abs(1.0 - value);
      number.error = kPercent * (std::abs(1.0 - creep(path, k, *other->error, *driver, own->value)) +
                                 ratio * *own->error / std::abs(own->value));
    }
    collector.add(std::move(number));
  }
}

// Adds the torques that maintain the motion of a pulley or brake it.
template <class Drive>
void add_torques(Collector& collector, const Drive& drive, std::size_t k) {
  collector.add_strongest(fmt::format("drive_torque_{}", k + 1),
                          fmt::format("largest torque that pulley {} needs [N m]", drive.pulley_label(k)));
  collector.add_strongest(fmt::format("brake_torque_{}", k + 1),
                          fmt::format("largest torque of the brake of pulley {} [N m]", drive.pulley_label(k)));
}

template <class Drive>
void add_hub_load(Collector& collector, const Drive& drive, std::size_t k) {
  collector.add_largest(fmt::format("hub_load_{}", k + 1),
                        fmt::format("largest hub load of pulley {} [N]", drive.pulley_label(k)));
}

// Adds the largest power that maintains the prescribed motion of a pulley in the evaluated time. Its speed is exact, so
// that the error is that of the torque.
void add_power(Collector& collector, const BeltDrive& drive, const CsvTable& history, std::size_t k) {
  const std::string torque = fmt::format("drive_torque_{} [N m]", k + 1);
  if (!history.has(torque)) return;
  const std::span<const double> moments = history.column(torque);
  const std::span<const double> speeds = history.column(fmt::format("angular_velocity_{} [rad/s]", k + 1));
  const std::span<const double> time = history.column("time [s]");
  double largest = 0.0;
  double speed = 0.0;  // at the largest power
  for (std::size_t i = 0; i < moments.size(); ++i) {
    if (time[i] < collector.begin() || !(moments[i] * speeds[i] > largest)) continue;
    largest = moments[i] * speeds[i];
    speed = speeds[i];
  }
  if (largest == 0.0) return;
  const std::optional<double> of_torque = collector.error_of_extremes(fmt::format("drive_torque_{}", k + 1));
  collector.add({.label = fmt::format("largest power that pulley {} needs [W]", drive.pulley_label(k)),
                 .value = largest,
                 .error = of_torque ? std::optional(*of_torque * std::abs(speed)) : std::nullopt});
}

// Adds the smallest slip margin of a pulley.
template <class Drive>
void add_margin(Collector& collector, const Drive& drive, std::size_t k) {
  constexpr double kPercent = 100.0;
  collector.add_least(fmt::format("slip_margin_{}", k + 1),
                      fmt::format("smallest margin to gross slip, pulley {} [%]", drive.pulley_label(k)), kPercent);
}

constexpr const char* kRestLabel = "comes to rest at [s]";

// Adds when the belt or rope comes to rest, and how far it runs since `begin`.
void add_stop(Collector& collector, const std::vector<Conclusion>& conclusions, const char* begin) {
  collector.add(conclusions, "stopping_time", kRestLabel);
  collector.add(conclusions, "stopping_distance", fmt::format("stopping distance since {} [m]", begin));
}

// Adds the slip arcs of pulleys that drive or are loaded, and the travel of tensioners.
void add_arcs_and_travel(Collector& collector, const BeltDrive& drive) {
  constexpr double kMillimetres = 1e3;
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (std::holds_alternative<FreeMotion>(drive.pulleys[k].motion) && !drive.pulleys[k].accessory) continue;
    collector.add(fmt::format("slip_arc_{}", k + 1), fmt::format("slip arc of pulley {} [rad]", drive.pulley_label(k)));
  }
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const bool is_arm = std::holds_alternative<ArmMount>(drive.pulleys[k].mount);
    collector.add_range(
        fmt::format("mount_position_{}", k + 1),
        fmt::format("travel of pulley {}, largest less smallest [{}]", drive.pulley_label(k), is_arm ? "deg" : "mm"),
        is_arm ? kDegrees : kMillimetres);
  }
}

// `of_run` are conclusions that do not follow from the rows of the history.
void add_belt(Collector& collector, const BeltDrive& drive, const std::vector<Conclusion>& of_run,
              const CsvTable& history, const Summary& summary, bool is_mean) {
  constexpr double kPercent = 100.0;
  const std::size_t n = drive.pulleys.size();
  add_stop(collector, of_run, "motors are off or a brake acts");
  collector.add(of_run, "run_back", "largest run-back [m]");
  for (std::size_t k = 0; k < n; ++k) {
    collector.add(fmt::format("angular_velocity_{}", k + 1),
                  fmt::format("speed of pulley {} [rad/s]", drive.pulley_label(k)));
    collector.add(fmt::format("accessory_angular_velocity_{}", k + 1),
                  fmt::format("speed of the accessory of pulley {} [rad/s]", drive.pulley_label(k)));
  }
  for (std::size_t k = 0; k < n; ++k) {
    collector.add(fmt::format("span_force_{}", k + 1),
                  fmt::format("force in the middle of span {} to {} [N]", drive.pulley_label(k),
                              drive.pulley_label((k + 1) % n)));
  }
  for (const SpanLoad& load : drive.spans) {
    const auto label = [&](const char* where) {
      return fmt::format("largest force where the run from pulley {} {} [N]", drive.pulley_label(load.span()), where);
    };
    collector.add_largest(fmt::format("span_entry_force_{}", load.from), label("begins"));
    collector.add_largest(fmt::format("span_exit_force_{}", load.from), label("ends"));
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (std::holds_alternative<FreeMotion>(drive.pulleys[k].motion) && !drive.pulleys[k].accessory) continue;
    collector.add(fmt::format("torque_{}", k + 1), fmt::format("torque on pulley {} [N m]", drive.pulley_label(k)));
  }
  const std::vector<Conclusion> conclusions = belt_conclusions(drive, summary);
  collector.add_placed(conclusions, "least_force", "smallest force along the belt [N]");
  collector.add_placed(conclusions, "largest_force", "largest force along the belt [N]");
  collector.add_placed(conclusions, "sag_ratio", "largest sag between idlers [% of their spacing]", kPercent);
  add_creep(collector, drive, history, is_mean);
  add_arcs_and_travel(collector, drive);
  for (std::size_t k = 0; k < n; ++k) add_torques(collector, drive, k);
  for (std::size_t k = 0; k < n; ++k) add_power(collector, drive, history, k);
  for (std::size_t k = 0; k < n; ++k) add_hub_load(collector, drive, k);
  for (std::size_t k = 0; k < n; ++k) add_margin(collector, drive, k);
  for (std::size_t k = 0; k < n; ++k) {
    const std::optional<Accessory>& accessory = drive.pulleys[k].accessory;
    if (!accessory || !accessory->driving_direction) continue;
    collector.add_weakest(
        fmt::format("accessory_torque_{}", k + 1), accessory->sign(),
        fmt::format("smallest torque of the clutch of pulley {}, 0: it opens [N m]", drive.pulley_label(k)));
  }
  collector.add(conclusions, "slip_power", "power lost by slip, mean [W]");
  collector.add(conclusions, "efficiency", "efficiency [%]", kPercent);
}

// The columns of the forces at both ends of a span: a heavy rope has its largest force at the top.
std::array<std::string, 2> forces_of_span(std::size_t k, std::size_t n) {
  return {k == 0 ? std::string("end_force_1") : fmt::format("exit_force_{}", k),
          k == n ? std::string("end_force_2") : fmt::format("entry_force_{}", k + 1)};
}

// Adds the displacement of the rope relative to the groove of each pulley by creep and slip, for pulleys on fixed axes:
// the mean of the rope's displacements on both sides of the pulley minus that of the groove; > 0 if the rope is ahead.
void add_drift(Collector& collector, const RopeDrive& drive, double duration) {
  constexpr double kMillimetres = 1e3;
  constexpr double kRoundOff = 1e-8;  // relative to the displacement
  const auto mean = [&collector](const char* column, std::size_t k) {
    return collector.mean(fmt::format("{}_{}", column, k));
  };
  if (drive.pulleys.empty() || !mean("span_speed", 1)) return;
  // Between pulleys that move, the speed of the rope is not its speed over the pulleys.
  if (!drive.mounted().empty()) return;
  const RopePath path = drive.path();
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto before = mean("span_speed", k + 1);
    const auto behind = mean("span_speed", k + 2);
    const auto turning = mean("angular_velocity", k + 1);
    if (!before || !behind || !turning) continue;
    const PathArc& arc = path.arcs()[k];
    const double rope = 0.5 * duration * (before->value + behind->value);
    const double groove = duration * arc.turn * arc.radius * turning->value;
    const double ahead = std::abs(rope - groove) > kRoundOff * std::abs(rope) ? rope - groove : 0.0;
    HeadlineNumber number{.label = fmt::format("drift of the rope ahead of pulley {} [mm]", drive.pulley_label(k)),
                          .value = kMillimetres * (rope < 0.0 ? 0.0 - ahead : ahead)};
    if (before->error && behind->error && turning->error) {
      number.error = kMillimetres * duration * (0.5 * (*before->error + *behind->error) + arc.radius * *turning->error);
    }
    collector.add(std::move(number));
  }
}

// Adds the headline numbers of a rope: how it stops, its largest force, margins and drift; then the loads of its drive
// and the final positions of its ends.
void add_rope(Collector& collector, const RopeDrive& drive, const std::vector<Conclusion>& conclusions,
              double duration) {
  const std::size_t n = drive.pulleys.size();
  const bool rests = std::ranges::find(conclusions, "stopping_time", &Conclusion::name) != conclusions.end();
  const auto taken = std::ranges::find(conclusions, "brake_energy", &Conclusion::name);
  if (!rests && taken != conclusions.end() && taken->value > 0.0) {
    collector.add({.label = kRestLabel, .cell = Cell{.html = "not yet at rest"}});
  }
  add_stop(collector, conclusions, "a brake acts");
  collector.add_placed(conclusions, "least_force", "smallest force of the rope [N]");
  collector.add_placed(conclusions, "largest_force", "largest force of the rope [N]");
  for (std::size_t k = 0; k < n; ++k) add_margin(collector, drive, k);
  collector.add(conclusions, "slip_distance", "gross slip on the pulley where it slips most [m]");
  add_drift(collector, drive, duration);
  if (std::ranges::any_of(drive.pulleys, [](const Pulley& pulley) { return pulley.brake.has_value(); })) {
    collector.add(conclusions, "brake_energy", "energy taken by brakes [J]");
  }
  collector.add(conclusions, "slip_energy", "energy lost by slip and creep [J]");
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    collector.add(fmt::format("end_position_{}", i + 1),
                  fmt::format("displacement of end {} [m]", end_label(drive, i)));
  }
  for (const std::size_t k : drive.mounted()) {
    if (!std::holds_alternative<SliderMount>(drive.pulleys[k].mount)) continue;
    collector.add(fmt::format("mount_position_{}", k + 1),
                  fmt::format("displacement of pulley {} [m]", drive.pulley_label(k)));
  }
  for (std::size_t k = 0; k <= n; ++k) {
    collector.add_largest(forces_of_span(k, n), fmt::format("largest force, {} [N]", span_label(drive, k)));
  }
  for (std::size_t k = 0; k < n; ++k) add_torques(collector, drive, k);
  for (std::size_t k = 0; k < n; ++k) add_hub_load(collector, drive, k);
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    collector.add_strongest(fmt::format("drum_drive_torque_{}", i + 1),
                            fmt::format("largest torque that the drum of end {} needs [N m]", drive.end_label(i)));
    collector.add_strongest(fmt::format("drum_brake_torque_{}", i + 1),
                            fmt::format("largest torque of the brake of end {} [N m]", drive.end_label(i)));
  }
}

// The labels of all runs, in the order of first appearance.
std::vector<std::string> headline_labels(const std::vector<HeadlineNumbers>& runs) {
  std::vector<std::string> labels;
  for (const HeadlineNumbers& run : runs) {
    for (const HeadlineNumber& number : run.numbers) {
      if (std::ranges::find(labels, number.label) == labels.end()) labels.push_back(number.label);
    }
  }
  return labels;
}

// The smallest error of a number in any run; infinite if none is known.
double least_error(const std::vector<HeadlineNumbers>& runs, const std::string& label) {
  double least = HUGE_VAL;
  for (const HeadlineNumbers& run : runs) {
    const auto found = std::ranges::find(run.numbers, label, &HeadlineNumber::label);
    if (found != run.numbers.end() && found->error.value_or(0.0) > 0.0) least = std::min(least, *found->error);
  }
  return least;
}

// A number without an error, with as many digits as those beside it whose smallest error this is.
Cell number_beside(double value, double least) {
  constexpr int kHeadlineDigits = 5;
  constexpr int kMostDecimals = 8;
  constexpr double kWritten = 1e6;  // larger numbers have exponents
  const double place = -std::floor(std::log10(least));
  if (!(place >= 1.0 && place <= kMostDecimals && std::abs(value) < kWritten))
    return number_cell(value, kHeadlineDigits);
  return {.html = fmt::format("{:.{}f}", value, static_cast<int>(place)), .sort = value};
}

Cell headline_cell(const HeadlineNumbers& run, const std::string& label, double least) {
  const auto found = std::ranges::find(run.numbers, label, &HeadlineNumber::label);
  if (found == run.numbers.end()) return {.html = ""};
  if (found->cell) return *found->cell;
  Cell cell = found->error
                  ? Cell{.html = escape(postprocess::with_error(found->value, *found->error)), .sort = found->value}
                  : number_beside(found->value, least);
  if (!found->note.empty()) cell.html += fmt::format("<small class=\"reason\">{}</small>", escape(found->note));
  return cell;
}

// A note on the time to which the numbers belong, and on whether their errors are known.
std::string note_of(const std::vector<HeadlineNumbers>& runs, bool all_exact) {
  // Some runs have a single row.
  const HeadlineNumbers& longest =
      std::ranges::max(runs, {}, [](const HeadlineNumbers& run) { return run.end - run.begin; });
  std::string text = longest.is_mean
                         ? fmt::format("Means from {} s to {} s.", shown(longest.begin, 4), shown(longest.end, 4))
                         : "At the end of each run, but for what is called largest or smallest.";
  const bool has_errors = std::ranges::any_of(runs, [](const HeadlineNumbers& run) {
    return std::ranges::any_of(run.numbers, [](const HeadlineNumber& number) { return number.error.has_value(); });
  });
  if (has_errors) text += " ± is the error by mesh and time step.";
  if (has_errors || all_exact) return paragraph(text, "note");
  return fmt::format("<p class=\"note\">{} Error bars: <span class=\"command\">beltdyn compare --errors</span>.</p>\n",
                     escape(text));
}

}  // namespace

HeadlineNumbers headline_numbers(const std::string& run, const Drive& drive, const CsvTable& history,
                                 const std::vector<Conclusion>& conclusions,
                                 const std::optional<postprocess::ErrorBars>& errors, double from) {
  const SummedHistory summed(history, from);
  const Summary& summary = summed.summary();
  HeadlineNumbers list{.run = run, .begin = summary.state().begin, .end = summary.state().end, .is_mean = from > 0.0};
  Collector collector(list, summary, errors);
  if (const auto* belt = std::get_if<BeltDrive>(&drive)) {
    add_belt(collector, *belt, conclusions, history, summary, list.is_mean);
    return list;
  }
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) {
    add_rope(collector, *rope, conclusions, list.end - list.begin);
    return list;
  }
  for (const std::string& column : history.names()) {
    if (!postprocess::is_quantity(column) || list.numbers.size() == kMostColumns) continue;
    collector.add(std::string(split_header(column).name), column);
  }
  return list;
}

void add_modes(HeadlineNumbers& list, const std::vector<NamedMode>& modes) {
  constexpr std::size_t kMostModes = 4;
  if (modes.empty()) return;
  std::vector<HeadlineNumber> first;
  const auto growing = std::ranges::find_if(modes, [](const NamedMode& item) { return grows(item.mode.root); });
  Cell stability{.html = "no mode grows", .sort = std::nullopt, .style = "pass"};
  if (growing != modes.end()) {
    stability = {.html = escape(fmt::format("unstable: mode {} grows at {} 1/s", growing - modes.begin() + 1,
                                            shown(growing->mode.root.real(), 3))),
                 .sort = std::nullopt,
                 .style = "fail"};
  }
  first.push_back({.label = "stability, by the modes found", .cell = std::move(stability)});
  for (std::size_t i = 0; i < modes.size() && first.size() <= kMostModes; ++i) {
    const LinearMode mode = modes[i].mode.without_rounding();
    if (!(mode.frequency() > 0.0)) continue;
    const std::string frequency =
        mode.error ? postprocess::with_error(mode.frequency(), *mode.error / (2.0 * std::numbers::pi))
                   : shown(mode.frequency(), 5);
    first.push_back({.label = fmt::format("mode {} [Hz], damping ratio", i + 1),
                     .value = mode.frequency(),
                     .cell = Cell{.html = fmt::format("{}, {}<small class=\"reason\">{}</small>", escape(frequency),
                                                      shown(mode.damping_ratio(), 2), escape(modes[i].name)),
                                  .sort = mode.frequency()}});
  }
  list.numbers.insert(list.numbers.begin(), first.begin(), first.end());
}

std::string html_of(const std::vector<HeadlineNumbers>& runs, const std::vector<Cell>& verdicts, const RunLabel& label,
                    bool all_exact) {
  const std::vector<std::string> labels = headline_labels(runs);
  if (labels.empty()) return {};
  Table table{.caption = "Headline numbers", .columns = {{"quantity"}}, .rows = {}, .id = "headline-numbers"};
  Row first{.cells = {text_cell("verdict")}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    table.columns.push_back({label(runs[i].run), true});
    first.cells.push_back(verdicts.at(i));
  }
  table.rows.push_back(std::move(first));
  for (const std::string& quantity : labels) {
    Row row{.cells = {text_cell(quantity)}};
    const double least = least_error(runs, quantity);
    for (const HeadlineNumbers& run : runs) row.cells.push_back(headline_cell(run, quantity, least));
    table.rows.push_back(std::move(row));
  }
  return note_of(runs, all_exact) + html_of(table);
}

}  // namespace beltdyn::report
