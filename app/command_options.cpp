// SPDX-License-Identifier: MIT
#include "app/command_options.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::app {

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

void add_verify_options(CLI::App& command, VerifyArguments& arguments) {
  command.add_option("ID", arguments.ids, "Cases, or prefixes of cases (default: all)");
  command.add_flag("--list", arguments.list, "Print the ids of the selected cases");
  command.add_flag("--quick", arguments.quick, "Skip slow cases");
  command.add_option("--out", arguments.out, "Folder for verify.json and the report");
  add_jobs(command, arguments.jobs, "Cases in parallel");
  command.add_option("--data", arguments.data, "Folder of published data for the cases that compare with it")
      ->envname("BELTDYN_DATA");
  command.add_option("--update-keys", arguments.keys, "Only write the table of belt-drive keys to this file");
  command.add_option("--update-readme", arguments.readme, "Write the accuracy table to this file");
}

void check_standard_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw IoError("cannot write to standard output");
}

}  // namespace beltdyn::app
