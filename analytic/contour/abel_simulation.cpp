// SPDX-License-Identifier: MIT
#include "analytic/contour/abel_simulation.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/quadrature/gauss.hpp>
#include <fmt/format.h>

#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

AbelSimulation::AbelSimulation(const ContourDrive& drive, StartFormula formula, double time_step)
    : LevelSimulation(drive, StrainModel::linear),
      spans_{SpanStart::slack(drive), SpanStart::tight(drive)},
      formula_(formula),
      time_step_(time_step) {}

double AbelSimulation::strain(std::size_t span, double time) const {
  return formula_ == StartFormula::abel ? spans_[span].strain(time) : spans_[span].linear_strain(time);
}

double AbelSimulation::rate(std::size_t span, double time) const {
  return formula_ == StartFormula::abel ? spans_[span].rate(time) : spans_[span].linear_rate(time);
}

LevelSimulation::Contact AbelSimulation::contact(std::size_t k) const {
  const double exit = strain(k, time_);
  if (exit == 0.0) return {};
  const int direction = exit > 0.0 ? 1 : -1;
  const double length = std::min(std::abs(exit) / slope(k), drive().contact_length[k]);
  return {.exit = {.level = exit, .front_level = exit - direction * slope(k) * length, .slip_length = length},
          .direction = direction};
}

LevelSimulation::StickPoint AbelSimulation::stick_point(std::size_t k, double local) const {
  const double speed = drive().surface_speed[k].value(0.0);
  const double entry_time = time_ - local / speed;
  if (entry_time <= 0.0) return {};
  return {.level = strain(1 - k, entry_time), .slope = -rate(1 - k, entry_time) / speed};
}

double AbelSimulation::stick_elongation(std::size_t k, double length) const {
  const double speed = drive().surface_speed[k].value(0.0);
  // The strain is smooth after the start: a rule of high order is exact on pieces shorter than its time scale.
  constexpr unsigned kPoints = 10;
  const double first = std::max(0.0, time_ - length / speed);
  const double scale = drive().span_length() / speed;
  const double pieces = std::ceil((time_ - first) / scale);
  double sum = 0.0;
  for (double i = 0.0; i < pieces; i += 1.0) {
    const double a = first + (time_ - first) * i / pieces;
    const double b = first + (time_ - first) * (i + 1.0) / pieces;
    sum += boost::math::quadrature::gauss<double, kPoints>::integrate([this, k](double t) { return strain(1 - k, t); },
                                                                      a, b);
  }
  return speed * sum;
}

std::vector<std::string> AbelSimulation::preflight(double end_time) const {
  const double tight = rest_zone_end(drive(), 1, formula_);
  const double slack = rest_zone_end(drive(), 0, formula_);
  if (end_time <= std::min(tight, slack)) return {};
  return {
      fmt::format("the formula is a solution only until min(t*, t**) = {:.6g} s (t* = {:.6g} s, t** = {:.6g} s), when "
                  "the unstrained belt has left a pulley; values at later times are evaluated but not meaningful",
                  std::min(tight, slack), tight, slack)};
}

void AbelSimulation::save(StateWriter& writer) const {
  writer.number("start/time", time_);
  writer.integer("start/steps", steps_);
  ledger_.save(writer);
}

void AbelSimulation::restore(StateReader& reader) {
  time_ = reader.time("start/time");
  steps_ = reader.count("start/steps");
  ledger_.restore(reader);
}

}  // namespace beltdyn::analytic
