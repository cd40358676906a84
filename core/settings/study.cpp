// SPDX-License-Identifier: MIT
#include "core/settings/study.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace beltdyn {
namespace {

constexpr std::array<std::string_view, 3> kFinerNames{"automatic", "larger", "smaller"};
constexpr std::size_t kFewestValues = 3;  // two values give one order, and nothing to compare it with

}  // namespace

std::string Study::FieldAt::objection(const std::string& pointer) const {
  const std::string guess = near(pointer);
  return "does not point to a number of the drive or of a run; " +
         (guess.empty() ? std::string("use a pointer such as /drive/belt/axial_stiffness or /runs/0/time_step (list "
                                      "entries are counted from 0)")
                        : "did you mean " + guess + "?");
}

void Study::visit(config::FieldVisitor& v, const FieldAt& field_at) {
  using config::Presence;
  v.text({"parameter", "-", "the JSON pointer of the varied number, e.g. /runs/0/elements"}, parameter);
  field = field_at(parameter);
  similar = field ? std::string() : field_at.near(parameter);
  const std::string unit = field ? field->unit : "-";
  v.numbers({"values", unit, "the values of the parameter, one run per value"}, values, config::kPositive,
            {.low = kFewestValues});
  v.check(
      "values", [this] { return std::set<double>(values.begin(), values.end()).size() == values.size(); },
      "duplicate value; give each value once");
  config::visit_choice(
      v, {"finer", "-", "whether larger or smaller values are finer; automatic: the larger values if all are integers"},
      finer, kFinerNames, Presence::optional);
  v.text({"reference", "-",
          "the reference run for the errors; if empty, the exact run of the same model if there is one, else the "
          "finest run; for a physical parameter, the limit that results tend to"},
         reference, Presence::optional);
  v.text({"quantity", "-", "the history column, or a common prefix of several; empty for all"}, quantity,
         Presence::optional);
  v.number({"expected_order", "-", "the theoretical order of convergence; 0 if there is none"}, expected_order,
           config::kNonNegative, Presence::optional);
}

bool Study::larger_is_finer() const {
  if (finer != Finer::automatic) return finer == Finer::larger;
  return std::all_of(values.begin(), values.end(), [](double value) { return std::trunc(value) == value; });
}

std::string Study::parameter_name() const { return parameter.substr(parameter.rfind('/') + 1); }

std::string member_name(const std::string& run, double value) {
  std::string text = fmt::format("{}", value);
  std::erase(text, '+');  // as in 1e+20: not allowed in a folder name
  return member_name(run, text);
}

std::string member_name(const std::string& run, const std::string& variant) { return run + '-' + variant; }

}  // namespace beltdyn
