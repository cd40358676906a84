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
  // At the head of the integration:
  Eigen::Vector2d head_tangent = Eigen::Vector2d::Zero();
  double head_wrap{};
  double swing{};           // turn of the span since the head, within a step [rad]
  double per_stretch{1.0};  // 1/λ_k
};

// The path of a string with moving pulleys, by (1) to (3) of BeltPath without its checks. Parts that do not move keep
// their values.
class StringGeometry {
 public:
  StringGeometry() = default;
  // On the given path.
  StringGeometry(const StringDynamicsDrive& drive, const BeltPath& path);

  std::size_t size() const { return pulleys_.size(); }
  PulleyGeometry& operator[](std::size_t k) { return pulleys_[k]; }
  const PulleyGeometry& operator[](std::size_t k) const { return pulleys_[k]; }

  const std::vector<std::size_t>& moved_axes() const { return moved_axes_; }
  void place_axis(std::size_t k, const AxisPlace& place, double velocity);
  // Call after all axes have been placed.
  void place_all();
  // Call after the moving axes have been placed. Within a step wraps follow from the turns of the spans since the head.
  void update(bool is_within_step);
  // Marks the present state as the head of a step.
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
