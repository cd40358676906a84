// SPDX-License-Identifier: MIT
#pragma once

#include "core/contact/normal_law.hpp"
#include "core/numerics/dual.hpp"

namespace beltdyn::eulerian::ale {

// A measure of how far a contact is from opening, continuous even where the pressure jumps; positive where the normal
// law presses. Only its sign and its zero have a meaning.
template <class T>
T contact_margin(const contact::PenaltyNormal& law, const contact::GapStateOf<T>& state) {
  return law.unlimited(state).normal_force;
}
template <class T>
T contact_margin(const contact::KelvinVoigtNormal& law, const contact::GapStateOf<T>& state) {
  const T force = law.unlimited(state).normal_force;
  const T depth = T(-state.gap);
  return numerics::value_of(depth) < numerics::value_of(force) ? depth : force;
}

}  // namespace beltdyn::eulerian::ale
