// SPDX-License-Identifier: MIT
// The references are independent evaluations with more digits than are printed here. A bound of abs = 0.6 units of the
// last printed digit covers their rounding.
#include <array>
#include <cmath>
#include <numbers>

#include <boost/math/quadrature/gauss.hpp>
#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"
#include "verification/exact/beam_lift_off.hpp"
#include "verification/exact/moving_catenary.hpp"
#include "verification/exact/moving_string.hpp"

namespace beltdyn::belt_closed_forms_test {

using namespace beltdyn::exact;
using beltdyn::close;
using beltdyn::UsageError;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kEps = 2.220446049250313e-16;

MovingString unit_string(double speed) {
  return {.tension = 1.0, .mass_per_length = 1.0, .length = 1.0, .speed = speed};
}

double sine(double x) { return std::sin(kPi * x); }
double sine_slope(double x) { return kPi * std::cos(kPi * x); }

}  // namespace

TEST_CASE("moving catenary: forces, stretch and shape at rest and in motion") {
  struct Row {
    double EA, G, H, sag, N_mid, N_end, stretch_mid, x, y;
    double last_force;  // unit of the last printed digit of N_end [N]
  };
  for (const Row& row : {
           Row{1e9, 0.0, 6.4251960382, 0.2003007991, 6.42519615, 8.39014680, 1.0000000064, 0.2324991309, -0.1449107670,
               1e-8},
           Row{200.0, 0.0, 5.4153994163, 0.2346434630, 5.41539942, 7.64447324, 1.0270769971, 0.2278186904,
               -0.1680835515, 1e-8},
           Row{200.0, 5.0, 3.3468445926, 0.3582547563, 32.39639382, 35.82769749, 1.1619819691, 0.2072282221,
               -0.2452392544, 1e-8},
           Row{200.0, 8.0, 1.8168830982, 0.5919967293, 96.78953397, 102.4899946, 1.4839476698, 0.1732171329,
               -0.3740563626, 1e-7},
       }) {
    CAPTURE(row.EA);
    CAPTURE(row.G);
    const MovingCatenary catenary({.axial_stiffness = row.EA,
                                   .mass_per_length = 1.0,
                                   .gravity = 9.81,
                                   .distance = 1.0,
                                   .reference_length = 1.1,
                                   .flux = row.G});
    // With EA = 1e9 the stretch loses digits: λ − 1 is known to eps.
    const double lost = 4.0 * kEps * row.EA;
    CHECK(close(catenary.horizontal_force(), row.H, {.abs = 0.6e-10}));
    CHECK(close(catenary.sag(), row.sag, {.abs = 0.6e-10}));
    const CatenaryPoint middle = catenary.at(0.0);
    const CatenaryPoint end = catenary.at(0.55);
    CHECK(close(middle.force, row.N_mid, {.abs = 0.6e-8 + lost}));
    CHECK(close(end.force, row.N_end, {.abs = 0.6 * row.last_force + lost}));
    CHECK(close(middle.stretch, row.stretch_mid, {.abs = 0.6e-10}));
    CHECK(close(catenary.at(-0.275).position.x(), row.x, {.abs = 0.6e-10}));
    CHECK(close(catenary.at(-0.275).position.y(), row.y, {.abs = 0.6e-10}));
    CHECK(close(end.position.x(), 1.0, {.rel = 16.0 * kEps}));
    CHECK(end.position.y() == 0.0);
  }
  CHECK_THROWS_WITH_AS(MovingCatenary({.axial_stiffness = 200.0,
                                       .mass_per_length = 1.0,
                                       .gravity = 9.81,
                                       .distance = 1.0,
                                       .reference_length = 1.1,
                                       .flux = 14.2}),
                       doctest::Contains("axial waves, 14.1421 m/s"), UsageError);
}

TEST_CASE("moving string: frequencies fall to 0 at the critical speed") {
  struct Row {
    double speed;
    std::array<double, 3> frequency;
  };
  for (const Row& row :
       {Row{0.25, {2.9452431127, 5.8904862255, 8.8357293382}}, Row{0.5, {2.3561944902, 4.7123889804, 7.0685834706}},
        Row{0.75, {1.3744467859, 2.7488935719, 4.1233403578}}, Row{0.9, {0.5969026042, 1.1938052084, 1.7907078125}}}) {
    for (int n = 1; n <= 3; ++n) {
      CHECK(
          close(unit_string(row.speed).frequency(n), row.frequency[static_cast<std::size_t>(n) - 1], {.abs = 0.6e-10}));
    }
    // Every motion is periodic: the period contains n periods of mode n.
    CHECK(close(unit_string(row.speed).return_period() * unit_string(row.speed).frequency(1), 2.0 * kPi,
                {.rel = 4.0 * kEps}));
  }
  // c = 20 m/s. At v = c/2 the fundamental of a string of 0.4 m is 3/4 of π c/L.
  const MovingString wire{.tension = 200.0, .mass_per_length = 0.5, .length = 0.4, .speed = 10.0};
  CHECK(close(wire.critical_speed(), 20.0, {.rel = kEps}));
  CHECK(close(wire.frequency(1), 0.75 * kPi * 20.0 / 0.4, {.rel = 4.0 * kEps}));
}

TEST_CASE("travelling string: displacement by characteristics") {
  struct Row {
    double speed, time;
    std::array<double, 3> u;  // at 1/4, 1/2, 3/4
  };
  for (const Row& row :
       {Row{0.3, 0.25, {0.5497947010, 0.7370906045, 0.4920689586}},
        Row{0.3, 0.5, {0.2111663572, 0.1319244248, -0.0846579955}},
        Row{0.3, 1.0, {-0.5346526913, -0.9565214216, -0.6939341930}},
        Row{0.5, 0.25, {0.5950150052, 0.7885805075, 0.5179824574}}, Row{0.5, 0.5, {0.3750000000, 0.3362158021, 0.0}},
        Row{0.5, 1.0, {-0.1941142838, -0.6495190528, -0.7071067812}},
        Row{0.8, 0.5, {0.5994499229, 0.7306950738, 0.3614890891}},
        Row{0.8, 1.0, {0.4253852391, 0.3335812628, -0.1817401361}}}) {
    CAPTURE(row.speed);
    CAPTURE(row.time);
    const TravellingString string(unit_string(row.speed), sine, sine_slope);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(close(string.displacement(0.25 * static_cast<double>(i + 1), row.time), row.u[i], {.abs = 0.6e-10}));
    }
  }
  CHECK_THROWS_AS(TravellingString(unit_string(1.0), sine, sine_slope), UsageError);
}

TEST_CASE("travelling string: starts from rest, obeys its equation, keeps its invariant and returns") {
  // Units other than 1: c = 3 m/s, L = 0.7 m.
  const MovingString parameters{.tension = 4.5, .mass_per_length = 0.5, .length = 0.7, .speed = 1.2};
  const auto shape = [](double x) { return 0.01 * (sine(x / 0.7) + 0.3 * sine(2.0 * x / 0.7)); };
  const auto slope = [](double x) { return 0.01 / 0.7 * (sine_slope(x / 0.7) + 0.6 * sine_slope(2.0 * x / 0.7)); };
  const TravellingString string(parameters, shape, slope);
  const double period = parameters.return_period();
  for (double x = 0.05; x < 0.7; x += 0.1) {
    CHECK(close(string.displacement(x, 0.0), shape(x), {.abs = 1e-2 * 8.0 * kEps}));
    CHECK(close(string.velocity(x, 0.0), 0.0, {.abs = 64.0 * kEps}));
    // the travelled distance has the rounding error eps c t
    CHECK(close(string.displacement(x, 7.0 * period), shape(x), {.abs = 0.1 * 7.0 * period * 4.2 * 8.0 * kEps}));
  }
  for (const double time : {0.11, 0.3, 1.7}) {
    CHECK(close(string.displacement(0.0, time), 0.0, {.abs = 1e-16 * 64.0}));
    CHECK(close(string.displacement(0.7, time), 0.0, {.abs = 1e-16 * 64.0}));
    // The third derivative of F and B jumps. Between the jumps the 10-point rule is exact to rounding on pieces this
    // short. The error of each of the four pieces with a jump is below the jump of the integrand's second derivative
    // times the cube of the length of a piece: in total 0.5 (2 π/L)³ 0.01 x 0.05 x 1e-9 x 4 < 1e-9 of the invariant
    // 4e-3.
    constexpr int kPieces = 700;
    double sum = 0.0;
    for (int i = 0; i < kPieces; ++i) {
      sum += boost::math::quadrature::gauss<double, 10>::integrate(
          [&](double x) {
            const double rate = string.velocity(x, time);
            const double tilt = string.slope(x, time);
            return 0.5 * (0.5 * rate * rate + (4.5 - 0.5 * 1.2 * 1.2) * tilt * tilt);
          },
          0.7 * i / kPieces, 0.7 * (i + 1) / kPieces);
    }
    CHECK(close(sum, string.invariant(), {.rel = 1e-9}));
    // u_tt + 2 v u_xt + (v² − c²) u_xx = 0 by differences of u_t and u_x. Their second derivatives are below D = 2 (2
    // π/L)³ c² 0.01, so the error of each quotient is at most h D, and of the sum 4 c² h D.
    constexpr double h = 1e-6;
    const double x = 0.31;
    const double u_tt = (string.velocity(x, time + h) - string.velocity(x, time - h)) / (2.0 * h);
    const double u_xt = (string.velocity(x + h, time) - string.velocity(x - h, time)) / (2.0 * h);
    const double u_xx = (string.slope(x + h, time) - string.slope(x - h, time)) / (2.0 * h);
    CHECK(close(u_tt + 2.4 * u_xt + (1.44 - 9.0) * u_xx, 0.0, {.abs = 4.0 * 9.0 * h * 2.0 * 723.0 * 9.0 * 0.01}));
    CHECK(close((string.displacement(x + h, time) - string.displacement(x - h, time)) / (2.0 * h),
                string.slope(x, time), {.abs = h}));
    CHECK(close((string.displacement(x, time + h) - string.displacement(x, time - h)) / (2.0 * h),
                string.velocity(x, time), {.abs = h}));
  }
}

TEST_CASE("beam lift-off: force, angle, concentrated force and bulge") {
  struct Row {
    double EI, G, H, angle, wrap, P, bulge, contact;
    double last_bulge;
  };
  for (const Row& row : {
           Row{4.0 / 3e3, 0.0, 400.0344308, 0.01825681, 3.1050790, 7.302948, 1.666523e-5, 399.967765, 1e-11},
           Row{4.0 / 3e3, 5.0, 379.3145292, 0.01874883, 3.1040950, 7.111288, 1.757557e-5, 379.247863, 1e-11},
           Row{0.01, 0.0, 400.2725154, 0.04998669, 3.0416193, 19.999966, 1.249152e-4, 399.772545, 1e-10},
           Row{0.2 / 3.0, 0.0, 402.0513546, 0.12883505, 2.8839226, 51.655128, 8.291152e-4, 398.719249, 1e-10},
           Row{0.2 / 3.0, 5.0, 381.3656537, 0.13228818, 2.8770163, 50.303149, 8.740888e-4, 378.033537, 1e-10},
       }) {
    CAPTURE(row.EI);
    CAPTURE(row.G);
    const BeamLiftOff lift = beam_lift_off({.axial_stiffness = 8000.0,
                                            .bending_stiffness = row.EI,
                                            .unstressed_stretch = 0.95,
                                            .mass_per_length = 0.8288,
                                            .reference_length = 0.4 * kPi,
                                            .radius = 0.1,
                                            .distance = 0.1 * kPi,
                                            .flux = row.G});
    CHECK(close(lift.horizontal_force, row.H, {.abs = 0.6e-7}));
    CHECK(close(lift.angle, row.angle, {.abs = 0.6e-8}));
    CHECK(close(lift.wrap, row.wrap, {.abs = 0.6e-7}));
    CHECK(close(lift.concentrated_force, row.P, {.abs = 0.6e-6}));
    CHECK(close(lift.bulge, row.bulge, {.abs = 0.6 * row.last_bulge}));
    CHECK(close(lift.contact_force, row.contact, {.abs = 0.6e-6}));
  }
}

}  // namespace beltdyn::belt_closed_forms_test
