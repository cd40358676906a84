// SPDX-License-Identifier: MIT
// What the page calls: texts in, JSON texts out. Files of results are in the file system that the page has in memory.
#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include <emscripten.h>
#include <spdlog/spdlog.h>

#include "app/comparison_report.hpp"
#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "app/study_results.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/version.hpp"
#include "core/config/json_document.hpp"
#include "core/run/manifest.hpp"
#include "core/run/runner.hpp"
#include "core/run/verdict.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/near_misses.hpp"
#include "formulations/all_formulations.hpp"

// The page is told how far the work is and what each run has come to, and asked whether to go on.
EM_JS(void, beltdyn_web_progress, (const char* run, double part, double time),
      { Module["onProgress"](UTF8ToString(run), part, time); });
EM_JS(void, beltdyn_web_outcome, (const char* json), { Module["onOutcome"](UTF8ToString(json)); });
EM_JS(int, beltdyn_web_is_stopped, (), { return Module["isStopped"]() ? 1 : 0; });

namespace beltdyn::web {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Often enough for the eye, seldom enough to cost nothing.
constexpr std::chrono::milliseconds kBetweenLooks{100};

// Tells the page now and then, and asks it at the same times.
class Listener {
 public:
  void look(const std::string& run, double part, double time) {
    const Clock::time_point now = Clock::now();
    if (now - last_ < kBetweenLooks) return;
    last_ = now;
    beltdyn_web_progress(run.c_str(), part, time);
    if (beltdyn_web_is_stopped() != 0) stop_signal = 1;
  }

 private:
  Clock::time_point last_ = Clock::now();
};

Json json_of(const ConfigError& error) {
  Json problems = Json::array();
  for (const Problem& problem : error.problems()) {
    problems.push_back(
        {{"pointer", problem.pointer}, {"line", problem.line}, {"value", problem.value}, {"message", problem.message}});
  }
  return problems;
}

Json problem_of(std::string_view message) {
  return Json::array({Json{{"pointer", ""}, {"line", 0}, {"value", ""}, {"message", message}}});
}

// What the configuration asks for that only the installed program does.
std::vector<std::string> left_out(const Configuration& configuration) {
  std::vector<std::string> sentences;
  if (configuration.sweep)
    sentences.emplace_back("The sweep is left out here: the runs are carried out as they stand.");
  if (configuration.identify) {
    sentences.emplace_back("The identification is left out here: the runs are carried out as they stand.");
  }
  if (std::ranges::any_of(configuration.runs, &RunConfig::errors)) {
    sentences.emplace_back("Error bars are left out here; the installed program finds them.");
  }
  return sentences;
}

Configuration read(const char* text) {
  return read_configuration(config::JsonDocument::parse("configuration", text), all_formulations());
}

// One run into its folder.
void carry_out(const Configuration& configuration, const RunConfig& run, const std::string& resolved,
               const fs::path& folder, Listener& listener) {
  fs::create_directories(folder);
  const Drive& drive = configuration.drive_of(run);
  Manifest manifest{.run = run.name,
                    .formulation = all_formulations()[static_cast<std::size_t>(run.formulation)].name,
                    .model = run.options->model(drive),
                    .resolved_configuration = resolved,
                    .preflight = {},
                    .report = {}};
  write_manifest(folder, manifest);
  try {
    const double memory = resident_memory();
    const std::unique_ptr<Simulation> simulation =
        run.options->create_observed(drive, configuration.end_time, [&](long done, long all) {
          listener.look(run.name, static_cast<double>(done) / static_cast<double>(all), 0.0);
        });
    manifest.preflight = look_ahead(*simulation, configuration.end_time, configuration.output, memory);
    const RunControl control{.stop_requested = is_stopped, .on_progress = [&](const Progress& progress) {
                               listener.look(run.name, progress.time / progress.end_time, progress.time);
                             }};
    manifest.report = run_simulation(*simulation, configuration.end_time, configuration.output,
                                     build_info().version + app::run_identity(resolved, run.name), folder, control);
  } catch (const Interrupted&) {
    manifest.report.status = RunStatus::interrupted;
  } catch (const SolverError& error) {
    manifest.report = {.status = RunStatus::failed, .message = error.what()};
  }
  write_manifest(folder, manifest);
}

Json outcome_of(const fs::path& folder) {
  const ManifestRecord manifest = read_manifest(folder / "manifest.json");
  return {{"name", manifest.run},
          {"status", manifest.status},
          {"verdict", manifest.verdict},
          {"clean", manifest.is_clean.value_or(false)},
          {"remarks", manifest.remarks},
          {"message", manifest.message},
          {"steps", manifest.statistics.steps},
          {"cpu_time [s]", manifest.cpu_time}};
}

// The page of `beltdyn compare`, but for what gnuplot draws.
void write_report(const Configuration& configuration, const fs::path& folder) {
  plots::Result result = app::load_result(folder, all_formulations());
  result.convergence = app::convergence_of(configuration, result);
  result.parameter_study = app::parameter_study_of(configuration, result);
  if (!result.runs.empty()) {
    app::write_comparison_of(result, folder, stdout);
    app::write_study_of(result, folder, stdout);
  }
  app::write_comparison_report(result, folder, std::nullopt);
}

Json run_all(const char* text, const fs::path& root) {
  const Configuration configuration = read(text);
  const std::string resolved = resolved_configuration(configuration, all_formulations());
  const fs::path folder = root / configuration.name;
  stop_signal = 0;
  Listener listener;
  Json runs = Json::array();
  for (const RunConfig& run : configuration.runs) {
    carry_out(configuration, run, resolved, folder / run.name, listener);
    const Json& outcome = runs.push_back(outcome_of(folder / run.name));
    beltdyn_web_outcome(outcome.dump().c_str());
    if (is_stopped()) break;
  }
  stop_signal = 0;
  Json answer{{"name", configuration.name}, {"folder", folder.string()}, {"runs", std::move(runs)}};
  try {
    write_report(configuration, folder);
  } catch (const IoError& error) {
    // A run that was stopped before its first row.
    answer["no_report"] = error.what();
  }
  return answer;
}

// What a call of the page gives back: its JSON text, or the problems; valid until the next call.
template <class F>
const char* answer(F&& make) {
  static std::string text;
  Json json = Json::object();
  try {
    json = make();
  } catch (const ConfigError& error) {
    json["problems"] = json_of(error);
  } catch (const std::bad_alloc&) {
    json["problems"] = problem_of("not enough memory for this computation; reduce its size");
  } catch (const std::exception& error) {
    json["problems"] = problem_of(error.what());
  }
  text = json.dump();
  return text.c_str();
}

}  // namespace
}  // namespace beltdyn::web

extern "C" {

// {"name", "end_time", "runs": [{"name", "formulation"}], "notices": [sentence]} of a configuration, or {"problems"}.
EMSCRIPTEN_KEEPALIVE const char* beltdyn_check(const char* text) {
  return beltdyn::web::answer([text] {
    const beltdyn::Configuration configuration = beltdyn::web::read(text);
    std::vector<std::string> notices = beltdyn::near_misses(configuration);
    for (std::string& sentence : beltdyn::web::left_out(configuration)) notices.push_back(std::move(sentence));
    beltdyn::Json runs = beltdyn::Json::array();
    for (const beltdyn::RunConfig& run : configuration.runs) {
      runs.push_back({{"name", run.name},
                      {"formulation", beltdyn::all_formulations()[static_cast<std::size_t>(run.formulation)].name}});
    }
    return beltdyn::Json{{"name", configuration.name},
                         {"end_time", configuration.end_time},
                         {"runs", std::move(runs)},
                         {"notices", notices}};
  });
}

// Carries out all runs of a configuration into ROOT/NAME and writes the page of their results there: {"name", "folder",
// "runs": [{"name", "status", "verdict", ...}]}, or {"problems"}; {"no_report"} says why there is no page.
EMSCRIPTEN_KEEPALIVE const char* beltdyn_run(const char* text, const char* root) {
  return beltdyn::web::answer([text, root] { return beltdyn::web::run_all(text, root); });
}

// The JSON Schema of configurations.
EMSCRIPTEN_KEEPALIVE const char* beltdyn_schema() {
  static const std::string schema = beltdyn::configuration_schema(beltdyn::all_formulations());
  return schema.c_str();
}

// {"version", "git_hash", "compiler", "flags"}
EMSCRIPTEN_KEEPALIVE const char* beltdyn_info() {
  return beltdyn::web::answer([] {
    const beltdyn::BuildInfo& build = beltdyn::build_info();
    return beltdyn::Json{
        {"version", build.version}, {"git_hash", build.git_hash}, {"compiler", build.compiler}, {"flags", build.flags}};
  });
}

}  // extern "C"
