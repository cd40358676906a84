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

// The forms in which the length of the belt can be given. The axial force is N = EA (λ − 1 − ε_ref), with λ the stretch
// from the reference length L_ref.

// L_ref is the length of the belt path and ε_ref is given: the pretension of [Ntarladima 2023] Eqs. (35), (36). The
// force of the belt on its undisturbed path is −EA ε_ref.
struct ReferenceStrain {
  double strain{};  // ε_ref < 0 in a taut belt [-]
};
// L_ref is given, ε_ref = 0.
struct StressFreeLength {
  double length{};  // [m]
};
// Forms that prescribe a force of the spans at rest. find_pretension() finds the belt that has this force.
struct PretensionForce {
  double force{};  // [N]
};
// The force of a string with this frequency in one of its spans.
struct SpanFrequency {
  int span{};          // number of the span, from 1
  double frequency{};  // first transverse mode of the span at rest, as a string [Hz]
};
// The force with which the mount of a pulley is in equilibrium where it is drawn.
struct MountPretension {
  int pulley{};        // index of the pulley from 1; found from the name if that is given, 0 if no pulley has the name
  std::string name{};  // of the pulley; empty if the number is given
};
using Pretension = std::variant<ReferenceStrain, StressFreeLength, PretensionForce, SpanFrequency, MountPretension>;
// The belt that find_pretension() found for one of these forms.
struct BeltLength {
  double length{};  // L_ref [m]
  double force{};   // of all spans at rest [N]
  double strain{};  // ε_ref [-]
  double bent{};    // the part of ε_ref due to bending: it makes up for the length and the forces of a bent belt [-]
};

// Where friction acts on the belt and where slip is measured, if the centre line is not on the pulley surface.
//   by_contact   on the centre line if all contacts are rigid, else on the face
//   face         on the face that touches the pulley, at contact_offset from the centre line: friction bends the belt,
//                and bending causes slip
//   center_line  on the centre line, as in the theory of strings: a particle slips by r (Δθ − Δφ), with θ its angle
//                around the centre of a pulley of radius r and φ the angle of the pulley. The traction T of the surface
//                acts with T r/(r + contact_offset), which has the same moment
// A face that lies on a rigid pulley cannot tilt against it, so that slip on the face is slip by r (Δθ − Δφ), and the
// pressure bears the moment of friction. `face` tends to this as a contact stiffens, but with its fourth root.
enum class FrictionPlace { by_contact, face, center_line };
inline constexpr std::array<std::string_view, 3> kFrictionPlaceNames{"by_contact", "face", "center_line"};

// The belt. Values per length are per reference length.
struct Belt {
  double axial_stiffness{};    // EA [N]
  double bending_stiffness{};  // EI [N m²]
  double mass_per_length{};    // ρA [kg/m]
  double width{};              // w_b [m]
  double contact_offset{};     // distance of the centre line from the face that touches the pulleys [m]
  FrictionPlace friction_at = FrictionPlace::by_contact;
  double axial_damping{};    // N += axial_damping dλ/dt [N s]
  double bending_damping{};  // M += bending_damping dκ/dt [N m² s]
  Pretension pretension;
  std::optional<BeltLength> found{};  // for a prescribed force, see BeltDrive::find_belt_length()
  BeltSection section{};

  // The distance from the centre line to the place where contact forces act [m]. A drive that has been read has no
  // place by_contact any more; elsewhere it is the face.
  double contact_lever() const { return friction_at == FrictionPlace::center_line ? 0.0 : contact_offset; }
  // The distance from that place to the surface of the pulley in contact [m].
  double contact_height() const { return contact_offset - contact_lever(); }

  void visit(config::FieldVisitor& visitor);

 private:
  // Multiplies values given per rib by the number of ribs. Further calls change nothing.
  void add_up_ribs();
};

}  // namespace beltdyn
