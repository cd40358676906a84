// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/simulation/running_belt.hpp"
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
  // drive.
  void follow(double h, const LinkLayout& layout, const numerics::AlignedVector& state);

 private:
  // Of a link that has come to a place on its way.
  struct Place {
    numerics::Vec2<double> position;  // [m]
    double angle{};                   // of the link, without turns [rad]
  };
  struct Velocity {
    numerics::Vec2<double> velocity;  // [m/s]
    double spin{};                    // [rad/s]
  };
  // Between which of the places known, and how far from the first to the second.
  struct Between {
    std::size_t first{};
    std::size_t second{};
    double share{};
  };
  Between between(std::size_t link, double along) const;
  Place place(const Between& at) const;
  Velocity velocity(const Between& at) const;
  double length() const { return model_->reference_length * model_->n_links; }

  const LinkModel* model_;
  double damping_;
  double flux_;          // G [m/s]
  double along_;         // G t, as far as the lead has gone [m]
  double factor_ = 1.0;  // of the velocities of the belt
  std::vector<double> speeds_;
  std::vector<double> mounts_;
  // At equal intervals of s around the loop.
  std::vector<Place> places_;
  std::vector<Velocity> velocities_;
};

}  // namespace beltdyn::lagrangian::links
