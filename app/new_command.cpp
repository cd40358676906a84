// SPDX-License-Identifier: MIT
// The command `new`, which writes a configuration, and command_for(), which finds the command for a configuration.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "app/commands.hpp"
#include "app/drive_template.hpp"
#include "app/exit_code.hpp"
#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/text_file.hpp"
#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

std::string names_of_kinds() {
  std::vector<std::string_view> names;
  for (const DriveKind& kind : drive_kinds()) names.push_back(kind.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// Reads a line from the terminal; the default if it is empty. Throws UsageError at the end of the input.
std::string ask(const std::string& question, std::string_view usual) {
  fmt::print("{} [{}]: ", question, usual);
  std::fflush(stdout);
  std::string answer;
  if (!std::getline(std::cin, answer)) throw UsageError("no answer; nothing was written");
  return answer.empty() ? std::string(usual) : answer;
}

const DriveKind& ask_for_kind() {
  for (const DriveKind& kind : drive_kinds()) fmt::print("  {:<12} {}\n", kind.name, kind.meaning);
  while (true) {
    const std::string answer = ask("Which drive", drive_kinds().front().name);
    if (const DriveKind* kind = find_drive_kind(answer)) return *kind;
    fmt::print("The drives are {}.\n", names_of_kinds());
  }
}

// Is the objection to one of these properties?
bool is_to_any(const std::string& objection, std::span<const Property> properties) {
  return std::ranges::any_of(
      properties, [&](const Property& property) { return objection.starts_with(fmt::format("--{}:", property.name)); });
}

GivenProperties ask_for_properties(const DriveKind& kind) {
  GivenProperties given;
  for (std::size_t i = 0; i < kind.properties.size(); ++i) {
    const Property& property = kind.properties[i];
    const std::span<const Property> later = kind.properties.subspan(i + 1);
    while (true) {
      const std::string answer = ask(std::string(property.meaning), property.usual);
      // Checked together with the previous answers, which it must match. A default value counts as not given.
      GivenProperties answered = given;
      if (answer != property.usual) answered[std::string(property.name)] = answer;
      std::vector<std::string> problems = objections(kind, answered);
      std::erase_if(problems, [&](const std::string& problem) { return is_to_any(problem, later); });
      if (problems.empty()) {
        given = std::move(answered);
        break;
      }
      fmt::print("{}\n", problems.front());
    }
  }
  return given;
}

const DriveKind& kind_of(const NewArguments& arguments, bool is_terminal) {
  if (arguments.kind.empty() && is_terminal) return ask_for_kind();
  const DriveKind* kind = find_drive_kind(arguments.kind);
  if (kind != nullptr) return *kind;
  throw UsageError(arguments.kind.empty() ? fmt::format("beltdyn new: which drive? Give one of {}", names_of_kinds())
                                          : fmt::format("{}: there is no such kind of drive; the kinds are {}",
                                                        printable(arguments.kind), names_of_kinds()));
}

// "my-drive" of "drives/my-drive.json"
std::string name_of(const fs::path& file) { return file.stem().string(); }

}  // namespace

std::string command_for(const std::string& word) {
  std::error_code unreadable;
  if (!fs::is_regular_file(word, unreadable)) return word.ends_with(".json") ? "compare" : "";
  try {
    const config::JsonDocument document = config::JsonDocument::load(word);
    for (const char* command : {"sweep", "identify"}) {
      if (document.root().contains(command)) return command;
    }
  } catch (const ConfigError&) {
    // The command itself will report what is wrong with the file.
  }
  return "compare";
}

int new_drive(const NewArguments& arguments, const Formulations& formulations) {
  const bool asks = arguments.given.empty() && isatty(STDIN_FILENO) != 0;
  const DriveKind& kind = kind_of(arguments, asks);
  const fs::path file = arguments.file.empty() ? fs::path(fmt::format("{}.json", kind.name)) : fs::path(arguments.file);
  if (fs::exists(fs::symlink_status(file))) {
    throw UsageError(
        fmt::format("{}: is already there and stays as it is; give another file", printable(file.string())));
  }
  const GivenProperties given = asks ? ask_for_properties(kind) : arguments.given;
  const std::vector<std::string> problems = objections(kind, given);
  if (!problems.empty()) throw UsageError(fmt::format("{}", fmt::join(problems, "\n")));
  const std::string text = drive_file(kind, name_of(file), given);
  // An impossible drive, for example with overlapping pulleys, is rejected before writing.
  (void)read_configuration(config::JsonDocument::parse(file.string(), text), formulations);
  write_text_file(file, text);
  fmt::print("{0}: written; beltdyn {0} runs it\n", printable(file.string()));
  for (const std::string& sentence : remarks(kind, given)) fmt::print("Note: {}.\n", sentence);
  return kOk;
}

}  // namespace beltdyn::app
