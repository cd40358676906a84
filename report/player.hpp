// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/run/simulation.hpp"

namespace beltdyn::report {

// A pulley of the animation; an eccentric pulley's centre moves around its axis.
struct PlayerPulley {
  std::string label{};          // "2 (alternator)"
  double x{};                   // of the axis [m]
  double y{};                   // [m]
  double radius{};              // [m]
  double eccentricity{};        // [m]
  double eccentricity_angle{};  // [rad]
  double arc_begin{};           // σ where the belt lies on it [m]
  double arc_end{};             // [m]
  double wrap{};                // angle of that arc [rad]
  std::vector<double> angle{};  // of rotation, shape (n_frames) [rad]
  // Position of a moving axis, shape (n_frames) [m]; empty if the axis is fixed.
  std::vector<double> axis_x{};
  std::vector<double> axis_y{};
  std::optional<std::array<double, 2>> pivot{};  // of the arm on which it is mounted [m]
};

// An animation of a closed belt. Frames have equal time steps; the page interpolates between two frames and between two
// shapes.
struct Player {
  std::string id;     // unique on the page
  std::string title;  // the run
  std::string note{};
  double contour_length{};  // L [m]
  double end_time{};        // time of the last frame; the first one is at 0 [s]
  std::vector<PlayerPulley> pulleys{};
  std::vector<double> travel{};                // of the belt along its path, shape (n_frames) [m]
  std::vector<std::vector<SlipZone>> zones{};  // shape (n_frames)
  std::vector<double> shape_time{};            // shape (n_shapes) [s]
  std::size_t points{};                        // number of points of a shape, at σ = i L/points
  std::vector<double> x{};                     // shape (n_shapes × points) [m]
  std::vector<double> y{};                     // shape (n_shapes × points) [m]
  std::vector<double> force{};                 // shape (n_shapes × points) [N]
  std::string force_name = "belt force [N]";
};

// One player for runs of the same drive, with a choice of the run if there are several. Numbers are rounded to 1/65 535
// of their range, forces to 1/255. Empty without runs.
std::string html_of(std::span<const Player> runs);

}  // namespace beltdyn::report
