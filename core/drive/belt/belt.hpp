// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/config/field_visitor.hpp"
#include "core/drive/belt/belt_section.hpp"

namespace beltdyn {

// How long the belt is. The axial force is N = EA (λ − 1 − ε_ref), λ the stretch from the reference length L_ref.

// L_ref is the length of the belt path, ε_ref is given: the pretension of [Ntarladima 2023] Eqs. (35), (36). The force
// in the untouched belt is −EA ε_ref.
struct ReferenceStrain {
  double strain{};  // ε_ref < 0 in a taut belt [-]
};
// L_ref is given, ε_ref = 0.
struct StressFreeLength {
  double length{};  // [m]
};
// Forms that ask for a force of the spans at rest; what belt has it is found by find_pretension().
struct PretensionForce {
  double force{};  // [N]
};
struct SpanFrequency {
  int span{};          // from 1
  double frequency{};  // of the first transverse mode of the span at rest, as a string [Hz]
};
// That with which the mount of a pulley rests where it is drawn.
struct MountPretension {
  int pulley{};        // from 1; found from the name if that is given, 0 if no pulley has it
  std::string name{};  // empty if the number is given
};
using Pretension = std::variant<ReferenceStrain, StressFreeLength, PretensionForce, SpanFrequency, MountPretension>;
// The belt that was found for such a form.
struct BeltLength {
  double length{};  // L_ref [m]
  double force{};   // of all spans at rest [N]
  double strain{};  // ε_ref [-]
  double bent{};    // of that, what makes up for the length and the forces of a belt that bends [-]
};

// Where friction acts on the belt, and slip is measured, if the centre line is not on the pulley.
//   face         where the belt touches, at contact_offset from the centre line: friction bends the belt, and bending
//                makes slip
//   center_line  on the centre line, as in the theory of strings: a particle slips by r (Δθ − Δφ), θ the angle around
//                the centre of a pulley of radius r and φ that of the pulley, and the traction T of the surface pulls
//                with T r/(r + contact_offset), which has the same moment
enum class FrictionPlace { face, center_line };
inline constexpr std::array<std::string_view, 2> kFrictionPlaceNames{"face", "center_line"};

// The belt: all values per reference length where they are per length.
struct Belt {
  double axial_stiffness{};    // EA [N]
  double bending_stiffness{};  // EI [N m²]
  double mass_per_length{};    // ρA [kg/m]
  double width{};              // w_b [m]
  double contact_offset{};     // of the centre line from the surface that touches the pulleys [m]
  FrictionPlace friction_at = FrictionPlace::face;
  double axial_damping{};    // N += axial_damping dλ/dt [N s]
  double bending_damping{};  // M += bending_damping dκ/dt [N m² s]
  Pretension pretension;
  std::optional<BeltLength> found{};  // for forms that ask for a force, see BeltDrive::find_belt_length()
  BeltSection section{};

  // How far the place where contact forces act is from the centre line [m].
  double contact_lever() const { return friction_at == FrictionPlace::face ? contact_offset : 0.0; }
  // The distance of that place from the surface of a pulley in contact [m].
  double contact_height() const { return contact_offset - contact_lever(); }

  void visit(config::FieldVisitor& visitor);

 private:
  // Makes values of a rib those of the belt, once.
  void add_up_ribs();
};

}  // namespace beltdyn
