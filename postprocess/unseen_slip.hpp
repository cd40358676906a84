// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Errors of slip that meshes do not resolve. A slip arc consists of whole contact points: on every mesh it is too short
// by up to the distance between them, and 0 if it is shorter than this distance.
namespace beltdyn::postprocess {

// The order of convergence of a column in a run of order `order`: at most 1 for slip arcs and slip speeds.
double order_of(std::string_view column, double order);

// Errors of slip arcs, speeds and powers of pulleys that lose power by slip but show no slipping contact point. Arc and
// speed get the smallest error among the pulleys that show slip. The loss is then that of stick in the last element,
// which exceeds that of slip by about 15 %, independent of the size of the element.
class UnseenSlip {
 public:
  // `columns` are those of a history or a summary, with or without unit.
  explicit UnseenSlip(std::span<const std::string> columns);

  // Raises the errors to these bounds. `unknown` is the error of arcs and speeds if no pulley shows slip. Shapes
  // (n_columns).
  void raise(std::span<const double> values, std::span<double> errors, double unknown) const;

 private:
  // Column indices of a pulley.
  struct Pulley {
    std::size_t arc{};
    std::size_t speed{};
    std::size_t power{};
  };

  std::vector<Pulley> pulleys_;
};

}  // namespace beltdyn::postprocess
