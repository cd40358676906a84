// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>

#include "core/contact/bliman_sorine.hpp"
#include "core/contact/bristle.hpp"
#include "core/contact/dahl.hpp"
#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/gms.hpp"
#include "core/contact/lugre.hpp"
#include "core/contact/regularised_coulomb.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::softened_test {

using namespace beltdyn::contact;
using beltdyn::close;

namespace {

constexpr double kFactor = 0.25;
constexpr double kNormalForce = 3.0;  // [N]

// The traction after two equal steps from rest [N]. Two, because in the first step a bristle only begins its contact.
template <class Law>
double traction(const Law& law, double slip, double time_step) {
  typename Law::History before{};
  typename Law::History between{};
  typename Law::History after{};
  law.respond(even_step(slip, time_step, kNormalForce), before, between);
  return law.respond(even_step(slip, time_step, kNormalForce), between, after).traction;
}

// The steps are so short that nothing saturates. The traction is proportional to the slip, up to a quadratic part of
// 1e-6.
template <class Law>
void check_stiffness(const Law& law, double short_slip, double time_step) {
  const double ratio = traction(law.softened(kFactor), short_slip, time_step) / traction(law, short_slip, time_step);
  CHECK(close(ratio, kFactor, {.rel = 1e-4}));
}

template <class Law>
void check_limit(const Law& law, double long_slip, double time_step) {
  CHECK(
      close(traction(law.softened(kFactor), long_slip, time_step), traction(law, long_slip, time_step), {.rel = 1e-9}));
}

const StribeckCurve kConstant(0.5);

}  // namespace

// Continuation relies on this: a softened law is less stiff before slip and equally strong in slip.
TEST_CASE("friction laws: a softened law has a part of the stiffness and all of the limit") {
  const Bristle bristle({.limit = kConstant, .stiffness = 1600.0, .damping = 0.3});
  check_stiffness(bristle, 1e-9, 1e-3);
  const ElastoplasticCoulomb elastoplastic({.friction_coefficient = 0.5, .stiffness = 1600.0, .damping = 0.3});
  check_stiffness(elastoplastic, 1e-9, 1e-3);
  check_limit(elastoplastic, 1.0, 1e3);
  const Dahl dahl({.friction_coefficient = 0.5, .stiffness = 1600.0});
  check_stiffness(dahl, 1e-9, 1e-3);
  check_limit(dahl, 1.0, 1e3);
  const LuGre lugre({.stribeck = kConstant, .stiffness = 1600.0, .damping = 0.3});
  check_stiffness(lugre, 1e-9, 1e-3);
  check_limit(lugre, 1.0, 1e3);
  const Gms gms({.stribeck = kConstant, .stiffness = {1200.0, 1600.0}, .share = {0.4, 0.6}, .attraction = 10.0});
  check_stiffness(gms, 1e-9, 1e-3);
  check_limit(gms, 1.0, 1e3);
  const BlimanSorine bliman_sorine({.friction_coefficient = 0.5, .excess = 0.4, .distance = 1e-3, .ratio = 0.2});
  check_stiffness(bliman_sorine, 1e-9, 1e-3);
  check_limit(bliman_sorine, 1.0, 1e3);
  const RegularisedCoulomb regularised({.friction_coefficient = 0.5, .velocity = 1e-3});
  check_stiffness(regularised, 1e-9, 1e-3);
  check_limit(regularised, 1.0, 1.0);
}

}  // namespace beltdyn::softened_test
