// SPDX-License-Identifier: MIT
#include "analytic/contour/front_tracking.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"

namespace beltdyn::analytic {
namespace {

// Longest travel of the belt in a step, relative to a contact [-].
constexpr double kLongestShift = 0.5;
constexpr double kMostPieces = 1e7;  // of a step
constexpr int kMostIterations = 60;
// Newton's method stops when levels change by less than this part of φ R [-]; since it converges quadratically, the
// result is then exact.
constexpr double kConverged = 1e-11;
// Times closer than this part of a step are equal [-].
constexpr double kNoStep = 1e-12;
// Shortest stick zone, relative to the contact; a shorter one counts as vanished [-].
constexpr double kLeastStickPart = 1e-6;
// Tolerance for rounding in the condition of stick at the entry, relative to φ R [-].
constexpr double kEntryRounding = 1e-12;

ContactProfile at_rest(const ContourDrive& drive, std::size_t k, const StrainLaw& law) {
  return {law, drive.contact_length[k], drive.friction_force[k] / drive.axial_stiffness};
}

// The first kink of the speeds after t0 + `no_step` and before t1; t1 if there is none.
double next_kink(const ContourDrive& drive, double t0, double t1, double no_step) {
  double next = t0;
  do {
    next = std::min(drive.surface_speed[0].next_kink(next, t1), drive.surface_speed[1].next_kink(next, t1));
  } while (next < t1 && next - t0 <= no_step);
  return next < t1 - no_step ? next : t1;
}

}  // namespace

FrontTracking::FrontTracking(const ContourDrive& drive, StrainModel model)
    : drive_(drive),
      law_(model),
      span_length_(drive.span_length()),
      state_{.profiles = {at_rest(drive, 0, law_), at_rest(drive, 1, law_)}},
      trial_(state_) {}

void FrontTracking::advance(double dt) {
  const double end_time = state_.time + dt;
  trial_ = state_;
  while (trial_.time < end_time) {
    // A difference by rounding, between a kink and an end of the step, makes no step.
    const double next = next_kink(drive_, trial_.time, end_time, kNoStep * dt);
    const std::array<double, 2> shift = drive_.surface_travel(trial_.time, next);
    const double part =
        std::max(shift[0] / trial_.profiles[0].contact_length(), shift[1] / trial_.profiles[1].contact_length());
    constexpr double kRounding = 1e-9;
    const double pieces = std::max(1.0, std::ceil(part / kLongestShift * (1.0 - kRounding)));
    if (!(pieces < kMostPieces)) {
      throw SolverError(fmt::format(
          "the belt passes {:.3g} contacts in one step at t = {:.9g} s; use a smaller time_step", part, trial_.time));
    }
    const double start = trial_.time;
    for (double i = 1.0; i < pieces; i += 1.0) {
      throw_if_stopped();
      substep(trial_, start + (next - start) * i / pieces);
    }
    substep(trial_, next);
  }
  std::swap(state_, trial_);
}

void FrontTracking::substep(State& state, double end_time) const {
  const std::array<double, 2> shift = drive_.surface_travel(state.time, end_time);
  const Levels old_levels = state.levels;
  state.time = end_time;
  for (std::size_t k = 0; k < 2; ++k) {
    // A shift by a whole contact in such a short piece means that the speed is discontinuous within the step.
    if (shift[k] >= state.profiles[k].contact_length()) {
      throw SolverError(
          fmt::format("the belt travels {:.6g} m over pulley {} in one step at t = {:.9g} s; use a "
                      "smaller time_step",
                      shift[k], k + 1, end_time));
    }
    state.profiles[k].transport(shift[k]);
  }
  const std::array<Envelope, 2> envelopes = solve(state, shift);
  require_valid(state, old_levels, shift, envelopes);
  for (std::size_t k = 0; k < 2; ++k) {
    state.profiles[k].finish(state.levels[1 - k], state.levels[k], envelopes[k]);
    state.slip_lengths[k] = envelopes[k].slip_length;
    state.statistics.status_changes += state.directions[k] != envelopes[k].direction ? 1 : 0;
    state.directions[k] = envelopes[k].direction;
  }
  ++state.statistics.steps;
}

std::array<Envelope, 2> FrontTracking::solve(State& state, const std::array<double, 2>& shift) const {
  const std::array<double, 2> elongation{state.elongation, -state.elongation};  // E_k⁻
  const std::array<ContactProfile, 2>& profiles = state.profiles;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    Levels next{};
    bool converged = true;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::size_t other = 1 - k;
      const double y = state.levels[k];
      const Envelope belt = profiles[k].envelope(state.levels[other], y);
      const double residual = belt.elongation + span_length_ * law_.elongation(y) +
                              profiles[other].inflow_elongation(y) + shift[k] - shift[other] - elongation[k];
      const double slope = belt.compliance + law_.compliance(y, y, span_length_) + profiles[other].inflow_compliance(y);
      next[k] = y - residual / slope;
      const double scale = profiles[k].slope() * profiles[k].contact_length();
      converged = converged && std::abs(next[k] - y) <= kConverged * scale;
    }
    state.levels = next;
    ++state.statistics.newton_iterations;
    if (!converged) continue;
    state.elongation +=
        profiles[0].inflow_elongation(next[1]) - profiles[1].inflow_elongation(next[0]) - (shift[0] - shift[1]);
    return {profiles[0].envelope(next[1], next[0]), profiles[1].envelope(next[0], next[1])};
  }
  throw SolverError(
      fmt::format("the strains of the spans did not converge in {} iterations at t = {:.9g} s (levels "
                  "{:.6g} and {:.6g}); use a smaller time_step",
                  kMostIterations, state.time, state.levels[0], state.levels[1]));
}

void FrontTracking::require_valid(const State& state, const Levels& old_levels, const std::array<double, 2>& shift,
                                  const std::array<Envelope, 2>& envelopes) const {
  for (std::size_t k = 0; k < 2; ++k) {
    const double length = state.profiles[k].contact_length();
    const double slope = state.profiles[k].slope();
    if (envelopes[k].slip_length >= (1.0 - kLeastStickPart) * length) {
      throw SolverError(
          fmt::format("full slip of pulley {} at t = {:.9g} s: its slip zone covers the whole contact of {:.6g} m and "
                      "the span strains are no longer determined; use more friction or a smaller speed difference",
                      k + 1, state.time, length));
    }
    const double change = std::abs(state.levels[1 - k] - old_levels[1 - k]);
    if (change > slope * (shift[k] + kEntryRounding * length)) {
      throw SolverError(
          fmt::format("the belt slips at the entry of pulley {} at t = {:.9g} s: the strain of the arriving belt "
                      "changes by {:.6g} over {:.6g} m, but friction sustains only f/b = {:.6g} per metre; use more "
                      "friction or a smaller speed difference",
                      k + 1, state.time, change, shift[k], slope));
    }
  }
}

void FrontTracking::save(StateWriter& writer) const {
  writer.numbers("front/scalars", std::array{state_.time, state_.elongation, state_.levels[0], state_.levels[1],
                                             state_.slip_lengths[0], state_.slip_lengths[1]});
  writer.numbers("front/profile_1", state_.profiles[0].numbers());
  writer.numbers("front/profile_2", state_.profiles[1].numbers());
  writer.integers("front/counters",
                  std::array<std::int64_t, 5>{state_.directions[0], state_.directions[1], state_.statistics.steps,
                                              state_.statistics.newton_iterations, state_.statistics.status_changes});
}

void FrontTracking::restore(StateReader& reader) {
  const std::vector<double>& scalars = reader.numbers("front/scalars", 6);
  const std::vector<std::int64_t>& counters = reader.integers("front/counters", 5, {.least = -1});
  require_sound_checkpoint(counters[0] <= 1 && counters[1] <= 1);
  // No belt has length 0.
  require_sound_checkpoint(scalars[2] > -1.0 && scalars[3] > -1.0);
  trial_.profiles[0].set_numbers(reader.numbers("front/profile_1"));
  trial_.profiles[1].set_numbers(reader.numbers("front/profile_2"));
  trial_.time = scalars[0];
  trial_.elongation = scalars[1];
  trial_.levels = {scalars[2], scalars[3]};
  trial_.slip_lengths = {scalars[4], scalars[5]};
  trial_.directions = {static_cast<int>(counters[0]), static_cast<int>(counters[1])};
  trial_.statistics = {.steps = counters[2], .newton_iterations = counters[3], .status_changes = counters[4]};
  state_ = trial_;
}

}  // namespace beltdyn::analytic
