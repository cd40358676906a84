// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn::studies {

// A number of a configuration that is another one.
struct Change {
  std::string pointer;
  double value{};
};

// The history columns of these names, in their order. Throws UsageError, in which `place` is where the configuration
// names them, if there is none of a name.
std::vector<const HistoryColumn*> find_columns(const History& history, std::span<const std::string> names,
                                               std::string_view place);

// The first error of a configuration, and the number of further errors.
std::string first_problem(const ConfigError& error);

// What is left of a run besides its row in a table.
enum class Keep { none, history, all };  // all: what `beltdyn run` leaves
struct Kept {
  Keep what = Keep::none;
  std::filesystem::path folder{};  // is made, with one of the name of the run in it
};

// One run of a file, carried out with other numbers in the place of some. May be used by several threads.
class VariedRun {
 public:
  // Takes the values of the columns [row of history.csv].
  using TakeRow = std::function<void(double time, std::span<const double> values)>;

  // `run` is its index.
  VariedRun(const config::JsonDocument& document, std::size_t run, const Formulations& formulations);

  // The whole configuration with these numbers, without what varies them. Throws ConfigError with its errors.
  Configuration read(std::span<const Change> changes) const;
  // The text of the same.
  std::string text(std::span<const Change> changes) const {
    return resolved_configuration(read(changes), formulations_);
  }

  const RunOptions& options(const Configuration& configuration) const { return *configuration.runs[run_].options; }
  // The run at its beginning.
  std::unique_ptr<Simulation> begin(const Configuration& configuration) const;
  // Carries the run out and hands out these columns of each row that history.csv would have. It starts near the motion
  // of `before` if there is one. Returns the simulation at its end, which may look at the configuration. Throws
  // SolverError, Interrupted, IoError, and UsageError as find_columns().
  std::unique_ptr<Simulation> carry_out(const Configuration& configuration, const Simulation* before,
                                        std::span<const std::string> columns, std::string_view place,
                                        const TakeRow& take, const Kept& kept = {}) const;
  // Takes the values of the columns of one of several runs.
  using TakeOtherRow = std::function<void(std::size_t other, double time, std::span<const double> values)>;
  // The rows of other configurations, whose numbers differ from this one's by little: led along by the run of this one.
  // False if its formulation does not support that. Throws as carry_out().
  bool lead(const Configuration& configuration, std::span<const Configuration> others,
            std::span<const std::string> columns, std::string_view place, const TakeOtherRow& take) const;

  // The document without what varies it, JSON.
  const std::string& document() const { return text_; }

 private:
  class RowReader;

  // Does what `beltdyn run` does. Throws SolverError.
  void run_into(const std::filesystem::path& folder, const Configuration& configuration, Simulation& simulation,
                RowReader& rows) const;

  const Formulations& formulations_;
  std::size_t run_;
  std::string file_;
  std::string text_;  // of the document without what varies it
};

}  // namespace beltdyn::studies
