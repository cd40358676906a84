// SPDX-License-Identifier: MIT
#include "analytic/contour/contact_profile.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Deviation from the line through its neighbours, relative to φ R, below which a point is redundant [-].
constexpr double kStraight = 1e-15;
// Largest number of points in a contact length: closer points are thinned out, which bounds the cost of a step.
constexpr double kMostPoints = 16384.0;
// Difference of levels, relative to φ R, that counts as rounding and causes no slip [-].
constexpr double kSameLevel = 1e-14;
constexpr std::size_t kNumbersPerPoint = 3;
constexpr std::size_t kReservedPoints = 1024;

}  // namespace

ContactProfile::ContactProfile(const StrainLaw& law, double contact_length, double slope)
    : law_(law), contact_length_(contact_length), slope_(slope), points_{{.local = contact_length}, {}} {
  points_.reserve(kReservedPoints);
}

void ContactProfile::transport(double shift) {
  for (Point& point : points_) point.local += shift;
  const auto behind_exit = [this](const Point& point) { return point.local > contact_length_; };
  const auto inside = std::find_if_not(points_.begin(), points_.end(), behind_exit);
  if (inside != points_.begin()) {
    Point& last_out = *(inside - 1);
    const double part = (last_out.local - contact_length_) / (last_out.local - inside->local);
    last_out.level += part * (inside->level - last_out.level);
    last_out.local = contact_length_;
    last_out.elongation = 0.0;
    inside->elongation = law_.elongation(inside->level, last_out.level, contact_length_ - inside->local);
    points_.erase(points_.begin(), inside - 1);
  }
  transported_ = 0.0;
  for (const Point& point : points_) transported_ += point.elongation;
}

double ContactProfile::inflow_elongation(double entry_level) const {
  return law_.elongation(points_.back().level, entry_level, points_.back().local);
}

double ContactProfile::inflow_compliance(double entry_level) const {
  // Levels between the two ends have linear weights: to first order in their difference half of the whole.
  return 0.5 * law_.compliance(points_.back().level, entry_level, points_.back().local);
}

double ContactProfile::excess(const Point& point, double exit_level, int direction) const {
  return direction * (exit_level - point.level) - slope_ * (contact_length_ - point.local);
}

Envelope ContactProfile::envelope(double entry_level, double exit_level) const {
  const double jump = exit_level - points_.front().level;
  if (std::abs(jump) <= kSameLevel * slope_ * contact_length_) {
    return {.elongation = transported_, .front_level = points_.front().level, .kept = points_.size() - 1};
  }
  Envelope result{.direction = jump > 0.0 ? 1 : -1};
  const Point entry{.local = 0.0, .level = entry_level, .elongation = inflow_elongation(entry_level)};
  double replaced = 0.0;  // elongation of the transported belt that the slip zone replaces
  double before = excess(points_.front(), exit_level, result.direction);
  for (std::size_t i = 1; i <= points_.size(); ++i) {
    const bool is_inflow = i == points_.size();
    const Point& outer = points_[i - 1];
    const Point& inner = is_inflow ? entry : points_[i];
    const double here = excess(inner, exit_level, result.direction);
    const bool ends_here = here <= 0.0;
    result.kept = points_.size() - i;
    if (ends_here || is_inflow) {
      const double part = ends_here ? before / (before - here) : 1.0;
      result.front_level = outer.level + part * (inner.level - outer.level);
      // The difference of levels keeps its digits if friction is strong and the zone short.
      const double drop = result.direction * (exit_level - result.front_level);
      result.slip_length = ends_here ? drop / slope_ : contact_length_;
      replaced += law_.elongation(outer.level, result.front_level, part * (outer.local - inner.local));
      break;
    }
    replaced += inner.elongation;
    before = here;
  }
  result.elongation = transported_ - replaced + law_.elongation(result.front_level, exit_level, result.slip_length);
  result.compliance = law_.compliance(result.front_level, exit_level, result.slip_length);
  return result;
}

void ContactProfile::finish(double entry_level, double exit_level, const Envelope& envelope) {
  if (envelope.direction != 0) {
    // The line from the front to the exit replaces the points between the old exit and the front.
    const std::size_t first_kept = points_.size() - envelope.kept;
    const Point exit{.local = contact_length_, .level = exit_level, .elongation = 0.0};
    const Point front{.local = contact_length_ - envelope.slip_length,
                      .level = envelope.front_level,
                      .elongation = law_.elongation(envelope.front_level, exit_level, envelope.slip_length)};
    if (envelope.kept > 0) {
      Point& inner = points_[first_kept];
      inner.elongation = law_.elongation(inner.level, front.level, front.local - inner.local);
    }
    if (first_kept >= 2) {
      points_.erase(points_.begin() + 2, points_.begin() + static_cast<std::ptrdiff_t>(first_kept));
    } else {
      points_.insert(points_.begin(), Point{});
    }
    points_[0] = exit;
    points_[1] = front;
  }
  append_entry(entry_level);
}

void ContactProfile::append_entry(double level) {
  Point& last = points_.back();
  if (last.local == 0.0) {
    last.level = level;
    return;
  }
  Point entry{.local = 0.0, .level = level, .elongation = law_.elongation(level, last.level, last.local)};
  if (points_.size() > 2) {
    const Point& outer = points_[points_.size() - 2];
    const double part = last.local / outer.local;
    const double miss = std::abs(level + part * (outer.level - level) - last.level);
    const bool is_close = outer.local - last.local < contact_length_ / kMostPoints;
    if (is_close || miss <= kStraight * slope_ * contact_length_) {
      entry.elongation += last.elongation;
      last = entry;
      return;
    }
  }
  points_.push_back(entry);
}

double ContactProfile::elongation() const {
  double sum = 0.0;
  for (const Point& point : points_) sum += point.elongation;
  return sum;
}

std::size_t ContactProfile::stretch_at(double local) const {
  const auto inner = std::partition_point(points_.begin() + 1, points_.end() - 1,
                                          [local](const Point& point) { return point.local > local; });
  return static_cast<std::size_t>(inner - points_.begin());
}

double ContactProfile::level_slope(double local) const {
  const Point& inner = points_[stretch_at(local)];
  const Point& outer = points_[stretch_at(local) - 1];
  return outer.local > inner.local ? (outer.level - inner.level) / (outer.local - inner.local) : 0.0;
}

double ContactProfile::level(double local) const {
  const Point& inner = points_[stretch_at(local)];
  return inner.level + level_slope(local) * (local - inner.local);
}

double ContactProfile::elongation_before(double local) const {
  const std::size_t i = stretch_at(local);
  double sum = law_.elongation(points_[i].level, level(local), local - points_[i].local);
  for (std::size_t j = i + 1; j < points_.size(); ++j) sum += points_[j].elongation;
  return sum;
}

std::vector<double> ContactProfile::numbers() const {
  std::vector<double> result;
  result.reserve(kNumbersPerPoint * points_.size());
  for (const Point& point : points_) result.insert(result.end(), {point.local, point.level, point.elongation});
  return result;
}

void ContactProfile::set_numbers(const std::vector<double>& numbers) {
  bool is_sound = numbers.size() >= 2 * kNumbersPerPoint && numbers.size() % kNumbersPerPoint == 0 &&
                  std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
  points_.clear();
  for (std::size_t i = 0; is_sound && i < numbers.size(); i += kNumbersPerPoint) {
    points_.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    is_sound = points_.back().level > -1.0;  // no belt has length 0
  }
  if (!is_sound) throw IoError("the checkpoint of the strain on a pulley is corrupt; run again with --force");
}

}  // namespace beltdyn::analytic
