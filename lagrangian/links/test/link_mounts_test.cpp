// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_mounts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/test/sanitized.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/links/link_energy.hpp"
#include "lagrangian/links/links_simulation.hpp"
#include "lagrangian/links/test/kubas_drive.hpp"

namespace beltdyn::lagrangian::links::link_mounts_test {
namespace {

// Thousands of short steps.
constexpr bool kTooSlow = beltdyn::test::kIsSanitized;
constexpr double kStep = 5e-5;

// The Kubas drive with its second pulley on a slider, whose spring has about the force of the belt.
BeltDrive on_slider() {
  BeltDrive drive = kubas_drive();
  drive.pulleys[1].mount = SliderMount{
      .direction = {1.0, 0.1}, .suspension = {.inertia = 2.0, .damping = 20.0, .spring = MountSpring{2e4, 0.0125}}};
  return drive;
}

// The same drive on an arm of 0.3 m below the pulley.
BeltDrive on_arm() {
  BeltDrive drive = kubas_drive();
  drive.pulleys[1].mount = ArmMount{
      .pivot = {1.0, -0.3}, .suspension = {.inertia = 0.2, .damping = 2.0, .spring = MountSpring{2000.0, 1.53}}};
  return drive;
}

JointFriction joint_friction(const FrictionLawConfig& law) { return {.radius = 1.0, .normal_force = 20.0, .law = law}; }

LinksParameters parameters_of(TimeIntegration integration = TimeIntegration::runge_kutta_4, double step = kStep) {
  return {.links = kLinks, .time_step = step, .time_integration = integration, .settling_time = 0.05};
}

void advance_to(LinkBelt& belt, double end) {
  const double h = belt.parameters().time_step;
  for (long i = std::lround((end - belt.time()) / h); i > 0; --i) belt.advance(h);
}

double mount_position(const LinkBelt& belt) { return belt.state()[belt.layout().mount_position(0)]; }

// Links on moving circles, and the kernel that computes the forces.
struct MovingCircles {
  explicit MovingCircles(const BeltDrive& drive)
      : model(make_link_model(drive, kLinks)),
        layout(model),
        kernel(make_link_kernel(model, numerics::InstructionSet::baseline)),
        state(lay_on_path(drive, model, layout)),
        modes(layout.modes_size()),
        rates(layout.size()) {
    for (std::size_t i = 0; i < layout.n_links(); ++i) {
      const auto wave = [i](double phase) { return std::sin(static_cast<double>(i) * 0.7 + phase); };
      state[layout.field(LinkLayout::x) + i] += 2e-4 * wave(0.0);
      state[layout.field(LinkLayout::y) + i] += 2e-4 * wave(1.0);
      state[layout.field(LinkLayout::vx) + i] = 0.5 * wave(3.0);
      state[layout.field(LinkLayout::vy) + i] = 0.4 * wave(4.0);
    }
  }

  void evaluate() { kernel->evaluate({}, state.data(), modes.data(), speeds, rates.data(), moments); }
  double sum(LinkLayout::Field field) const {
    double all = 0.0;
    for (std::size_t i = 0; i < layout.n_links(); ++i) all += rates[layout.field(field) + i];
    return all;
  }

  LinkModel model;
  LinkLayout layout;
  std::unique_ptr<LinkKernel> kernel;
  numerics::AlignedVector state;
  numerics::AlignedVector modes;
  numerics::AlignedVector rates;
  std::vector<double> speeds{3.0, -1.0};
  std::vector<double> moments = std::vector<double>(2);
};

// Both pulleys move, so that the kernel computes the forces on both.
BeltDrive both_moving() {
  BeltDrive drive = on_slider();
  drive.pulleys[0].mount = drive.pulleys[1].mount;
  drive.belt.contact_offset = 0.015;
  return drive;
}

}  // namespace

TEST_CASE("link mounts: the force on the pulleys equals the missing weight of the links") {
  MovingCircles links(both_moving());
  links.evaluate();
  const numerics::Vec2<double> f = links.kernel->force_on_pulley(0) + links.kernel->force_on_pulley(1);
  const double n = kLinks;
  // Single contact forces of some hundred N cancel in the sum over 120 links.
  const Tolerance rounding{.abs = 1e-9};
  CHECK(close(links.model.mass * (links.sum(LinkLayout::vx) - n * links.model.gravity.x), -f.x, rounding));
  CHECK(close(links.model.mass * (links.sum(LinkLayout::vy) - n * links.model.gravity.y), -f.y, rounding));
  CHECK(std::abs(f.x) > 1.0);
}

TEST_CASE("link mounts: a drive that moves as a whole has the same forces") {
  MovingCircles links(both_moving());
  links.evaluate();
  const numerics::AlignedVector before = links.rates;
  const numerics::Vec2<double> shift{3.0, -2.0};
  const numerics::Vec2<double> velocity{0.7, 1.1};
  for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
    links.state[links.layout.field(LinkLayout::x) + i] += shift.x;
    links.state[links.layout.field(LinkLayout::y) + i] += shift.y;
    links.state[links.layout.field(LinkLayout::vx) + i] += velocity.x;
    links.state[links.layout.field(LinkLayout::vy) + i] += velocity.y;
  }
  for (std::size_t p = 0; p < 2; ++p) {
    links.kernel->move_pulley(p, links.model.pulleys[p].center + shift, velocity);
  }
  links.evaluate();
  // Places are rounded to 4e-16 m, so that contacts and joints of 3e5 N/m have a rounding of 2e-10 N for links of 2 g.
  for (const LinkLayout::Field field : {LinkLayout::vx, LinkLayout::vy, LinkLayout::spin}) {
    for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
      const std::size_t place = links.layout.field(field) + i;
      CHECK(close(links.rates[place], before[place], {.rel = 1e-7, .abs = 1e-4}));
    }
  }
}

// Runge-Kutta steps of a smooth motion conserve energy to order 4; the ledger, by the trapezoidal rule, to order 2.
TEST_CASE("link mounts: work, losses and stored energy of a drive with a mount balance" * doctest::skip(kTooSlow)) {
  std::vector<BeltDrive> drives{on_slider(), on_arm(), on_arm(), on_arm()};
  std::get<SliderMount>(drives[0].pulleys[1].mount).force =
      TimeFunction(TimeFunction::PiecewiseLinear{{0.0, 0.01}, {0.0, -60.0}});
  auto& arm = std::get<ArmMount>(drives[1].pulleys[1].mount).suspension;
  arm.friction = JointFriction{.radius = 0.02, .normal_force = 5.0, .law = ElastoplasticCoulombConfig{0.2, 1e6, 0.0}};
  arm.stops =
      MountStops{.lowest = 1.0, .highest = mounts_at_rest(drives[1])[1] + 1e-3, .stiffness = 1e4, .damping = 5.0};
  auto& turned = std::get<ArmMount>(drives[2].pulleys[1].mount);
  turned.suspension = {};
  turned.prescribed_angle =
      TimeFunction(TimeFunction::Harmonic{.mean = 0.0, .amplitude = 0.01, .angular_frequency = 60.0});
  drives[3].pulleys[1].eccentricity = 0.02;
  drives[3].pulleys[1].motion = PrescribedMotion{TimeFunction(20.0)};
  for (BeltDrive& drive : drives) {
    LinkBelt belt(drive, parameters_of());
    CAPTURE(std::abs(mount_position(belt)));
    const double start = mount_position(belt);
    advance_to(belt, 0.1);
    CHECK(std::abs(mount_position(belt) - start) > 1e-5);
    CHECK(std::abs(belt.power_defect()) < 1e-3);
  }
}

// The joints of the polygon of links lie outside of the circles by ℓ²/(8 R), which makes the path longer by ℓ²/(12 R²)
// of each arc, 1.9e-3 m for two half turns. Two strands pull at the slider, so that it moves back by at most half of
// this. Chains with another position of the links around the pulleys differ in length by some tenths of it.
TEST_CASE("link mounts: a mount settles where the string lets it rest, light or heavy" * doctest::skip(kTooSlow)) {
  BeltDrive drive = on_slider();
  drive.gravity.setZero();
  const double string = mounts_at_rest(drive)[1];
  const double light = mount_position(LinkBelt(drive, parameters_of()));
  CHECK(std::abs(light - string) < 0.5 * 1.9e-3);
  std::get<SliderMount>(drive.pulleys[1].mount).suspension.inertia = 200.0;
  std::get<SliderMount>(drive.pulleys[1].mount).suspension.damping = 2e4;
  CHECK(mount_position(LinkBelt(drive, parameters_of())) == light);
  // A settled motion does not continue: at the first instant no force pulls at the mount.
  const LinkBelt belt(on_slider(), parameters_of());
  const double pull = belt.snapshot().mount_forces[0];
  CHECK(std::abs(belt.snapshot().rates[belt.layout().mount_velocity(0)]) * 2.0 < 0.01 * std::abs(pull));
}

// The results differ by the effect of the positions of the belts along themselves, a part of the 1.9e-3 m by which the
// polygon is longer than the arcs.
TEST_CASE("link mounts: mounts start in the equilibrium to which motion brings them" * doctest::skip(kTooSlow)) {
  for (const BeltDrive& drive : {on_slider(), on_arm()}) {
    LinksParameters still = parameters_of();
    still.settling_time = 0.0;
    LinksParameters settled = parameters_of();
    settled.settling_time = 0.5;
    const LinkBelt belt(drive, still);
    const LinkBelt::Snapshot now = belt.snapshot();
    // No force pulls at the mount.
    CHECK(std::abs(now.rates[belt.layout().mount_velocity(0)]) * 2.0 < 1e-5 * std::abs(now.mount_forces[0]));
    CHECK(std::abs(mount_position(belt) - mount_position(LinkBelt(drive, settled))) < 1e-3 * 1.9e-3);
  }
}

TEST_CASE("link mounts: a mount that is held at the start stays where it is drawn") {
  BeltDrive drive = on_slider();
  drive.initial_state = InitialState::held;
  LinksParameters parameters = parameters_of();
  parameters.settling_time = 0.0;
  CHECK(mount_position(LinkBelt(drive, parameters)) == 0.0);
}

TEST_CASE("link mounts: all time integrations move a mount alike" * doctest::skip(kTooSlow)) {
  for (BeltDrive drive : {on_slider(), on_arm()}) {
    for (const bool is_eccentric : {false, true}) {
      if (is_eccentric) drive.pulleys[0].eccentricity = 0.01;
      constexpr double kEnd = 0.03;
      LinkBelt exact(drive, parameters_of());
      const auto start = bytes_of(exact);
      const double from = mount_position(exact);
      advance_to(exact, kEnd);
      const double displacement = mount_position(exact) - from;
      CAPTURE(displacement);
      const auto error_of = [&](TimeIntegration integration, double step) {
        LinkBelt belt(drive, parameters_of(integration, step));
        restore_from(start, belt);
        advance_to(belt, kEnd);
        return std::abs(mount_position(belt) - from - displacement) / std::abs(displacement);
      };
      CHECK(error_of(TimeIntegration::adaptive, 1e-3) < 1e-2);
      // First order: half the step, half the error.
      const double coarse = error_of(TimeIntegration::implicit, 1e-4);
      const double fine = error_of(TimeIntegration::implicit, 5e-5);
      CHECK(coarse < 0.1);
      CHECK(fine < 0.7 * coarse);
    }
  }
}

// A force moves the slider by some 3 mm. Friction dissipates energy, or stores some of it for a while.
TEST_CASE("link mounts: joint friction follows its law" * doctest::skip(kTooSlow)) {
  for (const FrictionLawConfig& law : all_friction_laws()) {
    if (std::holds_alternative<BristleConfig>(law)) continue;
    BeltDrive drive = on_slider();
    drive.gravity.setZero();
    auto& slider = std::get<SliderMount>(drive.pulleys[1].mount);
    slider.force = TimeFunction(TimeFunction::Harmonic{.mean = 0.0, .amplitude = 100.0, .angular_frequency = 300.0});
    slider.suspension.friction = joint_friction(law);
    const Suspension& suspension = slider.suspension;
    LinkBelt belt(drive, parameters_of());
    double most = 0.0;
    double work = 0.0;
    for (int i = 0; i < 800; ++i) {
      belt.advance(kStep);
      const auto now = belt.snapshot();
      const double v = belt.state()[belt.layout().mount_velocity(0)];
      const double friction = suspension.inertia * now.rates[belt.layout().mount_velocity(0)] - now.mount_forces[0] -
                              slider.force->value(belt.time()) +
                              suspension.spring->stiffness * (mount_position(belt) - suspension.spring->free_position) +
                              suspension.damping * v;
      most = std::max(most, std::abs(friction));
      work += friction * v * kStep;
    }
    CAPTURE(std::string(law_name(law)));
    // No law exceeds its coefficient, at most 1, except by the overshoot of a step.
    CHECK(most > 0.05 * 20.0);
    CHECK(most < 1.05 * 20.0);
    CHECK(work < 0.0);
  }
}

TEST_CASE("link mounts: a prescribed arm is where it is given, and the belt pulls at it" * doctest::skip(kTooSlow)) {
  BeltDrive drive = on_arm();
  auto& arm = std::get<ArmMount>(drive.pulleys[1].mount);
  arm.suspension = {};
  arm.prescribed_angle =
      TimeFunction(TimeFunction::Harmonic{.mean = 0.0, .amplitude = 0.01, .angular_frequency = 60.0});
  const double drawn = drawn_position(drive.pulleys[1].mount, drive.pulleys[1].center);
  for (const TimeIntegration integration :
       {TimeIntegration::runge_kutta_4, TimeIntegration::adaptive, TimeIntegration::implicit}) {
    LinkBelt belt(drive, parameters_of(integration));
    advance_to(belt, 0.01);
    CHECK(close(mount_position(belt), drawn + arm.prescribed_angle->value(belt.time()), {.rel = 1e-14}));
    CHECK(close(belt.state()[belt.layout().mount_velocity(0)], arm.prescribed_angle->derivative(belt.time()),
                {.rel = 1e-14}));
    // At an arm above its pivot the belt, to the left of the pulley, pulls towards larger angles.
    CHECK(belt.snapshot().mount_forces[0] > 0.0);
  }
}

TEST_CASE("link mounts: a restored belt resumes with bit-identical output" * doctest::skip(kTooSlow)) {
  BeltDrive drive = on_arm();
  drive.pulleys[0].eccentricity = 0.005;
  auto& arm = std::get<ArmMount>(drive.pulleys[1].mount).suspension;
  arm.friction = joint_friction(ElastoplasticCoulombConfig{0.2, 1e6, 1.0});
  for (const TimeIntegration integration :
       {TimeIntegration::runge_kutta_4, TimeIntegration::adaptive, TimeIntegration::implicit}) {
    const LinksParameters parameters = parameters_of(integration);
    LinkBelt through(drive, parameters);
    advance_to(through, 0.01);
    LinkBelt resumed(drive, parameters);
    restore_from(bytes_of(through), resumed);
    advance_to(through, 0.02);
    advance_to(resumed, 0.02);
    CHECK(bytes_of(resumed) == bytes_of(through));
  }
}

// 2√2/√(k/J) of the classical Runge-Kutta method.
TEST_CASE("link mounts: a stiff stop limits the step, and is named") {
  BeltDrive drive = on_slider();
  auto& slider = std::get<SliderMount>(drive.pulleys[1].mount).suspension;
  slider = {.inertia = 2.0, .stops = MountStops{.lowest = -0.1, .highest = 0.1, .stiffness = 1e11}};
  slider.spring = MountSpring{2e4, 0.0125};
  const StepLimits limits = step_limits(drive, make_link_model(drive, kLinks));
  // 2.8285 is the bisection's result for 2√2 on the imaginary axis, where rounding decides.
  CHECK(close(limits.step, std::sqrt(8.0 * slider.inertia / (1e11 + 2e4)), {.rel = 1e-2}));
  CHECK(limits.single.front().what.find("of the mount of pulley 2") != std::string::npos);
}

}  // namespace beltdyn::lagrangian::links::link_mounts_test
