// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/contact/coulomb_friction.hpp"
#include "core/drive/contour_drive.hpp"
#include "core/numerics/solve/closed_chain.hpp"

namespace beltdyn::eulerian {

// The contact of all contact elements of a contour drive, in the layout of numerics::ClosedChainLayout. In a step with
// given contact states the law of contact::CoulombFriction is linear in the relative displacement,
//
//   q = offset + slope u_rel;
//
// Offset and slope are stored for each element, so that loops over elements do not evaluate its state.
//
// With memory, a sticking element is a bristle of stiffness K: q = −K (z + u_rel), with its deflection z before the
// step. Bristles ride on the surface of the pulley, enter undeflected, and have the deflection ±f/K in slip: [Oborin
// 2018] Section 5, the "accumulated u_rel". Without memory z = 0; then K acts as a viscosity K τ, since u_rel is the
// displacement in one step.
class ContactField {
 public:
  using ContactState = contact::ContactState;

  ContactField(const ContourDrive& drive, const numerics::ClosedChainLayout& layout, double stick_penalty,
               bool with_memory);

  std::span<const double> traction_offset() const { return offset_; }  // [N/m]
  std::span<const double> traction_slope() const { return slope_; }    // [N/m²]

  ContactState state(std::size_t pulley, std::size_t element) const { return state_[layout_.element(pulley, element)]; }
  double traction(std::size_t pulley, std::size_t element) const { return traction_[layout_.element(pulley, element)]; }
  const contact::CoulombFriction& friction(std::size_t pulley) const { return friction_[pulley]; }
  int sticking_elements() const { return sticking_; }
  // After update(): does at most one element on each pulley stick, and that one at its limit? Then the belt slides
  // everywhere within the resolution of the mesh.
  bool slides_within_resolution() const;

  // Transports the bristles with the surfaces by `travel` [m]: linear interpolation at the place they come from, which
  // is the upwind scheme if travel ≤ h.
  void transport(const std::array<double, 2>& travel, const std::array<double, 2>& element_length);
  // Sets the contact states by the relative displacements of a step, shape (element_slots) [m]. Returns the number of
  // elements that changed.
  std::int64_t update(std::span<const double> relative_displacement);
  // Accepts the last update() as the past; without it only the states change.
  void accept();

  const std::vector<ContactState>& states() const { return state_; }
  void set_states(const std::vector<ContactState>& states);

  // The data kept between steps: tractions of the last step, and bristles (empty without memory).
  const std::vector<double>& tractions() const { return traction_; }
  const std::vector<double>& bristles() const { return bristle_; }
  void restore(const std::vector<ContactState>& states, const std::vector<double>& tractions,
               const std::vector<double>& bristles);

 private:
  static std::size_t pulley_of(std::size_t slot) { return slot % numerics::ClosedChainLayout::kLanes / 2; }
  bool is_void(std::size_t slot) const {
    return layout_.has_void() && (slot == layout_.void_element(0) || slot == layout_.void_element(1));
  }
  void set_state(std::size_t slot, ContactState state);

  numerics::ClosedChainLayout layout_;
  std::array<contact::CoulombFriction, 2> friction_;
  bool with_memory_;
  int sticking_ = 0;
  std::vector<ContactState> state_;
  std::vector<double> offset_;
  std::vector<double> slope_;
  std::vector<double> traction_;          // in the last step [N/m]
  std::vector<double> trial_traction_;    // in the present step [N/m]
  std::vector<double> bristle_;           // z at the end of the last step [m]; empty without memory
  std::vector<double> bristle_in_place_;  // z in the present step [m]
};

}  // namespace beltdyn::eulerian
