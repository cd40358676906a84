// SPDX-License-Identifier: MIT
#include "lagrangian/links/step_limits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/links/links_simulation.hpp"
#include "lagrangian/links/test/link_runs.hpp"

namespace beltdyn::lagrangian::links::step_limits_test {

using namespace test;

TEST_CASE("links: a belt settles in steps of the run, or in shorter ones where these are unstable") {
  const StepLimits limits{.step = 1e-3, .step_when_laid = 1e-3, .single = {}};
  CHECK(preparing_steps(0.02, parameters_of(1e-4), limits) == 200);
  // 0.02 s in steps of 0.9e-3 s at most.
  CHECK(preparing_steps(0.02, parameters_of(1e-2), limits) == 23);
  CHECK(preparing_steps(0.02, parameters_of(1e-2, TimeIntegration::implicit), limits) == 2);
  CHECK(preparing_steps(0.0, parameters_of(0.0, TimeIntegration::implicit), limits) == 0);
  // Without a step of the run: the default number.
  CHECK(preparing_steps(0.02, parameters_of(0.0, TimeIntegration::implicit), limits) == 200);
}

TEST_CASE("links: the reason for a step limit is the single cause, or the most restrictive one") {
  const StepLimits limits{.step = 1e-4, .step_when_laid = 1e-4, .single = {{2e-4, "a"}, {3e-4, "b"}, {5e-4, "c"}}};
  CHECK(limits.reason(4e-4) == "per link a, allows 0.0002 s; b, allows 0.0003 s");
  CHECK(limits.reason(1e-3) == "per link a, allows 0.0002 s; b, allows 0.0003 s; c, allows 0.0005 s");
  CHECK(limits.reason(1.5e-4) == "per link a, allows 0.0002 s");
}

namespace {

// The limit with this description.
const SingleLimit& limit_of(const StepLimits& limits, const std::string& what) {
  const auto found =
      std::ranges::find_if(limits.single, [&](const SingleLimit& l) { return l.what.starts_with(what); });
  REQUIRE(found != limits.single.end());
  return *found;
}

}  // namespace

// With c₁ P² + c₂ P = p the slope is √(c₂² + 4 c₁ p).
TEST_CASE("links: a progressive contact is linearised at the pretension, joints as they bend") {
  BeltDrive hardening = kubas_drive();
  const double radius = hardening.pulleys[0].radius;
  const double pressure = hardening.initial_force() / (radius * hardening.belt.width);
  const double c2 = 1e8;
  const double c1 = 10.0 * c2 * c2 / pressure;
  hardening.contact->normal = KelvinVoigtContact{.stiffness_per_area = c2, .quadratic_stiffness_per_area = c1};
  BeltDrive linear = hardening;
  linear.contact->normal = PenaltyContact{.stiffness_per_area = std::sqrt(c2 * c2 + 4.0 * c1 * pressure)};
  const auto limits = [](const BeltDrive& drive) { return step_limits(drive, make_link_model(drive, kLinks)); };
  const std::string contact = "the stiffness of the contact with pulley 1, ";
  // The radius of the path is the radius of the pulley plus half of a link's height.
  CHECK(close(limit_of(limits(hardening), contact).step, limit_of(limits(linear), contact).step, {.rel = 1e-3}));
  CHECK(close(limits(hardening).step, limits(linear).step, {.rel = 1e-3}));
  CHECK(limit_of(limits(linear), "the stiffness of the joints in bending").what ==
        "the stiffness of the joints in bending, 0.0208 N m/rad");
}

// 2√2/√(12 c/m) is 6.95e-5 s and 3.13e-5 s; damping and contact change the limit by less than 2 %.
TEST_CASE("links: steps below the predicted limit are stable, steps above tear the belt and leave it unchanged" *
          doctest::skip(kTooSlow)) {
  struct Limit {
    KubasSet set;
    double predicted;
    double stable;
    double unstable;
  };
  for (const Limit& limit : {Limit{kRobustSet, 6.946e-5, 6.8e-5, 7.2e-5}, Limit{kPaperSet, 3.134e-5, 3.0e-5, 3.2e-5}}) {
    CAPTURE(limit.predicted);
    const BeltDrive drive = kubas_drive(limit.set);
    CHECK(close(step_limits(drive, make_link_model(drive, kLinks)).step, limit.predicted, {.rel = 0.02}));
    LinkBelt stable(drive, parameters_of(limit.stable));
    CHECK(failure(stable, 0.5).empty());
    LinkBelt unstable(drive, parameters_of(limit.unstable));
    const std::string message = failure(unstable, 0.5);
    CHECK(message.find("broke apart") != std::string::npos);
    CHECK(message.find("stable step") != std::string::npos);
    const auto before = bytes_of(unstable);
    CHECK_THROWS_AS(unstable.advance(limit.unstable), SolverError);
    CHECK(bytes_of(unstable) == before);
    for (const double number : unstable.state()) CHECK(std::isfinite(number));
    CHECK_FALSE(LinksSimulation(drive, parameters_of(limit.unstable)).preflight(1.0).empty());
    const std::vector<std::string> warnings = LinksSimulation(drive, parameters_of(limit.stable)).preflight(1.0);
    CHECK(std::ranges::none_of(warnings,
                               [](const std::string& w) { return w.find("stable step") != std::string::npos; }));
  }
}

namespace {

// The Kubas drive with a stiff or damped part, and the text that the warning must contain.
struct Limiting {
  BeltDrive drive;
  const char* what;
};

std::vector<Limiting> limiting_parts() {
  std::vector<Limiting> parts;
  BeltDrive drive = kubas_drive();
  drive.belt.bending_damping = 1.3e-3;
  parts.push_back({drive, "bending_damping"});
  drive = kubas_drive();
  drive.belt.axial_damping = 20.0;
  parts.push_back({drive, "axial_damping"});
  drive = kubas_drive();
  drive.belt.bending_stiffness *= 1e4;
  parts.push_back({drive, "stiffness of the joints in bending"});
  drive = kubas_drive();
  std::get<KelvinVoigtContact>(drive.contact->normal).damping_per_area *= 25.0;
  parts.push_back({drive, "damping of the contact with pulley 1"});
  drive = kubas_drive();
  std::get<KelvinVoigtContact>(drive.contact->normal).stiffness_per_area *= 1e3;
  parts.push_back({drive, "stiffness of the contact with pulley 1"});
  drive = kubas_drive();
  drive.contact->friction = RegularisedCoulombConfig{
      {.friction_coefficient = 0.95, .velocity = 1e-4, .form = contact::Regularisation::hyperbolic}};
  parts.push_back({drive, "damping of friction at rest with pulley 1"});
  return parts;
}

// Largest difference of link velocities from those of far shorter steps [m/s], some steps after a state; infinite if
// the belt comes apart.
double error_after_steps(const BeltDrive& drive, const std::vector<std::uint8_t>& state, double step) {
  constexpr int kSteps = 800;
  constexpr int kShorter = 4;
  LinkBelt belt(drive, parameters_of(step, TimeIntegration::runge_kutta_4, 0.0));
  LinkBelt reference(drive, parameters_of(step / kShorter, TimeIntegration::runge_kutta_4, 0.0));
  restore_from(state, belt);
  restore_from(state, reference);
  try {
    for (int i = 0; i < kSteps; ++i) belt.advance(step);
  } catch (const SolverError&) {
    return std::numeric_limits<double>::infinity();
  }
  for (int i = 0; i < kShorter * kSteps; ++i) reference.advance(step / kShorter);
  double largest = 0.0;
  for (const LinkLayout::Field field : {LinkLayout::vx, LinkLayout::vy}) {
    for (std::size_t i = 0; i < belt.layout().n_links(); ++i) {
      const std::size_t place = belt.layout().field(field) + i;
      largest = std::max(largest, std::abs(belt.state()[place] - reference.state()[place]));
    }
  }
  return largest;
}

}  // namespace

// The limits belong to small waves of a straight row. On a curved belt, where each contact has its own force, they are
// accurate to some ten per cent. Small waves grow without bound in unstable steps, unless contacts open or friction
// slips; then they stay far above the error of stable steps.
TEST_CASE("links: the reported stable step is that of the belt, with the name of its limiting cause" *
          doctest::skip(kTooSlow)) {
  constexpr double kGoodTo = 1.25;
  constexpr double kFarAbove = 100.0;
  const double of_kubas = step_limits(kubas_drive(), make_link_model(kubas_drive(), kLinks)).step;
  for (const Limiting& part : limiting_parts()) {
    CAPTURE(std::string(part.what));
    const StepLimits limits = step_limits(part.drive, make_link_model(part.drive, kLinks));
    CHECK(limits.step < 0.6 * of_kubas);
    CHECK(limits.single.front().what.find(part.what) != std::string::npos);
    const auto start = bytes_of(LinkBelt(part.drive, parameters_of(0.25 * limits.step)));
    const double beyond = kGoodTo * limits.step;
    CHECK(error_after_steps(part.drive, start, beyond) >
          kFarAbove * error_after_steps(part.drive, start, limits.step / kGoodTo));
    const std::vector<std::string> warnings = LinksSimulation(part.drive, parameters_of(beyond)).preflight(1.0);
    const auto of_step = [](const std::string& warning) { return warning.find("stable step") != std::string::npos; };
    REQUIRE(std::ranges::count_if(warnings, of_step) == 1);
    CHECK(std::ranges::find_if(warnings, of_step)->find(part.what) != std::string::npos);
  }
}

// ż = (d μ N − K z)/D for a slipping bristle; the longest step is (1 + z + z²/2 + z³/6 + z⁴/24 = 1 at −2.785293563405)
// D/K.
TEST_CASE("links: the damper of slipping bristles limits the step, and is named") {
  constexpr double kLongest = 2.785293563405;
  BeltDrive drive = kubas_drive();
  const auto limits_with = [&drive](const FrictionLawConfig& friction) {
    drive.contact->friction = friction;
    return step_limits(drive, make_link_model(drive, kLinks));
  };
  const double without = limits_with(ElastoplasticCoulombConfig{0.5, 1e9, 0.0}).step;
  const StepLimits damped = limits_with(ElastoplasticCoulombConfig{0.5, 1e9, 1e3});
  CHECK(close(damped.step, kLongest * 1e-6, {.rel = 1e-9}));
  CHECK(damped.step < without);
  CHECK(damped.reason(1e-5).find("the relaxation of slipping friction on pulley 1, 1e+06 1/s") != std::string::npos);
  // A GMS element relaxes towards its limit with C/μ.
  const StepLimits gms =
      limits_with(GmsConfig{.coefficient = {ConstantCoefficient{0.5}}, .elements = {{1e4, 1.0}}, .attraction = 1e6});
  CHECK(close(gms.step, kLongest * 0.5 / 1e6, {.rel = 1e-6}));
}

}  // namespace beltdyn::lagrangian::links::step_limits_test
