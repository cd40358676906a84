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

// A changed number of a configuration.
struct Change {
  std::string pointer;
  double value{};
};

// The history columns with these names, in their order. Throws UsageError if one does not exist; `place` is the place
// in the configuration that names them.
std::vector<const HistoryColumn*> find_columns(const History& history, std::span<const std::string> names,
                                               std::string_view place);

// The conclusions of a simulation in its present state. Those that have no value yet are NaN.
std::vector<Conclusion> present_conclusions(const Simulation& simulation);
// The conclusion with this name; otherwise as above.
const Conclusion& find_conclusion(std::span<const Conclusion> conclusions, const std::string& name,
                                  std::string_view place);

// The first error of a configuration, and the number of further errors.
std::string first_problem(const ConfigError& error);

// The files that a run leaves, apart from its row in a table.
enum class Keep { none, history, all };  // all: as `beltdyn run` does
struct Kept {
  Keep what = Keep::none;
  std::filesystem::path folder{};  // created if necessary; gets a folder with the name of the run
};

// One run of a file, computed with changed numbers. May be used by several threads.
class VariedRun {
 public:
  // Receives the values of the columns in a row of history.csv.
  using TakeRow = std::function<void(double time, std::span<const double> values)>;

  // `run`: its index in the file.
  VariedRun(const config::JsonDocument& document, std::size_t run, const Formulations& formulations);

  // The whole configuration with these changes, without sweep or identification. Throws ConfigError with its errors.
  Configuration read(std::span<const Change> changes) const;
  // The text of that configuration.
  std::string text(std::span<const Change> changes) const {
    return resolved_configuration(read(changes), formulations_);
  }

  const RunOptions& options(const Configuration& configuration) const { return *configuration.runs[run_].options; }
  // A simulation at the begin of the run.
  std::unique_ptr<Simulation> begin(const Configuration& configuration) const;
  // Computes the run, and passes these columns of each row of its history.csv to `take`; `conclusions`, if given,
  // receives those of its summary.json. The run starts near the motion of `before`, if given. Returns the simulation at
  // its end, which may refer to the configuration. Throws SolverError, Interrupted, IoError, and UsageError as
  // find_columns() does.
  std::unique_ptr<Simulation> carry_out(const Configuration& configuration, const Simulation* before,
                                        std::span<const std::string> columns, std::string_view place,
                                        const TakeRow& take, const Kept& kept = {},
                                        std::vector<Conclusion>* conclusions = nullptr) const;
  // Receives the values of the columns for one of several runs.
  using TakeOtherRow = std::function<void(std::size_t other, double time, std::span<const double> values)>;
  // Computes the rows of similar configurations, led by the run of this one. False if the formulation does not support
  // that. Throws as carry_out() does.
  bool lead(const Configuration& configuration, std::span<const Configuration> others,
            std::span<const std::string> columns, std::string_view place, const TakeOtherRow& take) const;

  // The document without sweep or identification, as JSON.
  const std::string& document() const { return text_; }

 private:
  class RowReader;

  // Computes the run and writes the files of `beltdyn run`. Throws SolverError.
  void run_into(const std::filesystem::path& folder, const Configuration& configuration, Simulation& simulation,
                RowReader& rows) const;

  const Formulations& formulations_;
  std::size_t run_;
  std::string file_;
  std::string text_;  // document without sweep or identification
};

}  // namespace beltdyn::studies
