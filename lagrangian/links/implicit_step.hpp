// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/numerics/explicit_steps.hpp"
#include "core/numerics/sparse_system.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// The right-hand side f, and what the contact of link i adds to the angular acceleration of pulley p, at [p n + i]
// [rad/s²], and to the acceleration of mount m, at [(n_pulleys + m) n + i].
using LinkContributions = std::function<void(double time, const numerics::AlignedVector& state,
                                             numerics::AlignedVector& rates, std::vector<double>& contributions)>;

// The linearly implicit Euler method for a belt of links, of first order and L-stable:
//
//     (1 − h J) k = f(t, y),   y + h k
//
// J is what differences give, with the modes of friction and t fixed. A link is coupled to its two neighbours and to
// the pulleys and their mounts: links at least three apart are varied at a time. Forces are evaluated at states that
// the belt really takes, so that a stiff contact which opens or closes within a step is met as it is in the next one;
// methods with inner stages tear the belt there. Vibrations beyond the step are damped.
class ImplicitStep {
 public:
  // Pulleys whose circles turn about an axis other than their centre, or that have an accessory on a spring, couple by
  // their angles, too. `mount_arms`: of each mount, what its coordinate is multiplied by to be a length, force_arm().
  ImplicitStep(const LinkLayout& layout, double link_length, std::span<const double> mount_arms,
               std::span<const std::size_t> pulleys_with_angle);

  // next = the state at time + h. Returns false if the matrix of the step is singular.
  bool step(const LinkContributions& rates, double time, double h, const numerics::AlignedVector& state,
            numerics::AlignedVector& next);

 private:
  // An entry of J: the rate in place `row` of a state by the variable in place `column`.
  void add_entry(std::size_t row, std::size_t column);
  void make_pattern();
  void find_jacobian(const LinkContributions& rates, double time, double h, const numerics::AlignedVector& state);
  void put_links(std::size_t colour, double difference);
  void put_single(double difference);
  void solve(const numerics::AlignedVector& right, numerics::AlignedVector& k);
  std::size_t colour_of(std::size_t link) const;
  double difference_of(std::size_t field, double h) const;

  LinkLayout layout_;
  double place_difference_;  // [m]
  std::size_t n_fields_;     // of a link, its friction included
  std::size_t n_colours_;
  // Variables whose change may act on all others, and by how much they are varied: speeds of pulleys, angles of
  // some, all of mounts and accessories.
  struct Single {
    std::size_t place{};
    double difference{};  // of a speed, that of its place
    bool is_speed = false;
  };
  std::vector<Single> singles_;
  std::vector<int> unknown_;  // of each place of a state, −1 for idle places
  std::vector<std::size_t> place_;
  std::vector<std::pair<int, int>> pattern_;
  numerics::SparseSystem system_;
  std::vector<double> jacobian_;  // in the order of the pattern
  std::size_t next_entry_ = 0;
  numerics::AlignedVector rates_;
  numerics::AlignedVector varied_;
  numerics::AlignedVector varied_rates_;
  numerics::AlignedVector slope_;
  std::vector<double> contributions_;
  std::vector<double> varied_contributions_;
  Eigen::VectorXd right_;
  Eigen::VectorXd solution_;
};

}  // namespace beltdyn::lagrangian::links
