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
  double mass_damping = 0.0;  // force −mass_damping m v, and moment −mass_damping I ω [1/s]
  // Have the links hardly turned since the last evaluation with follows = false? This saves new sines and cosines.
  bool follows = false;
  // Length of a step [s] for a stage of an implicit method, else 0. Then a friction law with modes responds to a step
  // of this length, from the internal variables memory_before (shape as in a state), and no mode outlasts the step. The
  // rates are those that lead to its end; the modes at its end are written to modes_after if that is given.
  double stage = 0.0;
  const double* memory_before = nullptr;
  double* modes_after = nullptr;
};

// The forces of an evaluation, for output. Shapes (stride + 1) for joints, where joint i is ahead of link i, and
// (stride) for links.
struct LinkForces {
  explicit LinkForces(const LinkLayout& layout);

  numerics::AlignedVector joint_x;  // the force of joint i on link i − 1 [N]
  numerics::AlignedVector joint_y;
  numerics::AlignedVector normal;         // N of each link [N]
  numerics::AlignedVector traction;       // T of each link, in the running direction [N]
  numerics::AlignedVector slip_velocity;  // v of the link over the pulley, in the running direction [m/s]
  numerics::AlignedVector pulley;         // index of the pulley that the link touches, −1: none
  numerics::AlignedVector push_x;         // of a pulley that moves, on each link [N]
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
// v_t and dg/dt of a contact are relative to the circle, if that moves.
//
// Corrections to [Kubas 2021], where equations contradict the figures: the gap goes from the right to the left end, the
// bending moments restore, (35) has the damper of bending instead of the axial one, T has the lever arm R, and links
// touch pulleys only under pressure.
class LinkKernel {
 public:
  virtual ~LinkKernel() = default;

  // Writes the rates of all links, with their friction, and the moments on the pulleys [N m]; leaves the rates of
  // pulleys untouched. Returns the sum of the squares of all joint gaps [m²].
  virtual double evaluate(const LinkForcing& forcing, const double* state, const double* modes,
                          std::span<const double> pulley_speeds, double* rates, std::span<double> moments) = 0;
  // As evaluate(), and stores the forces.
  virtual double observe(const LinkForcing& forcing, const double* state, const double* modes,
                         std::span<const double> pulley_speeds, double* rates, std::span<double> moments,
                         LinkForces& forces) = 0;
  // Sets place and velocity of the circle of a moving pulley; without a call it rests where the drive places it.
  virtual void move_pulley(std::size_t pulley, const numerics::Vec2<double>& center,
                           const numerics::Vec2<double>& velocity) = 0;
  // Force of the links on a moving pulley at the last evaluation [N].
  virtual numerics::Vec2<double> force_on_pulley(std::size_t pulley) const = 0;
  // Power taken by the dampers of the joints and by the contacts at the last evaluation: friction, and storage in the
  // contacts [W].
  virtual double lost_power() const = 0;
  // Switches friction modes that do not last, and clears the memory of links out of contact. Returns the number of
  // switched modes.
  virtual int switch_modes(double* state, double* modes, std::span<const double> pulley_speeds) = 0;
  // The pulley that each link touches, −1: none; shape (stride).
  virtual void find_touching(const double* state, std::span<const double> pulley_speeds, double* touching) = 0;
  // Do all friction modes last, and does each link touch the same pulley as in `touching`?
  virtual bool everything_lasts(const double* state, const double* modes, std::span<const double> pulley_speeds,
                                const double* touching) = 0;
};

// Throws UsageError if the set is not available.
std::unique_ptr<LinkKernel> make_link_kernel(const LinkModel& model, numerics::InstructionSet set);

}  // namespace beltdyn::lagrangian::links
