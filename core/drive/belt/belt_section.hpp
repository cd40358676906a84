// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>
#include <variant>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// The cross-section of a belt. In a groove with wedge angle α, the two flanks carry a belt that is pressed in with p
// per length. Each flank takes p/(2 sin(α/2)), so the normal force of friction is p/sin(α/2) in total. Friction does
// not resist the wedging: where the belt slides along its pulley, the slip along the belt takes up all friction of the
// flanks.

struct FlatSection {};
struct VSection {
  double wedge_angle{};  // α, between the flanks [rad]
};
// Whether axial and bending stiffness, mass per length, width and damping of a poly-V belt are given for the belt or
// for one rib.
enum class RibValues { whole_belt, per_rib };
inline constexpr std::array<std::string_view, 2> kRibValuesNames{"whole_belt", "per_rib"};

struct PolyVSection {
  double wedge_angle{};  // α [rad]
  int ribs{};            // number of ribs
  RibValues values = RibValues::whole_belt;
};

using BeltSection = std::variant<FlatSection, VSection, PolyVSection>;

// Does the belt run in grooves on pulleys that have grooves?
bool has_wedges(const BeltSection& section);
// The normal force on all flanks over the force that presses the belt in: 1/sin(α/2), and 1 for a flat belt [-].
double flank_force_ratio(const BeltSection& section);

// Visits "type" and the fields of this type.
void visit_section(config::FieldVisitor& visitor, BeltSection& section);

}  // namespace beltdyn
