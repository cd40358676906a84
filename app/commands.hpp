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
  unsigned jobs = 0;  // runs at a time, 0: as many as there are processors
  bool force = false;
  bool force_large = false;  // start runs that write much, too
  bool resume = false;
  bool errors = false;  // find error bars of every run
  bool strict = false;  // any verdict but a clean one is a failure
  bool quiet = false;
  bool json = false;  // print a summary for programs
};

struct SweepArguments {
  std::string config;
  std::string out = "results";
  std::vector<std::string> assignments;
  std::string shard;                    // "I/N"; empty: as the environment of a job array says, else all members
  std::string keep = "none";            // of each member besides its row: "none", "history", "all"
  std::optional<std::size_t> member{};  // print the configuration of this one instead
  unsigned jobs = 0;                    // members at a time, 0: as many as there are processors
  bool collect = false;                 // make the table of what shards have left
  bool force = false;
  bool resume = false;
  bool quiet = false;
  bool json = false;  // print a summary for programs
};

struct IdentifyArguments {
  std::string config;
  std::string out = "results";
  std::vector<std::string> assignments;
  unsigned jobs = 0;  // runs at a time, 0: as many as there are processors
  bool force = false;
  bool resume = false;
  bool quiet = false;
  bool json = false;  // print a summary for programs
};

struct VerifyArguments {
  std::vector<std::string> ids;
  std::string out;
  std::string readme;
  std::string keys;   // the page of the keys of a belt drive, to be written; empty: it is not
  std::string data;   // the folder of published data, empty: none
  unsigned jobs = 0;  // cases at a time, 0: as many as there are processors
  bool list = false;
  bool quick = false;
  bool json = false;  // print verify.json in the place of a line for each quantity
};

struct ValidateArguments {
  std::string config;
  std::vector<std::string> assignments;
  bool explain = false;
  bool preflight = false;
  bool json = false;  // print the mistakes for programs
};

struct NewArguments {
  std::string kind;                                         // of drive; empty: asked for
  std::string file;                                         // empty: the kind.json
  std::map<std::string, std::string, std::less<>> given{};  // properties by their names; empty: asked for on a terminal
};

struct ExportFmuArguments {
  std::string config;
  std::string out;  // the file; empty: NAME.fmu
  std::string run;  // empty: the only one
  std::vector<std::string> inputs;
  std::vector<std::string> assignments;
};

// What the command line takes, for manual pages and completion.
struct OptionDescription {
  std::vector<std::string> names;  // "--out"; the name of an argument without dashes
  std::string value;               // what it is followed by, empty for a flag
  std::string meaning;
  std::string default_value;
  bool is_required = false;
  bool may_repeat = false;
};
struct CommandDescription {
  std::string name;  // empty: of the program
  std::string meaning;
  std::string example;
  std::vector<OptionDescription> options;
};

struct PlotArguments {
  std::string folder;
  // Of each figure, as quantities; empty: as the figure has it.
  std::string width{};
  std::string height{};
};

// Each command returns the exit code of the program, and throws the errors of core/base/error.hpp.
int run(const RunArguments& arguments, const Formulations& formulations);
int compare(const RunArguments& arguments, const Formulations& formulations);
int sweep_members(const SweepArguments& arguments, const Formulations& formulations);
int identify(const IdentifyArguments& arguments, const Formulations& formulations);
// Only in beltdyn-verify, a program of its own beside this one.
int verify(const VerifyArguments& arguments, const Formulations& formulations);
// Replaces this process by beltdyn-verify with these arguments, the first of which is its name. Throws IoError if that
// program cannot be started.
[[noreturn]] void become_verify(char** argv);
// The command for a configuration file: "sweep" or "identify" if it has that key, else "compare"; empty if the word is
// no regular file.
std::string command_for(const std::string& word);
// Writes a configuration, and nothing over a file.
int new_drive(const NewArguments& arguments, const Formulations& formulations);
// Writes a co-simulation unit, and nothing over a file.
int export_fmu(const ExportFmuArguments& arguments, const Formulations& formulations);
int plot(const PlotArguments& arguments, const Formulations& formulations);
int validate(const ValidateArguments& arguments, const Formulations& formulations);
int schema(const Formulations& formulations);
int info(const Formulations& formulations);
int info_json(const Formulations& formulations);
// What the columns of history.csv mean.
int info_columns();
// As JSON, the program first.
int help_json(const std::vector<CommandDescription>& commands);

// "beltdyn 0.1.0 (git hash, compiler)"
std::string version_line();

}  // namespace beltdyn::app
