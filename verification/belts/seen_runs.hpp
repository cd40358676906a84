// SPDX-License-Identifier: MIT
// Runs that differ only in how they are seen, and the whole histories of which are compared.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// What a metre, a kilogram and a second are as numbers.
struct Units {
  double length = 1.0;
  double mass = 1.0;
  double time = 1.0;

  double lengths(double x) const { return x * length; }
  double times(double t) const { return t * time; }
  double speeds(double v) const { return v * length / time; }
  double forces(double f) const { return f * mass * length / (time * time); }
  // What 1 of a unit of history columns is. Throws std::logic_error for a unit that no run here has.
  double of(std::string_view unit) const;
};

// Powers of two, so that no digit changes but where the program has a number with a unit of its own.
inline constexpr Units kOtherUnits{.length = 1024.0, .mass = 1.0 / 64.0, .time = 256.0};

// The history of a run.
struct SeenRun {
  struct Column {
    std::string name;
    std::string unit;
    std::vector<double> values;  // after each step
  };
  std::vector<Column> columns;

  // By its name; throws std::logic_error if there is none.
  const Column& operator[](std::string_view name) const;
};

// Runs the only run of a configuration to `end` in equal steps, the first of which is written down after `begin`, and
// leaves balances out, which are what rounding leaves. Throws ConfigError, SolverError.
SeenRun seen_run(const std::string& configuration, double begin, double end);

// What a column of one run is called in another one, and its sign there.
struct Twin {
  std::string name;  // empty: it is not compared
  double sign = 1.0;
};

// The largest difference of the columns of one run from their twins in another one, in other units, over the largest
// number in the columns that differ in their number alone; infinite if the runs have no steps, or not as many.
double difference(
    const SeenRun& plain, const SeenRun& other, const Units& units,
    const std::function<Twin(const std::string&)>& twin = [](const std::string& name) { return Twin{.name = name}; });

// A case of what cannot matter.
struct InvarianceCase {
  const char* name;
  const char* claim;
  void (*run)(Record&);
};
// Adds quick cases, the ids of which begin with the path, and the reference of all of which is this one.
void add_invariances(std::vector<VerificationCase>& cases, const std::string& path, const char* reference,
                     std::initializer_list<InvarianceCase> added);

}  // namespace beltdyn::verification
