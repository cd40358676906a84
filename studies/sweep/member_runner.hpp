// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"
#include "studies/sweep/sweep_points.hpp"
#include "studies/varied_run.hpp"

namespace beltdyn::studies {

// The status of a member in tables: with results, without results, with an invalid configuration.
inline constexpr std::array<std::string_view, 3> kStatusNames{"complete", "failed", "infeasible"};
inline constexpr std::string_view kComplete = kStatusNames[0];

// The result of a member of a sweep.
struct Member {
  enum class Status { complete, failed, infeasible };  // infeasible: its configuration has an error

  std::vector<double> values;                    // of the parameters
  std::vector<std::optional<double>> results{};  // of the quantities; none where a quantity has no value
  Status status = Status::complete;
  std::string message{};  // the reason, if the member is not complete
};

// Computes the members of a sweep, in chains that are independent of each other: results do not depend on which chains
// run, in which order, and how many at a time.
class MemberRunner {
 public:
  // Throws ConfigError with all errors of the document, UsageError if it has no sweep.
  MemberRunner(const config::JsonDocument& document, const Formulations& formulations);

  const Configuration& configuration() const { return configuration_; }
  const Sweep& sweep() const { return *configuration_.sweep; }
  std::size_t size() const { return points_.size(); }

  // The columns of the table: "member", parameters, quantities with their units, "status", "message". Begins the run of
  // the file to find them. Throws UsageError if a history column does not exist, and SolverError if the run cannot
  // begin.
  std::vector<std::string> columns() const;

  // Number of members of a chain, in which each member starts from the solution of the one before; 1 if members are
  // independent. Chains begin at multiples of it, so that results do not depend on the distribution of the work.
  std::size_t chain_length() const;
  // From now on each member writes files into a folder of its own below `folder`, MEMBER/RUN.
  void keep(Keep kept, std::filesystem::path folder);
  // Computes the chain that begins with this member, and passes each member to `take`. May be called from several
  // threads. Throws Interrupted, IoError.
  void run_chain(std::size_t first, const std::function<void(std::size_t, const Member&)>& take) const;
  // The configuration of a member as the text of a file without a sweep. Throws ConfigError if it has an error.
  std::string configuration_of(std::size_t member) const;
  // The document without its sweep, JSON.
  const std::string& text_without_sweep() const { return run_.document(); }

 private:
  std::vector<Change> changes(const std::vector<double>& values) const;
  // Computes the member with this number; returns its simulation at the end.
  std::unique_ptr<Simulation> carry_out(const Configuration& configuration, const Simulation* before, std::size_t index,
                                        Member& member) const;

  Configuration configuration_;
  VariedRun run_;
  SweepPoints points_;
  Kept kept_{};
};

// The row of a member in the table of the sweep, without a line end.
std::string row_text(std::size_t index, const Member& member);

}  // namespace beltdyn::studies
