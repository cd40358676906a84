// SPDX-License-Identifier: MIT
#include "analytic/belt/waves/string_waves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::string_waves_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kForce = 1e5;  // of the belt at rest [N]

// Two pulleys of radius 0.4 m at x = 0 and behind, the second one fixed. Span 0 leads away from the first pulley, span
// 1 comes back to it.
class Loop {
 public:
  Loop() {
    for (const double along : {1.0, -1.0}) {
      drive.spans.push_back({.length = 1000.0, .axial_stiffness = 2e7, .mass_per_length = 100.0});
      drive.pulleys.push_back({.label = along > 0.0 ? "1" : "2",
                               .radius = 0.4,
                               .exponent = 3.0,
                               .turned = [](double) { return 0.0; },
                               .arriving = {-along, 0.0},
                               .leaving = {along, 0.0},
                               .axis = [](double) { return Eigen::Vector2d(0.0, 0.0); }});
    }
    drive.mounts = {0.0, 0.0};
    drive.surface_speeds = {0.0, 0.0};
    drive.force = [](std::size_t, double) { return kForce; };
  }

  WavePulleyProperties& first() { return drive.pulleys.front(); }
  // The first pulley turns freely under a moment [N m].
  void release(double inertia, const std::function<double(double)>& moment) {
    first().inertia = inertia;
    first().turned = nullptr;
    first().moment = [moment](double t, double) { return moment(t); };
    first().moment_derivative = [](double, double) { return 0.0; };
  }
  StringWaves waves(int elements) const {
    return StringWaves(drive, StringWaves::chosen_elements(drive.spans, elements));
  }

  StringWavesDrive drive;
};

// At the distance y in front of the first pulley, by linear interpolation.
WavePoint before_pulley(const WaveInstant& now, double y) {
  const std::vector<WavePoint>& points = now.spans[1];
  const double cells = (1.0 - y / 1000.0) * static_cast<double>(points.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(cells), points.size() - 2);
  const double weight = cells - static_cast<double>(i);
  return {.force = points[i].force + weight * (points[i + 1].force - points[i].force),
          .speed = points[i].speed + weight * (points[i + 1].speed - points[i].speed)};
}

}  // namespace

// The start-up wave of a conveyor with the resistance w: behind the front, y < c t, the force grows by Z V + w (c t − 2
// y)/2, and the speed is V − w y/(2 Z).
TEST_CASE("waves: a drum that starts at once pulls a front with the forces and speeds of the closed form") {
  constexpr double kSpeed = 0.5;
  constexpr double kResistance = 19.62;
  const double c = std::sqrt(2e7 / 100.0);
  const double impedance = 100.0 * c;
  Loop loop;
  loop.drive.spans[1].resistance = kResistance;
  loop.first().turned = [](double t) { return kSpeed / 0.4 * t; };
  loop.drive.surface_speeds[0] = kSpeed;
  for (const int elements : {100, 331}) {
    StringWaves waves = loop.waves(elements);
    for (const double t : {0.3, 0.9, 1.5}) {
      waves.advance_to(t);
      for (const double y : {0.0, 0.1 * c * t, 0.35 * c * t, 0.6 * c * t}) {
        const WavePoint point = before_pulley(waves.now(), y);
        const double force = impedance * kSpeed + 0.5 * kResistance * (c * t - 2.0 * y);
        CHECK(close(point.force, kForce + force, {.rel = 1e-11}));
        CHECK(close(point.speed, kSpeed - 0.5 * kResistance * y / impedance, {.rel = 1e-11}));
      }
      const WavePoint ahead = before_pulley(waves.now(), 1.4 * c * t);
      CHECK(ahead.speed == 0.0);
      CHECK(ahead.force == doctest::Approx(kForce).epsilon(1e-14));
      // The belt that is let go has no resistance, and the same wave without it.
      CHECK(close(waves.now().pulleys[0].leaving_force, kForce - impedance * kSpeed, {.rel = 1e-11}));
    }
  }
}

// The pulley moves the string as a damper Z on both sides until waves come back: I/R² dv/dt = F − 2 Z v. Means over
// steps are of second order.
TEST_CASE("waves: a pulley that is let go radiates its momentum, with errors of second order") {
  const double impedance = 100.0 * std::sqrt(2e7 / 100.0);
  constexpr double kPush = 5000.0;  // [N]
  const double mass = 0.2 * 2.0 * impedance;
  Loop loop;
  loop.release(mass * 0.16, [](double) { return kPush * 0.4; });
  std::vector<double> errors;
  for (const int elements : {64, 128, 256}) {
    StringWaves waves = loop.waves(elements);
    waves.advance_to(0.5);
    const double exact = kPush / (2.0 * impedance) * (1.0 - std::exp(-2.0 * impedance / mass * 0.5));
    errors.push_back(waves.now().pulleys[0].speed / exact - 1.0);
  }
  CHECK(std::abs(errors.back()) < 1e-3);
  for (std::size_t i = 1; i < errors.size(); ++i) {
    CHECK(std::log2(std::abs(errors[i - 1] / errors[i])) == doctest::Approx(2.0).epsilon(0.15));
  }
}

// The resistances of both spans together bear 2·1000 m · 10 N/m at the pulley's radius.
TEST_CASE("waves: a pulley whose moment the resistance bears stays at rest for ever, any larger moment moves it") {
  for (const double share : {0.9, 1.1}) {
    Loop loop;
    for (WaveSpanProperties& span : loop.drive.spans) span.resistance = 10.0;
    loop.release(50.0, [share](double) { return share * 2000.0 * 10.0 * 0.4; });
    // Without a fixed pulley only the resistance holds the string.
    WavePulleyProperties& second = loop.drive.pulleys[1];
    second.turned = nullptr;
    second.moment = [](double, double) { return 0.0; };
    second.moment_derivative = second.moment;
    StringWaves waves = loop.waves(64);
    waves.advance_to(500.0);
    const double held_way = waves.now().pulleys[0].travel;
    const std::int64_t steps = waves.steps();
    waves.advance_to(8000.0);
    CHECK(waves.steps() - steps > 100000);
    if (share < 1.0) {
      // The belt has stretched until the resistance bears the moment.
      CHECK(held_way > 0.0);
      CHECK(std::abs(waves.now().pulleys[0].travel - held_way) < 1e-9);
    } else {
      CHECK(waves.now().pulleys[0].travel - held_way > 1.0);
    }
  }
}

// T₁ − ρA v² = (T₂ − ρA v²) exp(±μ φ), and the moment beyond R (T₁ − T₂) speeds the pulley up.
TEST_CASE("waves: a pulley slips by Euler and Eytelwein in both directions, and then sticks again") {
  for (const double sign : {1.0, -1.0}) {
    Loop loop;
    loop.first().exponent = 0.3;
    loop.first().mass_per_length = 18.0;
    loop.release(100.0, [sign](double t) { return t < 0.2 ? sign * 20000.0 : 0.0; });
    StringWaves waves = loop.waves(200);
    waves.advance_to(0.1);
    const WaveInstant early = waves.now();
    waves.advance_to(0.15);
    const WavePulleyState slipping = waves.now().pulleys[0];
    CHECK(slipping.slipping == 1.0);
    // Linear in time between steps, as the results are.
    const double arriving = slipping.arriving_force - slipping.centrifugal;
    const double leaving = slipping.leaving_force - slipping.centrifugal;
    REQUIRE(slipping.centrifugal > 0.01);
    CHECK(close(arriving, leaving * std::exp(sign * 0.3), {.rel = 1e-12}));
    CHECK(sign * (slipping.surface_speed - slipping.speed) > 0.0);
    const double friction = slipping.arriving_force - slipping.leaving_force;
    const double acceleration = (sign * 20000.0 / 0.4 - friction) / (100.0 / 0.16);
    CHECK(close(slipping.surface_speed - early.pulleys[0].surface_speed, 0.05 * acceleration, {.rel = 1e-3}));
    waves.advance_to(3.0);
    CHECK(waves.now().pulleys[0].slipping == 0.0);
    CHECK(waves.now().pulleys[0].speed == waves.now().pulleys[0].surface_speed);
  }
}

// The weight pulls at both strings: dN = ΔW/2 at rest, so u = ΔW L/(4 EA)·2 with both spans longer by u.
TEST_CASE("waves: a take-up comes to rest where the string bears its force") {
  Loop loop;
  WavePulleyProperties& second = loop.drive.pulleys[1];
  second.axis = nullptr;
  second.axis_by_u = {1.0, 0.0};
  second.mount_inertia = 2000.0;
  constexpr double kMore = 4000.0;
  second.mount_force = [](double, double, double rate) {
    return MountForce{.force = 2.0 * kForce + kMore - 2e4 * rate, .by_velocity = -2e4};
  };
  StringWaves waves = loop.waves(100);
  waves.advance_to(200.0);
  CHECK(close(waves.now().pulleys[1].mount, 0.5 * kMore * 1000.0 / 2e7, {.rel = 1e-6}));
  CHECK(close(waves.now().pulleys[1].arriving_force, kForce + 0.5 * kMore, {.rel = 1e-8}));
}

TEST_CASE("waves: spans of other lengths and masses keep their mass and stiffness on the common mesh") {
  Loop loop;
  loop.drive.spans[0] = {.length = 618.0, .axial_stiffness = 2e7, .mass_per_length = 24.0, .weight = 3.0};
  const int elements = StringWaves::chosen_elements(loop.drive.spans, 100);
  CHECK(elements >= 100);
  CHECK(elements <= 125);
  const double tau = loop.drive.spans[1].travel_time() / elements;
  const WaveSpan span(loop.drive.spans[0], tau);
  const double mass = span.impedance() * span.n_elements() * tau;  // m′ c′ · length/c′
  CHECK(close(mass + 2.0 * span.mass_at_end(), 618.0 * 24.0, {.rel = 1e-12}));
  CHECK(span.mass_at_end() >= 0.0);
  CHECK(span.mass_at_end() < 618.0 * 24.0 / span.n_elements());
  CHECK(close(2.0 * span.weight_at_end() * span.n_elements(), 618.0 * 3.0, {.rel = 1e-12}));
}

TEST_CASE("waves: a string that becomes slack at a pulley or between two of them ends with the place") {
  Loop at_pulley;
  at_pulley.drive.pulleys[1].axis = [](double t) { return Eigen::Vector2d(-3.0 * t, 0.0); };
  StringWaves loosened = at_pulley.waves(100);
  CHECK_THROWS_WITH_AS(loosened.advance_to(1.0), doctest::Contains("becomes slack at pulley 2"), SolverError);
  // Each wave leaves a third of the force, the two together nothing.
  Loop between;
  between.drive.surface_speeds[0] = 1.5;
  between.first().turned = [](double t) { return 1.5 / 0.4 * t; };
  between.drive.pulleys[1].axis = [](double t) { return Eigen::Vector2d(-1.5 * t, 0.0); };
  StringWaves crossing = between.waves(100);
  CHECK_THROWS_WITH_AS(crossing.advance_to(2.0), doctest::Contains("becomes slack behind pulley 1"), SolverError);
}

TEST_CASE("waves: a saved motion goes on with the same bits") {
  Loop loop;
  loop.drive.spans[1].resistance = 19.62;
  loop.release(100.0, [](double t) { return 3000.0 * std::sin(3.0 * t); });
  StringWaves waves = loop.waves(100);
  waves.advance_to(1.234);
  StateWriter writer;
  waves.save(writer);
  waves.advance_to(4.0);
  StringWaves again = loop.waves(100);
  StateReader reader(writer.take());
  again.restore(reader);
  CHECK(again.time() == 1.234);
  again.advance_to(4.0);
  CHECK(again.now().pulleys[0].travel == waves.now().pulleys[0].travel);
  CHECK(again.now().spans[1][20].force == waves.now().spans[1][20].force);
  // A count of steps that does not fit would make the next step endless.
  StateWriter other;
  again.save(other);
  StateArrays changed = *other.take();
  changed.integers.at("waves/steps")[0] = 1;
  StateReader wrong(std::make_shared<const StateArrays>(changed));
  CHECK_THROWS_AS(again.restore(wrong), IoError);
}

}  // namespace beltdyn::string_waves_test
