// SPDX-License-Identifier: MIT
#include "analytic/rig/test/stick_slip.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "core/contact/bristle.hpp"
#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/gms.hpp"
#include "core/contact/lugre.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::stick_slip_test {

using namespace beltdyn::contact;
using namespace beltdyn::analytic;

namespace {

// The stick–slip experiment of Canudas de Wit et al. 1995 Section IV: m = 1 kg, K = 2 N/m, V = 0.1 m/s, with F_C = 1 N,
// F_s = 1.5 N, v_S = 1 mm/s. The references were integrated independently with fixed steps, and all their digits are
// accurate; those of LuGre in extended precision.
constexpr double kPullSpeed = 0.1;
const TimeFunction kPull(kPullSpeed);
constexpr double kEnd = 25.0;
constexpr OdeTolerance kTolerance{.relative = 1e-11, .absolute = 1e-14};
const StribeckCurve kStribeck({.static_coefficient = 1.5, .kinetic_coefficient = 1.0, .velocity = 1e-3});

struct Reference {
  double peak, top_speed, top_speed_time, stop_time, stop_position;
  double peak_time[3];
  double end_position;
};

template <class Law>
void check_rig(const Law& law, double damping, const Reference& reference, Tolerance tolerance) {
  const PulledMass motion{.mass = 1.0, .stiffness = 2.0, .pull_speed = kPull, .damping = damping};
  FrictionRig rig(law, {1.0, motion}, kTolerance);
  const std::vector<StickSlipCycle> cycles = stick_slip_cycles(rig, kPullSpeed, kEnd);
  REQUIRE(cycles.size() == 3);
  CHECK(close(cycles[0].peak_resistance, reference.peak, tolerance));
  CHECK(close(cycles[0].top_speed, reference.top_speed, tolerance));
  CHECK(close(cycles[0].top_speed_time, reference.top_speed_time, tolerance));
  CHECK(cycles[0].stopped);
  CHECK(close(cycles[0].stop_time, reference.stop_time, tolerance));
  CHECK(close(cycles[0].stop_position, reference.stop_position, tolerance));
  for (std::size_t i = 0; i < 3; ++i) CHECK(close(cycles[i].peak_time, reference.peak_time[i], tolerance));
  CHECK(rig.state().time == kEnd);
  CHECK(close(rig.state().position, reference.end_position, tolerance));
}

constexpr Tolerance kLuGreAcceptance{.abs = 1e-6};
constexpr Tolerance kHybridAcceptance{.abs = 1e-4};

}  // namespace

TEST_CASE("stick-slip: LuGre, with and without viscosity") {
  const double damping = std::sqrt(1e5);
  const LuGre viscous({.stribeck = kStribeck, .stiffness = 1e5, .damping = damping, .viscosity = 0.4});
  check_rig(viscous, 0.0,
            {.peak = 1.476572945,
             .top_speed = 0.369815999,
             .top_speed_time = 8.66603770,
             .stop_time = 10.26609094,
             .stop_position = 0.636284390,
             .peak_time = {7.40449028, 13.76721011, 20.12992993},
             .end_position = 1.908839199225},
            kLuGreAcceptance);
  const LuGre dry({.stribeck = kStribeck, .stiffness = 1e5, .damping = damping});
  check_rig(dry, 0.0,
            {.peak = 1.476454831,
             .top_speed = 0.458732465,
             .top_speed_time = 8.74735711,
             .stop_time = 10.05748862,
             .stop_position = 0.749390647,
             .peak_time = {7.40388075, 14.89769449, 22.39150823},
             .end_position = 2.247647185961},
            kLuGreAcceptance);
}

TEST_CASE("stick-slip: the bristle of [Ntarladima 2023] Figs. 6 and 7, with and without viscosity") {
  const Bristle law({.limit = kStribeck, .stiffness = 1e5, .damping = std::sqrt(1e5)});
  check_rig(law, 0.0,
            {.peak = 1.499998000,
             .top_speed = 0.472806778,
             .top_speed_time = 8.842475,
             .stop_time = 10.14417400,
             .stop_position = 0.768474794,
             .peak_time = {7.500139937, 15.184737880, 22.869335823},
             .end_position = 2.2366864391},
            kHybridAcceptance);
  check_rig(law, 0.4,
            {.peak = 1.499998800,
             .top_speed = 0.381208547,
             .top_speed_time = 8.760044,
             .stop_time = 10.34014557,
             .stop_position = 0.651190513,
             .peak_time = {7.500143937, 14.011899063, 20.523654188},
             .end_position = 1.9535374606},
            kHybridAcceptance);
}

TEST_CASE("stick-slip: GMS with three elements") {
  const Gms law({.stribeck = kStribeck,
                 .stiffness = {0.75e5, 1e5, 1.25e5},
                 .share = {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0},
                 .attraction = 2000.0,
                 .viscosity = 0.4});
  check_rig(law, 0.0,
            {.peak = 1.499887492,
             .top_speed = 0.381176136,
             .top_speed_time = 8.7598384,
             .stop_time = 10.34053266,
             .stop_position = 0.651154710,
             .peak_time = {7.50037, 14.015713, 20.530203},
             .end_position = 1.955160855},
            kHybridAcceptance);
}

TEST_CASE("stick-slip: there is none with a constant limit, the mass oscillates about the pull without stopping") {
  const ElastoplasticCoulomb law({.friction_coefficient = 1.0, .stiffness = 1e5, .damping = std::sqrt(1e5)});
  const PulledMass motion{.mass = 1.0, .stiffness = 2.0, .pull_speed = kPull};
  FrictionRig rig(law, {1.0, motion}, kTolerance);
  const std::vector<StickSlipCycle> cycles = stick_slip_cycles(rig, kPullSpeed, kEnd);
  REQUIRE(cycles.size() == 1);
  CHECK_FALSE(cycles[0].stopped);
  // Rigid friction: slip begins at t₀ = F_C/(K V) = 5 s, then x = V τ − (V/ω) sin ωτ with τ = t − t₀, ω² = K/m. When it
  // begins to slip the bristle has the deflection F_C/k = 1e-5 m, which delays slip by 1e-4 s and V τ by 1e-5 m, and
  // takes a part of the energy of the oscillation.
  const double omega = std::sqrt(2.0);
  const double exact = kPullSpeed * 20.0 - kPullSpeed / omega * std::sin(omega * 20.0);
  CHECK(close(rig.state().position, exact, {.abs = 1e-4}));
}

}  // namespace beltdyn::stick_slip_test
