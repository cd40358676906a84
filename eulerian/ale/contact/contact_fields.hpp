// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "core/contact/scalar.hpp"
#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::eulerian::ale {

using numerics::Vec2;

// Numbers of a contact point in memory, whatever its friction law. First what it fetches from the departure point of
// its particle, then the results of the last evaluation.
enum class ContactField : std::size_t {
  radial_x,
  radial_y,
  angle_by_s,
  gap_before,
  gap_before_by_s,
  entered,
  flow,
  flow_by_angle,
  gap,    // over the surface as it is raised [m]
  raise,  // of the surface, see contact::RigidPatch [m]
  pressure,
  traction,  // of friction on the belt, counter-clockwise [N/m]
  state,     // contact::ContactState as a number
  slip
};
inline constexpr std::size_t kDepartureFields = 8;
inline constexpr std::size_t kFixedFields = 14;

// Where the numbers are, with friction laws of n internal variables. Behind those of ContactField: values and modes of
// the friction law at the end of the step; then as fetched from the departure point value, its derivative by s, mode.
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

// What a contact point fetches from the place where its particle was at the last accepted time, its departure point on
// the characteristic: s_before(σ_departure) = s. `by_s` are derivatives by s. The memory of the friction law comes from
// there too. For a particle that ran into contact along the belt since then the place is that of its entry.
template <class Real>
struct Departure {
  Vec2<Real> radial{};  // from the centre to the particle, of unit length
  Real angle_by_s{};    // of the angle around the centre [1/m]
  Real gap{};           // > 0: the particle was not in contact, and the pulley has come to it since [m]
  Real gap_by_s{};
  // Of a particle s that has run in: s − s_0, with s_0 at the place of entry then; else 0 [m]
  Real entered{};
  // The length of belt that has run past in the step, (s − s_p) + (ds/dθ) θ_p, with s_p of the contact point then at an
  // angle θ_p behind the place of entry [m], and ds/dθ [m]
  Real flow{};
  Real flow_by_angle{};
};

// A contact point, or several side by side, in memory; field by field W numbers for the lanes of Real.
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
  // Where `here`; elsewhere as printed goes on to.
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
  // Internal variable k of the friction law after the step, where `here`.
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
