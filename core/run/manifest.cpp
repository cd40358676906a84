// SPDX-License-Identifier: MIT
#include "core/run/manifest.hpp"

#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"
#include "core/run/step_clock.hpp"
#include "core/run/verdict.hpp"

namespace beltdyn {
namespace {

// The part of a preflight that does not depend on the machine.
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

Json program_json(const BuildInfo& build) {
  Json libraries = Json::object();
  for (const auto& [name, version] : build.libraries) libraries[name] = version;
  return {{"name", "beltdyn"},          {"version", build.version}, {"git_hash", build.git_hash},
          {"compiler", build.compiler}, {"flags", build.flags},     {"libraries", libraries}};
}

Json statistics_json(const SolverStatistics& statistics) {
  Json json = Json::object();
  for (const NamedCount& named : kSolverCounts) json[named.name] = statistics.*named.count;
  return json;
}

Json balances_json(const std::vector<BalanceOutcome>& balances) {
  Json json = Json::array();
  for (const BalanceOutcome& outcome : balances) {
    json.push_back({{"column", outcome.balance.column},
                    {"law", outcome.balance.law},
                    {"largest", outcome.largest},
                    {"time [s]", outcome.time},
                    {"for_verdict", outcome.for_verdict},
                    {"tolerance", outcome.balance.tolerance},
                    {"open", outcome.is_open()}});
  }
  return json;
}

Json slips_json(const std::vector<GrossSlip>& slips) {
  Json json = Json::array();
  for (const GrossSlip& slip : slips) {
    json.push_back(
        {{"pulley", slip.pulley + 1}, {"direction", slip.direction}, {"begin [s]", slip.begin}, {"end [s]", slip.end}});
  }
  return json;
}

}  // namespace

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  const RunReport& report = manifest.report;
  Json json{{"status", to_string(report.status)},
            {"verdict", verdict(report)},
            {"clean", is_clean(report)},
            {"message", report.message},
            {"remarks", remarks(report)},
            {"run", manifest.run},
            {"formulation", manifest.formulation},
            {"model", manifest.model},
            {"program", program_json(build_info())},
            {"preflight", manifest.preflight ? preflight_json(*manifest.preflight) : Json()},
            {"statistics", statistics_json(report.statistics)},
            {"balances", balances_json(report.balances)},
            {"open_balances", open_balances(report)},
            {"gross_slip", slips_json(report.gross_slips)},
            {"wall_time [s]", report.wall_time},
            {"cpu_time [s]", report.cpu_time},
            {"configuration", Json::parse(manifest.resolved_configuration)}};
  replace_file(folder / "manifest.json", json.dump(2) + "\n");
}

}  // namespace beltdyn
