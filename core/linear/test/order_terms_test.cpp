// SPDX-License-Identifier: MIT
#include "core/linear/order_terms.hpp"

#include <array>

#include <doctest/doctest.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/pulley_mount.hpp"
#include "core/linear/order_response.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::order_terms_test {
namespace {

TimeFunction orders(std::vector<double> order, std::vector<double> amplitude, std::vector<double> phase) {
  return TimeFunction(TimeFunction::Orders{
      .pulley = 1, .order = std::move(order), .amplitude = std::move(amplitude), .phase = std::move(phase)});
}
TimeFunction sum(TimeFunction a, TimeFunction b) {
  return TimeFunction(TimeFunction::Sum{.terms = {std::move(a), std::move(b)}});
}

// A crank with 10 rad/s and two orders, and a pulley with a power of 60 W and one order, times a factor that has grown
// to 0.5.
BeltDrive drive() {
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[0].motion = PrescribedMotion{sum(TimeFunction(10.0), orders({2.0, 4.0}, {0.3, 0.1}, {0.0, 1.0}))};
  const TimeFunction ramp(TimeFunction::CosineRamp{.from = 0.0, .to = 1.0, .start_time = 0.0, .end_time = 2.0});
  const TimeFunction power(
      TimeFunction::Product(combined::make_product(sum(TimeFunction(60.0), orders({1.5}, {6.0}, {-0.5})), {ramp})));
  drive.pulleys[1].motion =
      TorqueMotion{.torques = {{.form = ConstantPower{.power = power, .transition_speed = 1e-9}}}};
  drive.pulleys[1].accessory =
      Accessory{.inertia = 1.0, .torques = {{.form = AppliedTorque{orders({3.0}, {2.0}, {0.25})}}}};
  return drive;
}

}  // namespace

TEST_CASE("order terms: speeds, torques and accessories, with the factors of a time and the speeds of the pulleys") {
  const std::vector<OrderTerm> terms = order_terms(drive(), 1.0, std::array{10.0, 12.0});
  REQUIRE(terms.size() == 4);
  CHECK(terms[0].excitation.quantity == LinearQuantity::speed);
  CHECK(terms[0].order == 2.0);
  CHECK(std::abs(terms[0].amplitude - 0.3) < 1e-15);
  CHECK(std::abs(terms[1].amplitude - std::polar(0.1, 1.0)) < 1e-15);
  CHECK(terms[2].excitation.pulley == 1);
  CHECK(terms[2].excitation.quantity == LinearQuantity::torque);
  CHECK(terms[2].follows == 0);
  // Torque is power over speed.
  CHECK(std::abs(terms[2].amplitude - std::polar(0.5 * 6.0 / 12.0, -0.5)) < 1e-14);
  CHECK(terms[3].excitation.quantity == LinearQuantity::accessory_torque);
  CHECK(std::abs(terms[3].amplitude - std::polar(2.0, 0.25)) < 1e-15);
}

TEST_CASE("order terms: without them time functions have their means") {
  CHECK(has_orders(drive()));
  const BeltDrive mean = without_orders(drive());
  const auto& speed = prescribed_speed(mean.pulleys[0]);
  CHECK(speed.value(0.3) == 10.0);
  CHECK(close(speed.integral(0.0, 2.0), 20.0, {.rel = 1e-15}));
  CHECK(close(mean.pulleys[1].moment(1.0, 12.0), 30.0 / 12.0, {.rel = 1e-14}));
  CHECK(order_terms(mean, 1.0, std::array{10.0, 12.0}).empty());
}

TEST_CASE("order response: a one-way clutch whose torque swings by more than its mean is named with the speeds") {
  BeltDrive belt = beltdyn::test::small_belt_drive(1.0);
  Accessory alternator{.driving_direction = TurnSense::counterclockwise};
  alternator.torques = {PulleyTorque{AppliedTorque{TimeFunction(-3.0)}}};
  belt.pulleys[1].name = "alternator";
  belt.pulleys[1].motion = FreeMotion{};
  belt.pulleys[1].accessory = alternator;
  const std::vector<LinearOutput> outputs{{"torque_1", "N m"}, {"accessory_torque_2", "N m"}};
  const auto point = [](double speed, double order, double amplitude) {
    return OrderPoint{.speed = speed, .order = order, .values = {50.0, {0.0, amplitude}}, .speeds = {speed, speed}};
  };
  // Two orders add up to 2.9 and to 3.1 N m.
  const std::vector<OrderPoint> points{point(10.0, 2.0, 1.9), point(10.0, 4.0, 1.0), point(20.0, 2.0, 2.0),
                                       point(20.0, 4.0, 1.1)};
  const std::optional<Finding> opens = opening_clutch_finding(points, outputs, belt, 0.0);
  REQUIRE(opens);
  CHECK(opens->verdict == "the clutch of pulley 2 (alternator) opens at some speeds");
  CHECK(opens->remark.find("pulley 2 (alternator) at 20 rad/s (191 rpm)") != std::string::npos);
  belt.pulleys[1].accessory->driving_direction.reset();
  CHECK(!opening_clutch_finding(points, outputs, belt, 0.0));
}

TEST_CASE("order response: a mount whose friction would have to hold more than it can is named with the speeds") {
  BeltDrive belt = beltdyn::test::small_belt_drive(1.0);
  SliderMount slider;
  // Sticks with 1e5 N/m up to the limit 0.2 × 100 N, which is reached at 0.2 mm.
  slider.suspension.friction =
      JointFriction{.normal_force = 100.0,
                    .law = FrictionLawConfig{ElastoplasticCoulombConfig{.coefficient = 0.2, .stiffness = 1e5}}};
  belt.pulleys[1].mount = slider;
  const std::vector<LinearOutput> outputs{{"torque_1", "N m"}, {"mount_position_2", "m"}};
  const auto point = [](double speed, double order, double amplitude) {
    return OrderPoint{.speed = speed, .order = order, .values = {50.0, {0.0, amplitude}}, .speeds = {speed, speed}};
  };
  const std::vector<OrderPoint> points{point(10.0, 2.0, 1.2e-4), point(10.0, 4.0, 0.7e-4), point(20.0, 2.0, 1.2e-4),
                                       point(20.0, 4.0, 0.9e-4)};
  const std::optional<Finding> slides = sliding_mount_finding(points, outputs, belt);
  REQUIRE(slides);
  CHECK(slides->verdict == "the friction of the mount of pulley 2 slides at some speeds");
  CHECK(slides->remark.find("pulley 2 at 20 rad/s (191 rpm)") != std::string::npos);
  std::get<SliderMount>(belt.pulleys[1].mount).suspension.friction.reset();
  CHECK(!sliding_mount_finding(points, outputs, belt));
}

TEST_CASE("order response: a span whose force swings by more than its mean is named with the speeds") {
  BeltDrive belt = beltdyn::test::small_belt_drive(1.0);
  belt.pulleys[0].name = "crank";
  const std::vector<LinearOutput> outputs{{"span_force_1", "N"}, {"span_force_2", "N"}};
  // The mean of the first span is 100 N, that of the second 30 N.
  const SpeedStates states{
      .columns = {"span_force_1 [N]", "span_force_2 [N]"},
      .pulleys = {},
      .states = {{.speed = 10.0, .values = {100.0, 30.0}}, {.speed = 20.0, .values = {100.0, 30.0}}}};
  const auto points = [](double first) {
    const auto point = [](double speed, double order, double amplitude) {
      return OrderPoint{.speed = speed, .order = order, .values = {{0.0, amplitude}, 20.0}, .speeds = {speed, speed}};
    };
    return std::vector<OrderPoint>{point(10.0, 2.0, 40.0), point(20.0, 2.0, first), point(20.0, 4.0, 40.0)};
  };
  // Orders add up: 20 N + 20 N in the second span at 20 rad/s.
  const std::optional<Finding> second = slack_span_finding(points(40.0), outputs, belt, states);
  REQUIRE(second);
  CHECK(second->verdict == "the span behind pulley 2 goes slack at some speeds");
  CHECK(second->remark.find("pulley 2 at 20 rad/s (191 rpm)") != std::string::npos);
  const std::optional<Finding> both = slack_span_finding(points(70.0), outputs, belt, states);
  REQUIRE(both);
  CHECK(both->verdict == "the span behind pulleys 1 (crank), 2 goes slack at some speeds");
  const std::vector<OrderPoint> calm{points(40.0).front()};
  CHECK(!slack_span_finding(calm, outputs, belt, states));
}

}  // namespace beltdyn::order_terms_test
