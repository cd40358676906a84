// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/error_runs.hpp"
#include "app/exit_code.hpp"
#include "app/folder_lock.hpp"
#include "app/in_order.hpp"
#include "app/logging.hpp"
#include "app/preflight.hpp"
#include "app/results.hpp"
#include "app/run_messages.hpp"
#include "app/summaries.hpp"
#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/stop_signals.hpp"
#include "core/base/version.hpp"
#include "core/config/nearest.hpp"
#include "core/run/manifest.hpp"
#include "core/run/runner.hpp"
#include "core/run/verdict.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/selected_runs.hpp"
#include "postprocess/error_bars.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

// Does --only NAME select a run? With variants NAME may be the run of the file, "string" for "string-clutch".
bool is_asked_for(const std::string& name, const RunConfig& run, const Configuration& configuration) {
  if (run.name == name) return true;
  return (!configuration.variants.empty() || configuration.study) && run.name.starts_with(name + "-") &&
         std::ranges::find(configuration.declared_runs, name, &RunConfig::name) != configuration.declared_runs.end();
}

std::vector<const RunConfig*> select_runs(const Configuration& configuration, const std::vector<std::string>& only) {
  std::vector<const RunConfig*> selected;
  std::vector<std::string> names;
  for (const RunConfig& run : configuration.runs) {
    names.push_back(run.name);
    const auto asks = [&](const std::string& name) { return is_asked_for(name, run, configuration); };
    if (only.empty() || std::ranges::any_of(only, asks)) selected.push_back(&run);
  }
  for (const std::string& name : only) {
    const auto is_it = [&](const RunConfig& run) { return is_asked_for(name, run, configuration); };
    if (std::ranges::any_of(configuration.runs, is_it)) continue;
    throw UsageError(
        fmt::format("--only {}: there is no such run; {}", name,
                    config::did_you_mean(name, names, fmt::format("the runs are {}", fmt::join(names, ", ")))));
  }
  return selected;
}

void refuse_result(const fs::path& folder, const RunArguments& arguments) {
  refuse_links_of_run(folder);
  if (holds_result(folder) && !arguments.force && !arguments.resume) {
    throw UsageError(
        fmt::format("{}: already contains results; choose another folder with --out, replace them with --force, or "
                    "continue with --resume",
                    folder.string()));
  }
}

// Creates and locks the folders of all runs before anything is written.
std::vector<FolderLock> prepare_folders(const fs::path& root, const std::vector<const RunConfig*>& runs,
                                        const RunArguments& arguments) {
  for (const RunConfig* run : runs) refuse_result(root / run->name, arguments);
  std::vector<FolderLock> locks;
  for (const RunConfig* run : runs) {
    make_folder(root / run->name);
    locks.emplace_back(root / run->name);
    // Another process may have written a result before the lock.
    refuse_result(root / run->name, arguments);
  }
  if (arguments.force) {
    for (const RunConfig* run : runs) remove_result(root / run->name);
  }
  return locks;
}

// The data that the runs of a configuration share.
struct Task {
  const Configuration& configuration;
  const Formulations& formulations;
  const RunArguments& arguments;
  std::string resolved;
  fs::path root;
  bool several;  // do several runs run in parallel?

  // Is this a resumed run that is already complete?
  bool is_complete(const RunConfig& run) const {
    return arguments.resume && app::is_complete(root / run.name, run_identity(resolved, run.name));
  }
};

// Computes a run and writes its manifest. Throws UsageError if the run must not start, because of the size of its
// results or missing features of this machine.
void compute(const Task& task, const RunConfig& run, RunMessages::Run& messages, Manifest& manifest) {
  keep_memory_for_failure();  // an earlier run may have used it up
  const Configuration& configuration = task.configuration;
  const fs::path folder = task.root / run.name;
  write_manifest(folder, manifest);
  const double memory = resident_memory();
  std::unique_ptr<Simulation> simulation;
  try {
    simulation = prepare(configuration, run, messages, task.arguments.quiet);
  } catch (const Interrupted&) {
    manifest.report.status = RunStatus::interrupted;
    return write_manifest(folder, manifest);
  } catch (const SolverError& error) {
    // The other runs continue.
    manifest.report = {.status = RunStatus::failed, .message = error.what()};
    return write_manifest(folder, manifest);
  }
  manifest.preflight = look_ahead(*simulation, configuration.end_time, configuration.output, memory);
  // With several runs, the growth of memory cannot be assigned to one of them.
  if (task.several) manifest.preflight->memory = 0.0;
  const std::string objection = task.arguments.force_large ? std::string() : size_objection(*manifest.preflight);
  if (!objection.empty()) throw UsageError(objection);
  {
    Announcement announcement(run.name, *manifest.preflight, messages.log());
    ProgressLine line(run.name, messages, task.arguments.quiet);
    const RunControl control{.resume = task.arguments.resume,
                             .stop_requested = [] { return stop_signal != 0; },
                             .on_progress =
                                 [&](const Progress& progress) {
                                   if (announcement.follow(progress)) line.show(progress);
                                 }};
    manifest.report = run_simulation(*simulation, configuration.end_time, configuration.output,
                                     build_info().version + run_identity(task.resolved, run.name), folder, control);
  }
  write_manifest(folder, manifest);
}

// The outcome of a run, and the exit code for it.
struct RunOutcome {
  RunReport report;
  int exit_code = kOk;
};

// Records the failure in the manifest, if that can be written: the disk may be full.
RunOutcome broken_off(const fs::path& folder, Manifest& manifest, std::string message) {
  manifest.report = {.status = RunStatus::failed, .message = std::move(message)};
  try {
    write_manifest(folder, manifest);
  } catch (const IoError&) {
    // The message already names the first file that could not be written.
  }
  return {.report = manifest.report, .exit_code = kInputOutput};
}

// A resumed run keeps its files; other runs start from an empty folder.
RunOutcome not_started(const fs::path& folder, Manifest& manifest, const RunArguments& arguments, std::string message) {
  if (arguments.resume) {
    manifest.report.status = RunStatus::interrupted;
    write_manifest(folder, manifest);
  } else {
    remove_result(folder);
  }
  return {.report = {.status = RunStatus::failed, .message = std::move(message)}, .exit_code = kUsageOrConfiguration};
}

// Warns if another build started the run: results are bit-identical within one build only.
void tell_other_build(const fs::path& folder, const RunConfig& run, spdlog::logger& log) {
  if (!holds_result(folder) || !fs::exists(folder / kCheckpointFile)) return;
  const std::string begun_by = read_manifest(folder / "manifest.json").git_hash;
  if (begun_by == build_info().git_hash) return;
  log.warn("{}: was begun by another build of BeltDyn, {}; this one is {}; --force starts again", run.name,
           begun_by.empty() ? "unknown" : begun_by, build_info().git_hash);
}

// Runs one run; a failure must not stop the other runs.
RunOutcome run_one(const Task& task, const RunConfig& run, RunMessages::Run& messages) {
  const fs::path folder = task.root / run.name;
  Manifest manifest{.run = run.name,
                    .formulation = task.formulations[static_cast<std::size_t>(run.formulation)].name,
                    .model = run.options->model(task.configuration.drive_of(run)),
                    .resolved_configuration = task.resolved,
                    .preflight = {},
                    .report = {}};
  try {
    if (task.arguments.resume) tell_other_build(folder, run, messages.log());
    compute(task, run, messages, manifest);
  } catch (const UsageError& error) {
    return not_started(folder, manifest, task.arguments, error.what());
  } catch (const IoError& error) {
    return broken_off(folder, manifest, error.what());
  } catch (const std::bad_alloc&) {
    return broken_off(folder, manifest, "not enough memory; use fewer elements, or fewer parallel runs with --jobs");
  }
  int exit_code = kOk;
  if (manifest.report.status == RunStatus::failed) exit_code = kNotConverged;
  if (manifest.report.status == RunStatus::interrupted) exit_code = kInterrupted;
  return {.report = manifest.report, .exit_code = exit_code};
}

void log_balances(const RunConfig& run, const std::vector<BalanceOutcome>& balances, spdlog::logger& log) {
  std::vector<std::string> parts;
  for (const BalanceOutcome& outcome : balances) {
    parts.push_back(fmt::format("{} {:.2g}", outcome.balance.name(), outcome.largest));
    if (!outcome.is_open()) {
      if (outcome.largest <= outcome.balance.tolerance) continue;
      log.info(
          "{}: {} = {:.3g} at t = {:.6g} s is of the start, where hardly any energy is exchanged; relative to at "
          "least {:g} % of the energy of the run it is {:.2g}, within {:.2g}",
          run.name, outcome.balance.column, outcome.largest, outcome.time, 100.0 * DefectRecord::kLeastPart,
          outcome.for_verdict, outcome.balance.tolerance);
      continue;
    }
    log.warn("{}: {} = {:.3g} at t = {:.6g} s exceeds {:.2g}; violated: {}; {}", run.name, outcome.balance.column,
             outcome.largest, outcome.time, outcome.balance.tolerance, outcome.balance.law, outcome.balance.remedy);
  }
  if (!parts.empty()) log.info("{}: balances: {}", run.name, fmt::join(parts, ", "));
}

void log_outcome(const RunConfig& run, const RunReport& report, const fs::path& folder, spdlog::logger& log) {
  log_balances(run, report.balances, log);
  for (const Conclusion& conclusion : report.conclusions) {
    if (!conclusion.message.empty() && !conclusion.is_doubtful) log.info("{}: {}", run.name, conclusion.message);
  }
  for (const std::string& remark : remarks(report)) log.warn("{}: {}", run.name, remark);
  switch (report.status) {
    case RunStatus::failed:
      log.error("{}: {}{}", run.name, report.message,
                report.statistics.steps == 0 ? std::string()
                                             : fmt::format("; the results up to that time are in {}", folder.string()));
      break;
    case RunStatus::interrupted:
      log.warn(
          "{}: interrupted; --resume {}", run.name,
          fs::exists(folder / kCheckpointFile) ? "continues from the checkpoint in " + folder.string() : "restarts it");
      break;
    default:
      if (report.statistics.unsettled_steps > 0) {
        log.warn("{}: in {} of {} steps the contact states had not converged when switching_iterations was reached",
                 run.name, report.statistics.unsettled_steps, report.statistics.steps);
      }
      // Runs with problems are not reported in the colour of success.
      log.log(is_clean(report) ? spdlog::level::info : spdlog::level::warn,
              "{}: {}; {} steps in {:.3g} s, results in {}", run.name, verdict(report), report.statistics.steps,
              report.wall_time, folder.string());
  }
}

// Do all these runs, which have finished, have clean verdicts?
bool are_clean(const fs::path& root, const std::vector<const RunConfig*>& runs) {
  bool all = true;
  for (const RunConfig* run : runs) {
    const ManifestRecord manifest = read_manifest(root / run->name / "manifest.json");
    if (manifest.is_clean.value_or(false)) continue;
    spdlog::error("{}: {}, which --strict takes for a failure", run->name, manifest.verdict);
    all = false;
  }
  return all;
}

bool wants_errors(const RunArguments& arguments, const RunConfig& run) { return arguments.errors || run.errors; }

// Adds error bars to a complete run; returns the exit code.
int add_errors(const Task& task, const RunConfig& run, RunMessages::Run& messages) {
  const fs::path folder = task.root / run.name;
  try {
    const std::string identity = build_info().version + run_identity(task.resolved, run.name);
    if (find_errors(task.configuration, run, identity, folder, messages)) return kOk;
    messages.log().warn("{}: interrupted while its errors were being found; --resume continues", run.name);
    return kInterrupted;
  } catch (const IoError& error) {
    messages.log().error("{}: {}", run.name, error.what());
  } catch (const std::bad_alloc&) {
    messages.log().error("{}: not enough memory to find its errors", run.name);
  }
  return kInputOutput;
}

// Runs one run and finds its errors if they are asked for; returns the exit code.
int run_with_errors(const Task& task, const RunConfig& run, RunMessages::Run& messages) {
  if (stop_signal != 0) {
    messages.log().warn("{}: not started; --resume starts it", run.name);
    return kInterrupted;
  }
  const bool adds_errors = wants_errors(task.arguments, run);
  // Another process may have completed the run before its folder was locked; then at most its errors are missing.
  if (task.is_complete(run)) return adds_errors ? add_errors(task, run, messages) : static_cast<int>(kOk);
  const RunOutcome outcome = run_one(task, run, messages);
  log_outcome(run, outcome.report, task.root / run.name, messages.log());
  if (adds_errors && outcome.report.status == RunStatus::complete) return add_errors(task, run, messages);
  return outcome.exit_code;
}

// The result files of each run.
using FilesOfRuns = std::map<const RunConfig*, std::vector<fs::path>>;

// Runs all these runs, several in parallel, and notes the files of each run as it ends; returns the exit code.
int run_all(const Task& task, const std::vector<const RunConfig*>& runs, FilesOfRuns& files) {
  RunMessages messages;
  const auto work = [&](std::size_t i) {
    RunMessages::Run own(messages, i);
    const int exit_code = run_with_errors(task, *runs[i], own);
    files.at(runs[i]) = result_files(task.root / runs[i]->name);
    return exit_code;
  };
  // Larger exit codes are more severe.
  int exit_code = kOk;
  work_in_order(runs.size(), jobs_or_default(task.arguments.jobs), work,
                [&](std::size_t, int code) { exit_code = std::max(exit_code, code); });
  return exit_code;
}

// A run that has ended may lose its folder, or a file, while others are computed. Returns the exit code.
int missed_results(const fs::path& root, const std::vector<const RunConfig*>& runs, const FilesOfRuns& files) {
  const auto is_missing = [](const fs::path& file) {
    std::error_code error;
    return !fs::exists(file, error);
  };
  int exit_code = kOk;
  for (const RunConfig* run : runs) {
    if (!holds_result(root / run->name)) {
      spdlog::error("{}: the results in {} were removed after the run had ended; --resume computes them again",
                    run->name, (root / run->name).string());
      exit_code = kInputOutput;
      continue;
    }
    const auto missing = std::ranges::find_if(files.at(run), is_missing);
    if (missing == files.at(run).end()) continue;
    spdlog::error("{}: {} was removed after the run had ended; --force computes it again", run->name,
                  missing->string());
    exit_code = kInputOutput;
  }
  return exit_code;
}

}  // namespace

Configuration load_configuration(const std::string& path, const std::vector<std::string>& assignments,
                                 const std::vector<std::string>& only, const Formulations& formulations) {
  config::JsonDocument document = config::JsonDocument::load(path);
  for (const std::string& assignment : assignments) document.set(assignment);
  return read_selected(std::move(document), only, formulations);
}

int run_configuration(const Configuration& configuration, const RunArguments& arguments,
                      const Formulations& formulations) {
  const std::vector<const RunConfig*> runs = select_runs(configuration, arguments.only);
  Task task{.configuration = configuration,
            .formulations = formulations,
            .arguments = arguments,
            .resolved = resolved_configuration(configuration, formulations),
            .root = fs::path(arguments.out) / configuration.name,
            .several = false};
  std::vector<const RunConfig*> unfinished;
  for (const RunConfig* run_config : runs) {
    const auto has_all = [&] {
      return !wants_errors(arguments, *run_config) || postprocess::read_error_bars(task.root / run_config->name);
    };
    if (!task.is_complete(*run_config) || !has_all()) unfinished.push_back(run_config);
  }
  const std::vector<FolderLock> locks = prepare_folders(task.root, unfinished, arguments);
  task.several = unfinished.size() > 1 && jobs_or_default(arguments.jobs) > 1;
  if (!unfinished.empty()) {
    report_near_misses(configuration);
    announce_belt(*configuration.drive);
  }
  take_stop_signals();
  FilesOfRuns files;
  for (const RunConfig* run_config : runs) files[run_config] = result_files(task.root / run_config->name);
  int exit_code = run_all(task, unfinished, files);
  if (exit_code == kOk || exit_code == kNotConverged) {
    exit_code = std::max(exit_code, missed_results(task.root, runs, files));
  }
  return arguments.strict && exit_code == kOk && !are_clean(task.root, runs) ? kToleranceMissed : exit_code;
}

int run_loaded(const Configuration& configuration, const RunArguments& arguments, const Formulations& formulations) {
  if (arguments.quiet) spdlog::set_level(spdlog::level::warn);
  if (arguments.out.empty()) throw UsageError("--out has no folder; give one, or omit the option");
  return run_configuration(configuration, arguments, formulations);
}

int run(const RunArguments& arguments, const Formulations& formulations) {
  const Configuration configuration =
      load_configuration(arguments.config, arguments.assignments, arguments.only, formulations);
  const int exit_code = run_loaded(configuration, arguments, formulations);
  if (arguments.json) print_run_summary(configuration, arguments, formulations, exit_code);
  return exit_code;
}

}  // namespace beltdyn::app
