// SPDX-License-Identifier: MIT
// Small motions of the belt of eulerian_ale about its steady motion, compared with the exact string and with small
// oscillations in time.
#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/linear/small_motions.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// Common members of the string limit and its exact solution.
std::string linear_of(const std::string& formulation) {
  return only_run(R"("analysis": "linear", "formulation": )" + formulation +
                  R"(, "linear": {"input": {"pulley": 1, "quantity": "speed"}, "frequencies": [1], )"
                  R"("modes": {"highest_frequency": 8, "highest_rate": 10}})");
}
// The members of a run with n elements on a pulley.
std::string linear_ale(int n, double time_step) {
  return linear_of(fmt::format(R"("eulerian_ale", "elements_per_pulley": {}, "elements_per_span": {}, "time_step": {})",
                               n, n / 5, time_step));
}

// The displacement along the belt in the middle of each span, per radian of the second pulley, in the only mode
// [m/rad].
std::array<Complex, 2> along_spans(const SmallMotions& motions) {
  const ModeTable table = motions.modes();
  const ModeShape& shape = table.modes.at(0).mode.shape;
  const std::vector<ModePlaces::Point>& points = table.places.points;
  std::array<Complex, 2> middles{};
  for (int span = 0; span < 2; ++span) {
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].span == span) own.push_back(i);
    }
    // The middle point; points include the start of the span but not its end.
    middles[static_cast<std::size_t>(span)] = shape.along[own[own.size() / 2]] / shape.angle[1];
  }
  return middles;
}

// The drive of kStringResponses in a run with elements or as a string, with these contact stiffnesses [N/m³].
std::unique_ptr<SmallMotions> string_motions(const std::string& run, double mass_per_length, double normal,
                                             double stick, const std::vector<std::string>& more = {}) {
  std::vector<std::string> edits{
      run,
      "/drive/belt/contact_offset=0",
      "/drive/pulleys/0/radius=0.1",
      "/drive/pulleys/1/radius=0.1",
      "/drive/belt/bending_stiffness=0",
      fmt::format("/drive/belt/mass_per_length={}", mass_per_length),
      "/drive/belt/axial_damping=0",
      "/drive/gravity=[0, 0]",
      fmt::format(R"(/drive/contact={{"normal": {{"type": "penalty", "stiffness_per_area": {}}}, "friction": )"
                  R"({{"type": "elastoplastic_coulomb", "coefficient": 0.5, "stiffness_per_area": {}}}}})",
                  normal, stick),
      R"(/drive/pulleys/0/motion/angular_velocity={"type": "constant", "value": 12})",
      R"(/drive/pulleys/1/motion/torques/0/moment={"type": "constant", "value": -25})",
      "/end_time=1",
      "/output={}"};
  edits.insert(edits.end(), more.begin(), more.end());
  return std::make_unique<SmallMotions>(edits, 1.0);
}

// In the limit of stiff stick the belt is the exact string. Bristles of stiffness K w need the length sqrt(EA/(K w)) to
// carry the belt force, which delays the transported state. Responses therefore converge with 1/sqrt(K).
void string_limit(Record& record) {
  constexpr int kElements = 120;
  constexpr double kSoft = 5e9;  // [N/m³]
  constexpr double kStiff = 4.0 * kSoft;
  const auto motions_of = [](const std::string& run, double stick) { return string_motions(run, 1e-3, 4e11, stick); };
  const auto motions = [&](double stiffness) { return motions_of(linear_ale(kElements, 1.0), stiffness); };
  const std::unique_ptr<SmallMotions> soft = motions(kSoft);
  const std::unique_ptr<SmallMotions> stiff = motions(kStiff);
  // Contact begins and ends sqrt(2 R depth) = 0.2 mm outside the ends of an arc of 314 mm, and the slip front is known
  // to a contact point, 1/360 of the arc: together about 1e-3. The error is larger where a response is steep, as near
  // the mode at 5.5 Hz, or small.
  constexpr double kSteepFrom = 5.0;  // [Hz]
  constexpr double kSmallFrom = 50.0;
  const std::string reason = "the start of contact and the slip front are resolved to about 1e-3 of the arc";
  for (const StringResponse& exact : kStringResponses) {
    if (exact.frequency >= kSmallFrom) continue;
    soft->at(exact.frequency);
    stiff->at(exact.frequency);
    const auto hold = [&](const std::string& quantity, const char* output, Complex limit) {
      const Complex extrapolated = 2.0 * (*stiff)[output] - (*soft)[output];
      record.at_most(quantity + fmt::format(", {} Hz", exact.frequency),
                     std::abs(extrapolated - limit) / std::abs(limit), exact.frequency < kSteepFrom ? 1e-3 : 5e-3,
                     exact.frequency == 2.0 ? Rank::headline : Rank::detail, reason);
    };
    hold("response of the driven speed", "angular_velocity_2", exact.speed);
    hold("response of the tight span", "span_force_2", exact.tight);
  }
  const std::vector<Complex> soft_modes = soft->roots();
  const std::vector<Complex> stiff_modes = stiff->roots();
  const bool is_alone = soft_modes.size() == 1 && stiff_modes.size() == 1;
  record.at_most(
      "mode of rotation, -4.680234775 + 34.807821307 i [1/s], relative error",
      is_alone ? std::abs(2.0 * stiff_modes[0] - soft_modes[0] - kStringMode) / std::abs(kStringMode) : HUGE_VAL, 1e-3,
      Rank::headline, reason);
  if (is_alone) {
    const std::array<Complex, 2> soft_shape = along_spans(*soft);
    const std::array<Complex, 2> stiff_shape = along_spans(*stiff);
    const std::array<Complex, 2> exact =
        along_spans(*motions_of(linear_of(R"("analytic_string", "time_step": 1)"), kStiff));
    for (std::size_t span = 0; span < 2; ++span) {
      const Complex extrapolated = 2.0 * stiff_shape[span] - soft_shape[span];
      record.at_most(fmt::format("shape of that mode: displacement along span {}, relative error", span + 1),
                     std::abs(extrapolated - exact[span]) / std::abs(exact[span]), 5e-3, Rank::detail, reason);
    }
  }
  record.absolute(
      "error of that mode over that with stick four times as stiff",
      is_alone ? std::abs(soft_modes[0] - kStringMode) / std::abs(stiff_modes[0] - kStringMode) : 0.0, 2.0, 0.4,
      Rank::detail,
      "the inverse square root of the stiffness, with contributions of the next order and of the slip front");
}

// The same comparison, accurate to the position of slip fronts: one contact point of 2880 on an arc. Stick and normal
// contact have the stiffnesses K, 4 K and 16 K. The lengths by which contact extends beyond the arc, and over which
// stick carries the force, are then in the ratio 1, 1/2, 1/4, and (f_1 − 6 f_2 + 8 f_3)/3 eliminates their first and
// second powers.
void fine_string_limit(Record& record) {
  constexpr int kElements = 960;
  constexpr double kSoft = 4e10;  // [N/m³]
  constexpr double kNormal = 2e11;
  std::array<std::unique_ptr<SmallMotions>, 3> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double factor = std::pow(4.0, static_cast<double>(i));
    all[i] = string_motions(
        only_run(fmt::format(R"("analysis": "linear", "formulation": "eulerian_ale", "elements_per_pulley": {}, )"
                             R"("elements_per_span": {}, "touching_refinement": 1, "time_step": 1, "linear": )"
                             R"({{"input": {{"pulley": 1, "quantity": "speed"}}, "frequencies": [1]}})",
                             kElements, kElements / 10)),
        1e-5, factor * kNormal, factor * kSoft);
  }
  const auto limit_of = [](Complex soft, Complex stiffer, Complex stiffest) {
    return (soft - 6.0 * stiffer + 8.0 * stiffest) / 3.0;
  };
  for (const StringResponse& exact : kStringResponses) {
    for (const auto& motions : all) motions->at(exact.frequency);
    const auto hold = [&](const std::string& quantity, const char* output, Complex expected, Rank rank) {
      const Complex found = limit_of((*all[0])[output], (*all[1])[output], (*all[2])[output]);
      record.at_most(quantity + fmt::format(", {} Hz", exact.frequency),
                     std::abs(found - expected) / std::abs(expected), 1e-4, rank);
    };
    hold("response of the driven speed", "angular_velocity_2", exact.speed,
         exact.frequency == 2.0 ? Rank::headline : Rank::detail);
    hold("response of the tight span", "span_force_2", exact.tight, Rank::detail);
  }
  // The circle contains no other mode. The search in it is also checked with the mode of the exact string.
  const auto mode_of = [](const SmallMotions& motions) {
    return motions.pole_within({-5.0, 35.0}, 3.0, "angular_velocity_2");
  };
  const auto error_of = [](Complex mode) { return std::abs(mode - kStringMode) / std::abs(kStringMode); };
  record.at_most("mode of rotation, -4.680234775 + 34.807821307 i [1/s], relative error",
                 error_of(limit_of(mode_of(*all[0]), mode_of(*all[1]), mode_of(*all[2]))), 1e-4, Rank::headline);
  const auto string = string_motions(linear_of(R"("analytic_string", "time_step": 1)"), 1e-5, kNormal, kSoft);
  record.at_most("the same by the exact string", error_of(mode_of(*string)), 1e-9, Rank::detail);
}

// The complete drive of [Ntarladima 2023], with bending, mass, weight, dampers and its own soft contacts: a small
// oscillation of the speed of its driver in time.
void in_time(Record& record) {
  constexpr int kElements = 40;
  constexpr double kAmplitude = 0.02;  // [rad/s]
  constexpr double kStep = 1e-3;       // [s]
  constexpr double kBegin = 3.0;       // start of the evaluated second; the mode of rotation has decayed by e^-9 [s]
  const std::string load = R"(/drive/pulleys/1/motion/torques/0/moment/start_time=0.2)";
  const std::string loaded = R"(/drive/pulleys/1/motion/torques/0/moment/end_time=0.7)";
  SmallMotions linear(
      {linear_ale(kElements, 1.0), R"(/drive/pulleys/0/motion/angular_velocity={"type": "constant", "value": 12})",
       load, loaded, "/end_time=1", "/output={}"},
      1.0);
  for (const double frequency : {1.0, 5.0, 20.0}) {
    linear.at(frequency);
    BeltRun run(
        embedded::ntarladima_2023("drive.json"),
        {only_run(fmt::format(R"("formulation": "eulerian_ale", "elements_per_pulley": {}, "elements_per_span": {}, )"
                              R"("time_step": {})",
                              kElements, kElements / 5, kStep)),
         fmt::format(
             R"(/drive/pulleys/0/motion/angular_velocity={{"type": "sum", "terms": [)"
             R"({{"type": "piecewise_linear", "time": [0.05, 0.6], "value": [0, 12]}}, {{"type": "product", )"
             R"("quantity": {{"type": "harmonic", "mean": 0, "amplitude": {}, "angular_frequency": {:.17g}}}, )"
             R"("factors": [{{"type": "cosine_ramp", "from": 0, "to": 1, "start_time": 0.6, "end_time": 1.2}}]}}]}})",
             kAmplitude, 2.0 * std::numbers::pi * frequency),
         load, loaded, "/end_time=4", "/output={}"});
    run.advance_to(kBegin);
    const std::array<std::string, 3> names{"angular_velocity_2", "span_force_1", "span_force_2"};
    std::array<Complex, 3> sums{};
    // Over whole periods the mean does not contribute to the sums.
    const int steps = static_cast<int>(std::lround(1.0 / kStep));
    run.look(kBegin, kStep, steps, [&] {
      const Complex turn = std::polar(2.0 / (kAmplitude * steps), -2.0 * std::numbers::pi * frequency * run.time());
      for (std::size_t i = 0; i < names.size(); ++i) sums[i] += turn * run[names[i]];
    });
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Complex expected = linear[names[i]];
      record.at_most(fmt::format("response of {}, {} Hz, relative difference", names[i], frequency),
                     std::abs(sums[i] - expected) / std::abs(expected), 1e-2,
                     i == 0 && frequency == 5.0 ? Rank::headline : Rank::detail,
                     "the slip fronts move by 1/600 of an arc, in time past contact points spaced by 1/120 of it");
    }
  }
}

// The speed [rad/s] at which the frequency of an almost undamped mode equals a given order of a pulley; NaN if there is
// none.
double crossing(const std::vector<CampbellPoint>& points, double order) {
  constexpr double kUndamped = 1e-3;  // [1/s]
  const auto above = [&](const CampbellPoint& p) { return p.root.imag() - order * p.speed; };
  double nearest = HUGE_VAL;
  double found = std::nan("");
  for (const CampbellPoint& a : points) {
    for (const CampbellPoint& b : points) {
      const bool is_pair = a.mode == b.mode && b.speed > a.speed && std::abs(a.root.real()) < kUndamped;
      if (!is_pair || !(above(a) > 0.0) || above(b) > 0.0 || b.speed - a.speed > nearest) continue;
      nearest = b.speed - a.speed;
      found = a.speed + nearest * above(a) / (above(a) - above(b));
    }
  }
  return found;
}

// A string of mass ρA per natural length, under the force N with the stretch λ, has the wave speed c² = N λ/ρA in a
// belt at rest. Where it runs with v through a span of length ℓ, f = (c² − v²)/(2 c ℓ). The belt that arrives at a
// sticking pulley has the speed of the pulley. At 36 rad/s the slack span has v/c = 0.19. The elements at the ends of
// contact, of 0.08 mm, are shorter than the lengths over which pressure grows there, sqrt(N/(k w)) = 0.09 and 0.13 mm.
void campbell_of_spans(Record& record) {
  constexpr double kRadius = 0.1;                            // [m]
  constexpr double kLength = std::numbers::pi / 10.0;        // of a span [m]
  constexpr double kMass = 0.8288;                           // ρA [kg/m]
  constexpr double kUnstressed = 0.95, kStiffness = 8000.0;  // λ = 0.95 + N/EA, EA [N]
  const auto motions_at = [&](double speed, const std::string& campbell) {
    return string_motions(
        only_run(R"("analysis": "linear", "formulation": "eulerian_ale", "elements_per_pulley": 60, )"
                 R"("elements_per_span": 40, "touching_refinement": 6, "time_step": 1, "linear": )"
                 R"({"input": {"pulley": 1, "quantity": "speed"}, "frequencies": [1], "modes": )"
                 R"({"highest_frequency": 45, "highest_rate": 5})" +
                 campbell + "}"),
        kMass, 4e11, 5e9,
        {"/drive/pulleys/1/bearing_damping=0",
         fmt::format(R"(/drive/pulleys/0/motion/angular_velocity={{"type": "constant", "value": {:.17g}}})", speed)});
  };
  const std::vector<CampbellPoint> points =
      motions_at(36.0, R"(, "campbell": {"pulley": 1, "from": 34, "to": 37, "count": 4})")->campbell();
  struct Span {
    const char* name;
    const char* force;
    const char* pulley;  // pulley with the speed of the span
    double order;        // order of the first pulley that only the mode of this span crosses
  };
  for (const Span& span : {Span{"slack span, order 5", "span_force_1", "angular_velocity_2", 5.0},
                           Span{"tight span, order 7", "span_force_2", "angular_velocity_1", 7.0}}) {
    const double speed = crossing(points, span.order);
    if (!std::isfinite(speed)) {
      record.at_most(fmt::format("crossing of the {}, without one [-]", span.name), speed, 0.0);
      continue;
    }
    const std::unique_ptr<SmallMotions> there = motions_at(speed, "");
    const double force = there->steady(span.force);
    const double v = kRadius * there->steady(span.pulley);
    const double c = std::sqrt(force * (kUnstressed + force / kStiffness) / kMass);
    record.relative(fmt::format("frequency where the {} crosses [Hz]", span.name),
                    span.order * speed / (2.0 * std::numbers::pi), (c * c - v * v) / (2.0 * c * kLength), 1e-4,
                    Rank::headline);
  }
}

// The spring of the arm has the moment k (free angle − angle), so that a moment on the arm acts as a change of the free
// angle. The response at a low frequency is then the change of the steady motion.
void bent_belt_on_arm(Record& record) {
  constexpr double kSlow = 1e-5;    // [Hz]
  constexpr double kSpring = 30.0;  // [N m/rad]
  // Moves the ends of contact by several elements, so that the steady motions do not depend on where they are in one.
  constexpr double kChange = 0.6;  // of the moment, to both sides [N m]
  // Points of contact are 0.005 rad apart, 0.4 mm on the crank. The end of contact is known to half of it, a thousandth
  // of a span, and the forces of the spans cancel most of the stiffness of the arm, so that the error is amplified
  // about ten times.
  constexpr double kError = 0.02;
  const auto edits = [](double free_angle) {
    return std::vector<std::string>{
        only_run(R"("formulation": "eulerian_ale", "analysis": "linear", "linear": {"input": {"mount": "tensioner", )"
                 R"("quantity": "force"}, "frequencies": [1]})"),
        "/drive/belt/bending_stiffness=0.05", R"(/drive/contact={"friction": {"type": "coulomb", "coefficient": 0.9}})",
        fmt::format("/drive/pulleys/3/mount/spring/free_angle={:.17g}", free_angle)};
  };
  const std::string_view drive = embedded::mounts("small_motions.json");
  for (const double free_angle : {-1.21, -1.2, -1.19}) {
    SmallMotions motions(drive, edits(free_angle), 1.0);
    motions.at(kSlow);
    const SmallMotions above(drive, edits(free_angle + kChange / kSpring), 1.0);
    const SmallMotions below(drive, edits(free_angle - kChange / kSpring), 1.0);
    const auto change = [&](const char* column) {
      return (above.steady(column) - below.steady(column)) / (2.0 * kChange);
    };
    for (const char* column : {"mount_position_4", "span_force_3"}) {
      record.relative(fmt::format("{} per N m on the arm, free angle {} rad", column, free_angle),
                      motions[column].real(), change(column), kError,
                      column == std::string("mount_position_4") ? Rank::headline : Rank::detail);
    }
  }
}

}  // namespace

void add_linear_ale_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "linear/ale/string-limit",
                   .claim = "response over frequency and mode of a drive with creep, by the linear analysis of "
                            "eulerian_ale in the limit of a string",
                   .reference = "an independent solution of the delay equations of the massless string",
                   .slow = true,
                   .run = string_limit});
  cases.push_back({.id = "linear/ale/campbell",
                   .claim = "the modes of the spans of a running drive cross the orders of the crank in the Campbell "
                            "diagram of eulerian_ale where those of travelling strings do",
                   .reference = "exact: a travelling string between fixed ends",
                   .run = campbell_of_spans,
                   .tolerances =
                       "contact begins sqrt(N/(k w)) = 0.09 to 0.13 mm before the tangent, and motions decay into it "
                       "over that length: the span of 314 mm ends at the tangents to the first order, and a "
                       "tenth of the length is left for the second one"});
  cases.push_back({.id = "linear/ale/bent-belt-on-arm",
                   .claim = "by default, a belt with bending stiffness on rigid pulleys pulls at a tensioner arm as "
                            "stiffly in small motions as between two steady motions",
                   .reference = "the difference of steady motions of eulerian_ale",
                   .run = bent_belt_on_arm,
                   .tolerances = "the end of contact is known to half the distance of contact points, which acts on "
                                 "the stiffness of the arm about ten times"});
  cases.push_back({.id = "linear/ale/in-time",
                   .claim = "the linear analysis of eulerian_ale predicts small oscillations in time",
                   .reference = "eulerian_ale in time",
                   .run = in_time});
  cases.push_back({.id = "linear/ale/string-limit-fine",
                   .claim =
                       "response over frequency of a drive with creep, by the linear analysis of eulerian_ale in the "
                       "limit of a string, extrapolated from three stiffnesses",
                   .reference = "an independent solution of the delay equations of the massless string",
                   .slow = true,
                   .run = fine_string_limit,
                   .tolerances = "the requirement"});
}

}  // namespace beltdyn::verification
