// SPDX-License-Identifier: MIT
// Friction at the face of a belt and at its centre line, in eulerian_ale, lagrangian_ancf and lagrangian_links.
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/observed_order.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

struct SpanForces {
  double first{};   // [N]
  double second{};  // [N]
};

constexpr double kEnd = 0.6;   // end of face_drive.json [s]
constexpr double kMean = 0.2;  // averaging time, in which tens of elements and links pass [s]
constexpr int kLooks = 200;

BeltRun face_drive(std::vector<std::string> edits, const std::string& members) {
  edits.push_back(only_run(members));
  return {embedded::ale_drives("face_drive.json"), edits};
}

SpanForces mean_forces(const std::vector<std::string>& edits, const std::string& members) {
  BeltRun run = face_drive(edits, members);
  SpanForces mean;
  run.look(kEnd - kMean, kMean / kLooks, kLooks, [&] {
    mean.first += run["span_force_1"] / kLooks;
    mean.second += run["span_force_2"] / kLooks;
  });
  return mean;
}

SpanForces steady_forces(const std::vector<std::string>& edits, int elements) {
  BeltRun run = face_drive(edits, steady_ale(elements, elements, kEnd));
  run.advance_to(kEnd);
  return {run["span_force_1"], run["span_force_2"]};
}

// Implicit steps, because they damp the oscillations of links whose faces stick. Explicit steps with undamped contacts
// do not, and friction then dissipates 5e-4 of the power in these oscillations.
std::string links_members(int links) {
  return fmt::format(R"("formulation": "lagrangian_links", "links": {}, "time_step": 1e-4)", links);
}

std::string place_edit(const std::string& place) { return fmt::format(R"(/drive/belt/friction_at="{}")", place); }

constexpr double kSpanTolerance = 5e-4;

double difference(const SpanForces& a, const SpanForces& b) {
  return larger(std::abs(a.first / b.first - 1.0), std::abs(a.second / b.second - 1.0));
}

void hold(Record& record, const std::string& who, const SpanForces& measured, const SpanForces& reference) {
  record.relative(fmt::format("first span force of {} against eulerian_ale [N]", who), measured.first, reference.first,
                  kSpanTolerance, Rank::headline);
  record.relative(fmt::format("second span force of {} against eulerian_ale [N]", who), measured.second,
                  reference.second, kSpanTolerance, Rank::headline);
}

// The numerical damping of the steps removes oscillations from elements that arrive at a pulley.
std::string ancf_members(int elements) {
  return fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": 1e-4,
                        "time_integration": "generalised_alpha", "spectral_radius": 0)",
                     elements);
}

void same_place(Record& record, const std::string& place) {
  const std::vector<std::string> edits{place_edit(place)};
  const SpanForces ale = steady_forces(edits, 320);
  record.at_most("eulerian_ale, 320 against 160 elements on each pulley", difference(steady_forces(edits, 160), ale),
                 0.2 * kSpanTolerance);
  hold(record, "lagrangian_ancf, 1920 elements", mean_forces(edits, ancf_members(1920)), ale);
  const std::vector<double> links{120, 240, 480};
  std::vector<SpanForces> forces;
  std::vector<double> errors;
  for (const double n : links) {
    forces.push_back(mean_forces(edits, links_members(static_cast<int>(n))));
    errors.push_back(difference(forces.back(), ale));
  }
  record.series({.title = fmt::format("span forces of links with friction on the {}", place),
                 .parameter = "links",
                 .error = "relative difference from eulerian_ale [-]",
                 .values = links,
                 .errors = errors,
                 .expected_order = 2.0});
  // Chords between joints on the circle are longer than their arcs, an error of second order, which extrapolation
  // removes.
  const SpanForces extrapolated{forces[2].first + (forces[2].first - forces[1].first) / 3.0,
                                forces[2].second + (forces[2].second - forces[1].second) / 3.0};
  record.absolute("order of the links, from three of them",
                  std::log2((forces[0].first - forces[1].first) / (forces[1].first - forces[2].first)), 2.0, 0.25);
  hold(record, "lagrangian_links, 240 and 480 links extrapolated in second order", extrapolated, ale);
}

void places_differ(Record& record) {
  const SpanForces face = steady_forces({place_edit("face")}, 80);
  const SpanForces line = steady_forces({place_edit("center_line")}, 80);
  // The option is useful only if its effect exceeds the difference of the formulations.
  record.at_most("difference of the formulations over the effect of the friction location",
                 kSpanTolerance / difference(face, line), 0.05);
  const std::vector<std::string> thin{"/drive/belt/contact_offset=0"};
  record.relative("first span force without offset, with friction at either location [N]",
                  steady_forces({thin[0], place_edit("face")}, 40).first,
                  steady_forces({thin[0], place_edit("center_line")}, 40).first, 1e-12);
}

// A belt without bending stiffness is a string, whose surface is here a tenth of the radius away from the centre line.
void centre_line_of_string(Record& record) {
  const std::vector<std::string> edits{place_edit("center_line"), "/drive/belt/contact_offset=0.006",
                                       "/drive/belt/bending_stiffness=0", "/drive/belt/axial_damping=0",
                                       "/drive/contact/normal/stiffness_per_area=4e11"};
  const auto run_of = [&](const std::string& members) {
    BeltRun run = face_drive(edits, members);
    run.advance_to(kEnd);
    return run;
  };
  const BeltRun ale = run_of(steady_ale(160, 4, kEnd));
  const BeltRun string = run_of(fmt::format(R"("formulation": "analytic_string", "time_step": {})", kEnd));
  // The contacts deform by N/(k R²) = 1.7e-5 of the radius at most, which shortens the stretched loop accordingly.
  const std::string depth = "the contact penetration, 1.7e-5 of the radius";
  record.relative("driven speed, eulerian_ale and analytic_string [rad/s]", ale["angular_velocity_2"],
                  string["angular_velocity_2"], 3e-5, Rank::headline, depth);
  for (const char* span : {"span_force_1", "span_force_2"}) {
    record.relative(fmt::format("{}, eulerian_ale and analytic_string [N]", span), ale[span], string[span], 1e-3,
                    Rank::detail, depth);
  }
  for (const char* arc : {"slip_arc_1", "slip_arc_2"}) {
    record.absolute(fmt::format("{}, eulerian_ale and analytic_string [rad]", arc), ale[arc], string[arc], 1.2e-2,
                    Rank::detail, "the spacing of contact points, 0.39 of an element");
  }
}

// A belt pulled over a stopped pulley, with a wrap of π.
constexpr double kRadius = 0.05;      // R [m]
constexpr double kOffset = 5e-3;      // Y [m]
constexpr double kCoefficient = 0.3;  // μ [-]
constexpr double kBending = 2e-3;     // EI, negligible for this radius [N m²]

std::vector<std::string> gross_slip_edits(const std::string& place, double bending, double stiffness = 4e10) {
  constexpr double kSticky = 1.5;  // friction coefficient of the driver [-]
  const auto contact = [stiffness](double coefficient) {
    return fmt::format(
        R"({{"normal": {{"type": "penalty", "stiffness_per_area": {0}, "damping_per_area": 1e5}},
             "friction": {{"type": "elastoplastic_coulomb", "coefficient": {1}, "stiffness_per_area": {0}}}}})",
        stiffness, coefficient);
  };
  return {place_edit(place),
          fmt::format("/drive/pulleys/0/radius={}", kRadius),
          fmt::format("/drive/pulleys/1/radius={}", kRadius),
          "/drive/pulleys/1/center=[0.3, 0]",
          "/drive/pulleys/0/contact=" + contact(kSticky),
          "/drive/pulleys/1/contact=" + contact(kCoefficient),
          R"(/drive/pulleys/0/motion/angular_velocity={"type": "cosine_ramp", "from": 0, "to": 10,
             "start_time": 0, "end_time": 0.1})",
          R"(/drive/pulleys/1/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}})",
          fmt::format("/drive/belt/contact_offset={}", kOffset),
          fmt::format("/drive/belt/bending_stiffness={}", bending)};
}

double ratio(const SpanForces& forces) { return forces.second / forces.first; }

void gross_slip(Record& record) {
  // The balance of moments about the pulley with the traction μ p at its surface, and p = N per angle: dN (R + Y) = R μ
  // N dθ.
  const double on_line = std::exp(kCoefficient * pi * kRadius / (kRadius + kOffset));
  const auto line = gross_slip_edits("center_line", 0.5 * kBending);
  record.relative("force ratio on the centre line, eulerian_ale, exp(μ π R/(R + Y))", ratio(steady_forces(line, 320)),
                  on_line, 5e-4, Rank::headline);
  record.relative("force ratio on the centre line, lagrangian_ancf", ratio(mean_forces(line, ancf_members(960))),
                  on_line, 5e-4, Rank::headline);
  record.relative("force ratio on the centre line, lagrangian_links", ratio(mean_forces(line, links_members(480))),
                  on_line, 5e-4, Rank::headline);
  // Friction on the face bends the belt. The shear force V (R + Y) = −Y T balances its couple, so that p = N − dV/dθ
  // and N ~ exp(k θ) with k (1 + k μ Y/(R + Y)) = μ R/(R + Y).
  const double a = kCoefficient * kOffset / (kRadius + kOffset);
  const double b = kCoefficient * kRadius / (kRadius + kOffset);
  const double on_face = std::exp(pi * (std::sqrt(1.0 + 4.0 * a * b) - 1.0) / (2.0 * a));
  const auto face = gross_slip_edits("face", kBending);
  const std::string ends = "the bending layers at both ends, √(EI/N) = 2 mm, have other pressures";
  record.relative("force ratio on the face, eulerian_ale", ratio(steady_forces(face, 320)), on_face, 1e-3,
                  Rank::headline, ends);
  record.relative("force ratio on the face, lagrangian_ancf", ratio(mean_forces(face, ancf_members(960))), on_face,
                  1e-3, Rank::headline, ends);
  // Friction on the face couples waves of the contact with bending, and undamped waves then grow. Links have no
  // numerical damping by a mesh, so their contacts need strong damping.
  constexpr double kSoft = 4e8;  // [N/m³]
  const auto soft = gross_slip_edits("face", kBending, kSoft);
  record.relative("force ratio on the face on soft contacts, lagrangian_links against eulerian_ale",
                  ratio(mean_forces(soft, links_members(480))), ratio(steady_forces(soft, 320)), 5e-4, Rank::headline);
}

// The free idler of serpentine.json at full speed, without damping of belt and contacts.
struct Idler {
  std::string name;
  double offset{};     // [m]
  double stiffness{};  // of contact and stick, per area [N/m³]
  double rise{};       // force on its arc minus the mean force of its spans [N]
};

constexpr std::size_t kIdler = 3;  // index of the idler

double rise(const BeltRun& run) {
  const PathArc& arc = run.simulation().path().arcs()[kIdler];
  const double sigma = arc.start + 0.5 * arc.length();
  return run.simulation().belt().at(sigma).force - 0.5 * (run["span_force_3"] + run["span_force_4"]);
}

// The references are a finite-difference solution outside this program: a beam on an elastic foundation, EI κ' = V + Y
// q, V' = N κ − p, N' = −V κ − q, p = k δ, κ = 1/R + δ'', with bristles of stiffness K on its face, z' = N/EA − Y κ +
// δ/R − e, q = −K z up to the limit μ p. The constant e is such that the idler takes no moment.
void idler(Record& record) {
  constexpr double kEndTime = 1.2;  // [s]
  const std::string steady = steady_ale(80, 60, kEndTime);
  const std::vector<Idler> idlers{{"1 mm", 1e-3, 4e10, 113.7},
                                  {"1 mm, a quarter of the stiffness", 1e-3, 1e10, 65.1},
                                  {"0.5 mm", 5e-4, 4e10, 61.6}};
  for (const Idler& idler : idlers) {
    const auto run_of = [&](const std::string& members) {
      return BeltRun(
          embedded::ale_drives("serpentine.json"),
          {"/drive/belt/bending_damping=0", "/drive/belt/axial_damping=0",
           fmt::format("/drive/belt/contact_offset={}", idler.offset), "/drive/contact/normal/damping_per_area=0",
           "/drive/contact/friction/damping_per_area=0",
           fmt::format("/drive/contact/normal/stiffness_per_area={}", idler.stiffness),
           fmt::format("/drive/contact/friction/stiffness_per_area={}", idler.stiffness), only_run(members)});
    };
    BeltRun ale = run_of(steady);
    ale.advance_to(kEndTime);
    record.relative(fmt::format("rise of the force on the idler, offset {}, eulerian_ale [N]", idler.name), rise(ale),
                    idler.rise, 3e-2, Rank::headline,
                    "the quadrature uses the span force instead of the force on the arc");
    constexpr double kMeanTime = 0.1;
    constexpr int kMeans = 50;
    BeltRun ancf = run_of(ancf_members(960));
    double mean = 0.0;
    ancf.look(kEndTime - kMeanTime, kMeanTime / kMeans, kMeans, [&] { mean += rise(ancf) / kMeans; });
    record.relative(fmt::format("rise of the force on the idler, offset {}, lagrangian_ancf [N]", idler.name), mean,
                    idler.rise, 3e-2, Rank::headline);
  }
  BeltRun thin(embedded::ale_drives("serpentine.json"),
               {"/drive/belt/bending_damping=0", "/drive/belt/contact_offset=0", only_run(steady)});
  thin.advance_to(kEndTime);
  // N + EI κ²/2 is constant along a belt without friction; the small stick traction gives back a part.
  constexpr double kOfBending = -0.5 * 0.01 / (0.03 * 0.03);
  record.relative("rise of the force on the idler without offset, −EI κ²/2 [N]", rise(thin), kOfBending, 0.15);
}

}  // namespace

void add_friction_place_cases(std::vector<VerificationCase>& cases) {
  for (const std::string place : {"face", "center_line"}) {
    cases.push_back(
        {.id = "cross/friction-at/" + place,
         .claim = fmt::format("With friction on the {}, both belts and the links have the same span forces.",
                              place == "face" ? "face" : "centre line"),
         .reference = "eulerian_ale, steady",
         .slow = true,
         .run = [place](Record& record) { same_place(record, place); },
         .tolerances = "the power lost by oscillating links; the error of the Eulerian mesh should be a fifth of that; "
                       "means scatter the order by 0.25"});
  }
  cases.push_back({.id = "cross/friction-at/differ",
                   .claim = "The location of friction matters only for a belt with an offset.",
                   .reference = "each other",
                   .run = places_differ,
                   .tolerances = "formulations may differ by a twentieth of the effect of the location; without an "
                                 "offset both locations coincide, to Newton's tolerance"});
  cases.push_back({.id = "cross/friction-at/string",
                   .claim = "Friction at the centre line of a belt with offset agrees with the string.",
                   .reference = "analytic_string",
                   .run = centre_line_of_string,
                   .tolerances = "contact penetration"});
  cases.push_back(
      {.id = "cross/friction-at/gross-slip",
       .claim = "A belt slipping over a whole pulley has the force ratio given by its moment balance.",
       .reference = "exact: balance of moments and forces",
       .slow = true,
       .run = gross_slip,
       .tolerances =
           "the power lost by oscillating links, and twice as much where friction on the face bends the belt"});
  cases.push_back({.id = "cross/friction-at/idler",
                   .claim = "A face that sticks to an idler before the belt has reached its curvature increases the "
                            "belt force on the arc.",
                   .reference = "a beam on an elastic foundation, by finite differences",
                   .slow = true,
                   .run = idler,
                   .tolerances = "the quadrature uses the span force instead of the force on the arc; sticking on the "
                                 "idler returns an unknown part of the bending energy"});
}

}  // namespace beltdyn::verification
