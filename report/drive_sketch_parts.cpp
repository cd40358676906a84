// SPDX-License-Identifier: MIT
#include "report/drive_sketch_parts.hpp"

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "report/html.hpp"

namespace beltdyn::report {

void View::include(const Vector& point, double reach) {
  low_ = low_.cwiseMin(point - Vector::Constant(reach));
  high_ = high_.cwiseMax(point + Vector::Constant(reach));
}

void View::fit(const Frame& frame, double room) {
  const Vector size = (high_ - low_).cwiseMax(Vector::Constant(1e-9));
  const Vector place = frame.size - Vector::Constant(2.0 * room);
  scale_ = std::min(place.x() / size.x(), place.y() / size.y());
  height_ = scale_ * size.y() + 2.0 * room;
  origin_ = {frame.corner.x() + 0.5 * (frame.size.x() - scale_ * size.x()), frame.corner.y() + height_ - room};
}

Vector View::at(const Vector& point) const {
  return {origin_.x() + scale_ * (point.x() - low_.x()), origin_.y() - scale_ * (point.y() - low_.y())};
}

std::string svg(double height, std::string_view label, const std::string& content) {
  return fmt::format(
      "<figure class=\"sketch\"><svg viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" role=\"img\" "
      "aria-label=\"{}\" fill=\"none\" stroke-linecap=\"round\">{}</svg></figure>\n",
      kPictureWidth, height, kPictureWidth, height, escape(label), content);
}

std::string circle(const Vector& center, double radius, std::string_view paint) {
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}/>", center.x(), center.y(), radius, paint);
}

std::string text(const Vector& at, std::string_view words, std::string_view anchor_at) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", at.x(), at.y() + 4.5, anchor_at,
                     escape(words));
}

std::string line(const Vector& from, const Vector& to, std::string_view paint) {
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" {}/>", from.x(), from.y(), to.x(), to.y(), paint);
}

std::string arrow(const Vector& from, const Vector& to) {
  const Vector along = (to - from).normalized();
  const Vector across{-along.y(), along.x()};
  const Vector tip = 0.5 * (from + to) + 7.0 * along;
  const Vector left = tip - 11.0 * along + 5.0 * across;
  const Vector right = tip - 11.0 * along - 5.0 * across;
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\" fill=\"var(--ink)\"/>", tip.x(), tip.y(),
                     left.x(), left.y(), right.x(), right.y());
}

void append_arc(std::string& line, const View& view, const PathArc& arc) {
  const Vector entry = view.at(arc.entry);
  const Vector exit = view.at(arc.exit);
  const double radius = view.scale() * arc.radius;
  line +=
      fmt::format("{}{:.1f} {:.1f}A{:.1f} {:.1f} 0 {} {} {:.1f} {:.1f}", line.empty() ? "M" : "L", entry.x(), entry.y(),
                  radius, radius, arc.wrap > std::numbers::pi ? 1 : 0, arc.turn > 0.0 ? 0 : 1, exit.x(), exit.y());
}

}  // namespace beltdyn::report
