// SPDX-License-Identifier: MIT
// A string on two pulleys, pulled to and fro below gross slip: one pulley turns, the other is held.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/largest.hpp"
#include "verification/laws/law_drive.hpp"
#include "verification/strings/held_string.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kCoefficient = 0.5;   // μ [-]
constexpr double kHardContact = 4e11;  // its penetration reduces the belt force by 4e-3 N [N/m³]
constexpr double kSlowContact = 4e10;  // for links, whose explicit steps limit it; reduces the force by 4e-2 N [N/m³]
constexpr double kBristleStiffness = 5e10;  // [N/m³]

// The prescribed rotation of a pulley: its angles at t = 1 s, 2 s, ..., from 0 at t = 0, with cosine-shaped
// transitions.
struct Way {
  std::vector<double> angles;  // [rad]

  double largest() const {
    return std::max(*std::max_element(angles.begin(), angles.end()), -*std::min_element(angles.begin(), angles.end()));
  }
  // ω(t) [rad/s] as a piecewise linear function.
  std::string angular_velocity() const {
    constexpr int kPoints = 100;  // in a second
    std::vector<double> times;
    std::vector<double> values;
    double from = 0.0;
    for (std::size_t i = 0; i < angles.size(); ++i) {
      for (int j = 0; j < kPoints; ++j) {
        const double u = static_cast<double>(j) / kPoints;
        times.push_back(static_cast<double>(i) + u);
        values.push_back(0.5 * std::numbers::pi * (angles[i] - from) * std::sin(std::numbers::pi * u));
      }
      from = angles[i];
    }
    times.push_back(static_cast<double>(angles.size()));
    values.push_back(0.0);
    return fmt::format(R"({{"type": "piecewise_linear", "time": [{}], "value": [{}]}})", fmt::join(times, ", "),
                       fmt::join(values, ", "));
  }
};

enum class Belt { ale, ancf, links };
constexpr std::array<const char*, 3> kBeltNames{"eulerian_ale", "lagrangian_ancf", "lagrangian_links"};
const char* name_of(Belt belt) { return kBeltNames[static_cast<std::size_t>(belt)]; }

// The drive without inertia of the belt, or with links, which have inertia but are pulled slowly.
LawDrive pulled(Belt belt, const FrictionLawConfig& law, const Way& displacement, double time_step) {
  constexpr int kElements = 480;
  constexpr int kPerPulley = 80;
  const std::string quasi_static = R"(, "time_integration": "quasi_static")";
  LawDrive drive{.law = law, .run = {}, .contact_stiffness = kHardContact};
  switch (belt) {
    case Belt::ale:
      drive.run = law_ale(kPerPulley, time_step) + quasi_static;
      break;
    case Belt::ancf:
      drive.run =
          fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": {})", kElements, time_step) +
          quasi_static;
      break;
    case Belt::links:
      drive.links = kElements;
      drive.run = law_links(kElements, law);
      drive.contact_stiffness = kSlowContact;
      drive.axial_damping = kLawAxialDamping;
      drive.normal_damping = kLawNormalDamping;
      break;
  }
  drive.edits = {
      R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": )" + displacement.angular_velocity() + "}",
      R"(/drive/pulleys/1/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}})",
      "/drive/pulleys/1/bearing_damping=0", fmt::format("/end_time={}", displacement.angles.size())};
  return drive;
}

// Effects that the capstan with reversal neglects, relative to the amplitude of 325 N. The bristle blurs each of the
// four ends of slip over √(EA/(K w)) = 1.4e-3 m, which lengthens the string by μ F/(R K w) of 1/EA m²: 1e-2 N of force,
// 1e-4 in all. Penetration contributes 1e-4 on the softer contacts of links, the mesh as much.
constexpr double kCapstanTolerance = 5e-4;

void capstan(Record& record, Belt belt, double tolerance) {
  constexpr double kAngle = 0.08;  // [rad]
  constexpr int kSteps = 50;       // in a second
  const Way displacement{{kAngle, 0.0, -kAngle, 0.0, kAngle}};
  BeltRun run = law_run(pulled(
      belt, ElastoplasticCoulombConfig{.coefficient = kCoefficient, .stiffness = kBristleStiffness, .damping = 0.0},
      displacement, 1.0 / kSteps));
  HeldString string({.axial_stiffness = kLawStiffness,
                     .reference_strain = kLawStressFree - 1.0,
                     .coefficient = kCoefficient,
                     .radius = kLawRadius,
                     .span = kLawSpan,
                     .largest_angle = 1.1 * kAngle});
  double worst_moment = 0.0;
  double worst_force = 0.0;
  double largest_moment = 0.0;
  for (int i = 1; i <= kSteps * static_cast<int>(displacement.angles.size()); ++i) {
    run.advance_to(static_cast<double>(i) / kSteps);
    const HeldString::Forces forces = string.turn_to(run.simulation().pulley_states()[0].angle);
    const double moment = forces.moment(kLawRadius);
    largest_moment = larger(largest_moment, std::abs(moment));
    worst_moment = larger(worst_moment, std::abs(run.simulation().pulley_states()[1].contact_moment - moment));
    worst_force = larger(worst_force, std::abs(run["span_force_2"] - forces.winding));
    worst_force = larger(worst_force, std::abs(run["span_force_1"] - forces.unwinding));
  }
  record.at_most(fmt::format("{}: largest difference of the moment on the stationary pulley, over its amplitude [-]",
                             name_of(belt)),
                 worst_moment / largest_moment, tolerance, Rank::headline);
  record.at_most(fmt::format("{}: largest difference of a span force, of R⁻¹ times that [-]", name_of(belt)),
                 worst_force * kLawRadius / largest_moment, tolerance);
}

// Minor hysteresis loops: the moment on the held pulley at the reversals of the turned pulley, and the gap of each loop
// relative to its height.
struct Loops {
  double height{};           // of the first loop [N m]
  std::vector<double> gaps;  // of successive loops [-]
};

// The loops of a belt whose stiffness is multiplied by `stiffer`; its strain and the angles are divided by it.
Loops minor_loops(Belt belt, const FrictionLawConfig& law, double stiffer = 1.0) {
  const double far = 0.08 / stiffer;   // [rad]
  const double near = 0.03 / stiffer;  // [rad]
  constexpr int kLoops = 3;
  constexpr double kStep = 0.01;  // [s]
  Way displacement{{far}};
  for (int i = 0; i < kLoops; ++i) {
    displacement.angles.push_back(near);
    displacement.angles.push_back(far);
  }
  LawDrive drive = pulled(belt, law, displacement, kStep);
  drive.edits.push_back(fmt::format("/drive/belt/axial_stiffness={}", kLawStiffness * stiffer));
  drive.edits.push_back(fmt::format("/drive/belt/pretension/strain={}", (kLawStressFree - 1.0) / stiffer));
  BeltRun run = law_run(drive);
  std::vector<double> moments;
  for (std::size_t i = 1; i <= displacement.angles.size(); ++i) {
    run.advance_to(static_cast<double>(i));
    moments.push_back(run.simulation().pulley_states()[1].contact_moment);
  }
  Loops loops{.height = std::abs(moments[0] - moments[1]), .gaps = {}};
  for (std::size_t i = 0; i + 2 < moments.size(); i += 2) {
    loops.gaps.push_back((moments[i + 2] - moments[i]) / (moments[0] - moments[1]));
  }
  return loops;
}

void elastoplastic(Record& record) {
  for (const Belt belt : {Belt::ale, Belt::ancf, Belt::links}) capstan(record, belt, kCapstanTolerance);
}

// Loops of Maxwell slip close under any load. They do not close where particles leave a pulley when it turns back: such
// particles return without memory. A stiff belt needs small angles only, 2.5e-3 rad, so that these particles carry less
// than 2 μ F 2.5e-3, 3e-3 of the loop. This affects the first loop only, because the same particles return each time.
void gms(Record& record) {
  constexpr double kStiffer = 20.0;
  constexpr double kFirst = 3e-3;
  GmsConfig law = std::get<GmsConfig>(*law_on_belt("gms").law);
  for (GmsConfig::Element& element : law.elements) element.stiffness *= kStiffer;
  // Tolerances: Newton's method stops at 2.5e-7 of the force; on a mesh the front lies anywhere between two contact
  // points.
  for (const auto& [belt, tolerance] : {std::pair{Belt::ancf, 1e-5}, std::pair{Belt::ale, 5e-4}}) {
    const Loops loops = minor_loops(belt, law, kStiffer);
    for (std::size_t i = 0; i < loops.gaps.size(); ++i) {
      record.at_most(fmt::format("{}: gap of loop {}, over its height [-]", name_of(belt), i + 1),
                     std::abs(loops.gaps[i]), i == 0 ? kFirst : tolerance, i == 1 ? Rank::headline : Rank::detail);
    }
  }
}

// Dahl's memory of a loop with slip δ decays to exp(−2 σ δ/μ), so each loop sinks towards the middle.
void drifting(Record& record, const FrictionLawConfig& law) {
  constexpr double kLeastDrift = 1e-2;
  const Loops ancf = minor_loops(Belt::ancf, law);
  const Loops ale = minor_loops(Belt::ale, law);
  record.relative("height of the first loop, eulerian_ale and lagrangian_ancf [N m]", ale.height, ancf.height, 5e-3);
  for (std::size_t i = 0; i < ancf.gaps.size(); ++i) {
    const Rank rank = i == 0 ? Rank::headline : Rank::detail;
    record.at_most(fmt::format("{} of the height, over the drop of loop {} [-]", kLeastDrift, i + 1),
                   kLeastDrift / larger(-ancf.gaps[i], 0.0), 1.0, rank);
    record.absolute(fmt::format("drop of loop {}, eulerian_ale and lagrangian_ancf, over its height [-]", i + 1),
                    ale.gaps[i], ancf.gaps[i], 1e-3, rank);
  }
}

// The friction state of a link with Maxwell-slip elements, from the columns of a probe, in the direction of slip.
struct RubbingLink {
  double force{};     // friction force on the pulley [N]
  double velocity{};  // slip velocity [m/s]
  double normal{};    // N [N]
  double stored{};    // ½ Σ ν_k N m_k²/σ_k [J]
  double pumped{};    // ∂ stored/∂N, by which a growing normal force does work on the elements [m]
  double slipping{};  // force of the slipping elements [N]
};

RubbingLink sliding_link(const BeltRun& run, const std::string& probe, const GmsConfig& law) {
  const double limit = law.kinetic_coefficient() * (1.0 - 1e-12);
  RubbingLink link{.force = -run[probe + "_friction_force"],
                   .velocity = run[probe + "_slip_velocity"],
                   .normal = run[probe + "_normal_force"]};
  for (std::size_t k = 0; k < law.elements.size(); ++k) {
    const double friction = run[fmt::format("{}_friction_{}", probe, k + 1)];
    const double share = law.elements[k].share;
    link.pumped += 0.5 * share * friction * friction / law.elements[k].stiffness;
    if (std::abs(friction) >= limit) link.slipping += share * link.normal * friction;
  }
  link.stored = link.pumped * link.normal;
  return link;
}

// Work on the link by kind, integrated by the trapezoidal rule [J].
struct Works {
  double friction{};
  double stored{};
  double heat{};
  double pressure{};
  double throughput{};  // ∫ |force velocity| dt

  void enter(const RubbingLink& a, const RubbingLink& b, double dt) {
    friction += 0.5 * dt * (a.force * a.velocity + b.force * b.velocity);
    heat += 0.5 * dt * (a.slipping * a.velocity + b.slipping * b.velocity);
    throughput += 0.5 * dt * (std::abs(a.force * a.velocity) + std::abs(b.force * b.velocity));
    pressure += 0.5 * (a.pumped + b.pumped) * (b.normal - a.normal);
    stored += b.stored - a.stored;
  }
  double defect() const { return std::abs(friction + pressure - stored - heat) / throughput; }
};

// Energy of links on the held pulley, from the stick zone to the slip zone, pulled to and fro. The columns are exact at
// the ends of an interval. The error comes from the interval in which an element begins to slip: half of its work is
// counted as heat or not. With three elements, three strokes and intervals of 1e-4 s in 3 s this is up to 1.5e-4 of the
// work exchanged.
void energy(Record& record) {
  constexpr int kLinks = 240;
  constexpr double kTolerance = 1.5e-4;
  constexpr double kLook = 1e-4;  // interval of the samples [s]
  const GmsConfig law = std::get<GmsConfig>(*law_on_belt("gms").law);
  const Way displacement{{0.08, -0.08, 0.08}};
  LawDrive drive = pulled(Belt::links, law, displacement, kLook);
  drive.links = kLinks;
  drive.run = law_links(kLinks, law);
  drive.edits.emplace_back(R"(/drive/probes=[{"name": "slips", "type": "particle", "sigma": 0.64},
      {"name": "sticks", "type": "particle", "sigma": 0.7}, {"name": "leaves", "type": "particle", "sigma": 0.78}])");
  BeltRun run = law_run(drive);
  struct Watched {
    const char* probe{};
    Rank rank{};
    RubbingLink before{};
    Works works{};
  };
  std::array<Watched, 3> watched{{{"slips", Rank::headline}, {"sticks", Rank::detail}, {"leaves", Rank::detail}}};
  for (Watched& link : watched) link.before = sliding_link(run, link.probe, law);
  const auto looks = static_cast<int>(std::lround(static_cast<double>(displacement.angles.size()) / kLook));
  for (int i = 1; i <= looks; ++i) {
    run.advance_to(i * kLook);
    for (Watched& link : watched) {
      const RubbingLink now = sliding_link(run, link.probe, law);
      link.works.enter(link.before, now, kLook);
      link.before = now;
    }
  }
  for (const Watched& link : watched) {
    record.at_most(
        fmt::format("link that {}: work neither stored nor dissipated, over the work exchanged [-]", link.probe),
        link.works.defect(), kTolerance, link.rank);
  }
}

}  // namespace

void add_presliding_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "friction/belts/presliding/elastoplastic",
       .claim = "a belt pulled back and forth below full slip has the forces of the capstan with reversal, in three "
                "formulations",
       .reference = "Euler and Eytelwein with reversal, and the length between particles that stick",
       .slow = true,
       .run = elastoplastic,
       .tolerances =
           "bristles smear each of four slip ends, 1e-4 in total; penetration and mesh contribute as much each"});
  cases.push_back({.id = "friction/belts/presliding/gms",
                   .claim = "minor loops of the torque over the angle close with generalised Maxwell slip",
                   .reference = "return-point memory",
                   .run = gms,
                   .tolerances =
                       "Newton's tolerance, 2.5e-7 of the force; where a front lies between two contact points; "
                       "particles leaving a pulley as it reverses, less than 3e-3 of the first loop"});
  cases.push_back({.id = "friction/belts/energy/gms",
                   .claim = "the friction work on links pulled back and forth equals dissipation plus the energy "
                            "stored in Maxwell-slip elements",
                   .reference = "conservation of energy",
                   .slow = true,
                   .run = energy,
                   .tolerances = "half of the work of the sampling interval in which an element starts to slip, for "
                                 "three elements and three strokes with intervals of 1e-4 s: 1.5e-4"});
  for (const char* name : {"dahl-1e3", "lugre-damped"}) {
    const FrictionLawConfig law = *law_on_belt(name).law;
    cases.push_back({.id = fmt::format("friction/belts/presliding/{}", name),
                     .claim = fmt::format(
                         "minor loops of the torque over the angle drop with the law {}, equally in two formulations",
                         law_name(law)),
                     .reference = "each other",
                     .run = [law](Record& record) { drifting(record, law); },
                     .tolerances = "observed differences of the two belts rounded up"});
  }
}

}  // namespace beltdyn::verification
