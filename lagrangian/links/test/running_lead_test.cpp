// SPDX-License-Identifier: MIT
#include "lagrangian/links/running_lead.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "lagrangian/links/test/kubas_drive.hpp"

namespace beltdyn::lagrangian::links::running_lead_test {
namespace {

constexpr double kFlux = 5.0;      // [m/s]
constexpr double kStretch = 1.01;  // of the belt
constexpr double kDamping = 40.0;  // [1/s]

// A belt that runs in a circle, whose length is the length of the links times the stretch.
RunningBelt circle(const LinkModel& model) {
  const double radius = kStretch * model.n_links * model.reference_length / (2.0 * std::acos(-1.0));
  return {.flux = kFlux, .speeds = {30.0, -20.0}, .mounts = {0.0, 0.0}, .point = [radius](double s) {
            const double angle = kStretch * s / radius;
            const Eigen::Vector2d outward(std::cos(angle), std::sin(angle));
            return RunningPoint{.place = radius * outward,
                                .slope = kStretch * Eigen::Vector2d(-outward.y(), outward.x()),
                                .curving = -kStretch * kStretch / radius * outward};
          }};
}

struct Belt {
  LinkModel model = make_link_model(kubas_drive(), kLinks);
  LinkLayout layout{model};
  numerics::AlignedVector state = numerics::AlignedVector(layout.size());

  double& of(LinkLayout::Field field, std::size_t link) { return state[layout.field(field) + link]; }
};

}  // namespace

// At any position of links on the way to the next links' places.
TEST_CASE("links: in a steady motion velocities are the changes of places") {
  Belt now;
  Belt before;
  Belt behind;
  constexpr double kStep = 1e-6;
  const RunningBelt running = circle(now.model);
  // Places are interpolated over eighths of links of 2π/120: chords deviate by (2π/960)²/8 of the radius.
  constexpr double kOfChords = 6e-5;
  constexpr int kTimes = 11;  // times in the passage of a link: in all eighths, and never at their ends
  for (int k = 0; k < kTimes; ++k) {
    const double time = 0.1 + (k + 0.25) / kTimes * now.model.reference_length / kFlux;
    RunningLead(running, time, now.model, kDamping).put(now.layout, now.state);
    RunningLead(running, time - kStep, now.model, kDamping).put(now.layout, before.state);
    RunningLead(running, time + kStep, now.model, kDamping).put(now.layout, behind.state);
    for (std::size_t i = 0; i < now.layout.n_links(); ++i) {
      const auto rate = [&](LinkLayout::Field field) {
        return (behind.of(field, i) - before.of(field, i)) / (2.0 * kStep);
      };
      const double speed = kStretch * kFlux;
      CHECK(close(rate(LinkLayout::x), now.of(LinkLayout::vx, i), {.abs = 100.0 * kOfChords * speed}));
      CHECK(close(rate(LinkLayout::y), now.of(LinkLayout::vy, i), {.abs = 100.0 * kOfChords * speed}));
      CHECK(close(std::hypot(now.of(LinkLayout::vx, i), now.of(LinkLayout::vy, i)), speed, {.rel = kOfChords}));
      CHECK(close(rate(LinkLayout::angle), now.of(LinkLayout::spin, i), {.rel = 1e-5}));
    }
  }
  CHECK(now.state[now.layout.pulley_speed(1)] == -20.0);
}

TEST_CASE("links: what moves steadily is not drawn, what is faster is drawn back") {
  Belt belt;
  const RunningLead lead(circle(belt.model), 0.0, belt.model, kDamping);
  const double after = 0.3 * belt.model.reference_length / kFlux;
  RunningLead(circle(belt.model), after, belt.model, kDamping).put(belt.layout, belt.state);
  numerics::AlignedVector rates(belt.layout.size());
  lead.draw(after, belt.layout, belt.state, rates);
  for (const double rate : rates) CHECK(std::abs(rate) <= 1e-12 * kDamping * kFlux);
  belt.of(LinkLayout::vx, 7) += 0.3;
  belt.of(LinkLayout::spin, 9) -= 2.0;
  lead.draw(after, belt.layout, belt.state, rates);
  CHECK(close(rates[belt.layout.field(LinkLayout::vx) + 7], -kDamping * 0.3, {.rel = 1e-9}));
  CHECK(close(rates[belt.layout.field(LinkLayout::spin) + 9], kDamping * 2.0, {.rel = 1e-9}));
  CHECK(lead.draw_pulley(0, 30.5) == -kDamping * 0.5);
}

// A drive that runs steadily at its own speeds, some per cent different: in the end no force draws it.
TEST_CASE("links: the lead comes to run as fast as the drive does, at a rate that does not depend on the step") {
  Belt belt;
  constexpr double kFaster = 1.02;
  constexpr double kTimeConstant = 4.0 / kDamping;
  const RunningBelt start = circle(belt.model);
  RunningBelt own = start;
  own.flux *= kFaster;
  // Short steps, of which only some compare belt and lead, and long steps.
  const double passage = belt.model.reference_length / kFlux;
  for (const double step : {passage / 50.0, passage}) {
    RunningLead lead(start, 0.0, belt.model, kDamping);
    // The remaining difference for a belt that moves as in its own steady motion.
    const auto left = [&] {
      numerics::AlignedVector led(belt.layout.size());
      numerics::AlignedVector rates(belt.layout.size());
      lead.put(belt.layout, led);
      lead.draw(0.0, belt.layout, led, rates);
      const double vx = led[belt.layout.field(LinkLayout::vx)];
      const double vy = led[belt.layout.field(LinkLayout::vy)];
      const double ax = rates[belt.layout.field(LinkLayout::vx)];
      const double ay = rates[belt.layout.field(LinkLayout::vy)];
      CHECK(ax * vx + ay * vy > 0.0);
      return (kFaster - 1.0) - std::hypot(ax, ay) / (kDamping * kStretch * kFlux);
    };
    double time = 0.0;
    const auto follow_to = [&](double end) {
      while (time < end) {
        time += step;
        RunningLead(own, time, belt.model, kDamping).put(belt.layout, belt.state);
        belt.state[belt.layout.pulley_speed(0)] = 31.0;
        lead.follow(step, belt.layout, belt.state);
      }
    };
    follow_to(kTimeConstant);
    // Euler's method in steps of at most a link's passage, and an end that is late by at most such a step.
    const double of_step = 1.5 * passage / kTimeConstant;
    CHECK(close(left(), (kFaster - 1.0) * std::exp(-1.0), {.rel = of_step}));
    CHECK(close(lead.draw_pulley(0, 31.0), -kDamping * std::exp(-1.0), {.rel = of_step}));
    follow_to(20.0 * kTimeConstant);
    CHECK(std::abs(lead.draw_pulley(0, 31.0)) <= 1e-6);
    CHECK(std::abs(left()) <= 5e-3 * (kFaster - 1.0));
  }
}

}  // namespace beltdyn::lagrangian::links::running_lead_test
