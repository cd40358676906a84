// SPDX-License-Identifier: MIT
#include "app/error_runs.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/results.hpp"
#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/printable.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/stop_signals.hpp"
#include "core/base/text_file.hpp"
#include "core/run/runner.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "postprocess/error_bars.hpp"
#include "postprocess/summary_reader.hpp"
#include "report/headline.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

// Records in its folder how a coarser run ended.
constexpr const char* kOutcomeFile = "outcome.json";
// Further parameters are varied only once: the runs of the first two use up the time that error estimates may take.
constexpr std::size_t kParametersWithOrder = 2;
// Coarseness of the run from which the next parameter is varied.
constexpr double kTwice = 2.0;

// A coarser run that could not be computed.
class NoSuchRun : public SolverError {
 public:
  using SolverError::SolverError;
};

class ErrorRuns {
 public:
  ErrorRuns(const Configuration& configuration, const RunConfig& run, std::string identity, fs::path folder,
            RunMessages::Run& messages)
      : configuration_(configuration),
        run_(run),
        drive_(configuration.drive_of(run)),
        identity_(std::move(identity)),
        folder_(std::move(folder)),
        messages_(messages) {}

  // Each parameter is varied from a run that is twice as coarse in the previous parameters. With half of the steps a
  // run takes half of the time, and it shows the same effect of the mesh.
  std::vector<postprocess::ErrorPart> carry_out() {
    std::vector<postprocess::ErrorPart> parts;
    std::unique_ptr<RunOptions> base = run_.options->clone();
    fs::path base_folder = folder_;
    for (const NumericalParameter& parameter : numerical_parameters_of(*run_.options)) {
      postprocess::ErrorPart part{
          .name = parameter.name, .keys = parameter.keys, .advice = parameter.advice, .order = parameter.order};
      try {
        part.runs.push_back(base_folder);
        const std::unique_ptr<RunOptions> fine = base->clone();
        const auto go = [&](double ratio) {
          std::unique_ptr<RunOptions> coarser = carry_out(parameter, *fine, ratio, part);
          if (ratio > kTwice) return;
          base = std::move(coarser);
          base_folder = part.runs.back();
        };
        go(parameter.ratios[0]);
        if (parts.size() < kParametersWithOrder) go_if_possible(go, parameter.ratios[1]);
      } catch (const SolverError& error) {
        part.runs.clear();
        part.ratios.clear();
        part.missing = error.what();
      }
      parts.push_back(std::move(part));
    }
    return parts;
  }

 private:
  // Continues without a failing run; without the third run a part has no observed order.
  template <class Go>
  static void go_if_possible(const Go& go, double ratio) {
    try {
      go(ratio);
    } catch (const SolverError&) {
    }
  }

  // The run whose options are `ratio` times as coarse as those of the fine run; records it in the part. Throws
  // SolverError if the options cannot be that coarse.
  std::unique_ptr<RunOptions> carry_out(const NumericalParameter& parameter, const RunOptions& fine, double ratio,
                                        postprocess::ErrorPart& part) {
    std::optional<CoarserOptions> coarser = parameter.coarsen(fine, ratio);
    double before = 1.0;
    for (const double step : part.ratios) before *= step;
    if (!coarser || !(coarser->ratio > before)) throw NoSuchRun(parameter.keys + " cannot be coarser");
    if (const auto objections = coarser->options->objections(drive_); !objections.empty()) {
      throw NoSuchRun("a coarser run is not possible: " + objections.front());
    }
    std::string name = fmt::format("{}-{}", parameter.name, part.runs.size());
    std::ranges::replace(name, ' ', '-');
    const fs::path folder = folder_ / kCoarserFolder / name;
    run(*coarser->options, name, folder);
    part.runs.push_back(folder);
    part.ratios.push_back(coarser->ratio / before);
    return std::move(coarser->options);
  }

  // Computes history and summary into the folder, unless they are already there.
  void run(const RunOptions& options, const std::string& name, const fs::path& folder) {
    if (const std::optional<std::string> failure = failure_there(folder)) {
      if (!failure->empty()) throw NoSuchRun(*failure);
      return;
    }
    messages_.log().info("{}: errors: {}", run_.name, name);
    make_folder(folder);
    RunReport report;
    try {
      const std::unique_ptr<Simulation> simulation = options.create(drive_, configuration_.end_time);
      OutputOptions output = configuration_.output;
      output.order_tracking.reset();
      output.profile_times = {};
      output.profile_interval = configuration_.end_time;
      report = run_simulation(*simulation, configuration_.end_time, output, identity_ + name, folder,
                              {.resume = true, .stop_requested = [] { return stop_signal != 0; }});
    } catch (const SolverError& error) {
      report = {.status = RunStatus::failed, .message = error.what()};
    }
    if (report.status == RunStatus::interrupted) throw Interrupted();
    const std::string failure = report.status == RunStatus::failed ? "a coarser run fails: " + report.message : "";
    replace_file(folder / kOutcomeFile, Json{{"failure", failure}}.dump() + "\n");
    if (!failure.empty()) throw NoSuchRun(failure);
  }

  // Why a finished coarser run failed; an empty text if it did not fail, none if it has not finished.
  static std::optional<std::string> failure_there(const fs::path& folder) {
    const std::optional<std::string> text = read_regular_file(folder / kOutcomeFile);
    if (!text) return std::nullopt;
    const Json outcome = Json::try_parse(*text).value_or(Json());
    const Json failure = outcome.is_object() ? outcome.value("failure", Json()) : Json();
    return failure.is_string() ? std::optional(failure.get<std::string>()) : std::nullopt;
  }

  const Configuration& configuration_;
  const RunConfig& run_;
  const Drive& drive_;
  std::string identity_;
  fs::path folder_;
  RunMessages::Run& messages_;
};

void log_errors(const std::string& name, const postprocess::ErrorBars& bars, spdlog::logger& log) {
  if (bars.parts.empty()) {
    log.info("{}: no numerical parameter to vary, so no error bars", name);
    return;
  }
  if (const std::string advice = bars.advice(); !advice.empty()) log.info("{}: errors come from {}", name, advice);
  if (const std::string gaps = bars.gaps(); !gaps.empty()) log.warn("{}: {}", name, gaps);
}

// Logs the headline numbers with their errors.
void log_results(const RunConfig& run, const Drive& drive, const fs::path& folder, const postprocess::ErrorBars& bars,
                 double from, spdlog::logger& log) {
  const CsvTable history = CsvTable::load(folder / "history.csv");
  const report::HeadlineNumbers headline =
      report::headline_numbers(run.name, drive, history, postprocess::load_conclusions(folder), bars, from);
  log.info("{}: {}; other numbers with errors are in {}", run.name,
           headline.is_mean ? fmt::format("means from {:.4g} s to {:.4g} s", headline.begin, headline.end)
                            : "at the end, but for what is largest or smallest",
           printable((folder / "summary.json").string()));
  for (const report::HeadlineNumber& number : headline.numbers) {
    if (number.cell) continue;
    log.info("{}: {}: {}", run.name, number.label,
             number.error ? postprocess::with_error(number.value, *number.error) : fmt::format("{:.6g}", number.value));
  }
}

}  // namespace

bool find_errors(const Configuration& configuration, const RunConfig& run, const std::string& identity,
                 const fs::path& folder, RunMessages::Run& messages) {
  std::optional<postprocess::ErrorBars> bars = postprocess::read_error_bars(folder);
  if (!bars) {
    try {
      postprocess::write_error_bars(folder, ErrorRuns(configuration, run, identity, folder, messages).carry_out());
    } catch (const Interrupted&) {
      return false;
    }
    bars = postprocess::read_error_bars(folder);
  }
  remove_coarser_runs(folder);
  log_results(run, configuration.drive_of(run), folder, *bars, configuration.output.summary_from, messages.log());
  log_errors(run.name, *bars, messages.log());
  return true;
}

}  // namespace beltdyn::app
