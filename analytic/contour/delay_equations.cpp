// SPDX-License-Identifier: MIT
#include "analytic/contour/delay_equations.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Shortest stick zone, relative to the contact; a shorter one counts as vanished [-].
constexpr double kLeastStickPart = 1e-6;

}  // namespace

DelayEquations::DelayEquations(const ContourDrive& drive, StrainModel model)
    : law_(model), span_length_(drive.span_length()), contact_(drive.contact_length) {
  for (std::size_t k = 0; k < 2; ++k) {
    speed_[k] = drive.surface_speed[k].value(0.0);
    slope_[k] = drive.friction_force[k] / drive.axial_stiffness;
  }
  if (!drive.has_constant_speeds() || !(speed_[0] > 0.0) || !(speed_[1] > 0.0)) {
    throw UsageError("the delay equations need constant positive speeds of both pulleys; use front tracking");
  }
  const double surplus = speed_[0] - speed_[1];
  level_scale_ = std::abs(surplus) / (speed_[0] + speed_[1]);
  if (surplus != 0.0) direction_ = surplus > 0.0 ? std::array{-1, 1} : std::array{1, -1};
}

Levels DelayEquations::rates(const Levels& levels, const std::array<double, 2>& slip_lengths) const {
  Levels result{};
  for (std::size_t k = 0; k < 2; ++k) {
    const double front = levels[k] - direction_[k] * slope_[k] * slip_lengths[k];
    result[k] = exit_level_rate(law_, {.level = levels[k], .front_level = front, .slip_length = slip_lengths[k]},
                                span_length_, speed_[k], speed_[1 - k]);
  }
  return result;
}

void DelayEquations::require_stick_zone(double time, const std::array<double, 2>& slip_lengths) const {
  for (std::size_t k = 0; k < 2; ++k) {
    if (slip_lengths[k] < (1.0 - kLeastStickPart) * contact_[k]) continue;
    throw SolverError(
        fmt::format("full slip of pulley {} at t = {:.9g} s: its slip zone covers the whole contact of {:.6g} m and "
                    "the span strains are no longer determined; use more friction or a smaller speed difference",
                    k + 1, time, contact_[k]));
  }
}

void DelayEquations::require_stick_at_entry(double time, const Levels& rates) const {
  for (std::size_t k = 0; k < 2; ++k) {
    const double slope = std::abs(rates[1 - k]) / speed_[k];
    if (slope <= slope_[k]) continue;
    throw SolverError(fmt::format(
        "the belt slips at the entry of pulley {} at t = {:.9g} s: the strain of the arriving belt changes by {:.6g} "
        "per metre, but friction sustains only f/b = {:.6g} per metre; use more friction or a smaller speed difference",
        k + 1, time, slope, slope_[k]));
  }
}

}  // namespace beltdyn::analytic
