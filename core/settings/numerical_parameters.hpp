// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/settings/formulation.hpp"

namespace beltdyn {

// The options of a run with one of its numbers coarser, and how many times as coarse it is, > 1.
struct CoarserOptions {
  std::unique_ptr<RunOptions> options;
  double ratio{};
};

// How many times as coarse the two runs are that tell the error of a parameter.
using CoarseRatios = std::array<double, 2>;
// Of meshes: results of coarser ones wander with the places of their nodes. Three that are near each other tell how
// far.
inline constexpr CoarseRatios kMeshRatios{4.0 / 3.0, 2.0};
// Of steps.
inline constexpr CoarseRatios kStepRatios{2.0, 4.0};
// Of tolerances.
inline constexpr CoarseRatios kToleranceRatios{10.0, 100.0};

// Orders: of meshes with contacts that end between their nodes, and of time schemes of second order.
inline constexpr double kContactMeshOrder = 2.0;
inline constexpr double kSecondOrder = 2.0;

// A number of the method, not of the drive, with which results of a run vary: what a part of their error comes from.
struct NumericalParameter {
  std::string name;    // of this part of the error: "mesh", "time step"
  std::string keys;    // the options behind it: "elements_per_pulley, elements_per_span"
  std::string advice;  // how to make it smaller: "double elements"
  double order{};      // by theory; results that seem to converge faster are not trusted
  CoarseRatios ratios{};
  // Makes options of the same formulation about so many times as coarse in it; none if they are as coarse as can be.
  std::function<std::optional<CoarserOptions>(const RunOptions&, double ratio)> coarsen;
};

// Options of a formulation with numerical parameters. A formulation whose results are exact has none, and does not
// derive from this class. Parameters come in the order in which coarser runs are best combined: those that save most
// time first.
class HasNumericalParameters {
 public:
  virtual ~HasNumericalParameters() = default;
  virtual std::vector<NumericalParameter> numerical_parameters() const = 0;
};

// The numerical parameters of any options.
std::vector<NumericalParameter> numerical_parameters_of(const RunOptions& options);

// A coarsen() that edits a copy of options of the type Options: edit(Options&, ratio) returns the ratio that came out,
// 1 if nothing could be made coarser.
template <class Options, class Edit>
std::function<std::optional<CoarserOptions>(const RunOptions&, double)> coarsening(Edit edit) {
  return [edit = std::move(edit)](const RunOptions& options, double ratio) -> std::optional<CoarserOptions> {
    auto copy = std::make_unique<Options>(dynamic_cast<const Options&>(options));
    const double reached = edit(*copy, ratio);
    if (!(reached > 1.0)) return std::nullopt;
    return CoarserOptions{.options = std::move(copy), .ratio = reached};
  };
}

// Divides counts of parts, rounded up, but not below the least that each may be, and returns the smallest ratio of
// those that fell; 1 if none did.
double divide_counts(double ratio, std::initializer_list<std::pair<int*, int>> counts_and_least);

// The usual parameters, each of a number in options of the type Options to which a function refers. The time step:
template <class Options, class TimeStep>
NumericalParameter time_step_error(double order, TimeStep time_step) {
  return {.name = "time step",
          .keys = "time_step",
          .advice = "halve time_step",
          .order = order,
          .ratios = kStepRatios,
          .coarsen = coarsening<Options>([time_step](Options& options, double ratio) {
            time_step(options) *= ratio;
            return ratio;
          })};
}

// Steps of second order whose error is controlled, unless the tolerance is 0.
template <class Options, class TimeStep, class Tolerance>
NumericalParameter controlled_step_error(bool is_controlled, TimeStep time_step, Tolerance step_tolerance) {
  return {.name = "time step",
          .keys = is_controlled ? "time_step, step_tolerance" : "time_step",
          .advice = is_controlled ? "divide step_tolerance by eight" : "halve time_step",
          .order = kSecondOrder,
          .ratios = kStepRatios,
          .coarsen = coarsening<Options>([time_step, step_tolerance](Options& options, double ratio) {
            time_step(options) *= ratio;
            // The error of one step is of one order more.
            step_tolerance(options) *= std::pow(ratio, kSecondOrder + 1.0);
            return ratio;
          })};
}

// A count of equal parts, called `key`, that is no less than `least`.
template <class Options, class Count>
NumericalParameter mesh_error(const std::string& key, double order, int least, Count count) {
  return {.name = "mesh",
          .keys = key,
          .advice = "double " + key,
          .order = order,
          .ratios = kMeshRatios,
          .coarsen = coarsening<Options>([count, least](Options& options, double ratio) {
            return divide_counts(ratio, {{&count(options), least}});
          })};
}

}  // namespace beltdyn
