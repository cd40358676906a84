// SPDX-License-Identifier: MIT
#include "report/polyline.hpp"

#include <cmath>
#include <cstdlib>
#include <utility>

namespace beltdyn::report {
namespace {

constexpr double kDeviation = 0.5;  // in tenths of a pixel
constexpr long kTenths = 10;

// The distance of p from the segment from a to b.
double distance(const PicturePoint& p, const PicturePoint& a, const PicturePoint& b) {
  const auto dx = static_cast<double>(b.x - a.x);
  const auto dy = static_cast<double>(b.y - a.y);
  const auto px = static_cast<double>(p.x - a.x);
  const auto py = static_cast<double>(p.y - a.y);
  const double length2 = dx * dx + dy * dy;
  if (length2 == 0.0) return std::hypot(px, py);
  const double along = std::min(1.0, std::max(0.0, (px * dx + py * dy) / length2));
  return std::hypot(px - along * dx, py - along * dy);
}

// A blank separates two numbers unless the second one begins with a sign.
void append_number(std::string& text, long tenths, bool follows_number) {
  if (follows_number && tenths >= 0) text += ' ';
  text += tenths_text(tenths);
}

}  // namespace

std::vector<PicturePoint> simplified(const std::vector<PicturePoint>& points) {
  if (points.size() < 3) return points;
  std::vector<bool> stays(points.size(), false);
  stays.front() = stays.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> parts{{0, points.size() - 1}};
  while (!parts.empty()) {
    const auto [first, last] = parts.back();
    parts.pop_back();
    double largest = kDeviation;
    std::size_t farthest = first;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double d = distance(points[i], points[first], points[last]);
      if (d > largest) {
        largest = d;
        farthest = i;
      }
    }
    if (farthest == first) continue;
    stays[farthest] = true;
    parts.emplace_back(first, farthest);
    parts.emplace_back(farthest, last);
  }
  std::vector<PicturePoint> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (stays[i]) result.push_back(points[i]);
  }
  return result;
}

std::string tenths_text(long tenths) {
  std::string text = tenths < 0 ? "-" : "";
  const long size = std::labs(tenths);
  if (size / kTenths != 0 || size % kTenths == 0) text += std::to_string(size / kTenths);
  if (size % kTenths != 0) text += "." + std::to_string(size % kTenths);
  return text;
}

std::string path_text(const std::vector<PicturePoint>& points) {
  const std::vector<PicturePoint> line = simplified(points);
  if (line.empty()) return {};
  std::string text = "M" + tenths_text(line.front().x);
  append_number(text, line.front().y, true);
  char command = 'M';
  for (std::size_t i = 1; i < line.size(); ++i) {
    const long dx = line[i].x - line[i - 1].x;
    const long dy = line[i].y - line[i - 1].y;
    const char next = dy == 0 ? 'h' : dx == 0 ? 'v' : 'l';
    if (next != command) text += next;
    append_number(text, next == 'v' ? dy : dx, next == command);
    if (next == 'l') append_number(text, dy, true);
    command = next;
  }
  return text;
}

}  // namespace beltdyn::report
