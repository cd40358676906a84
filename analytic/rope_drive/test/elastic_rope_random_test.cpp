// SPDX-License-Identifier: MIT
// Random elastic ropes, checked by their balances.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "analytic/rope_drive/elastic_rope.hpp"
#include "analytic/rope_drive/test/rope_drives.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::elastic_rope_test {

using namespace beltdyn::analytic;

namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : generator_(seed) {}
  // Equal numbers with every library.
  double between(double a, double b) { return a + (b - a) * static_cast<double>(generator_()) / 4294967296.0; }
  int up_to(int n) { return static_cast<int>(generator_() % static_cast<unsigned>(n)); }

 private:
  std::mt19937 generator_;
};

RopeEnd any_end(Dice& dice, double force) {
  RopeEnd end{.kind = static_cast<RopeEnd::Kind>(dice.up_to(4)), .label = "end"};
  const double omega = dice.between(0.5, 20.0);
  const double part = dice.between(0.0, 0.3);
  end.mass = force / kGravity * dice.between(0.9, 1.1);
  const double given = end.kind == RopeEnd::Kind::force ? force : end.mass * kGravity;
  end.force = [=](double t) { return given * (1.0 + part * std::sin(omega * t)); };
  end.force_rate = [=](double t) { return given * part * omega * std::cos(omega * t); };
  const double rate = dice.between(-0.02, 0.02);
  end.paid_out = [=](double t) { return rate * std::sin(omega * t); };
  if (dice.up_to(4) == 0) {
    end.held_until = dice.between(0.1, 1.0);
  } else {
    end.speed = dice.between(-0.5, 0.5);
  }
  return end;
}

RopeSheave any_sheave(Dice& dice, double force) {
  RopeSheave s = sheave(dice.between(0.05, 0.5), dice.up_to(10) == 0 ? 0.0 : dice.between(0.02, 0.4),
                        dice.between(0.1, 20.0), dice.between(0.5, 6.0));
  s.ran = dice.up_to(2) == 0 ? 1.0 : -1.0;
  const double omega = dice.between(0.3, 15.0);
  const double amplitude = dice.between(0.0, 20.0);
  const double mean = dice.between(-3.0, 3.0);
  const double moment = dice.between(0.0, 0.6) * force * s.radius;
  const double held = dice.between(0.0, 0.6) * force * s.radius;
  switch (dice.up_to(5)) {
    case 0:
      s.is_prescribed = true;
      s.speed = [=](double t) { return amplitude * std::sin(omega * t) + mean * (1.0 - std::exp(-t)); };
      break;
    case 1:
      s.is_prescribed = true;
      s.speed = [](double) { return 0.0; };
      break;
    case 2:
      s.brake = [held](double) { return held; };
      [[fallthrough]];
    case 3:
      s.torque = [=](double t, double) { return moment * std::sin(omega * t); };
      break;
    default:
      break;
  }
  return s;
}

ElasticRopeDrive any_drive(unsigned seed) {
  Dice dice(seed);
  ElasticRopeDrive drive;
  drive.axial_stiffness = std::pow(10.0, dice.between(4.5, 7.0));
  const double force = dice.between(500.0, 20000.0);
  for (RopeEnd& end : drive.ends) end = any_end(dice, force);
  const int n = dice.up_to(4);
  for (int k = 0; k < n; ++k) drive.sheaves.push_back(any_sheave(dice, force));
  for (int j = 0; j <= n; ++j) drive.length.push_back(dice.between(3.0, 30.0));
  drive.force.assign(static_cast<std::size_t>(n) + 1, force);
  return drive;
}

}  // namespace

// Up to three sheaves between ends of all kinds, most of which reverse and slip. The bounds are those of a run whose
// steps have errors of 1e-10, some hundred times. A run that cannot continue reports the reason.
TEST_CASE("elastic rope: any drive runs with its balances, or ends with a reason") {
  int n_complete = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    ElasticRope rope(any_drive(seed), 1e-10);
    const double natural = rope.natural_length();
    const RopeEnergy start = rope.energy();
    try {
      double most = 0.0;
      for (int i = 1; i <= 10; ++i) {
        rope.advance_to(0.3 * i);
        const double in = rope.paid_out(0) + rope.paid_out(1);
        CHECK(close(rope.natural_length(), natural + in, {.rel = 1e-8}));
        const RopeEnergy now = rope.energy();
        most = std::max({most, now.kinetic + now.elastic, now.lost_in_slip, now.lost_in_brakes, std::abs(now.by_drives),
                         std::abs(now.by_ends)});
        const double missing = now.kinetic + now.elastic - start.kinetic - start.elastic - now.by_ends - now.by_drives +
                               now.lost_in_slip + now.lost_in_brakes;
        CHECK(std::abs(missing) < 1e-7 * most);
      }
      ++n_complete;
    } catch (const SolverError& error) {
      const std::string said = error.what();
      const bool is_clear = said.find("goes slack") != std::string::npos ||
                            said.find("not determined") != std::string::npos ||
                            said.find("no length left") != std::string::npos;
      CHECK_MESSAGE(is_clear, said);
    }
  }
  CHECK(n_complete > 45);
}

// Kinks of time functions have the same effect whether they are announced or found by short steps.
TEST_CASE("elastic rope: kinks that are told are stepped onto") {
  const auto ramp = [](double t) { return t < 0.7 ? 2.0 : t < 1.1 ? 2.0 - 5.0 * (t - 0.7) : 0.0; };
  ElasticRopeDrive drive = elevator(1e6, ramp);
  ElasticRope found(drive, 1e-12);
  drive.next_kink = [](double t0, double t1) {
    for (const double kink : {0.7, 1.1}) {
      if (t0 < kink && kink < t1) return kink;
    }
    return t1;
  };
  ElasticRope told(drive, 1e-12);
  for (const double t : {0.9, 1.1, 3.0}) {
    found.advance_to(t);
    told.advance_to(t);
    CHECK(close(told.force(0), found.force(0), {.rel = 1e-9}));
    CHECK(close(told.displacement(1), found.displacement(1), {.rel = 1e-9}));
    CHECK(close(told.lost_in_slip(0), found.lost_in_slip(0), {.rel = 1e-8}));
  }
  CHECK(told.statistics().rejected_steps < found.statistics().rejected_steps);
}

}  // namespace beltdyn::elastic_rope_test
