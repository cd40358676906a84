// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/settings/study.hpp"

namespace beltdyn {

// The values of a parameter in a sweep: a list or a distribution.
struct ListedValues {
  std::vector<double> values{};
};
// `count` values at equal distances from `from` to `to`.
struct LinearValues {
  double from{};
  double to{};
  int count{};
};
// `count` values with equal ratios from `from` to `to`.
struct LogarithmicValues {
  double from{};
  double to{};
  int count{};
};
// A column of a CSV file, which is loaded when the fields are visited.
struct CsvValues {
  std::string file{};
  std::string column{};
  std::vector<double> values{};
  std::string mistake{};  // why it could not be loaded; empty if it was
};
struct UniformDistribution {
  double low{};
  double high{};
};
struct LogUniformDistribution {
  double low{};
  double high{};
};
struct NormalDistribution {
  double mean{};
  double standard_deviation{};
};
struct LognormalDistribution {
  double median{};
  double log_standard_deviation{};  // standard deviation of the natural logarithm [-]
};
struct TriangularDistribution {
  double low{};
  double mode{};
  double high{};
};
using SweptValues =
    std::variant<ListedValues, LinearValues, LogarithmicValues, CsvValues, UniformDistribution, LogUniformDistribution,
                 NormalDistribution, LognormalDistribution, TriangularDistribution>;

bool is_distribution(const SweptValues& values);
// The values in their order; empty for a distribution.
std::vector<double> listed_values(const SweptValues& values);

// A number that a sweep varies, and its values.
struct SweepParameter {
  std::string pointer{};  // to a number of the drive or of the run
  std::string name{};     // name of its column in the table
  std::string unit = "-";
  SweptValues values{};

  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
};

// How points are chosen: all combinations of values, values side by side, or points spread over distributions.
struct SweepDesign {
  enum class Type { grid, zip, latin_hypercube, sobol, saltelli };

  Type type = Type::grid;
  int members{};  // of latin_hypercube and sobol
  int seed{};     // of latin_hypercube
  int samples{};  // of saltelli: each sample has two points, and one more for each parameter

  bool is_spread() const { return type != Type::grid && type != Type::zip; }
  void visit(config::FieldVisitor& visitor);
};

// The correlation of the normal variables behind two distributions: a Gaussian copula.
struct SweepCorrelation {
  std::string first{};   // name of a parameter
  std::string second{};  // name of the other parameter
  double coefficient{};  // [-]

  void visit(config::FieldVisitor& visitor);
};

// A number that characterises a run: a column of its history, reduced, or a conclusion of its summary.json. Only
// at_time uses rows before summary_from.
struct SweepQuantity {
  enum class Reduction { last, first, least, largest, mean, rms, at_time, crossing_time, amplitude, conclusion };

  std::string column{};  // without its unit; with the reduction `conclusion`, the name of a conclusion
  std::string name{};
  Reduction reduction = Reduction::last;
  double time{};       // of at_time [s]
  double level{};      // of crossing_time, in the unit of the column
  double frequency{};  // of amplitude [Hz]

  void visit(config::FieldVisitor& visitor);
};

// Many versions of one run of the file, over several parameters: the entry "sweep". See docs/sweeps.md.
struct Sweep {
  std::string run{};  // name of the run; empty: the only run
  SweepDesign design{};
  std::vector<SweepParameter> parameters{};
  std::vector<SweepCorrelation> correlations{};
  std::vector<SweepQuantity> quantities{};

  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
  // The number of points; infinite if it is too large to count.
  double n_members() const;
  // The index of the parameter with this name; the number of parameters if there is none.
  std::size_t index_of(const std::string& name) const;
};

}  // namespace beltdyn
