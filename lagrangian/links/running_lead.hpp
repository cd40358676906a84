// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/dynamics/running_belt.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// The steady motion as links follow it: link i is at R(s_i + G t), s_i = (i + 1/2) l_e, along R′ there. Links are a
// polygon, whose own steady motion differs from this one by the square of the angles between them. They are therefore
// only drawn to it, by forces on the differences of their velocities, until they have settled; and speeds that stay
// different become those of the lead, so that no force remains.
class RunningLead {
 public:
  // At a time; damping: of those differences, per mass [1/s]. The model must outlive the lead.
  RunningLead(const RunningBelt& running, double time, const LinkModel& model, double damping);

  // Puts links, pulleys and mounts where they are now, with their velocities; angles of pulleys are 0.
  void put(const LinkLayout& layout, numerics::AlignedVector& state) const;
  // Adds what draws the links to their rates, a time after the last step.
  void draw(double after, const LinkLayout& layout, const numerics::AlignedVector& state,
            numerics::AlignedVector& rates) const;
  // The same for the angular acceleration of a pulley [rad/s²].
  double draw_pulley(std::size_t pulley, double speed) const { return damping_ * (speeds_[pulley] - speed); }
  // After a step of this length: the lead continues, and speeds of its pulleys and of its belt follow those of the
  // drive, the belt from place to place on the way of a link.
  void follow(double h, const LinkLayout& layout, const numerics::AlignedVector& state);

 private:
  // On the way of a link from its place to the next link's; velocities are interpolated between.
  static constexpr std::size_t kPlacesPerLink = 8;

  // Of a link that has come to a place on its way.
  struct Place {
    numerics::Vec2<double> position;  // [m]
    double angle{};                   // of the link, without turns [rad]
  };
  // Velocities at one place on the way of every link, which come one after another twice around the loop: those of all
  // links are in a row wherever these have come to.
  struct Velocities {
    std::vector<double> vx, vy, spin;
  };
  // Link i is between the place `phase` on the way of link `link` + i and the place behind it.
  struct Between {
    std::size_t link{};
    std::size_t phase{};
    double share{};  // of the way from one to the other
  };
  Between between(double along) const;
  Place place(const Between& at, std::size_t link) const;
  // Calls `visit` with a field of velocities and its values for all links at the first and at the second of the places.
  template <class Visit>
  void visit_velocities(const Between& at, const Visit& visit) const;
  // How much of a difference that the lead follows is gone in this time.
  double part_in(double time) const;
  // Of all links along themselves, in all [m/s].
  static double speed_of_belt(const LinkLayout& layout, const numerics::AlignedVector& state);
  double length() const { return model_->reference_length * model_->n_links; }

  const LinkModel* model_;
  double damping_;
  double flux_;          // G [m/s]
  double along_;         // G t, as far as the lead has gone [m]
  double factor_ = 1.0;  // of the velocities of the belt
  double speed_ = 0.0;   // as speed_of_belt(), of the steady motion [m/s]
  double since_ = 0.0;   // the belt was compared with the lead [s]
  std::vector<double> speeds_;
  std::vector<double> mounts_;
  // At equal intervals of s around the loop, from the place of the first link at t = 0 on.
  std::vector<Place> places_;
  std::array<Velocities, kPlacesPerLink> velocities_;
};

}  // namespace beltdyn::lagrangian::links
