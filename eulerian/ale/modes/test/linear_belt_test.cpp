// SPDX-License-Identifier: MIT
#include "eulerian/ale/modes/linear_belt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <memory>
#include <numbers>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"

namespace beltdyn::eulerian::ale::linear_belt_test {
namespace {

using Complex = LinearBelt::Complex;
using std::numbers::pi;

// The drive of [Ntarladima 2023] as a string in the limit of stiff contacts.
BeltDrive string_drive() {
  BeltDrive drive;
  drive.pulleys.resize(2);
  for (Pulley& pulley : drive.pulleys) {
    pulley.radius = 0.1;
    pulley.inertia = 0.25;
  }
  drive.pulleys[1].center = {0.1 * pi, 0.0};
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(12.0)};
  drive.pulleys[1].bearing_damping = 2.0;
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(-25.0)}});
  drive.belt = {.axial_stiffness = 8000.0,
                .bending_stiffness = 0.0,
                .mass_per_length = 1e-3,
                .width = 0.08,
                .contact_offset = 0.0,
                .pretension = ReferenceStrain{-0.05}};
  drive.contact =
      PulleyContact{.normal = PenaltyContact{.stiffness_per_area = 4e10}, .friction = elastoplastic_coulomb(0.5, 5e9)};
  drive.gravity.setZero();
  return drive;
}

// The belt in its steady motion.
std::unique_ptr<SteadyBelt> running(BeltDrive drive, double speed) {
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(speed)};
  const AleParameters parameters{
      .mesh = {.elements_per_pulley = 40, .elements_per_span = 8}, .analysis = Analysis::steady, .time_step = 0.1};
  auto belt = std::make_unique<SteadyBelt>(drive, parameters);
  belt->solve(0.0);
  return belt;
}

// The same drive with the driven pulley on a slider with a spring.
BeltDrive drive_on_slider() {
  BeltDrive drive = string_drive();
  drive.pulleys[1].mount = SliderMount{
      .direction = {1.0, 0.2},
      .suspension = {.inertia = 1.5, .damping = 40.0, .spring = MountSpring{.stiffness = 2e4, .free_position = 0.045}}};
  return drive;
}

// The input is the speed of the first pulley, or the torque on the second one.
constexpr std::size_t kDriver = 0;
constexpr std::size_t kDriven = 1;

}  // namespace

TEST_CASE("Linear ALE belt: slow changes lead from one steady motion to the next") {
  const std::unique_ptr<SteadyBelt> belt = running(string_drive(), 12.0);
  LinearBelt linear(*belt, string_drive().path(), 0.0);
  // Far slower than a revolution, 2 s^-1, and than a load settles; the error is of second order in s.
  constexpr double kSlow = 1e-3;
  const LinearBelt::Motion by_speed = linear.response({0.0, kSlow}, {.pulley = kDriver});
  constexpr double kDifference = 1e-3;
  const std::unique_ptr<SteadyBelt> faster = running(string_drive(), 12.0 + kDifference);
  const std::unique_ptr<SteadyBelt> slower = running(string_drive(), 12.0 - kDifference);
  const auto slope = [&](const std::vector<double>& high, const std::vector<double>& low, std::size_t p) {
    return (high[p] - low[p]) / (2.0 * kDifference);
  };
  // The differences have an error of second order in 1e-3/12, and an error from fronts that pass contact points.
  constexpr double kBound = 2e-4;
  CHECK(close(by_speed.angular_velocity[1].real(), slope(faster->speeds(), slower->speeds(), 1), {.rel = kBound}));
  for (const std::size_t p : {std::size_t{0}, std::size_t{1}}) {
    CAPTURE(p);
    CHECK(close(by_speed.moment[p].real(), slope(faster->moments(), slower->moments(), p), {.rel = kBound}));
  }
  // Both pulleys bear the same force, but for the momentum of the belt: 2 ρA v δv = 2.4e-3 N.
  CHECK(close(by_speed.hub_load[0].real(), by_speed.hub_load[1].real(), {.abs = 3e-3}));
  // The moment of the belt on the driven pulley equals the resistance of its bearing.
  CHECK(close(by_speed.moment[1].real(), 2.0 * by_speed.angular_velocity[1].real(), {.rel = 1e-6}));
  CHECK(close(by_speed.angular_velocity[0].real(), 1.0, {.rel = 1e-12}));
}

TEST_CASE("Linear ALE belt: a mount goes slowly from one balance to the next, and swings with its mass") {
  const AleParameters parameters{
      .mesh = {.elements_per_pulley = 40, .elements_per_span = 8}, .analysis = Analysis::steady, .time_step = 0.1};
  // With additional torque on the driven pulley [N m].
  const auto loaded = [&](double more) {
    BeltDrive drive = drive_on_slider();
    drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(-25.0 + more)}});
    auto steady = std::make_unique<SteadyDrive>(drive, parameters);
    steady->solve(0.0);
    return steady;
  };
  constexpr double kDifference = 0.5;
  const std::unique_ptr<SteadyDrive> now = loaded(0.0);
  const std::unique_ptr<SteadyDrive> more = loaded(kDifference);
  const std::unique_ptr<SteadyDrive> less = loaded(-kDifference);
  LinearBelt linear(now->belt(), path_with_mounts(drive_on_slider(), now->belt().placement().mesh), 0.0);
  const LinearBelt::Motion slow = linear.response({0.0, 1e-3}, {.pulley = kDriven, .quantity = LinearQuantity::torque});
  const double displacement = (more->mount_position(1) - less->mount_position(1)) / (2.0 * kDifference);
  // The fronts of slip move by some of the 120 contact points of an arc; the linear analysis has the fronts of the
  // present state.
  constexpr double kOnePoint = 1.0 / 120.0;
  CHECK(close(slow.mount_position[1].real(), displacement, {.rel = kOnePoint}));
  CHECK(close(slow.mount_force[1].real(), 2e4 * displacement, {.rel = kOnePoint}));
  const double hub_load = more->belt().force_on(1).norm() - less->belt().force_on(1).norm();
  CHECK(close(slow.hub_load[1].real(), hub_load / (2.0 * kDifference), {.rel = kOnePoint}));
  // The nodes move along their rails, so that a displacement of the whole belt is not exact.
  CHECK(close(slow.hub_load[0].real(), slow.hub_load[1].real(), {.rel = 1e-3}));
  for (const double omega : {5.0, 80.0}) {
    CAPTURE(omega);
    const Complex s(0.0, omega);
    const LinearBelt::Motion motion = linear.response(s, {.pulley = kDriven, .quantity = LinearQuantity::torque});
    // (m s^2 + d s + k) u = Q
    const Complex own = (s * (1.5 * s + 40.0) + 2e4) * motion.mount_position[1];
    CHECK(std::abs(own - motion.mount_force[1]) < 1e-9 * std::abs(own));
  }
}

// Dampers of contacts respond to the speed at which belt and pulley axis approach each other, whichever moves, and
// slipping friction responds to the pressure. On an arc of curvature κ a belt that moves by e changes the unknowns of
// its nodes, w by e·n and φ by −κ e·T; motion along the belt does not approach the pulley.
//
// In a slow belt particles travel from one contact point to the next, 2.6 mm at 0.01 mm/s; in motions that decay within
// a 200th of a second nothing is left on the way. Effects of the speed are of the order of v/(s r) = 2e-7. But such a
// belt has tractions from the begin of contact on, which a belt at rest does not have; at any low speed they change
// responses by 2e-5.
TEST_CASE("Linear ALE belt: a belt at rest is the limit of a slow one, by each law and with all bodies") {
  constexpr double kBound = 5e-5;
  const Complex s(200.0, 500.0);
  const std::array<FrictionLawConfig, 3> laws{
      ElastoplasticCoulombConfig{.coefficient = 0.5, .stiffness = 5e9, .damping = 1e7},
      LuGreConfig{.coefficient = {.form = ConstantCoefficient{0.5}}, .stiffness = 1e5, .damping = 100.0},
      RegularisedCoulombConfig{.parameters = {.friction_coefficient = 0.5, .velocity = 1e-3}}};
  for (const FrictionLawConfig& law : laws) {
    BeltDrive drive = drive_on_slider();
    drive.contact->friction = law;
    drive.pulleys[1].radius = 0.05;
    std::get<SliderMount>(drive.pulleys[1].mount).direction = {0.5, 1.0};
    drive.pulleys[1].motion = FreeMotion{};
    drive.pulleys[1].accessory =
        Accessory{.inertia = 0.1, .spring = AccessorySpring{.stiffness = 500.0, .damping = 0.5}};
    const auto motion_at = [&](double speed, const LinearExcitation& excitation) {
      drive.pulleys[0].motion = PrescribedMotion{TimeFunction(speed)};
      const AleParameters parameters{
          .mesh = {.elements_per_pulley = 40, .elements_per_span = 8}, .analysis = Analysis::steady, .time_step = 0.1};
      SteadyDrive steady(drive, parameters);
      steady.solve(0.0);
      if (speed == 0.0) steady.belt().look_at_rest(0.0);
      LinearBelt linear(steady.belt(), path_with_mounts(drive, steady.belt().placement().mesh), 0.0);
      return linear.response(s, excitation);
    };
    for (const LinearExcitation& excitation :
         {LinearExcitation{.pulley = kDriver}, LinearExcitation{.pulley = kDriven, .quantity = LinearQuantity::torque},
          LinearExcitation{.pulley = kDriven, .quantity = LinearQuantity::force}}) {
      const LinearBelt::Motion rest = motion_at(0.0, excitation);
      const LinearBelt::Motion slow = motion_at(1e-4, excitation);
      const auto apart = [](const std::vector<Complex>& a, const std::vector<Complex>& b) {
        double largest = 0.0;
        double difference = 0.0;
        for (std::size_t p = 0; p < a.size(); ++p) {
          largest = std::max(largest, std::abs(b[p]));
          difference = std::max(difference, std::abs(a[p] - b[p]));
        }
        return difference / largest;
      };
      CHECK(apart(rest.angular_velocity, slow.angular_velocity) < kBound);
      CHECK(apart(rest.moment, slow.moment) < kBound);
      CHECK(apart(rest.span_force, slow.span_force) < kBound);
      CHECK(apart(rest.mount_position, slow.mount_position) < kBound);
      CHECK(apart(rest.mount_force, slow.mount_force) < kBound);
      CHECK(apart(rest.accessory_speed, slow.accessory_speed) < kBound);
      CHECK(apart(rest.accessory_torque, slow.accessory_torque) < kBound);
    }
  }
}

TEST_CASE("Linear ALE belt: friction feels a belt that comes nearer as it feels a pulley that does") {
  BeltDrive drive = drive_on_slider();
  std::get<PenaltyContact>(drive.contact->normal).damping_per_area = 1e7;
  const AleParameters parameters{
      .mesh = {.elements_per_pulley = 40, .elements_per_span = 8}, .analysis = Analysis::steady, .time_step = 0.1};
  SteadyDrive steady(drive, parameters);
  steady.solve(0.0);
  SteadyBelt& belt = steady.belt();
  const AleMesh& mesh = belt.equations().model().mesh;
  const Eigen::Vector2d e = Eigen::Vector2d(1.0, 0.2).normalized();
  double largest = 0.0;
  double apart = 0.0;
  for (const LinearContact& contact : belt.system().linear_contacts(belt.unknowns())) {
    if (contact.pulley != kDriven) continue;
    const auto element = static_cast<std::size_t>(contact.element);
    double by_belt = 0.0;
    for (std::size_t end = 0; end < 2; ++end) {
      const MeshNode& node = mesh.nodes[(element + end) % mesh.nodes.size()];
      const double e_n = e.x() * node.normal.x + e.y() * node.normal.y;
      const double e_t = e.x() * node.tangent.x + e.y() * node.tangent.y;
      by_belt += contact.by.here_rate[4 * end + kAcross] * e_n -
                 contact.by.here_rate[4 * end + kSlope] * mesh.spread[element].curvature * e_t;
    }
    largest = std::max(largest, std::abs(contact.by.mount.here_rate));
    apart = std::max(apart, std::abs(by_belt + contact.by.mount.here_rate));
  }
  // The belt deviates from the direction of its path as much as from a circle: its depth of 1e-6 m over an element.
  CHECK(largest > 0.0);
  CHECK(apart < 1e-3 * largest);
}

TEST_CASE("Linear ALE belt: forces and moments obey the balance of the pulleys at any frequency") {
  const std::unique_ptr<SteadyBelt> belt = running(string_drive(), 12.0);
  LinearBelt linear(*belt, string_drive().path(), 0.0);
  for (const double omega : {1.0, 30.0, 300.0}) {
    CAPTURE(omega);
    const Complex s(0.0, omega);
    const LinearBelt::Motion by_speed = linear.response(s, {.pulley = kDriver});
    // (I s + d) omega = M
    CHECK(std::abs((0.25 * s + 2.0) * by_speed.angular_velocity[1] - by_speed.moment[1]) <
          1e-9 * std::abs(by_speed.moment[1]));
    const LinearBelt::Motion by_torque = linear.response(s, {.pulley = kDriven, .quantity = LinearQuantity::torque});
    CHECK(std::abs((0.25 * s + 2.0) * by_torque.angular_velocity[1] - by_torque.moment[1] - 1.0) < 1e-9);
    CHECK(std::abs(by_torque.angular_velocity[0]) == 0.0);
    // Real motions have conjugate responses.
    const LinearBelt::Motion conjugate = linear.response(std::conj(s), {.pulley = kDriver});
    CHECK(std::abs(conjugate.span_force[0] - std::conj(by_speed.span_force[0])) <
          1e-9 * std::abs(by_speed.span_force[0]));
  }
}

// Damping of a span contributes a fifth of its force here, accurate to a twentieth: where the stretch changes on
// pulleys there are layers of the length ηv/EA = 8 mm, the length of an element.
TEST_CASE("Linear ALE belt: span forces with their damping are what turns a pulley") {
  BeltDrive drive = string_drive();
  drive.belt.axial_damping = 50.0;  // at 30 rad/s a fifth of the stiffness
  const std::unique_ptr<SteadyBelt> belt = running(drive, 12.0);
  LinearBelt linear(*belt, drive.path(), 0.0);
  const LinearBelt::Motion x = linear.response(Complex(0.0, 30.0), {.pulley = kDriver});
  CHECK(std::abs(0.1 * (x.span_force[1] - x.span_force[0]) - x.moment[1]) < 1e-2 * std::abs(x.moment[1]));
}

TEST_CASE("Linear ALE belt: the derivative by s is that of the solutions") {
  const std::unique_ptr<SteadyBelt> belt = running(string_drive(), 12.0);
  LinearBelt linear(*belt, string_drive().path(), 0.0);
  const Complex s(-2.0, 25.0);
  Eigen::VectorXcd b = Eigen::VectorXcd::Zero(linear.size());
  for (Eigen::Index i = 0; i < b.size(); ++i) b[i] = Complex(std::cos(3.0 * static_cast<double>(i)), 0.5);
  const auto solution = [&](Complex at) {
    Eigen::MatrixXcd x;
    REQUIRE(linear.factorise({&at, 1}, numerics::Digits::all)[0]);
    linear.solve(b, x);
    return Eigen::VectorXcd(x.col(0));
  };
  const double h = 1e-4;
  const Eigen::VectorXcd difference = (solution(s + h) - solution(s - h)) / (2.0 * h);
  Eigen::MatrixXcd exact;
  const Eigen::VectorXcd x = solution(s);
  linear.solve(-linear.derivative(s, x), exact);
  // h^2 times the rate at which solutions change, |d ln x/ds| of some units at most
  CHECK((difference - exact).norm() < 1e-6 * exact.norm());
}

TEST_CASE("Linear ALE belt: the mode of rotation of a string drive") {
  // The exact string with rigid stick has -4.680234775 + 34.807821307 i. A bristle of the stiffness K w needs the
  // length sqrt(EA/(K w)) = 4.5 mm of an arc's 0.3 m to take up the force, which shifts the mode by a few times this
  // ratio.
  const std::unique_ptr<SteadyBelt> belt = running(string_drive(), 12.0);
  LinearBelt linear(*belt, string_drive().path(), 0.0);
  const std::vector<numerics::Eigenpair> modes = numerics::eigenvalues_within(linear, {{-10.0, 25.0}, {5.0, 45.0}});
  REQUIRE(modes.size() == 1);
  const Complex exact(-4.680234775, 34.807821307);
  CHECK(std::abs(modes[0].value - exact) < 4.0 * 0.0045 / 0.3 * std::abs(exact));
  // A mode has no input, and satisfies the balance of the pulley.
  const LinearBelt::Motion motion = linear.motion_of(modes[0].value, modes[0].vector);
  CHECK(std::abs((0.25 * modes[0].value + 2.0) * motion.angular_velocity[1] - motion.moment[1]) <
        1e-8 * std::abs(motion.moment[1]));
}

}  // namespace beltdyn::eulerian::ale::linear_belt_test
