// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/simulation/formulation.hpp"

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
  bool quiet = false;
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
};

struct IdentifyArguments {
  std::string config;
  std::string out = "results";
  std::vector<std::string> assignments;
  unsigned jobs = 0;  // runs at a time, 0: as many as there are processors
  bool force = false;
  bool resume = false;
  bool quiet = false;
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
};

struct ValidateArguments {
  std::string config;
  std::vector<std::string> assignments;
  bool explain = false;
  bool preflight = false;
};

// Each command returns the exit code of the program, and throws the errors of core/error.hpp.
int run(const RunArguments& arguments, const Formulations& formulations);
int compare(const RunArguments& arguments, const Formulations& formulations);
int sweep_members(const SweepArguments& arguments, const Formulations& formulations);
int identify(const IdentifyArguments& arguments, const Formulations& formulations);
int verify(const VerifyArguments& arguments, const Formulations& formulations);
int plot(const std::string& folder, const Formulations& formulations);
int validate(const ValidateArguments& arguments, const Formulations& formulations);
int schema(const Formulations& formulations);
int info(const Formulations& formulations);
int info_json(const Formulations& formulations);

// "beltdyn 0.1.0 (git hash, compiler)"
std::string version_line();

}  // namespace beltdyn::app
