// SPDX-License-Identifier: MIT
#include "app/summaries.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/results.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/run/manifest.hpp"
#include "studies/sweep/member_runner.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

Json summary_of(const RunConfig& run, const fs::path& folder, const Formulations& formulations) {
  Json json{{"name", run.name},
            {"formulation", formulations[static_cast<std::size_t>(run.formulation)].name},
            {"folder", folder.string()}};
  if (!holds_result(folder)) {
    json["status"] = "not started";
    return json;
  }
  const ManifestRecord manifest = read_manifest(folder / "manifest.json");
  json["status"] = manifest.status;
  json["verdict"] = manifest.verdict;
  json["clean"] = manifest.is_clean.value_or(false);
  json["remarks"] = manifest.remarks;
  json["message"] = manifest.message;
  json["steps"] = manifest.statistics.steps;
  json["wall_time [s]"] = manifest.wall_time;
  return json;
}

void add_present(Json& json, const NamedFiles& files) {
  for (const auto& [name, path] : files) {
    if (fs::exists(path)) json[name] = path.string();
  }
}

void print(const Json& json) {
  // dump() also handles paths that are not UTF-8.
  fmt::print("{}\n", json.dump(2));
}

}  // namespace

void print_run_summary(const Configuration& configuration, const RunArguments& arguments,
                       const Formulations& formulations, int exit_code, const NamedFiles& files) {
  const fs::path root = fs::path(arguments.out) / configuration.name;
  Json json{{"name", configuration.name}, {"exit_code", exit_code}, {"folder", root.string()}};
  for (const auto& [name, path] : files) json[name] = path.string();
  json["runs"] = Json::array();
  for (const RunConfig& run : configuration.runs) {
    if (!arguments.only.empty() && std::ranges::find(arguments.only, run.name) == arguments.only.end()) continue;
    json["runs"].push_back(summary_of(run, root / run.name, formulations));
  }
  print(json);
}

void print_sweep_summary(const SweepProgress& progress, int exit_code, const NamedFiles& files) {
  Json json{{"name", progress.name}, {"exit_code", exit_code}};
  add_present(json, files);
  if (progress.shard.count > 1) json["shard"] = fmt::format("{}/{}", progress.shard.index, progress.shard.count);
  json["members"] = progress.n_members;
  for (const std::string_view status : studies::kStatusNames) {
    json[std::string(status)] = std::ranges::count(progress.status, status);
  }
  print(json);
}

void print_identification_summary(const std::string& name, int exit_code, const NamedFiles& files) {
  Json json{{"name", name}, {"exit_code", exit_code}};
  add_present(json, files);
  if (const fs::path& identification = files.front().second; fs::exists(identification)) {
    const Json whole = Json::parse(read_text_file(identification));
    for (const char* key : {"parameters", "fit", "runs"}) json[key] = whole.at(key);
  }
  print(json);
}

}  // namespace beltdyn::app
