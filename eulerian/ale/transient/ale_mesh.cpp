// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/ale_mesh.hpp"

#include <cmath>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::eulerian::ale {
namespace {

numerics::Vec2<double> plane(const Eigen::Vector2d& v) { return {v.x(), v.y()}; }

// The lengths of the elements of an arc or span.
std::vector<double> graded(double length, int elements, int refinement) {
  const double h = length / elements;
  std::vector<double> towards;  // the pieces of an end element, the shortest last
  double rest = h;
  for (int i = 0; i < refinement; ++i) {
    rest *= 0.5;
    towards.push_back(rest);
  }
  towards.push_back(rest);
  std::vector<double> lengths;
  if (elements == 1) {
    // Both ends of a single element are touching points: each half of it is cut.
    if (refinement == 0) return {h};
    for (double& piece : towards) piece *= 0.5;
  }
  lengths.insert(lengths.end(), towards.rbegin(), towards.rend());
  for (int i = 0; i < elements - 2; ++i) lengths.push_back(h);
  lengths.insert(lengths.end(), towards.begin(), towards.end());
  return lengths;
}

// The pulley whose surface is nearest to a point of the path.
int nearest_pulley(const BeltPath& path, const Eigen::Vector2d& point) {
  int nearest = 0;
  double least = INFINITY;
  for (std::size_t p = 0; p < path.arcs().size(); ++p) {
    const double distance = (point - path.arcs()[p].center).norm() - path.arcs()[p].radius;
    if (distance < least) {
      least = distance;
      nearest = static_cast<int>(p);
    }
  }
  return nearest;
}

}  // namespace

AleMesh make_mesh(const BeltPath& path, const MeshParameters& parameters) {
  AleMesh mesh{.loop = path.length(), .nodes = {}, .lengths = {}, .spread = {}, .owners = {}};
  double sigma = 0.0;
  int piece = 0;
  const auto add = [&](double start, double length, int elements, int pulley, double curvature) {
    sigma = start;
    mesh.touching.push_back(mesh.size());
    for (const double h : graded(length, elements, parameters.touching_refinement)) {
      const PathPoint at = path.point(sigma);
      mesh.nodes.push_back({.sigma = sigma,
                            .place = plane(at.position),
                            .tangent = plane(at.tangent),
                            .normal = plane(at.normal),
                            .piece = piece,
                            .part = (sigma - start) / length});
      mesh.lengths.push_back(h);
      mesh.spread.push_back({.curvature = curvature, .length = h});
      mesh.owners.push_back(pulley >= 0 ? pulley : nearest_pulley(path, path.point(sigma + 0.5 * h).position));
      sigma += h;
    }
    ++piece;
  };
  for (std::size_t p = 0; p < path.arcs().size(); ++p) {
    const PathArc& arc = path.arcs()[p];
    add(arc.start, arc.length(), parameters.elements_per_pulley, static_cast<int>(p), arc.turn / arc.radius);
    add(path.spans()[p].start, path.spans()[p].length, parameters.elements_per_span, -1, 0.0);
  }
  return mesh;
}

int mesh_size(const BeltDrive& drive, const MeshParameters& parameters) {
  const int ends = 2 * parameters.touching_refinement;
  const auto pieces = [&](int elements) { return elements == 1 && ends > 0 ? 2 + ends : elements + ends; };
  return static_cast<int>(drive.pulleys.size()) *
         (pieces(parameters.elements_per_pulley) + pieces(parameters.elements_per_span));
}

}  // namespace beltdyn::eulerian::ale
