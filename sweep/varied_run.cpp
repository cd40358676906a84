// SPDX-License-Identifier: MIT
#include "sweep/varied_run.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/config/reader.hpp"
#include "core/error.hpp"
#include "core/simulation/runner.hpp"
#include "core/stop_request.hpp"

namespace beltdyn::sweep {
namespace {

using Json = nlohmann::ordered_json;

// As for the rows of history.csv: far above the rounding of a sum of steps, far below any step.
constexpr double kTimeSlack = 1e-12;

std::string text_without_variations(const config::JsonDocument& document) {
  Json root = document.root();
  root.erase("sweep");
  root.erase("identify");
  return root.dump();
}

// Hands out the rows that a history of these times would have.
class RowReader {
 public:
  RowReader(const Simulation& simulation, const Configuration& configuration, std::span<const std::string> columns,
            std::string_view place, const VariedRun::TakeRow& take)
      : simulation_(simulation),
        history_(simulation.history()),
        interval_(configuration.output.history_interval),
        slack_(kTimeSlack * configuration.end_time),
        row_(history_.columns().size()),
        values_(columns.size()),
        take_(take) {
    for (const HistoryColumn* column : find_columns(history_, columns, place)) {
      columns_.push_back(static_cast<std::size_t>(column - history_.columns().data()));
    }
  }

  void look(bool is_last) {
    const double time = simulation_.time();
    if (!is_last && time < next_ - slack_) return;
    history_.values(row_);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      values_[i] = row_[columns_[i]];
      if (!std::isfinite(values_[i])) {
        throw SolverError(fmt::format("{} is not a finite number at {:.6g} s; check the magnitudes of the parameters",
                                      history_.columns()[columns_[i]].name, time));
      }
    }
    take_(time, values_);
    if (interval_ > 0.0) next_ = (std::floor((time + slack_) / interval_) + 1.0) * interval_;
  }

 private:
  const Simulation& simulation_;
  History history_;
  double interval_;
  double slack_;
  double next_ = 0.0;
  std::vector<double> row_;
  std::vector<double> values_;
  std::vector<std::size_t> columns_{};
  const VariedRun::TakeRow& take_;
};

// Calls after_step(is_last) before the first step and after each one until the end time, while it returns true.
template <class AfterStep>
void step_to_end(Simulation& simulation, double end_time, const AfterStep& after_step) {
  if (!after_step(false)) return;
  for (double step = next_step(simulation, end_time); step > 0.0;) {
    throw_if_stopped();
    simulation.advance(step);
    step = next_step(simulation, end_time);
    if (!after_step(step == 0.0)) return;
  }
}

}  // namespace

std::vector<const HistoryColumn*> find_columns(const History& history, std::span<const std::string> names,
                                               std::string_view place) {
  std::vector<const HistoryColumn*> found;
  std::vector<std::string> known;
  for (const HistoryColumn& column : history.columns()) known.push_back(column.name);
  for (const std::string& name : names) {
    const auto column = std::ranges::find(history.columns(), name, &HistoryColumn::name);
    if (column == history.columns().end()) {
      const std::string_view guess = config::nearest(name, known);
      throw UsageError(fmt::format("{}: the history has no column {}; {}", place, name,
                                   guess.empty() ? fmt::format("its columns are {}", fmt::join(known, ", "))
                                                 : fmt::format("did you mean {}?", guess)));
    }
    found.push_back(&*column);
  }
  return found;
}

std::string first_problem(const ConfigError& error) {
  const Problem& problem = error.problems().front();
  const std::string more =
      error.problems().size() > 1 ? fmt::format(" (and {} more mistakes)", error.problems().size() - 1) : "";
  return fmt::format("{}: {}{}", problem.pointer, problem.message, more);
}

VariedRun::VariedRun(const config::JsonDocument& document, std::size_t run, const Formulations& formulations)
    : formulations_(formulations), run_(run), file_(document.file()), text_(text_without_variations(document)) {}

Configuration VariedRun::read(std::span<const Change> changes) const {
  config::JsonDocument document = config::JsonDocument::parse(file_, text_);
  for (const Change& change : changes) document.set(fmt::format("{}={}", change.pointer, change.value));
  return read_configuration(document, formulations_);
}

std::unique_ptr<Simulation> VariedRun::begin(const Configuration& configuration) const {
  return options(configuration).create(configuration.drive, configuration.end_time);
}

std::unique_ptr<Simulation> VariedRun::carry_out(const Configuration& configuration, const Simulation* before,
                                                 std::span<const std::string> columns, std::string_view place,
                                                 const TakeRow& take) const {
  throw_if_stopped();
  std::unique_ptr<Simulation> simulation =
      before == nullptr ? begin(configuration)
                        : options(configuration).create_near(configuration.drive, configuration.end_time, *before);
  RowReader rows(*simulation, configuration, columns, place, take);
  step_to_end(*simulation, configuration.end_time, [&rows](bool is_last) {
    rows.look(is_last);
    return true;
  });
  return simulation;
}

bool VariedRun::lead(const Configuration& configuration, std::span<const Configuration> others,
                     std::span<const std::string> columns, std::string_view place, const TakeOtherRow& take) const {
  if (!options(configuration).can_start_near()) return false;
  throw_if_stopped();
  const std::unique_ptr<Simulation> leader = begin(configuration);
  std::vector<std::unique_ptr<Simulation>> led;
  std::vector<Simulation*> simulations;
  std::deque<TakeRow> takes;  // which readers refer to
  std::deque<RowReader> readers;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Configuration& other = others[i];
    led.push_back(options(other).create_near(other.drive, other.end_time, *leader));
    takes.push_back([&take, i](double time, std::span<const double> values) { take(i, time, values); });
    readers.emplace_back(*led.back(), other, columns, place, takes.back());
    simulations.push_back(led.back().get());
  }
  bool is_led = true;
  step_to_end(*leader, configuration.end_time, [&](bool is_last) {
    is_led = leader->lead(simulations);
    if (!is_led) return false;
    for (RowReader& reader : readers) reader.look(is_last);
    return true;
  });
  return is_led;
}

}  // namespace beltdyn::sweep
