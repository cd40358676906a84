// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/transient/running_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "lagrangian/ancf/element/belt_kernel.hpp"
#include "lagrangian/ancf/test/small_belt.hpp"
#include "lagrangian/ancf/transient/belt_model.hpp"

namespace beltdyn::lagrangian::ancf::running_shape_test {
namespace {

using numerics::kBlock;

constexpr int kNodes = 29;       // no multiple of any number of lanes
constexpr double kRadius = 1.5;  // of a ring [m]
constexpr double kStep = 1e-2;   // [s]

// The nodes of a ring that runs around itself with a speed and an acceleration, turned by an angle: r, r' and their
// rates.
struct Ring {
  double speed{};         // [m/s]
  double acceleration{};  // [m/s²]

  double element() const { return 2.0 * std::numbers::pi * kRadius / kNodes; }
  std::vector<double> nodes(double turned, double normal, double along) const {
    std::vector<double> values;
    for (int i = 0; i < kNodes; ++i) {
      const double angle = i * element() / kRadius + turned;
      const double c = std::cos(angle);
      const double s = std::sin(angle);
      // u = normal r/R + along r', and its derivative by s
      values.insert(values.end(), {normal * c - along * s, normal * s + along * c, (-normal * s - along * c) / kRadius,
                                   (normal * c - along * s) / kRadius});
    }
    return values;
  }
  std::vector<double> places(double turned) const { return nodes(turned, kRadius, 0.0); }
  std::vector<double> velocities() const { return nodes(0.0, 0.0, speed); }
  std::vector<double> accelerations() const { return nodes(0.0, -speed * speed / kRadius, acceleration); }
};

// The largest difference of a predicted r or |r'| from the ring after the step.
double error_of_prediction(const Ring& ring) {
  const BeltModel model = closed_model(small_drive(), {.elements = kNodes});
  const BeltWork work = make_belt_work(model, 0, best_instruction_set());
  BeltArrays& arrays = *work.arrays;
  const auto filled = [&arrays](const std::vector<double>& values) {
    numerics::AlignedVector nodes(arrays.q.size());
    arrays.scatter(values, kBlock, nodes);
    numerics::copy_first_nodes(arrays.layout, nodes);
    return nodes;
  };
  arrays.q = filled(ring.places(0.0));
  const numerics::AlignedVector q = arrays.q;
  const numerics::AlignedVector v = filled(ring.velocities());
  const numerics::AlignedVector a = filled(ring.accelerations());
  const BeltStep step{.length = kStep, .end = kStep, .rates = numerics::StepScheme::trapezoidal().rates(kStep)};
  RunningShape running(model, arrays);
  running.predict(step, {.q = q, .v = v, .a = a}, ring.element(), arrays);
  const double distance = kStep * (ring.speed + 0.5 * kStep * ring.acceleration);
  const std::vector<double> expected = ring.places(distance / kRadius);
  const std::vector<double> found = arrays.gather(arrays.q, kBlock);
  double worst = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) worst = std::max(worst, std::abs(found[i] - expected[i]));
  return worst;
}

}  // namespace

TEST_CASE("Running shape: a ring that runs around itself is predicted but for the error of cubic interpolation") {
  // The slope of a cubic has an error of up to h³/(72 √3) |r''''|, h the element, its second derivative of h²/12
  // |r''''| (Birkhoff and Priver, J. Math. and Phys. 46, 1967), which enters the slope of Δ times d = c h.
  // |r''''| = 1/R³.
  const double h = Ring{}.element();
  const double slope = std::pow(h / kRadius, 3) / (72.0 * std::sqrt(3.0));
  const double curving = h * h / 12.0 / std::pow(kRadius, 3);
  // By less than an element, several elements, backwards, more than once around; and with an acceleration.
  for (const double speed : {3.0, 80.0, -7.0, 2000.0}) {
    for (const double acceleration : {0.0, 400.0}) {
      CAPTURE(speed);
      CAPTURE(acceleration);
      const double distance = kStep * (std::abs(speed) + 0.5 * kStep * acceleration);
      CHECK(error_of_prediction({.speed = speed, .acceleration = acceleration}) < slope + distance * curving);
    }
  }
}

TEST_CASE("Running shape: a belt that hardly runs keeps the prediction of its particles") {
  // The nodes keep the prediction of their particles; by its shape the ring would have moved by 1 mm.
  const Ring ring{.speed = 0.1};
  const double distance = kStep * ring.speed;
  CHECK(std::abs(error_of_prediction(ring) - distance) < distance * distance / kRadius);
}

TEST_CASE("Running shape: a belt that runs infinitely fast, or nobody knows how fast, is left alone") {
  for (const double speed : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    CHECK_NOTHROW(error_of_prediction({.speed = speed}));
  }
}

}  // namespace beltdyn::lagrangian::ancf::running_shape_test
