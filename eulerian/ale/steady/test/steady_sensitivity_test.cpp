// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/test/sanitized.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_simulation.hpp"
#include "eulerian/ale/steady/steady_belt.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::steady_sensitivity_test {
namespace {

// Step of the differences of led motions, relative to the varied number [-]. The error of a difference is its square.
constexpr double kStep = 1e-4;
// Step of the differences of whole solutions, also used doubled [-].
constexpr double kWholeStep = 1e-3;
constexpr double kEps = std::numeric_limits<double>::epsilon();

AleParameters parameters() {
  return {.mesh = {.elements_per_pulley = 16, .elements_per_span = 2}, .analysis = Analysis::steady, .time_step = 0.1};
}

// The moment on the second pulley grows with time; friction sustains 0.61 N m.
BeltDrive drive_with(FrictionLawConfig friction) {
  BeltDrive drive = loaded_drive(small_drive(), 10.0, 0.0);
  const TimeFunction ramp(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {0.0, -1.0}});
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{ramp}});
  drive.pulleys[1].bearing_damping = 1e-3;
  drive.contact->friction = std::move(friction);
  return drive;
}

using Vary = std::function<void(BeltDrive&, double factor)>;

BeltDrive varied(BeltDrive drive, const Vary& vary, double factor) {
  vary(drive, factor);
  return drive;
}

constexpr std::size_t kMoment = 4;  // among the columns

bool has_slider(const Simulation& simulation) {
  return dynamic_cast<const SteadySimulation&>(simulation).drive().has_mounts();
}

// The columns that a fit would use.
std::vector<double> columns(const Simulation& simulation) {
  const History history = simulation.history();
  std::vector<double> values;
  for (const char* name : {"angular_velocity_2", "flux", "span_force_1", "span_force_2", "torque_1"}) {
    values.push_back(history.value(name));
  }
  if (has_slider(simulation)) values.push_back(history.value("mount_position_2"));
  return values;
}

std::vector<double> half_difference(const std::vector<double>& more, const std::vector<double>& less, double step) {
  std::vector<double> result;
  for (std::size_t i = 0; i < more.size(); ++i) result.push_back((more[i] - less[i]) / (2.0 * step));
  return result;
}

const std::vector<double> kTimes{0.1, 0.3};

// Derivatives by the logarithm of the number at these times, with led motions.
std::vector<std::vector<double>> by_leading(const BeltDrive& drive, const Vary& vary) {
  SteadySimulation leader(drive, parameters());
  SteadySimulation less(varied(drive, vary, 1.0 - kStep), parameters(), {}, &leader);
  SteadySimulation more(varied(drive, vary, 1.0 + kStep), parameters(), {}, &leader);
  const std::array<Simulation*, 2> others{&less, &more};
  std::vector<std::vector<double>> derivatives;
  for (const double time : kTimes) {
    leader.advance(time - leader.time());
    REQUIRE(leader.lead(others));
    CHECK(more.time() == leader.time());
    derivatives.push_back(half_difference(columns(more), columns(less), kStep));
  }
  return derivatives;
}

std::vector<std::vector<double>> of_whole_solutions(const BeltDrive& drive, const Vary& vary, double step) {
  // Started near the middle one, whose mesh they share.
  const SteadySimulation middle(drive, parameters());
  SteadySimulation less(varied(drive, vary, 1.0 - step), parameters(), {}, &middle);
  SteadySimulation more(varied(drive, vary, 1.0 + step), parameters(), {}, &middle);
  std::vector<std::vector<double>> derivatives;
  for (const double time : kTimes) {
    less.advance(time - less.time());
    more.advance(time - more.time());
    derivatives.push_back(half_difference(columns(more), columns(less), step));
  }
  return derivatives;
}

void check_derivatives(const BeltDrive& drive, const Vary& vary) {
  // Residual of Newton's method in whole solutions; with mounts the residual of their equilibrium.
  const double left = drive.has_mounts() ? 1e-9 : 1e-12;
  const auto led = by_leading(drive, vary);
  const auto once = of_whole_solutions(drive, vary, kWholeStep);
  const auto twice = of_whole_solutions(drive, vary, 2.0 * kWholeStep);
  SteadySimulation at(drive, parameters());
  for (std::size_t i = 0; i < kTimes.size(); ++i) {
    CAPTURE(kTimes[i]);
    at.advance(kTimes[i] - at.time());
    const std::vector<double> values = columns(at);
    std::vector<double> whole;  // by differences of fourth order
    for (std::size_t c = 0; c < values.size(); ++c) whole.push_back((4.0 * once[i][c] - twice[i][c]) / 3.0);
    // A moment is a difference of span forces, and has their errors. Tractions come from stiff bristles on differences
    // of places along the loop of 0.62 m, with their rounding: 2e8 N/m³ on an arc of 0.16 m and a width of 0.02 m.
    const double radius = drive.pulleys[0].radius;
    const double moment = radius * (std::abs(whole[2]) + std::abs(whole[3]));
    const double rounding = kEps * 0.62 * 2e8 * 0.16 * 0.02 * radius;
    for (std::size_t c = 0; c < values.size(); ++c) {
      CAPTURE(c);
      CAPTURE(led[i][c]);
      CAPTURE(whole[c]);
      const double size = c == kMoment ? moment : std::abs(whole[c]);
      const double rounded = c == kMoment ? rounding / kStep : 0.0;
      // 1e-6, rounding, and the residual over the step.
      CHECK(close(led[i][c], whole[c], {.abs = 1e-6 * size + rounded + left / kWholeStep * std::abs(values[c])}));
    }
  }
}

const ElastoplasticCoulombConfig kCoulomb{.coefficient = 0.4, .stiffness = 2e8};

}  // namespace

TEST_CASE("Steady ALE belt: led motions give the derivatives of whole solutions by numbers of the belt") {
  const BeltDrive drive = drive_with(kCoulomb);
  SUBCASE("axial stiffness") {
    check_derivatives(drive, [](BeltDrive& d, double f) { d.belt.axial_stiffness *= f; });
  }
  SUBCASE("mass") {
    check_derivatives(drive, [](BeltDrive& d, double f) { d.belt.mass_per_length *= f; });
  }
  SUBCASE("bending stiffness") {
    check_derivatives(drive, [](BeltDrive& d, double f) { d.belt.bending_stiffness *= f; });
  }
  SUBCASE("bearing damping") {
    check_derivatives(drive, [](BeltDrive& d, double f) { d.pulleys[1].bearing_damping *= f; });
  }
}

TEST_CASE("Steady ALE belt: led motions give the derivatives of whole solutions by numbers of the contact" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  SUBCASE("coefficient of friction") {
    check_derivatives(drive_with(kCoulomb), [](BeltDrive& d, double f) {
      std::get<ElastoplasticCoulombConfig>(*d.contact->friction).coefficient *= f;
    });
  }
  SUBCASE("stiffness of stick") {
    check_derivatives(drive_with(kCoulomb), [](BeltDrive& d, double f) {
      std::get<ElastoplasticCoulombConfig>(*d.contact->friction).stiffness *= f;
    });
  }
  SUBCASE("stiffness of the contact") {
    check_derivatives(drive_with(kCoulomb), [](BeltDrive& d, double f) {
      std::get<PenaltyContact>(d.contact->normal).stiffness_per_area *= f;
    });
  }
  SUBCASE("Dahl's law") {
    check_derivatives(
        drive_with(DahlConfig{.parameters = {.friction_coefficient = 0.4, .stiffness = 1e4, .exponent = 1.0}}),
        [](BeltDrive& d, double f) {
          std::get<DahlConfig>(*d.contact->friction).parameters.friction_coefficient *= f;
        });
  }
}

TEST_CASE("Steady ALE belt: led motions have their mounts where those of whole solutions are" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  // The belt pulls with 40 N and moves the pulley by 8 mm.
  BeltDrive drive = drive_with(kCoulomb);
  drive.pulleys[1].mount =
      SliderMount{.direction = {1.0, 0.2},
                  .suspension = {.inertia = 0.1, .spring = MountSpring{.stiffness = 5e3, .free_position = 0.016}}};
  SUBCASE("axial stiffness") {
    check_derivatives(drive, [](BeltDrive& d, double f) { d.belt.axial_stiffness *= f; });
  }
  SUBCASE("coefficient of friction") {
    check_derivatives(drive, [](BeltDrive& d, double f) {
      std::get<ElastoplasticCoulombConfig>(*d.contact->friction).coefficient *= f;
    });
  }
  SUBCASE("spring of the mount") {
    check_derivatives(drive, [](BeltDrive& d, double f) {
      std::get<SliderMount>(d.pulleys[1].mount).suspension.spring->stiffness *= f;
    });
  }
  SUBCASE("given way of the mount") {
    auto& slider = std::get<SliderMount>(drive.pulleys[1].mount);
    slider.suspension = {};
    slider.prescribed_displacement =
        TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {1e-3, 2e-3}});
    check_derivatives(drive, [](BeltDrive& d, double f) { d.belt.axial_stiffness *= f; });
  }
}

// With the residual R(x, p) of the steady motion, R_x dx/dp = −R_p. R_x is the Jacobian, from dual numbers. R_p is
// exact for differences of any size, since the residual is linear in each of these numbers.
TEST_CASE("Steady ALE belt: led motions give the derivatives that the Jacobian, made of duals, gives") {
  const BeltDrive drive = drive_with(kCoulomb);
  const auto check = [&drive](const Vary& vary) {
    constexpr double kTime = 0.3;
    // For differences of residuals, in which no contact point changes its state.
    constexpr double kResidualStep = 1e-4;
    // For led motions; so large that rounding is small compared with the change.
    constexpr double kLedStep = 1e-3;
    SteadyBelt belt(drive, parameters());
    belt.solve(kTime);
    REQUIRE(belt.begin_leading());
    const Eigen::VectorXd x = belt.unknowns();
    const auto beside = [&](double factor) {
      auto other = std::make_unique<SteadyBelt>(varied(drive, vary, factor), parameters());
      other->begin_near(belt);
      other->solve(kTime);
      return other;
    };
    const auto residual = [&](double factor) {
      Eigen::VectorXd r;
      REQUIRE(beside(factor)->system().evaluate(x, r));
      return r;
    };
    const auto led = [&](double factor) {
      const auto other = beside(factor);
      REQUIRE(belt.lead(*other));
      return other->unknowns();
    };
    const auto slope = [](const auto& of, double step) {
      return Eigen::VectorXd((of(1.0 + step) - of(1.0 - step)) / (2.0 * step));
    };
    Eigen::VectorXd exact;
    belt.system().solve(-slope(residual, kResidualStep), exact);
    // Fourth order: the error is 1e-12 times the fifth derivative.
    const Eigen::VectorXd found = (4.0 * slope(led, kLedStep) - slope(led, 2.0 * kLedStep)) / 3.0;
    // The last two unknowns are G and ω of the driven pulley. 1e-8, and the rounding of motions over the step.
    for (const Eigen::Index i : {x.size() - 2, x.size() - 1}) {
      CAPTURE(i);
      CAPTURE(exact[i]);
      CAPTURE(found[i]);
      const double rounding = 100.0 * kEps * std::abs(x[i]) / kLedStep;
      CHECK(close(found[i], exact[i], {.abs = 1e-8 * std::abs(exact[i]) + rounding}));
    }
  };
  SUBCASE("axial stiffness") {
    check([](BeltDrive& d, double f) { d.belt.axial_stiffness *= f; });
  }
  SUBCASE("mass") {
    check([](BeltDrive& d, double f) { d.belt.mass_per_length *= f; });
  }
  SUBCASE("bending stiffness") {
    check([](BeltDrive& d, double f) { d.belt.bending_stiffness *= f; });
  }
  SUBCASE("bearing damping") {
    check([](BeltDrive& d, double f) { d.pulleys[1].bearing_damping *= f; });
  }
  SUBCASE("coefficient of friction") {
    check([](BeltDrive& d, double f) { std::get<ElastoplasticCoulombConfig>(*d.contact->friction).coefficient *= f; });
  }
  SUBCASE("stiffness of the contact") {
    check([](BeltDrive& d, double f) { std::get<PenaltyContact>(d.contact->normal).stiffness_per_area *= f; });
  }
}

TEST_CASE("Steady ALE belt: where a front comes to a contact point, led motions are found with Jacobians of their own" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  // The drive of [Ntarladima 2023] as a string; at this torque the leader's Jacobian leads to another motion.
  BeltDrive drive = loaded_drive(small_drive(), 100.0, 0.0);
  for (Pulley& pulley : drive.pulleys) pulley.radius = 0.1;
  drive.pulleys[1].center = {0.1 * std::numbers::pi, 0.0};
  drive.belt = {
      .axial_stiffness = 8000.0, .mass_per_length = 0.8288, .width = 0.08, .pretension = StressFreeLength{1.1967972}};
  drive.contact = PulleyContact{.normal = PenaltyContact{.stiffness_per_area = 4e10},
                                .friction = ElastoplasticCoulombConfig{.coefficient = 0.485, .stiffness = 5e10}};
  drive.gravity.setZero();
  AleParameters mesh = parameters();
  mesh.mesh = {.elements_per_pulley = 20, .elements_per_span = 4};
  const auto with_friction = [&](double factor, double moment) {
    BeltDrive other = drive;
    std::get<ElastoplasticCoulombConfig>(*other.contact->friction).coefficient *= factor;
    other.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(-moment)}});
    return other;
  };
  // For the force of the tight span, as above: rounding of tractions on an arc of 0.31 m over the loop of 1.26 m.
  const double rounded = kEps * 1.26 * 5e10 * 0.31 * 0.08 / kStep;
  for (int i = 0; i <= 40; ++i) {
    const double moment = 30.0 + 0.1 * i;
    CAPTURE(moment);
    SteadySimulation leader(with_friction(1.0, moment), mesh);
    SteadySimulation less(with_friction(1.0 - kStep, moment), mesh, {}, &leader);
    SteadySimulation more(with_friction(1.0 + kStep, moment), mesh, {}, &leader);
    const double whole = half_difference(columns(more), columns(less), kStep)[3];
    REQUIRE(leader.lead(std::array<Simulation*, 2>{&less, &more}));
    CHECK(close(half_difference(columns(more), columns(less), kStep)[3], whole, {.abs = rounded}));
  }
}

TEST_CASE("Steady ALE belt: led belts are at rest where the leader is, and others than steady ones are not led") {
  BeltDrive drive = drive_with(kCoulomb);
  drive.pulleys[0].motion =
      PrescribedMotion{TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 0.1, 0.2}, .value = {0.0, 0.0, 10.0}})};
  SteadySimulation leader(drive, parameters());
  SteadySimulation less(drive, parameters());
  SteadySimulation more(drive, parameters());
  const std::array<Simulation*, 2> others{&less, &more};
  leader.advance(0.05);
  CHECK(leader.lead(others));
  CHECK(more.flux() == 0.0);
  leader.advance(0.15);
  CHECK(leader.lead(others));
  // The same drive: nothing changes except rounding.
  CHECK(close(more.flux(), leader.flux(), {.rel = 1e-10}));

  AleParameters finer = parameters();
  finer.mesh.elements_per_pulley = 18;
  SteadySimulation other(drive, finer);
  CHECK(!leader.lead(std::array<Simulation*, 2>{&less, &other}));
  AleParameters characteristic = parameters();
  characteristic.analysis = Analysis::characteristic;
  CHECK(!SteadySimulation(drive, characteristic).lead(others));
}

}  // namespace beltdyn::eulerian::ale::steady_sensitivity_test
