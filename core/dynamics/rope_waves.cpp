// SPDX-License-Identifier: MIT
#include "core/dynamics/rope_waves.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "core/drive/rope/rope_drive.hpp"
#include "core/dynamics/rope_swing.hpp"
#include "core/numerics/rounded.hpp"

namespace beltdyn {
namespace {

constexpr double kMostStepsOfWaves = 5000.0;
// A change over a longer phase of an oscillation excites it in inverse proportion to the phase [rad].
constexpr double kSudden = 10.0;
// Bodies feel waves in ropes whose mass exceeds this part of theirs.
constexpr double kLight = 0.01;
constexpr double kPartOfElement = 0.8;  // part of an element that a wave passes in a step
constexpr double kPerWave = 16.0;       // elements per wavelength
constexpr double kFewestPerWave = 8.0;
// With the trapezoidal rule the relative phase error is (ω h)²/12, with ρ∞ = 0.7 somewhat more.
constexpr double kPhaseError = 1.0 / 6.0;
// Phase errors of fully excited oscillations: of a run with the chosen step, and of a run without warning [rad].
constexpr double kChosenPhase = 0.01;
constexpr double kMostPhase = 0.1;

// Does the drive jump as the rope starts, where a body is released, or where a brake stops its pulley?
bool jumps(const RopeDrive& drive) {
  if (std::ranges::any_of(drive.pulleys, [](const Pulley& pulley) { return pulley.brake.has_value(); })) return true;
  for (const RopeDriveEnd& end : drive.ends) {
    if (const auto* winch = std::get_if<WinchEnd>(&end.form)) {
      if (!drive.starts_running() && !winch->turns_freely() && winch->rate.value(0.0) != 0.0) return true;
      if (winch->drum.brake) return true;
    }
    const auto* body = std::get_if<BodyEnd>(&end.form);
    if (body == nullptr || body->is_held) continue;
    // With pulleys, bodies start at the speed of the rope.
    if (body->held_until > 0.0 || (drive.pulleys.empty() && body->velocity != 0.0)) return true;
  }
  return false;
}

// The time step that causes this phase error in the oscillations of bodies until `end_time`; infinite without any [s].
double step_of_phase(double phase, const RopeWaves& waves, double end_time) {
  return std::sqrt(phase / waves.excited() / (kPhaseError * std::pow(waves.swing, 3) * end_time));
}

}  // namespace

RopeWaves rope_waves(const RopeDrive& drive) {
  RopeWaves waves{.change = INFINITY};
  const Rope& rope = drive.rope;
  if (!(rope.axial_stiffness > 0.0)) return waves;
  for (const TimeFunction* function : drive.time_functions()) {
    waves.change = std::min(waves.change, function->smooth_panel());
  }
  if (jumps(drive)) waves.change = 0.0;
  const RopePath path = drive.path();
  const double longest = std::ranges::max(path.spans(), {}, &PathSpan::length).length;
  const RopeSwing swing = rope_swing(drive, path);
  waves.swing = swing.angular_frequency;
  waves.swinging = swing.body;
  double lightest = INFINITY;
  for (const RopeDriveEnd& end : drive.ends) {
    const auto* body = std::get_if<BodyEnd>(&end.form);
    if (body == nullptr || body->is_held) continue;
    lightest = std::min(lightest, body->mass);
  }
  const double mass = rope.mass_per_length * longest;
  if (mass > 0.0 && (std::isinf(lightest) || mass > kLight * lightest)) {
    waves.transit = longest * std::sqrt(rope.mass_per_length / rope.axial_stiffness);
  }
  return waves;
}

double RopeWaves::excited() const { return swing > 0.0 ? std::min(1.0, kSudden / (change * swing)) : 0.0; }

int RopeWaves::elements(double per_wave) const {
  if (transit == 0.0) return 1;
  const double needed = per_wave * transit / change;
  return needed < kSpanElements ? std::max(1, static_cast<int>(std::ceil(needed))) : kSpanElements;
}

int chosen_span_elements(const RopeDrive& drive, int usual) {
  return std::max(usual, rope_waves(drive).elements(kPerWave));
}

double step_for_waves(const RopeDrive& drive, int span_elements, double step, double end_time) {
  const RopeWaves waves = rope_waves(drive);
  double needed = step;
  if (waves.elements(kPerWave) > 1) needed = std::min(needed, kPartOfElement * waves.transit / span_elements);
  needed = std::min(needed, step_of_phase(kChosenPhase, waves, end_time));
  if (needed >= step) return step;
  return std::min(step, numerics::rounded_down(std::max(needed, end_time / kMostStepsOfWaves)));
}

std::vector<std::string> wave_warnings(const RopeDrive& drive, int span_elements, double step, double end_time) {
  const RopeWaves waves = rope_waves(drive);
  std::vector<std::string> warnings;
  const int fewest = waves.elements(kFewestPerWave);
  if (fewest > 1 && span_elements < std::min(fewest, kSpanElements / 2)) {
    warnings.push_back(fmt::format(
        "what drives the rope changes {}, in which axial waves do not pass the longest span, {:.3g} s; {} elements of "
        "it blur them: use an elements_per_span of {} or more",
        waves.change > 0.0 ? fmt::format("within {:.3g} s", waves.change) : std::string("at once"), waves.transit,
        span_elements, waves.elements(kPerWave)));
  }
  if (fewest > 1 && step > waves.transit / kFewestPerWave) {
    warnings.push_back(
        fmt::format("axial waves pass the longest span in {:.3g} s, which steps of {:.3g} s do not show; "
                    "use a time_step below {:.2g} s",
                    waves.transit, step, waves.transit / kPerWave));
  }
  if (step > step_of_phase(kMostPhase, waves, end_time)) {
    const double phase = kPhaseError * std::pow(waves.swing * step, 2) * waves.swing * end_time;
    warnings.push_back(fmt::format(
        "{} swings on the rope with {:.3g} rad/s; at the end, after {:.3g} rad, steps of {:.3g} s have shifted "
        "its phase by some {:.2g} rad; if the phase counts, use a time_step below {:.2g} s",
        waves.swinging, waves.swing, waves.swing * end_time, step, phase, step_of_phase(kMostPhase, waves, end_time)));
  }
  return warnings;
}

}  // namespace beltdyn
