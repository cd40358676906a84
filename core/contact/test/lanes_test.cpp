// SPDX-License-Identifier: MIT
// Each law is one function for one contact point and for several points side by side.
#include <cstddef>
#include <random>

#include <doctest/doctest.h>

#include "core/contact/bristle.hpp"
#include "core/contact/dahl.hpp"
#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/gms.hpp"
#include "core/contact/lugre.hpp"
#include "core/contact/normal_law.hpp"
#include "core/contact/regularised_coulomb.hpp"
#include "core/contact/test/lanes_check.hpp"

namespace beltdyn::lanes_test {

using namespace beltdyn::contact;
using namespace beltdyn::contact::test;
using beltdyn::close;

namespace {

const StribeckCurve kStribeck({.static_coefficient = 0.6, .kinetic_coefficient = 0.45, .velocity = 0.02});

template <class Law>
void check_normal_lanes(const Law& law) {
  std::mt19937_64 random(20260102);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int trial = 0; trial < kTrials; ++trial) {
    const GapStateOf<Lanes> state{.gap = drawn([&] { return 1e-3 * any(random); }),
                                  .gap_rate = drawn([&] { return 10.0 * any(random); })};
    const auto response = law.respond(state);
    const auto touches = select(law.touches(state), Lanes(1.0), Lanes(0.0));
    for (std::size_t i = 0; i < kLanes; ++i) {
      const GapState one{.gap = lane(state.gap, i), .gap_rate = lane(state.gap_rate, i)};
      const NormalResponse expected = law.respond(one);
      CHECK(close(lane(response.normal_force, i), expected.normal_force, kRounding));
      CHECK(close(lane(response.d_gap, i), expected.d_gap, kRounding));
      CHECK(close(lane(response.d_gap_rate, i), expected.d_gap_rate, kRounding));
      CHECK((lane(touches, i) == 1.0) == law.touches(one));
    }
  }
}

}  // namespace

TEST_CASE("lanes: friction laws answer lane by lane as for one contact point") {
  check_lanes(ElastoplasticCoulomb({.friction_coefficient = 0.5, .stiffness = 1600.0}), 6e-4);
  check_lanes(ElastoplasticCoulomb({.friction_coefficient = 0.5, .stiffness = 1600.0, .damping = 0.3}), 6e-4);
  for (const double exponent : {0.0, 0.5, 1.0, 2.0}) {
    check_lanes(Dahl({.friction_coefficient = 0.5, .stiffness = 1600.0, .exponent = exponent}), 0.7);
  }
  check_lanes(LuGre({.stribeck = kStribeck, .stiffness = 2e3, .damping = 2.0, .viscosity = 1.0}), 0.7);
  check_lanes(Bristle({.limit = kStribeck, .stiffness = 1600.0, .damping = 0.3}), 6e-4);
  for (const Regularisation form : {Regularisation::trilinear, Regularisation::threlfall, Regularisation::hyperbolic}) {
    check_lanes(RegularisedCoulomb({.friction_coefficient = 0.5, .velocity = 0.02, .form = form}), 1.0);
  }
  for (const double attraction : {0.0, 20.0}) {
    check_lanes(Gms({.stribeck = kStribeck,
                     .stiffness = {4000.0, 2000.0, 1000.0},
                     .share = {0.4, 0.3, 0.3},
                     .attraction = attraction,
                     .viscosity = 0.5}),
                0.7);
  }
}

TEST_CASE("lanes: normal laws answer lane by lane as for one contact point") {
  check_normal_lanes(PenaltyNormal({.stiffness = 1e4, .damping = 2.0}));
  check_normal_lanes(PenaltyNormal({.stiffness = 1e6, .exponent = 1.5, .damping = 2.0}));
  check_normal_lanes(KelvinVoigtNormal({.quadratic_stiffness = 1e6, .linear_stiffness = 1e4, .damping = 2.0}));
}

}  // namespace beltdyn::lanes_test
