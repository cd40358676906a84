// SPDX-License-Identifier: MIT
// Common functions of cases of small motions about a steady motion.
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analytic/belt/modes/test/two_pulley_response.hpp"
#include "core/linear/campbell.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/order_response.hpp"
#include "verification/belt_support.hpp"

namespace beltdyn::verification {

using Complex = std::complex<double>;
// Of the drive of [Ntarladima 2023] under its load, as a massless string.
using analytic::test::kStringMode;
using analytic::test::kStringResponses;
using analytic::test::StringResponse;

// The roots of the modes of the first run of a configuration, by ascending frequency [1/s].
std::vector<Complex> mode_roots(const std::string& configuration);

// The small motions of a drive at the end of a run, as complex responses by name of the output.
class SmallMotions {
 public:
  SmallMotions(std::string_view configuration, const std::vector<std::string>& edits, double time);
  // The drive of [Ntarladima 2023].
  SmallMotions(const std::vector<std::string>& edits, double time);
  void at(double frequency);                          // [Hz]
  Complex operator[](std::string_view output) const;  // at that frequency, NaN if there is no output of that name
  std::vector<Complex> roots() const;
  // The only root within a circle, as the pole of an output: the mean of s over the circle, weighted by the response.
  // NaN if there is no output of that name.
  Complex pole_within(Complex centre, double radius, std::string_view output) const;
  // The root near a guess, NaN if there is none [1/s].
  Complex root_near(Complex guess) const;
  double steady(std::string_view column) const { return run_[column]; }
  const LinearAnalysis& analysis() const { return *analysis_; }
  const BeltSimulation& simulation() const { return run_.simulation(); }
  std::vector<CampbellPoint> campbell() const;
  std::vector<OrderPoint> order_response() const;
  ModeTable modes() const { return mode_table(*analysis_); }

 private:
  // The responses of all outputs to the input, as LinearAnalysis::respond.
  void respond(std::span<const Complex> s, std::span<Complex> values) const;
  std::optional<std::size_t> index_of(std::string_view output) const;

  BeltRun run_;
  std::shared_ptr<LinearAnalysis> analysis_;
  std::vector<LinearOutput> outputs_;
  std::vector<Complex> values_;
};

}  // namespace beltdyn::verification
