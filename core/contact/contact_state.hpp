// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::contact {

// The contact state of a point of the belt. Result files use the same values (contact_state [-]).
enum class ContactState : int {
  slip_backward = -1,  // the belt lags the surface
  stick = 0,           // the belt moves with the surface
  slip_forward = 1,    // the belt overtakes the surface
  free = 2,            // the belt touches nothing
};

constexpr bool is_slipping(ContactState state) {
  return state == ContactState::slip_backward || state == ContactState::slip_forward;
}

// +1 forward, −1 backward, 0 otherwise
constexpr int slip_direction(ContactState state) { return is_slipping(state) ? static_cast<int>(state) : 0; }

constexpr ContactState slip_towards(double direction) {
  return direction < 0.0 ? ContactState::slip_backward : ContactState::slip_forward;
}

// Conversion between states and the numbers that represent them in lanes and in the memory of a law.
constexpr double mode_of(ContactState state) { return static_cast<double>(state); }
constexpr ContactState state_of(double mode) { return static_cast<ContactState>(static_cast<int>(mode)); }

}  // namespace beltdyn::contact
