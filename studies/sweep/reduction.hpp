// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/settings/sweep.hpp"

namespace beltdyn::studies {

// Reduces the rows of a history column to the number that a sweep keeps, while they come.
class Reduction {
 public:
  // Rows before `from` count only for at_time [s].
  Reduction(const SweepQuantity& quantity, double from) : quantity_(quantity), from_(from) {}

  void add(double time, double value);
  // None if there is no such number: no row counts, the level was not crossed, the time not reached, or the rows do not
  // fill a period.
  std::optional<double> result() const;

 private:
  struct Row {
    double time{};
    double value{};
  };
  // The value between two rows.
  static double between(const Row& a, const Row& b, double time);
  std::optional<double> amplitude() const;

  SweepQuantity quantity_;
  double from_;
  std::vector<Row> rows_{};  // of an amplitude, else the last one
  double begin_{};           // time of the first row that counts [s]
  double extreme_{};
  double integral_{};
  double squares_{};
  std::optional<double> found_{};
};

}  // namespace beltdyn::studies
