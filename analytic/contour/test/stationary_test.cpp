// SPDX-License-Identifier: MIT
#include "analytic/contour/stationary.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "analytic/contour/strain_law.hpp"
#include "analytic/contour/test/test_drives.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::stationary_test {

using namespace beltdyn::analytic;
using beltdyn::close;
using beltdyn::ContourDrive;
using beltdyn::StrainModel;
using beltdyn::Tolerance;

namespace {

// The references are 30-digit evaluations by an independent program, cut to 15 digits. V₁ − V₂ = 1 − 0.999 is only
// known to eps/0.001 = 1e-13 relative.
constexpr Tolerance kStiff{.rel = 4e-13};
constexpr Tolerance kCompliant{.rel = 2e-14};

void check(const StationaryState& state, double tight, double slack, double slip_length, const Tolerance& tolerance) {
  CHECK(close(state.strain_tight, tight, tolerance));
  CHECK(close(state.strain_slack, slack, tolerance));
  for (const double c : state.slip_length) CHECK(close(c, slip_length, tolerance));
}

}  // namespace

TEST_CASE("stationary: strains and slip lengths have the values of an independent evaluation") {
  const ContourDrive stiff = stiff_drive();
  const std::array<double, 2> v1{1.0, 0.999};
  check(stationary_state(stiff, v1, StrainModel::linear), 5.00250125062531e-4, -5.00250125062531e-4, 0.500250125062531,
        kStiff);
  check(stationary_state(stiff, v1, StrainModel::finite_contour), 5.00472667083104e-4, -5.00027805583979e-4,
        0.500250236333542, kStiff);
  check(stationary_state(stiff, v1, StrainModel::finite_material), 5.00458750368370e-4, -5.00041708381998e-4,
        0.500250333687859, kStiff);
  const ContourDrive compliant = compliant_drive();
  const std::array<double, 2> v2{1.0, 0.9};
  check(stationary_state(compliant, v2, StrainModel::linear), 5.26315789473684e-2, -5.26315789473684e-2,
        0.526315789473684, kCompliant);
  check(stationary_state(compliant, v2, StrainModel::finite_contour), 5.52125413119887e-2, -5.03087128192102e-2,
        0.527606270655994, kCompliant);
  check(stationary_state(compliant, v2, StrainModel::finite_material), 5.50402269072257e-2, -5.04637957834969e-2,
        0.528727193186414, kCompliant);
  CHECK(close(stationary_state(stiff, v1, StrainModel::finite_material).material_slip_length[0], 0.500250229375184,
              kStiff));
}

TEST_CASE("stationary: flow of material, material length and slope of slip hold for unequal contacts") {
  for (const auto& speed : {std::array{1.0, 0.85}, std::array{0.85, 1.0}}) {
    const ContourDrive drive = unequal_drive(speed);
    for (const StrainModel model : kModels) {
      CAPTURE(static_cast<int>(model));
      const StationaryState s = stationary_state(drive, speed, model);
      const StrainLaw law(model);
      const double tight = law.level(s.strain_tight);
      const double slack = law.level(s.strain_slack);
      CHECK(close(speed[0] * (1.0 - law.elongation(tight)), speed[1] * (1.0 - law.elongation(slack)), {.rel = 1e-14}));
      const std::array<double, 2> entry{tight, slack};
      double elongation = drive.span_length() * (law.elongation(tight) + law.elongation(slack));
      for (std::size_t k = 0; k < 2; ++k) {
        const double c = s.slip_length[k];
        const int direction = entry[k] < entry[1 - k] ? 1 : -1;  // ε rises towards the exit where the belt overtakes
        CHECK(s.slip_direction[k] == direction);
        const double slope = drive.friction_force[k] / drive.axial_stiffness;
        CHECK(close(entry[1 - k] - entry[k], direction * slope * c, {.rel = 1e-13}));
        const double stick = drive.contact_length[k] - c;
        const double slip = law.elongation(tight, slack, c);
        elongation += stick * law.elongation(entry[k]) + slip;
        CHECK(close(s.material_slip_length[k], c - slip, {.rel = 1e-15}));
      }
      CHECK(close(elongation, 0.0, {.abs = 1e-15 * drive.contour_length}));
    }
  }
}

TEST_CASE("stationary: slip over a whole contact is reported") {
  // c = 2 ε₊ b/f > R for f < 0.001 at these speeds.
  CHECK_THROWS_WITH_AS(stationary_state(make_drive({1.0, 0.999}, 0.0009), {1.0, 0.999}, StrainModel::linear),
                       doctest::Contains("slips over all of it"), beltdyn::SolverError);
  CHECK_NOTHROW(stationary_state(make_drive({1.0, 0.999}, 0.0011), {1.0, 0.999}, StrainModel::linear));
}

TEST_CASE("stationary: at equal speeds there is neither strain nor slip") {
  const StationaryState s = stationary_state(stiff_drive(), {1.0, 1.0}, StrainModel::finite_contour);
  CHECK(s.strain_tight == 0.0);
  CHECK(s.slip_length[0] == 0.0);
  CHECK(s.slip_direction[1] == 0);
}

}  // namespace beltdyn::stationary_test
