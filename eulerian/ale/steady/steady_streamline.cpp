// SPDX-License-Identifier: MIT
// Friction of a SteadySystem along the path of a particle from one contact point to the next.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/drive/friction_laws.hpp"
#include "eulerian/ale/steady/steady_system.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// A streamline step for the scalar type T. The slip velocity changes linearly from the first to the last value; its
// mean gives the slip.
template <class T>
struct Course {
  T slip{};            // Δ [m]
  T first_velocity{};  // [m/s]
  T last_velocity{};   // [m/s]
  T rate{};            // 1/h [1/s]
  T normal_force{};    // at the end [N/m]

  contact::SlipStepOf<T> whole() const {
    return {.slip = slip, .velocity = last_velocity, .inverse_time_step = rate, .normal_force = normal_force};
  }
  T velocity(const T& share) const { return slip * rate + (last_velocity - first_velocity) * (share - T(0.5)); }
  // The part of the step between two fractions of its time.
  contact::SlipStepOf<T> part(const T& from, const T& to) const {
    const T part_rate = rate / (to - from);
    return {.slip = velocity(T(0.5) * (from + to)) / part_rate,
            .velocity = velocity(to),
            .inverse_time_step = part_rate,
            .normal_force = normal_force};
  }
  // The same part with the velocity at its end, which decides whether a bristle breaks away there.
  contact::SlipStepOf<T> part_at_end(const T& from, const T& to) const {
    contact::SlipStepOf<T> step = part(from, to);
    step.inverse_time_step = step.velocity / step.slip;
    return step;
  }
};

// The course and the history with numbers of another type, without their derivatives.
template <class T, class From>
Course<T> plain(const Course<From>& c) {
  using contact::value_of;
  return {.slip = T(value_of(c.slip)),
          .first_velocity = T(value_of(c.first_velocity)),
          .last_velocity = T(value_of(c.last_velocity)),
          .rate = T(value_of(c.rate)),
          .normal_force = T(value_of(c.normal_force))};
}
template <class T, class Law, class From>
typename Law::template HistoryOf<T> plain_history(const Law& law, const From& from) {
  using contact::value_of;
  typename Law::template HistoryOf<T> history{};
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    history.value[k] = T(value_of(from.value[k]));
    history.mode[k] = from.mode[k];
  }
  return history;
}

// The first break-away of an internal variable in a streamline step.
struct Break {
  std::size_t index{};  // index of the variable; the number of variables if none breaks away
  double place{};       // fraction of the time [-]
};

template <class Law>
Break first_break(const Law& law, const Course<double>& course, double from, const typename Law::History& memory) {
  const std::size_t n = law.memory_size();
  const auto broken_at = [&](double place) {
    typename Law::History after{};
    law.respond(course.part_at_end(from, place), memory, after);
    std::size_t k = 0;
    while (k < n && !(memory.mode[k] == 0.0 && after.mode[k] != 0.0)) ++k;
    return k;
  };
  Break found{.index = broken_at(1.0), .place = 1.0};
  if (found.index == n) return found;
  constexpr double kPlace = 1e-14;
  double sticking = from;
  while (found.place - sticking > kPlace) {
    const double middle = 0.5 * (sticking + found.place);
    const std::size_t k = broken_at(middle);
    if (k == n) {
      sticking = middle;
    } else {
      found = {.index = k, .place = middle};
    }
  }
  return found;
}

// How much a variable, if it stuck up to a place, would exceed its value after break-away there. A sticking variable is
// linear in the slip; its slope is taken in the first half of the way, where it still sticks.
template <class T, class Law>
T excess(const Law& law, const Course<T>& course, const T& from, const T& place,
         const typename Law::template HistoryOf<T>& memory, std::size_t k) {
  typename Law::template HistoryOf<T> stuck{};
  typename Law::template HistoryOf<T> broken{};
  const contact::SlipStepOf<T> half = course.part_at_end(from, T(from + T(0.5) * (place - from)));
  const contact::SlipStepOf<T> all = course.part_at_end(from, place);
  law.respond(half, memory, stuck);
  law.respond(all, memory, broken);
  const T slope = (stuck.value[k] - memory.value[k]) / half.slip;
  return memory.value[k] + slope * all.slip - broken.value[k];
}

// The place of a break-away, with its derivatives.
template <class T, class Law>
T place_of(const Law& law, const Course<T>& course, const T& from, const typename Law::template HistoryOf<T>& memory,
           const Break& found) {
  T place(found.place);
  if constexpr (numerics::kIsDual<T>) {
    using Along = numerics::Dual<double, 1>;
    Along along(found.place);
    along.d[0] = 1.0;
    const double slope = excess<Along>(law, plain<Along>(course), Along(from.value), along,
                                       plain_history<Along>(law, memory), found.index)
                             .d[0];
    const T apart = excess<T>(law, course, from, place, memory, found.index);
    for (std::size_t i = 0; i < apart.d.size(); ++i) place.d[i] = -apart.d[i] / slope;
  }
  return place;
}

// The response of a law to a streamline step. If one of several internal variables breaks away, the step is divided
// there: from there on this variable keeps the limit of that place for a while. So a front that moves through a contact
// point causes no jump.
template <class T, class Law>
contact::FrictionResponseOf<T> answer_of(const Law& law, const Course<T>& course,
                                         typename Law::template HistoryOf<T>& memory) {
  using contact::value_of;
  typename Law::template HistoryOf<T> after{};
  [[maybe_unused]] const std::size_t n = law.memory_size();
  contact::SlipStepOf<T> rest = course.whole();
  if constexpr (Law::History::kSize > 1) {
    const bool may_break = value_of(course.rate) > 0.0 && value_of(course.slip) != 0.0;
    T from(0.0);
    for (std::size_t cut = 0; may_break && cut < n; ++cut) {
      const Break found = first_break(law, plain<double>(course), value_of(from), plain_history<double>(law, memory));
      if (found.index == n || found.place == 1.0) break;
      const T place = place_of<T>(law, course, from, memory, found);
      typename Law::template HistoryOf<T> at_end{};
      law.respond(course.part(from, place), memory, after);
      law.respond(course.part_at_end(from, place), memory, at_end);
      for (std::size_t k = 0; k < n; ++k) {
        const bool slips = memory.mode[k] != 0.0;
        memory.value[k] = slips ? after.value[k] : at_end.value[k];
        memory.mode[k] = slips ? after.mode[k] : at_end.mode[k];
      }
      from = place;
      rest = course.part(from, T(1.0));
    }
  }
  const contact::FrictionResponseOf<T> response = law.respond(rest, memory, after);
  memory = after;
  return response;
}

}  // namespace

SteadySystem::StreamlineStep SteadySystem::streamline_step(int index, const SlipIncrement& slip_increment,
                                                           const Memory& before) const {
  StreamlineStep streamline_step;
  if (!(slip_increment.normal_force > 0.0)) return streamline_step;
  streamline_step.slip = slip_increment.slip;
  const Course<double> course{.slip = slip_increment.slip,
                              .first_velocity = slip_increment.first_velocity,
                              .last_velocity = slip_increment.last_velocity,
                              .rate = slip_increment.rate,
                              .normal_force = slip_increment.normal_force};
  std::visit(
      [&](const auto& law) {
        auto memory = plain_history<double>(law, before);
        const contact::FrictionResponse response = answer_of<double>(law, course, memory);
        streamline_step.traction = response.traction;
        streamline_step.state = response.state;
        for (std::size_t k = 0; k < law.memory_size(); ++k) {
          streamline_step.memory.value[k] = memory.value[k];
          streamline_step.memory.mode[k] = memory.mode[k];
        }
      },
      loads_.friction.of_pulley(pulley_index(index)));
  return streamline_step;
}

std::optional<double> SteadySystem::front(int index, const SlipIncrement& slip_increment, const Memory& before) const {
  const Memory& after = streamline_steps_[static_cast<std::size_t>(index)].memory;
  if (!(slip_increment.rate > 0.0) || slip_increment.slip == 0.0) return std::nullopt;
  const Course<double> course{.slip = slip_increment.slip,
                              .first_velocity = slip_increment.first_velocity,
                              .last_velocity = slip_increment.last_velocity,
                              .rate = slip_increment.rate,
                              .normal_force = slip_increment.normal_force};
  return std::visit(
      [&](const auto& law) -> std::optional<double> {
        if constexpr (std::decay_t<decltype(law)>::History::kSize == 1) {
          if (law.memory_size() == 0 || before.mode[0] != 0.0 || after.mode[0] == 0.0) return std::nullopt;
          const Break found = first_break(law, course, 0.0, plain_history<double>(law, before));
          if (found.index == 0) return found.place;
        }
        return std::nullopt;
      },
      loads_.friction.of_pulley(pulley_index(index)));
}

// With Δ = r (θ − θ_before − ω Δs/G), 1/h = G/Δs, and slip velocities: belt speeds along the surface minus r ω.
SteadySystem::StreamlineTangent SteadySystem::streamline_tangent(int index, const SlipIncrement& slip_increment,
                                                                 const Memory& before,
                                                                 const SteadyContactPoint<PointDual>& here,
                                                                 const SteadyContactPoint<PointDual>& there) const {
  StreamlineTangent tangent;
  if (!(slip_increment.normal_force > 0.0)) return tangent;
  // Directions of the derivatives of a course.
  constexpr std::size_t kSlip = 0;
  constexpr std::size_t kFirst = 1;
  constexpr std::size_t kLast = 2;
  constexpr std::size_t kRate = 3;
  constexpr std::size_t kForce = 4;
  constexpr std::size_t kRemembered = 5;
  const double radius = pulleys_[pulley_index(index)].circle.radius;
  const double time = slip_increment.rate == 0.0 ? 0.0 : 1.0 / slip_increment.rate;
  const double turned = radius * slip_increment.omega * time;
  const double one_over_length = slip_increment.length == 0.0 ? 0.0 : 1.0 / slip_increment.length;
  const auto gradient = [&](const auto& d) {
    PassageGradient g;
    // By Δs at fixed G the derivative is this over −Δs; by G at fixed Δs it is this over G.
    const double along = d[kSlip] * turned + d[kRate] * slip_increment.rate;
    for (std::size_t i = 0; i < kDirections; ++i) {
      g.here[i] = d[kSlip] * radius * angle_by(here, i) - along * one_over_length * here.s.d[i] +
                  d[kLast] * here.speed.d[i] + d[kForce] * here.pressure.d[i];
      const double by_there = -d[kSlip] * radius * angle_by(there, i) + along * one_over_length * there.s.d[i] +
                              d[kFirst] * there.speed.d[i];
      if (i == kFlux) {
        g.here[i] += by_there + along * time * one_over_length;
      } else {
        g.there[i] = by_there;
      }
    }
    g.speed = -radius * (d[kSlip] * time + d[kFirst] + d[kLast]);
    g.slip = d[kSlip];
    g.along = along * one_over_length;
    g.normal_force = d[kForce];
    g.first_velocity = d[kFirst];
    g.last_velocity = d[kLast];
    std::copy(d.begin() + kRemembered, d.end(), g.memory.begin());
    return g;
  };
  std::visit(
      [&](const auto& law) {
        using Law = std::decay_t<decltype(law)>;
        using T = Dual<double, kRemembered + Law::History::kSize>;
        const auto variable = [](double value, std::size_t direction) {
          T number(value);
          number.d[direction] = 1.0;
          return number;
        };
        auto memory = plain_history<T>(law, before);
        for (std::size_t k = 0; k < law.memory_size(); ++k) memory.value[k].d[kRemembered + k] = 1.0;
        const Course<T> course{.slip = variable(slip_increment.slip, kSlip),
                               .first_velocity = variable(slip_increment.first_velocity, kFirst),
                               .last_velocity = variable(slip_increment.last_velocity, kLast),
                               .rate = variable(slip_increment.rate, kRate),
                               .normal_force = variable(slip_increment.normal_force, kForce)};
        const auto answer = answer_of<T>(law, course, memory);
        tangent.traction = gradient(answer.traction.d);
        for (std::size_t k = 0; k < law.memory_size(); ++k) tangent.memory[k] = gradient(memory.value[k].d);
      },
      loads_.friction.of_pulley(pulley_index(index)));
  return tangent;
}

}  // namespace beltdyn::eulerian::ale
