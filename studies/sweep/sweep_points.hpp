// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/settings/sweep.hpp"

namespace beltdyn::studies {

// The points of a sweep, in the order of its members; equal on every machine.
class SweepPoints {
 public:
  // Throws UsageError if the correlation matrix is not valid.
  explicit SweepPoints(const Sweep& sweep);

  std::size_t size() const { return size_; }
  // The values of the parameters of a member, shape (n_parameters).
  std::vector<double> at(std::size_t member) const;

 private:
  void spread_latin_hypercube(int seed);
  void spread_sobol();
  void spread_saltelli();
  void correlate(const Sweep& sweep);
  std::size_t n_parameters() const { return parameters_.size(); }

  SweepDesign::Type type_;
  std::size_t size_;
  std::vector<SweptValues> parameters_;
  std::vector<std::vector<double>> lists_;  // of grid and zip
  // For latin_hypercube and sobol: the quantile of each value in its distribution, in (0, 1); shape (n_members
  // n_parameters).
  std::vector<double> quantiles_;
};

// The u-quantile of a distribution, 0 < u < 1; NaN if the values are listed.
double quantile(const SweptValues& distribution, double u);

}  // namespace beltdyn::studies
