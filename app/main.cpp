// SPDX-License-Identifier: MIT
// The program beltdyn: the command line.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <spdlog/spdlog.h>

#include "app/command_options.hpp"
#include "app/commands.hpp"
#include "app/drive_template.hpp"
#include "app/exit_code.hpp"
#include "app/logging.hpp"
#include "core/base/memory.hpp"
#include "core/config/nearest.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::app {
namespace {

void add_run_options(CLI::App& command, RunArguments& arguments) {
  add_config(command, arguments.config, "Configuration file (JSON); - reads standard input");
  add_out(command, arguments.out, "Folder for the results");
  command.add_option("--only", arguments.only, "Run only the run with this name (repeatable)")->type_name("RUN");
  add_set(command, arguments.assignments);
  add_jobs(command, arguments.jobs, "Runs in parallel");
  command.add_flag("--force", arguments.force, "Replace existing results");
  command.add_flag("--force-large", arguments.force_large, "Also start runs with more than 10 GB of results");
  command.add_flag("--resume", arguments.resume, "Resume interrupted runs from their checkpoints");
  command.add_flag("--errors", arguments.errors, "Estimate the numerical error of each result by coarser runs");
  command.add_flag("--strict", arguments.strict, "Exit with 4 unless every verdict is clean");
  command.add_flag("--quiet", arguments.quiet, "Print warnings and errors only");
  add_json(command, arguments.json);
}

std::string exit_codes() {
  std::string line = "Exit codes:";
  for (const ExitCodeMeaning& entry : kExitCodes) {
    line += fmt::format("{} {} {}", entry.code == kOk ? "" : ";", static_cast<int>(entry.code), entry.meaning);
  }
  return line;
}

// Builds the command line; the chosen subcommand stores its function in `action`.
class CommandLine {
 public:
  explicit CommandLine(const Formulations& formulations) : formulations_(formulations) {
    app_.require_subcommand(0, 1);
    app_.set_version_flag("-V,--version", version_line());
    app_.footer(
        "beltdyn FILE runs a configuration: as sweep or identify if it asks for that, else as compare.\n"
        "beltdyn help COMMAND describes the options of a command, beltdyn help --json those of all, as JSON.\n" +
        exit_codes());
    add_new();
    add_run_and_compare();
    add_sweep();
    add_identify();
    add_verify();
    add_plot();
    add_validate();
    add_export_fmu();
    add_schema_and_info();
    // execute() handles `help`; it is added here only to be listed.
    app_.add_subcommand("help", "Describe the options of a command");
  }

  int execute(int argc, char** argv) {
    argv_ = argv;
    const bool asks_help = argc > 1 && std::string_view(argv[1]) == "help";
    if (asks_help && argc == 3 && std::string_view(argv[2]) == "--json") return describe();
    // "help COMMAND" is handled like "COMMAND --help", "help new KIND" like "new KIND --help".
    std::string help = "--help";
    std::vector<char*> asked{argv[0]};
    if (asks_help) asked.insert(asked.end(), argv + 2, argv + argc);
    if (asks_help && (argc == 2 || is_command(argv[2]))) asked.push_back(help.data());
    if (asks_help && (argc <= 3 || std::string_view(argv[2]) == "new")) {
      argc = static_cast<int>(asked.size());
      argv = asked.data();
    }
    // The help of a kind of drive lists its options only.
    const auto is_help = [&](std::string_view word) { return word == help || word == "-h"; };
    const bool is_new = argc > 3 && std::string_view(argv[1]) == "new";
    if (is_new && std::any_of(argv + 3, argv + argc, is_help)) new_kind_ = find_drive_kind(argv[2]);
    // A configuration file alone runs the command that it is made for.
    std::vector<char*> with_command(argv, argv + argc);
    std::string command_of_file = argc > 1 ? command_for(argv[1]) : std::string();
    if (!command_of_file.empty()) {
      with_command.insert(with_command.begin() + 1, command_of_file.data());
      with_command.push_back(nullptr);
      argc += 1;
      argv = with_command.data();
    }
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return report(error, argc, argv);
    }
    if (!action_) {
      std::fputs(app_.help().c_str(), stderr);
      spdlog::error("no command given; for example: beltdyn new two-pulley my_drive.json, then beltdyn my_drive.json");
      return kUsageOrConfiguration;
    }
    return action_();
  }

 private:
  // The options of a command are created only when it is called: creating all of them takes as long as loading the
  // program.
  void add(const std::string& name, const std::string& description, const std::string& example,
           const std::function<void(CLI::App&)>& add_options, std::function<int()> action) {
    names_.push_back(name);
    examples_.push_back(example);
    add_options_.push_back(add_options);
    CLI::App* command = app_.add_subcommand(name, description);
    command->preparse_callback([command, name, example, add_options](std::size_t) {
      command->footer("Example: beltdyn " + name + " " + example);
      add_options(*command);
    });
    command->callback([this, action = std::move(action)] { action_ = action; });
  }
  void add_new() {
    add(
        "new", "Write the configuration of a drive, from options or from questions on a terminal",
        "two-pulley my_drive.json --speed '1500 rpm' --load '4 N m'",
        [this](CLI::App& command) { add_new_options(command, new_, new_kind_); },
        [this] { return new_drive(new_, formulations_); });
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
      add_config(command, sweep_.config, "Configuration file (JSON) with a \"sweep\"");
      add_out(command, sweep_.out, "Folder for the table");
      add_set(command, sweep_.assignments);
      add_jobs(command, sweep_.jobs, "Members to run in parallel");
      command
          .add_option("--shard", sweep_.shard,
                      "Run only part I of N of the members (default: the task of a Slurm array, else all)")
          ->type_name("I/N");
      command
          .add_option("--keep", sweep_.keep,
                      "Files kept per member: none, history (its history.csv) or all (everything that `run` writes)")
          ->check(CLI::IsMember({"none", "history", "all"}))
          ->type_name("FILES");
      command.add_flag("--collect", sweep_.collect, "Run nothing: combine the tables of the completed shards");
      command
          .add_option("--member", sweep_.member, "Run nothing: print the configuration of this member (counted from 0)")
          ->type_name("N");
      command.add_flag("--force", sweep_.force, "Replace existing results");
      command.add_flag("--resume", sweep_.resume, "Resume an interrupted sweep");
      command.add_flag("--quiet", sweep_.quiet, "Print warnings and errors only");
      add_json(command, sweep_.json);
    };
    add("sweep", "Run a configuration over parameter values and write one table",
        "configs/demo/creep_sweep.json --out results", add_options,
        [this] { return sweep_members(sweep_, formulations_); });
  }
  void add_identify() {
    const auto add_options = [this](CLI::App& command) {
      add_config(command, identify_.config, "Configuration file (JSON) with an \"identify\"");
      add_out(command, identify_.out, "Folder for the results");
      add_set(command, identify_.assignments);
      add_jobs(command, identify_.jobs, "Runs in parallel");
      command.add_flag("--force", identify_.force, "Replace existing results");
      command.add_flag("--resume", identify_.resume, "Resume an interrupted identification");
      command.add_flag("--quiet", identify_.quiet, "Print warnings and errors only");
      add_json(command, identify_.json);
    };
    add("identify", "Fit parameters to measured data", "configs/demo/identify_friction.json --out results", add_options,
        [this] { return identify(identify_, formulations_); });
  }
  void add_verify() {
    const auto add_options = [this](CLI::App& command) { add_verify_options(command, verify_); };
    add("verify", "Verify against exact and published values", "oborin-2018/abel", add_options,
        [this]() -> int { become_verify(argv_ + 1); });
  }
  void add_plot() {
    const auto add_options = [this](CLI::App& command) {
      command
          .add_option("DIR", plot_.folder, "Result folder of a configuration, or a folder that contains only that one")
          ->required()
          ->type_name("");
      command.add_option("--width", plot_.width, "Width of each figure, e.g. 120mm (default: that of the figure)")
          ->type_name("QUANTITY");
      command
          .add_option("--height", plot_.height,
                      "Height of each figure, e.g. 80mm; figures of many panels may need more (default: by the panels)")
          ->type_name("QUANTITY");
      command.add_option("--from", plot_.from, "Figures over time begin here, e.g. 0.5s (default: at the start)")
          ->type_name("QUANTITY");
      command.add_option("--to", plot_.to, "Figures over time end here, e.g. 0.7s (default: at the end)")
          ->type_name("QUANTITY");
    };
    add("plot", "Draw the figures of a result folder", "results/oborin-2018-fig9", add_options,
        [this] { return plot(plot_, formulations_); });
  }
  void add_validate() {
    const auto add_options = [this](CLI::App& command) {
      add_config(command, validate_.config, "Configuration file (JSON); - reads standard input");
      add_set(command, validate_.assignments);
      command.add_flag("--explain", validate_.explain, "Print the configuration with all defaults");
      command.add_flag("--preflight", validate_.preflight,
                       "Estimate steps, time, memory and results of each run without running it");
      command.add_flag("--json", validate_.json, "Print the errors as JSON");
    };
    add("validate", "Check a configuration and report all errors", "configs/demo/contour.json", add_options,
        [this] { return validate(validate_, formulations_); });
  }
  void add_export_fmu() {
    const auto add_options = [this](CLI::App& command) {
      add_config(command, export_fmu_.config, "Configuration file (JSON); - reads standard input");
      command.add_option("--out", export_fmu_.out, "File to write (default: NAME.fmu); it must not exist")
          ->type_name("FILE");
      command.add_option("--run", export_fmu_.run, "Run to export (default: the only one)")->type_name("RUN");
      command
          .add_option("--input", export_fmu_.inputs,
                      "Pulley, by name or number, whose torque or speed becomes an input; PULLEY:angle, PULLEY:brake, "
                      "PULLEY:force, PULLEY:arm, PULLEY:slide: its angle, the capacity of its brake, the force on its "
                      "slide, the prescribed rotation of its arm or displacement of its slider (repeatable)")
          ->type_name("PULLEY");
      add_set(command, export_fmu_.assignments);
    };
    add("export-fmu", "Write a run as a co-simulation unit (FMI 2.0) for other simulation programs",
        "configs/demo/conveyor.json --run ale --input head", add_options,
        [this] { return export_fmu(export_fmu_, formulations_); });
  }
  void add_schema_and_info() {
    const auto no_options = [](CLI::App&) {};
    add("schema", "Print the JSON Schema of configurations", "> beltdyn.schema.json", no_options,
        [this] { return schema(formulations_); });
    add(
        "info", "Print version, build, libraries and formulations", "--json",
        [this](CLI::App& command) {
          command.add_flag("--json", info_as_json_, "As JSON, for programs");
          command.add_flag("--columns", info_of_columns_, "What the columns of history.csv mean")->excludes("--json");
        },
        [this] {
          if (info_of_columns_) return info_columns();
          return info_as_json_ ? info_json(formulations_) : info(formulations_);
        });
  }

  // Describes every command with all options.
  int describe() {
    std::vector<CommandDescription> commands{description_of(app_, "run configs/demo/contour.json")};
    for (std::size_t i = 0; i < names_.size(); ++i) {
      CLI::App& command = *app_.get_subcommand(names_[i]);
      add_options_[i](command);
      commands.push_back(description_of(command, names_[i] + " " + examples_[i]));
    }
    return help_json(commands);
  }

  bool is_command(const std::string& word) const {
    return std::find(names_.begin(), names_.end(), word) != names_.end();
  }

  // Help and version are not errors; for an unknown command the closest known one is suggested.
  int report(const CLI::ParseError& error, int argc, char** argv) const {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app_.exit(error);
    const std::string word = argc > 1 ? argv[1] : "";
    if (!word.empty() && word.front() != '-' && !is_command(word)) {
      const std::string guess = config::did_you_mean(word, names_, {});
      spdlog::error("unknown command '{}'; {}beltdyn --help lists the commands", word,
                    guess.empty() ? guess : guess + " ");
    } else if (is_command(word)) {
      const std::vector<std::string> words(argv + 2, argv + argc);
      const bool is_kind = word == "new" && !words.empty() && find_drive_kind(words.front()) != nullptr;
      spdlog::error("{}; {}see beltdyn {} {}--help", error.what(), suggestions(*app_.get_subcommand(word), words), word,
                    is_kind ? words.front() + " " : "");
    } else {
      spdlog::error("{}; see beltdyn --help", error.what());
    }
    return kUsageOrConfiguration;
  }

  // "did you mean --speed? " for each unknown option of a command that is near a known one.
  static std::string suggestions(const CLI::App& command, const std::vector<std::string>& words) {
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back(name);
    }
    const DriveKind* kind = command.get_name() == "new" && !words.empty() ? find_drive_kind(words.front()) : nullptr;
    std::string sentences;
    for (const std::string& word : words) {
      if (!word.starts_with("--")) continue;
      const std::string name = word.substr(2, word.find('=') - 2);
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const std::string guess =
          kind != nullptr ? nearest_property(*kind, name) : std::string(config::nearest(name, known));
      if (!guess.empty()) sentences += fmt::format("did you mean --{}? ", guess);
    }
    return sentences;
  }

  const Formulations& formulations_;
  char** argv_ = nullptr;
  CLI::App app_{"BeltDyn: belts and ropes over pulleys with dry friction, in several formulations"};
  std::vector<std::string> names_;
  std::vector<std::string> examples_;
  std::vector<std::function<void(CLI::App&)>> add_options_;
  std::function<int()> action_;
  NewArguments new_;
  const DriveKind* new_kind_ = nullptr;  // whose options are asked for; none: all
  RunArguments run_;
  SweepArguments sweep_;
  IdentifyArguments identify_;
  VerifyArguments verify_;
  ValidateArguments validate_;
  ExportFmuArguments export_fmu_;
  PlotArguments plot_;
  bool info_as_json_ = false;
  bool info_of_columns_ = false;
};

int guarded_main(int argc, char** argv) {
  set_up_process();
  return with_exit_code([argc, argv] {
    claim_stack();
    keep_memory_for_failure();
    const int exit_code = CommandLine(all_formulations()).execute(argc, argv);
    check_standard_output();
    return exit_code;
  });
}

}  // namespace
}  // namespace beltdyn::app

int main(int argc, char** argv) { return beltdyn::app::guarded_main(argc, argv); }
