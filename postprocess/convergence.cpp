// SPDX-License-Identifier: MIT
#include "postprocess/convergence.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/numerics/observed_order.hpp"
#include "postprocess/study_members.hpp"

namespace beltdyn::postprocess {
namespace {

// run − reference| at the last common time, which is the time of a row of one of them.
double final_difference(const RunHistory& run, const RunHistory& reference, const std::string& column, double time) {
  const auto value = [&](const RunHistory& history) {
    const double at_times[] = {time};
    return sample(history.history->column("time [s]"), history.history->column(column), at_times, Between::linear)[0];
  };
  return std::abs(value(run) - value(reference));
}

class Measuring {
 public:
  Measuring(const Configuration& configuration, std::span<const RunHistory> histories)
      : configuration_(configuration), study_(*configuration.study), histories_(histories) {}

  Convergence carry_out() {
    result_ = {.parameter = study_.parameter,
               .name = study_.parameter_name(),
               .larger_is_finer = study_.larger_is_finer(),
               .expected_order = study_.expected_order,
               .runs = {},
               .remarks = {}};
    for (const RunConfig& declared : configuration_.declared_runs) measure_run(declared);
    return std::move(result_);
  }

 private:
  // Sorted from coarse to fine.
  std::vector<StudyMember> members_of(const RunConfig& declared) {
    std::vector<StudyMember> members = study_members(configuration_, histories_, declared.name, result_.remarks);
    std::ranges::sort(members, [this](const StudyMember& a, const StudyMember& b) {
      return (a.config->study_value < b.config->study_value) == result_.larger_is_finer;
    });
    return members;
  }

  std::string model_of(const RunConfig& run) const { return run.options->model(configuration_.drive_of(run)); }

  // The exact run of the same model that is not a member of this run; if all runs are varied, its member with the same
  // value.
  const RunHistory* exact_run(const RunConfig& declared, const StudyMember& member) const {
    for (const RunConfig& run : configuration_.runs) {
      const bool fits = run.options->is_exact() && model_of(run) == model_of(*member.config) &&
                        run.member_of != declared.name &&
                        (run.member_of.empty() || run.study_value == member.config->study_value);
      if (!fits) continue;
      if (const RunHistory* history = find_history(histories_, run.name)) return history;
    }
    return nullptr;
  }
  const RunHistory* named_run(const StudyMember& member) const {
    if (const RunHistory* history = find_history(histories_, study_.reference)) return history;
    return find_history(histories_, member_name(study_.reference, member.config->study_value));
  }

  void measure_run(const RunConfig& declared) {
    std::vector<StudyMember> members = members_of(declared);
    if (members.empty() || declared.name == study_.reference) return;
    RunConvergence run{.run = declared.name, .reference = {}, .kind = {}, .values = {}, .members = {}, .columns = {}};
    std::vector<const RunHistory*> references;
    if (!study_.reference.empty()) {
      run.kind = ReferenceKind::named;
      for (const StudyMember& member : members) references.push_back(named_run(member));
      run.reference = study_.reference;
    } else if (const RunHistory* exact = exact_run(declared, members.back())) {
      run.kind = ReferenceKind::exact;
      for (const StudyMember& member : members) references.push_back(exact_run(declared, member));
      run.reference = study_.varies_drive() ? configuration_.find_run(exact->name)->member_of : exact->name;
    } else {
      run.kind = ReferenceKind::finest;
      references.assign(members.size(), members.back().history);
      run.reference = members.back().config->name;
      finest_ = members.back().config->study_value;
      remark_other_models(run, members.back());
    }
    measure_members(run, members, references);
    if (run.values.size() < 2) {
      result_.remarks.push_back(
          fmt::format("{}: fewer than two members can be compared with {}, but an order of convergence needs two",
                      run.run, run.reference));
    }
    result_.runs.push_back(std::move(run));
  }

  void measure_members(RunConvergence& run, const std::vector<StudyMember>& members,
                       const std::vector<const RunHistory*>& references) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (references[i] == nullptr || references[i] == members[i].history) continue;
      RunHistory reference = *references[i];
      RunHistory history = *members[i].history;
      reference.is_reference = true;
      history.is_reference = false;
      const std::vector<PairComparison> pairs = compare_histories(std::vector{reference, history});
      if (pairs.empty()) continue;
      run.values.push_back(members[i].config->study_value);
      run.members.push_back(history.name);
      add_errors(run, history, reference, pairs.front());
    }
    // A column that a member lacks is dropped.
    std::erase_if(run.columns, [&run](const ColumnConvergence& c) { return c.l2.errors.size() != run.values.size(); });
    if (run.columns.empty() && !run.values.empty()) {
      result_.remarks.push_back(fmt::format("{}: has no history column in common with {} that starts with \"{}\"",
                                            run.run, run.reference, study_.quantity));
    }
    for (ColumnConvergence& column : run.columns) {
      for (ErrorSeries* series : {&column.maximum, &column.l2, &column.final_value}) find_orders(*series, run);
    }
    remark_growing_errors(run);
    if (!run.columns.empty() && std::ranges::none_of(run.columns, &ColumnConvergence::has_relative_errors)) {
      result_.remarks.push_back(
          fmt::format("{}: all errors from {} are rounding, or those of results that are 0, so there is no figure",
                      run.run, run.reference));
    }
  }

  // Only a reference that the study names may have another model.
  bool is_of_other_model(const RunConvergence& run) const {
    if (run.kind != ReferenceKind::named) return false;
    const std::string model = find_history(histories_, run.members.front())->model;
    const auto has_other = [&](const RunHistory& history) {
      return (history.name == run.reference || history.name == member_name(run.reference, run.values.front())) &&
             history.model != model;
    };
    return std::ranges::any_of(histories_, has_other);
  }

  // Exact runs that are no reference, as their models are others.
  void remark_other_models(const RunConvergence& run, const StudyMember& member) {
    for (const RunConfig& other : configuration_.runs) {
      const bool is_first = other.member_of.empty() || other.study_value == member.config->study_value;
      if (other.member_of == run.run || !is_first || !other.options->is_exact()) continue;
      if (find_history(histories_, other.name) == nullptr) continue;
      const std::string& name = other.member_of.empty() ? other.name : other.member_of;
      result_.remarks.push_back(
          fmt::format("{}: the exact run {} has another model, {} instead of {}, so errors are from {}; to use it "
                      "nevertheless, give \"reference\": \"{}\"",
                      run.run, name, model_of(other), model_of(*member.config), run.reference, name));
    }
  }

  void remark_growing_errors(const RunConvergence& run) {
    constexpr std::size_t kMostNamed = 3;
    std::vector<std::string> growing;
    for (const ColumnConvergence& column : run.columns) {
      if (!column.is_rounding && column.l2.fitted_order < 0.0) growing.push_back(column.column);
    }
    if (growing.empty()) return;
    const std::size_t more = growing.size() - std::min(growing.size(), kMostNamed);
    growing.resize(growing.size() - more);
    const std::string reason = is_of_other_model(run)
                                   ? "both are different models, such as in friction_at or bending_stiffness"
                                   : fmt::format("their errors depend on something else than {}", result_.name);
    result_.remarks.push_back(fmt::format(
        "{}: from coarse to fine, {}{} come no closer to {}; either {}, or all members are too coarse", run.run,
        fmt::join(growing, ", "), more > 0 ? fmt::format(" and {} more", more) : "", run.reference, reason));
  }

  void add_errors(RunConvergence& run, const RunHistory& history, const RunHistory& reference,
                  const PairComparison& pair) const {
    for (const ColumnDifference& difference : pair.columns) {
      if (!difference.column.starts_with(study_.quantity)) continue;
      auto column = std::find_if(run.columns.begin(), run.columns.end(),
                                 [&](const ColumnConvergence& c) { return c.column == difference.column; });
      if (column == run.columns.end()) {
        if (run.values.size() > 1) continue;
        column = run.columns.insert(
            run.columns.end(),
            ColumnConvergence{.column = difference.column, .maximum = {}, .l2 = {}, .final_value = {}});
      }
      column->maximum.errors.push_back(difference.maximum);
      column->l2.errors.push_back(difference.l2);
      column->final_value.errors.push_back(final_difference(history, reference, difference.column, pair.end_time));
      if (const std::optional<double> size = difference.size()) {
        column->size = size;
        column->is_constant = !difference.maximum_relative;
      }
      column->is_rounding = column->is_rounding && difference.is_rounding();
    }
  }

  void find_orders(ErrorSeries& series, const RunConvergence& run) const {
    if (run.kind == ReferenceKind::finest) {
      series.orders = numerics::orders_from_finest(run.values, series.errors, finest_);
      const std::vector<double> ends{run.values.front(), run.values.back()};
      const std::vector<double> end_errors{series.errors.front(), series.errors.back()};
      series.fitted_order =
          run.values.size() < 2 ? std::nan("") : numerics::orders_from_finest(ends, end_errors, finest_).front();
    } else {
      series.orders = numerics::observed_orders(run.values, series.errors);
      series.fitted_order = numerics::fitted_order(run.values, series.errors);
    }
  }

  const Configuration& configuration_;
  const Study& study_;
  std::span<const RunHistory> histories_;
  Convergence result_;
  double finest_{};  // value of the member that is the reference
};

}  // namespace

std::string_view to_string(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::named:
      return "named in the study";
    case ReferenceKind::exact:
      return "exact run of the same model";
    case ReferenceKind::finest:
      break;
  }
  return "finest member";
}

Convergence measure_convergence(const Configuration& configuration, std::span<const RunHistory> histories) {
  return Measuring(configuration, histories).carry_out();
}

}  // namespace beltdyn::postprocess
