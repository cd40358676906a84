// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/linear/linear_analysis.hpp"
#include "core/linear/small_motions.hpp"
#include "core/run/rope_drive_simulation.hpp"
#include "eulerian/ale/rope/ale_rope_simulation.hpp"
#include "eulerian/ale/rope/steady_rope.hpp"

namespace beltdyn::eulerian::ale {

// The linear analysis of a rope drive in its configuration at the start: small motions about the equilibrium, in which
// the rope sticks to its pulleys, or about a SteadyRope. Time passes, but the lengths of the spans stay.
class LinearRopeSimulation final : public RopeDriveSimulation {
 public:
  // Throws SolverError if there is no equilibrium.
  LinearRopeSimulation(const RopeDrive& drive, const AleParameters& parameters, const LinearOptions& linear);

  double time() const override { return time_; }
  double time_step() const override { return parameters_.time_step; }
  void advance(double dt) override;
  RopeRow row() const override;
  double energy_defect() const override { return 0.0; }  // there is no exchange of energy
  double exchanged_energy() const override { return 0.0; }
  double energy_tolerance() const override { return rope_.energy_tolerance(); }
  bool tells_slip_arcs() const override { return rope_.tells_slip_arcs(); }
  std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const override {
    return rope_.rope_points(sigma);
  }
  std::vector<std::string> preflight(double end_time) const override;
  SolverStatistics statistics() const override;
  std::shared_ptr<LinearAnalysis> linear_analysis() override;
  RunEnd conclude(const std::filesystem::path& folder) override { return write_small_motions(*this, folder); }
  std::unique_ptr<Simulation> on_mesh(OtherMesh mesh) const override;
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

 private:
  AleParameters parameters_;
  LinearOptions linear_;
  AleRopeSimulation rope_;  // at rest
  SteadyRope steady_;
  double time_ = 0.0;  // [s]
  std::int64_t steps_ = 0;
};

}  // namespace beltdyn::eulerian::ale
