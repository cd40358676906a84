// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>
#include <variant>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// The cross-section of a belt. In a groove of the wedge angle α the two flanks bear a belt that is pressed in with p
// per length: each takes p/(2 sin(α/2)), so that what friction sees is p/sin(α/2) in all. Wedging is taken to be free
// of friction: the slip along the belt takes up the friction of the flanks, as where a belt slides along its pulley.

struct FlatSection {};
struct VSection {
  double wedge_angle{};  // α, between the flanks [rad]
};
// What axial and bending stiffness, mass per length, width and damping of a poly-V belt are given of.
enum class RibValues { whole_belt, per_rib };
inline constexpr std::array<std::string_view, 2> kRibValuesNames{"whole_belt", "per_rib"};

struct PolyVSection {
  double wedge_angle{};  // α [rad]
  int ribs{};
  RibValues values = RibValues::whole_belt;
};

using BeltSection = std::variant<FlatSection, VSection, PolyVSection>;

// Does the belt run in grooves, where a pulley has some?
bool has_wedges(const BeltSection& section);
// The force on all flanks over the one that presses the belt in, 1/sin(α/2); 1 of a flat belt [-].
double flank_force_ratio(const BeltSection& section);

// Visits "type" and what belongs to it.
void visit_section(config::FieldVisitor& visitor, BeltSection& section);

}  // namespace beltdyn
