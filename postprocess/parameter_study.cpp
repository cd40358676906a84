// SPDX-License-Identifier: MIT
#include "postprocess/parameter_study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "postprocess/study_members.hpp"

namespace beltdyn::postprocess {
namespace {

// A column that varies by no more than this part of its largest value does not depend on the parameter.
constexpr double kUnaffected = 1e-12;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// ∫ q dt/T by the trapezoidal rule
double mean_over(std::span<const double> time, std::span<const double> value) {
  const double length = time.back() - time.front();
  if (!(length > 0.0)) return value.back();
  double sum = 0.0;
  for (std::size_t i = 1; i < time.size(); ++i) sum += 0.5 * (time[i] - time[i - 1]) * (value[i] + value[i - 1]);
  return sum / length;
}

void find_differences(ColumnOverParameter& column, const std::vector<double>& values) {
  const std::vector<double>& q = column.final_values;
  double largest = 0.0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    column.changes.push_back(q.front() == 0.0 ? kNone : q[i] / q.front() - 1.0);
    if (i > 0) column.sensitivities.push_back(sensitivity(values[i - 1], q[i - 1], values[i], q[i]));
    if (std::isfinite(q[i])) largest = std::max(largest, std::abs(q[i]));
  }
  for (const double a : q) {
    for (const double b : q) column.is_affected = column.is_affected || a - b > kUnaffected * largest;
  }
  column.overall_sensitivity = sensitivity(values.front(), q.front(), values.back(), q.back());
}

class Collecting {
 public:
  Collecting(const Configuration& configuration, std::span<const RunHistory> histories)
      : configuration_(configuration), study_(*configuration.study), histories_(histories) {}

  ParameterStudy carry_out() {
    result_ = {.parameter = study_.parameter, .name = study_.parameter_name(), .runs = {}, .remarks = {}};
    for (const RunConfig& declared : configuration_.declared_runs) collect(declared);
    return std::move(result_);
  }

 private:
  void collect(const RunConfig& declared) {
    RunOverParameter run{.run = declared.name, .values = {}, .members = {}, .columns = {}};
    const std::vector<StudyMember> members = study_members(configuration_, histories_, declared.name, result_.remarks);
    if (members.empty()) return;
    for (const StudyMember& member : members) {
      run.values.push_back(member.config->study_value);
      run.members.push_back(member.config->name);
    }
    add_columns(run, members);
    add_conclusions(run, members);
    if (run.columns.empty()) {
      result_.remarks.push_back(fmt::format("{}: its members have no common history column that starts with \"{}\"",
                                            run.run, study_.quantity));
    }
    result_.runs.push_back(std::move(run));
  }

  void add_columns(RunOverParameter& run, const std::vector<StudyMember>& members) const {
    for (const std::string& name : members.front().history->history->names()) {
      const bool is_shared = std::ranges::all_of(
          members, [&name](const StudyMember& member) { return member.history->history->has(name); });
      if (!is_shared || !is_quantity(name) || !name.starts_with(study_.quantity)) continue;
      ColumnOverParameter column{.column = name};
      for (const StudyMember& member : members) {
        const std::span<const double> value = member.history->history->column(name);
        column.final_values.push_back(value.back());
        column.means.push_back(mean_over(times_of(*member.history), value));
      }
      find_differences(column, run.values);
      run.columns.push_back(std::move(column));
    }
  }

  // Adds what the summaries of the members conclude, such as a stopping distance; NaN for members without it.
  void add_conclusions(RunOverParameter& run, const std::vector<StudyMember>& members) const {
    for (const StudyMember& first : members) {
      for (const Conclusion& conclusion : first.history->conclusions) {
        const std::string name = fmt::format("{} [{}]", conclusion.name, conclusion.unit);
        if (!name.starts_with(study_.quantity)) continue;
        if (std::ranges::find(run.columns, name, &ColumnOverParameter::column) != run.columns.end()) continue;
        ColumnOverParameter column{.column = name};
        for (const StudyMember& member : members) {
          const std::vector<Conclusion>& all = member.history->conclusions;
          const auto found = std::ranges::find(all, conclusion.name, &Conclusion::name);
          column.final_values.push_back(found == all.end() ? kNone : found->value);
        }
        column.means = column.final_values;
        find_differences(column, run.values);
        run.columns.push_back(std::move(column));
      }
    }
  }

  const Configuration& configuration_;
  const Study& study_;
  std::span<const RunHistory> histories_;
  ParameterStudy result_;
};

}  // namespace

double sensitivity(double p1, double q1, double p2, double q2) {
  return q1 * q2 > 0.0 ? std::log(q2 / q1) / std::log(p2 / p1) : kNone;
}

ParameterStudy compare_over_parameter(const Configuration& configuration, std::span<const RunHistory> histories) {
  return Collecting(configuration, histories).carry_out();
}

}  // namespace beltdyn::postprocess
