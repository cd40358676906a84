// SPDX-License-Identifier: MIT
// Runs of equivalent descriptions of one system, and the comparison of their whole histories.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// A system of units: the numbers that represent one metre, one kilogram and one second.
struct Units {
  double length = 1.0;  // number that represents 1 m
  double mass = 1.0;    // number that represents 1 kg
  double time = 1.0;    // number that represents 1 s

  double lengths(double x) const { return x * length; }
  double times(double t) const { return t * time; }
  double speeds(double v) const { return v * length / time; }
  double forces(double f) const { return f * mass * length / (time * time); }
  // The number that represents 1 of the unit of a history column. Throws std::logic_error for a unit that no run here
  // has.
  double of(std::string_view unit) const;
};

// Powers of two, so that the conversion is free of rounding. Digits differ only where the program uses a number with a
// fixed unit.
inline constexpr Units kOtherUnits{.length = 1024.0, .mass = 1.0 / 64.0, .time = 256.0};

// The history of a run.
struct SeenRun {
  struct Column {
    std::string name;
    std::string unit;
    std::vector<double> values;  // after each step
  };
  std::vector<Column> columns;

  // The column of this name; throws std::logic_error if there is none.
  const Column& operator[](std::string_view name) const;
};

// Executes the only run of a configuration to `end` in equal steps and records the steps after `begin`. Balances are
// left out because they consist of rounding errors. Throws ConfigError, SolverError.
SeenRun seen_run(const std::string& configuration, double begin, double end);

// The name and the sign of a column of one run in an equivalent run.
struct Twin {
  std::string name;   // empty: the column is not compared
  double sign = 1.0;  // ±1
};

// The largest difference between the columns of one run and their twins in another run, after conversion of units. Each
// difference is relative to the largest value among the columns whose names differ only in their number. Infinite if
// the runs have no steps or different numbers of steps.
double difference(
    const SeenRun& plain, const SeenRun& other, const Units& units,
    const std::function<Twin(const std::string&)>& twin = [](const std::string& name) { return Twin{.name = name}; });

// A case that claims an invariance: a change of description that must not change the results.
struct InvarianceCase {
  const char* name;
  const char* claim;
  void (*run)(Record&);
};
// Adds quick cases. Their ids begin with `path`, and they share the reference text.
void add_invariances(std::vector<VerificationCase>& cases, const std::string& path, const char* reference,
                     std::initializer_list<InvarianceCase> added);

}  // namespace beltdyn::verification
