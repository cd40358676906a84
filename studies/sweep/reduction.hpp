// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/settings/sweep.hpp"

namespace beltdyn::studies {

// Reduces the rows of a history column, as they come, to the number that a sweep stores.
class Reduction {
 public:
  // Rows before `from` [s] count only for at_time.
  Reduction(const SweepQuantity& quantity, double from) : quantity_(quantity), from_(from) {}

  void add(double time, double value);
  // None if there is no such number: no row counts, the level was not crossed, the time was not reached, or the rows do
  // not cover a period.
  std::optional<double> result() const;

 private:
  struct Row {
    double time{};  // [s]
    double value{};
  };
  // The value between two rows.
  static double between(const Row& a, const Row& b, double time);
  std::optional<double> amplitude() const;

  SweepQuantity quantity_;
  double from_;              // [s]
  std::vector<Row> rows_{};  // all rows for an amplitude, otherwise the last one
  double begin_{};           // time of the first row that counts [s]
  double extreme_{};
  double integral_{};
  double squares_{};
  std::optional<double> found_{};
};

}  // namespace beltdyn::studies
