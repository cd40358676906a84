// SPDX-License-Identifier: MIT
#include "core/belt/belt_map.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/belt/slip_front.hpp"

namespace beltdyn {
namespace {

// Largest rounding error of a place, relative to the length of the path [-].
constexpr double kRounding = 1e-9;

// x shifted by whole periods into [begin, begin + period).
double moved_into(double x, double begin, double period) {
  const double moved = x - period * std::floor((x - begin) / period);
  return moved >= begin && moved < begin + period ? moved : begin;  // rounding may yield either end
}

// σ of the point of the whole path that is nearest to a position.
double nearest_of_all(const BeltPath& path, const Eigen::Vector2d& position) {
  double nearest = 0.0;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double near) {
    const double sigma = path.nearest(position, near);
    const double distance = (path.point(sigma).position - position).squaredNorm();
    if (distance >= least) return;
    least = distance;
    nearest = sigma;
  };
  for (const PathArc& arc : path.arcs()) offer(arc.start + 0.5 * arc.length());
  for (const PathSpan& span : path.spans()) offer(span.start + 0.5 * span.length);
  return nearest;
}

double between(double a, double b, double weight) { return a + weight * (b - a); }

}  // namespace

BeltMap::BeltMap(const BeltPath& path, double reference_length, std::vector<BeltPoint> points,
                 std::vector<ContactPoint> contacts)
    : length_(path.length()),
      reference_length_(reference_length),
      points_(std::move(points)),
      contacts_(std::move(contacts)) {
  for (const PathArc& arc : path.arcs()) arc_start_.push_back(arc.start);
  find_sigma(path);
  points_.push_back(points_.front());
  points_.back().material += reference_length_;
  sigma_.push_back(sigma_.front() + length_);
  find_limits();
  contacts_.push_back(contacts_.front());
  contacts_.back().material += reference_length_;
}

void BeltMap::find_limits() {
  const std::size_t n = contacts_.size();
  // i = 0: the point before the first; 1 to n: the points; n + 1 and n + 2: the points after the last.
  const auto contact = [this, n](std::size_t i) {
    ContactPoint point = contacts_[(i + n - 1) % n];
    if (i == 0) point.material -= reference_length_;
    if (i > n) point.material += reference_length_;
    return point;
  };
  limits_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const ContactPoint& here = contacts_[i];
    const ContactPoint& next = contacts_[i + 1 < n ? i + 1 : 0];
    limits_[i] = 0.5 * (here.material + next.material + (i + 1 < n ? 0.0 : reference_length_));
    if (here.pulley != next.pulley) {
      limits_[i] = here.contact_limit.value_or(limits_[i]);
    } else if (here.state != next.state) {
      limits_[i] = front_between(contact(i), here, contact(i + 2), contact(i + 3));
    }
    // Where contact ends before the front next to it, the zone between them has no length.
    if (i > 0) limits_[i] = std::max(limits_[i], limits_[i - 1]);
  }
}

// Starts at a particle on a pulley, whose σ is unambiguous, and follows the belt around the loop. A belt without
// contact starts at its first point.
void BeltMap::find_sigma(const BeltPath& path) {
  const std::size_t n = points_.size();
  std::size_t start = 0;
  double expected = nearest_of_all(path, points_.front().position);
  const auto touching =
      std::find_if(contacts_.begin(), contacts_.end(), [](const ContactPoint& contact) { return contact.pulley >= 0; });
  if (touching != contacts_.end()) {
    const auto particle = std::lower_bound(points_.begin(), points_.end(), touching->material,
                                           [](const BeltPoint& p, double value) { return p.material < value; });
    start = static_cast<std::size_t>(particle - points_.begin()) % n;
    const PathArc& arc = path.arcs()[static_cast<std::size_t>(touching->pulley)];
    expected = arc.start + 0.5 * arc.length();
  }
  sigma_.resize(n);
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t i = (start + j) % n;
    const double sigma = path.nearest(points_[i].position, expected);
    sigma_[i] = start + j < n ? sigma : sigma - length_;
    expected = sigma + (points_[(i + 1) % n].position - points_[i].position).norm();
  }
  // A belt that folds back along the path in an oscillation keeps the order of its particles.
  for (std::size_t i = 1; i < n; ++i) sigma_[i] = std::clamp(sigma_[i], sigma_[i - 1], sigma_[0] + length_);
}

BeltMap::Place BeltMap::place_of_sigma(double sigma) const {
  const double s = moved_into(sigma, sigma_.front(), length_);
  const auto right = std::upper_bound(sigma_.begin(), sigma_.end() - 1, s);
  const auto left = static_cast<std::size_t>(right - sigma_.begin()) - 1;
  return {.left = left, .weight = (s - sigma_[left]) / (sigma_[left + 1] - sigma_[left])};
}

BeltMap::Place BeltMap::place_of_material(double material) const {
  const double s = moved_into(material, points_.front().material, reference_length_);
  const auto right = std::upper_bound(points_.begin(), points_.end() - 1, s,
                                      [](double value, const BeltPoint& point) { return value < point.material; });
  const auto left = static_cast<std::size_t>(right - points_.begin()) - 1;
  return {.left = left, .weight = (s - points_[left].material) / (points_[left + 1].material - points_[left].material)};
}

double BeltMap::material_at(const Place& place) const {
  return between(points_[place.left].material, points_[place.left + 1].material, place.weight);
}

double BeltMap::sigma_of(double material) const {
  const Place place = place_of_material(material);
  return between(sigma_[place.left], sigma_[place.left + 1], place.weight);
}

ProfilePoint BeltMap::evaluate(const Place& place) const {
  const BeltPoint& a = points_[place.left];
  const BeltPoint& b = points_[place.left + 1];
  ProfilePoint point{.sigma = between(sigma_[place.left], sigma_[place.left + 1], place.weight),
                     .strain = between(a.strain, b.strain, place.weight),
                     .force = between(a.force, b.force, place.weight),
                     .speed = between(a.speed, b.speed, place.weight)};
  add_contact(material_at(place), point);
  return point;
}

void BeltMap::add_contact(double material, ProfilePoint& point) const {
  const double s = moved_into(material, contacts_.front().material, reference_length_);
  const auto right = std::upper_bound(contacts_.begin(), contacts_.end() - 1, s,
                                      [](double value, const ContactPoint& c) { return value < c.material; });
  const ContactPoint& a = *(right - 1);
  const ContactPoint& b = *right;
  const double limit = limits_[static_cast<std::size_t>(right - contacts_.begin()) - 1];
  const ContactPoint& here = s < limit ? a : b;
  point.contact_state = static_cast<int>(here.state);
  if (a.pulley == b.pulley) {
    const double weight = (s - a.material) / (b.material - a.material);
    point.pressure = between(a.pressure, b.pressure, weight);
    point.traction = between(a.traction, b.traction, weight);
    return;
  }
  const bool falls = a.contact_limit && limit != here.material;
  const double part = falls ? (limit - s) / (limit - here.material) : 1.0;
  point.pressure = part * here.pressure;
  point.traction = part * here.traction;
}

ProfilePoint BeltMap::at(double sigma) const {
  ProfilePoint point = evaluate(place_of_sigma(sigma));
  point.sigma = sigma;
  return point;
}

ProfilePoint BeltMap::at_particle(double material) const { return evaluate(place_of_material(material)); }

Eigen::Vector2d BeltMap::position(double material) const {
  const Place place = place_of_material(material);
  return points_[place.left].position +
         place.weight * (points_[place.left + 1].position - points_[place.left].position);
}

double BeltMap::material(double sigma) const { return material_at(place_of_sigma(sigma)); }

std::vector<double> BeltMap::state_changes() const {
  std::vector<double> changes;
  for (std::size_t i = 0; i + 1 < contacts_.size(); ++i) {
    if (contacts_[i].state == contacts_[i + 1].state && contacts_[i].pulley == contacts_[i + 1].pulley) continue;
    changes.push_back(moved_into(limits_[i], points_.front().material, reference_length_));
  }
  std::sort(changes.begin(), changes.end());
  return changes;
}

std::vector<SlipZone> BeltMap::slip_zones() const {
  const std::size_t n = contacts_.size() - 1;
  const auto begin_of = [this, n](std::size_t i) {
    return sigma_of(i == 0 ? limits_[n - 1] - reference_length_ : limits_[i - 1]);
  };
  const auto continues = [this](std::size_t i, std::size_t j) {
    return contacts_[i].pulley == contacts_[j].pulley && contacts_[i].state == contacts_[j].state;
  };
  std::vector<SlipZone> zones;
  // A zone across the first contact point begins before that point.
  std::size_t start = 0;
  while (start < n && contact::is_slipping(contacts_[start].state) && continues(start, (start + n - 1) % n)) ++start;
  for (std::size_t count = 0; count < n;) {
    const std::size_t first = (start + count) % n;
    std::size_t length = 1;
    while (count + length < n && continues(first, (first + length) % n)) ++length;
    count += length;
    if (!contact::is_slipping(contacts_[first].state)) continue;
    const int pulley = contacts_[first].pulley;
    const double entry = arc_start_[static_cast<std::size_t>(pulley)];
    const double begin = moved_into(begin_of(first), entry - 0.5 * length_, length_);
    // A zone without length may end a rounding before it begins.
    const double end = moved_into(begin_of((first + length) % n), begin - kRounding * length_, length_);
    zones.push_back({.pulley = pulley,
                     .begin = begin,
                     .end = std::max(begin, end),
                     .direction = contact::slip_direction(contacts_[first].state)});
  }
  std::sort(zones.begin(), zones.end(), [](const SlipZone& a, const SlipZone& b) { return a.begin < b.begin; });
  return zones;
}

}  // namespace beltdyn
