// SPDX-License-Identifier: MIT
#include "app/command_options.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::app {

void add_jobs(CLI::App& command, unsigned& jobs, const std::string& meaning) {
  command.add_option("--jobs", jobs, meaning + " (default: as many as there are processors)")
      ->check(CLI::Validator(
          [](const std::string& text) {
            unsigned number = 0;
            return CLI::detail::lexical_cast(text, number) && number > 0
                       ? std::string()
                       : fmt::format("must be a whole number from 1 on, not '{}'", text);
          },
          "N"));
}

void add_verify_options(CLI::App& command, VerifyArguments& arguments) {
  command.add_option("ID", arguments.ids, "Cases, or prefixes of cases (default: all)");
  command.add_flag("--list", arguments.list, "Print the ids of the selected cases");
  command.add_flag("--quick", arguments.quick, "Leave out the cases that take long");
  command.add_option("--out", arguments.out, "A folder that receives verify.json and the report");
  add_jobs(command, arguments.jobs, "Cases at a time");
  command.add_option("--data", arguments.data, "The folder of published data that some cases are held against")
      ->envname("BELTDYN_DATA");
  command.add_option("--update-keys", arguments.keys,
                     "Only write the table of the keys of a belt drive into this file");
  command.add_option("--update-readme", arguments.readme, "Write the accuracy table into this file");
}

void check_standard_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw IoError("standard output cannot be written");
}

}  // namespace beltdyn::app
