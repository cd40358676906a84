// SPDX-License-Identifier: MIT
// Generalised Maxwell slip: hysteresis with memory, lag and break-away. Three elements with the parameters of
// [Kubas 2021] Table 1 under a normal force of 1 N.
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/laws/rig_support.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr std::array<double, 3> kStiffness{1200.0, 1600.0, 2000.0};  // [1/m]

std::string gms(const std::string& coefficient, double attraction, const char* relaxation) {
  constexpr double kShare = 1.0 / 3.0;
  return fmt::format(
      R"({{"type": "gms", "coefficient": {}, "attraction": {}, "relaxation": "{}",
          "elements": [{{"stiffness": {}, "share": {:.17g}}}, {{"stiffness": {}, "share": {:.17g}}},
                       {{"stiffness": {}, "share": {:.17g}}}]}})",
      coefficient, attraction, relaxation, kStiffness[0], kShare, kStiffness[1], kShare, kStiffness[2], kShare);
}

std::string maxwell_slip() { return gms(constant_coefficient(1.0), 0.03, "by_share"); }

void presliding(Record& record) {
  constexpr double kAcceptance = 1e-11;
  const std::vector<double> turns{0.0, 7e-4, -3e-4, 4e-4, 0.0, 4e-4, 7e-4, 1e-3};
  constexpr std::array<double, 8> kForce{
      0.0, 0.946666666667, -0.653333333333, 0.466666666667, -0.173333333333, 0.466666666667, 0.946666666667, 1.0};
  RigRun run(1.0, path_through(turns), maxwell_slip(), 0.05);
  double minor_loop = 0.0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    run.advance_to(static_cast<double>(i));
    record.absolute(fmt::format("F at reversal {}, x={:g} m", i, turns[i]), run["friction_force"], kForce[i],
                    kAcceptance);
    if (i == 3) minor_loop = run["friction_force"];
    if (i == 5) record.absolute("gap of the minor loop", run["friction_force"] - minor_loop, 0.0, kAcceptance);
  }
  // The virgin curve has a corner where an element breaks away.
  RigRun virgin(1.0, path_through({0.0, 1e-3}), maxwell_slip(), 0.05);
  constexpr std::array<std::array<double, 2>, 3> kCorners{
      {{5e-4, 0.8}, {6.25e-4, 0.916666666667}, {8.333333333333e-4, 1.0}}};
  for (const auto& [x, force] : kCorners) {
    virgin.advance_to(x / 1e-3);
    record.absolute(fmt::format("F of the virgin curve at {:.6g} m", x), virgin["friction_force"], force, kAcceptance);
  }
}

void loop_areas(Record& record) {
  constexpr std::array<std::array<double, 2>, 4> kAreas{
      {{6e-4, 1.333333333333e-4}, {7e-4, 3.666666666667e-4}, {1e-3, 1.388888888889e-3}, {2e-3, 5.388888888889e-3}}};
  for (const auto& [x, area] : kAreas) {
    RigRun run(1.0, path_through({0.0, x, -x, x}), maxwell_slip(), 0.05);
    run.advance_to(1.0);
    const double work = run["friction_work"];
    run.advance_to(3.0);
    record.relative(fmt::format("loop area, {:g} mm", 1e3 * x), run["friction_work"] - work, area, 1e-11,
                    x == 1e-3 ? Rank::headline : Rank::detail);
  }
}

// Masing's rule: from a reversal at (x_r, F_r) the branch is the virgin curve, scaled by 2 and rotated by 180°.
void masing(Record& record) {
  constexpr double x_r = 9e-4;
  RigRun run(1.0, path_through({0.0, x_r, -x_r}), maxwell_slip(), 0.01);
  RigRun virgin(1.0, path_through({0.0, x_r}), maxwell_slip(), 0.01);
  run.advance_to(1.0);
  const double at_turn = run["friction_force"];
  for (const double part : {0.1, 0.35, 0.6, 0.7, 1.0}) {
    run.advance_to(1.0 + part);
    virgin.advance_to(part);
    record.absolute(fmt::format("branch after {:g} of the return stroke", part), run["friction_force"],
                    at_turn - 2.0 * virgin["friction_force"], 1e-11);
  }
}

void sliding(Record& record) {
  const std::string curve = stribeck(1.0, 0.9, 0.1);
  constexpr std::array<std::array<double, 2>, 3> kCurve{
      {{0.05, 0.977880078307}, {0.1, 0.936787944117}, {0.2, 0.901831563889}}};
  for (const auto& [velocity, force] : kCurve) {
    RigRun run(1.0, constant_velocity(velocity), gms(curve, 10.0, "common"), 0.01);
    run.advance_to(0.5);
    record.absolute(fmt::format("steady F({:g} m/s)", velocity), run["friction_force"], force, 1e-11);
  }
  // The velocity jumps from 0.05 m/s to 0.2 m/s at 1 s.
  const std::string jump = path_through({0.0, 0.05, 0.25, 0.45});
  constexpr std::array<std::array<double, 2>, 3> kByShare{
      {{0.1, 0.954380944631}, {0.3, 0.926922758462}, {1.0, 0.903718944170}}};
  RigRun by_share(1.0, jump, gms(curve, 10.0, "by_share"), 0.01);
  for (const auto& [time, force] : kByShare) {
    by_share.advance_to(1.0 + time);
    record.absolute(fmt::format("F {:g} s after the jump, by share", time), by_share["friction_force"], force, 1e-11);
  }
  constexpr std::array<std::array<double, 2>, 2> kCommon{{{0.1, 0.926922758462}, {0.3, 0.904562946532}}};
  RigRun common(1.0, jump, gms(curve, 10.0, "common"), 0.01);
  for (const auto& [time, force] : kCommon) {
    common.advance_to(1.0 + time);
    record.absolute(fmt::format("F {:g} s after the jump, common", time), common["friction_force"], force, 1e-11);
  }
}

// The velocity oscillates between 0.02 and 0.18 m/s; its rise crosses 0.1 m/s at 3/4 of a period.
class Lag {
 public:
  Lag(double attraction, double frequency)
      : period_(1.0 / frequency),
        // The initial state decays as exp(-C t), to 1e-13 in this whole number of periods.
        start_(period_ * std::ceil(30.0 / attraction / period_)),
        run_(1.0,
             fmt::format(R"({{"type": "prescribed_velocity", "velocity": {{"type": "harmonic", "mean": 0.1,
                             "amplitude": 0.08, "angular_frequency": {:.17g}}}}})",
                         2.0 * std::numbers::pi * frequency),
             gms(stribeck(1.0, 0.9, 0.1), attraction, "common"), 0.05 * period_) {}

  // The friction force this many periods after the start of the periodic state [N].
  double friction(double periods) {
    run_.advance_to(start_ + periods * period_);
    return run_["friction_force"];
  }

 private:
  double period_;
  double start_;
  RigRun run_;
};

void lag(Record& record) {
  struct Row {
    double attraction, frequency, rising, falling, area;
  };
  // Rows with the same C/f have the same results.
  constexpr std::array<Row, 5> kRows{{{10.0, 0.1, 0.9403976509, 0.9335179232, 7.3454e-4},
                                      {10.0, 1.0, 0.9646696479, 0.9187655867, 5.4187e-3},
                                      {10.0, 10.0, 0.9514858988, 0.9350465681, 2.0166e-3},
                                      {3.0, 0.1, 0.9489773771, 0.9274897227, 0.0},
                                      {30.0, 1.0, 0.9489773771, 0.9274897227, 0.0}}};
  for (const Row& row : kRows) {
    const std::string name = fmt::format("C={:g} f={:g}", row.attraction, row.frequency);
    Lag rig(row.attraction, row.frequency);
    record.absolute("falling " + name, rig.friction(0.25), row.falling, 1e-9);
    record.absolute("rising " + name, rig.friction(0.75), row.rising, 1e-9,
                    row.area > 5e-3 ? Rank::headline : Rank::detail);
    if (row.area == 0.0) continue;
    // The closed integral of F dv; the trapezoidal rule is accurate for a smooth periodic function.
    constexpr int kPoints = 64;
    double area = 0.0;
    for (int i = 1; i <= kPoints; ++i) {
      const double phase = 2.0 * std::numbers::pi * (0.75 + static_cast<double>(i) / kPoints);
      const double dv = -0.08 * std::sin(phase) * 2.0 * std::numbers::pi / kPoints;
      area += rig.friction(0.75 + static_cast<double>(i) / kPoints) * dv;
    }
    // The reference has 5 digits.
    record.relative("loop area " + name, area, row.area, 1e-5);
  }
  constexpr std::array<std::array<double, 2>, 3> kPhases{
      {{0.25, 0.923000161839}, {0.5, 0.953601103152}, {0.75, 0.963573204834}}};
  Lag rig(30.0, 10.0);
  for (const auto& [periods, friction] : kPhases) {
    record.absolute(fmt::format("C=30 f=10, {:g} periods", periods), rig.friction(periods), friction, 1e-11);
  }
}

void break_away(Record& record) {
  struct Row {
    double stribeck_velocity;
    bool damped;
    double rate, peak;
  };
  constexpr std::array<Row, 13> kRows{{{0.01, true, 0.1, 0.9999737128},
                                       {0.01, true, 1.0, 0.9974667172},
                                       {0.01, true, 10.0, 0.9331052499},
                                       {0.01, true, 100.0, 0.9},
                                       {0.10, true, 0.1, 0.9999997371},
                                       {0.10, true, 1.0, 0.9999740117},
                                       {0.10, true, 10.0, 0.9974133231},
                                       {0.10, true, 100.0, 0.9399829224},
                                       {0.10, true, 1000.0, 0.9},
                                       {0.01, false, 1.0, 0.9966330080},
                                       {0.01, false, 10.0, 0.9156913981},
                                       {0.10, false, 10.0, 0.9955096415},
                                       {0.10, false, 100.0, 0.9176651643}}};
  constexpr double kMass = 1e-3;
  for (const Row& row : kRows) {
    // 0.3 of the critical damping of the virgin contact, whose stiffness is 1600 N/m
    const double damping = row.damped ? 0.3 * 2.0 * std::sqrt(1600.0 * kMass) : 0.0;
    const std::string motion = fmt::format(
        R"({{"type": "pulled_mass", "mass": {}, "force_rate": {}, "damping": {:.17g}}})", kMass, row.rate, damping);
    // The virgin contact vibrates with a period of 5 ms.
    const double step = std::min(5e-4, 2e-3 / row.rate);
    RigRun run(1.0, motion, gms(stribeck(1.0, 0.9, row.stribeck_velocity), 0.03, "by_share"), step, 1e-11);
    const auto sticks = [](const RigRun& r) {
      const bool all_slip = r["element_state_1"] != 0.0 && r["element_state_2"] != 0.0 && r["element_state_3"] != 0.0;
      return all_slip ? -1.0 : 1.0;
    };
    const RigPeak peak = largest(
        run, 20.0 / row.rate, [](const RigRun& r) { return r["friction_force"]; }, sticks);
    record.absolute(
        fmt::format("F at {:g} N/s, v_S={:g}{}", row.rate, row.stribeck_velocity, row.damped ? "" : ", undamped"),
        peak.value, row.peak, 1e-10, row.damped && row.rate == 10.0 ? Rank::headline : Rank::detail);
  }
}

}  // namespace

void add_gms_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "friction/gms/presliding",
       .claim = "Hysteresis with non-local memory: minor loops close, and passing a reversal point erases it.",
       .reference = "closed form of Maxwell slip",
       .run = presliding,
       .tolerances = "references have twelve digits, and the law is exact in each step: rounding, with a margin"});
  cases.push_back(
      {.id = "friction/gms/loop-area",
       .claim = "The work dissipated in a steady loop.",
       .reference = "closed form of Maxwell slip",
       .run = loop_areas,
       .tolerances =
           "references have twelve digits, and the work of linear branches is exact: rounding, with a margin"});
  cases.push_back({.id = "friction/gms/masing",
                   .claim = "The branch after a reversal is the virgin curve scaled by two.",
                   .reference = "Masing's rule with the virgin curve of the law itself",
                   .run = masing,
                   .tolerances = "the law is exact in each step: rounding, with a margin"});
  cases.push_back({.id = "friction/gms/sliding",
                   .claim = "Steady sliding is on the Stribeck curve; after a velocity jump friction relaxes to it.",
                   .reference = "closed forms",
                   .run = sliding,
                   .tolerances = "references have twelve digits, and sliding is integrated to 1e-11"});
  cases.push_back(
      {.id = "friction/gms/frictional-lag",
       .claim = "Friction is larger for increasing than for decreasing velocity; the difference depends on C/f only.",
       .reference = "an independent integration of the linear equation of sliding",
       .run = lag,
       .tolerances = "the independent integration has ten digits, and five for an area"});
  cases.push_back({.id = "friction/gms/break-away",
                   .claim = "The break-away force decreases with the pull rate.",
                   .reference = "an independent integration",
                   .run = break_away,
                   .tolerances = "the independent integration has ten digits, of which rounding takes 5e-11"});
}

}  // namespace beltdyn::verification
