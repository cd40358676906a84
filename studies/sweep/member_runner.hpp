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

// The status of a member in tables: with results, without, and with an invalid configuration.
inline constexpr std::array<std::string_view, 3> kStatusNames{"complete", "failed", "infeasible"};
inline constexpr std::string_view kComplete = kStatusNames[0];

// What came out of a member of a sweep.
struct Member {
  enum class Status { complete, failed, infeasible };  // infeasible: its configuration has an error

  std::vector<double> values;                    // of the parameters
  std::vector<std::optional<double>> results{};  // of the quantities; none where there is no such number
  Status status = Status::complete;
  std::string message{};  // why it is not complete
};

// Carries out the members of a sweep, in chains that are independent of each other, so that it does not matter which of
// them run, in which order, and how many at a time.
class MemberRunner {
 public:
  // Throws ConfigError with all errors of the document, UsageError if it has no sweep.
  MemberRunner(const config::JsonDocument& document, const Formulations& formulations);

  const Configuration& configuration() const { return configuration_; }
  const Sweep& sweep() const { return *configuration_.sweep; }
  std::size_t size() const { return points_.size(); }

  // The columns of the table: "member", parameters, quantities with their units, "status", "message". Looks at the run
  // as the file has it. Throws UsageError if it has no such history columns, SolverError if it cannot begin.
  std::vector<std::string> columns() const;

  // How many members a chain has: each starts from the solution of the one before. It is 1 where members are
  // independent. Chains begin at multiples of it, so that results do not depend on which of them run where.
  std::size_t chain_length() const;
  // From now on each member leaves files in a folder of its own below this one, MEMBER/RUN.
  void keep(Keep kept, std::filesystem::path folder);
  // Carries out the chain that begins with this member, and hands each out. May be called from several threads. Throws
  // Interrupted, IoError.
  void run_chain(std::size_t first, const std::function<void(std::size_t, const Member&)>& take) const;
  // The configuration of a member as the text of a file without a sweep. Throws ConfigError if it has an error.
  std::string configuration_of(std::size_t member) const;
  // The document without its sweep, JSON.
  const std::string& text_without_sweep() const { return run_.document(); }

 private:
  std::vector<Change> changes(const std::vector<double>& values) const;
  // Carries out the member of this number; returns its simulation at its end.
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
