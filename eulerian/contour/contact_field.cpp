// SPDX-License-Identifier: MIT
#include "eulerian/contour/contact_field.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn::eulerian {

using contact::CoulombFriction;
using contact::is_slipping;

ContactField::ContactField(const ContourDrive& drive, const numerics::ClosedChainLayout& layout, double stick_penalty,
                           bool with_memory)
    : layout_(layout),
      friction_{CoulombFriction(drive.friction_force[0], stick_penalty),
                CoulombFriction(drive.friction_force[1], stick_penalty)},
      with_memory_(with_memory),
      state_(layout.element_slots(), ContactState::stick),
      offset_(layout.element_slots()),
      slope_(layout.element_slots()),
      traction_(layout.element_slots()),
      trial_traction_(layout.element_slots()),
      bristle_(with_memory ? layout.element_slots() : 0),
      bristle_in_place_(bristle_) {
  set_states(std::vector<ContactState>(state_));
}

void ContactField::set_state(std::size_t slot, ContactState state) {
  const CoulombFriction& law = friction_[pulley_of(slot)];
  const contact::TractionResponse response = law.respond(state, with_memory_ ? bristle_in_place_[slot] : 0.0);
  state_[slot] = state;
  offset_[slot] = response.traction;
  slope_[slot] = response.stiffness;
}

void ContactField::set_states(const std::vector<ContactState>& states) {
  sticking_ = 0;
  for (std::size_t slot = 0; slot < state_.size(); ++slot) {
    if (is_void(slot)) continue;
    set_state(slot, states[slot]);
    if (!is_slipping(states[slot])) ++sticking_;
  }
}

void ContactField::transport(const std::array<double, 2>& travel, const std::array<double, 2>& element_length) {
  if (!with_memory_) return;
  for (std::size_t pulley = 0; pulley < 2; ++pulley) {
    const double distance = travel[pulley] / element_length[pulley];
    const double whole = std::floor(distance);
    const double rest = distance - whole;
    const auto bristle = [&](double index) {
      return index < 0.0 ? 0.0 : bristle_[layout_.element(pulley, static_cast<std::size_t>(index))];
    };
    for (std::size_t i = 0; i < layout_.elements(); ++i) {
      const double origin = static_cast<double>(i) - whole;
      const std::size_t slot = layout_.element(pulley, i);
      bristle_in_place_[slot] = (1.0 - rest) * bristle(origin) + rest * bristle(origin - 1.0);
      set_state(slot, state_[slot]);
    }
  }
}

std::int64_t ContactField::update(std::span<const double> relative_displacement) {
  std::int64_t changes = 0;
  for (std::size_t slot = 0; slot < state_.size(); ++slot) {
    const double u_rel = relative_displacement[slot];
    const double traction = offset_[slot] + slope_[slot] * u_rel;
    trial_traction_[slot] = traction;
    const ContactState before = state_[slot];
    const ContactState after = is_slipping(before) ? CoulombFriction::after_slip(before, u_rel)
                                                   : friction_[pulley_of(slot)].after_stick(traction);
    if (after == before) continue;
    ++changes;
    sticking_ += (is_slipping(before) ? 1 : 0) - (is_slipping(after) ? 1 : 0);
    set_state(slot, after);
  }
  return changes;
}

bool ContactField::slides_within_resolution() const {
  // An element that friction holds with less than this relative reserve counts as slipping [-].
  constexpr double kReserve = 0.01;
  constexpr int kOneOnEachPulley = 2;
  if (sticking_ > kOneOnEachPulley) return false;
  std::array<int, 2> sticking{};
  for (std::size_t slot = 0; slot < state_.size(); ++slot) {
    if (is_void(slot) || is_slipping(state_[slot])) continue;
    const std::size_t pulley = pulley_of(slot);
    if (std::abs(trial_traction_[slot]) < (1.0 - kReserve) * friction_[pulley].limit()) return false;
    if (++sticking[pulley] > 1) return false;
  }
  return true;
}

void ContactField::accept() {
  traction_.swap(trial_traction_);
  if (!with_memory_) return;
  for (std::size_t slot = 0; slot < state_.size(); ++slot) {
    if (is_void(slot)) continue;
    const CoulombFriction& law = friction_[pulley_of(slot)];
    const double traction = is_slipping(state_[slot]) ? law.respond(state_[slot], 0.0).traction : traction_[slot];
    bristle_[slot] = -traction / law.stick_penalty();
  }
}

void ContactField::restore(const std::vector<ContactState>& states, const std::vector<double>& tractions,
                           const std::vector<double>& bristles) {
  traction_ = tractions;
  bristle_ = bristles;
  bristle_in_place_ = bristles;
  set_states(states);
}

}  // namespace beltdyn::eulerian
