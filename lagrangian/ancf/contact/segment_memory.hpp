// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "core/contact/scalar.hpp"
#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::lagrangian::ancf {

using numerics::Vec2;

// The memory of a contact segment from the last accepted step, without the history of its friction law.
template <class Real>
struct SegmentMemory {
  Vec2<Real> radial{};   // from the centre to the closest point, of unit length
  Real place{};          // ρ [-]
  Real slip_velocity{};  // v_t [m/s]
  Real gap{};            // g at the last check of the states, > 0: no contact; frozen in the step in mode `paper` [m]
};
// A gap that means no contact [m].
inline constexpr double kNoContact = 1.0;
// Positions of the numbers of a segment in memory, for friction laws with n internal variables, in this order:
//   committed memory: a SegmentMemory, then n values and n modes;
//   gap and modes at the last accepted step, to which a rejected step returns;
//   N, T and the contact state at the last accepted step;
//   last evaluation: the memory that it would leave, N, T, state, and the error of wrong frozen states.
class SegmentFields {
 public:
  explicit SegmentFields(std::size_t n) : n_(n) {}

  enum Field : std::size_t { radial_x, radial_y, place, slip_velocity, gap, n_fixed };

  std::size_t n() const { return n_; }
  std::size_t value(std::size_t k) const { return n_fixed + k; }
  std::size_t mode(std::size_t k) const { return n_fixed + n_ + k; }
  std::size_t n_memory() const { return n_fixed + 2 * n_; }
  std::size_t accepted_gap() const { return n_memory(); }
  std::size_t accepted_mode(std::size_t k) const { return n_memory() + 1 + k; }
  std::size_t normal() const { return n_memory() + 1 + n_; }
  std::size_t traction() const { return normal() + 1; }
  std::size_t state() const { return normal() + 2; }
  // The fields before this one make up the state of a belt.
  std::size_t n_lasting() const { return normal() + 3; }
  std::size_t trial(std::size_t field) const { return n_lasting() + field; }
  std::size_t trial_normal() const { return trial(n_memory()); }
  std::size_t trial_state() const { return trial_normal() + 2; }
  std::size_t trial_error() const { return trial_normal() + 3; }
  std::size_t size() const { return trial_error() + 1; }

 private:
  std::size_t n_;
};

// The result of an evaluation for a segment.
template <class Real>
struct SegmentTrial {
  SegmentMemory<Real> memory{};  // with the gap of this evaluation
  Real normal{};                 // N [N]
  Real traction{};               // T [N]
  Real state{};                  // of the contact (contact::ContactState) [-]
  Real error{};                  // of frozen states that turned out wrong [N]
};

// Access to the segments of one element, or of several side by side: each field has W numbers, one per lane of Real.
template <class Real>
class SegmentStore {
 public:
  SegmentStore(double* first, SegmentFields fields) : first_(first), fields_(fields) {}

  SegmentMemory<Real> memory(std::size_t s) const {
    return {.radial = {get(s, SegmentFields::radial_x), get(s, SegmentFields::radial_y)},
            .place = get(s, SegmentFields::place),
            .slip_velocity = get(s, SegmentFields::slip_velocity),
            .gap = get(s, SegmentFields::gap)};
  }
  Real value(std::size_t s, std::size_t k) const { return get(s, fields_.value(k)); }
  Real mode(std::size_t s, std::size_t k) const { return get(s, fields_.mode(k)); }
  std::size_t n() const { return fields_.n(); }

  void keep(std::size_t s, const SegmentTrial<Real>& trial) const {
    put(s, fields_.trial(SegmentFields::radial_x), trial.memory.radial.x);
    put(s, fields_.trial(SegmentFields::radial_y), trial.memory.radial.y);
    put(s, fields_.trial(SegmentFields::place), trial.memory.place);
    put(s, fields_.trial(SegmentFields::slip_velocity), trial.memory.slip_velocity);
    put(s, fields_.trial(SegmentFields::gap), trial.memory.gap);
    put(s, fields_.trial_normal(), trial.normal);
    put(s, fields_.trial_normal() + 1, trial.traction);
    put(s, fields_.trial_state(), trial.state);
    put(s, fields_.trial_error(), trial.error);
  }
  // Stores internal variable i of the friction law, in the lanes `here`.
  template <class Mask>
  void keep_variable(std::size_t s, std::size_t i, const Mask& here, const Real& value, const Real& mode) const {
    using contact::select;
    const std::size_t at_value = fields_.trial(fields_.value(i));
    const std::size_t at_mode = fields_.trial(fields_.mode(i));
    put(s, at_value, select(here, value, get(s, at_value)));
    put(s, at_mode, select(here, mode, get(s, at_mode)));
  }

 private:
  static constexpr std::size_t W = numerics::kLanes<Real>;
  Real get(std::size_t s, std::size_t field) const {
    return numerics::load<Real>(first_ + (s * fields_.size() + field) * W);
  }
  void put(std::size_t s, std::size_t field, const Real& number) const {
    numerics::store(number, first_ + (s * fields_.size() + field) * W);
  }

  double* first_;
  SegmentFields fields_;
};

}  // namespace beltdyn::lagrangian::ancf
