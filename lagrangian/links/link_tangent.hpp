// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/numerics/solve/cyclic_block_tridiagonal_kernel.hpp"
#include "core/numerics/solve/cyclic_border.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// The rates f of a state, and the contributions of link i to the angular acceleration of pulley p, at [p n + i]
// [rad/s²], and to the acceleration of mount m, at [(n_pulleys + m) n + i].
struct LinkRates {
  numerics::AlignedVector rates;
  std::vector<double> contributions;
};
// A stage of an implicit step: its time, and its state without the own rate.
struct LinkStage {
  double time{};    // [s]
  double length{};  // c [s]
  const numerics::AlignedVector& base;
};
using LinkContributions =
    std::function<void(const LinkStage& stage, const numerics::AlignedVector& state, LinkRates& found)>;

// Step of the differences by the internal variables of friction.
inline constexpr double kMemoryDifference = 1e-6;

// An unknown of a stage that belongs to no link: the velocity of a pulley, a mount or a rotor, or an internal variable
// of friction in a joint.
struct LoneUnknown {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t place{};               // position in a state
  std::size_t position = kNone;      // position in a state of the coordinate whose rate it is
  double arm = 0.0;                  // lever by which that coordinate counts as a length [m per unit]
  double weight = 0.0;               // force per acceleration, to measure the residual
  std::size_t row_of_links = kNone;  // row of LinkRates::contributions
};

// The lone unknowns: velocities of pulleys that turn freely, of mounts and of accessories, and the memory of joints.
std::vector<LoneUnknown> lone_unknowns(const BeltDrive& drive, const LinkModel& model, const LinkLayout& layout);

// The Jacobian of the residuals of a stage of an implicit method,
//
//     R = w − w_b − c a(t, q_b + c w, w, z),   z = z_b + c g(t, q_b + c w, w, z)
//
// by the velocities w of links and of all lone unknowns. The internal variables z of friction on links are eliminated;
// they act only on their own link and on lone unknowns. The Jacobian comes from finite differences, at fixed friction
// modes and fixed t. A link is coupled to its two neighbours only, so that links at least three apart are varied
// together.
class LinkTangent {
 public:
  // `has_rates`: internal variables of friction have rates of their own (LinkForcing::stage).
  LinkTangent(const LinkLayout& layout, double link_length, std::vector<LoneUnknown> lone, bool has_rates);

  const std::vector<LoneUnknown>& lone() const { return lone_; }

  // Sets whether Σ t·w = 0 is enforced, t the directions of the links: then the belt does not move along itself.
  void hold(bool on) { is_held_ = on; }
  // Computes the Jacobian in a state with these rates.
  void find(const LinkContributions& f, const LinkStage& stage, const numerics::AlignedVector& state,
            const LinkRates& here);
  // Solves ∂R/∂w Δw = −R, both ordered as a state; false if the Jacobian is singular.
  bool solve(const numerics::AlignedVector& residual, numerics::AlignedVector& change);

 private:
  using Layout = LinkLayout;
  static constexpr std::size_t kMotions = 3;  // x, y, angle

  void find_memory(const LinkContributions& f, const LinkStage& stage, const numerics::AlignedVector& state,
                   const LinkRates& here);
  void vary_links(const LinkContributions& f, const LinkStage& stage, const numerics::AlignedVector& state,
                  const LinkRates& here);
  void vary_lone(const LinkContributions& f, const LinkStage& stage, const numerics::AlignedVector& state,
                 const LinkRates& here);
  // The change of z of a link by the varied rates, written to memory_change_.
  void respond(double c, std::size_t link, const LinkRates& here);
  // The change of a link's acceleration, and of a lone unknown's, by that change of z.
  double through_memory(std::size_t motion, std::size_t link) const;
  double through_memory_of(const LoneUnknown& unknown, std::size_t link) const;
  void put_link(double c, double difference, std::size_t motion, std::size_t link, const LinkRates& here);
  std::size_t colour_of(std::size_t link) const;
  void put_hold(const numerics::AlignedVector& state);
  std::size_t at(std::size_t link, std::size_t motion) const { return numerics::kBlock * link + motion; }

  LinkLayout layout_;
  bool has_rates_;
  double place_difference_;  // [m]
  std::size_t n_colours_;
  std::vector<LoneUnknown> lone_;
  numerics::CyclicBlockTridiagonal ring_;
  numerics::CyclicBlockTridiagonalKernel<double> solver_;
  numerics::CyclicBorder border_;
  // Columns of the lone unknowns, then of the force that holds the belt; a factorisation replaces them by solutions.
  std::vector<numerics::AlignedVector> column_;
  std::vector<numerics::AlignedVector> row_;
  std::vector<double> own_;      // ∂R/∂w of each lone unknown by itself
  std::vector<double> through_;  // change of lone unknowns by the internal variables of links
  bool is_held_ = false;
  numerics::AlignedVector right_;
  numerics::AlignedVector varied_;
  LinkRates varied_rates_;
  // Derivatives by each internal variable of a link: of its accelerations, shape (n_memory, 3, n), and of its
  // contributions; then the factor of the variable itself.
  std::vector<double> motion_by_memory_;
  std::vector<double> contribution_by_memory_;
  std::vector<double> memory_factor_;  // 1/(1 − c ∂g/∂z)
  std::vector<double> memory_change_;  // shape (n_memory)
};

}  // namespace beltdyn::lagrangian::links
