// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// What modes are drawn on: the drive in its steady motion.
struct ModePlaces {
  // A pulley, its axis c and dc/du by the coordinate of a mount that the belt moves, 0 without one.
  struct Pulley {
    std::string label;
    Eigen::Vector2d axis = Eigen::Vector2d::Zero();     // [m]
    double radius{};                                    // of its surface [m]
    Eigen::Vector2d axis_by = Eigen::Vector2d::Zero();  // [m/rad], [-]
  };
  // A point of the belt.
  struct Point {
    double sigma{};                                      // of the path [m]
    Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
    Eigen::Vector2d tangent = Eigen::Vector2d::UnitX();  // of the path, of unit length, along increasing σ
    int span = -1;                                       // from 0, −1 on a pulley
    double mass_per_length{};                            // of the path [kg/m]
  };
  std::vector<Pulley> pulleys;
  std::vector<Point> points;        // by rising σ
  std::vector<std::string> ends{};  // what messages call the ends of a rope, shape (2); empty: it is a belt
  double contour_length{};          // [m]

  // Has the belt two ends, which are the first and the last point?
  bool is_open() const;
};

// The bodies that move besides the belt, and the spans across which it moves.
struct ModeBodies {
  struct Pulley {
    double inertia{};                           // I [kg m²]
    std::optional<double> mount_inertia{};      // of a mount that the belt moves [kg], [kg m²]
    std::optional<double> accessory_inertia{};  // J [kg m²]
  };
  std::vector<Pulley> pulleys;
  std::size_t n_spans{};
  // That move along a rope with its ends, 0 where there is none; shape (2), empty of belts [kg].
  std::vector<double> end_masses{};
};
// Those of a belt drive.
ModeBodies mode_bodies(const BeltDrive& drive);

// The pulleys with the coordinates of all mounts, shape (n_pulleys).
std::vector<ModePlaces::Pulley> mode_pulleys(const BeltDrive& drive, std::span<const double> mounts);

// The small motions of a mode: all is the real part of these numbers times exp(s t).
struct ModeShape {
  using Complex = std::complex<double>;

  std::vector<Complex> angle;      // of the pulleys, counter-clockwise [rad]
  std::vector<Complex> mount;      // coordinates of mounts, 0 where the belt moves none [rad], [m]
  std::vector<Complex> accessory;  // angles of accessories, 0 where there is none [rad]
  std::vector<Complex> across;     // displacement of the belt at the points, to the left of the path [m]
  std::vector<Complex> along;      // and along it, of its particles [m]
};

// A mode s of a drive.
struct LinearMode {
  std::complex<double> root;  // s [1/s]
  ModeShape shape;
  // By how much s may be off: three times its change on a mesh twice as fine, or |s| if there is no such mode; none
  // without a mesh [1/s].
  std::optional<double> error{};

  double frequency() const;      // Im s/2π [Hz]
  double damping_ratio() const;  // −Re s/|s|, 0 of s = 0
};

// Where the kinetic energy of a mode is, as parts of the whole: mean values of a period without the decay.
struct ModeEnergy {
  std::vector<double> pulley;     // of rotation
  std::vector<double> mount;      // of arms and sliders
  std::vector<double> accessory;  // of rotation
  std::vector<double> span;       // of the belt across each span
  double wrap{};                  // of the belt across its path on pulleys
  double along{};                 // of the belt along its path
  std::vector<double> end{};      // of what moves with the ends of a rope, shape (2); empty of belts
};
// Of the bodies, and of the mass of the belt.
ModeEnergy energy_of(const ModeBodies& bodies, const ModePlaces& places, const ModeShape& shape);

// A name by where most of the energy is, e.g. "rotation of pulley 2 (compressor)" or, if no part has half of it,
// "rotation of pulley 2 (compressor), across span 3".
std::string name_of(const ModeEnergy& energy, const ModePlaces& places);

// Scales a shape so that of what moves — the belt, the surfaces of pulleys and their axes — the largest displacement is
// 1 m and real.
void normalise(ModeShape& shape, const ModePlaces& places);

// A named mode with its parts, as modes.json has it.
struct NamedMode {
  LinearMode mode;
  ModeEnergy energy;
  std::string name;
};
struct ModeTable {
  ModePlaces places;
  std::vector<NamedMode> modes;
};

// Writes modes.json, with the shapes of so many modes of the lowest frequencies at most. Throws IoError.
inline constexpr std::size_t kMostShapes = 500;
void write_modes_json(const ModeTable& table, const std::filesystem::path& path);
// Reads what the former has written. Throws IoError.
ModeTable read_modes_json(const std::filesystem::path& path);

inline constexpr const char* kModesFile = "modes.csv";
inline constexpr const char* kModeShapesFile = "modes.json";

}  // namespace beltdyn
