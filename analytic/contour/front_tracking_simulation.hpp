// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/contour/front_tracking.hpp"
#include "analytic/contour/level_simulation.hpp"

namespace beltdyn::analytic {

// FrontTracking as a simulation.
class FrontTrackingSimulation final : public LevelSimulation {
 public:
  FrontTrackingSimulation(const ContourDrive& drive, StrainModel model, double time_step)
      : LevelSimulation(drive, model), tracking_(drive, model), time_step_(time_step) {}

  double time() const override { return tracking_.time(); }
  double time_step() const override { return time_step_; }
  void advance(double dt) override {
    tracking_.advance(dt);
    keep_books();
  }
  SolverStatistics statistics() const override { return tracking_.statistics(); }
  void save(StateWriter& writer) const override {
    tracking_.save(writer);
    ledger_.save(writer);
  }
  void restore(StateReader& reader) override {
    tracking_.restore(reader);
    ledger_.restore(reader);
  }

 protected:
  Contact contact(std::size_t k) const override {
    const double level = tracking_.levels()[k];
    const double length = tracking_.slip_length(k);
    const int direction = tracking_.direction(k);
    return {.exit = {.level = level, .front_level = level - direction * slope(k) * length, .slip_length = length},
            .direction = direction};
  }
  StickPoint stick_point(std::size_t k, double local) const override {
    return {.level = tracking_.profile(k).level(local), .slope = tracking_.profile(k).level_slope(local)};
  }
  double stick_elongation(std::size_t k, double length) const override {
    return tracking_.profile(k).elongation_before(length);
  }

 private:
  FrontTracking tracking_;
  double time_step_;  // [s]
};

}  // namespace beltdyn::analytic
