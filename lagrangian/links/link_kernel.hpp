// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "core/numerics/lanes/instruction_set.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// Loads on the links other than those of joints and pulleys.
struct LinkForcing {
  bool has_friction = true;
  double mass_damping = 0.0;  // a force −mass_damping m v, and the like for turning [1/s]
  // The links have hardly turned since the last evaluation that did not follow one, which saves finding their
  // directions anew.
  bool follows = false;
  // In a stage of an implicit step the friction of laws with modes is what they answer to a step of this length [s]
  // from these internal variables (shape as in a state), so that no mode outlasts it; the rates are those that lead to
  // its end, and modes are written to where they are asked for.
  double stage = 0.0;
  const double* memory_before = nullptr;
  double* modes_after = nullptr;
};

// What is left of an evaluation to be looked at. Shapes (stride + 1) for joints, joint i is ahead of link i, and
// (stride) for links.
struct LinkForces {
  explicit LinkForces(const LinkLayout& layout);

  numerics::AlignedVector joint_x;  // the force of joint i on link i − 1 [N]
  numerics::AlignedVector joint_y;
  numerics::AlignedVector normal;         // N of each link [N]
  numerics::AlignedVector traction;       // T of each link, in the running direction [N]
  numerics::AlignedVector slip_velocity;  // v of the link over the pulley, in the running direction [m/s]
  numerics::AlignedVector pulley;         // which pulley the link touches, −1 if none
  numerics::AlignedVector push_x;         // of a pulley that moves on each link [N]
  numerics::AlignedVector push_y;
};

// The right-hand side of the links: one source, compiled for several instruction sets.
//
// With g the gap from the right end of link i − 1 to the left end of link i, n outward from the axis of a pulley, and
// v = w (v_t − R ω) the slip of a link in the running direction:
//
//     F_i = c g + b (g·dg/dt) g/|g|²         on link i − 1, −F_i on link i                     Eqs. (30), (33)
//     M_i = c_φ (φ_i − φ_{i−1}) + b_φ (…)·   on link i − 1, −M_i on link i                     Eq. (35)
//     m dv/dt = F_{i+1} − F_i + m a_g + N n + T w n⊥                                           Eqs. (13), (21), (24)
//     I dω/dt = M_{i+1} − M_i + d × (F_{i+1} + F_i),   d from the centre to the right end
//     moment on the pulley  −w R T, about the centre of its circle
//
// v_t and dg/dt of the contact are those over the circle, where that moves.
//
// [Kubas 2021], put right where its equations contradict the figures: the gap is from right to left end, the bending
// moments restore, (35) has the damper of bending and not the axial one, T has the lever arm R, and links touch pulleys
// only under pressure.
class LinkKernel {
 public:
  virtual ~LinkKernel() = default;

  // Writes the rates of all links, of their friction too, and the moments on the pulleys [N m]. Those of the pulleys
  // themselves are not touched. Returns the sum of the squares of all gaps in the joints [m²].
  virtual double evaluate(const LinkForcing& forcing, const double* state, const double* modes,
                          std::span<const double> pulley_speeds, double* rates, std::span<double> moments) = 0;
  // The same, and keeps the forces.
  virtual double observe(const LinkForcing& forcing, const double* state, const double* modes,
                         std::span<const double> pulley_speeds, double* rates, std::span<double> moments,
                         LinkForces& forces) = 0;
  // Puts the circle of a pulley that moves where it is from now on, with its velocity; at first it is at rest where it
  // is drawn.
  virtual void move_pulley(std::size_t pulley, const numerics::Vec2<double>& center,
                           const numerics::Vec2<double>& velocity) = 0;
  // The force of the links on a pulley that moves at the last evaluation [N].
  virtual numerics::Vec2<double> force_on_pulley(std::size_t pulley) const = 0;
  // What the dampers of the joints and the contacts take at the last evaluation, friction included, with what contacts
  // store [W].
  virtual double lost_power() const = 0;
  // Switches the modes of friction that do not last, and clears the memory of links that touch no pulley. Returns how
  // many modes switched.
  virtual int switch_modes(double* state, double* modes, std::span<const double> pulley_speeds) = 0;
  // Which pulley each link touches, −1 if none; shape (stride).
  virtual void find_touching(const double* state, std::span<const double> pulley_speeds, double* touching) = 0;
  // Do all modes of friction last, and does each link still touch what it did?
  virtual bool everything_lasts(const double* state, const double* modes, std::span<const double> pulley_speeds,
                                const double* touching) = 0;
};

// Throws UsageError if the set is not available.
std::unique_ptr<LinkKernel> make_link_kernel(const LinkModel& model, numerics::InstructionSet set);

}  // namespace beltdyn::lagrangian::links
