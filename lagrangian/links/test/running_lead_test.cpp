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

// A belt that runs in a circle, which is as long as its links times the stretch.
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

TEST_CASE("links: in a steady motion velocities are the changes of places") {
  Belt now;
  Belt before;
  Belt behind;
  constexpr double kStep = 1e-6;
  const RunningBelt running = circle(now.model);
  RunningLead(running, 0.1, now.model, kDamping).put(now.layout, now.state);
  RunningLead(running, 0.1 - kStep, now.model, kDamping).put(now.layout, before.state);
  RunningLead(running, 0.1 + kStep, now.model, kDamping).put(now.layout, behind.state);
  // Places are interpolated over eighths of links of 2π/120: chords are off by (2π/960)²/8 of the radius.
  constexpr double kOfChords = 6e-5;
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
  CHECK(now.state[now.layout.pulley_speed(1)] == -20.0);
}

TEST_CASE("links: what moves steadily is not drawn, what is faster is drawn back") {
  Belt belt;
  RunningLead lead(circle(belt.model), 0.0, belt.model, kDamping);
  lead.put(belt.layout, belt.state);
  numerics::AlignedVector rates(belt.layout.size());
  lead.draw(0.0, belt.layout, belt.state, rates);
  for (const double rate : rates) CHECK(std::abs(rate) <= 1e-12 * kDamping * kFlux);
  belt.of(LinkLayout::vx, 7) += 0.3;
  belt.of(LinkLayout::spin, 9) -= 2.0;
  lead.draw(0.0, belt.layout, belt.state, rates);
  CHECK(close(rates[belt.layout.field(LinkLayout::vx) + 7], -kDamping * 0.3, {.rel = 1e-9}));
  CHECK(close(rates[belt.layout.field(LinkLayout::spin) + 9], kDamping * 2.0, {.rel = 1e-9}));
  CHECK(lead.draw_pulley(0, 30.5) == -kDamping * 0.5);
}

// A drive that runs steadily at speeds of its own, some per cent off: in the end nothing draws it.
TEST_CASE("links: the lead comes to run as fast as the drive does") {
  Belt belt;
  constexpr double kFaster = 1.02;
  RunningBelt own = circle(belt.model);
  RunningLead lead(own, 0.0, belt.model, kDamping);
  own.flux *= kFaster;
  constexpr double kStep = 1e-3;
  constexpr int kSteps = 2000;  // 20 time constants, of 4/damping
  for (int k = 1; k <= kSteps; ++k) {
    RunningLead(own, k * kStep, belt.model, kDamping).put(belt.layout, belt.state);
    belt.state[belt.layout.pulley_speed(0)] = 31.0;
    lead.follow(kStep, belt.layout, belt.state);
  }
  CHECK(std::abs(lead.draw_pulley(0, 31.0)) <= 1e-6);
  numerics::AlignedVector led(belt.layout.size());
  numerics::AlignedVector rates(belt.layout.size());
  lead.put(belt.layout, led);
  lead.draw(0.0, belt.layout, led, rates);
  const double vx = led[belt.layout.field(LinkLayout::vx)];
  const double vy = led[belt.layout.field(LinkLayout::vy)];
  const double ax = rates[belt.layout.field(LinkLayout::vx)];
  const double ay = rates[belt.layout.field(LinkLayout::vy)];
  // As fast as that of the drive: the difference from the steady motion that it was given is 2 % of that.
  CHECK(close(std::hypot(ax, ay), kDamping * (kFaster - 1.0) * kStretch * kFlux, {.rel = 5e-3}));
  CHECK(ax * vx + ay * vy > 0.0);
}

}  // namespace beltdyn::lagrangian::links::running_lead_test
