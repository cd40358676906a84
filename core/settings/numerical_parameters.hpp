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

// The options of a run with one numerical parameter coarser, and the ratio > 1 by which it is coarser.
struct CoarserOptions {
  std::unique_ptr<RunOptions> options;
  double ratio{};  // [-]
};

// The ratios by which the two runs are coarser that serve to estimate the error of a numerical parameter.
using CoarseRatios = std::array<double, 2>;
// For meshes. Results of coarser meshes also scatter with the position of their nodes. Three similar meshes show by how
// much.
inline constexpr CoarseRatios kMeshRatios{4.0 / 3.0, 2.0};
// For time steps.
inline constexpr CoarseRatios kStepRatios{2.0, 4.0};
// For tolerances.
inline constexpr CoarseRatios kToleranceRatios{10.0, 100.0};

// Orders of convergence: of meshes with contact zones that end between nodes, and of time schemes of second order.
inline constexpr double kContactMeshOrder = 2.0;
inline constexpr double kSecondOrder = 2.0;

// A numerical parameter, not a parameter of the drive, that affects the results of a run and so causes a part of their
// error.
struct NumericalParameter {
  std::string name;    // name of this part of the error: "mesh", "time step"
  std::string keys;    // the options that determine it: "elements_per_pulley, elements_per_span"
  std::string advice;  // how to reduce it: "double elements"
  double order{};      // theoretical order; results that seem to converge faster are not trusted
  CoarseRatios ratios{};
  // Makes options of the same formulation that are coarser in this parameter by about `ratio`. Empty if they cannot be
  // coarser.
  std::function<std::optional<CoarserOptions>(const RunOptions&, double ratio)> coarsen;
};

// Options of a formulation with numerical parameters. Formulations with exact results have none and do not derive from
// this class. The parameters are in the order in which coarser runs are best combined: first those that save most time.
class HasNumericalParameters {
 public:
  virtual ~HasNumericalParameters() = default;
  virtual std::vector<NumericalParameter> numerical_parameters() const = 0;
};

// The numerical parameters of any options.
std::vector<NumericalParameter> numerical_parameters_of(const RunOptions& options);

// A coarsen() that edits a copy of options of type Options. edit(Options&, ratio) returns the ratio reached, 1 if
// nothing could be made coarser.
template <class Options, class Edit>
std::function<std::optional<CoarserOptions>(const RunOptions&, double)> coarsening(Edit edit) {
  return [edit = std::move(edit)](const RunOptions& options, double ratio) -> std::optional<CoarserOptions> {
    auto copy = std::make_unique<Options>(dynamic_cast<const Options&>(options));
    const double reached = edit(*copy, ratio);
    if (!(reached > 1.0)) return std::nullopt;
    return CoarserOptions{.options = std::move(copy), .ratio = reached};
  };
}

// Divides counts by `ratio`, rounding up, but not below the minimum of each count. Returns the smallest ratio of the
// counts that decreased; 1 if none did.
double divide_counts(double ratio, std::initializer_list<std::pair<int*, int>> counts_and_least);

// The usual numerical parameters. Each refers by a function to a number in options of type Options. The time step:
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

// Time steps of second order with error control; a tolerance of 0 means steps without control.
template <class Options, class TimeStep, class Tolerance>
NumericalParameter controlled_step_error(bool is_controlled, TimeStep time_step, Tolerance step_tolerance) {
  return {.name = "time step",
          .keys = is_controlled ? "time_step, step_tolerance" : "time_step",
          .advice = is_controlled ? "divide step_tolerance by eight" : "halve time_step",
          .order = kSecondOrder,
          .ratios = kStepRatios,
          .coarsen = coarsening<Options>([time_step, step_tolerance](Options& options, double ratio) {
            time_step(options) *= ratio;
            // The error of one step has an order higher by one.
            step_tolerance(options) *= std::pow(ratio, kSecondOrder + 1.0);
            return ratio;
          })};
}

// A number of equal parts with the key `key`, at least `least`.
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
