// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/ale_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::eulerian::ale {
namespace {

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
    // A single element has touching points at both ends: each of its halves is divided.
    if (refinement == 0) return {h};
    for (double& piece : towards) piece *= 0.5;
  }
  lengths.insert(lengths.end(), towards.rbegin(), towards.rend());
  for (int i = 0; i < elements - 2; ++i) lengths.push_back(h);
  lengths.insert(lengths.end(), towards.begin(), towards.end());
  return lengths;
}

// The lengths of the elements of an arc, with its ends in front and behind.
std::vector<double> graded_arc(double length, const BentEnd& end, const MeshParameters& parameters) {
  const int refinement = end.elements == 0 ? parameters.touching_refinement : 0;
  std::vector<double> lengths = graded((1.0 - 2.0 * end.part) * length, parameters.elements_per_pulley, refinement);
  if (end.elements == 0) return lengths;
  const std::vector<double> ends(static_cast<std::size_t>(end.elements), end.part * length / end.elements);
  lengths.insert(lengths.begin(), ends.begin(), ends.end());
  lengths.insert(lengths.end(), ends.begin(), ends.end());
  return lengths;
}

// The pulley whose surface is nearest to a point of the path.
int nearest_pulley(std::span<const PathArc> arcs, const Eigen::Vector2d& point) {
  int nearest = 0;
  double least = INFINITY;
  for (std::size_t p = 0; p < arcs.size(); ++p) {
    const double distance = (point - arcs[p].center).norm() - arcs[p].radius;
    if (distance < least) {
      least = distance;
      nearest = static_cast<int>(p);
    }
  }
  return nearest;
}

MeshNode node_at(const PathPoint& at, double sigma, int piece, double part) {
  return {.sigma = sigma,
          .place = numerics::plane(at.position),
          .tangent = numerics::plane(at.tangent),
          .normal = numerics::plane(at.normal),
          .rail = numerics::plane(at.normal),
          .piece = piece,
          .part = part};
}

// Adds arcs and spans of a path one behind the other.
template <class Path>
class MeshMaker {
 public:
  MeshMaker(const Path& path, const MeshParameters& parameters) : path_(path), parameters_(parameters) {}

  void add_arc(std::size_t pulley, int piece) {
    const PathArc& arc = path_.arcs()[pulley];
    add({.start = arc.start, .length = arc.length(), .curvature = arc.turn / arc.radius},
        graded_arc(arc.length(), parameters_.bent.empty() ? BentEnd{} : parameters_.bent[pulley], parameters_), piece,
        [pulley](double) { return static_cast<int>(pulley); });
  }
  void add_span(std::size_t span, int piece) {
    const PathSpan& s = path_.spans()[span];
    add({.start = s.start, .length = s.length, .curvature = 0.0},
        graded(s.length, parameters_.elements_per_span, parameters_.at_ends_of_span(span)), piece,
        [this](double middle) { return nearest_pulley(path_.arcs(), path_.point(middle).position); });
  }
  // Completes the mesh of a closed belt.
  AleMesh take() {
    mesh_.loop = path_.length();
    return std::move(mesh_);
  }
  // Completes the mesh of an open belt, with its last node and an element behind it.
  AleMesh take_open(int piece) {
    const double length = mesh_.lengths.back();
    mesh_.nodes.push_back(node_at(path_.point(path_.length()), path_.length(), piece, 1.0));
    mesh_.lengths.push_back(length);
    mesh_.spread.push_back({.curvature = 0.0, .length = length});
    mesh_.owners.push_back(mesh_.owners.back());
    for (MeshNode* end : {&mesh_.nodes.front(), &mesh_.nodes.back()}) end->rail = end->tangent;
    mesh_.is_closed = false;
    mesh_.loop = path_.length() + length;
    return std::move(mesh_);
  }

 private:
  struct Piece {
    double start{};
    double length{};
    double curvature{};
  };
  template <class Owner>
  void add(const Piece& of, const std::vector<double>& lengths, int piece, const Owner& owner_at) {
    double sigma = of.start;
    mesh_.touching.push_back(mesh_.size());
    for (const double h : lengths) {
      mesh_.nodes.push_back(node_at(path_.point(sigma), sigma, piece, (sigma - of.start) / of.length));
      mesh_.lengths.push_back(h);
      mesh_.spread.push_back({.curvature = of.curvature, .length = h});
      mesh_.owners.push_back(owner_at(sigma + 0.5 * h));
      sigma += h;
    }
  }

  const Path& path_;
  MeshParameters parameters_;
  AleMesh mesh_{};
};

}  // namespace

std::vector<BentEnd> bent_ends(const BeltPath& path, const MeshParameters& parameters, double length) {
  // Elements that turn by less need not be shorter: an element in which contact begins has an error of its strain in
  // proportion to the square of its angle.
  constexpr double kShortestAngle = 0.03;  // [rad]
  std::vector<BentEnd> ends;
  for (const PathArc& arc : path.arcs()) {
    const double bent = std::min(length, kLargestBentPart * arc.length());
    const double usual = arc.length() / parameters.elements_per_pulley;
    const double shortest =
        std::min(usual, std::max(std::ldexp(usual, -parameters.touching_refinement), kShortestAngle * arc.radius));
    ends.push_back(bent < shortest ? BentEnd{}
                                   : BentEnd{.part = bent / arc.length(),
                                             .elements = static_cast<int>(std::ceil(bent / shortest))});
  }
  return ends;
}

int MeshParameters::at_ends_of_span(std::size_t k) const {
  return spared.empty() ? at_ends_of_spans() : std::max(touching_refinement, at_ends_of_spans() - spared[k]);
}

std::vector<int> spared_halvings(const BeltPath& path) {
  const double longest = std::ranges::max(path.spans(), {}, &PathSpan::length).length;
  std::vector<int> spared;
  for (const PathSpan& span : path.spans()) spared.push_back(std::ilogb(longest / span.length));
  return spared;
}

AleMesh make_mesh(const BeltPath& path, const MeshParameters& parameters) {
  MeshMaker maker(path, parameters);
  for (std::size_t p = 0; p < path.arcs().size(); ++p) {
    const int piece = 2 * static_cast<int>(p);
    maker.add_arc(p, piece);
    maker.add_span(p, piece + 1);
  }
  return maker.take();
}

AleMesh make_mesh(const RopePath& path, const MeshParameters& parameters) {
  MeshMaker maker(path, parameters);
  maker.add_span(0, 1);
  int piece = 1;
  for (std::size_t p = 0; p < path.arcs().size(); ++p) {
    maker.add_arc(p, ++piece);
    maker.add_span(p + 1, ++piece);
  }
  return maker.take_open(piece);
}

double longest_on_pulley(const BeltPath& path, const MeshParameters& parameters) {
  double longest = 0.0;
  for (const PathArc& arc : path.arcs()) longest = std::max(longest, arc.length() / parameters.elements_per_pulley);
  return std::ldexp(longest, -parameters.touching_refinement);
}

double longest_at_span(const BeltPath& path, const MeshParameters& parameters) {
  double longest = 0.0;
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    longest = std::max(longest, element_at_span(path, parameters, k));
  }
  return longest;
}

double element_at_span(const BeltPath& path, const MeshParameters& parameters, std::size_t span) {
  return std::ldexp(path.spans()[span].length / parameters.elements_per_span, -parameters.at_ends_of_span(span));
}

namespace {

// The number of elements that graded() makes.
int n_graded(int elements, int refinement) {
  const int ends = 2 * refinement;
  return elements == 1 && ends > 0 ? 2 + ends : elements + ends;
}

}  // namespace

double element_to_pass(std::span<const PathArc> arcs, const MeshParameters& parameters) {
  if (arcs.empty()) return 0.0;
  const double radius = std::ranges::min(arcs, {}, &PathArc::radius).radius;
  const double wrap = std::ranges::max(arcs, {}, &PathArc::wrap).wrap;
  return radius * wrap / parameters.elements_per_pulley;
}

int rope_mesh_size(std::size_t n_pulleys, const MeshParameters& parameters) {
  const int n = static_cast<int>(n_pulleys);
  return n * n_graded(parameters.elements_per_pulley, parameters.touching_refinement) +
         (n + 1) * n_graded(parameters.elements_per_span, parameters.at_ends_of_spans());
}

}  // namespace beltdyn::eulerian::ale
