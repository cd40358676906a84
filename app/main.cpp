// SPDX-License-Identifier: MIT
// The program beltdyn: the command line.
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/logging.hpp"
#include "core/config/reader.hpp"
#include "core/error.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::app {
namespace {

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

void add_run_options(CLI::App& command, RunArguments& arguments) {
  command.add_option("CONFIG", arguments.config, "The configuration file (JSON); - is the standard input")->required();
  command.add_option("--out", arguments.out, "The folder that receives the results")->capture_default_str();
  command.add_option("--only", arguments.only, "Only the run of this name (may be repeated)");
  command.add_option("--set", arguments.assignments, "Change a value: --set /json/pointer=value (may be repeated)");
  add_jobs(command, arguments.jobs, "Runs at a time");
  command.add_flag("--force", arguments.force, "Replace results that are there");
  command.add_flag("--force-large", arguments.force_large, "Start runs with more than 10 GB of results, too");
  command.add_flag("--resume", arguments.resume, "Go on with interrupted runs from their checkpoints");
  command.add_flag("--quiet", arguments.quiet, "Only warnings and errors");
}

// Builds the command line; the chosen subcommand stores what to call in `action`.
class CommandLine {
 public:
  explicit CommandLine(const Formulations& formulations) : formulations_(formulations) {
    app_.require_subcommand(0, 1);
    app_.set_version_flag("-V,--version", version_line());
    app_.footer("beltdyn help COMMAND tells what a command takes.");
    add_run_and_compare();
    add_sweep();
    add_identify();
    add_verify();
    add_plot();
    add_validate();
    add_schema_and_info();
  }

  int execute(int argc, char** argv) {
    // As if the command were asked for its help.
    std::string command = argc > 2 ? argv[2] : "--help";
    std::string help = "--help";
    std::array<char*, 3> asked{argv[0], command.data(), help.data()};
    if (argc > 1 && std::string_view(argv[1]) == "help" && argc <= 3) {
      argc = is_command(command) ? 3 : 2;
      argv = asked.data();
    }
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return report(error, argc, argv);
    }
    if (!action_) {
      std::fputs(app_.help().c_str(), stderr);
      spdlog::error("a command is missing; for example: beltdyn run configs/demo/contour.json");
      return kUsageOrConfiguration;
    }
    return action_();
  }

 private:
  // The options of a command are made when it is called for: to make them all takes as long as to load the program.
  void add(const std::string& name, const std::string& description, const std::string& example,
           const std::function<void(CLI::App&)>& add_options, std::function<int()> action) {
    names_.push_back(name);
    CLI::App* command = app_.add_subcommand(name, description);
    command->preparse_callback([command, name, example, add_options](std::size_t) {
      command->footer("Example: beltdyn " + name + " " + example);
      add_options(*command);
    });
    command->callback([this, action = std::move(action)] { action_ = action; });
  }
  void add_run_and_compare() {
    const auto add_options = [this](CLI::App& command) { add_run_options(command, run_); };
    add("run", "Run the formulations of a configuration", "configs/demo/contour.json --out results", add_options,
        [this] { return run(run_, formulations_); });
    add("compare", "Run every formulation, then error norms and figures",
        "configs/papers/oborin-2018/fig9.json --out results", add_options,
        [this] { return compare(run_, formulations_); });
  }
  void add_sweep() {
    const auto add_options = [this](CLI::App& command) {
      command.add_option("CONFIG", sweep_.config, "The configuration file (JSON), with a \"sweep\"")->required();
      command.add_option("--out", sweep_.out, "The folder that receives the table")->capture_default_str();
      command.add_option("--set", sweep_.assignments, "Change a value: --set /json/pointer=value (may be repeated)");
      add_jobs(command, sweep_.jobs, "Members at a time");
      command.add_option("--shard", sweep_.shard,
                         "Only the I-th of N parts of the members: I/N (default: the task of a Slurm array, else all)");
      command
          .add_option("--keep", sweep_.keep,
                      "Files of each member: none, history (its history.csv) or all (what run leaves)")
          ->check(CLI::IsMember({"none", "history", "all"}));
      command.add_flag("--collect", sweep_.collect, "Run nothing: make one table of the shards that have run");
      command.add_option("--member", sweep_.member, "Run nothing: print the configuration of this member, from 0");
      command.add_flag("--force", sweep_.force, "Replace results that are there");
      command.add_flag("--resume", sweep_.resume, "Go on with a sweep that was interrupted");
      command.add_flag("--quiet", sweep_.quiet, "Only warnings and errors");
    };
    add("sweep", "Run a configuration many times over parameters, into one table",
        "configs/demo/creep_sweep.json --out results", add_options,
        [this] { return sweep_members(sweep_, formulations_); });
  }
  void add_identify() {
    const auto add_options = [this](CLI::App& command) {
      command.add_option("CONFIG", identify_.config, "The configuration file (JSON), with an \"identify\"")->required();
      command.add_option("--out", identify_.out, "The folder that receives the results")->capture_default_str();
      command.add_option("--set", identify_.assignments, "Change a value: --set /json/pointer=value (may be repeated)");
      add_jobs(command, identify_.jobs, "Runs at a time");
      command.add_flag("--force", identify_.force, "Replace results that are there");
      command.add_flag("--resume", identify_.resume, "Go on with an identification that was interrupted");
      command.add_flag("--quiet", identify_.quiet, "Only warnings and errors");
    };
    add("identify", "Fit parameters to measured data", "configs/demo/identify_friction.json --out results", add_options,
        [this] { return identify(identify_, formulations_); });
  }
  void add_verify() {
    const auto add_options = [this](CLI::App& command) {
      command.add_option("ID", verify_.ids, "Cases, or prefixes of cases (default: all)");
      command.add_flag("--list", verify_.list, "Print the ids of the selected cases");
      command.add_flag("--quick", verify_.quick, "Leave out the cases that take long");
      command.add_option("--out", verify_.out, "A folder that receives verify.json and the report");
      add_jobs(command, verify_.jobs, "Cases at a time");
      command.add_option("--data", verify_.data, "The folder of published data that some cases are held against")
          ->envname("BELTDYN_DATA");
      command.add_option("--update-keys", verify_.keys,
                         "Only write the table of the keys of a belt drive into this file");
      command.add_option("--update-readme", verify_.readme, "Write the accuracy table into this file");
    };
    add("verify", "Measure against published and exact values", "oborin-2018/abel", add_options,
        [this] { return verify(verify_, formulations_); });
  }
  void add_plot() {
    const auto add_options = [this](CLI::App& command) {
      command.add_option("DIR", plot_folder_, "The result folder of a configuration")->required();
    };
    add("plot", "Draw the figures of a result folder", "results/oborin-2018-fig9", add_options,
        [this] { return plot(plot_folder_, formulations_); });
  }
  void add_validate() {
    const auto add_options = [this](CLI::App& command) {
      command.add_option("CONFIG", validate_.config, "The configuration file (JSON)")->required();
      command.add_option("--set", validate_.assignments, "Change a value: --set /json/pointer=value (may be repeated)");
      command.add_flag("--explain", validate_.explain, "Print the configuration with every default filled in");
      command.add_flag("--preflight", validate_.preflight, "Tell what each run would take, without running it");
    };
    add("validate", "Check a configuration and tell every mistake at once", "configs/demo/contour.json", add_options,
        [this] { return validate(validate_, formulations_); });
  }
  void add_schema_and_info() {
    const auto no_options = [](CLI::App&) {};
    add("schema", "Print the JSON Schema of configurations", "> beltdyn.schema.json", no_options,
        [this] { return schema(formulations_); });
    add(
        "info", "Print version, build, libraries and formulations", "--json",
        [this](CLI::App& command) { command.add_flag("--json", info_as_json_, "As JSON, for programs"); },
        [this] { return info_as_json_ ? info_json(formulations_) : info(formulations_); });
  }

  bool is_command(const std::string& word) const {
    return std::find(names_.begin(), names_.end(), word) != names_.end();
  }

  // Help and version are no errors; for an unknown command the nearest known one is named.
  int report(const CLI::ParseError& error, int argc, char** argv) const {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app_.exit(error);
    const std::string word = argc > 1 ? argv[1] : "";
    if (!word.empty() && word.front() != '-' && !is_command(word)) {
      const std::string_view guess = config::nearest(word, names_);
      spdlog::error("there is no command '{}'{}; beltdyn --help lists the commands", word,
                    guess.empty() ? std::string() : fmt::format("; did you mean '{}'?", guess));
    } else {
      spdlog::error("{}; beltdyn {}--help tells what is possible", error.what(), is_command(word) ? word + " " : "");
    }
    return kUsageOrConfiguration;
  }

  const Formulations& formulations_;
  CLI::App app_{"BeltDyn: belts and ropes over pulleys with dry friction, in several formulations"};
  std::vector<std::string> names_;
  std::function<int()> action_;
  RunArguments run_;
  SweepArguments sweep_;
  IdentifyArguments identify_;
  VerifyArguments verify_;
  ValidateArguments validate_;
  std::string plot_folder_;
  bool info_as_json_ = false;
};

int guarded_main(int argc, char** argv) {
  set_up_logging();
  return with_exit_code([argc, argv] {
    const int exit_code = CommandLine(all_formulations()).execute(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw IoError("standard output cannot be written");
    return exit_code;
  });
}

}  // namespace
}  // namespace beltdyn::app

int main(int argc, char** argv) { return beltdyn::app::guarded_main(argc, argv); }
