// SPDX-License-Identifier: MIT
#include "app/result_folder.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/operating_range.hpp"
#include "app/study_results.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/drive/drive.hpp"
#include "core/linear/campbell.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/order_response.hpp"
#include "core/run/manifest.hpp"
#include "postprocess/comparison.hpp"
#include "postprocess/error_bars.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

// The first time at which column(t) ≤ bound − speed t, interpolated; negative if there is none.
double first_meeting(const CsvTable& history, const std::string& column, double bound, double speed) {
  const std::span<const double> time = history.column("time [s]");
  const std::span<const double> value = history.column(column);
  for (std::size_t i = 1; i < time.size(); ++i) {
    const double before = bound - speed * time[i - 1] - value[i - 1];
    const double now = bound - speed * time[i] - value[i];
    if (now <= 0.0) return time[i - 1] + (time[i] - time[i - 1]) * before / (before - now);
  }
  return -1.0;
}

// The times at which the unstrained part of each contact vanishes in the first exact run: R_k − c_k = V_k t, [Oborin
// 2018] Eqs. (31), (32). Empty if speeds vary, without an exact run, and for other drives.
std::vector<plots::Mark> marks_of(const Drive& any_drive, const std::vector<plots::Run>& runs) {
  const auto* contour = drive_if<ContourDrive>(any_drive);
  const auto exact = std::find_if(runs.begin(), runs.end(), [](const plots::Run& run) { return run.is_exact; });
  if (contour == nullptr || exact == runs.end() || !contour->has_constant_speeds()) return {};
  const ContourDrive& drive = *contour;
  std::vector<plots::Mark> marks;
  for (const std::size_t pulley : {1U, 0U}) {
    const double time = first_meeting(exact->history, fmt::format("slip_length_{} [m]", pulley + 1),
                                      drive.contact_length[pulley], drive.surface_speed[pulley].value(0.0));
    if (time > 0.0) marks.push_back({.time = time, .label = pulley == 1 ? "t^*" : "t^{**}"});
  }
  return marks;
}

struct RunFolder {
  fs::path path;
  ManifestRecord manifest;
  Json configuration;
};

std::vector<RunFolder> run_folders(const fs::path& folder) {
  std::error_code error;
  std::vector<RunFolder> found;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path manifest = entry.path() / "manifest.json";
    if (!fs::exists(manifest, error)) continue;
    ManifestRecord record = read_manifest(manifest);
    Json configuration = Json::parse(record.configuration);
    found.push_back({entry.path(), std::move(record), std::move(configuration)});
  }
  if (found.empty()) {
    throw IoError(folder.string() + ": contains no results; give the folder that contains the folders of the runs");
  }
  std::sort(found.begin(), found.end(), [](const RunFolder& a, const RunFolder& b) { return a.path < b.path; });
  return found;
}

// The part of the configuration that the runs of one picture must have in common. The contact of a belt drive is
// excluded: --set may vary it from run to run, and the belt keeps its path.
Json common_part(const Json& configuration, std::string_view key) {
  Json part = configuration.value(key, Json());
  if (key == "drive" && part.is_object() && part.value("type", Json()) == "belt_drive") part.erase("contact");
  return part;
}

// Have the values of the study or the variants of the drive changed since the run?
bool has_other_members(const Json& configuration, const Json& other) {
  return std::ranges::any_of(std::array{"study", "variants"}, [&](const char* key) {
    return configuration.value(key, Json()) != other.value(key, Json());
  });
}

// Throws IoError if runs were made for different drives.
void check_common_parts(const std::vector<RunFolder>& folders) {
  const Json& first = folders.front().configuration;
  for (const RunFolder& item : folders) {
    const Json& other = item.configuration;
    for (const char* key : {"drive", "end_time"}) {
      if (common_part(other, key) == common_part(first, key)) continue;
      throw IoError(
          fmt::format("{} and {}: were computed with a different {}; run the configuration again with --force",
                      folders.front().path.string(), item.path.string(), key));
    }
  }
}

Configuration configuration_of(const RunFolder& item, const Formulations& formulations) {
  const std::string file = (item.path / "manifest.json").string();
  try {
    return read_configuration(config::JsonDocument::parse(file, item.manifest.configuration), formulations);
  } catch (const ConfigError&) {
    throw IoError(file + ": does not contain a configuration of this version; run again with --force");
  }
}

// A table that drives without a belt do not have.
CsvTable load_belt_table(const fs::path& path, const Drive& drive) {
  if (drive_if<FrictionRigDrive>(drive) != nullptr) return {path.string(), {}, {}};
  return CsvTable::load(path);
}

std::optional<CsvTable> load_response(const fs::path& run_folder) {
  const fs::path path = run_folder / kFrequencyResponseFile;
  if (!fs::exists(path)) return std::nullopt;
  return CsvTable::load(path);
}

std::optional<CsvTable> load_if_there(const fs::path& path) {
  if (!fs::exists(path)) return std::nullopt;
  return CsvTable::load(path);
}

std::optional<ModeTable> load_modes(const fs::path& run_folder) {
  const fs::path path = run_folder / kModeShapesFile;
  if (!fs::exists(path)) return std::nullopt;
  return read_modes_json(path);
}

CsvTable load_table(const fs::path& path) {
  CsvTable table = CsvTable::load(path);
  if (path.filename() == "history.csv" && table.rows() == 0) {
    throw IoError(path.string() + ": contains no rows; run the configuration again");
  }
  return table;
}

// The run's own drive; none if it is the drive of the result.
std::optional<Indirect<Drive>> own_drive_of(const Configuration& own, const RunConfig& run, bool has_other_drive) {
  if (run.own_drive) return run.own_drive;
  return has_other_drive ? std::optional(own.drive) : std::nullopt;
}

// Loads the results of a run. `own` is the configuration in its folder; `has_other_drive`: does its drive differ from
// `drive`?
plots::Run load_run(const RunFolder& item, const Configuration& own, const RunConfig& run, const Drive& drive,
                    bool has_other_drive) {
  plots::Run loaded{.name = run.name,
                    .formulation = item.manifest.formulation,
                    .model = item.manifest.model,
                    .is_exact = run.options->is_exact(),
                    .is_complete = item.manifest.is_complete(),
                    .history = load_table(item.path / "history.csv"),
                    .profiles = load_belt_table(item.path / "profiles.csv", drive),
                    .slip_zones = load_belt_table(item.path / "slip_zones.csv", drive),
                    .errors = load_if_there(item.path / postprocess::kErrorsFile),
                    .shape = postprocess::load_last_shape(item.path),
                    .response = load_response(item.path),
                    .modes = load_modes(item.path),
                    .campbell = load_if_there(item.path / kCampbellFile),
                    .orders = load_if_there(item.path / kOrderResponseFile),
                    .states = load_if_there(item.path / kSpeedStatesFile),
                    .histograms = postprocess::load_histograms(item.path),
                    .conclusions = postprocess::load_conclusions(item.path),
                    .summary_from = own.output.summary_from,
                    .resolution = run.options->resolution(),
                    .own_drive = own_drive_of(own, run, has_other_drive),
                    .member_of = run.variant.empty() ? std::string() : run.member_of,
                    .variant = run.variant};
  if (loaded.states) {
    const std::string& declared = run.variant.empty() ? run.name : run.member_of;
    loaded.operating = operating_range(item.configuration, declared, drive, loaded.history);
  }
  return loaded;
}

bool has_runs(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator entries(folder, error);
  return std::any_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
    std::error_code none;
    return fs::exists(entry.path() / "manifest.json", none);
  });
}

}  // namespace

fs::path result_folder_in(const fs::path& folder) {
  if (has_runs(folder)) return folder;
  std::error_code error;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (has_runs(entry.path())) found.push_back(entry.path());
  }
  if (found.size() == 1) {
    spdlog::info("{}: the results are in {}", folder.string(), found.front().string());
    return found.front();
  }
  std::ranges::sort(found);
  std::string names;
  for (const fs::path& path : found) names += (names.empty() ? "" : ", ") + path.string();
  if (!found.empty()) {
    throw UsageError(fmt::format("{}: holds several results; name one of them: {}", folder.string(), names));
  }
  return folder;
}

bool has_no_results(const fs::path& run_folder) {
  if (!read_manifest(run_folder / "manifest.json").has_failed()) return false;
  const fs::path history = run_folder / "history.csv";
  return !fs::exists(history) || CsvTable::load(history).rows() == 0;
}

plots::Result load_result(const fs::path& folder, const Formulations& formulations) {
  const std::vector<RunFolder> folders = run_folders(folder);
  check_common_parts(folders);
  const Json& first = folders.front().configuration;
  const Configuration configuration = configuration_of(folders.front(), formulations);

  plots::Result result{.drive = configuration.drive, .end_time = configuration.end_time, .runs = {}, .marks = {}};
  std::vector<std::pair<std::ptrdiff_t, plots::Run>> placed;  // with the index in the configuration
  const RunFolder* newest = &folders.front();
  for (const RunFolder& item : folders) {
    const std::string name = item.path.filename().string();
    if (fs::last_write_time(item.path / "manifest.json") > fs::last_write_time(newest->path / "manifest.json")) {
      newest = &item;
    }
    const Json& own_json = item.configuration;
    const bool has_other_drive = own_json.value("drive", Json()) != first.value("drive", Json());
    std::optional<Configuration> varied;
    if (has_other_drive) {
      varied = configuration_of(item, formulations);
      spdlog::info("{}: has a different contact from {}", name, folders.front().path.filename().string());
    } else if (has_other_members(own_json, first)) {
      varied = configuration_of(item, formulations);
    }
    const Configuration& own = varied ? *varied : configuration;
    const RunConfig* run = own.find_run(name);
    if (run == nullptr) continue;  // belongs to an earlier configuration
    if (has_no_results(item.path)) continue;
    placed.emplace_back(run - own.runs.data(), load_run(item, own, *run, *result.drive, has_other_drive));
  }
  std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [place, run] : placed) result.runs.push_back(std::move(run));
  result.marks = marks_of(*result.drive, result.runs);
  if (newest->configuration.contains("study")) {
    const Configuration studied = configuration_of(*newest, formulations);
    result.convergence = convergence_of(studied, result);
    result.parameter_study = parameter_study_of(studied, result);
  }
  return result;
}

}  // namespace beltdyn::app
