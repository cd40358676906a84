// SPDX-License-Identifier: MIT
#include "core/run/manifest.hpp"

#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"
#include "core/run/verdict.hpp"

namespace beltdyn {
namespace {

// What does not depend on the machine.
Json preflight_json(const Preflight& preflight) {
  const StepScales& scales = preflight.scales;
  return {{"time_step [s]", preflight.time_step},
          {"stable_step [s]", scales.stable_step},
          {"recommended_step [s]", scales.recommended_step},
          {"contact_frequency [rad/s]", scales.contact_frequency},
          {"element_frequency [rad/s]", scales.element_frequency},
          {"wave_speed [m/s]", scales.wave_speed},
          {"element_length [m]", scales.element_length},
          {"wave_travel [elements/step]", preflight.wave_travel},
          {"state_size [bytes]", preflight.state_size},
          {"result_size [bytes]", preflight.result_size},
          {"warnings", preflight.warnings}};
}

}  // namespace

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
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
  Json slips = Json::array();
  for (const GrossSlip& slip : report.gross_slips) {
    slips.push_back(
        {{"pulley", slip.pulley + 1}, {"direction", slip.direction}, {"begin [s]", slip.begin}, {"end [s]", slip.end}});
  }
  const SolverStatistics& statistics = report.statistics;
  Json json{{"status", to_string(report.status)},
            {"verdict", verdict(report)},
            {"clean", is_clean(report)},
            {"message", report.message},
            {"remarks", remarks(report)},
            {"run", manifest.run},
            {"formulation", manifest.formulation},
            {"model", manifest.model},
            {"program",
             {{"name", "beltdyn"},
              {"version", build.version},
              {"git_hash", build.git_hash},
              {"compiler", build.compiler},
              {"flags", build.flags},
              {"libraries", libraries}}},
            {"preflight", manifest.preflight ? preflight_json(*manifest.preflight) : Json()},
            {"statistics",
             {{"steps", statistics.steps},
              {"newton_iterations", statistics.newton_iterations},
              {"factorisations", statistics.factorisations},
              {"rejected_steps", statistics.rejected_steps},
              {"status_changes", statistics.status_changes},
              {"unsettled_steps", statistics.unsettled_steps}}},
            {"balances", balances},
            {"open_balances", open_balances(report)},
            {"gross_slip", slips},
            {"wall_time [s]", report.wall_time},
            {"cpu_time [s]", report.cpu_time},
            {"configuration", Json::parse(manifest.resolved_configuration)}};
  replace_file(folder / "manifest.json", json.dump(2) + "\n");
}

}  // namespace beltdyn
