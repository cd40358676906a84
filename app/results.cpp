// SPDX-License-Identifier: MIT
#include "app/results.hpp"

#include <array>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "app/variants.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/linear/analysis_at_speeds.hpp"
#include "core/linear/campbell.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/order_response.hpp"
#include "core/run/manifest.hpp"
#include "core/run/order_tracking.hpp"
#include "core/settings/study.hpp"
#include "postprocess/error_bars.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 19> kRunFiles{
    "manifest.json",          "manifest.json.part", "history.csv",          "profiles.csv",
    "slip_zones.csv",         "checkpoint.cbor",    "checkpoint.cbor.part", "belt.pvd",
    "summary.json",           "summary.json.part",  kFrequencyResponseFile, kModesFile,
    kModeShapesFile,          kCampbellFile,        kOrderResponseFile,     kOrderTrackingFile,
    postprocess::kErrorsFile, kSpeedStatesFile,     "revolution.csv"};
// The shapes listed in belt.pvd.
constexpr const char* kShapeFolder = "belt";
constexpr const char* kShapeExtension = ".vtp";
// Files in the folder that contains the folders of the runs.
constexpr std::array<const char*, 7> kResultFiles{"report.html",      "comparison.json", "comparison.csv",
                                                  "convergence.json", "convergence.csv", "study.json",
                                                  "study.csv"};
constexpr const char* kFigureFolder = "figures";

// Checks a folder, if it exists, and everything in it.
void refuse_links_in(const fs::path& folder) {
  refuse_link(folder);
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) refuse_link(entry.path());
}

void remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw IoError(fmt::format("{}: cannot be removed: {}", path.string(), error.message()));
}

// A configuration in which a member of the study, if `run` is one, is a plain run with its value.
Json with_member(Json configuration, const std::string& run) {
  const Json study = configuration.value("study", Json());
  Json& runs = configuration["runs"];
  if (!study.is_object() || !runs.is_array()) return configuration;
  const std::string parameter = study.value("parameter", "");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (parameter.starts_with("/runs/") && !parameter.starts_with(fmt::format("/runs/{}/", i))) continue;
    for (const Json& value : study.at("values")) {
      if (member_name(runs[i].value("name", ""), value.get<double>()) != run) continue;
      const JsonPointer place(parameter);
      // A list element must exist; otherwise the list would grow.
      if (!configuration.at(place.parent_pointer()).is_object()) (void)configuration.at(place);
      configuration[place] = value;
      runs[i]["name"] = run;
      return configuration;
    }
  }
  return configuration;
}

}  // namespace

bool holds_result(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "manifest.json", error);
}

std::string run_identity(const std::string& resolved_configuration, const std::string& run) {
  const Json configuration = with_variant(with_member(Json::parse(resolved_configuration), run), run);
  Json identity = Json::object();
  for (const char* key : {"drive", "end_time", "output"}) identity[key] = configuration.value(key, Json());
  for (const Json& entry : configuration.value("runs", Json::array())) {
    if (entry.value("name", Json()) == run) identity["run"] = entry;
  }
  // Results do not depend on error bars.
  if (identity.contains("run")) identity["run"].erase("errors");
  return identity.dump();
}

bool is_complete(const fs::path& folder, const std::string& identity) {
  if (!holds_result(folder)) return false;
  const fs::path file = folder / "manifest.json";
  const ManifestRecord manifest = read_manifest(file);
  if (!manifest.is_complete()) return false;
  const auto identity_there = [&] {
    try {
      return run_identity(manifest.configuration, folder.filename().string());
    } catch (const JsonError&) {
      refuse_manifest(file);
    }
  };
  if (identity_there() != identity) {
    throw UsageError(
        folder.string() +
        ": contains the results of another configuration; choose another folder with --out or replace it with --force");
  }
  std::error_code error;
  return fs::exists(folder / "history.csv", error) && fs::exists(folder / "summary.json", error);
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder)) {
    throw IoError(fmt::format("{}: cannot be created: {}; choose another folder with --out", folder.string(),
                              error ? error.message() : "a file of this name already exists"));
  }
  if (access(folder.c_str(), W_OK) != 0) {
    throw IoError(fmt::format("{}: cannot be written to; choose another folder with --out", folder.string()));
  }
}

void refuse_links_of_run(const fs::path& run_folder) {
  refuse_link(run_folder);
  for (const char* file : kRunFiles) refuse_link(run_folder / file);
  refuse_links_in(run_folder / kShapeFolder);
  refuse_links_in(run_folder / kCoarserFolder);
}

void refuse_links_of_result(const fs::path& result_folder) {
  for (const char* file : kResultFiles) refuse_link(result_folder / file);
  refuse_links_in(result_folder / kFigureFolder);
}

std::vector<fs::path> result_files(const fs::path& folder) {
  std::error_code none;  // a folder may not exist
  std::vector<fs::path> files;
  for (const char* name : kRunFiles) {
    if (fs::exists(fs::symlink_status(folder / name, none))) files.push_back(folder / name);
  }
  for (const auto& entry : fs::directory_iterator(folder / kShapeFolder, none)) {
    if (entry.path().extension() == kShapeExtension) files.push_back(entry.path());
  }
  return files;
}

void remove_result(const fs::path& folder) {
  for (const fs::path& file : result_files(folder)) remove_file(file);
  remove_coarser_runs(folder);
}

void remove_coarser_runs(const fs::path& run_folder) {
  const fs::path folder = run_folder / kCoarserFolder;
  refuse_link(folder);
  std::error_code error;
  fs::remove_all(folder, error);
  if (error) throw IoError(fmt::format("{}: cannot be removed: {}", folder.string(), error.message()));
}

}  // namespace beltdyn::app
