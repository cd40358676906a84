// SPDX-License-Identifier: MIT
#include "core/simulation/manifest.hpp"

#include <nlohmann/json.hpp>

#include "core/text_file.hpp"
#include "core/version.hpp"

namespace beltdyn {

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  using Json = nlohmann::ordered_json;
  const BuildInfo& build = build_info();
  Json libraries = Json::object();
  for (const auto& [name, version] : build.libraries) libraries[name] = version;
  const RunReport& report = manifest.report;
  Json balances = Json::array();
  for (const BalanceOutcome& outcome : report.balances) {
    balances.push_back({{"column", outcome.balance.column},
                        {"law", outcome.balance.law},
                        {"largest", outcome.largest},
                        {"time [s]", outcome.time},
                        {"tolerance", outcome.balance.tolerance},
                        {"open", outcome.is_open()}});
  }
  const SolverStatistics& statistics = report.statistics;
  Json json{{"status", to_string(report.status)},
            {"message", report.message},
            {"run", manifest.run},
            {"formulation", manifest.formulation},
            {"model", manifest.model},
            {"program",
             {{"name", "beltdyn"},
              {"version", build.version},
              {"git_hash", build.git_hash},
              {"compiler", build.compiler},
            {"balances", balances},
              {"flags", build.flags},
              {"libraries", libraries}}},
            {"statistics",
             {{"steps", statistics.steps},
              {"newton_iterations", statistics.newton_iterations},
              {"factorisations", statistics.factorisations},
              {"rejected_steps", statistics.rejected_steps},
              {"status_changes", statistics.status_changes},
              {"unsettled_steps", statistics.unsettled_steps}}},
            {"wall_time [s]", report.wall_time},
            {"cpu_time [s]", report.cpu_time},
            {"configuration", Json::parse(manifest.resolved_configuration)}};
  write_text_file(folder / "manifest.json", json.dump(2) + "\n");
}

}  // namespace beltdyn
