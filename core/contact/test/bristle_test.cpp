// SPDX-License-Identifier: MIT
#include "core/contact/bristle.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/test/tangent_check.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::bristle_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::check_tangent;
using contact::test::move;

namespace {

constexpr double kTimeStep = 1e-3;
constexpr beltdyn::Tolerance kRounding{.abs = 1e-14};

const Bristle kLaw({.limit = StribeckCurve(0.5), .stiffness = 1600.0, .damping = 0.3});
const Bristle kStribeckLaw(
    {.limit = StribeckCurve({.static_coefficient = 0.7, .kinetic_coefficient = 0.5, .velocity = 0.1}),
     .stiffness = 1600.0});

Bristle::History in_state(ContactState mode, double z) {
  Bristle::History history{};
  history.value[0] = z;
  history.mode[0] = mode_of(mode);
  return history;
}

// Solves a step of prescribed slip, switching the state until it is consistent.
FrictionResponse settled(const Bristle& law, double slip, Bristle::History& history) {
  const SlipStep step = even_step(slip, kTimeStep, 1.0);
  Bristle::History start = history;
  for (int i = 0; i < 5; ++i) {
    const Bristle::Judgement judgement = law.judge(step, start);
    if (judgement.mode == start.mode[0]) break;
    start.mode[0] = judgement.mode;
  }
  Bristle::History trial{};
  const FrictionResponse response = law.respond(step, start, trial);
  history = trial;
  return response;
}

}  // namespace

TEST_CASE("bristle: the state is frozen in the step, however large the slip") {
  Bristle::History history = in_state(ContactState::stick, 1e-4);
  CHECK(close(move(kLaw, 1e-2, history, kTimeStep).traction, -(1600.0 * 1.01e-2 + 0.3 * 10.0), {.rel = 1e-14}));
  history = in_state(ContactState::slip_forward, 0.5 / 1600.0);
  CHECK(move(kLaw, -1e-2, history, kTimeStep).traction == -0.5);
}

TEST_CASE("bristle: a new contact starts with damping only, and relaxed") {
  Bristle::History history{};
  CHECK(close(move(kLaw, 1e-4, history, kTimeStep).traction, -0.03, kRounding));
  CHECK(history.value[0] == 0.0);
  CHECK(close(move(kLaw, 1e-4, history, kTimeStep).traction, -(0.16 + 0.03), kRounding));
}

TEST_CASE("bristle: switches at the limit and reports by how much the force missed it") {
  const SlipStep step = even_step(4e-4, kTimeStep, 1.0);
  const Bristle::Judgement onset = kLaw.judge(step, in_state(ContactState::stick, 0.0));
  CHECK(onset.mode == mode_of(ContactState::slip_forward));
  CHECK(close(onset.error, 0.64 + 0.12 - 0.5, kRounding));
  const Bristle::Judgement again = kLaw.judge(step, in_state(state_of(onset.mode), 0.0));
  CHECK(again.mode == mode_of(ContactState::slip_forward));
  CHECK(again.error == 0.0);
  const SlipStep back = even_step(-1e-4, kTimeStep, 1.0);
  CHECK(kLaw.judge(back, in_state(ContactState::slip_forward, 0.5 / 1600.0)).mode == mode_of(ContactState::stick));
  const SlipStep lost = even_step(1e-4, kTimeStep, 0.0);
  CHECK(kLaw.judge(lost, in_state(ContactState::stick, 1e-4)).mode == mode_of(ContactState::free));
  CHECK(kLaw.judge(lost, in_state(ContactState::stick, 1e-4)).error == 0.0);
}

TEST_CASE("bristle: slips along its deflection, also when damping exceeds the limit in the opposite direction") {
  // μ_k z + μ_v v = −0.4 + 1.2 > 0.5, z < 0
  const SlipStep step = even_step(4e-5, 1e-5, 1.0);
  CHECK(kLaw.judge(step, in_state(ContactState::stick, -2.9e-4)).mode == mode_of(ContactState::slip_backward));
  // a deflection of 0 has no sign, so a contact that has just begun is not judged
  CHECK(kLaw.judge(step, Bristle::History{}).mode == mode_of(ContactState::free));
  CHECK(kLaw.judge(step, Bristle::History{}).error == 0.0);
}

TEST_CASE("bristle: in slip it stays deflected to the limit, in stick by its displacement") {
  const double limit = 0.5 / 1600.0;
  for (const double sense : {1.0, -1.0}) {
    const Bristle::History stuck = in_state(ContactState::stick, 0.0);
    CHECK(close(kLaw.judge(even_step(sense * 4e-4, kTimeStep, 1.0), stuck).deflection, sense * limit, kRounding));
    CHECK(close(kLaw.judge(even_step(sense * 1e-4, kTimeStep, 1.0), stuck).deflection, sense * 1e-4, kRounding));
  }
}

TEST_CASE("bristle: settled states of an undamped bristle are those of the return map") {
  const Bristle undamped({.limit = StribeckCurve(0.5), .stiffness = 1600.0});
  const ElastoplasticCoulomb coulomb({.friction_coefficient = 0.5, .stiffness = 1600.0});
  Bristle::History a = in_state(ContactState::stick, 0.0);
  ElastoplasticCoulomb::History b{};
  for (const double slip : {1e-4, 4e-4, 1e-5, -2e-4, 0.0, -6e-4, -1e-4, 3e-4}) {
    const FrictionResponse x = settled(undamped, slip, a);
    const FrictionResponse y = move(coulomb, slip, b, kTimeStep);
    CHECK(close(x.traction, y.traction, kRounding));
    CHECK(x.state == y.state);
  }
}

TEST_CASE("bristle: slip follows the Stribeck curve and changes to stick without a jump") {
  Bristle::History history = in_state(ContactState::slip_forward, 0.0);
  const double fast = move(kStribeckLaw, 0.05 * kTimeStep, history, kTimeStep).traction;
  CHECK(close(fast, -(0.5 + 0.2 * std::exp(-0.25)), kRounding));
  const double slow = move(kStribeckLaw, 1e-9 * kTimeStep, history, kTimeStep).traction;
  history.mode[0] = mode_of(ContactState::stick);
  CHECK(close(move(kStribeckLaw, 0.0, history, kTimeStep).traction, slow, kRounding));
}

TEST_CASE("bristle: rate form and step form agree") {
  const SlipMotion motion{.velocity = 0.05, .normal_force = 2.0};
  for (const ContactState mode : {ContactState::stick, ContactState::slip_forward, ContactState::slip_backward}) {
    const Bristle::History history = in_state(mode, 1e-4);
    Bristle::History after = history;
    const double h = 1e-9;
    const FrictionResponse response = move(kLaw, motion.velocity * h, after, h, 2.0);
    CHECK(close(response.traction, kLaw.traction(motion, history), {.rel = 1e-6}));
  }
  CHECK(kLaw.memory_rate(motion, in_state(ContactState::stick, 0.0))[0] == 0.05);
  CHECK(kLaw.memory_rate(motion, in_state(ContactState::slip_forward, 0.0))[0] == 0.0);
  Bristle::History history = in_state(ContactState::stick, 6e-4);
  CHECK(close(kLaw.mode_margin(0, motion, history), 1.0 - (0.96 + 0.015), kRounding));
  kLaw.switch_mode(0, motion, history);
  CHECK(history.mode[0] == mode_of(ContactState::slip_forward));
  CHECK(kLaw.mode_margin(0, motion, history) == 0.05);
  kLaw.switch_mode(0, motion, history);
  CHECK(history.mode[0] == mode_of(ContactState::stick));
  CHECK(close(history.value[0], 1.0 / 1600.0, kRounding));
}

TEST_CASE("bristle: the tangent is the derivative of the traction in every state") {
  for (const ContactState mode :
       {ContactState::stick, ContactState::slip_forward, ContactState::slip_backward, ContactState::free}) {
    for (const double slip : {-3e-4, -1e-6, 1e-5, 2e-4}) {
      const SlipStep step = even_step(slip, kTimeStep, 1.3);
      check_tangent(kLaw, step, in_state(mode, mode == ContactState::free ? 0.0 : 1e-4));
      check_tangent(kStribeckLaw, step, in_state(mode, mode == ContactState::free ? 0.0 : 1e-4));
    }
  }
}

}  // namespace beltdyn::bristle_test
