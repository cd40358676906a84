// SPDX-License-Identifier: MIT
#include "verification/laws/rig_support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/tools/minima.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"
#include "core/run/state_archive.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::verification {
namespace {

// A remainder below this part of a step is rounding.
constexpr double kNegligibleStep = 1e-12;
// Longer than any case; the simulations do not use it.
constexpr double kEndTime = 1e3;

}  // namespace

RigRun::RigRun(double normal_force, const std::string& motion, const std::string& law, double time_step,
               double tolerance) {
  const std::string text = fmt::format(
      R"({{"format": "beltdyn/1", "name": "verification", "end_time": {},
          "drive": {{"type": "friction_rig", "normal_force": {}, "motion": {}}},
          "runs": [{{"name": "run", "formulation": "friction_rig", "law": {}, "time_step": {}, "tolerance": {}}}]}})",
      kEndTime, normal_force, motion, law, time_step, tolerance);
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse("verification", text), all_formulations());
  simulation_ = configuration.runs[0].options->create(*configuration.drive, configuration.end_time);
  history_ = simulation_->history();
}

void RigRun::advance_to(double time) {
  const double step = simulation_->time_step();
  while (time - simulation_->time() > kNegligibleStep * step) {
    simulation_->advance(std::min(step, time - simulation_->time()));
  }
}

std::vector<std::uint8_t> RigRun::mark() const {
  StateWriter writer;
  simulation_->save(writer);
  return writer.to_cbor();
}

void RigRun::back_to(const std::vector<std::uint8_t>& mark) {
  StateReader reader(mark);
  simulation_->restore(reader);
}

RigPeak largest(RigRun& run, double end, const RigQuantity& quantity, const RigQuantity& persists) {
  std::vector<std::uint8_t> start = run.mark();  // start of the two steps around the largest reported value
  RigPeak peak{quantity(run), run.time()};
  double first = run.time();
  while (run.time() < end && persists(run) > 0.0) {
    std::vector<std::uint8_t> here = run.mark();
    const double time = run.time();
    run.advance_to(std::min(end, run.time() + run.time_step()));
    if (quantity(run) > peak.value) {
      peak = {quantity(run), run.time()};
      start = here;
      first = time;
    }
  }
  const std::vector<std::uint8_t> stop = run.mark();
  const auto negative = [&](double time) {
    run.back_to(start);
    run.advance_to(time);
    return -quantity(run);
  };
  constexpr int kBits = std::numeric_limits<double>::digits / 2;
  const double last = std::min(end, peak.time + run.time_step());
  const auto [time, value] = boost::math::tools::brent_find_minima(negative, first, last, kBits);
  if (-value > peak.value) peak = {-value, time};
  run.back_to(stop);
  return peak;
}

void advance_to_zero(RigRun& run, double end, const RigQuantity& quantity) {
  while (run.time() < end) {
    const std::vector<std::uint8_t> start = run.mark();
    const double before = run.time();
    run.advance_to(std::min(end, run.time() + run.time_step()));
    if (quantity(run) > 0.0) continue;
    const auto is_positive = [&](double time) {
      run.back_to(start);
      run.advance_to(time);
      return quantity(run) > 0.0;
    };
    const double after = numerics::bisect({before, run.time()}, is_positive).high;
    run.back_to(start);
    run.advance_to(after);
    return;
  }
}

std::string pulled_mass(double mass, double spring_stiffness, double pull_speed, double damping) {
  return fmt::format(
      R"({{"type": "pulled_mass", "mass": {}, "spring_stiffness": {},
          "pull_speed": {{"type": "constant", "value": {}}}, "damping": {}}})",
      mass, spring_stiffness, pull_speed, damping);
}

std::string constant_velocity(double velocity) {
  return fmt::format(R"({{"type": "prescribed_velocity", "velocity": {{"type": "constant", "value": {}}}}})", velocity);
}

std::string path_through(const std::vector<double>& positions) {
  std::vector<std::size_t> times;
  for (std::size_t i = 0; i < positions.size(); ++i) times.push_back(i);
  return fmt::format(
      R"({{"type": "prescribed_position", "position": {{"type": "piecewise_linear", "time": [{}], "value": [{}]}}}})",
      fmt::join(times, ", "), fmt::join(positions, ", "));
}

std::string stribeck(double static_coefficient, double kinetic_coefficient, double velocity) {
  return fmt::format(R"({{"type": "stribeck", "static": {}, "kinetic": {}, "velocity": {}}})", static_coefficient,
                     kinetic_coefficient, velocity);
}

std::string constant_coefficient(double value) { return fmt::format(R"({{"type": "constant", "value": {}}})", value); }

}  // namespace beltdyn::verification
