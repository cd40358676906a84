// SPDX-License-Identifier: MIT
// Belts in time with every friction law: the steady motion that they reach, in the limit of a string.
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/laws/law_drive.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// Whether the belt chatters. If friction falls with the slip velocity and no viscous part grows with it, waves in the
// belt grow until it chatters, as with real friction. A steady motion then exists only with a damper of the belt.
// gms-stribeck relaxes slowly enough to be stable.
bool chatters(const LawOnBelt& law) { return law.name == "lugre"; }
// Passing links excite the belt more than elements do.
bool chatters_on_links(const LawOnBelt& law) { return chatters(law) || law.name == "gms-stribeck"; }
// Axial damping d that suppresses chattering [N s]. For waves as long as a slip arc, k = 2π/0.25 m, d k² is of the size
// of the fall of the friction curve, (T/R) ds/dv = 4e4 N s/m².
constexpr double kQuietingDamping = 40.0;

struct Quantity {
  const char* name;
  double LoadedDrive::*value;
  double LawOnBelt::*exact;
};
constexpr std::array<Quantity, 3> kQuantities{
    {{"driven speed [rad/s]", &LoadedDrive::driven_speed, &LawOnBelt::driven_speed},
     {"tight span force [N]", &LoadedDrive::tight_force, &LawOnBelt::tight_force},
     {"slack span force [N]", &LoadedDrive::slack_force, &LawOnBelt::slack_force}}};
constexpr double kLawForceTolerance = 2e-4;

// Compares the finest of several motions with the exact string.
void hold(Record& record, const LawOnBelt& law, const LoadedDrive& motion, const LoadedDrive& on_these_contacts,
          double speed_tolerance) {
  constexpr double kHardContact = 2e12;  // contact stiffness of the steady cases of ale_law_cases.cpp [N/m³]
  const LoadedDrive hard = steady({.law = law.law, .run = {}, .contact_stiffness = kHardContact});
  const LawOnBelt exact = on_undeformed_area(law);
  for (const Quantity& q : kQuantities) {
    const bool is_speed = q.value == &LoadedDrive::driven_speed;
    const double tolerance = is_speed ? speed_tolerance + entry_tolerance(exact, kHardContact) : kLawForceTolerance;
    const double change = on_these_contacts.*q.value / (hard.*q.value);
    record.relative(q.name, motion.*q.value / change, exact.*q.exact, tolerance,
                    is_speed ? Rank::headline : Rank::detail,
                    "the effects of contact penetration and dampers on the steady motion are removed");
  }
}

void tell(Record& record, const std::string& parameter, const std::vector<double>& values,
          const std::vector<LoadedDrive>& motions, const LoadedDrive& reference) {
  for (const Quantity& q : kQuantities) {
    std::vector<double> errors;
    for (const LoadedDrive& motion : motions) errors.push_back(std::abs(motion.*q.value / (reference.*q.value) - 1.0));
    record.series({.title = fmt::format("{} against {}, to the steady motion on the same contacts", q.name, parameter),
                   .parameter = parameter,
                   .error = "relative [-]",
                   .values = values,
                   .errors = errors});
  }
}

// Runs of a belt with more and more elements or links. Contacts are soft enough for elements to pass without large
// disturbances.
void refined(Record& record, const LawOnBelt& law, const std::string& parameter,
             const std::function<LawDrive(int)>& drive) {
  constexpr double kSpeedTolerance = 2e-4;
  const std::vector<double> meshes{120.0, 240.0, 480.0};
  const LoadedDrive reference = steady(drive(static_cast<int>(meshes.back())));
  std::vector<LoadedDrive> motions;
  for (const double n : meshes) motions.push_back(settled(drive(static_cast<int>(n))));
  hold(record, law, motions.back(), reference, kSpeedTolerance);
  tell(record, parameter, meshes, motions, reference);
}

double quieting(const LawOnBelt& law) { return chatters(law) ? kQuietingDamping : 0.0; }

void ancf(Record& record, const LawOnBelt& law) {
  refined(record, law, "elements", [&law](int n) {
    constexpr double kStep = 2.5e-4 * 480;  // for one element; a segment takes more than one step to pass [s]
    return LawDrive{.law = law.law, .run = law_ancf(n, kStep / n), .axial_damping = quieting(law)};
  });
}

// Averaging time [s]. With the softest bristles arriving links keep the driven pulley oscillating by 0.02 rad/s, so
// that means over 0.1 s scatter by 7e-4.
double mean_time_on_links(const LawOnBelt& law) { return law.name == "elastoplastic-1e7" ? 2.0 : 0.1; }

void links(Record& record, const LawOnBelt& law) {
  refined(record, law, "links", [&law](int n) {
    return LawDrive{.law = law.law,
                    .run = law_links(n, law.law),
                    .axial_damping = kLawAxialDamping,
                    .normal_damping = kLawNormalDamping,
                    .links = n,
                    .mean_time = mean_time_on_links(law)};
  });
}

void ale(Record& record, const LawOnBelt& law) {
  constexpr double kSpeedTolerance = 2e-5;
  constexpr int kPerPulley = 80;
  constexpr double kStep = 2e-3;  // [s]
  const auto drive = [&law](int per_pulley, double step) {
    return LawDrive{.law = law.law,
                    .run = law_ale(per_pulley, step) + R"(, "spectral_radius": 0)",
                    .contact_stiffness = 4e10,  // soft: deep contact hides the misfit of elements on an arc
                    .axial_damping = quieting(law)};
  };
  const LoadedDrive reference = steady(drive(kPerPulley, kStep));
  const LoadedDrive motion = settled(drive(kPerPulley, kStep));
  const std::vector<double> steps{4.0 * kStep, 2.0 * kStep, kStep};
  tell(record, "time_step [s]", steps,
       {settled(drive(kPerPulley, steps[0])), settled(drive(kPerPulley, steps[1])), motion}, reference);
  const LoadedDrive finest = settled(drive(2 * kPerPulley, kStep));
  const double n = kPerPulley;
  tell(record, "elements_per_pulley", {0.5 * n, n, 2.0 * n}, {settled(drive(kPerPulley / 2, kStep)), motion, finest},
       reference);
  hold(record, law, finest, reference, kSpeedTolerance);
}

std::string claim(const std::string& belt, const LawOnBelt& law) {
  return fmt::format("{} with the law {} converges to the steady string with the same law{}.", belt, law_name(law.law),
                     chatters(law) ? ", with axial damping to suppress chattering" : "");
}

}  // namespace

void add_belt_law_cases(std::vector<VerificationCase>& cases) {
  struct Belt {
    std::string id;
    std::string name;
    void (*run)(Record&, const LawOnBelt&);
    bool has_dampers = true;  // with strong dampers explicit steps would have to be very short
  };
  const std::array<Belt, 3> belts{{{"ancf", "The Lagrangian beam", ancf},
                                   {"links", "The belt of links", links, false},
                                   {"ale-transient", "The transient Eulerian belt", ale}}};
  for (const Belt& belt : belts) {
    for (const LawOnBelt& law : laws_on_belts()) {
      if (chatters_on_links(law) && !belt.has_dampers) continue;
      cases.push_back(
          {.id = fmt::format("friction/belts/{}/{}", belt.id, law.name),
           .claim = claim(belt.name, law),
           .reference = reference_of(law),
           .slow = true,
           .run = [run = belt.run, law](Record& record) { run(record, law); },
           .tolerances = "the effects of contact penetration and dampers on the steady motion are removed"});
    }
  }
}

}  // namespace beltdyn::verification
