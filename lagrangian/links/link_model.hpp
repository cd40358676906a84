// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/drive/any_friction_law.hpp"
#include "core/drive/pulley/pulley_contact.hpp"
#include "core/numerics/lanes/lane_math.hpp"
#include "core/numerics/solve/cyclic_chain_layout.hpp"

namespace beltdyn::lagrangian::links {

// A pulley as a link sees it. The link touches at one point, x = r + w Y m, with its centre r, its left normal m and
// the lever Y of the belt: this is its centre, or a point of its face.
struct LinkPulley {
  numerics::Vec2<double> center;  // as the drive places it [m]
  double radius{};                // R, of the surface [m]
  double contact_radius{};        // R_c, from which gaps are measured: R, or more for centre lines [m]
  double rolling{};               // ϱ₀ of contact::RigidSurface, 0: the contact is not rigid [m]
  // l/(4 R²): a link with the foot of the perpendicular from the axis at the distance x from its middle rolls on the
  // radius ϱ₀ (1 + x lift). At x = 0 this is that of the middles of the polygon's sides, at x = l/2 that of its
  // corners: a link that enters moves with the joint in front of it [1/m].
  double lift{};
  double turn{};     // w: +1 if the belt turns counter-clockwise around the pulley, −1 if clockwise
  double inertia{};  // [kg m²]
  NormalLaw normal;  // for one link, as the friction law
  Indirect<FrictionLaw> friction;
  double reach{};  // a link whose touching point is at this distance from the axis or farther has no contact [m]
  bool moves{};    // its circle may move: it is on a mount, or eccentric
  numerics::Vec2<double> velocity{};  // of the circle [m/s]
};

// A mount whose coordinate is a part of the state.
struct LinkMount {
  std::size_t pulley{};
};

// Dry friction in the joint of a mount, or in the bearing of a pulley (JointFriction).
struct LinkJoint {
  std::size_t pulley{};
  int mount = -1;                  // index among the mounts; −1: it is a bearing
  double radius{};                 // of the joint [m]
  double normal_force{};           // [N]
  Indirect<FrictionLaw> friction;  // at one contact point
};

// The belt as n rigid links of length ℓ, mass m and moment of inertia I. Each link is joined to the next one by a
// spring of free length 0, a damper and a bending spring, [Kubas 2021] Fig. 2. With l_e = L_ref/n and the belt of
// BeltDrive:
//
//     ℓ = l_e (1 + ε_ref),  m = ρA l_e,  I = m l_e²/12,  c = EA/l_e,  b = d_EA/l_e,  c_φ = EI/l_e,  b_φ = d_EI/l_e
//
// so that the force of a joint is N = EA (λ − 1 − ε_ref) with the stretch λ = (ℓ + gap)/l_e, whatever n.
struct LinkModel {
  int n_links{};
  double reference_length{};       // l_e [m]
  double link_length{};            // ℓ [m]
  double mass{};                   // m [kg]
  double inertia{};                // I [kg m²]
  double axial_stiffness{};        // c [N/m]
  double axial_damping{};          // b [N s/m]
  double bending_stiffness{};      // c_φ [N m/rad]
  double bending_damping{};        // b_φ [N m s/rad]
  numerics::Vec2<double> gravity;  // [m/s²]
  double winding{};                // angle by which the belt turns in a loop [rad]
  double lever{};                  // Y [m]
  std::vector<LinkPulley> pulleys;
  std::vector<LinkMount> mounts;
  std::vector<LinkJoint> joints;
  std::vector<std::size_t> accessories;  // pulleys with an accessory

  // Frequency of the fastest motion without contact: all links turn alike, ω = √(12 c/m), or neighbours turn against
  // each other, ω = √(4 c_φ/I) [rad/s].
  double highest_frequency() const;
  bool has_rigid_contact() const;
  // Number of internal variables of a friction law, the maximum over pulleys.
  std::size_t memory_size() const;
  // The same number for joints.
  std::size_t joint_memory_size() const;
};

// The drive as discretised: where contact is rigid it gets the stiffness of the method (with_mesh_penalty()).
BeltDrive rigid_on_links(const BeltDrive& drive, int n_links);
// The model of a drive from rigid_on_links(). Links around a circle of radius R touch it at their middles, and are
// longer than its arc by R α²/12 per angle α = l_e/R; a rigid circle is made smaller by that length.
LinkModel make_link_model(const BeltDrive& drive, int n_links);

// Positions of the numbers of a state. Quantities of links come first, each as `stride` numbers, the first n of which
// are used. Then follow angle and angular velocity of each pulley; coordinate and velocity of each mount; internal
// variables of each joint; and for each accessory its angle, its angular velocity and the twist at which it is free of
// torque.
class LinkLayout {
 public:
  enum Field : std::size_t { x, y, angle, vx, vy, spin, n_fields };
  // Room for whole vector registers of any instruction set.
  static constexpr std::size_t kMostLanes = 8;

  LinkLayout(const LinkModel& model);

  std::size_t n_links() const { return n_links_; }
  std::size_t stride() const { return stride_; }
  std::size_t n_memory() const { return n_memory_; }
  std::size_t n_pulleys() const { return n_pulleys_; }
  std::size_t field(std::size_t f) const { return f * stride_; }
  std::size_t memory(std::size_t k) const { return (n_fields + k) * stride_; }  // internal variable k of friction
  std::size_t pulley_angle(std::size_t p) const { return memory(n_memory_) + p; }
  std::size_t pulley_speed(std::size_t p) const { return memory(n_memory_) + n_pulleys_ + p; }
  std::size_t n_mounts() const { return n_mounts_; }
  std::size_t n_joints() const { return n_joints_; }
  std::size_t n_joint_memory() const { return n_joint_memory_; }
  std::size_t mount_position(std::size_t m) const { return memory(n_memory_) + 2 * n_pulleys_ + m; }
  std::size_t mount_velocity(std::size_t m) const { return mount_position(n_mounts_) + m; }
  std::size_t joint_memory(std::size_t j, std::size_t k) const {
    return mount_velocity(n_mounts_) + j * n_joint_memory_ + k;
  }
  std::size_t accessory_angle(std::size_t a) const { return joint_memory(n_joints_, 0) + kAccessoryNumbers * a; }
  std::size_t accessory_speed(std::size_t a) const { return accessory_angle(a) + 1; }
  std::size_t accessory_twist(std::size_t a) const { return accessory_angle(a) + 2; }
  std::size_t size() const { return accessory_angle(n_accessories_); }
  // Positions of modes: of links, with room for at least one variable, so that kernels have a valid pointer; then of
  // joints; then of the clutches of accessories, 0: takes along.
  std::size_t joint_mode(std::size_t j, std::size_t k) const {
    return std::max<std::size_t>(n_memory_, 1) * stride_ + j * n_joint_memory_ + k;
  }
  std::size_t accessory_mode(std::size_t a) const { return joint_mode(n_joints_, 0) + a; }
  std::size_t modes_size() const { return accessory_mode(n_accessories_); }

 private:
  static constexpr std::size_t kAccessoryNumbers = 3;

  std::size_t n_links_;
  std::size_t stride_;
  std::size_t n_memory_;
  std::size_t n_pulleys_;
  std::size_t n_mounts_;
  std::size_t n_joints_;
  std::size_t n_joint_memory_;
  std::size_t n_accessories_;
};

// Lays the links end to end on the belt path, with the mounts in their places at rest (mounts_at_rest()) and the centre
// of link i at σ = (i + 1/2) L/n; everything at rest.
numerics::AlignedVector lay_on_path(const BeltDrive& drive, const LinkModel& model, const LinkLayout& layout);

}  // namespace beltdyn::lagrangian::links
