// SPDX-License-Identifier: MIT
#pragma once

#include <numbers>
#include <string>
#include <vector>

#include "verification/belt_support.hpp"
#include "verification/laws/friction_on_belts.hpp"

// One drive with any friction law in any formulation of belts, in the limit of a string.
namespace beltdyn::verification {

// The drive of [Ntarladima 2023] as a string: no weight, almost no bending stiffness, contacts at the centre line.
// Speed and load rise as cosine ramps, up to 0.4 s and from 0.2 s to 0.7 s.
struct LawDrive {
  FrictionLawConfig law;
  std::string run;                 // members of the run as JSON text, without its name
  double contact_stiffness = 4e9;  // [N/m³]
  double axial_damping = 0.0;      // [N s]
  double normal_damping = 0.0;     // of the contact [N s/m³]
  double change_of_torque = 0.0;   // added to the load of the driven pulley, from 0.9 s to 1.5 s [N m]
  // Number of links, 0: no links. Links form a polygon around a circle of radius R. The pulleys are made smaller, so
  // that the polygon is as long as the circle of radius R, and the belt keeps its stress-free length and its stiffness.
  int links = 0;
  double mean_time = 0.1;            // averaging time of settled(), in which tens of elements and links pass [s]
  std::vector<std::string> edits{};  // edits of the configuration, see BeltRun
};

inline constexpr double kLawRadius = 0.1;                   // R [m]
inline constexpr double kLawSpan = 0.1 * std::numbers::pi;  // [m]
inline constexpr double kLawStiffness = 8000.0;             // EA [N]
inline constexpr double kLawStressFree = 0.95;              // 1 + ε_ref [-]
inline constexpr double kLawWidth = 0.08;                   // [m]
inline constexpr double kLawMass = 0.8288;                  // ρA [kg/m]
inline constexpr double kLawDriverSpeed = 12.0;             // ω₁ [rad/s]
inline constexpr double kLawLargestForce = 665.4;  // T₁, the largest of all laws in the table, rounded up [N]

// Dampers that suppress oscillations of links; the axial one contributes d ε' v = 0.03 N in a slip arc.
inline constexpr double kLawAxialDamping = 0.1;   // [N s]
inline constexpr double kLawNormalDamping = 8e4;  // of the contact [N s/m³]

BeltRun law_run(const LawDrive& drive);

// The law with its exact motion for the stiffness of stick per undeformed area, the convention of every belt here. The
// table refers this stiffness to the deformed area, which matters for an elastoplastic law only. For such a law the
// motion is computed by analytic_string, whose integration other cases compare with the table.
LawOnBelt on_undeformed_area(LawOnBelt law);
// Relative tolerance of ω₂ [-] for an elastoplastic law, 0 for other laws. At the entry, pressure builds up over the
// length √(N/(w k)), k the contact stiffness per area, while a bristle already deflects. On each pulley this length is
// missing from the length √(EA/(w K)) over which the bristles take up the load.
double entry_tolerance(const LawOnBelt& exact, double contact_stiffness);
// The source of the exact motion, as text for records.
std::string reference_of(const LawOnBelt& law);

// Members of runs of eulerian_ale.
std::string law_ale(int per_pulley, double time_step);
std::string law_ale_steady(int per_pulley);
// Members of runs of lagrangian_ancf. The steps damp oscillations from elements that reach a pulley.
std::string law_ancf(int elements, double time_step);
// Members of runs of lagrangian_links with the largest stable time step: friction that grows with the slip velocity is
// a stiff damper.
std::string law_links(int links, const FrictionLawConfig& law);

// Means of the drive in its steady motion, over mean_time from 1.9 s on.
LoadedDrive settled(const LawDrive& drive);
// The same drive in the steady analysis of eulerian_ale, with the same contacts and dampers.
LoadedDrive steady(LawDrive drive);

}  // namespace beltdyn::verification
