// SPDX-License-Identifier: MIT
// The commands that describe a configuration or the program: validate, schema, info.
#include <cstdio>
#include <string>
#include <string_view>

#include <CLI/Version.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <spdlog/version.h>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/preflight.hpp"
#include "app/results.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/printable.hpp"
#include "core/base/version.hpp"
#include "core/drive/friction_laws.hpp"

namespace beltdyn::embedded {
std::string_view column_texts(std::string_view file_name);
}

namespace beltdyn::app {

namespace {

// Prints the errors of a configuration, or its runs, as JSON.
int validate_for_programs(const ValidateArguments& arguments, const Formulations& formulations) {
  Json json{{"file", arguments.config}, {"valid", true}, {"problems", Json::array()}};
  int exit_code = kOk;
  try {
    const Configuration configuration = load_configuration(arguments.config, arguments.assignments, {}, formulations);
    json["name"] = configuration.name;
    for (const RunConfig& run : configuration.runs) {
      json["runs"][run.name] = formulations[static_cast<std::size_t>(run.formulation)].name;
    }
    report_near_misses(configuration);
  } catch (const ConfigError& error) {
    exit_code = kUsageOrConfiguration;
    json["valid"] = false;
    for (const Problem& problem : error.problems()) {
      json["problems"].push_back({{"pointer", problem.pointer},
                                  {"line", problem.line},
                                  {"value", problem.value},
                                  {"message", problem.message}});
    }
  }
  fmt::print("{}\n", json.dump(2));
  return exit_code;
}

}  // namespace

int validate(const ValidateArguments& arguments, const Formulations& formulations) {
  if (arguments.json) return validate_for_programs(arguments, formulations);
  const Configuration configuration = load_configuration(arguments.config, arguments.assignments, {}, formulations);
  if (arguments.explain) {
    std::fputs(resolved_configuration(configuration, formulations).c_str(), stdout);
  } else {
    fmt::print("{}: valid, {} {}\n", printable(arguments.config), configuration.runs.size(),
               configuration.runs.size() == 1 ? "run" : "runs");
  }
  report_near_misses(configuration);
  if (arguments.preflight) announce_all(configuration);
  return kOk;
}

int schema(const Formulations& formulations) {
  std::fputs(configuration_schema(formulations).c_str(), stdout);
  return kOk;
}

int info(const Formulations& formulations) {
  const BuildInfo& build = build_info();
  fmt::print("beltdyn {}\ngit hash  {}\ncompiler  {}\nflags     {}\n\nlibraries\n", build.version, build.git_hash,
             build.compiler, build.flags);
  for (const auto& [name, version] : build.libraries) fmt::print("  {:<22} {}\n", name, version);
  fmt::print("  {:<22} {}\n", "CLI11", CLI11_VERSION);
  fmt::print("  {:<22} {}.{}.{}\n", "spdlog", SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH);
  fmt::print("\nformulations\n");
  for (const Formulation& formulation : formulations) {
    fmt::print("  {:<24} {}\n", formulation.name, formulation.meaning);
  }
  fmt::print("\nfriction laws\n");
  for (const FrictionLawEntry& law : kFrictionLaws) fmt::print("  {:<24} {}\n", law.name, law.meaning);
  return kOk;
}

int info_json(const Formulations& formulations) {
  const BuildInfo& build = build_info();
  Json json{
      {"version", build.version}, {"git_hash", build.git_hash}, {"compiler", build.compiler}, {"flags", build.flags}};
  for (const auto& [name, version] : build.libraries) json["libraries"][name] = version;
  for (const Formulation& formulation : formulations) json["formulations"][formulation.name] = formulation.meaning;
  for (const FrictionLawEntry& law : kFrictionLaws) json["friction_laws"][law.name] = law.meaning;
  fmt::print("{}\n", json.dump(2));
  return kOk;
}

int info_columns() {
  const Json texts = Json::parse(embedded::column_texts("columns.json"));
  fmt::print("Columns of history.csv, whose header has their units; k is the number of a pulley, span or element.\n");
  for (const Json& group : texts.at("groups")) {
    fmt::print("\n{}\n", group.at("title").get<std::string>());
    for (const auto& [name, meaning] : group.at("columns").items()) {
      fmt::print("  {:<28} {}\n", name, meaning.get<std::string>());
    }
  }
  return kOk;
}

int help_json(const std::vector<CommandDescription>& commands) {
  Json json{{"version", build_info().version}};
  for (const ExitCodeMeaning& entry : kExitCodes) {
    json["exit_codes"][std::to_string(static_cast<int>(entry.code))] = entry.meaning;
  }
  for (const CommandDescription& command : commands) {
    Json options = Json::array();
    for (const OptionDescription& option : command.options) {
      options.push_back({{"names", option.names},
                         {"value", option.value},
                         {"meaning", option.meaning},
                         {"default", option.default_value},
                         {"required", option.is_required},
                         {"repeats", option.may_repeat}});
    }
    json["commands"].push_back(
        {{"name", command.name}, {"meaning", command.meaning}, {"example", command.example}, {"options", options}});
  }
  fmt::print("{}\n", json.dump(2));
  return kOk;
}

std::string version_line() {
  const BuildInfo& build = build_info();
  return fmt::format("beltdyn {} ({}, {})", build.version, build.git_hash, build.compiler);
}

}  // namespace beltdyn::app
