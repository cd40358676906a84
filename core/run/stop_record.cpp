// SPDX-License-Identifier: MIT
#include "core/run/stop_record.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/run/state_archive.hpp"

namespace beltdyn {
namespace {

constexpr double kAtRest = 1e-3;  // of the fastest surface so far [-]

}  // namespace

void StopRecord::note(double speed) { fastest_ = std::max(fastest_, std::abs(speed)); }

bool StopRecord::is_rest(double speed) const { return std::abs(speed) <= kAtRest * fastest_; }

void StopRecord::look(bool is_held, const Moment& now) {
  if (is_held && !held_) held_ = now;
  if (!is_held) held_.reset();
}

std::optional<Stop> StopRecord::stop() const {
  if (!held_) return std::nullopt;
  Stop stop{.time = held_->time};
  if (!begin_) return stop;
  stop.distance = 0.0;
  for (std::size_t i = 0; i < n_places_; ++i) {
    stop.distance = std::max(*stop.distance, std::abs(held_->places[i] - begin_->places[i]));
  }
  return stop;
}

// The fastest speed, then both moments: whether there is one, its time and places.
void StopRecord::save(StateWriter& writer, const std::string& name) const {
  std::vector<double> numbers{fastest_};
  for (const std::optional<Moment>& moment : {begin_, held_}) {
    const Moment at = moment.value_or(Moment{.places = std::vector<double>(n_places_)});
    numbers.insert(numbers.end(), {moment ? 1.0 : 0.0, at.time});
    numbers.insert(numbers.end(), at.places.begin(), at.places.end());
  }
  writer.numbers(name, numbers);
}

void StopRecord::restore(StateReader& reader, const std::string& name) {
  const std::vector<double>& numbers = reader.numbers(name, 1 + 2 * (2 + n_places_));
  fastest_ = numbers[0];
  const auto moment = [&](std::size_t from) {
    const auto places = numbers.begin() + static_cast<std::ptrdiff_t>(from + 2);
    return numbers[from] == 0.0
               ? std::nullopt
               : std::optional(Moment{.time = numbers[from + 1],
                                      .places = {places, places + static_cast<std::ptrdiff_t>(n_places_)}});
  };
  begin_ = moment(1);
  held_ = moment(3 + n_places_);
}

std::vector<Conclusion> stop_conclusions(const std::optional<Stop>& stop, bool is_stopped, std::string_view what,
                                         std::string_view begin) {
  std::vector<Conclusion> list;
  const auto add = [&list](const char* name, const char* unit, double value, std::string meaning) {
    list.push_back({.name = name, .unit = unit, .value = value, .meaning = std::move(meaning)});
  };
  if (stop) {
    add("stopping_time", "s", stop->time, fmt::format("when the {} came to rest", what));
    if (stop->distance) {
      add("stopping_distance", "m", *stop->distance, fmt::format("that the {} ran since {}", what, begin));
    }
  } else if (is_stopped) {
    const std::string moves = fmt::format("none: the {} is not at rest at the end of the run", what);
    add("stopping_time", "s", std::nan(""), moves);
    add("stopping_distance", "m", std::nan(""), moves);
  }
  return list;
}

}  // namespace beltdyn
