// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/settings/study.hpp"

namespace beltdyn {

// The start value of the search for a number, and its bounds.
struct FitRange {
  double start{};
  double low{};
  double high{};

  void visit(config::FieldVisitor& visitor, std::string_view unit);
};

// A number of the drive or of the run that is fitted to the measurements.
struct FittedParameter {
  enum class Scale { linear, logarithmic };

  std::string pointer{};  // to a number of the drive or of the run
  std::string name{};
  std::string unit = "-";
  FitRange range{};
  Scale scale = Scale::linear;
  // JSON pointer to a number that changes by the opposite amount, so that the sum of both keeps its value of the file.
  // Empty: none.
  std::string complement{};

  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
};

// A number of the drive or of a run that had another value during a measurement.
struct MeasuredCondition {
  std::string pointer{};
  double value{};  // in the SI unit of the number

  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
  bool operator==(const MeasuredCondition&) const = default;
};

// Measured values of one column of the history. They are read from a CSV file when the fields are visited.
struct MeasuredSeries {
  std::string run{};  // the run that was measured; empty: the run of the identification
  std::vector<MeasuredCondition> conditions{};
  std::string column{};  // column of the history, without its unit
  std::string file{};
  std::string time_column = "time";
  std::string value_column{};
  std::string deviation_column{};        // empty: standard_deviation is used
  double standard_deviation = 0.0;       // of each value, in the unit of the history column; 0: unknown
  double from = 0.0;                     // earlier rows are ignored [s]
  double until = 0.0;                    // later rows are ignored [s]; 0: no limit
  std::optional<FitRange> offset{};      // is added to the history column, in its unit
  std::optional<FitRange> time_shift{};  // the value measured at t is compared with the history at t + time_shift [s]

  std::vector<double> time{};       // ascending [s]
  std::vector<double> value{};      // in value_unit, shape as time
  std::vector<double> deviation{};  // in value_unit, shape as time; empty without deviation_column
  std::string value_unit{};         // empty: unit of the history column

  bool has_deviations() const { return standard_deviation > 0.0 || !deviation_column.empty(); }
  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
};

// The loss function: how much a residual contributes, as a function of the residual over its standard deviation.
struct FitLoss {
  enum class Type { squares, huber, cauchy };

  Type type = Type::squares;
  double scale{};  // huber, cauchy: residuals above it count less [standard deviations]

  void visit(config::FieldVisitor& visitor);
};

// The data of the rest of the configuration that are needed to read an identification.
struct IdentificationPlace {
  Study::FieldAt field_at;
  double end_time{};  // [s]
  std::vector<std::string> runs{};
};

// Parameters of runs of the file that are fitted to measured data: the entry "identify". See docs/identification.md.
struct Identification {
  std::string run{};  // for data that name no run; empty: the only run
  std::vector<FittedParameter> parameters{};
  std::vector<MeasuredSeries> data{};
  FitLoss loss{};
  int starts = 1;       // number of start points of the search
  int seed = 0;         // of the random start points after the first one
  int iterations = 50;  // largest number of iterations for each start
  // Steps of the central differences, relative to the parameter. The search continues with each step where it ended
  // with the previous one.
  std::vector<double> differences{1e-2};
  double tolerance = 1e-8;  // relative decrease of the cost at which the search stops

  void visit(config::FieldVisitor& visitor, const IdentificationPlace& place);
  // The index in `runs` of the run of a series; runs.size() if no run has the name.
  std::size_t run_of(const MeasuredSeries& series, const std::vector<std::string>& runs) const;
  std::size_t n_values() const;      // number of measured values
  std::size_t n_parameters() const;  // including offsets and time shifts
};

}  // namespace beltdyn
