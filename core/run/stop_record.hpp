// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/summary.hpp"

namespace beltdyn {

class StateWriter;
class StateReader;

// The standstill of a belt or rope.
struct Stop {
  double time{};  // [s]
  // Largest displacement of a place since the stop began; none if nothing stops the drive [m].
  std::optional<double> distance{};
};

// Follows, step by step, how a belt or rope comes to rest.
class StopRecord {
 public:
  // The displacements of some places of the belt or rope at a time.
  struct Moment {
    double time{};                 // [s]
    std::vector<double> places{};  // [m], shape (n_places)
  };

  explicit StopRecord(std::size_t n_places) : n_places_(n_places) {}

  // Notes the speed of a surface [m/s].
  void note(double speed);
  // Is this speed at most a thousandth of the fastest surface so far? Sticking brakes are elastic and never quite at
  // rest.
  bool is_rest(double speed) const;
  bool has_moved() const { return fastest_ > 0.0; }

  // The stop begins at this moment.
  void begin(Moment moment) { begin_ = std::move(moment); }
  const std::optional<Moment>& begun() const { return begin_; }
  // Does something hold the belt or rope now?
  void look(bool is_held, const Moment& now);
  // Since when it has been held without a break; none if it moves.
  std::optional<Stop> stop() const;

  void save(StateWriter& writer, const std::string& name) const;
  void restore(StateReader& reader, const std::string& name);

 private:
  std::size_t n_places_;
  double fastest_ = 0.0;         // [m/s]
  std::optional<Moment> begin_;  // of the stop
  std::optional<Moment> held_;   // since when it is held
};

// stopping_time and stopping_distance of a "rope" or "belt"; NaN if it moves at the end although something stops it.
// `begin` says when the stop begins, "a brake began to act".
std::vector<Conclusion> stop_conclusions(const std::optional<Stop>& stop, bool is_stopped, std::string_view what,
                                         std::string_view begin);

}  // namespace beltdyn
