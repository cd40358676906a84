// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "analytic/belt/steady/string_span.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn::analytic {

// A pulley of a StringLoop.
struct StringLoopPulley {
  PathPulley place;
  double coefficient{};  // μ > 0 of Coulomb friction, on the centre line [-]
  // Torque M(ω), of either sign, that the pulley takes from the belt, ω in the running direction of the belt [N m]; not
  // used for the driver.
  std::function<double(double angular_velocity)> torque;
};

// A pulley whose axis has one degree of freedom q, on an arm or a slider.
struct StringLoopMount {
  std::size_t pulley{};
  std::function<Eigen::Vector2d(double q)> axis;     // c(q) [m]
  std::function<Eigen::Vector2d(double q)> axis_by;  // dc/dq
  std::function<double(double q)> force;  // force that the belt has to balance, in the direction of −q [N, N m]
  double first{};                         // start of the search
};

// A belt without bending stiffness and weight on rigid pulleys, in any order inside and outside of the loop, with
// Coulomb friction and stick without creep. Pulley 0 drives; span i leads from pulley i to the next one. If runs are
// given the belt has weight along the spans, but not on the pulleys.
struct StringLoop {
  LoopDirection direction = LoopDirection::counterclockwise;
  double axial_stiffness{};         // EA [N]
  double unstressed_stretch = 1.0;  // λ₀: N = EA (λ − λ₀) [-]
  double mass_per_length{};         // ρA, per reference length [kg/m]
  double reference_length{};        // L₀ of the whole belt [m]
  double offset{};                  // of the centre line from the surfaces [m]
  std::vector<StringLoopPulley> pulleys{};
  std::vector<StringLoopMount> mounts{};
  std::vector<SpanLoad> runs{};                       // of all spans, shape (n_pulleys), or empty
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // used if there are runs [m/s²]

  // The loads along span i of a path.
  SpanSource span_source(const BeltPath& path, std::size_t i) const;
};

// The path of the centre line with the mounts at these coordinates, shape (n_mounts). Throws PathError if there is
// none.
BeltPath loop_path(const StringLoop& loop, std::span<const double> mounts);
// Force F = T_i t_i − T_{i−1} t_{i−1} of the belt on the axis of pulley i, with the directions t_i of the spans and
// their effective forces T_i, shape (n_pulleys) [N].
Eigen::Vector2d force_on_axis(const BeltPath& path, std::span<const double> T, std::size_t i);
// The same if forces change along spans; `before`, `behind`: effective forces directly before and behind pulley i.
Eigen::Vector2d force_on_axis(const BeltPath& path, double before, double behind, std::size_t i);

}  // namespace beltdyn::analytic
