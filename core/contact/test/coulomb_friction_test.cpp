// SPDX-License-Identifier: MIT
#include "core/contact/coulomb_friction.hpp"

#include <initializer_list>

#include <doctest/doctest.h>

namespace beltdyn::coulomb_friction_test {

using namespace beltdyn::contact;

namespace {
const CoulombFriction law(2.0, 100.0);
}

TEST_CASE("Coulomb: a slipping belt is pulled against its motion relative to the surface by exactly the limit") {
  CHECK(law.respond(ContactState::slip_forward, 0.3).traction == -2.0);
  CHECK(law.respond(ContactState::slip_backward, -0.3).traction == 2.0);
  CHECK(law.respond(ContactState::slip_forward, 0.3).stiffness == 0.0);
}

TEST_CASE("Coulomb: stick answers a displacement by a spring") {
  CHECK(law.respond(ContactState::stick, 0.01).traction == -1.0);
  CHECK(law.respond(ContactState::stick, 0.01).stiffness == -100.0);
}

TEST_CASE("Coulomb: stick breaks beyond the limit, in the direction of the traction") {
  CHECK(law.after_stick(2.0) == ContactState::stick);
  CHECK(law.after_stick(-2.0) == ContactState::stick);
  // The surface would have to pull the belt forward with more than the limit, so the belt lags.
  CHECK(law.after_stick(2.001) == ContactState::slip_backward);
  CHECK(law.after_stick(-2.001) == ContactState::slip_forward);
}

TEST_CASE("Coulomb: slip continues while the belt moves in its direction, and sticks at rest or on reversal") {
  CHECK(CoulombFriction::after_slip(ContactState::slip_forward, 1e-9) == ContactState::slip_forward);
  CHECK(CoulombFriction::after_slip(ContactState::slip_forward, 0.0) == ContactState::stick);
  CHECK(CoulombFriction::after_slip(ContactState::slip_forward, -1e-9) == ContactState::stick);
  CHECK(CoulombFriction::after_slip(ContactState::slip_backward, -1e-9) == ContactState::slip_backward);
  CHECK(CoulombFriction::after_slip(ContactState::slip_backward, 1e-9) == ContactState::stick);
}

TEST_CASE("Coulomb: friction dissipates energy in both directions of slip") {
  for (const double slip : {0.1, -0.1}) {
    const ContactState state = slip > 0.0 ? ContactState::slip_forward : ContactState::slip_backward;
    CHECK(law.respond(state, slip).traction * slip < 0.0);
  }
}

}  // namespace beltdyn::coulomb_friction_test
