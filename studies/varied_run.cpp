// SPDX-License-Identifier: MIT
#include "studies/varied_run.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/stop_request.hpp"
#include "core/config/nearest.hpp"
#include "core/run/csv_writer.hpp"
#include "core/run/manifest.hpp"
#include "core/run/row_sampler.hpp"
#include "core/run/runner.hpp"
#include "core/settings/study_members.hpp"

namespace beltdyn::studies {
namespace {

namespace fs = std::filesystem;

std::string text_without_variations(const config::JsonDocument& document) {
  Json root = document.root();
  root.erase("sweep");
  root.erase("identify");
  return root.dump();
}

fs::path made(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw IoError(fmt::format("{}: cannot be created: {}", folder.string(), error.message()));
  return folder;
}

// Calls after_step(is_last) before the first step and after each step, until the end time or until it returns false.
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
      throw UsageError(
          fmt::format("{}: the history has no column {}; {}", place, name,
                      config::did_you_mean(name, known, fmt::format("its columns are {}", fmt::join(known, ", ")))));
    }
    found.push_back(&*column);
  }
  return found;
}

std::vector<Conclusion> present_conclusions(const Simulation& simulation) {
  const History history = simulation.history();
  std::vector<double> row(history.columns().size());
  history.values(row);
  Summary summary(history.columns(), simulation.time());
  summary.add(simulation.time(), row);
  return history.conclusions(summary);
}

const Conclusion& find_conclusion(std::span<const Conclusion> conclusions, const std::string& name,
                                  std::string_view place) {
  const auto found = std::ranges::find(conclusions, name, &Conclusion::name);
  if (found != conclusions.end()) return *found;
  std::vector<std::string> known;
  for (const Conclusion& conclusion : conclusions) known.push_back(conclusion.name);
  throw UsageError(
      fmt::format("{}: the run has no conclusion {}; {}", place, name,
                  config::did_you_mean(name, known, fmt::format("its conclusions are {}", fmt::join(known, ", ")))));
}

std::string first_problem(const ConfigError& error) {
  const Problem& problem = error.problems().front();
  const std::string more =
      error.problems().size() > 1 ? fmt::format(" (and {} more errors)", error.problems().size() - 1) : "";
  return fmt::format("{}: {}{}", problem.pointer, problem.message, more);
}

// Passes the rows of a history with these times to a receiver, and writes them to a file if asked for.
class VariedRun::RowReader {
 public:
  RowReader(const Simulation& simulation, const Configuration& configuration, std::span<const std::string> columns,
            std::string_view place, const TakeRow& take)
      : simulation_(simulation),
        history_(simulation.history()),
        sampler_(history_, configuration.output, configuration.end_time),
        values_(columns.size()),
        take_(take) {
    for (const HistoryColumn* column : find_columns(history_, columns, place)) {
      columns_.push_back(static_cast<std::size_t>(column - history_.columns().data()));
    }
  }

  // From now on sums up the rows from a time on.
  void sum_up(double from) { summary_.emplace(history_.columns(), from); }
  std::vector<Conclusion> conclusions() const { return history_.conclusions(summary_.value()); }

  // From now on writes history.csv.
  void write_into(const fs::path& folder) {
    std::vector<std::string> headers = history_.headers();
    headers.insert(headers.begin(), "time [s]");
    file_.emplace(folder / "history.csv", headers);
  }
  void close() {
    if (file_) file_->flush();
  }

  void look(bool is_last) {
    sampler_.look(
        simulation_.time(), is_last, [this](std::span<double> row) { history_.values(row); },
        [this](double time, std::span<const double> row) { hand_out(time, row); });
  }

 private:
  void hand_out(double time, std::span<const double> row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      values_[i] = row[columns_[i]];
      if (!std::isfinite(values_[i])) {
        throw SolverError(fmt::format("{} is not a finite number at {:.6g} s; check the magnitudes of the parameters",
                                      history_.columns()[columns_[i]].name, time));
      }
    }
    take_(time, values_);
    if (summary_) summary_->add(time, row);
    if (file_) write(time, row);
  }
  void write(double time, std::span<const double> values) {
    std::vector<double> row{time};
    row.insert(row.end(), values.begin(), values.end());
    file_->row(row);
  }

  const Simulation& simulation_;
  History history_;
  RowSampler sampler_;
  std::vector<double> values_;
  std::vector<std::size_t> columns_{};
  const TakeRow& take_;
  std::optional<Summary> summary_{};
  std::optional<CsvWriter> file_{};
};

VariedRun::VariedRun(const config::JsonDocument& document, std::size_t run, const Formulations& formulations)
    : formulations_(formulations), run_(run), file_(document.file()), text_(text_without_variations(document)) {}

Configuration VariedRun::read(std::span<const Change> changes) const {
  config::JsonDocument document = config::JsonDocument::parse(file_, text_);
  const auto varies_run = [](const Change& change) { return change.pointer.starts_with("/runs/"); };
  if (std::ranges::any_of(changes, varies_run)) {
    const Configuration base = read_configuration(document, formulations_);
    for (const Change& change : changes) keep_chosen_counts(base, change.pointer, document);
  }
  for (const Change& change : changes) document.set(fmt::format("{}={}", change.pointer, change.value));
  return read_configuration(document, formulations_);
}

std::unique_ptr<Simulation> VariedRun::begin(const Configuration& configuration) const {
  return options(configuration).create(*configuration.drive, configuration.end_time);
}

std::unique_ptr<Simulation> VariedRun::carry_out(const Configuration& configuration, const Simulation* before,
                                                 std::span<const std::string> columns, std::string_view place,
                                                 const TakeRow& take, const Kept& kept,
                                                 std::vector<Conclusion>* conclusions) const {
  throw_if_stopped();
  std::unique_ptr<Simulation> simulation =
      before == nullptr ? begin(configuration)
                        : options(configuration).create_near(*configuration.drive, configuration.end_time, *before);
  const fs::path folder = kept.what == Keep::none ? fs::path() : made(kept.folder / configuration.runs[run_].name);
  RowReader rows(*simulation, configuration, columns, place, take);
  if (conclusions != nullptr) rows.sum_up(configuration.output.summary_from);
  if (kept.what == Keep::history) rows.write_into(folder);
  if (kept.what == Keep::all) {
    rows.look(false);
    run_into(folder, configuration, *simulation, rows);
  } else {
    step_to_end(*simulation, configuration.end_time, [&rows](bool is_last) {
      rows.look(is_last);
      return true;
    });
  }
  rows.close();
  if (conclusions != nullptr) *conclusions = rows.conclusions();
  return simulation;
}

void VariedRun::run_into(const fs::path& folder, const Configuration& configuration, Simulation& simulation,
                         RowReader& rows) const {
  const RunConfig& run = configuration.runs[run_];
  const RunControl control{
      .stop_requested = [] { return stop_signal != 0; },
      .on_progress = [&](const Progress&) { rows.look(next_step(simulation, configuration.end_time) == 0.0); }};
  Manifest manifest{.run = run.name,
                    .formulation = formulations_[static_cast<std::size_t>(run.formulation)].name,
                    .model = run.options->model(configuration.drive_of(run)),
                    .resolved_configuration = resolved_configuration(configuration, formulations_),
                    .preflight = {},
                    .report = {}};
  manifest.report = run_simulation(simulation, configuration.end_time, configuration.output,
                                   manifest.resolved_configuration, folder, control);
  throw_if_stopped();
  write_manifest(folder, manifest);
  if (manifest.report.status == RunStatus::failed) throw SolverError(manifest.report.message);
}

bool VariedRun::lead(const Configuration& configuration, std::span<const Configuration> others,
                     std::span<const std::string> columns, std::string_view place, const TakeOtherRow& take) const {
  if (!options(configuration).can_start_near()) return false;
  throw_if_stopped();
  const std::unique_ptr<Simulation> leader = begin(configuration);
  std::vector<std::unique_ptr<Simulation>> led;
  std::vector<Simulation*> simulations;
  std::deque<TakeRow> takes;  // the readers refer to these
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

}  // namespace beltdyn::studies
