// SPDX-License-Identifier: MIT
#include "core/simulation/belt_stepper.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "core/numerics/block_ring_kernel.hpp"
#include "core/numerics/close.hpp"
#include "core/simulation/test/small_belt_drive.hpp"

namespace beltdyn {
namespace {

using numerics::kBlock;
using numerics::kBlockEntries;

constexpr int kNodes = 3;
constexpr double kFrequency = 10.0;  // of the linear oscillators [rad/s]
constexpr double kOffset = 0.01;     // they start from here [m]
constexpr double kRounding = 1e-13;

// Nodes that do not touch each other: components with x'' + ω² (x + b x³) = 0, of unit mass, ω² b in 1/m² s².
class Oscillators final : public BeltSystem {
 public:
  Oscillators(const BeltDrive& drive, double cubic)
      : BeltSystem(drive),
        layout_(kNodes, 1),
        q(layout_.size_with_halo(kBlock)),
        v(q.size()),
        a(q.size()),
        matrix_(layout_),
        residual(q.size()),
        column_(1, numerics::AlignedVector(q.size())),
        row_(column_),
        solver_(matrix_),
        cubic_(cubic) {
    for (int node = 0; node < kNodes; ++node) {
      for (int c = 0; c < kBlock; ++c) q[layout_.at(node, kBlock, c)] = kOffset;
    }
  }

  BeltArraysView arrays_view() const override { return const_cast<Oscillators*>(this)->view(); }
  void hold(bool on) override { set_held(on); }
  bool factorise() override {
    solver_.factorise();
    return true;
  }
  void solve(numerics::AlignedVector& rhs) override { solver_.solve(rhs); }

  double position() const { return q[layout_.at(0, kBlock, 0)]; }
  double force(double x) const { return -kFrequency * kFrequency * (x + cubic_ * x * x * x); }

  double blocked_from = std::numeric_limits<double>::infinity();  // no residual beyond this time [s]

 private:
  BeltArraysView view() {
    return {.layout = layout_,
            .q = q,
            .v = v,
            .a = a,
            .matrix = matrix_,
            .residual = residual,
            .column = column_,
            .row = row_};
  }
  bool assemble(const BeltStep& step, bool with_tangent) override {
    if (step.end > blocked_from) return false;
    for (double& value : residual) value = 0.0;
    for (int node = 0; node < kNodes; ++node) {
      for (int c = 0; c < kBlock; ++c) {
        const std::size_t at = layout_.at(node, kBlock, c);
        residual[at] = force(q[at]) - a[at];
        if (with_tangent) {
          const double stiffness = kFrequency * kFrequency * (1.0 + 3.0 * cubic_ * q[at] * q[at]);
          matrix_.diagonal[layout_.at(node, kBlockEntries, c * kBlock + c)] = stiffness + step.rates.acceleration;
        }
      }
    }
    return true;
  }
  double belt_residual_norm() const override {
    double norm = 0.0;
    for (const double value : residual) norm = std::max(norm, std::abs(value));
    return std::isfinite(norm) ? norm : INFINITY;
  }

  numerics::RingLayout layout_;
  numerics::AlignedVector q;
  numerics::AlignedVector v;
  numerics::AlignedVector a;
  numerics::BlockRing matrix_;
  numerics::AlignedVector residual;
  std::vector<numerics::AlignedVector> column_;
  std::vector<numerics::AlignedVector> row_;
  numerics::BlockRingKernel<double> solver_;
  double cubic_;
};

// Its history counts the steps that were accepted.
class OscillatingBelt final : public BeltStepper {
 public:
  explicit OscillatingBelt(const StepControl& control, double cubic = 0.0)
      : BeltStepper(control), oscillators(test::small_belt_drive(0.0), cubic) {
    numerics::AlignedVector& a = oscillators.arrays_view().a;
    const numerics::AlignedVector& q = oscillators.arrays_view().q;
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = oscillators.force(q[i]);
    begin();
  }

  Oscillators oscillators;
  int accepted = 0;
  double longest = std::numeric_limits<double>::infinity();  // no longer step is accepted [s]

 private:
  BeltSystem& system() override { return oscillators; }
  const BeltSystem& system() const override { return oscillators; }
  std::array<int, 2> position_components() const override { return {0, 1}; }
  double energy() const override { return 0.0; }
  PowerFlow power_flow(std::span<const double>, double) const override { return {}; }
  bool solve(const BeltStep& step) override { return step.length <= longest && iterate(step); }
  std::string objection(const numerics::AlignedVector&) const override { return {}; }
  void commit_history() override { ++accepted; }
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
  // The next term of the error is smaller by (ω h)²/10 < 3e-4.
  CHECK(std::abs(order - 2.0) < 1e-2);
  OscillatingBelt belt(control());
  for (int i = 0; i < 20; ++i) belt.advance(1e-3);
  CHECK(belt.statistics().factorisations == 1);
  CHECK(belt.statistics().newton_iterations == 20);
  CHECK(belt.accepted == 20);
}

TEST_CASE("Belt stepper: a step that fails is cut in halves until it succeeds, and grows again") {
  OscillatingBelt belt(control());
  belt.longest = 0.3e-3;
  belt.advance(1e-3);
  // 1 ms and 0.5 ms fail. After four steps of 0.25 ms the length is doubled, as long as asked for.
  CHECK(belt.statistics().rejected_steps == 2);
  CHECK(belt.accepted == 4);
  CHECK(close(belt.time(), 1e-3, {.rel = 1e-15}));
  belt.longest = INFINITY;
  belt.advance(1e-3);
  CHECK(belt.accepted == 6);
  CHECK(belt.statistics().rejected_steps == 2);
}

TEST_CASE("Belt stepper: the error of a step is kept below its tolerance") {
  constexpr double kTolerance = 1e-7;
  constexpr double kStep = 1e-2;  // [s]
  OscillatingBelt belt(control(kTolerance));
  belt.advance(kStep);
  // Rejected is what is above. The first step has the error h³/12 |x'''|, x''' = ω³ x₀ sin(ω t), of the radius 0.05 m.
  CHECK(belt.statistics().rejected_steps > 0);
  const double h = kStep / belt.accepted;
  CHECK(h * h * h / 12.0 * std::pow(kFrequency, 3) * kOffset * std::sin(kFrequency * kStep) / 0.05 <= kTolerance);
  CHECK(control().step_tolerance == 0.0);
  OscillatingBelt whole(control());
  whole.advance(kStep);
  CHECK(whole.accepted == 1);
}

TEST_CASE("Belt stepper: a call that fails, at once or after some steps, leaves the state as it was") {
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

TEST_CASE("Belt stepper: a run that was saved goes on to the same bytes, also with a length of step to be kept") {
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

TEST_CASE(
    "Belt system: a correction is shortened until the residual is below that of before, no further than to a 64th") {
  Oscillators oscillators(test::small_belt_drive(0.0), 0.0);
  const BeltStep step{.length = 1.0, .end = 1.0, .rates = {}};
  oscillators.hold(true);
  const double before = oscillators.evaluate(step, true);
  CHECK(close(before, kFrequency * kFrequency * kOffset, {.rel = kRounding}));
  REQUIRE(oscillators.correct(step));
  CHECK(oscillators.evaluate(step, false) <= kRounding * before);
  // From −1.5 x₀ half of the correction leads back to −x₀, which is not less than before, and a quarter more does.
  oscillators.move(step, 1.5);
  CHECK(close(oscillators.shorten_correction(step, before, 0.0), 0.75 * before, {.rel = kRounding}));
  oscillators.move(step, 3.25);
  CHECK(close(oscillators.shorten_correction(step, before, 0.0), (3.0 + 1.0 / 64.0) * before, {.rel = kRounding}));
}

}  // namespace beltdyn
