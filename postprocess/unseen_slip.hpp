// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What meshes do not show of slip. A slip arc is made of whole contact points: it is too short by up to the distance
// between them, on all meshes, and 0 where it is shorter.
namespace beltdyn::postprocess {

// The order by which a column converges whose run does so by `order`: slip arcs and speeds by the first one at the
// most.
double order_of(std::string_view column, double order);

// The errors of slip arcs, speeds and powers of pulleys that lose power by slip, but on which no contact point slips.
// That of an arc, and of a speed, is the least one of the pulleys where slip is seen. The loss there is that of stick
// in the last element, which is larger than that of slip by about 15 % however small the element is.
class UnseenSlip {
 public:
  // Those of a history or a summary, with the unit or without.
  explicit UnseenSlip(std::span<const std::string> columns);

  // Raises errors to those; `unknown` is that of arcs and speeds where slip is seen nowhere. Shapes (n_columns).
  void raise(std::span<const double> values, std::span<double> errors, double unknown) const;

 private:
  // The columns of a pulley.
  struct Pulley {
    std::size_t arc{};
    std::size_t speed{};
    std::size_t power{};
  };

  std::vector<Pulley> pulleys_;
};

}  // namespace beltdyn::postprocess
