// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "analytic/rope_drive/rigid_rope_motion.hpp"
#include "analytic/rope_drive/test/rigid_ropes.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"
#include "core/numerics/root.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::rigid_rope_test {

using namespace beltdyn::analytic;
using analytic::test::kGravity;
using analytic::test::RandomRope;
using analytic::test::Weights;
using std::numbers::pi;

namespace {

constexpr double kTolerance = 1e-9;  // of steps

// The first violated relation between forces, modes and speeds at an instant; empty if all hold.
std::string broken_law(const RigidRope& rope, const RigidRopeMotion& motion) {
  constexpr double kSlack = 1e-8;  // of forces and speeds, above the tolerance of steps
  const RigidForces& forces = motion.forces();
  for (std::size_t k = 0; k < rope.sheaves.size(); ++k) {
    const RigidSheave& sheave = rope.sheaves[k];
    const RigidSheaveForces& at = forces.sheaves[k];
    const RigidSheaveMode& mode = motion.modes()[k];
    const double c = motion.sheave(k).speed;
    const double ahead = motion.speed() - c;
    const double slack = kSlack * (1.0 + std::abs(at.least) + std::abs(at.most));
    if (at.friction < at.least - slack || at.friction > at.most + slack) return "friction is beyond its limit";
    if (mode.slip == 0 && std::abs(ahead) > kSlack) return "the rope slips where it sticks";
    if (mode.slip * ahead < -kSlack) return "the rope slips the other way";
    if (mode.slip > 0 && std::abs(at.friction - at.least) > slack) return "slip without its friction";
    if (sheave.is_prescribed) continue;
    const double force = sheave.force ? sheave.force(motion.time(), c) : 0.0;
    if (std::abs(sheave.mass * at.acceleration - force - at.brake + at.friction) > 10.0 * slack) {
      return "a sheave does not obey Newton's law";
    }
    if (!sheave.brake) continue;
    const double brake = sheave.brake(motion.time());
    if (std::abs(at.brake) > brake + slack) return "a brake bears more than it can";
    if (at.brake * c > slack) return "a brake drives";
    if (mode.brake != 0 && std::abs(std::abs(at.brake) - brake) > slack) return "a brake slides without its force";
  }
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    const RigidEnd& end = rope.ends[i];
    if (end.kind != EndKind::body || end.is_held(motion.time())) continue;
    const double own =
        (end.force ? end.force(motion.time(), motion.speed()) : 0.0) + end.mass * rope.gravity.dot(end.direction);
    const double of_rope = (i == 0 ? 1.0 : -1.0) * forces.end[i];
    if (std::abs(end.mass * forces.acceleration - own - of_rope) > kSlack * (1.0 + forces.end[i])) {
      return "a body does not obey Newton's law";
    }
  }
  return {};
}

}  // namespace

TEST_CASE("rigid rope: the closed form of an arc solves its differential equation") {
  const CapstanArc arc{.radius = 0.4, .wrap = 2.5, .along = -7.0, .outward = 6.0, .density = 3.0};
  constexpr double kAcceleration = 1.7;
  constexpr double kStep = 1e-5;
  for (const double m : {-0.3, 0.0, 0.2}) {
    for (const double angle : {0.0, 1.1, 2.5}) {
      const auto force = [&](double at) { return arc.force(at, 100.0, kAcceleration, m); };
      const double slope = (force(angle + kStep) - force(angle - kStep)) / (2.0 * kStep);
      const double along = arc.along * std::cos(angle) - arc.outward * std::sin(angle);
      const double right = m * arc.pressing(angle, force(angle)) + arc.density * arc.radius * (kAcceleration - along);
      // The error of differences is m³ P h²/6, and rounding P 1e-16/h.
      CHECK(close(slope, right, {.rel = 1e-8}));
    }
    CHECK(close(arc.force(0.0, 100.0, kAcceleration, m), 100.0, {.rel = 1e-14}));
  }
}

TEST_CASE("rigid rope: whatever the friction, forces on an arc are numbers, and one coefficient bears a difference") {
  const CapstanArc arc{.radius = 0.4, .wrap = std::numbers::pi};
  constexpr double kEntry = 100.0;
  constexpr double kExit = 300.0;
  for (const double mu : {1.0, 3e4, 1e300}) {
    const auto missing = [&arc](double m) { return arc.force(arc.wrap, kEntry, 0.0, m) - kExit; };
    CHECK(std::isfinite(missing(mu)));
    CHECK(std::isfinite(missing(-mu)));
    // ln(300/100)/π
    CHECK(close(numerics::find_root(missing, -mu, mu), std::log(kExit / kEntry) / std::numbers::pi, {.rel = 1e-14}));
  }
}

TEST_CASE("rigid rope: a rope that sticks takes the sheave along, one that slips pulls by the law of the capstan") {
  RigidRopeMotion sticks(Weights{}.rope(), kTolerance);
  CHECK(close(sticks.forces().acceleration, kGravity * 0.2 / (2.2 + 0.9 / (0.22 * 0.22)), {.rel = 1e-13}));
  CHECK(sticks.modes()[0].slip == 0);
  RigidRopeMotion slips(Weights{.coefficient = 0.03}.rope(), kTolerance);
  const double e = std::exp(0.03 * pi);
  CHECK(close(slips.forces().acceleration, kGravity * (1.2 - e) / (1.2 + e), {.rel = 1e-13}));
  CHECK(slips.modes()[0].slip == 1);
}

TEST_CASE("rigid rope: a brake that holds lets nothing creep, and what it bears is what is left over") {
  RigidRopeMotion motion(Weights{.first = 2.0, .second = 3.0, .brake = 3.0}.rope(), kTolerance);
  motion.advance_to(1e6);
  CHECK(motion.displacement() == 0.0);
  CHECK(close(motion.forces().sheaves[0].brake * 0.22, -kGravity * 0.22, {.rel = 1e-13}));
  CHECK(motion.stop().has_value());
  RigidRopeMotion weak(Weights{.first = 2.0, .second = 3.0, .brake = 2.0}.rope(), kTolerance);
  CHECK(close(weak.forces().acceleration, (kGravity - 2.0 / 0.22) / (5.0 + 0.9 / (0.22 * 0.22)), {.rel = 1e-12}));
}

TEST_CASE("rigid rope: two sheaves that hold the rope share what they bear") {
  // Two locked sheaves of a quarter turn each have the friction of one with half a turn.
  RigidRope rope = Weights{.first = 2.0, .second = 3.0}.rope();
  RigidSheave& first = rope.sheaves[0];
  first.is_prescribed = true;
  first.speed = first.acceleration = first.displacement = [](double) { return 0.0; };
  first.arc.wrap = 0.5 * pi;
  rope.sheaves.push_back(first);
  rope.surface_speeds.push_back(0.0);
  rope.spans = {20.0, 1.0, 20.0};
  rope.along = {-kGravity, 0.0, kGravity};
  RigidRopeMotion motion(rope, kTolerance);
  CHECK(motion.forces().acceleration == 0.0);
  CHECK(motion.modes()[0].anchors);
  CHECK(motion.modes()[1].anchors);
  const RigidForces& forces = motion.forces();
  CHECK(close(forces.sheaves[1].exit - forces.sheaves[0].entry, kGravity, {.rel = 1e-12}));
  // Each uses the same fraction of its friction.
  const auto share = [&](std::size_t k) {
    return (forces.sheaves[k].most - forces.sheaves[k].friction) / (forces.sheaves[k].most - forces.sheaves[k].least);
  };
  CHECK(close(share(0), share(1), {.rel = 1e-12}));
}

TEST_CASE("rigid rope: a rope that ends, goes slack or lifts off is told, and the state stays as it was") {
  const auto message = [](RigidRopeMotion& motion, double end) {
    try {
      motion.advance_to(end);
    } catch (const SolverError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  RigidRopeMotion falls(Weights{.span = 1.0}.rope(), kTolerance);
  falls.advance_to(1.0);
  const double displacement = falls.displacement();
  CHECK(message(falls, 10.0).starts_with("an end of the rope reaches a pulley: span 1 has no length left at t = 4.60"));
  CHECK(falls.time() == 1.0);
  CHECK(falls.displacement() == displacement);
  // One of two equal weights is pushed up, finally with twice its weight: then both fall freely.
  RigidRope pushed = Weights{.first = 1.0, .second = 1.0, .speed = 1.0}.rope();
  pushed.ends[1].force = [](double t, double) { return -30.0 * t; };
  RigidRopeMotion slack(pushed, kTolerance);
  CHECK(message(slack, 10.0).starts_with("the rope goes slack: the force of span 1 falls to 0 at t = 0.654 s"));
  // Paid out faster and faster, pulled by 500 N, until ρ v² equals the force.
  RigidRope fast = Weights{.density = 0.5}.rope();
  fast.gravity.setZero();
  fast.along = {0.0, 0.0};
  fast.sheaves[0].arc.along = 0.0;
  fast.ends[1].force = [](double, double) { return 500.0; };
  fast.ends[0] = {
      .kind = EndKind::given, .speed = [](double t) { return 5.0 * t; }, .acceleration = [](double) { return 5.0; }};
  RigidRopeMotion lifted(fast, kTolerance);
  CHECK(message(lifted, 10.0).starts_with("the rope lifts off pulley 1 at t = "));
  RigidRope nothing = Weights{}.rope();
  for (RigidEnd& end : nothing.ends) end = {.kind = EndKind::force, .force = [](double, double) { return 10.0; }};
  nothing.sheaves[0].is_prescribed = true;
  nothing.sheaves[0].speed = nothing.sheaves[0].displacement = [](double) { return 1.0; };
  nothing.sheaves[0].acceleration = [](double) { return 0.0; };
  CHECK_THROWS_WITH_AS(RigidRopeMotion(nothing, kTolerance), doctest::Contains("nothing with a mass moves with it"),
                       SolverError);
}

TEST_CASE("rigid rope: sheaves, brakes and ends drawn at random obey their laws at all times") {
  int complete = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const RigidRope rope = RandomRope(seed).draw();
    try {
      RigidRopeMotion motion(rope, kTolerance);
      for (int i = 1; i <= 50; ++i) {
        motion.advance_to(0.1 * i);
        const std::string broken = broken_law(rope, motion);
        CAPTURE(motion.time());
        CHECK(broken.empty());
        if (!broken.empty()) MESSAGE(broken);
      }
      // The random gravity of sheaves is not a potential for the mass of a rope.
      if (rope.density == 0.0) CHECK(std::abs(motion.energy_defect()) < 100.0 * kTolerance);
      ++complete;
    } catch (const SolverError& error) {
      const std::string message = error.what();
      const bool is_physics = message.starts_with("the rope goes slack") || message.starts_with("the rope lifts off") ||
                              message.starts_with("an end of the rope reaches a pulley");
      CAPTURE(message);
      CHECK(is_physics);
    }
  }
  CHECK(complete > 60);
}

TEST_CASE("rigid rope: a restored motion goes on to the same bytes") {
  for (const unsigned seed : {3u, 5u, 8u, 13u}) {
    CAPTURE(seed);
    const RigidRope rope = RandomRope(seed).draw();
    try {
      RigidRopeMotion motion(rope, kTolerance);
      motion.advance_to(1.0);
      StateWriter writer;
      motion.save(writer);
      StateReader reader(writer.to_cbor());
      RigidRopeMotion other(rope, kTolerance);
      other.restore(reader);
      for (const double time : {1.5, 2.0, 3.0}) {
        motion.advance_to(time);
        other.advance_to(time);
        CHECK(other.displacement() == motion.displacement());
        CHECK(other.speed() == motion.speed());
        CHECK(other.energy_defect() == motion.energy_defect());
        CHECK(other.modes() == motion.modes());
      }
    } catch (const SolverError&) {
      // Slack: the run cannot continue.
    }
  }
}

TEST_CASE("rigid rope: what happens does not depend on which end is the first one") {
  const Weights weights{.first = 2.0, .second = 3.0, .coefficient = 0.1, .density = 0.2, .speed = 1.0, .brake = 30.0};
  const Weights mirrored{.first = 3.0, .second = 2.0, .coefficient = 0.1, .density = 0.2, .speed = -1.0, .brake = 30.0};
  RigidRopeMotion one(weights.rope(), 1e-12);
  RigidRopeMotion other(mirrored.rope(), 1e-12);
  for (const double time : {0.0, 0.3, 1.0, 3.0}) {
    one.advance_to(time);
    other.advance_to(time);
    CHECK(close(one.displacement() + 1.0, 1.0 - other.displacement(), {.rel = 1e-11}));
    CHECK(close(one.forces().end[0], other.forces().end[1], {.rel = 1e-9}));
    CHECK(close(one.forces().end[1], other.forces().end[0], {.rel = 1e-9}));
  }
}

}  // namespace beltdyn::rigid_rope_test
