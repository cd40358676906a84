// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/drive/supported_beam_drive.hpp"
#include "core/linear/linear_options.hpp"
#include "core/linear/small_motions.hpp"
#include "core/run/simulation.hpp"
#include "eulerian/ale/span/open_span.hpp"

namespace beltdyn::eulerian::ale {

struct SpanParameters {
  int elements{};
  double time_step{};  // between output states, which are all equal [s]
};

// The steady motion of a beam that runs through its supports, by an OpenSpan, and the small motions about it. σ is the
// distance from the left support. The columns of its history are
//
//   axial_force_middle [N] (N at L/2), deflection_middle [m] (in y), flux [m/s] (G)
class SpanSimulation final : public Simulation {
 public:
  // Throws SolverError if no steady motion is found.
  SpanSimulation(const SupportedBeamDrive& drive, const SpanParameters& parameters,
                 std::optional<LinearOptions> linear);

  double time() const override { return time_; }
  double time_step() const override { return parameters_.time_step; }
  void advance(double dt) override;

  double contour_length() const override { return drive_.length; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const override;
  std::vector<double> natural_profile_points() const override;
  BeltShape shape() const override;

  std::vector<std::string> preflight(double) const override { return {}; }
  SolverStatistics statistics() const override { return statistics_; }
  std::shared_ptr<LinearAnalysis> linear_analysis() override;
  RunEnd conclude(const std::filesystem::path& folder) override { return write_small_motions(*this, folder); }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

 private:
  void add_columns(History& history) const override;
  ProfilePoint at(double sigma) const;

  SupportedBeamDrive drive_;
  SpanParameters parameters_;
  std::optional<LinearOptions> linear_;
  OpenSpan span_;
  double time_ = 0.0;  // [s]
  SolverStatistics statistics_;
};

}  // namespace beltdyn::eulerian::ale
