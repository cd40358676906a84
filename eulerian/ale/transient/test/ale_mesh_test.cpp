// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/ale_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::ale_mesh_test {

TEST_CASE("ALE mesh: elements add up to the loop, nodes stand at touching points, refinement halves towards them") {
  struct Case {
    MeshParameters mesh;
    int nodes{};  // for three pulleys
  };
  for (const Case& expected :
       {Case{{.elements_per_pulley = 6, .elements_per_span = 3, .touching_refinement = 0}, 3 * (6 + 3)},
        Case{{.elements_per_pulley = 6, .elements_per_span = 3, .touching_refinement = 4}, 3 * (6 + 8 + 3 + 8)},
        Case{{.elements_per_pulley = 2, .elements_per_span = 1, .touching_refinement = 0}, 3 * (2 + 1)},
        // A single element is divided in its middle first.
        Case{{.elements_per_pulley = 2, .elements_per_span = 1, .touching_refinement = 2}, 3 * (2 + 4 + 2 + 4)}}) {
    CAPTURE(expected.nodes);
    const MeshParameters& parameters = expected.mesh;
    for (const LoopDirection direction : {LoopDirection::counterclockwise, LoopDirection::clockwise}) {
      BeltDrive drive = serpentine_drive();
      drive.direction = direction;
      if (direction == LoopDirection::clockwise) std::swap(drive.pulleys[0].center, drive.pulleys[1].center);
      const BeltPath path = drive.path();
      const AleMesh mesh = make_mesh(drive.path(), parameters);
      REQUIRE(mesh.size() == expected.nodes);
      CHECK(mesh.loop == path.length());
      double sum = 0.0;
      for (std::size_t e = 0; e < mesh.nodes.size(); ++e) {
        CAPTURE(e);
        const MeshNode& node = mesh.nodes[e];
        // Rounding of sums of tens of lengths, all below 1 m.
        CHECK(close(node.sigma, sum, {.abs = 1e-14}));
        sum += mesh.lengths[e];
        CHECK(close(dot(node.tangent, node.normal), 0.0, {.abs = 1e-15}));
        const Eigen::Vector2d place(node.place.x, node.place.y);
        CHECK((place - path.point(node.sigma).position).norm() <= 1e-15);
      }
      CHECK(close(sum, mesh.loop, {.abs = 1e-14}));
      const auto node_at = [&](const Eigen::Vector2d& place) {
        const auto found = std::find_if(mesh.nodes.begin(), mesh.nodes.end(), [&](const MeshNode& node) {
          return std::hypot(node.place.x - place.x(), node.place.y - place.y()) <= 1e-14;
        });
        REQUIRE(found != mesh.nodes.end());
        return static_cast<std::size_t>(found - mesh.nodes.begin());
      };
      const double halving = std::pow(0.5, parameters.touching_refinement);
      const double single = parameters.elements_per_span == 1 && parameters.touching_refinement > 0 ? 0.5 : 1.0;
      for (std::size_t p = 0; p < path.arcs().size(); ++p) {
        CAPTURE(p);
        const double arc = path.arcs()[p].length() / parameters.elements_per_pulley * halving;
        const double span = path.spans()[p].length / parameters.elements_per_span * halving * single;
        const std::size_t entry = node_at(path.arcs()[p].entry);
        const std::size_t exit = node_at(path.arcs()[p].exit);
        CHECK(close(mesh.lengths[entry], arc, {.rel = 1e-12}));
        CHECK(close(mesh.lengths[exit - 1], arc, {.rel = 1e-12}));
        CHECK(close(mesh.lengths[exit], span, {.rel = 1e-12}));
        for (std::size_t e = entry; e < exit; ++e) CHECK(mesh.owners[e] == static_cast<int>(p));
        // The last element of a span belongs to the pulley there, if the span has more elements than one.
        if (mesh.lengths[exit] < path.spans()[p].length) CHECK(mesh.owners[exit] == static_cast<int>(p));
      }
    }
  }
}

TEST_CASE("ALE mesh: elements where a bent belt begins to touch are short, as many on any path of the drive") {
  BeltDrive drive = serpentine_drive();
  MeshParameters parameters{.elements_per_pulley = 12, .elements_per_span = 3, .touching_refinement = 2};
  const BeltPath path = drive.path();
  const double bent = 0.15 * path.arcs()[0].length();
  parameters.bent = bent_ends(path, parameters, bent);
  REQUIRE(parameters.bent.size() == path.arcs().size());
  const AleMesh mesh = make_mesh(path, parameters);
  for (std::size_t p = 0; p < path.arcs().size(); ++p) {
    CAPTURE(p);
    const PathArc& arc = path.arcs()[p];
    const int first = mesh.touching[2 * p];
    // As short as the shortest elements would be without them, or turning by 0.03 rad.
    const double shortest = std::max(arc.length() / 12.0 / 4.0, 0.03 * arc.radius);
    const double end = std::min(bent, arc.length() / 3.0);
    double covered = 0.0;
    for (int e = 0; e < parameters.bent[p].elements; ++e) {
      const double length = mesh.lengths[static_cast<std::size_t>(first + e)];
      CHECK(length <= shortest * (1.0 + 1e-12));
      CHECK(length > 0.5 * shortest);
      covered += length;
    }
    CHECK(close(covered, end, {.rel = 1e-12}));
    // Both ends are alike.
    const int behind = mesh.touching[2 * p + 1];
    for (int e = 0; e < behind - first; ++e) {
      CHECK(close(mesh.lengths[static_cast<std::size_t>(first + e)],
                  mesh.lengths[static_cast<std::size_t>(behind - 1 - e)], {.rel = 1e-12}));
    }
  }
  drive.pulleys[0].center.x() -= 0.02;
  CHECK(make_mesh(drive.path(), parameters).size() == mesh.size());
  // A belt that touches within the first element needs no such ends.
  for (const BentEnd& none : bent_ends(path, parameters, 1e-6)) CHECK(none.elements == 0);
}

TEST_CASE("ALE mesh: elements at the ends of short spans are about as long as those of the longest one") {
  // A tensioner close to one of two distant pulleys, and one in the middle.
  const std::vector<PathPulley> pulleys{{.center = {0.0, 0.0}, .radius = 0.2},
                                        {.center = {0.5, -0.25}, .radius = 0.1, .side = PulleySide::outside},
                                        {.center = {10.0, -0.25}, .radius = 0.1, .side = PulleySide::outside},
                                        {.center = {30.0, 0.0}, .radius = 0.2}};
  const BeltPath path(pulleys, LoopDirection::counterclockwise, 0.0);
  constexpr int kTouching = 2;
  MeshParameters parameters{
      .elements_per_pulley = 12, .elements_per_span = 4, .touching_refinement = kTouching, .span_refinement = 5};
  parameters.spared = spared_halvings(path);
  const AleMesh mesh = make_mesh(path, parameters);
  const double of_longest = std::ldexp(path.spans()[3].length / 4.0, -kTouching - 5);
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    CAPTURE(k);
    const double element = mesh.lengths[static_cast<std::size_t>(mesh.touching[2 * k + 1])];
    CHECK(close(element, element_at_span(path, parameters, k), {.rel = 1e-12}));
    CHECK(element <= of_longest * (1.0 + 1e-12));
    // The halvings at all touching points are not spared.
    if (k != 0) CHECK(element > 0.5 * of_longest);
  }
  CHECK(longest_at_span(path, parameters) == of_longest);
  CHECK(parameters.at_ends_of_span(3) == kTouching + 5);
  CHECK(parameters.at_ends_of_span(1) == kTouching + 4);
  CHECK(parameters.at_ends_of_span(0) == kTouching);
}

TEST_CASE("ALE mesh: an element of a span belongs to the pulley whose surface is nearest, be it small or large") {
  const BeltDrive drive = serpentine_drive();
  const MeshParameters parameters{.elements_per_pulley = 6, .elements_per_span = 9};
  const BeltPath path = drive.path();
  const AleMesh mesh = make_mesh(drive.path(), parameters);
  bool size_counts = false;
  for (std::size_t e = 0; e < mesh.nodes.size(); ++e) {
    CAPTURE(e);
    const PathPoint middle = path.point(mesh.nodes[e].sigma + 0.5 * mesh.lengths[e]);
    if (path.locate(mesh.nodes[e].sigma + 0.5 * mesh.lengths[e]).pulley >= 0) continue;
    const auto pulley_index = static_cast<std::size_t>(mesh.owners[e]);
    const auto from_axis = [&](std::size_t p) { return (middle.position - drive.pulleys[p].center).norm(); };
    for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
      CHECK(from_axis(pulley_index) - drive.pulleys[pulley_index].radius <= from_axis(p) - drive.pulleys[p].radius);
      size_counts = size_counts || from_axis(p) < from_axis(pulley_index);
    }
  }
  // Some elements are nearer to another axis.
  CHECK(size_counts);
}

}  // namespace beltdyn::eulerian::ale::ale_mesh_test
