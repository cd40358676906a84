// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/string_geometry.hpp"

#include <cmath>
#include <numbers>

namespace beltdyn::analytic {
namespace {

// The turn of a span since the head of the integration, which is small within a step.
double swing_of(const PulleyGeometry& span) {
  const Eigen::Vector2d& from = span.head_tangent;
  const Eigen::Vector2d& to = span.tangent;
  const double across = from.x() * to.y() - from.y() * to.x();
  const double along = from.dot(to);
  // Largest turn for the series of the arc sine, whose next term 35/1152 s⁹ is below rounding.
  constexpr double kSmallSwing = 0.02;
  if (!(std::abs(across) < kSmallSwing && along > 0.0)) return std::atan2(across, along);
  const double s2 = across * across;
  return across * (1.0 + s2 * (1.0 / 6.0 + s2 * (3.0 / 40.0 + s2 * (15.0 / 336.0))));
}

}  // namespace

StringGeometry::StringGeometry(const StringDynamicsDrive& drive, const BeltPath& path)
    : pulleys_(drive.pulleys.size()) {
  const auto is_moved = [&drive](std::size_t k) { return drive.pulleys[k].is_moved; };
  const auto span_moves = [&](std::size_t k) { return is_moved(k) || is_moved(behind(k)); };
  for (std::size_t k = 0; k < size(); ++k) {
    pulleys_[k].radius = path.arcs()[k].radius;
    pulleys_[k].turn = path.arcs()[k].turn;
    if (is_moved(k)) moved_axes_.push_back(k);
    if (span_moves(k)) moved_spans_.push_back(k);
    if (span_moves(before(k)) || span_moves(k)) moved_wraps_.push_back(k);
  }
}

void StringGeometry::place_axis(std::size_t k, const AxisPlace& place, double velocity) {
  pulleys_[k].axis = place;
  pulleys_[k].velocity = place.by_u * velocity;
}

void StringGeometry::place_span(std::size_t k) {
  PulleyGeometry& here = pulleys_[k];
  const PulleyGeometry& there = pulleys_[behind(k)];
  const Eigen::Vector2d between = there.axis.place - here.axis.place;
  const Eigen::Vector2d apart = there.velocity - here.velocity;
  const double height = there.turn * there.radius - here.turn * here.radius;
  here.length = std::sqrt(between.squaredNorm() - height * height);
  const Eigen::Vector2d across(-between.y(), between.x());
  here.tangent = (here.length * between - height * across) / between.squaredNorm();
  here.spin = (here.tangent.x() * apart.y() - here.tangent.y() * apart.x()) / here.length;
  here.length_rate = here.tangent.dot(apart) + height * here.spin;
}

void StringGeometry::place_wrap(std::size_t k) {
  const Eigen::Vector2d& in = pulleys_[before(k)].tangent;
  const Eigen::Vector2d& out = pulleys_[k].tangent;
  const double angle = pulleys_[k].turn * std::atan2(in.x() * out.y() - in.y() * out.x(), in.dot(out));
  pulleys_[k].wrap = angle > 0.0 ? angle : angle + 2.0 * std::numbers::pi;
}

// As place_wrap(), within a step.
void StringGeometry::swing_wrap(std::size_t k) {
  PulleyGeometry& g = pulleys_[k];
  g.wrap = g.head_wrap + g.turn * (g.swing - pulleys_[before(k)].swing);
}

void StringGeometry::place_all() {
  for (std::size_t k = 0; k < size(); ++k) place_span(k);
  for (std::size_t k = 0; k < size(); ++k) place_wrap(k);
}

void StringGeometry::update(bool is_within_step) {
  for (const std::size_t k : moved_spans_) place_span(k);
  if (!is_within_step) {
    for (const std::size_t k : moved_wraps_) place_wrap(k);
    return;
  }
  for (const std::size_t k : moved_spans_) pulleys_[k].swing = swing_of(pulleys_[k]);
  for (const std::size_t k : moved_wraps_) swing_wrap(k);
}

void StringGeometry::set_head() {
  for (PulleyGeometry& g : pulleys_) {
    g.head_tangent = g.tangent;
    g.head_wrap = g.wrap;
  }
}

}  // namespace beltdyn::analytic
