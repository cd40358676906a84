// SPDX-License-Identifier: MIT
#include "app/command_options.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/drive_template.hpp"
#include "core/base/error.hpp"

namespace beltdyn::app {

void add_config(CLI::App& command, std::string& config, const std::string& meaning) {
  command.add_option("CONFIG", config, meaning)->required()->type_name("");
}

void add_out(CLI::App& command, std::string& out, const std::string& meaning) {
  command.add_option("--out", out, meaning)->capture_default_str()->type_name("DIR");
}

void add_set(CLI::App& command, std::vector<std::string>& assignments) {
  command.add_option("--set", assignments, "Change a value: --set /json/pointer=value (repeatable)")
      ->type_name("POINTER=VALUE");
}

void add_jobs(CLI::App& command, unsigned& jobs, const std::string& meaning) {
  command.add_option("--jobs", jobs, meaning + " (default: the number of processors)")
      ->check(CLI::Validator(
          [](const std::string& text) {
            unsigned number = 0;
            return CLI::detail::lexical_cast(text, number) && number > 0
                       ? std::string()
                       : fmt::format("must be a positive integer, not '{}'", text);
          },
          "N"));
}

void add_json(CLI::App& command, bool& json) { command.add_flag("--json", json, "Print a summary as JSON"); }

void add_verify_options(CLI::App& command, VerifyArguments& arguments) {
  command.add_option("ID", arguments.ids, "Cases, or prefixes of cases (default: all)")->type_name("");
  command.add_flag("--list", arguments.list, "Print the ids of the selected cases");
  command.add_flag("--quick", arguments.quick, "Skip slow cases");
  command.add_flag("--json", arguments.json, "Print claims, measurements and tolerances as JSON");
  command.add_option("--out", arguments.out, "Folder for verify.json and the report")->type_name("DIR");
  add_jobs(command, arguments.jobs, "Cases in parallel");
  command.add_option("--data", arguments.data, "Folder of published data for the cases that compare with it")
      ->envname("BELTDYN_DATA")
      ->type_name("DIR");
  command.add_option("--update-keys", arguments.keys, "Only write the table of belt-drive keys to this file")
      ->type_name("FILE");
  command.add_option("--update-readme", arguments.readme, "Write the accuracy table to this file")->type_name("FILE");
}

void add_new_options(CLI::App& command, NewArguments& arguments, const DriveKind* only) {
  std::vector<std::string> kinds;
  // Each property once, with its meaning and its default value in each kind of drive.
  std::vector<std::pair<const Property*, std::string>> asked;
  for (const DriveKind& kind : drive_kinds()) {
    kinds.emplace_back(kind.name);
    if (only != nullptr && only != &kind) continue;
    for (const Property& property : kind.properties) {
      const auto same = [&](const auto& item) { return item.first->name == property.name; };
      const auto found = std::ranges::find_if(asked, same);
      const std::string of_kind = only == nullptr ? fmt::format("{}: ", kind.name) : std::string();
      const std::string meaning = fmt::format("{}{} [{}]", of_kind, property.meaning, property.usual);
      if (found == asked.end()) {
        asked.emplace_back(&property, meaning);
      } else {
        found->second += "; " + meaning;
      }
    }
  }
  command.add_option("KIND", arguments.kind, fmt::format("Kind of drive: {}", fmt::join(kinds, ", ")))->type_name("");
  command.add_option("FILE", arguments.file, "File to write (default: KIND.json); it must not exist")->type_name("");
  for (const auto& [property, meanings] : asked) {
    const std::string name(property->name);
    command
        .add_option_function<std::string>(
            "--" + name, [&arguments, name](const std::string& value) { arguments.given[name] = value; }, meanings)
        ->type_name(property->unit == "-" ? "NUMBER" : "QUANTITY");
  }
}

namespace {

OptionDescription description_of(const CLI::Option& option) {
  OptionDescription description{.names = {},
                                .value = option.get_items_expected_max() == 0 ? "" : option.get_type_name(),
                                .meaning = option.get_description(),
                                .default_value = option.get_default_str(),
                                .is_required = option.get_required(),
                                .may_repeat = option.get_expected_max() > 1};
  for (const std::string& name : option.get_snames()) description.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  if (description.names.empty()) description.names.push_back(option.get_name());
  return description;
}

}  // namespace

CommandDescription description_of(const CLI::App& command, std::string example) {
  CommandDescription description{
      .name = command.get_name(), .meaning = command.get_description(), .example = std::move(example), .options = {}};
  for (const CLI::Option* option : command.get_options()) description.options.push_back(description_of(*option));
  return description;
}

void check_standard_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw IoError("cannot write to standard output");
}

}  // namespace beltdyn::app
