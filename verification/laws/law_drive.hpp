// SPDX-License-Identifier: MIT
#pragma once

#include <numbers>
#include <string>
#include <vector>

#include "verification/belt_support.hpp"
#include "verification/laws/friction_on_belts.hpp"

// One drive with any friction law in any formulation of belts, in the limit of a string.
namespace beltdyn::verification {

// The drive of [Ntarladima 2023] as a string: no weight, next to no bending stiffness, contacts with the centre line.
// Speed and load rise on cosines, up to 0.4 s and from 0.2 s to 0.7 s.
struct LawDrive {
  FrictionLawConfig law;
  std::string run;                 // the members of the run as JSON text, without its name
  double contact_stiffness = 4e9;  // [N/m³]
  double axial_damping = 0.0;      // [N s]
  double normal_damping = 0.0;     // of the contact [N s/m³]
  double change_of_torque = 0.0;   // on the driven pulley in addition to its load, from 0.9 s to 1.5 s [N m]
  // Links make a polygon around a circle of the radius R: with it the pulleys are smaller, so that the polygon is as
  // long as the circle of R, and the belt has the stress-free length and the stiffness that it has without. 0: no
  // links.
  int links = 0;
  double mean_time = 0.1;            // of settled(), in which some tens of elements and links pass [s]
  std::vector<std::string> edits{};  // of the configuration, see BeltRun
};

inline constexpr double kLawRadius = 0.1;                   // R [m]
inline constexpr double kLawSpan = 0.1 * std::numbers::pi;  // [m]
inline constexpr double kLawStiffness = 8000.0;             // EA [N]
inline constexpr double kLawStressFree = 0.95;              // 1 + ε_ref [-]
inline constexpr double kLawWidth = 0.08;                   // [m]
inline constexpr double kLawMass = 0.8288;                  // ρA [kg/m]
inline constexpr double kLawDriverSpeed = 12.0;             // ω₁ [rad/s]
inline constexpr double kLawLargestForce = 665.4;           // T₁ of all laws in the table, rounded up [N]

// Dampers that keep links from ringing; d ε' v of the axial one is 0.03 N in a slip arc.
inline constexpr double kLawAxialDamping = 0.1;   // [N s]
inline constexpr double kLawNormalDamping = 8e4;  // of the contact [N s/m³]

BeltRun law_run(const LawDrive& drive);

// The law and its exact motion where the stiffness of stick counts on the undeformed area, as in every belt. That of
// the table counts on the deformed one, which matters for an elastoplastic law only: for this the motion is that of
// analytic_string, whose integration is held against the table.
LawOnBelt on_undeformed_area(LawOnBelt law);
// Of ω₂, relative: where a particle enters, pressure grows on √(N/(w k)), k the stiffness of the contact per area,
// while a bristle already remembers. Of the length √(EA/(w K)) in which it takes up the load, so much on each pulley is
// not there. 0 for other laws.
double entry_tolerance(const LawOnBelt& exact, double contact_stiffness);
// Where the exact motion comes from.
std::string reference_of(const LawOnBelt& law);

// The members of runs.
std::string law_ale(int per_pulley, double time_step);
std::string law_ale_steady(int per_pulley);
// What rings as elements and links reach a pulley is damped by the steps.
std::string law_ancf(int elements, double time_step);
// As long a step as the law allows: friction that grows with the slip velocity is a stiff damper.
std::string law_links(int links, const FrictionLawConfig& law);

// The drive in its steady motion: means over mean_time, from 1.9 s on.
LoadedDrive settled(const LawDrive& drive);
// The same in the steady analysis of eulerian_ale, on the same contacts and with the same dampers.
LoadedDrive steady(LawDrive drive);

}  // namespace beltdyn::verification
