// SPDX-License-Identifier: MIT
#include "core/dynamics/rope_swing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <Eigen/Core>
#include <fmt/format.h>

#include "core/drive/rope/rope_drive.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn {
namespace {

constexpr double kLeastEnergy = 0.1;   // of bodies and blocks [-]
constexpr double kNoMass = 1e-9;       // relative to the largest mass: keeps the mass matrix positive
constexpr double kSpring = 1.0 / 3.0;  // part of the mass of a spring that moves with its end

// Something that moves along the rope, or a block along its slider.
struct Mass {
  double mass{};       // [kg]
  std::string body{};  // label, empty for what only turns
};

// Masses and springs of a rope drive.
class SwingingRope {
 public:
  explicit SwingingRope(const RopeDrive& drive)
      : drive_(drive), pulleys_(drive.pulleys.size()), blocks_(drive.pulleys.size()) {
    for (std::size_t i = 0; i < 2; ++i) ends_[i] = add_end(i);
    for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
      const Pulley& pulley = drive.pulleys[p];
      if (!pulley.is_prescribed()) pulleys_[p] = add({turning(pulley), {}});
      const auto* slider = std::get_if<SliderMount>(&pulley.mount);
      if (slider != nullptr && slider->suspension.inertia > 0.0) {
        blocks_[p] = add({slider->suspension.inertia, fmt::format("pulley {}", drive.pulley_label(p))});
      }
    }
    stiffness_ = Eigen::MatrixXd::Zero(size(), size());
  }

  // Adds span k, which leads to pulley k from the one before, or from and to the ends of the rope.
  void add_span(std::size_t k, const RopePath& path) {
    const std::size_t n_pulleys = drive_.pulleys.size();
    double length = path.spans()[k].length;
    if (k > 0) length += 0.5 * path.arcs()[k - 1].length();
    if (k < n_pulleys) length += 0.5 * path.arcs()[k].length();
    const std::optional<std::size_t> before = k == 0 ? ends_[0] : pulleys_[k - 1];
    const std::optional<std::size_t> behind = k == n_pulleys ? ends_[1] : pulleys_[k];
    Eigen::VectorXd stretch = Eigen::VectorXd::Zero(size());  // of the span, by the displacements
    if (before) stretch(static_cast<Eigen::Index>(*before)) -= 1.0;
    if (behind) stretch(static_cast<Eigen::Index>(*behind)) += 1.0;
    if (k > 0) add_block(k - 1, -path.spans()[k].tangent, stretch);
    if (k < n_pulleys) add_block(k, path.spans()[k].tangent, stretch);
    stiffness_ += drive_.rope.axial_stiffness / length * stretch * stretch.transpose();
    for (const auto mass : {before, behind}) {
      if (mass) masses_[*mass].mass += kSpring * drive_.rope.mass_per_length * length;
    }
  }

  RopeSwing fastest() const {
    RopeSwing swing;
    const double largest = masses_.empty() ? 0.0 : std::ranges::max(masses_, {}, &Mass::mass).mass;
    if (largest == 0.0) return swing;
    Eigen::VectorXd roots(size());  // √mass
    for (Eigen::Index i = 0; i < size(); ++i) roots(i) = std::sqrt(at(i).mass + kNoMass * largest);
    const Eigen::MatrixXd scaled = stiffness_.cwiseQuotient(roots * roots.transpose());
    const numerics::Eigenpairs modes = numerics::hermitian_eigenpairs(scaled.cast<std::complex<double>>());
    for (Eigen::Index j = 0; j < size(); ++j) {
      const double frequency = std::sqrt(std::max(0.0, modes.values(j).real()));
      if (frequency <= swing.angular_frequency) continue;
      double of_bodies = 0.0;  // part of the kinetic energy
      Eigen::Index most = -1;
      for (Eigen::Index i = 0; i < size(); ++i) {
        if (at(i).body.empty()) continue;
        of_bodies += std::norm(modes.vectors(i, j));
        if (most < 0 || std::norm(modes.vectors(i, j)) > std::norm(modes.vectors(most, j))) most = i;
      }
      if (of_bodies >= kLeastEnergy) swing = {.angular_frequency = frequency, .body = at(most).body};
    }
    return swing;
  }

 private:
  static double turning(const Pulley& pulley) { return pulley.inertia / (pulley.radius * pulley.radius); }
  Eigen::Index size() const { return static_cast<Eigen::Index>(masses_.size()); }
  const Mass& at(Eigen::Index i) const { return masses_[static_cast<std::size_t>(i)]; }

  std::size_t add(Mass mass) {
    masses_.push_back(std::move(mass));
    return masses_.size() - 1;
  }

  std::optional<std::size_t> add_end(std::size_t i) {
    const auto& form = drive_.ends[i].form;
    if (const auto* body = std::get_if<BodyEnd>(&form); body != nullptr && !body->is_held) {
      return add({body->mass, fmt::format("end {}", drive_.end_label(i))});
    }
    if (const auto* winch = std::get_if<WinchEnd>(&form); winch != nullptr && winch->turns_freely()) {
      return add({turning(winch->drum), {}});
    }
    return std::holds_alternative<ForceEnd>(form) ? std::optional(add({})) : std::nullopt;
  }

  // `pull`: the change of the length of a span by the displacement of this pulley.
  void add_block(std::size_t pulley, const Eigen::Vector2d& pull, Eigen::VectorXd& stretch) const {
    const std::size_t carrier = drive_.carrier_of(pulley);
    const auto* slider = std::get_if<SliderMount>(&drive_.pulleys[carrier].mount);
    if (slider == nullptr || !blocks_[carrier]) return;
    stretch(static_cast<Eigen::Index>(*blocks_[carrier])) += pull.dot(slider->direction.normalized());
  }

  const RopeDrive& drive_;
  std::vector<Mass> masses_;
  std::array<std::optional<std::size_t>, 2> ends_;
  std::vector<std::optional<std::size_t>> pulleys_;
  std::vector<std::optional<std::size_t>> blocks_;
  Eigen::MatrixXd stiffness_;
};

}  // namespace

RopeSwing rope_swing(const RopeDrive& drive, const RopePath& path) {
  SwingingRope rope(drive);
  for (std::size_t k = 0; k < path.spans().size(); ++k) rope.add_span(k, path);
  return rope.fastest();
}

}  // namespace beltdyn
