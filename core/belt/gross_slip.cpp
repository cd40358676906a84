// SPDX-License-Identifier: MIT
#include "core/belt/gross_slip.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn {
namespace {

// Points with less than this part of the mean pressure do not count: bending and compliance lift the belt at the ends
// of an arc.
constexpr double kPressedPart = 0.1;
// Friction from this part of the limit on counts as being at the limit, which bristles only approach.
constexpr double kAtLimit = 0.95;

using Points = std::vector<const ContactPoint*>;

// The points that touch a pulley, in their order along its arc.
Points points_on(std::span<const ContactPoint> contacts, int pulley) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (contacts[i].pulley == pulley && contacts[i].pressure > 0.0) places.push_back(i);
  }
  // The arc begins behind the widest gap, which may be in the middle of the list.
  std::size_t begin = 0;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t gap = i == 0 ? places[0] + contacts.size() - places.back() : places[i] - places[i - 1];
    if (gap <= widest) continue;
    widest = gap;
    begin = i;
  }
  Points points;
  for (std::size_t i = 0; i < places.size(); ++i) points.push_back(&contacts[places[(begin + i) % places.size()]]);
  return points;
}

// The points that can hold the belt.
Points holding_points(Points points) {
  double mean = 0.0;
  for (const ContactPoint* point : points) mean += point->pressure / static_cast<double>(points.size());
  std::erase_if(points, [mean](const ContactPoint* point) { return point->pressure <= kPressedPart * mean; });
  if (points.size() <= 2) return points;
  return {points.begin() + 1, points.end() - 1};
}

// The direction in which a point slips at the friction limit, else 0.
int slip_at_limit(const ContactPoint& point, double coefficient) {
  const int direction = contact::slip_direction(point.state);
  return -direction * point.traction >= kAtLimit * coefficient * point.pressure ? direction : 0;
}

}  // namespace

std::vector<int> gross_slip(std::span<const ContactPoint> contacts, const BeltDrive& drive) {
  std::vector<int> directions(drive.pulleys.size(), 0);
  for (std::size_t k = 0; k < directions.size(); ++k) {
    const double coefficient = drive.kinetic_coefficient(k);
    const Points points = holding_points(points_on(contacts, static_cast<int>(k)));
    if (points.empty() || coefficient == 0.0) continue;
    const int direction = slip_at_limit(*points.front(), coefficient);
    const bool is_everywhere = std::ranges::all_of(
        points, [&](const ContactPoint* point) { return slip_at_limit(*point, coefficient) == direction; });
    if (is_everywhere) directions[k] = direction;
  }
  return directions;
}

}  // namespace beltdyn
