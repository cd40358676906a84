// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace beltdyn {

// A point of the belt in space, with what colours it.
struct ShapePoint {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // [m]
  double force{};                                      // [N]
  double speed{};                                      // [m/s]
  double pressure{};                                   // [N/m]
  double traction{};                                   // [N/m]
  int contact_state{};                                 // as in ProfilePoint
};

// A pulley in the plane z = 0, with a mark on its rim that turns with it.
struct ShapePulley {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  // [m]
  double radius{};                                   // [m]
  double angle{};                                    // of rotation [rad]
};

// A surface in space by a grid of points, row by row.
struct ShapeSurface {
  std::size_t columns{};
  std::vector<Eigen::Vector3d> points;  // shape (n_rows × columns) [m]

  std::size_t rows() const { return columns == 0 ? 0 : points.size() / columns; }
};

// How a drive looks. Empty for drives without a shape.
struct BeltShape {
  std::vector<ShapePoint> belt;
  bool closed = true;  // the last point is followed by the first one
  std::vector<ShapePulley> pulleys;
  ShapeSurface surface{};  // on which the belt lies, empty if there is none
};

// The shape as VTK PolyData (XML, ASCII, every double to the bit): a line for the belt, a circle and a spoke for each
// pulley, quadrilaterals for the surface; point data force, speed, pressure, traction, contact_state (free on pulleys),
// cell data part: 0 for the belt, k for pulley k, 1 for the surface.
std::string vtp_text(const BeltShape& shape);

// Writes belt.pvd and belt/00000.vtp, belt/00001.vtp, ..., a file for each instant: a series that ParaView opens.
class ShapeWriter {
 public:
  // Goes on behind the instants already written.
  ShapeWriter(std::filesystem::path folder, std::vector<double> times);

  // Throws IoError.
  void write(double time, const BeltShape& shape);
  const std::vector<double>& times() const { return times_; }
  // Throws IoError if one of these files is no longer there.
  void require_all() const;

 private:
  std::filesystem::path folder_;
  std::vector<double> times_;  // [s]
};

}  // namespace beltdyn
