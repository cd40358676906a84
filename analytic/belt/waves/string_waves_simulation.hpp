// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analytic/belt/waves/arc_forces.hpp"
#include "analytic/belt/waves/string_waves.hpp"
#include "core/belt/belt_simulation.hpp"

namespace beltdyn::analytic {

// A drive with conveyor runs in time, as a string with the mass of belt, load and idlers. `tolerance` sets the mesh,
// see wave_elements().
class StringWavesSimulation final : public BeltSimulation {
 public:
  StringWavesSimulation(const BeltDrive& drive, double time_step, double tolerance);

  double time() const override { return waves_.time(); }
  double time_step() const override { return time_step_; }
  void advance(double dt) override;
  SolverStatistics statistics() const override;
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;
  std::vector<PulleyState> pulley_states() const override;
  BeltMap belt() const override;
  std::optional<std::vector<Eigen::Vector2d>> hub_loads() const override;
  std::vector<SpanState> span_states() const override;
  // The weight along the spans counts as a force of the runs.
  bool has_weight() const override { return false; }
  bool has_bending() const override { return false; }
  std::vector<std::string> preflight(double end_time) const override;

 private:
  struct Place;
  ArcForces arc_forces(const BeltPath& path, std::size_t k) const;
  // The places of results, σ ascending.
  std::vector<double> grid(const BeltPath& path) const;
  std::vector<Place> places(const BeltPath& path) const;
  ContactPoint contact_at(const Place& at, double material, const BeltPath& path) const;

  double time_step_;  // [s]
  StringWaves waves_;
  WaveInstant now_;  // at time(); each row asks for it several times
};

}  // namespace beltdyn::analytic
