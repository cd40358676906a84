// SPDX-License-Identifier: MIT
#include "core/dynamics/belt_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include <boost/math/tools/toms748_solve.hpp>
#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/belt/test/small_belt_drive.hpp"
#include "core/dynamics/test/oscillators.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::belt_stepper_test {
namespace {

using namespace beltdyn::dynamics_test;

// Its history is the number of accepted steps.
class OscillatingBelt final : public BeltStepper {
 public:
  explicit OscillatingBelt(const StepControl& control, double cubic = 0.0,
                           const BeltDrive& drive = test::small_belt_drive(0.0))
      : BeltStepper(control), oscillators(drive, cubic) {
    begin();
  }

  using BeltStepper::allow_rounding;
  using BeltStepper::set_jumps;

  Oscillators oscillators;
  int accepted = 0;
  std::vector<double> step_begins{};                         // starts of the accepted steps [s]
  double longest = std::numeric_limits<double>::infinity();  // longer steps are rejected [s]

 private:
  BeltSystem& system() override { return oscillators; }
  const BeltSystem& system() const override { return oscillators; }
  std::array<int, 2> position_components() const override { return {0, 1}; }
  double energy() const override { return 0.0; }
  PowerFlow power_flow(std::span<const double>, double) const override { return {}; }
  bool solve(const BeltStep& step) override { return step.length <= longest && iterate(step); }
  std::string objection(const numerics::AlignedVector&) const override { return {}; }
  void begin_history() override { accepted = 0; }
  void commit_history() override {
    ++accepted;
    step_begins.push_back(time());
  }
  void revert_history() override {}
  void keep_history() override { kept_ = accepted; }
  void restore_kept_history() override { accepted = kept_; }
  void save_history(StateWriter& writer) const override { writer.integer("accepted", accepted); }
  void restore_history(StateReader& reader) override { accepted = static_cast<int>(reader.integer("accepted")); }

  int kept_ = 0;
};

StepControl control(double step_tolerance = 0.0) {
  return {.scheme = numerics::StepScheme::trapezoidal(),
          .residual_tolerance = 1e-12,
          .newton_iterations = 10,
          .step_tolerance = step_tolerance};
}

double error_after(int steps) {
  constexpr double kEnd = 0.1;  // [s]
  OscillatingBelt belt(control());
  for (int i = 0; i < steps; ++i) belt.advance(kEnd / steps);
  return std::abs(belt.oscillators.position() - kOffset * std::cos(kFrequency * kEnd));
}

}  // namespace

TEST_CASE("Belt stepper: the trapezoidal rule is of second order, and a linear belt needs one tangent") {
  const double coarse = error_after(20);
  const double order = std::log2(coarse / error_after(40));
  CAPTURE(order);
  // The next term of the error is smaller by the factor (ω h)²/10 < 3e-4.
  CHECK(std::abs(order - 2.0) < 1e-2);
  OscillatingBelt belt(control());
  // Steps of 2⁻¹⁰ s have the same length at all times, without rounding.
  for (int i = 0; i < 20; ++i) belt.advance(1.0 / 1024.0);
  CHECK(belt.statistics().factorisations == 1);
  CHECK(belt.statistics().newton_iterations == 20);
  CHECK(belt.accepted == 20);
}

TEST_CASE("Belt stepper: short steps between long ones do not excite what is stiff") {
  StepControl generalised = control();
  generalised.scheme = numerics::StepScheme::generalised_alpha(0.7);
  const double h = 1e5 / kFrequency;
  for (const double ratio : {2.0, 20.0, 200.0, 1e5}) {
    CAPTURE(ratio);
    OscillatingBelt belt(generalised);
    for (int i = 0; i < 20; ++i) {
      for (int k = 0; k < 3; ++k) belt.advance(h);
      belt.advance(h / ratio);
    }
    // Each group of steps reduces the oscillation by at least 0.7⁴, without growth by more than its number of steps.
    CHECK(std::abs(belt.oscillators.position()) < 1e-3 * kOffset);
  }
}

TEST_CASE("Belt stepper: a step that fails is cut in halves until it succeeds, and grows again") {
  OscillatingBelt belt(control());
  belt.longest = 0.3e-3;
  belt.advance(1e-3);
  // Steps of 1 ms and 0.5 ms fail. After four steps of 0.25 ms the length is doubled, once longer steps are asked for.
  CHECK(belt.statistics().rejected_steps == 2);
  CHECK(belt.accepted == 4);
  CHECK(close(belt.time(), 1e-3, {.rel = 1e-15}));
  belt.longest = INFINITY;
  belt.advance(1e-3);
  CHECK(belt.accepted == 6);
  CHECK(belt.statistics().rejected_steps == 2);
}

TEST_CASE("Belt stepper: a residual that only rounding leaves ends Newton's method, a larger one does not") {
  constexpr double kNoise = 1e-6;  // [N], far above the tolerance
  StepControl patient = control();
  patient.newton_iterations = 25;
  OscillatingBelt strict(patient);
  strict.oscillators.noise = kNoise;
  CHECK_THROWS_AS(strict.advance(1e-3), SolverError);
  OscillatingBelt belt(patient);
  belt.allow_rounding(10.0 * kNoise);
  belt.oscillators.noise = kNoise;
  OscillatingBelt exact(control());
  for (int i = 0; i < 10; ++i) {
    belt.advance(1e-3);
    exact.advance(1e-3);
  }
  CHECK(belt.statistics().rejected_steps == 0);
  // A residual moves the unit mass by half of it times the square of the time.
  CHECK(std::abs(belt.oscillators.position() - exact.oscillators.position()) < 0.5 * 10.0 * kNoise * 1e-4);
  // Where the tolerance can be reached, it is.
  OscillatingBelt without_noise(control());
  without_noise.allow_rounding(1.0);
  for (int i = 0; i < 10; ++i) without_noise.advance(1e-3);
  CHECK(without_noise.oscillators.position() == exact.oscillators.position());
}

// Each failure of a doubled step doubles the successes until the next one, from 4 to 64. After the first failure the
// longer step is tried after 4, 8, 16, 32 and 64 steps, and then each 64 steps: 1 + 5 + ⌊(1000 − 124)/64⌋ failures.
TEST_CASE("Belt stepper: steps that fail again and again are tried less and less often") {
  OscillatingBelt belt(control());
  belt.longest = 0.6e-3;
  for (int i = 0; i < 500; ++i) belt.advance(1e-3);
  CHECK(belt.accepted == 1000);
  CHECK(belt.statistics().rejected_steps == 19);
  // Once they succeed, they stay.
  belt.longest = INFINITY;
  for (int i = 0; i < 100; ++i) belt.advance(1e-3);
  const int accepted = belt.accepted;
  for (int i = 0; i < 100; ++i) belt.advance(1e-3);
  CHECK(belt.accepted == accepted + 100);
  CHECK(belt.statistics().rejected_steps == 19);
}

// The error of a step h from t is h²/12 ω² x₀ |cos ωt − cos ω(t + h)| over the radius 0.05 m: 8.3e-7 for 10 ms, 5.2e-8
// for its first half, 1.6e-7 for its second half, less than 2.4e-8 for the halves of the second half.
TEST_CASE("Belt stepper: a step with too large an error is cut, without a tolerance errors are not checked") {
  OscillatingBelt belt(control(1e-7));
  belt.advance(1e-2);
  CHECK(belt.statistics().rejected_steps == 2);
  CHECK(belt.accepted == 3);
  OscillatingBelt whole(control());
  whole.advance(1e-2);
  CHECK(whole.statistics().rejected_steps == 0);
  CHECK(whole.accepted == 1);
}

TEST_CASE("Belt stepper: a call that fails, at once or after some steps, leaves the state unchanged") {
  for (const double longest : {1.0, 0.3e-3}) {
    CAPTURE(longest);
    OscillatingBelt belt(control(), 1e3);
    belt.advance(1e-3);
    OscillatingBelt same(control(), 1e3);
    test::restore_from(test::bytes_of(belt), same);
    belt.longest = longest;
    belt.oscillators.blocked_from = 1.8e-3;
    CHECK_THROWS_AS(belt.advance(1e-3), SolverError);
    CHECK(belt.time() == same.time());
    CHECK(belt.oscillators.position() == same.oscillators.position());
    CHECK(belt.accepted == same.accepted);
    belt.longest = INFINITY;
    belt.oscillators.blocked_from = INFINITY;
    belt.advance(1e-3);
    same.oscillators.forget_tangent();
    same.advance(1e-3);
    CHECK(belt.oscillators.position() == same.oscillators.position());
  }
}

TEST_CASE(
    "Belt stepper: a run that was saved resumes with bit-identical output, also with a length of step to be kept") {
  OscillatingBelt whole(control(), 1e3);
  whole.longest = 0.1e-3;
  whole.advance(1e-3);
  OscillatingBelt other(control(), 1e3);
  test::restore_from(test::bytes_of(whole), other);
  CHECK(test::bytes_of(other) == test::bytes_of(whole));
  whole.longest = INFINITY;
  for (int i = 0; i < 5; ++i) {
    whole.advance(1e-3);
    other.advance(1e-3);
  }
  CHECK(test::bytes_of(other) == test::bytes_of(whole));
}

TEST_CASE("Belt stepper: states in memory resume with bit-identical output, whatever tangent there is by then") {
  OscillatingBelt belt(control(), 1e3);
  belt.advance(1e-3);
  StateWriter writer;
  belt.save(writer);
  const std::shared_ptr<const StateArrays> kept = writer.take();
  const auto bytes = test::bytes_of(belt);
  belt.advance(1e-3);
  const auto after = test::bytes_of(belt);
  const auto go_back_to = [](const std::shared_ptr<const StateArrays>& state, OscillatingBelt& to) {
    StateReader reader(state);
    to.restore(reader);
  };
  // The tangent in memory differs after a step of another length, and is partly read after a failure.
  const auto nothing = [] {};
  const auto other_step = [&] { belt.advance(0.7e-3); };
  const auto failure = [&] {
    StateArrays damaged = *kept;
    damaged.tangent = new_tangent_mark();
    damaged.numbers.at("tangent_diagonal")[0] *= 2.0;
    damaged.numbers.at("tangent_upper").clear();
    CHECK_THROWS_AS(go_back_to(std::make_shared<const StateArrays>(damaged), belt), IoError);
  };
  for (const std::function<void()>& between : {std::function<void()>(nothing), std::function<void()>(other_step),
                                               std::function<void()>(failure), std::function<void()>(nothing)}) {
    between();
    go_back_to(kept, belt);
    CHECK(test::bytes_of(belt) == bytes);
    belt.advance(1e-3);
    CHECK(test::bytes_of(belt) == after);
  }
  OscillatingBelt other(control(), 1e3);
  for (int i = 0; i < 2; ++i) {
    go_back_to(kept, other);
    other.advance(1e-3);
    CHECK(test::bytes_of(other) == after);
  }
}

// The implicit Euler method divides the amplitude of an oscillator by |1 + iωh|, and the trapezoidal rule of the steps
// behind it keeps that: old accelerations have no part in it. Four steps of each length lead to one 1/32 before the
// end.
TEST_CASE("Belt stepper: behind a jump, waves that no step resolves die in the first step, and steps grow") {
  constexpr double kLength = 100.0;  // [s]
  OscillatingBelt belt(control());
  belt.set_jumps(ForceJumps({GuidedNode{}}, kLength));
  belt.advance(kLength);
  CHECK(belt.accepted == 4 * 5 + 1);
  CHECK(belt.statistics().rejected_steps == 0);
  const BeltStepper::Nodes nodes = belt.nodes();
  const double first = kFrequency * kLength / 128.0;
  // What Newton's method leaves is 1e-10 of the force.
  CHECK(close(std::hypot(nodes.q[0], nodes.v[0] / kFrequency), kOffset / std::hypot(1.0, first), {.rel = 1e-9}));
}

namespace {

// The free pulley of the small drive without belt forces, with the torque mean + amplitude cos(20 t) [N m] and an
// accessory.
constexpr double kMean = 0.2;
constexpr double kWave = 20.0;
BeltDrive accessory_drive(const Accessory& accessory, double mean = kMean, double amplitude = 1.0) {
  BeltDrive drive = test::small_belt_drive(0.0);
  const TimeFunction torque(TimeFunction::Harmonic{.mean = mean, .amplitude = amplitude, .angular_frequency = kWave});
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{torque}});
  drive.pulleys[1].accessory = accessory;
  return drive;
}

// The times within a run's steps at which a clutch changed: extra steps begin there.
std::vector<double> change_times(const OscillatingBelt& belt, double h) {
  std::vector<double> times;
  for (const double begin : belt.step_begins) {
    if (std::abs(begin / h - std::round(begin / h)) > 1e-6) times.push_back(begin);
  }
  return times;
}

}  // namespace

TEST_CASE("Belt stepper: a one-way clutch overruns from and to the times of the closed form of two inertias") {
  // Without load the rotor takes the part J/(I + J) of the torque until the torque changes its sign. Then the pulley is
  // slower than the rotor until the integral of its torque vanishes.
  const double first = std::acos(-kMean) / kWave;
  const auto lead = [first](double t) {
    return kMean * (t - first) + (std::sin(kWave * t) - std::sin(kWave * first)) / kWave;
  };
  std::uintmax_t iterations = 100;
  const double second = boost::math::tools::toms748_solve(lead, first + 0.1, first + 0.25,
                                                          boost::math::tools::eps_tolerance<double>(50), iterations)
                            .first;
  std::vector<double> errors;
  for (const double h : {1e-3, 5e-4, 2.5e-4}) {
    OscillatingBelt belt(control(), 0.0,
                         accessory_drive({.inertia = 0.003, .driving_direction = TurnSense::counterclockwise}));
    while (belt.time() < second + 0.01) belt.advance(h);
    const std::vector<double> times = change_times(belt, h);
    REQUIRE(times.size() == 2);
    // C follows the torque at the end of a step; a change is located to within 2e-9 of a step.
    CHECK(close(times[0], first, {.abs = 1e-9 * h}));
    errors.push_back(times[1] - second);
    const AccessoryRotors::Rotor& rotor = belt.oscillators.angles().rotors()[1];
    CHECK(rotor.is_driven);
    CHECK(close(rotor.angle.v, belt.oscillators.angles()[1].v, {.rel = kRounding}));
  }
  // The trapezoidal rule of the speeds is of second order.
  CHECK(std::abs(errors[2]) < 1e-6);
  CHECK(close(errors[0] / errors[1], 4.0, {.abs = 0.3}));
  CHECK(close(errors[1] / errors[2], 4.0, {.abs = 0.3}));
}

TEST_CASE("Belt stepper: a clutch that takes along clockwise overruns counter-clockwise") {
  OscillatingBelt belt(control(), 0.0, accessory_drive({.inertia = 0.003, .driving_direction = TurnSense::clockwise}));
  belt.advance(1e-3);
  const AccessoryRotors::Rotor& rotor = belt.oscillators.angles().rotors()[1];
  CHECK_FALSE(rotor.is_driven);
  CHECK(std::abs(rotor.angle.v) < 1e-6);
  CHECK(belt.oscillators.angles()[1].v > 0.5);
}

TEST_CASE("Belt stepper: pulley and accessory on a spring swing as two inertias do") {
  constexpr double I = 0.001;
  constexpr double J = 0.003;
  constexpr double k = 5.0;
  const double omega = std::sqrt(k * (1.0 / I + 1.0 / J));
  // The twist under the torque 1 − cos(w t), which starts at 0 like the accelerations: the sum of forced and free
  // oscillations.
  const auto twist = [omega](double t) {
    return (1.0 - std::cos(omega * t)) / (I * omega * omega) -
           (std::cos(kWave * t) - std::cos(omega * t)) / (I * (omega * omega - kWave * kWave));
  };
  constexpr double kEnd = 0.1;
  std::vector<double> errors;
  for (const int steps : {200, 400, 800}) {
    OscillatingBelt belt(
        control(), 0.0,
        accessory_drive({.inertia = J, .spring = AccessorySpring{.stiffness = k, .damping = 0.0}}, 1.0, -1.0));
    for (int i = 0; i < steps; ++i) belt.advance(kEnd / steps);
    const PulleyAngles& angles = belt.oscillators.angles();
    errors.push_back(angles[1].q - angles.rotors()[1].angle.q - twist(kEnd));
    CHECK(close(angles.rotors().torque(1), k * (angles[1].q - angles.rotors()[1].angle.q), {.rel = 1e-10}));
  }
  CHECK(std::abs(errors[2]) < 1e-2 * std::abs(twist(kEnd)));
  CHECK(close(errors[1] / errors[2], 4.0, {.abs = 0.3}));
}

TEST_CASE("Belt stepper: the friction of a bearing goes on from a checkpoint to the same bits") {
  BeltDrive drive = accessory_drive({.inertia = 0.003, .driving_direction = TurnSense::counterclockwise});
  drive.pulleys[1].accessory.reset();
  drive.pulleys[1].bearing_friction =
      JointFriction{.radius = 0.01, .normal_force = 20.0, .law = elastoplastic_coulomb(0.3, 1e4)};
  OscillatingBelt whole(control(), 0.0, drive);
  for (int i = 0; i < 100; ++i) whole.advance(1e-3);
  REQUIRE(whole.oscillators.angles().bearing_moment(1) != 0.0);
  OscillatingBelt resumed(control(), 0.0, drive);
  test::restore_from(test::bytes_of(whole), resumed);
  CHECK(resumed.oscillators.angles().bearing_moment(1) == whole.oscillators.angles().bearing_moment(1));
  for (OscillatingBelt* belt : {&whole, &resumed}) {
    for (int i = 0; i < 300; ++i) belt->advance(1e-3);
  }
  CHECK(test::bytes_of(whole) == test::bytes_of(resumed));
}

TEST_CASE("Belt stepper: a clutch goes on from a checkpoint to the same bits") {
  const BeltDrive drive = accessory_drive({.inertia = 0.003,
                                           .bearing_damping = 1e-3,
                                           .spring = AccessorySpring{.stiffness = 2.0, .damping = 1e-3},
                                           .driving_direction = TurnSense::counterclockwise});
  OscillatingBelt whole(control(), 0.0, drive);
  for (int i = 0; i < 100; ++i) whole.advance(1e-3);
  REQUIRE_FALSE(whole.oscillators.angles().rotors()[1].is_driven);
  OscillatingBelt resumed(control(), 0.0, drive);
  test::restore_from(test::bytes_of(whole), resumed);
  for (OscillatingBelt* belt : {&whole, &resumed}) {
    for (int i = 0; i < 300; ++i) belt->advance(1e-3);
  }
  CHECK(test::bytes_of(whole) == test::bytes_of(resumed));
}

}  // namespace beltdyn::belt_stepper_test
