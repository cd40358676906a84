// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "core/contact/scalar.hpp"
#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::eulerian::ale {

using numerics::Vec2;

// The numbers that are stored for a contact point, whatever its friction law: first the data taken from the departure
// point of its particle, then the results of the last evaluation.
enum class ContactField : std::size_t {
  radial_x,
  radial_y,
  angle_by_s,
  gap_before,
  gap_before_by_s,
  entered,
  flow,
  flow_by_angle,
  gap,    // over the raised surface [m]
  raise,  // of the surface, see contact::RigidPatch [m]
  pressure,
  traction,  // of friction on the belt, counter-clockwise [N/m]
  state,     // contact::ContactState as a number
  slip
};
inline constexpr std::size_t kDepartureFields = 8;
inline constexpr std::size_t kFixedFields = 14;

// The positions of the numbers of a contact point whose friction law has n internal variables. Behind the ContactFields
// stand the values and modes of the law at the end of the step, then value, derivative by s and mode at the departure
// point.
class ContactFields {
 public:
  explicit ContactFields(std::size_t n) : n_(n) {}

  std::size_t n() const { return n_; }
  static std::size_t at(ContactField field) { return static_cast<std::size_t>(field); }
  std::size_t value(std::size_t k) const { return kFixedFields + k; }
  std::size_t mode(std::size_t k) const { return kFixedFields + n_ + k; }
  std::size_t value_before(std::size_t k) const { return kFixedFields + 2 * n_ + k; }
  std::size_t value_before_by_s(std::size_t k) const { return kFixedFields + 3 * n_ + k; }
  std::size_t mode_before(std::size_t k) const { return kFixedFields + 4 * n_ + k; }
  std::size_t size() const { return kFixedFields + 5 * n_; }
  // The fields that belong to an accepted state: [first, last).
  static std::size_t first_lasting() { return kDepartureFields; }
  std::size_t last_lasting() const { return value_before(0); }

 private:
  std::size_t n_;
};

// Data of a contact point, taken from the departure point of its particle: the place of the particle at the last
// accepted time, s_before(σ_departure) = s. The memory of the friction law is taken from there too. If the particle has
// run into contact along the belt since then, the place where it entered contact takes the place of the departure
// point. `by_s` are derivatives by s.
template <class Real>
struct Departure {
  Vec2<Real> radial{};  // from the centre to the particle, of unit length
  Real angle_by_s{};    // of the angle around the centre [1/m]
  Real gap{};           // > 0: the particle was not in contact, and the pulley has reached it since [m]
  Real gap_by_s{};
  // For a particle s that has run in: s − s_0, s_0 the particle then at the place of entry; else 0 [m].
  Real entered{};
  // Length of belt that has run past in the step, (s − s_p) + (ds/dθ) θ_p, and ds/dθ [m]. s_p is the particle then at
  // the contact point, at the angle θ_p behind the place of entry.
  Real flow{};
  Real flow_by_angle{};
};

// Access to the numbers of one contact point, or of several side by side: each field has W numbers, one per lane of
// Real.
template <class Real>
class ContactStore {
 public:
  ContactStore(double* first, ContactFields fields) : first_(first), fields_(fields) {}

  Departure<Real> departure() const {
    return {.radial = {get(0), get(1)},
            .angle_by_s = get(2),
            .gap = get(3),
            .gap_by_s = get(4),
            .entered = get(5),
            .flow = get(6),
            .flow_by_angle = get(7)};
  }
  // Stores the departure data in the lanes `here`; the other lanes keep theirs.
  template <class Mask>
  void keep_departure(const Mask& here, const Departure<Real>& d) const {
    using contact::select;
    const std::array<Real, kDepartureFields> fields{d.radial.x, d.radial.y, d.angle_by_s, d.gap,
                                                    d.gap_by_s, d.entered,  d.flow,       d.flow_by_angle};
    for (std::size_t i = 0; i < kDepartureFields; ++i) put(i, select(here, fields[i], get(i)));
  }
  Real value_before(std::size_t k) const { return get(fields_.value_before(k)); }
  Real value_before_by_s(std::size_t k) const { return get(fields_.value_before_by_s(k)); }
  Real mode_before(std::size_t k) const { return get(fields_.mode_before(k)); }

  void keep(ContactField field, const Real& value) const { put(ContactFields::at(field), value); }
  // Stores internal variable k of the friction law after the step, in the lanes `here`.
  template <class Mask>
  void keep_variable(std::size_t k, const Mask& here, const Real& value, const Real& mode) const {
    using contact::select;
    put(fields_.value(k), select(here, value, get(fields_.value(k))));
    put(fields_.mode(k), select(here, mode, get(fields_.mode(k))));
  }

 private:
  static constexpr std::size_t W = numerics::kLanes<Real>;
  Real get(std::size_t field) const { return numerics::load<Real>(first_ + field * W); }
  void put(std::size_t field, const Real& value) const { numerics::store(value, first_ + field * W); }

  double* first_;
  ContactFields fields_;
};

}  // namespace beltdyn::eulerian::ale
