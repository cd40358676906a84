// SPDX-License-Identifier: MIT
#include "core/run/gross_slip_record.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/run/state_archive.hpp"

namespace beltdyn {

void GrossSlipRecord::add(double time, std::span<const int> now) {
  directions.resize(now.size(), 0);
  for (std::size_t k = 0; k < now.size(); ++k) {
    const auto pulley = static_cast<int>(k);
    if (now[k] != 0 && now[k] == directions[k]) {
      const auto last = std::ranges::find(intervals.rbegin(), intervals.rend(), pulley, &GrossSlip::pulley);
      last->end = time;
    } else if (now[k] != 0) {
      intervals.push_back({.pulley = pulley, .direction = now[k], .begin = time, .end = time});
    }
    directions[k] = now[k];
  }
}

void GrossSlipRecord::save(StateWriter& writer) const {
  std::vector<std::int64_t> places;
  std::vector<double> times;
  for (const GrossSlip& slip : intervals) {
    places.insert(places.end(), {slip.pulley, slip.direction});
    times.insert(times.end(), {slip.begin, slip.end});
  }
  writer.integers("runner/gross_slip_places", places);
  writer.numbers("runner/gross_slip_times", times);
  writer.integers("runner/gross_slip_now", std::vector<std::int64_t>(directions.begin(), directions.end()));
}

GrossSlipRecord GrossSlipRecord::read(const StateReader& reader) {
  const std::vector<double>& times = reader.numbers("runner/gross_slip_times");
  const std::vector<std::int64_t>& now = reader.integers("runner/gross_slip_now");
  const auto n_pulleys = static_cast<std::int64_t>(now.size());
  const std::vector<std::int64_t>& places = reader.integers(
      "runner/gross_slip_places", times.size(), {.least = -1, .most = std::max(n_pulleys, std::int64_t{1})});
  require_sound_checkpoint(times.size() % 2 == 0);
  GrossSlipRecord record;
  for (std::size_t i = 0; i < times.size(); i += 2) {
    record.intervals.push_back({.pulley = static_cast<int>(places[i]),
                                .direction = static_cast<int>(places[i + 1]),
                                .begin = times[i],
                                .end = times[i + 1]});
  }
  for (std::size_t k = 0; k < now.size(); ++k) {
    record.directions.push_back(static_cast<int>(now[k]));
    // A resumed run has already started.
    const bool has_begun = std::ranges::count(record.intervals, static_cast<int>(k), &GrossSlip::pulley) > 0;
    require_sound_checkpoint(now[k] == 0 || has_begun);
  }
  return record;
}

}  // namespace beltdyn
