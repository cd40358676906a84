// SPDX-License-Identifier: MIT
#include "core/drive/pulley/bound_orders.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <doctest/doctest.h>

#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/numerics/close.hpp"
#include "core/time/rotation_angle.hpp"

namespace beltdyn::bound_orders_test {
namespace {

using Orders = TimeFunction::Orders;
using std::numbers::pi;

Orders of_pulley(int pulley, double order, double amplitude, double phase) {
  Orders orders;
  orders.pulley = pulley;
  orders.order = {order};
  orders.amplitude = {amplitude};
  orders.phase = {phase};
  return orders;
}

Pulley prescribed(TimeFunction speed) {
  Pulley pulley;
  pulley.motion = PrescribedMotion{std::move(speed)};
  return pulley;
}

Pulley loaded(TimeFunction moment) {
  Pulley pulley;
  pulley.motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{std::move(moment)}});
  return pulley;
}

const TimeFunction& speed_of(const Pulley& pulley) { return prescribed_speed(pulley); }
const TimeFunction& moment_of(const Pulley& pulley) {
  return std::get<AppliedTorque>(std::get<TorqueMotion>(pulley.motion).torques[0].form).moment;
}

// A ramp up to 30 rad/s.
TimeFunction ramp() { return TimeFunction(TimeFunction::PiecewiseLinear{{0.0, 0.5}, {0.0, 30.0}}); }

}  // namespace

TEST_CASE("orders: a torque follows the angle of a pulley that speeds up") {
  std::vector<Pulley> pulleys{prescribed(ramp()), loaded(TimeFunction(of_pulley(1, 2.0, 3.0, 0.4)))};
  REQUIRE(bind_orders(pulleys).empty());
  const TimeFunction& moment = moment_of(pulleys[1]);
  for (const double t : {0.0, 0.2, 0.5, 0.73, 4.1}) {
    CAPTURE(t);
    const double angle = t < 0.5 ? 30.0 * t * t : 7.5 + 30.0 * (t - 0.5);
    const double omega = t < 0.5 ? 60.0 * t : 30.0;
    // An angle of up to 115 rad is accurate to some units of its rounding.
    CHECK(close(moment.value(t), 3.0 * std::cos(2.0 * angle + 0.4), {.abs = 1e-12}));
    CHECK(close(moment.derivative(t), -6.0 * omega * std::sin(2.0 * angle + 0.4), {.abs = 1e-10}));
  }
  CHECK(moment.kinks(0.0, 3.0) == std::vector<double>{0.5});
  CHECK(moment.maximum(0.0, 1.0) == 3.0);
  CHECK(moment.scaled(-2.0).value(0.7) == -2.0 * moment.value(0.7));
  for (const double t : {0.3, 1.0, 6.0}) {
    double sum = 0.0;
    double left = 0.0;
    for (const double right : {0.1, 0.3, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) {
      if (right > t) break;
      sum += boost::math::quadrature::gauss_kronrod<double, 61>::integrate([&](double x) { return moment.value(x); },
                                                                           left, right, 8, 1e-13);
      left = right;
    }
    CHECK(close(moment.integral(0.0, t), sum, {.abs = 1e-11}));
  }
}

TEST_CASE("orders: an angular velocity with orders of its own angle obeys its differential equation") {
  // dθ/dt = a + b cos θ with a > b: tan(θ/2) = √((a + b)/(a − b)) tan(√(a² − b²) t/2).
  constexpr double a = 20.0;
  constexpr double b = 6.0;
  std::vector<Pulley> pulleys{
      prescribed(TimeFunction(TimeFunction::Sum{{TimeFunction(a), TimeFunction(of_pulley(1, 1.0, b, 0.0))}})),
      loaded(TimeFunction(of_pulley(1, 1.0, 1.0, -0.5 * pi)))};
  REQUIRE(bind_orders(pulleys).empty());
  const double rate = 0.5 * std::sqrt(a * a - b * b);
  for (const double t : {0.01, 0.1, 0.16, 1.0, 3.3}) {
    CAPTURE(t);
    const double theta = 2.0 * std::atan2(std::sqrt((a + b) / (a - b)) * std::sin(rate * t), std::cos(rate * t));
    CHECK(close(speed_of(pulleys[0]).value(t), a + b * std::cos(theta), {.abs = 1e-11}));
    CHECK(close(moment_of(pulleys[1]).value(t), std::sin(theta), {.abs = 1e-12}));
  }
  // The integral of the angular velocity over the period π/rate is one turn.
  CHECK(close(speed_of(pulleys[0]).integral(0.0, pi / rate), 2.0 * pi, {.abs = 1e-11}));
}

TEST_CASE("orders: results do not depend on previous evaluations") {
  const auto make = [] {
    std::vector<Pulley> pulleys{
        prescribed(TimeFunction(TimeFunction::Sum{{ramp(), TimeFunction(of_pulley(1, 2.0, 1.5, 0.3))}}))};
    REQUIRE(bind_orders(pulleys).empty());
    return pulleys;
  };
  const std::vector<Pulley> at_once = make();
  const double late = speed_of(at_once[0]).value(2.345);
  const std::vector<Pulley> by_steps = make();
  for (double t = 0.0; t < 3.0; t += 0.017) (void)speed_of(by_steps[0]).value(t);
  CHECK(speed_of(by_steps[0]).value(2.345) == late);
}

TEST_CASE("orders: a product of orders and a ramp has its own integral") {
  std::vector<Pulley> pulleys{
      prescribed(TimeFunction(10.0)),
      loaded(TimeFunction(combined::make_product(TimeFunction(of_pulley(1, 1.0, 2.0, 0.0)), {ramp()})))};
  REQUIRE(bind_orders(pulleys).empty());
  // ∫ 2 cos(10 t) 60 t dt = 120 (cos(10 t)/100 + t sin(10 t)/10)
  const auto exact = [](double t) { return 120.0 * (std::cos(10.0 * t) / 100.0 + t * std::sin(10.0 * t) / 10.0); };
  CHECK(close(moment_of(pulleys[1]).integral(0.0, 0.4), exact(0.4) - exact(0.0), {.rel = 1e-13}));
}

TEST_CASE("orders: a ripple that is given by its acceleration a n Ω has the amplitude a") {
  const BeltDrive drive = test::edited_drive(
      {R"(/pulleys/0/motion/angular_velocity={"type": "sum", "terms": [150, {"type": "orders", "pulley": 1,
           "order": [2, 4], "phase": [0, 3], "acceleration": {"amplitude": [3000, 600], "speed": 150}}]})"});
  const TimeFunction& speed = std::get<PrescribedMotion>(drive.pulleys[0].motion).angular_velocity;
  CHECK(close(speed.value(0.0), 150.0 + 10.0 + 1.0 * std::cos(3.0), {.rel = 1e-15}));
}

TEST_CASE("orders: an angle that is not prescribed is reported") {
  const auto message = [](std::vector<Pulley> pulleys) {
    const std::vector<OrdersProblem> problems = bind_orders(pulleys);
    return problems.empty() ? std::string() : problems.front().message;
  };
  Orders named = of_pulley(0, 1.0, 1.0, 0.0);
  named.name = "crank";
  CHECK(message({prescribed(ramp()), loaded(TimeFunction(named))}).find("pulley \"crank\": no pulley has a name") !=
        std::string::npos);
  CHECK(message({prescribed(ramp()), loaded(TimeFunction(of_pulley(3, 1.0, 1.0, 0.0)))})
            .find("the drive has pulleys 1 to 2") != std::string::npos);
  CHECK(message({prescribed(ramp()), loaded(TimeFunction(of_pulley(2, 1.0, 1.0, 0.0)))}).find("is not prescribed") !=
        std::string::npos);
  CHECK(message({prescribed(TimeFunction(of_pulley(2, 1.0, 1.0, 0.0))),
                 prescribed(TimeFunction(of_pulley(1, 1.0, 1.0, 0.0)))})
            .find("follow each other's angles") != std::string::npos);
  CHECK(message({prescribed(ramp()), loaded(TimeFunction(of_pulley(1, 1e9, 1.0, 0.0)))}).find("at 3e+10 rad/s") !=
        std::string::npos);
  CHECK(message({prescribed(TimeFunction(of_pulley(1, 1e300, 1e300, 0.0)))}).find("at inf rad/s") != std::string::npos);
  CHECK(message({prescribed(TimeFunction(1e30)), loaded(TimeFunction(of_pulley(1, 1.0, 1.0, 0.0)))})
            .find("up to 1e+30 rad/s") != std::string::npos);
}

}  // namespace beltdyn::bound_orders_test
