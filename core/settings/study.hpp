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

// A number of a configuration that is varied: the entry "study". A study shows how fast the results converge with a
// discretisation, or how they depend on a physical parameter.
struct Study {
  enum class Finer { automatic, larger, smaller };

  std::string parameter;           // JSON pointer to an option of a run, or into the contact of a belt drive
  std::vector<double> values;      // positive and different, in the SI unit of the parameter
  Finer finer = Finer::automatic;  // automatic: larger is finer if all values are whole numbers, such as counts
  std::string reference{};         // name of a run; empty: the exact run of the same model, or the finest member
  std::string quantity{};          // beginning of the names of the compared history columns; empty: all columns
  double expected_order = 0.0;     // theoretical order; 0: unknown
  // Set when the study is expanded. True if the parameter is a discretisation, or if the file gives the run to which
  // the results converge and the order. Otherwise, results are compared over the parameter.
  bool has_orders = true;

  // The number at `parameter`. Set when the study is visited; empty if there is no such number in the drive or the
  // runs.
  std::optional<config::NumberField> field{};
  std::string similar{};  // pointer of a number, if there is no such number but a similar one

  // Finds numbers of the drive and of runs by their JSON pointers.
  struct FieldAt {
    std::function<std::optional<config::NumberField>(const std::string& pointer)> find;
    std::function<std::string(const std::string& pointer)> near;  // a similar pointer, empty if there is none

    std::optional<config::NumberField> operator()(const std::string& pointer) const { return find(pointer); }
    // The error message for a pointer that does not refer to a number.
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

// The name of the run that a study makes from a run with a value, "euler-40" or "euler-0.001", or of a run with a
// variant of the drive, "euler-lugre".
std::string member_name(const std::string& run, double value);
std::string member_name(const std::string& run, const std::string& variant);

}  // namespace beltdyn
