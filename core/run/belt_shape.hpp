// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace beltdyn {

// A point of the belt in space, with the quantities by which it can be coloured.
struct ShapePoint {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // [m]
  double force{};                                      // [N]
  double speed{};                                      // [m/s]
  double pressure{};                                   // [N/m]
  double traction{};                                   // [N/m]
  int contact_state{};                                 // as in ProfilePoint
};

// A pulley in the plane z = 0, with a mark on its rim that shows its rotation.
struct ShapePulley {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  // [m]
  double radius{};                                   // [m]
  double angle{};                                    // of rotation [rad]
};

// A surface in space as a grid of points, stored row by row.
struct ShapeSurface {
  std::size_t columns{};
  std::vector<Eigen::Vector3d> points;  // shape (n_rows × columns) [m]

  std::size_t rows() const { return columns == 0 ? 0 : points.size() / columns; }
};

// The geometry of a drive at an instant; empty for drives without a shape.
struct BeltShape {
  std::vector<ShapePoint> belt;
  bool closed = true;  // does the first point follow the last one?
  std::vector<ShapePulley> pulleys;
  ShapeSurface surface{};  // the surface on which the belt lies; empty if there is none
};

// The shape as VTK PolyData (XML, ASCII, doubles without loss): a line for the belt, a circle and a spoke for each
// pulley, quadrilaterals for the surface. Point data: force, speed, pressure, traction, contact_state (free on
// pulleys). Cell data `part`: 0 for the belt, k for pulley k, 1 for the surface.
std::string vtp_text(const BeltShape& shape);

// Writes the shapes of a run for ParaView: the series belt.pvd and a file belt/00000.vtp, belt/00001.vtp, ... for each
// instant.
class ShapeWriter {
 public:
  // Continues after the instants that have already been written, `times` [s].
  ShapeWriter(std::filesystem::path folder, std::vector<double> times);

  // Throws IoError.
  void write(double time, const BeltShape& shape);
  const std::vector<double>& times() const { return times_; }
  // Throws IoError if one of these files no longer exists.
  void require_all() const;

 private:
  std::filesystem::path folder_;
  std::vector<double> times_;  // [s]
};

}  // namespace beltdyn
