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

// The geometry of the drive in its steady motion, on which modes are drawn.
struct ModePlaces {
  // A pulley with its axis c, and dc/du for the coordinate u of a mount that the belt moves; 0 without one.
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
    Eigen::Vector2d tangent = Eigen::Vector2d::UnitX();  // unit vector of the path along increasing σ [-]
    int span = -1;                                       // from 0, −1 on a pulley
    double mass_per_length{};                            // per length of the path [kg/m]
  };
  std::vector<Pulley> pulleys;
  std::vector<Point> points;        // ascending in σ
  std::vector<std::string> ends{};  // names of the ends of a rope in messages, shape (2); empty for a belt
  double contour_length{};          // [m]

  // Does the belt have two ends? They are the first and the last point.
  bool is_open() const;
};

// The inertias of the bodies that move with the belt, and the number of spans.
struct ModeBodies {
  // The inertias of a pulley, its mount and its accessory.
  struct Pulley {
    double inertia{};                           // I [kg m²]
    std::optional<double> mount_inertia{};      // of a mount that the belt moves [kg] or [kg m²]
    std::optional<double> accessory_inertia{};  // J [kg m²]
  };
  std::vector<Pulley> pulleys;
  std::size_t n_spans{};
  // Masses that move along a rope with its ends, 0 without a mass; shape (2), empty for belts [kg].
  std::vector<double> end_masses{};
};
// The bodies of a belt drive.
ModeBodies mode_bodies(const BeltDrive& drive);

// The pulleys at these coordinates of their mounts; both of shape (n_pulleys).
std::vector<ModePlaces::Pulley> mode_pulleys(const BeltDrive& drive, std::span<const double> mounts);

// The small motions of a mode: each is the real part of the given number times exp(s t).
struct ModeShape {
  using Complex = std::complex<double>;

  std::vector<Complex> angle;      // of the pulleys, counter-clockwise [rad]
  std::vector<Complex> mount;      // mount coordinates, 0 where the belt does not move the mount [rad], [m]
  std::vector<Complex> accessory;  // angles of accessories, 0 without an accessory [rad]
  std::vector<Complex> across;     // transverse displacement of the belt at the points, to the left of the path [m]
  std::vector<Complex> along;      // longitudinal displacement of its particles there [m]
};

// A mode s of a drive.
struct LinearMode {
  std::complex<double> root;  // s [1/s]
  ModeShape shape;
  // Error estimate of s [1/s], from its changes on a mesh twice as fine and on one with elements twice as long on
  // pulleys; |s| if there is no such mode on the fine mesh, none without a mesh.
  std::optional<double> error{};

  double frequency() const;      // Im s/2π [Hz]
  double damping_ratio() const;  // −Re s/|s| [-]; 0 for s = 0
  // For readers: s with the real part 0 where that is rounding of the imaginary part.
  LinearMode without_rounding() const;
};

// The distribution of the kinetic energy of a mode, as parts of the whole [-]: averages over a period, without the
// decay.
struct ModeEnergy {
  std::vector<double> pulley;     // of rotation
  std::vector<double> mount;      // of arms and sliders
  std::vector<double> accessory;  // of rotation
  std::vector<double> span;       // of transverse motion of the belt in each span
  double wrap{};                  // of transverse motion of the belt on pulleys
  double along{};                 // of longitudinal motion of the belt
  std::vector<double> end{};      // of masses at the ends of a rope, shape (2); empty for belts
};
// The distribution over the bodies and the mass of the belt.
ModeEnergy energy_of(const ModeBodies& bodies, const ModePlaces& places, const ModeShape& shape);

// A name for the mode from the largest parts of its energy, e.g. "rotation of pulley 2 (compressor)" or, if no part
// reaches half, "rotation of pulley 2 (compressor), across span 3".
std::string name_of(const ModeEnergy& energy, const ModePlaces& places);

// Scales a shape so that its largest displacement — of the belt, of pulley surfaces or of axes — is 1 m and real.
void normalise(ModeShape& shape, const ModePlaces& places);

// A mode with its energies and its name, as in modes.json.
struct NamedMode {
  LinearMode mode;
  ModeEnergy energy;
  std::string name;
};
// Numbers modes of the same name: "across span 1, 1 of 3".
void number_names(std::span<NamedMode> modes);
// The modes of a drive, and the geometry on which they are drawn.
struct ModeTable {
  ModePlaces places;
  std::vector<NamedMode> modes;
};

// Writes modes.json, with the shapes of at most kMostShapes modes of lowest frequency. Throws IoError.
inline constexpr std::size_t kMostShapes = 500;
void write_modes_json(const ModeTable& table, const std::filesystem::path& path);
// Reads what write_modes_json() has written. Throws IoError.
ModeTable read_modes_json(const std::filesystem::path& path);

inline constexpr const char* kModesFile = "modes.csv";
inline constexpr const char* kModeShapesFile = "modes.json";

}  // namespace beltdyn
