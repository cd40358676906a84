// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/run/belt_shape.hpp"
#include "core/run/csv_writer.hpp"
#include "core/run/defect_record.hpp"
#include "core/run/gross_slip_record.hpp"
#include "core/run/output_options.hpp"
#include "core/run/row_sampler.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// A balance of a run and its largest error.
struct BalanceOutcome {
  Balance balance;
  double largest{};      // |value| of the column over the rows of the history
  double time{};         // of that row [s]
  double for_verdict{};  // DefectRecord::largest_for_verdict()

  bool is_open() const { return for_verdict > balance.tolerance; }
};

// Records the results of a simulation: history.csv and, if it has a belt, slip_zones.csv and profiles.csv, at the times
// that the options request. Output never shortens a step: a row is written after the first step that reaches its time,
// and may be interpolated at that time. With each profile the shape of the drive, if it has one, is added to belt.pvd.
class Recorder {
 public:
  // The data needed to continue the files of an interrupted run.
  struct Mark {
    std::array<std::uint64_t, 3> file_sizes{};  // history, slip zones, profiles; 0: no such file [bytes]
    std::int64_t next_history = 0;              // number of history rows due so far
    std::int64_t next_profile = 0;
    std::vector<double> shape_times{};    // of the written shapes [s]
    std::vector<DefectRecord> defects{};  // of each balance so far, shape (n_balances)
    GrossSlipRecord gross_slip{};         // of the rows so far
    std::optional<SummaryState> summary{};
  };

  // Starts new files, or continues after `mark`. The simulation must outlive the recorder and must not move. Throws
  // IoError.
  Recorder(const std::filesystem::path& folder, const Simulation& simulation, const OutputOptions& output,
           double end_time, const std::optional<Mark>& mark);

  // Writes the results that are due at the present time; `last` forces the final state to be written. Throws
  // SolverError if a number is not finite, before writing it.
  void record(bool last);
  Mark flush();
  // Writes summary.json, with these conclusions besides those of the history, and for a steady motion revolution.csv:
  // the tension of a particle over a revolution. Returns all conclusions.
  std::vector<Conclusion> write_summary(std::span<const Conclusion> more) const;
  std::vector<BalanceOutcome> balances() const;
  const std::vector<GrossSlip>& gross_slips() const { return mark_.gross_slip.intervals; }
  const std::vector<std::string>& pulley_labels() const { return columns_.pulley_labels(); }

 private:
  void check_balances(double time, std::span<const double> values);
  bool profile_is_due(double time) const;
  double profile_time(std::int64_t index) const;
  // The number of intervals that have begun at a time, including those that begin within the slack.
  std::int64_t intervals_until(double time, double interval) const;
  // Evaluates the present values and updates the largest errors of balances.
  void find_values(std::span<double> values);
  void write_history(double time, std::span<const double> values);
  void write_profile();

  const Simulation& simulation_;
  std::filesystem::path folder_;
  History columns_;
  Summary summary_;
  OutputOptions output_;
  double time_slack_;          // a time that is missed by no more than this counts as reached [s]
  std::vector<double> sigma_;  // points of profiles [m]
  CsvWriter history_;
  std::optional<CsvWriter> slip_zones_;
  std::optional<CsvWriter> profiles_;
  ShapeWriter shapes_;
  RowSampler rows_;
  std::vector<double> row_;        // time and values
  std::vector<SlipZone> zones_{};  // of the last evaluated values
  Mark mark_;
  double last_profile_time_;  // [s]
};

}  // namespace beltdyn
