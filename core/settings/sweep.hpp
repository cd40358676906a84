// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/settings/study.hpp"

namespace beltdyn {

// The values that a parameter of a sweep takes: a list of them, or a distribution.
struct ListedValues {
  std::vector<double> values{};
};
struct LinearValues {
  double from{};
  double to{};
  int count{};
};
struct LogarithmicValues {
  double from{};
  double to{};
  int count{};
};
// A column of a CSV file, loaded when it is visited.
struct CsvValues {
  std::string file{};
  std::string column{};
  std::vector<double> values{};
  std::string mistake{};  // why it could not be loaded
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
  double log_standard_deviation{};  // of the natural logarithm [-]
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
// In their order; none of a distribution.
std::vector<double> listed_values(const SweptValues& values);

struct SweepParameter {
  std::string pointer{};  // to a number of the drive or of the run
  std::string name{};     // of its column
  std::string unit = "-";
  SweptValues values{};

  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
};

// How points are chosen: every combination of values, values side by side, or points spread over distributions.
struct SweepDesign {
  enum class Type { grid, zip, latin_hypercube, sobol, saltelli };

  Type type = Type::grid;
  int members{};  // of latin_hypercube and sobol
  int seed{};     // of latin_hypercube
  int samples{};  // of saltelli: each has two points, and one more for each parameter

  bool is_spread() const { return type != Type::grid && type != Type::zip; }
  void visit(config::FieldVisitor& visitor);
};

// That of the normal variables behind two distributions: a Gaussian copula.
struct SweepCorrelation {
  std::string first{};  // names of parameters
  std::string second{};
  double coefficient{};

  void visit(config::FieldVisitor& visitor);
};

// A number of a run: a column of its history, reduced. Rows before summary_from count only for at_time.
struct SweepQuantity {
  enum class Reduction { last, first, least, largest, mean, rms, at_time, crossing_time, amplitude };

  std::string column{};  // without its unit
  std::string name{};
  Reduction reduction = Reduction::last;
  double time{};       // of at_time [s]
  double level{};      // of crossing_time, in the unit of the column
  double frequency{};  // of amplitude [Hz]

  void visit(config::FieldVisitor& visitor);
};

// Many runs of one run of the file, over parameters: the entry "sweep". See docs/sweeps.md.
struct Sweep {
  std::string run{};  // empty: the only one
  SweepDesign design{};
  std::vector<SweepParameter> parameters{};
  std::vector<SweepCorrelation> correlations{};
  std::vector<SweepQuantity> quantities{};

  void visit(config::FieldVisitor& visitor, const Study::FieldAt& field_at);
  // How many points there are; infinite if they cannot be counted.
  double n_members() const;
  // The index of the parameter of this name, the number of parameters if no one has it.
  std::size_t index_of(const std::string& name) const;
};

}  // namespace beltdyn
