// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/dynamics/running_belt.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// The steady motion that links follow before the start: link i is at R(s_i + G t), s_i = (i + 1/2) l_e, along R′ there.
// Links form a polygon, whose own steady motion differs from this one by the square of the angles between links.
// Therefore they are only drawn to it, by forces on the differences of velocities, until they have settled. Speeds that
// keep a difference become the speeds of the lead, so that no force remains.
class RunningLead {
 public:
  // `time`: begin of the lead; `damping`: force per mass and velocity difference [1/s]. The model must outlive the
  // lead.
  RunningLead(const RunningBelt& running, double time, const LinkModel& model, double damping);

  // Sets links, pulleys and mounts to their present places and velocities; angles of pulleys are 0.
  void put(const LinkLayout& layout, numerics::AlignedVector& state) const;
  // Adds the accelerations that draw the links to their rates, at the time `after` the last step.
  void draw(double after, const LinkLayout& layout, const numerics::AlignedVector& state,
            numerics::AlignedVector& rates) const;
  // The same for the angular acceleration of a pulley [rad/s²].
  double draw_pulley(std::size_t pulley, double speed) const { return damping_ * (speeds_[pulley] - speed); }
  // Advances by a step of length h. The speeds of the lead's pulleys and belt then follow the speeds of the drive, the
  // belt's separately at each place on the way of a link.
  void follow(double h, const LinkLayout& layout, const numerics::AlignedVector& state);

 private:
  // Number of places on the way of a link to the next link's place; velocities are interpolated between places.
  static constexpr std::size_t kPlacesPerLink = 8;

  // Position and angle of a link at a place.
  struct Place {
    numerics::Vec2<double> position;  // [m]
    double angle{};                   // of the link, without turns [rad]
  };
  // Velocities at one place on the way of every link, listed twice around the loop: so the velocities of all links are
  // contiguous wherever the links are.
  struct Velocities {
    std::vector<double> vx, vy, spin;
  };
  // Link i is between the place `phase` on the way of link `link` + i and the next place.
  struct Between {
    std::size_t link{};
    std::size_t phase{};
    double share{};  // fraction of the way from the first place to the next one [-]
  };
  Between between(double along) const;
  Place place(const Between& at, std::size_t link) const;
  // Calls `visit` for each velocity field, with its values for all links at the first and at the second place.
  template <class Visit>
  void visit_velocities(const Between& at, const Visit& visit) const;
  // The fraction by which a difference that the lead follows decays in this time.
  double part_in(double time) const;
  // Sum over all links of the velocity along themselves [m/s].
  static double speed_of_belt(const LinkLayout& layout, const numerics::AlignedVector& state);
  double length() const { return model_->reference_length * model_->n_links; }

  const LinkModel* model_;
  double damping_;              // [1/s]
  double flux_;                 // G [m/s]
  double along_;                // G t: distance that the lead has moved [m]
  double factor_ = 1.0;         // of the belt's velocities [-]
  double speed_ = 0.0;          // speed_of_belt() in the steady motion [m/s]
  double since_ = 0.0;          // time since the belt was compared with the lead [s]
  std::vector<double> speeds_;  // of the pulleys [rad/s]
  std::vector<double> mounts_;
  // At equal intervals of s around the loop, starting at the place of the first link at t = 0.
  std::vector<Place> places_;
  std::array<Velocities, kPlacesPerLink> velocities_;
};

}  // namespace beltdyn::lagrangian::links
