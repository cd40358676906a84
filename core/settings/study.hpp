// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/config/number_field.hpp"

namespace beltdyn {

// A number of a configuration that is varied, to see how fast the results settle with a discretisation or how they
// depend on the physics: the entry "study".
struct Study {
  enum class Finer { automatic, larger, smaller };

  std::string parameter;           // JSON pointer to an option of a run, or into the contact of a belt drive
  std::vector<double> values;      // all positive and different, in the SI unit of the parameter
  Finer finer = Finer::automatic;  // automatic: larger if all values are whole numbers, as counts are
  std::string reference{};         // a run, empty: the exact one of the same model, or the finest
  std::string quantity{};          // what the names of the history columns begin with, empty: all
  double expected_order = 0.0;     // theoretical, 0: unknown
  // Found where the study is expanded: the parameter is a discretisation, or the file names the run and the order by
  // which results tend to it. Otherwise results are compared over the parameter.
  bool has_orders = true;

  // The number at `parameter`; found when the study is visited, none if no number of drive or runs stands there.
  std::optional<config::NumberField> field{};

  // Looks for numbers of the drive and of runs by their JSON pointers.
  struct FieldAt {
    std::function<std::optional<config::NumberField>(const std::string& pointer)> find;
    std::function<std::string(const std::string& pointer)> near;  // one nearly the same, empty if there is none

    std::optional<config::NumberField> operator()(const std::string& pointer) const { return find(pointer); }
    // The error message for a pointer that does not lead to a number.
    std::string objection(const std::string& pointer) const;
  };
  void visit(config::FieldVisitor& visitor, const FieldAt& field_at);

  bool larger_is_finer() const;
  // Does the parameter belong to the drive, so that every run of the configuration is varied?
  bool varies_drive() const { return parameter.starts_with("/drive/"); }
  // "elements" of "/runs/0/elements"
  std::string parameter_name() const;
};

inline constexpr std::size_t kLongestRunName = 100;

// The name of the run that a study makes from another one with a value, "euler-40", "euler-0.001", or that is another
// one with a variant of the drive, "euler-lugre".
std::string member_name(const std::string& run, double value);
std::string member_name(const std::string& run, const std::string& variant);

}  // namespace beltdyn
