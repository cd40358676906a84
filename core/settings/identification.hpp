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

// Where the search for a number begins, and between which bounds it stays.
struct FitRange {
  double start{};
  double low{};
  double high{};

  void visit(config::FieldVisitor& visitor, std::string_view unit);
};

// A number of the drive or of the run that is fitted.
struct FittedParameter {
  enum class Scale { linear, logarithmic };

  std::string pointer{};  // to a number of the drive or of the run
  std::string name{};
  std::string unit = "-";
  FitRange range{};
  Scale scale = Scale::linear;
  // A number that changes by the opposite amount, so that the sum of both stays what it is in the file; empty: none.
  std::string complement{};

  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
};

// A number of the drive or of a run that was another one while something was measured.
struct MeasuredCondition {
  std::string pointer{};
  double value{};  // in the SI unit of the number

  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
  bool operator==(const MeasuredCondition&) const = default;
};

// Measured values of a column of the history, read from a CSV file when they are visited.
struct MeasuredSeries {
  std::string run{};  // that was measured; empty: that of the identification
  std::vector<MeasuredCondition> conditions{};
  std::string column{};  // of the history, without its unit
  std::string file{};
  std::string time_column = "time";
  std::string value_column{};
  std::string deviation_column{};        // empty: standard_deviation
  double standard_deviation = 0.0;       // of every value, in the unit of the history column; 0: unknown
  double from = 0.0;                     // earlier rows are ignored [s]
  double until = 0.0;                    // later rows are ignored, 0: none [s]
  std::optional<FitRange> offset{};      // added to the history column, in its unit
  std::optional<FitRange> time_shift{};  // the value measured at t is that of the history at t + time_shift [s]

  std::vector<double> time{};       // ascending [s]
  std::vector<double> value{};      // shape as time, in value_unit
  std::vector<double> deviation{};  // shape as time, in value_unit; empty without deviation_column
  std::string value_unit{};         // empty: that of the history column

  bool has_deviations() const { return standard_deviation > 0.0 || !deviation_column.empty(); }
  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
};

// What a residual counts for, against its standard deviation.
struct FitLoss {
  enum class Type { squares, huber, cauchy };

  Type type = Type::squares;
  double scale{};  // of huber and cauchy: the residual from which on it counts for less, in standard deviations

  void visit(config::FieldVisitor& visitor);
};

// What the reading of an identification needs of the rest of the configuration.
struct IdentificationPlace {
  Study::FieldAt field_at;
  double end_time{};  // [s]
  std::vector<std::string> runs{};
};

// Parameters of runs of the file that are fitted to measured data: the entry "identify". See docs/identification.md.
struct Identification {
  std::string run{};  // of data that name none; empty: the only one
  std::vector<FittedParameter> parameters{};
  std::vector<MeasuredSeries> data{};
  FitLoss loss{};
  int starts = 1;       // how many points the search begins at
  int seed = 0;         // of the points after the first
  int iterations = 50;  // of each start, at most
  // Steps of the central differences, as parts of the parameter: the search goes on with each where it ended with the
  // one before.
  std::vector<double> differences{1e-2};
  double tolerance = 1e-8;  // relative decrease of the cost at which the search ends

  void visit(config::FieldVisitor& visitor, const IdentificationPlace& place);
  // The index of the run of a series among these, as many as there are if there is none of that name.
  std::size_t run_of(const MeasuredSeries& series, const std::vector<std::string>& runs) const;
  std::size_t n_values() const;      // measured
  std::size_t n_parameters() const;  // with offsets and time shifts
};

}  // namespace beltdyn
