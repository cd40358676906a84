// SPDX-License-Identifier: MIT
#include "analytic/contour/abel.hpp"

#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "analytic/contour/delay_integrator.hpp"
#include "analytic/contour/test/test_drives.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::abel_test {

using namespace beltdyn::analytic;
using beltdyn::close;
using beltdyn::ContourDrive;
using beltdyn::StrainModel;
using beltdyn::TimeFunction;
using beltdyn::Tolerance;

namespace {

// The references are 30-digit evaluations by an independent program, cut to 15 digits.
constexpr Tolerance kFifteenDigits{.rel = 1e-13};

struct Row {
  double time;
  double tight;
  double slack;
  double linear_tight;
  double linear_slack;
  double compliant_slack;
};
constexpr std::array<Row, 7> kRows{{
    {0.10, 4.84816769193194e-5, -4.84828669518489e-5, 4.8770575499286e-5, -4.8771784623628e-5, -4.86008726543792e-3},
    {0.25, 1.15894521937799e-4, -1.15901450651915e-4, 1.17503097415405e-4, -1.17510288696484e-4, -1.16590119169825e-2},
    {0.50, 2.1586399601219e-4, -2.15888786034739e-4, 2.21199216928595e-4, -2.21225718111386e-4, -2.18361732478425e-2},
    {0.75, 3.02700368887119e-4, -3.02750609814664e-4, 3.12710721209028e-4, -3.12765705103516e-4, -3.0777946413593e-2},
    {1.0, 3.78557222946233e-4, -3.78638145331867e-4, 3.93469340287367e-4, -3.93559558687227e-4, -3.86764040952372e-2},
    {2.0, 6.01609197442617e-4, -6.0183696636998e-4, 6.32120558828558e-4, -6.32384880266604e-4, -6.24974139104031e-2},
    {3.0, 7.40253931904186e-4, -7.40632241488141e-4, 7.7686983985157e-4, -7.77312205670030e-4, -7.79457352128401e-2},
}};

}  // namespace

TEST_CASE("abel: the closed forms of both spans have the values of an independent evaluation") {
  const ContourDrive drive = stiff_drive();
  // V₁ − V₂ = 1 − 0.999 is only known to eps/0.001 = 1e-13 relative.
  constexpr Tolerance kDifferenceOfSpeeds{.rel = 4e-13};
  for (const Row& row : kRows) {
    CAPTURE(row.time);
    CHECK(close(SpanStart::tight(drive).strain(row.time), row.tight, kDifferenceOfSpeeds));
    CHECK(close(SpanStart::slack(drive).strain(row.time), row.slack, kDifferenceOfSpeeds));
    CHECK(close(SpanStart::tight(drive).linear_strain(row.time), row.linear_tight, kDifferenceOfSpeeds));
    CHECK(close(SpanStart::slack(drive).linear_strain(row.time), row.linear_slack, kDifferenceOfSpeeds));
    CHECK(close(SpanStart::slack(compliant_drive()).strain(row.time), row.compliant_slack, kFifteenDigits));
    // (28) is invariant when the speed surplus and the friction are both multiplied by 100.
    CHECK(close(SpanStart::tight(compliant_drive()).strain(row.time), 100.0 * row.tight, kFifteenDigits));
  }
}

TEST_CASE("abel: the unstrained zones end at the times of an independent evaluation") {
  const ContourDrive stiff = stiff_drive();
  const ContourDrive compliant = compliant_drive();
  CHECK(close(rest_zone_end(stiff, 1, StartFormula::abel), 0.835883863671561898, kFifteenDigits));
  CHECK(close(rest_zone_end(stiff, 0, StartFormula::abel), 0.835133958976162895, kFifteenDigits));
  CHECK(close(rest_zone_end(compliant, 1, StartFormula::abel), 0.914578208188061421, kFifteenDigits));
  CHECK(close(rest_zone_end(compliant, 0, StartFormula::abel), 0.832536190020452237, kFifteenDigits));
  CHECK(close(rest_zone_end(stiff, 1, StartFormula::linear), 0.83085919048405, kFifteenDigits));
  CHECK(close(rest_zone_end(stiff, 0, StartFormula::linear), 0.83011786196838, kFifteenDigits));
  CHECK(close(rest_zone_end(compliant, 1, StartFormula::linear), 0.90832242179955, kFifteenDigits));
  CHECK(close(rest_zone_end(compliant, 0, StartFormula::linear), 0.82730843769798, kFifteenDigits));
  CHECK(close(SpanStart::tight(compliant).strain(0.914578208188061421), 3.537592252614895e-2, kFifteenDigits));
  CHECK(close(SpanStart::slack(compliant).strain(0.832536190020452237), -3.349276199590955e-2, kFifteenDigits));
}

TEST_CASE("abel: short times lose no digits") {
  // (2 + 5 ε) dε/dt + ε = 0.1 gives ε = t/20 (1 − (5/16) t + O(t²)).
  const SpanStart span = SpanStart::tight(make_drive({1.0, 0.9}, 0.2));
  for (const double t : {1e-12, 1e-9, 1e-6}) {
    CAPTURE(t);
    const double surplus = 1.0 - 0.9;
    CHECK(close(span.strain(t), 0.5 * surplus * t * (1.0 - 0.3125 * t), {.rel = 1e-15 + t * t}));
  }
}

TEST_CASE("abel: time is the inverse of strain, and rate the slope of (28)") {
  for (const SpanStart& span : {SpanStart::tight(compliant_drive()), SpanStart::slack(compliant_drive())}) {
    for (const double t : {1e-6, 0.3, 2.0, 10.0}) {
      // The limit is approached like exp(−t/2.5): an error eps of ε/e changes the time by eps exp(t/2.5) 2.5.
      CHECK(close(span.time(span.strain(t)), t, {.rel = 1e-14 * std::exp(t / 2.5)}));
      const double h = 1e-5 * t;
      CHECK(close((span.strain(t + h) - span.strain(t - h)) / (2.0 * h), span.rate(t), {.rel = 1e-8}));
      CHECK(close((span.linear_strain(t + h) - span.linear_strain(t - h)) / (2.0 * h), span.linear_rate(t),
                  {.rel = 1e-8}));
    }
  }
}

TEST_CASE("abel: with unequal contacts each span has the friction of the pulley that feeds it") {
  // Equal to the delay equations, which are integrated without the closed form, until a rest zone ends.
  for (const auto& speed : {std::array{1.0, 0.85}, std::array{0.85, 1.0}}) {
    const ContourDrive drive = unequal_drive(speed);
    const double end =
        std::min(rest_zone_end(drive, 0, StartFormula::abel), rest_zone_end(drive, 1, StartFormula::abel));
    DelayIntegrator delay(DelayEquations(drive, StrainModel::linear));
    delay.advance(0.5 * end);
    CHECK(close(SpanStart::slack(drive).strain(delay.time()), delay.levels()[0], {.rel = 1e-12}));
    CHECK(close(SpanStart::tight(drive).strain(delay.time()), delay.levels()[1], {.rel = 1e-12}));
    delay.advance(2.0 * end);
    CHECK(close(rest_zone_end(drive, 0, StartFormula::abel), delay.breakpoints(0).at(1), {.rel = 1e-11}));
    CHECK(close(rest_zone_end(drive, 1, StartFormula::abel), delay.breakpoints(1).at(1), {.rel = 1e-11}));
  }
}

TEST_CASE("abel: at equal speeds there is no strain and the rest zones leave with the belt") {
  const ContourDrive drive = make_drive({0.5, 0.5}, 0.2);
  CHECK(SpanStart::tight(drive).strain(1.0) == 0.0);
  CHECK(SpanStart::slack(drive).linear_strain(1.0) == 0.0);
  CHECK(rest_zone_end(drive, 0, StartFormula::abel) == 2.0);
}

TEST_CASE("abel: long after the start the strain is the limit") {
  const SpanStart span = SpanStart::tight(stiff_drive());
  CHECK(close(span.strain(1e5), span.limit(), {.rel = 1e-15}));
}

TEST_CASE("abel: varying or vanishing speeds are refused") {
  ContourDrive drive = stiff_drive();
  drive.surface_speed[0] = TimeFunction(0.0);
  CHECK_THROWS_AS(SpanStart::tight(drive), beltdyn::UsageError);
  drive.surface_speed[0] =
      TimeFunction(TimeFunction::Harmonic{.mean = 1.0, .amplitude = 0.1, .angular_frequency = 1.0});
  CHECK_THROWS_WITH_AS(SpanStart::slack(drive), doctest::Contains("front tracking"), beltdyn::UsageError);
}

}  // namespace beltdyn::abel_test
