// SPDX-License-Identifier: MIT
#pragma once

#include "core/contact/normal_law.hpp"
#include "core/numerics/dual.hpp"

namespace beltdyn::eulerian::ale {

// How far a contact is from opening: continuous where the pressure may jump, positive where a law presses; only its
// sign and its zero mean something.
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
