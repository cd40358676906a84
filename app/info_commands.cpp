// SPDX-License-Identifier: MIT
// The commands that tell about a configuration or the program: validate, schema, info.
#include <cstdio>
#include <string>

#include <CLI/Version.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>
#include <spdlog/version.h>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/preflight.hpp"
#include "app/results.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/printable.hpp"
#include "core/version.hpp"

namespace beltdyn::app {

int validate(const ValidateArguments& arguments, const Formulations& formulations) {
  const Configuration configuration = load_configuration(arguments.config, arguments.assignments, formulations);
  if (arguments.explain) {
    std::fputs(resolved_configuration(configuration, formulations).c_str(), stdout);
  } else {
    fmt::print("{}: valid, {} {}\n", printable(arguments.config), configuration.runs.size(),
               configuration.runs.size() == 1 ? "run" : "runs");
  }
  tell_implausibilities(configuration);
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
  using Json = nlohmann::ordered_json;
  const BuildInfo& build = build_info();
  Json json{
      {"version", build.version}, {"git_hash", build.git_hash}, {"compiler", build.compiler}, {"flags", build.flags}};
  for (const auto& [name, version] : build.libraries) json["libraries"][name] = version;
  for (const Formulation& formulation : formulations) json["formulations"][formulation.name] = formulation.meaning;
  for (const FrictionLawEntry& law : kFrictionLaws) json["friction_laws"][law.name] = law.meaning;
  fmt::print("{}\n", json.dump(2));
  return kOk;
}

std::string version_line() {
  const BuildInfo& build = build_info();
  return fmt::format("beltdyn {} ({}, {})", build.version, build.git_hash, build.compiler);
}

}  // namespace beltdyn::app
