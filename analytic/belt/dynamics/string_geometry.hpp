// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include "analytic/belt/dynamics/string_dynamics_drive.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/drive/pulley/pulley_mount.hpp"

namespace beltdyn::analytic {

// A pulley of the path and the span behind it, with their rates.
struct PulleyGeometry {
  double radius{}, turn{}, wrap{};
  AxisPlace axis{};
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  // of the axis
  double length{}, length_rate{}, spin{};              // ℓ, dℓ/dt, dψ/dt of the span
  Eigen::Vector2d tangent = Eigen::Vector2d::Zero();
  // At the head of the integration.
  Eigen::Vector2d head_tangent = Eigen::Vector2d::Zero();
  double head_wrap{};
  double swing{};           // by which the span has turned since, within a step [rad]
  double per_stretch{1.0};  // 1/λ_k
};

// The path of a string whose pulleys move, by (1) to (3) of BeltPath without its checks. What does not move stays as it
// was.
class StringGeometry {
 public:
  StringGeometry() = default;
  // On this path.
  StringGeometry(const StringDynamicsDrive& drive, const BeltPath& path);

  std::size_t size() const { return pulleys_.size(); }
  PulleyGeometry& operator[](std::size_t k) { return pulleys_[k]; }
  const PulleyGeometry& operator[](std::size_t k) const { return pulleys_[k]; }

  const std::vector<std::size_t>& moved_axes() const { return moved_axes_; }
  void place_axis(std::size_t k, const AxisPlace& place, double velocity);
  // After all axes have been placed.
  void place_all();
  // After those that move have been. Within a step wraps go with the turns of the spans since its head.
  void update(bool is_within_step);
  // The head of a step is here.
  void set_head();

 private:
  std::size_t before(std::size_t k) const { return (k == 0 ? size() : k) - 1; }
  std::size_t behind(std::size_t k) const { return k + 1 == size() ? 0 : k + 1; }
  void place_span(std::size_t k);
  void place_wrap(std::size_t k);
  void swing_wrap(std::size_t k);

  std::vector<PulleyGeometry> pulleys_;
  std::vector<std::size_t> moved_axes_, moved_spans_, moved_wraps_;
};

}  // namespace beltdyn::analytic
