// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/settings/formulation.hpp"

namespace beltdyn::app {

// The arguments of `run` and `compare`.
struct RunArguments {
  std::string config;
  std::string out = "results";
  std::vector<std::string> only;
  std::vector<std::string> assignments;
  unsigned jobs = 0;  // parallel runs, 0: number of processors
  bool force = false;
  bool force_large = false;  // also start runs that write very large results
  bool resume = false;
  bool errors = false;  // estimate error bars of every run
  bool strict = false;  // any verdict that is not clean is a failure
  bool quiet = false;
  bool json = false;  // print a machine-readable summary
};

// The arguments of `sweep`.
struct SweepArguments {
  std::string config;
  std::string out = "results";
  std::vector<std::string> assignments;
  std::string shard;                    // "I/N"; empty: from the environment of a job array, otherwise all members
  std::string keep = "none";            // results kept of each member in addition to its row: "none", "history", "all"
  std::optional<std::size_t> member{};  // print the configuration of this member instead
  unsigned jobs = 0;                    // parallel members, 0: number of processors
  bool collect = false;                 // make the table from the results of shards
  bool force = false;
  bool resume = false;
  bool quiet = false;
  bool json = false;  // print a machine-readable summary
};

// The arguments of `identify`.
struct IdentifyArguments {
  std::string config;
  std::string out = "results";
  std::vector<std::string> assignments;
  unsigned jobs = 0;  // parallel runs, 0: number of processors
  bool force = false;
  bool resume = false;
  bool quiet = false;
  bool json = false;  // print a machine-readable summary
};

// The arguments of `verify`.
struct VerifyArguments {
  std::vector<std::string> ids;
  std::string out;
  std::string readme;
  std::string keys;   // page of the keys of a belt drive to write; empty: none
  std::string data;   // folder of published data; empty: none
  unsigned jobs = 0;  // parallel cases, 0: number of processors
  bool list = false;
  bool quick = false;
  bool json = false;  // print verify.json instead of a line for each quantity
};

// The arguments of `validate`.
struct ValidateArguments {
  std::string config;
  std::vector<std::string> assignments;
  bool explain = false;
  bool preflight = false;
  bool json = false;  // print the errors in machine-readable form
};

// The arguments of `new`.
struct NewArguments {
  std::string kind;                                         // kind of drive; empty: asked for on the terminal
  std::string file;                                         // empty: KIND.json
  std::map<std::string, std::string, std::less<>> given{};  // properties by name; empty: asked for on a terminal
};

// The arguments of `export-fmu`.
struct ExportFmuArguments {
  std::string config;
  std::string out;  // output file; empty: NAME.fmu
  std::string run;  // empty: the only run
  std::vector<std::string> inputs;
  std::vector<std::string> assignments;
};

// An option or argument of the command line, for manual pages and completion.
struct OptionDescription {
  std::vector<std::string> names;  // "--out"; an argument has a name without dashes
  std::string value;               // name of its value; empty for a flag
  std::string meaning;
  std::string default_value;
  bool is_required = false;
  bool may_repeat = false;
};
// A command of the program with its options; used for manual pages and completion.
struct CommandDescription {
  std::string name;  // empty: the program itself
  std::string meaning;
  std::string example;
  std::vector<OptionDescription> options;
};

// The arguments of `plot`.
struct PlotArguments {
  std::string folder;
  // Size of each figure, as quantities; empty: the size of the figure.
  std::string width{};
  std::string height{};
  // The part of the time that figures show, as quantities; empty: from the begin, or to the end.
  std::string from{};
  std::string to{};
};

// Each command returns the exit code of the program and throws the errors of core/base/error.hpp.
int run(const RunArguments& arguments, const Formulations& formulations);
int compare(const RunArguments& arguments, const Formulations& formulations);
int sweep_members(const SweepArguments& arguments, const Formulations& formulations);
int identify(const IdentifyArguments& arguments, const Formulations& formulations);
// Only in beltdyn-verify, a separate program.
int verify(const VerifyArguments& arguments, const Formulations& formulations);
// Replaces this process by beltdyn-verify with these arguments; argv[0] is its name. Throws IoError if that program
// cannot be started.
[[noreturn]] void become_verify(char** argv);
// The command for a configuration file: "sweep" or "identify" if it has that key, otherwise "compare"; empty if the
// word is neither a regular file nor the name of one that is missing, "NAME.json".
std::string command_for(const std::string& word);
// Writes a configuration; never overwrites a file.
int new_drive(const NewArguments& arguments, const Formulations& formulations);
// Writes a co-simulation unit; never overwrites a file.
int export_fmu(const ExportFmuArguments& arguments, const Formulations& formulations);
int plot(const PlotArguments& arguments, const Formulations& formulations);
int validate(const ValidateArguments& arguments, const Formulations& formulations);
int schema(const Formulations& formulations);
int info(const Formulations& formulations);
int info_json(const Formulations& formulations);
// Prints the meaning of the columns of history.csv.
int info_columns();
// Prints the commands as JSON; the program itself comes first.
int help_json(const std::vector<CommandDescription>& commands);

// "beltdyn 0.1.0 (git hash, compiler)"
std::string version_line();

}  // namespace beltdyn::app
