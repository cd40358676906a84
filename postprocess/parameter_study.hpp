// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/settings/configuration.hpp"
#include "postprocess/comparison.hpp"

namespace beltdyn::postprocess {

// A history column, or a conclusion of summary.json, over a parameter that is not a discretisation; shapes (n_members)
// unless stated.
struct ColumnOverParameter {
  std::string column;                   // "name [unit]"
  std::vector<double> final_values{};   // at the end of each member
  std::vector<double> means{};          // mean over the time of each member; of conclusions the values again
  std::vector<double> changes{};        // of the final value relative to that of the first member; NaN if that is 0 [-]
  std::vector<double> sensitivities{};  // between neighbours, shape one less; see sensitivity() [-]
  double overall_sensitivity{};         // between the first and the last member [-]
  bool is_affected{};                   // does the final value vary by more than rounding?
};

// The members that a study makes from one run, in the order of the study's values.
struct RunOverParameter {
  std::string run;  // as the file has it
  std::vector<double> values;
  std::vector<std::string> members;
  std::vector<ColumnOverParameter> columns;
};

// The result of a study of a physical parameter: results of different drives. Their differences are not errors and have
// no order of convergence.
struct ParameterStudy {
  std::string parameter;  // JSON pointer
  std::string name;       // "coefficient"
  std::vector<RunOverParameter> runs;
  std::vector<std::string> remarks;  // what could not be measured and why, one sentence each
};

// d ln q/d ln p between two members: the percentage by which the result changes per percent of the parameter. NaN if a
// result is 0 or they differ in sign.
double sensitivity(double p1, double q1, double p2, double q2);

// Collects the members of a study without orders of convergence. `histories` are those of the finished runs; unfinished
// runs are omitted with a remark, and so are columns of errors or states. Throws IoError if a history has no times or
// they decrease.
ParameterStudy compare_over_parameter(const Configuration& configuration, std::span<const RunHistory> histories);

// The texts of study.json and study.csv, and a table for the console. Values that are not finite are null, empty, and
// "-".
std::string parameter_study_json(const ParameterStudy& study);
std::string parameter_study_csv(const ParameterStudy& study);
std::string parameter_study_table(const ParameterStudy& study);

// Writes both files into the folder. Throws IoError.
void write_parameter_study(const std::filesystem::path& folder, const ParameterStudy& study);

}  // namespace beltdyn::postprocess
