// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "analytic/contour/delay_integrator.hpp"
#include "analytic/contour/delay_midpoint.hpp"
#include "analytic/contour/stationary.hpp"
#include "analytic/contour/test/test_drives.hpp"
#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::delay_test {

using namespace beltdyn::analytic;
using beltdyn::close;
using beltdyn::ContourDrive;
using beltdyn::SolverError;
using beltdyn::StrainModel;

namespace {

CsvTable reference(const std::string& name) {
  return CsvTable::load(std::filesystem::path(BELTDYN_TEST_DATA) / "oborin-2018" / (name + ".csv"));
}

// Largest deviation of both strains of the midpoint scheme from the solution on (0, 10], relative to ε₊(∞).
double midpoint_error(double step) {
  const DelayEquations equations(stiff_drive(), StrainModel::linear);
  DelayMidpoint scheme(equations);
  DelayIntegrator solution(equations);
  double largest = 0.0;
  const auto steps = static_cast<int>(std::lround(10.0 / step));
  for (int i = 1; i <= steps; ++i) {
    scheme.advance(step);
    solution.advance(scheme.time() - solution.time());
    for (std::size_t k = 0; k < 2; ++k) {
      largest = std::max(largest, std::abs(scheme.levels()[k] - solution.levels()[k]));
    }
  }
  return largest / stationary_state(stiff_drive(), {1.0, 0.999}, StrainModel::linear).strain_tight;
}

template <class Solution>
double time_of_failure(const ContourDrive& drive, double step) {
  Solution solution(DelayEquations(drive, StrainModel::linear));
  try {
    while (solution.time() < 10.0) solution.advance(step);
  } catch (const SolverError& error) {
    CHECK(std::string(error.what()).find("full slip of pulley") != std::string::npos);
    return solution.time();
  }
  return 0.0;
}

}  // namespace

TEST_CASE("delay equations: the integrator agrees with piecewise Chebyshev collocation for every model") {
  // The reference agrees between its discretisations to 1.6e-16 absolute, thus 3e-13 of the strains 5e-4.
  constexpr double kRelative = 1e-12;
  struct Case {
    const char* file;
    ContourDrive drive;
    StrainModel model;
  };
  const std::array<Case, 6> cases{{{"dde_S62_lin", stiff_drive(), StrainModel::linear},
                                   {"dde_S62_nlE", stiff_drive(), StrainModel::finite_contour},
                                   {"dde_S62_nlM", stiff_drive(), StrainModel::finite_material},
                                   {"dde_S3_lin", compliant_drive(), StrainModel::linear},
                                   {"dde_S3_nlE", compliant_drive(), StrainModel::finite_contour},
                                   {"dde_S3_nlM", compliant_drive(), StrainModel::finite_material}}};
  for (const Case& c : cases) {
    CAPTURE(c.file);
    const CsvTable table = reference(c.file);
    DelayIntegrator solution(DelayEquations(c.drive, c.model));
    const beltdyn::analytic::StrainLaw law(c.model);
    for (std::size_t i = 1; i < table.rows(); ++i) {
      const double time = table.column("t[s]")[i];
      CAPTURE(time);
      solution.advance(time - solution.time());
      REQUIRE(close(law.strain(solution.levels()[0]), table.column("eps_minus[-]")[i], {.rel = kRelative}));
      REQUIRE(close(law.strain(solution.levels()[1]), table.column("eps_plus[-]")[i], {.rel = kRelative}));
      REQUIRE(close(solution.slip_lengths()[0], table.column("c_driving[m]")[i], {.rel = kRelative, .abs = kRelative}));
      REQUIRE(close(solution.slip_lengths()[1], table.column("c_driven[m]")[i], {.rel = kRelative, .abs = kRelative}));
    }
  }
}

TEST_CASE("delay equations: the kinks of the levels are where collocation puts them") {
  // Given to 12 decimals.
  constexpr double kTwelveDecimals = 1e-12;
  DelayIntegrator solution(DelayEquations(stiff_drive(), StrainModel::linear));
  solution.advance(3.0);
  const std::array<double, 4> slack{0.0, 0.835133958976, 1.449336239446, 1.990445792710};
  const std::array<double, 4> tight{0.0, 0.835883863672, 1.449293630370, 1.991014740880};
  for (std::size_t i = 0; i < slack.size(); ++i) {
    CAPTURE(i);
    CHECK(close(solution.breakpoints(0).at(i), slack[i], {.abs = kTwelveDecimals}));
    CHECK(close(solution.breakpoints(1).at(i), tight[i], {.abs = kTwelveDecimals}));
  }
}

TEST_CASE("delay equations: how often the solution is looked at does not change it") {
  const DelayEquations equations(compliant_drive(), StrainModel::finite_contour);
  DelayIntegrator once(equations);
  DelayIntegrator often(equations);
  once.advance(4.0);
  for (int i = 0; i < 64; ++i) often.advance(0.0625);
  CHECK(once.levels() == often.levels());
}

TEST_CASE("delay equations: the midpoint scheme has the values of the paper's algorithm") {
  const CsvTable table = reference("dde_midpoint_tau0.1_S62");
  DelayMidpoint scheme(DelayEquations(stiff_drive(), StrainModel::linear));
  for (std::size_t i = 1; i < table.rows(); ++i) {
    for (int j = 0; j < 5; ++j) scheme.advance(0.1);
    CAPTURE(scheme.time());
    CHECK(close(scheme.levels()[0], table.column("eps_minus[-]")[i], {.rel = 1e-11}));
    CHECK(close(scheme.levels()[1], table.column("eps_plus[-]")[i], {.rel = 1e-11}));
    CHECK(close(1.0 - scheme.slip_lengths()[0], table.column("sigma2[m]")[i], {.abs = 1e-11}));
  }
  CHECK(close(table.column("eps_plus[-]")[6], 4.9233110396e-4, {.rel = 1e-10}));
}

TEST_CASE("delay equations: the midpoint scheme is of second order over five octaves") {
  // Kinks do not coincide with steps, so that a single halving may reduce the error by a factor of 3.4 to 6.4.
  const double coarse = midpoint_error(0.2);
  const double fine = midpoint_error(0.2 / 32.0);
  const double order = std::log2(coarse / fine) / 5.0;
  CHECK(order > 1.8);
  CHECK(order < 2.3);
  CHECK(close(coarse, 3.34e-3, {.rel = 2e-3}));
  CHECK(close(midpoint_error(0.1), 5.19e-4, {.rel = 2e-3}));
}

TEST_CASE("delay equations: each solution approaches the stationary closed form, also for unequal contacts") {
  // The slowest mode decays at least like exp(−t): 1e-15 after 40 s.
  for (const auto& speed : {std::array{1.0, 0.85}, std::array{0.85, 1.0}}) {
    const ContourDrive drive = unequal_drive(speed);
    for (const StrainModel model : kModels) {
      CAPTURE(static_cast<int>(model));
      DelayIntegrator solution(DelayEquations(drive, model));
      solution.advance(60.0);
      const StationaryState limit = stationary_state(drive, speed, model);
      const StrainLaw law(model);
      CHECK(close(law.strain(solution.levels()[0]), limit.strain_slack, {.rel = 1e-11}));
      CHECK(close(law.strain(solution.levels()[1]), limit.strain_tight, {.rel = 1e-11}));
      for (std::size_t k = 0; k < 2; ++k)
        CHECK(close(solution.slip_lengths()[k], limit.slip_length[k], {.rel = 1e-11}));
    }
  }
}

TEST_CASE("delay equations: the neutral mode does not drift in a long run") {
  DelayIntegrator solution(DelayEquations(stiff_drive(), StrainModel::linear));
  solution.advance(300.0);
  CHECK(close(solution.levels()[0] + solution.levels()[1], 0.0, {.abs = 1e-11 * 5e-4}));
}

TEST_CASE("delay equations: strong friction leaves tiny slip zones without loss of digits") {
  const std::array<double, 2> speed{1.0, 0.999};
  const ContourDrive drive = make_drive(speed, 1e5);
  DelayIntegrator solution(DelayEquations(drive, StrainModel::linear));
  solution.advance(60.0);
  const StationaryState limit = stationary_state(drive, speed, StrainModel::linear);
  CHECK(close(solution.levels()[1], limit.strain_tight, {.rel = 1e-11}));
  CHECK(close(solution.slip_lengths()[0], limit.slip_length[0], {.rel = 1e-11}));
}

TEST_CASE("delay equations: full slip is detected by both methods at the same time and leaves the state unchanged") {
  const ContourDrive drive = make_drive({1.0, 0.999}, 0.0009);
  constexpr double kStep = 0.005;
  const double integrator = time_of_failure<DelayIntegrator>(drive, kStep);
  const double midpoint = time_of_failure<DelayMidpoint>(drive, kStep);
  CHECK(integrator > 2.5);
  CHECK(integrator < 2.7);
  CHECK(close(midpoint, integrator, {.abs = 2.0 * kStep}));
}

TEST_CASE("delay equations: friction too weak at the entry is reported before the first step") {
  const ContourDrive drive = make_drive({1.0, 0.999}, 0.0004);
  DelayIntegrator solution(DelayEquations(drive, StrainModel::linear));
  CHECK_THROWS_WITH_AS(solution.advance(0.1), doctest::Contains("slips at the entry of pulley"), SolverError);
  CHECK(solution.time() == 0.0);
}

TEST_CASE("delay equations: at equal speeds the belt stays unstrained") {
  DelayIntegrator integrator(DelayEquations(make_drive({1.0, 1.0}, 0.2), StrainModel::finite_contour));
  DelayMidpoint midpoint(DelayEquations(make_drive({1.0, 1.0}, 0.2), StrainModel::finite_contour));
  integrator.advance(3.0);
  midpoint.advance(0.5);
  CHECK(integrator.levels() == Levels{});
  CHECK(midpoint.levels() == Levels{});
  CHECK(integrator.slip_lengths() == std::array{0.0, 0.0});
}

}  // namespace beltdyn::delay_test
