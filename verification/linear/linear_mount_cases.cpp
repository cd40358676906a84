// SPDX-License-Identifier: MIT
// Small motions of accessory drives: modes of a stuck belt as the limit of a slowly running belt, excitation of a
// mount, orders of the crank, friction of a tensioner, accessories.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/linear/order_peaks.hpp"
#include "core/linear/order_response.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"
#include "verification/linear/small_motions.hpp"
#include "verification/mounts/mount_runs.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

// Frequencies of the accessory drive at rest without load, computed by another program [Hz]. The belt sticks to all
// pulleys and the crank is held: small motions of the four other pulleys and the arm.
constexpr std::array<double, 5> kStuckModes{17.9371651766, 43.0660190259, 120.2397863095, 146.6732090107,
                                            500.8124698277};

// The edit with a linear analysis in the formulation `formulation`, which is followed by its mesh options if it has
// any.
std::string linear_run(const std::string& formulation, const std::string& linear) {
  return only_run(
      fmt::format(R"("formulation": {}, "analysis": "linear", "time_step": 1, "linear": {{{}}})", formulation, linear));
}
const std::string kStringRun = R"("analytic_string")";
std::string ale_run(int per_pulley, int per_span, int refinement) {
  return fmt::format(R"("eulerian_ale", "elements_per_pulley": {}, "elements_per_span": {}, "touching_refinement": {})",
                     per_pulley, per_span, refinement);
}

// The drive of the reference, whose spans are springs of stiffness EA/l: a string with the stretch 1 at rest, under the
// force of 799.97578516 N.
std::vector<std::string> stuck_drive(const std::string& formulation, double crank_speed) {
  return {linear_run(formulation, R"("modes": {"highest_frequency": 520})"),
          R"(/drive/belt/pretension={"type": "reference_strain", "strain": -0.013332929752666667})",
          "/drive/pulleys/3/center=[0.1344870285848869, 0.2001119219558099]",
          fmt::format(R"(/drive/pulleys/0/motion/angular_velocity={{"type": "constant", "value": {}}})", crank_speed),
          "/end_time=1"};
}

Complex stuck_mode(std::size_t k) { return {0.0, 2.0 * pi * kStuckModes[k]}; }

// A running belt transports G/(EA s) of a force and G/(s l) of the elongation of a span of length l. Both are
// proportional to the speed: 3e-5 of the lowest mode at 0.01 rad/s. The position of the arm is known to about
// 1e-10 rad.
void stuck_string(Record& record) {
  const std::array<double, 4> speeds{1.0, 0.1, 0.01, 0.001};
  std::array<Series, kStuckModes.size()> all;
  for (std::size_t k = 0; k < all.size(); ++k) {
    all[k] = {.title = fmt::format("analytic_string against the stuck belt, mode of {:.2f} Hz", kStuckModes[k]),
              .parameter = "speed of the crank [rad/s]",
              .error = "relative difference of s [-]",
              .values = {speeds.begin(), speeds.end()},
              .errors = {},
              .expected_order = 1.0};
  }
  for (const double speed : speeds) {
    const SmallMotions motions(tensioner_text(), stuck_drive(kStringRun, speed), 1.0);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Complex root = motions.root_near(stuck_mode(k));
      all[k].errors.push_back(std::abs(root - stuck_mode(k)) / std::abs(stuck_mode(k)));
      if (speed != speeds[2]) continue;
      record.relative(fmt::format("frequency {} at 0.01 rad/s of the crank [Hz]", k + 1), root.imag() / (2.0 * pi),
                      kStuckModes[k], 1e-4, k == 0 ? Rank::headline : Rank::detail);
    }
  }
  for (const Series& series : all) {
    record.absolute("order in the speed, 1 to 0.001 rad/s: " + series.title,
                    std::log10(series.errors.front() / series.errors.back()) / 3.0, 1.0, 0.2, Rank::detail,
                    "delays shift the phase of transported quantities arbitrarily, which changes their effect by up to "
                    "a factor of 4 over three decades");
    record.series(series);
  }
}

// The belt of elements at rest. The lengths over which it comes to stick, 0.87 mm, and by which contact precedes the
// tangent points, 0.1 and 0.03 mm, are known and resolved by the elements at the ends of contact. In the lowest mode
// the span forces cancel most of the stiffness, so errors of positions are amplified ten times. A slowly running belt
// cannot be used: its transported state has modes all over the imaginary axis.
void stuck_elements(Record& record) {
  for (const double stiffness : {4e12, 4e13}) {
    std::vector<std::string> edits = stuck_drive(ale_run(40, 2, 10), 0.0);
    edits.insert(edits.end(), {"/drive/belt/mass_per_length=1e-5",
                               fmt::format("/drive/contact/normal/stiffness_per_area={}", stiffness),
                               "/drive/contact/friction/stiffness_per_area=4e12"});
    const SmallMotions motions(tensioner_text(), edits, 1.0);
    const std::vector<double> exact = stuck_modes(motions.simulation().drive(), motions.steady("mount_position_4"));
    for (std::size_t k = 0; k < exact.size(); ++k) {
      const double found = motions.root_near({0.0, 2.0 * pi * exact[k]}).imag() / (2.0 * pi);
      record.relative(fmt::format("frequency {}, contact of {} N/m3 [Hz]", k + 1, stiffness), found, exact[k],
                      k == 0 ? 1e-3 : 1e-4, k < 2 ? Rank::headline : Rank::detail);
    }
  }
}

// The spring of the arm has the moment k (free angle − angle), so a moment on the arm is equivalent to a change of the
// free angle.
void force_on_arm(Record& record) {
  const std::string linear = R"("input": {"mount": "tensioner", "quantity": "force"}, "frequencies": [1])";
  const std::string_view drive = embedded::mounts("small_motions.json");
  const auto edits = [&linear](const std::string& formulation, double free_angle, double stiffness) {
    const bool is_string = formulation == kStringRun;
    return std::vector<std::string>{
        linear_run(formulation, linear),
        "/drive/gravity=[0, 0]",
        fmt::format("/drive/belt/mass_per_length={}", is_string ? 0.0 : 1e-5),
        "/drive/belt/bending_stiffness=0",
        "/drive/belt/axial_damping=0",
        fmt::format(R"(/drive/contact={{"normal": {{"type": "penalty", "stiffness_per_area": 4e12}}, "friction": )"
                    R"({{"type": "elastoplastic_coulomb", "coefficient": 0.9, "stiffness_per_area": {}}}}})",
                    stiffness),
        fmt::format("/drive/pulleys/3/mount/spring/free_angle={:.17g}", free_angle)};
  };
  constexpr double kFree = -1.2;       // [rad]
  constexpr double kStiffness = 30.0;  // of the spring [N m/rad]
  constexpr double kChange = 1e-3;     // of the moment [N m]
  // Two stiffnesses of stick [N/m³]: with kRigid stick extends over 0.2 mm; kElastic is resolved by elements.
  constexpr double kRigid = 1e14;
  constexpr double kElastic = 4e12;
  constexpr double kSlow = 1e-5;  // so slow that the response equals the change of the steady motion [Hz]
  SmallMotions string(drive, edits(kStringRun, kFree, kRigid), 1.0);
  const SmallMotions above(drive, edits(kStringRun, kFree + kChange / kStiffness, kRigid), 1.0);
  const SmallMotions below(drive, edits(kStringRun, kFree - kChange / kStiffness, kRigid), 1.0);
  string.at(kSlow);
  for (const char* column : {"mount_position_4", "span_force_3", "angular_velocity_3"}) {
    const double change = (above.steady(column) - below.steady(column)) / (2.0 * kChange);
    record.relative(fmt::format("{}, steady, per N m on the arm", column), string[column].real(), change, 1e-4,
                    column == std::string("span_force_3") ? Rank::headline : Rank::detail,
                    "elastic stick in the steady motions extends over 0.2 mm, with spans of about 200 mm, and creeps "
                    "by a fraction of it");
  }
  // Extrapolated to rigid stick.
  SmallMotions soft(drive, edits(ale_run(20, 2, 4), kFree, kElastic), 1.0);
  SmallMotions stiff(drive, edits(ale_run(20, 2, 4), kFree, 4.0 * kElastic), 1.0);
  for (const double frequency : {1.0, 10.0, 30.0, 100.0}) {
    for (SmallMotions* motions : {&string, &soft, &stiff}) motions->at(frequency);
    for (const char* column : {"mount_position_4", "span_force_3"}) {
      const Complex extrapolated = 2.0 * stiff[column] - soft[column];
      record.at_most(fmt::format("{}, eulerian_ale against analytic_string, {} Hz", column, frequency),
                     std::abs(extrapolated - string[column]) / std::abs(string[column]), 0.1, Rank::detail,
                     "the span forces cancel most of the arm stiffness: the position of the contact end within an "
                     "element of about 0.2 mm contributes a tenth of it");
    }
  }
}

// The response to orders is the sum of the responses to a speed and to a torque at the frequency of each order. The
// string in time must move accordingly.
void orders(Record& record) {
  constexpr double kSpeed = 100.0;  // of the crank [rad/s]
  constexpr double kRipple = 1e-3;  // [rad/s]
  constexpr double kTorque = 2e-4;  // [N m]
  const std::string_view drive = embedded::mounts("small_motions.json");
  const auto time_functions = [&](double sign) {
    return std::vector<std::string>{
        fmt::format(R"(/drive/pulleys/0/motion/angular_velocity={{"type": "sum", "terms": [)"
                    R"({{"type": "constant", "value": {}}}, {{"type": "orders", "pulley": "crank", "order": [2, 4], )"
                    R"("amplitude": [{}, {}], "phase": [0.3, -1.1]}}]}})",
                    kSpeed, sign * kRipple, 0.5 * sign * kRipple),
        fmt::format(R"(/drive/pulleys/1/motion/torques=[{{"type": "applied", "moment": {{"type": "sum", "terms": [)"
                    R"({{"type": "constant", "value": -4}}, {{"type": "orders", "pulley": "crank", "order": [2], )"
                    R"("amplitude": [{}], "phase": [2.0]}}]}}}}])",
                    sign * kTorque),
        R"(/drive/pulleys/2/motion/torques=[{"type": "applied", "moment": {"type": "constant", "value": -3}}])",
        R"(/drive/pulleys/4/motion/torques=[{"type": "applied", "moment": {"type": "constant", "value": -2.5}}])",
        // The string in time includes the centrifugal force of its mass, its small motions do not.
        "/drive/belt/mass_per_length=0", "/end_time=10"};
  };
  std::vector<std::string> edits = time_functions(1.0);
  edits.push_back(
      linear_run(kStringRun, fmt::format(R"("order_response": {{"pulley": "crank", "from": {}, "to": {}, "count": 2}})",
                                         kSpeed, 2.0 * kSpeed)));
  const SmallMotions linear(drive, edits, 1.0);
  const std::vector<OrderPoint> points = linear.order_response();
  const std::vector<LinearOutput> outputs = linear.analysis().outputs();
  // Half the difference of two runs with opposite sign of all orders contains no even powers of the ripple.
  constexpr double kBegin = 8.0;  // initial oscillations have decayed [s]
  constexpr int kSamples = 64;    // in two revolutions
  const double interval = 4.0 * pi / kSpeed / kSamples;
  const std::array<std::string, 3> names{"span_force_1", "span_force_4", "mount_position_4"};
  std::array<std::array<Complex, 2>, 3> sums{};
  for (const double sign : {1.0, -1.0}) {
    std::vector<std::string> in_time = time_functions(sign);
    in_time.push_back(only_run(fmt::format(
        R"("formulation": "analytic_string_dynamics", "time_step": {:.17g}, "tolerance": 1e-11)", interval)));
    in_time.emplace_back(R"(/drive/initial_state="running")");
    in_time.emplace_back("/output={}");
    BeltRun run(drive, in_time);
    run.advance_to(kBegin);
    run.look(kBegin, interval, kSamples, [&] {
      for (std::size_t order = 0; order < 2; ++order) {
        // The angle θ of the crank to first order; its own ripple adds a term of second order.
        const Complex turn = std::polar(sign / kSamples, -2.0 * static_cast<double>(order + 1) * kSpeed * run.time());
        for (std::size_t i = 0; i < names.size(); ++i) sums[i][order] += turn * run[names[i]];
      }
    });
  }
  for (const OrderPoint& point : points) {
    if (point.speed != kSpeed) continue;
    const auto order = static_cast<std::size_t>(std::lround(point.order) / 2 - 1);
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = 0; j < outputs.size(); ++j) {
        if (outputs[j].name != names[i]) continue;
        record.at_most(fmt::format("{}, order {}: relative difference", names[i], point.order),
                       std::abs(sums[i][order] - point.values[j]) / std::abs(point.values[j]), 2e-5,
                       i == 0 && order == 0 ? Rank::headline : Rank::detail,
                       "slip alternates on the tensioner, which transmits no torque: a contribution proportional to "
                       "the ripple, 1e-5 for one of 0.07 N in 700 N");
      }
    }
  }
  record.absolute("points of the response over two speeds", static_cast<double>(points.size()), 4.0, 0.0, Rank::detail,
                  "a count");
}

// An accessory on a spring behind a pulley that is too heavy to oscillate: J d²ψ/dt² + d dψ/dt + k ψ = M cos(n θ). The
// torque of its spring and damper is M times √(1 + (2 ζ r)²)/√((1 − r²)² + (2 ζ r)²), r = n Ω/ω₀, which is largest at
// r² = (√(1 + 8 ζ²) − 1)/(4 ζ²).
void order_peaks(Record& record) {
  constexpr double kInertia = 3e-3;    // J [kg m^2]
  constexpr double kHeavy = 3e3;       // of the pulley [kg m^2]
  constexpr double kStiffness = 20.0;  // k [N m/rad]
  constexpr double kDamping = 0.01;    // d [N m s/rad]
  constexpr double kOrder = 2.0;       // n
  constexpr double kTorque = 0.5;      // M [N m]
  const SmallMotions linear(
      embedded::mounts("small_motions.json"),
      {fmt::format("/drive/pulleys/2/inertia={}", kHeavy),
       fmt::format(R"(/drive/pulleys/2/accessory={{"inertia": {}, "spring": {{"stiffness": {}, "damping": {}}}, )"
                   R"("torques": [{{"type": "applied", "moment": {{"type": "sum", "terms": [-1, {{"type": "orders", )"
                   R"("pulley": "crank", "order": [{}], "amplitude": [{}], "phase": [0]}}]}}}}]}})",
                   kInertia, kStiffness, kDamping, kOrder, kTorque),
       linear_run(kStringRun, R"("order_response": {"pulley": "crank", "from": 20, "to": 60, "count": 9})")},
      1.0);
  const std::vector<LinearOutput> outputs = linear.analysis().outputs();
  const auto output = std::ranges::find(outputs, "accessory_torque_3", &LinearOutput::name) - outputs.begin();
  std::vector<AmplitudeAt> curve;
  for (const OrderPoint& point : linear.order_response()) {
    curve.push_back({.speed = point.speed, .amplitude = std::abs(point.values[static_cast<std::size_t>(output)])});
  }
  const std::vector<AmplitudePeak> peaks = peaks_of(curve);
  const AmplitudePeak found = peaks.empty() ? AmplitudePeak{} : peaks.front();
  const double zeta = 0.5 * kDamping / std::sqrt(kStiffness * kInertia);
  const double r2 = (std::sqrt(1.0 + 8.0 * zeta * zeta) - 1.0) / (4.0 * zeta * zeta);
  const double damper = 4.0 * zeta * zeta * r2;
  const double amplitude = kTorque * std::sqrt((1.0 + damper) / ((1.0 - r2) * (1.0 - r2) + damper));
  const std::string reason =
      "the parabola through points up to 1.2 half widths away: zeta^2 = 4.2e-4 of the speed, 0.05 zeta = 1e-3 of the "
      "amplitude";
  record.relative("speed of the peak [rad/s]", found.speed, std::sqrt(r2 * kStiffness / kInertia) / kOrder, 4.2e-4,
                  Rank::headline, reason);
  record.relative("amplitude of the peak [N m]", found.amplitude, amplitude, 1e-3, Rank::headline, reason);
  record.absolute("peaks", static_cast<double>(peaks.size()), 1.0, 0.0, Rank::detail, "a count");
}

// Two descriptions of the same drive, whose responses must agree.
struct SameDrive {
  std::string title;
  std::vector<std::string> edits;
  std::vector<std::string> same_edits;
  double tolerance{};
  std::string reason;
};

void hold_same(Record& record, const SameDrive& same, const std::string& formulation) {
  const std::string linear = R"("input": {"pulley": "crank", "quantity": "speed"}, "frequencies": [1])";
  const auto motions = [&](std::vector<std::string> edits) {
    edits.push_back(linear_run(formulation, linear));
    return SmallMotions(embedded::mounts("small_motions.json"), edits, 1.0);
  };
  SmallMotions one = motions(same.edits);
  SmallMotions other = motions(same.same_edits);
  double largest = 0.0;
  for (const double frequency : {2.0, 20.0, 60.0, 150.0}) {
    one.at(frequency);
    other.at(frequency);
    for (const char* column : {"angular_velocity_3", "span_force_2", "span_force_4", "mount_position_4"}) {
      largest = larger(largest, std::abs(one[column] - other[column]) / std::abs(other[column]));
    }
  }
  record.at_most(fmt::format("{}, {}: largest relative difference of responses", same.title,
                             formulation.substr(0, formulation.find(','))),
                 largest, same.tolerance, formulation == kStringRun ? Rank::headline : Rank::detail, same.reason);
}

const std::string kCoarseElements = ale_run(12, 3, 1);

// The alternator with its rotor as an accessory, separate from the pulley.
std::vector<std::string> alternator(const std::string& accessory) {
  return {"/drive/pulleys/2/inertia=5e-4", R"(/drive/pulleys/2/motion={"type": "free"})",
          fmt::format(R"(/drive/pulleys/2/accessory={{"inertia": 2.5e-3, "torques": [)"
                      R"({{"type": "table", "speed": [0, 150, 300, 600], "moment": [0, -1, -3, -2]}}], {}}})",
                      accessory)};
}

void accessories(Record& record) {
  const std::string closed = R"("one_way_clutch": {"driving_direction": "counterclockwise"})";
  for (const std::string& formulation : {kStringRun, kCoarseElements}) {
    hold_same(record,
              {.title = "an engaged clutch is rigid",
               .edits = alternator(closed),
               .same_edits = {},
               .tolerance = 1e-7,
               .reason = "the same equations; steady motions are computed to 1e-9 of the forces"},
              formulation);
    hold_same(record,
              {.title = "a stiff spring is rigid",
               .edits = alternator(R"("spring": {"stiffness": 1e10})"),
               .same_edits = {},
               .tolerance = 1e-5,
               .reason = "the rotor leads by J omega^2/k, 2e-7 at 150 Hz, amplified up to 50 times near resonance"},
              formulation);
    hold_same(record,
              {.title = "a spring behind an engaged clutch acts as a spring",
               .edits = alternator(closed + R"(, "spring": {"stiffness": 20, "damping": 0.02})"),
               .same_edits = alternator(R"("spring": {"stiffness": 20, "damping": 0.02})"),
               .tolerance = 1e-9,
               .reason = "the same equations"},
              formulation);
  }
}

// The friction of a mount at rest acts as a spring: elastoplastic bristles of stiffness K at the radius r have the
// stiffness K r² and carry no moment in the steady motion.
void mount_friction(Record& record) {
  constexpr double kBristle = 4e5;  // [N/m]
  constexpr double kRadius = 0.01;  // [m]
  constexpr double kSpring = 30.0;  // [N m/rad]
  constexpr double kFree = -1.2;    // [rad]
  const double hold = kBristle * kRadius * kRadius;
  // The small motions are about the steady motion that the run reports.
  const std::vector<std::string> string_drive{
      "/drive/gravity=[0, 0]", "/drive/belt/mass_per_length=0", "/drive/belt/bending_stiffness=0",
      R"(/drive/contact/friction={"type": "elastoplastic_coulomb", "coefficient": 0.9, "stiffness_per_area": 1e14})"};
  for (const std::string& formulation : {kStringRun, kCoarseElements}) {
    const bool is_string = formulation == kStringRun;
    std::vector<std::string> both = is_string ? string_drive : std::vector<std::string>();
    std::vector<std::string> edits = both;
    edits.push_back(linear_run(formulation, R"("modes": {"highest_frequency": 10})"));
    edits.push_back(fmt::format("/drive/pulleys/3/mount/spring/free_angle={}", kFree));
    const SmallMotions free(embedded::mounts("small_motions.json"), edits, 1.0);
    const double angle = free.steady("mount_position_4");
    SameDrive same{.title = "friction holds an arm like a spring",
                   .edits = both,
                   .same_edits = both,
                   .tolerance = is_string ? 1e-4 : 1e-2,
                   .reason = is_string
                                 ? "the angle is that of elastic stick over 0.2 mm"
                                 : "the meshes differ, since they start from the equilibrium of the unloaded arm"};
    same.edits.push_back(fmt::format("/drive/pulleys/3/mount/spring/free_angle={}", kFree));
    same.edits.push_back(fmt::format(R"(/drive/pulleys/3/mount/friction={{"radius": {}, "normal_force": 60, "law": )"
                                     R"({{"type": "elastoplastic_coulomb", "coefficient": 0.2, "stiffness": {}, )"
                                     R"("damping": 10}}}})",
                                     kRadius, kBristle));
    same.same_edits.push_back(
        fmt::format(R"(/drive/pulleys/3/mount/spring={{"stiffness": {:.17g}, "free_angle": {:.17g}}})", kSpring + hold,
                    (kSpring * kFree + hold * angle) / (kSpring + hold)));
    same.same_edits.push_back(fmt::format("/drive/pulleys/3/mount/damping={:.17g}", 0.05 + 10.0 * kRadius * kRadius));
    hold_same(record, same, formulation);
  }
}

}  // namespace

void add_linear_mount_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "linear/stuck-modes/string",
                   .claim = "modes of a slowly running, unloaded accessory drive agree with those of a drive whose "
                            "belt sticks, by the linear analysis of analytic_string",
                   .reference = "modes of springs between pulleys, from an independent program",
                   .run = stuck_string,
                   .tolerances = "transport effects at that speed, 3e-5"});
  cases.push_back({.id = "linear/stuck-modes/ale",
                   .claim = "modes of a slowly running, unloaded accessory drive, by the linear analysis of "
                            "eulerian_ale",
                   .reference = "exact: springs between the particles that stick to the pulleys, and an arm",
                   .run = stuck_elements,
                   .tolerances =
                       "the requirement; the belt is 1e-4 of the smallest inertia and starts to touch 0.05 mm "
                       "before the tangents"});
  cases.push_back({.id = "linear/mounts/force",
                   .claim = "the response to a moment on the arm of a tensioner",
                   .reference = "differences of exact steady motions; the exact string",
                   .run = force_on_arm});
  cases.push_back(
      {.id = "linear/orders",
       .claim = "the response to the orders of a crank and of a torque predicts the oscillation of the drive in time",
       .reference = "analytic_string_dynamics in time",
       .run = orders});
  cases.push_back({.id = "linear/order-peaks",
                   .claim = "a resonance between the speeds of an order response is found, with speed and amplitude",
                   .reference = "exact: an oscillator that a force of constant amplitude excites",
                   .run = order_peaks});
  cases.push_back({.id = "linear/accessories",
                   .claim = "accessories in small motions: engaged clutches and springs",
                   .reference = "drives with the same small motions",
                   .run = accessories});
  cases.push_back({.id = "linear/mounts/friction",
                   .claim = "in small motions dry friction holds a mount with its stick stiffness",
                   .reference = "a drive with a spring instead",
                   .run = mount_friction});
}

}  // namespace beltdyn::verification
