// SPDX-License-Identifier: MIT
#include "sweep/member_runner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/config/reader.hpp"
#include "core/csv_table.hpp"
#include "core/error.hpp"
#include "core/simulation/csv_writer.hpp"
#include "core/simulation/manifest.hpp"
#include "core/simulation/runner.hpp"
#include "core/stop_request.hpp"
#include "sweep/reduction.hpp"

namespace beltdyn::sweep {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kStatusNames{kComplete, "failed", "infeasible"};
// Long enough for the first member, which has none to start from, not to matter.
constexpr std::size_t kChainLength = 16;
// As for the rows of history.csv: far above the rounding of a sum of steps, far below any step.
constexpr double kTimeSlack = 1e-12;

Configuration read_swept(const config::JsonDocument& document, const Formulations& formulations) {
  Configuration configuration = read_configuration(document, formulations);
  if (configuration.sweep) return configuration;
  throw UsageError(document.file() + ": has no \"sweep\"; name what is varied there, or use beltdyn run");
}

std::string text_without(const config::JsonDocument& document) {
  Json root = document.root();
  root.erase("sweep");
  return root.dump();
}

// The columns of the quantities, in their order.
std::vector<const HistoryColumn*> find_columns(const History& history, const Sweep& sweep) {
  std::vector<const HistoryColumn*> found;
  std::vector<std::string> names;
  for (const HistoryColumn& column : history.columns()) names.push_back(column.name);
  for (const SweepQuantity& quantity : sweep.quantities) {
    const auto column = std::ranges::find(history.columns(), quantity.column, &HistoryColumn::name);
    if (column == history.columns().end()) {
      const std::string_view guess = config::nearest(quantity.column, names);
      throw UsageError(fmt::format("sweep/quantities: the history has no column {}; {}", quantity.column,
                                   guess.empty() ? fmt::format("its columns are {}", fmt::join(names, ", "))
                                                 : fmt::format("did you mean {}?", guess)));
    }
    found.push_back(&*column);
  }
  return found;
}

std::string unit_of(const SweepQuantity& quantity, const HistoryColumn& column) {
  return quantity.reduction == SweepQuantity::Reduction::crossing_time ? "s" : column.unit;
}

std::string first_problem(const ConfigError& error) {
  const Problem& problem = error.problems().front();
  const std::string more =
      error.problems().size() > 1 ? fmt::format(" (and {} more mistakes)", error.problems().size() - 1) : "";
  return fmt::format("{}: {}{}", problem.pointer, problem.message, more);
}

void make_member_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw IoError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

}  // namespace

// Reduces the rows that a history of these times would have, and writes them if they are kept.
class MemberRunner::RowReader {
 public:
  RowReader(const Simulation& simulation, const Configuration& configuration)
      : simulation_(simulation),
        history_(simulation.history()),
        interval_(configuration.output.history_interval),
        slack_(kTimeSlack * configuration.end_time),
        row_(history_.columns().size()) {
    for (const HistoryColumn* column : find_columns(history_, *configuration.sweep)) {
      columns_.push_back(static_cast<std::size_t>(column - history_.columns().data()));
    }
    for (const SweepQuantity& quantity : configuration.sweep->quantities) {
      reductions_.emplace_back(quantity, configuration.output.summary_from);
    }
  }

  // From now on, as history.csv.
  void write_into(const fs::path& folder) {
    std::vector<std::string> headers = history_.headers();
    headers.insert(headers.begin(), "time [s]");
    file_.emplace(folder / "history.csv", headers);
  }
  void close() {
    if (file_) file_->flush();
  }

  void look(bool is_last) {
    const double time = simulation_.time();
    if (!is_last && time < next_ - slack_) return;
    history_.values(row_);
    for (std::size_t q = 0; q < columns_.size(); ++q) {
      const double value = row_[columns_[q]];
      if (!std::isfinite(value)) {
        throw SolverError(fmt::format("{} is not a finite number at {:.6g} s; check the magnitudes of the parameters",
                                      history_.columns()[columns_[q]].name, time));
      }
      reductions_[q].add(time, value);
    }
    if (file_) write(time);
    if (interval_ > 0.0) next_ = (std::floor((time + slack_) / interval_) + 1.0) * interval_;
  }

  std::vector<std::optional<double>> results() const {
    std::vector<std::optional<double>> results;
    for (const Reduction& reduction : reductions_) results.push_back(reduction.result());
    return results;
  }

 private:
  void write(double time) {
    std::vector<double> row{time};
    row.insert(row.end(), row_.begin(), row_.end());
    file_->row(row);
  }

  const Simulation& simulation_;
  History history_;
  double interval_;
  double slack_;
  double next_ = 0.0;
  std::vector<double> row_;
  std::vector<std::size_t> columns_{};
  std::vector<Reduction> reductions_{};
  std::optional<CsvWriter> file_{};
};

void MemberRunner::advance_to_end(Simulation& simulation, double end_time, RowReader& rows) {
  for (double step = next_step(simulation, end_time); step > 0.0;) {
    throw_if_stopped();
    simulation.advance(step);
    step = next_step(simulation, end_time);
    rows.look(step == 0.0);
  }
}

MemberRunner::MemberRunner(const config::JsonDocument& document, const Formulations& formulations)
    : formulations_(formulations),
      configuration_(read_swept(document, formulations)),
      run_(configuration_.swept_run()),
      points_(*configuration_.sweep),
      file_(document.file()),
      text_(text_without(document)) {}

std::vector<std::string> MemberRunner::columns() const {
  const std::unique_ptr<Simulation> simulation =
      configuration_.runs[run_].options->create(configuration_.drive, configuration_.end_time);
  const History history = simulation->history();
  const std::vector<const HistoryColumn*> found = find_columns(history, sweep());
  std::vector<std::string> names{"member"};
  for (const SweepParameter& parameter : sweep().parameters) {
    names.push_back(fmt::format("{} [{}]", parameter.name, parameter.unit));
  }
  for (std::size_t q = 0; q < found.size(); ++q) {
    const SweepQuantity& quantity = sweep().quantities[q];
    names.push_back(fmt::format("{} [{}]", quantity.name, unit_of(quantity, *found[q])));
  }
  names.insert(names.end(), {"status", "message"});
  return names;
}

Configuration MemberRunner::read(const std::vector<double>& values) const {
  config::JsonDocument document = config::JsonDocument::parse(file_, text_);
  for (std::size_t j = 0; j < values.size(); ++j) {
    document.set(fmt::format("{}={}", sweep().parameters[j].pointer, values[j]));
  }
  return read_configuration(document, formulations_);
}

std::size_t MemberRunner::chain_length() const {
  // Points that are spread have no neighbours that are near enough.
  return configuration_.runs[run_].options->can_start_near() && !sweep().design.is_spread() ? kChainLength : 1;
}

void MemberRunner::run_chain(std::size_t first, const std::function<void(std::size_t, const Member&)>& take) const {
  // A simulation may look at its drive.
  std::optional<Configuration> last_configuration;
  std::unique_ptr<Simulation> last;
  for (std::size_t i = first; i < std::min(size(), first + chain_length()); ++i) {
    Member member{.values = points_.at(i), .results = std::vector<std::optional<double>>(sweep().quantities.size())};
    try {
      Configuration configuration = read(member.values);
      last = carry_out(configuration, last.get(), i, member);
      last_configuration = std::move(configuration);
    } catch (const ConfigError& error) {
      member.status = Member::Status::infeasible;
      member.message = first_problem(error);
    } catch (const SolverError& error) {
      member.status = Member::Status::failed;
      member.message = error.what();
    }
    take(i, member);
  }
}

void MemberRunner::keep(Keep kept, fs::path folder) {
  kept_ = kept;
  folder_ = std::move(folder);
}

std::unique_ptr<Simulation> MemberRunner::carry_out(const Configuration& configuration, const Simulation* before,
                                                    std::size_t index, Member& member) const {
  throw_if_stopped();
  const RunConfig& run = configuration.runs[run_];
  std::unique_ptr<Simulation> simulation =
      before == nullptr ? run.options->create(configuration.drive, configuration.end_time)
                        : run.options->create_near(configuration.drive, configuration.end_time, *before);
  fs::path folder;
  if (kept_ != Keep::none) {
    folder = folder_ / fmt::format("{}", index) / run.name;
    make_member_folder(folder);
  }
  RowReader rows(*simulation, configuration_);
  if (kept_ == Keep::history) rows.write_into(folder);
  rows.look(false);
  if (kept_ == Keep::all) {
    run_into(folder, configuration, *simulation, rows);
  } else {
    advance_to_end(*simulation, configuration.end_time, rows);
  }
  rows.close();
  member.results = rows.results();
  return simulation;
}

void MemberRunner::run_into(const fs::path& folder, const Configuration& configuration, Simulation& simulation,
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

std::string MemberRunner::configuration_of(std::size_t member) const {
  return resolved_configuration(read(points_.at(member)), formulations_);
}

std::string row_text(std::size_t index, const Member& member) {
  std::string text = fmt::format("{}", index);
  for (const double value : member.values) text += fmt::format(",{}", value);
  for (const std::optional<double>& result : member.results) text += result ? fmt::format(",{}", *result) : ",";
  std::string message = member.message;
  std::ranges::replace(message, '\n', ' ');
  return text + fmt::format(",{},{}", kStatusNames[static_cast<std::size_t>(member.status)], csv_field(message));
}

}  // namespace beltdyn::sweep
