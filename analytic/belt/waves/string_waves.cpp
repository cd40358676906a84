// SPDX-License-Identifier: MIT
#include "analytic/belt/waves/string_waves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Beyond this number of elements, which a run of a minute passes in some seconds, the shortest spans get the mass of an
// element.
constexpr int kMostElements = 8192;

const WaveSpanProperties& slowest(const std::vector<WaveSpanProperties>& spans) {
  return *std::ranges::max_element(spans, {}, &WaveSpanProperties::travel_time);
}

// Visits all numbers of an instant in a fixed order.
template <class Instant, class Visit>
void for_each_number(Instant& instant, Visit&& visit) {
  visit(instant.time);
  for (auto& span : instant.spans) {
    for (auto& point : span) {
      visit(point.force);
      visit(point.speed);
      visit(point.resistance);
      visit(point.acceleration);
    }
  }
  for (auto& p : instant.pulleys) {
    for (auto* number : {&p.time, &p.speed, &p.surface_speed, &p.mount_rate, &p.travel, &p.turned, &p.mount,
                         &p.arriving_force, &p.leaving_force, &p.resisting, &p.feed, &p.centrifugal, &p.slipping,
                         &p.end_speed[0], &p.end_speed[1], &p.end_force[0], &p.end_force[1]}) {
      visit(*number);
    }
  }
}

std::vector<double> numbers_of(const WaveInstant& instant) {
  std::vector<double> numbers;
  for_each_number(instant, [&numbers](double number) { numbers.push_back(number); });
  return numbers;
}

void set_numbers(WaveInstant& instant, const std::vector<double>& numbers) {
  auto next = numbers.begin();
  for_each_number(instant, [&next](double& number) { number = *next++; });
}

bool is_taut(const WaveInstant& instant) {
  const auto presses = [](const WavePulleyState& p) {
    return p.arriving_force > p.centrifugal && p.leaving_force > p.centrifugal;
  };
  const auto pulls = [](const std::vector<WavePoint>& span) {
    return std::ranges::all_of(span, [](const WavePoint& point) { return point.force > 0.0; });
  };
  return std::ranges::all_of(instant.pulleys, presses) && std::ranges::all_of(instant.spans, pulls);
}

}  // namespace

int StringWaves::chosen_elements(const std::vector<WaveSpanProperties>& spans, int least) {
  const double longest = slowest(spans).travel_time();
  double shortest = longest;
  for (const WaveSpanProperties& span : spans) shortest = std::min(shortest, span.travel_time());
  const int first = std::min(kMostElements, std::max(least, 2 * static_cast<int>(std::ceil(longest / shortest))));
  // The mass that the meshes leave at the ends of spans [kg].
  const auto rest = [&](int pairs) {
    double mass = 0.0;
    for (const WaveSpanProperties& span : spans) {
      const double whole = span.travel_time() / longest * pairs;
      mass += span.mass_per_length * span.length * (whole - whole_part(whole)) / whole;
    }
    return mass;
  };
  int best = first / 2;
  for (int pairs = first / 2; pairs <= (first + first / 4) / 2; ++pairs) {
    if (rest(pairs) < rest(best)) best = pairs;
  }
  return 2 * best;
}

StringWaves::StringWaves(StringWavesDrive drive, int elements)
    : drive_(std::move(drive)), tau_(slowest(drive_.spans).travel_time() / elements) {
  const std::size_t n = drive_.pulleys.size();
  for (const WaveSpanProperties& span : drive_.spans) spans_.emplace_back(span, tau_);
  for (std::size_t k = 0; k < n; ++k) {
    WavePulleyProperties pulley = drive_.pulleys[k];
    pulley.belt_mass += spans_[(k + n - 1) % n].mass_at_end() + spans_[k].mass_at_end();
    pulleys_.emplace_back(std::move(pulley));
  }
  for (std::size_t k = 0; k < n; ++k) {
    WaveSpan& span = spans_[k];
    const double element = drive_.spans[k].length / span.n_elements();
    std::vector<double> forces;
    std::vector<WavePoint> points;
    for (int i = 0; i < span.n_elements(); ++i) {
      const double force = drive_.force(k, (i + 0.5) * element);
      if (!(force > 0.0)) throw SolverError("the belt is slack at rest; shorten it or move the pulleys apart");
      forces.push_back(force);
    }
    for (int i = 0; i <= span.n_elements(); i += 2) {
      points.push_back({.force = drive_.force(k, i * element), .speed = drive_.speed});
    }
    span.lay(forces, drive_.speed);
    last_.spans.push_back(std::move(points));
  }
  for (std::size_t k = 0; k < n; ++k) {
    const WavePulleyProperties& p = pulleys_[k].properties();
    const double feed = p.feed * drive_.speed * drive_.speed;
    last_.pulleys.push_back(pulleys_[k].begin(drive_.surface_speeds[k], drive_.mounts[k],
                                              last_.spans[(k + n - 1) % n].back().force - 0.5 * p.belt_weight,
                                              last_.spans[k].front().force - feed + 0.5 * p.belt_weight));
  }
  before_ = last_;
}

double StringWaves::middle_of(std::int64_t step) const {
  return step == 0 ? 0.0 : 2.0 * tau_ * static_cast<double>(step - 1) + tau_;
}

void StringWaves::step() {
  const std::size_t n = pulleys_.size();
  const double time = 2.0 * tau_ * static_cast<double>(steps_);
  for (WaveSpan& span : spans_) span.begin_step();
  const auto arrival = [](const WaveSpan& span, double wave) {
    return WaveArrival{.impedance = span.impedance(),
                       .wave = wave,
                       .weight = span.weight_at_end(),
                       .resistance = span.resistance_at_end()};
  };
  std::vector<WavePulleyState> pulleys;
  for (std::size_t k = 0; k < n; ++k) {
    const WaveSpan& before = spans_[(k + n - 1) % n];
    pulleys.push_back(pulleys_[k].advance(time, 2.0 * tau_, {&before_.pulleys[k], &last_.pulleys[k]},
                                          arrival(before, before.at_end()), arrival(spans_[k], spans_[k].at_begin())));
  }
  before_ = last_;
  last_.time = middle_of(steps_ + 1);
  last_.pulleys = std::move(pulleys);
  for (std::size_t k = 0; k < n; ++k) {
    const auto end = [&](const WavePulleyState& pulley, std::size_t side) {
      return WavePoint{.force = pulley.end_force[side],
                       .speed = pulley.end_speed[side],
                       .resistance = pulley.resisting * drive_.spans[k].resistance};
    };
    const double least =
        spans_[k].end_step(end(last_.pulleys[k], 1), end(last_.pulleys[(k + 1) % n], 0), last_.spans[k]);
    if (least > 0.0) continue;
    throw SolverError(
        fmt::format("at t = {:.6g} s the belt becomes slack behind pulley {}; tighten it, or start it slower",
                    last_.time, drive_.pulleys[k].label));
  }
  ++steps_;
}

void StringWaves::advance_to(double time) {
  while (last_.time < time) step();
  time_ = time;
}

WaveInstant StringWaves::now() const {
  if (last_.time == before_.time) return last_;
  const double weight = (time_ - before_.time) / (last_.time - before_.time);
  std::vector<double> numbers = numbers_of(before_);
  const std::vector<double> later = numbers_of(last_);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += weight * (later[i] - numbers[i]);
  WaveInstant instant = last_;
  set_numbers(instant, numbers);
  return instant;
}

void StringWaves::save(StateWriter& writer) const {
  writer.number("waves/time", time_);
  writer.integer("waves/steps", steps_);
  writer.numbers("waves/before", numbers_of(before_));
  writer.numbers("waves/last", numbers_of(last_));
  for (std::size_t k = 0; k < spans_.size(); ++k) writer.numbers(fmt::format("waves/span_{}", k), spans_[k].sides());
}

void StringWaves::restore(StateReader& reader) {
  time_ = reader.time("waves/time");
  steps_ = reader.count("waves/steps");
  const std::size_t n = numbers_of(last_).size();
  set_numbers(before_, reader.numbers("waves/before", n));
  set_numbers(last_, reader.numbers("waves/last", n));
  for (std::size_t k = 0; k < spans_.size(); ++k) {
    spans_[k].set_sides(reader.numbers(fmt::format("waves/span_{}", k), spans_[k].sides().size()));
  }
  require_sound_checkpoint(before_.time <= time_ && time_ <= last_.time && last_.time == middle_of(steps_) &&
                           is_taut(before_) && is_taut(last_));
}

}  // namespace beltdyn::analytic
