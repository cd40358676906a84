// SPDX-License-Identifier: MIT
#include "eulerian/ale/chosen_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/drive/drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/bending_layer.hpp"
#include "core/dynamics/chosen_numbers.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "core/dynamics/rope_waves.hpp"
#include "core/dynamics/step_scales.hpp"
#include "eulerian/ale/ale_output.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Most halvings that the program chooses for a belt with bending stiffness: elements at the ends of spans are then no
// longer than its bending layer.
constexpr int kMostChosenRefinement = 8;
constexpr int kLeftOut = -1;
// A belt with bending stiffness begins to touch a pulley about the length of its bending layer behind the tangent point
// of a string, at another place for each force. There the curvature has a bend, so that a longer element has a wrong
// strain, which sticks to the pulley: without halvings the creep is off by 1e-4 in absolute terms.
constexpr int kBentRefinement = 2;
constexpr double kBentLayers = 1.5;

// Number of halvings, at most `most`, that make an element no longer than a layer.
int halvings(double element, double layer, int most = kMostChosenRefinement) {
  return static_cast<int>(std::clamp(std::ceil(std::log2(element / layer)), 0.0, static_cast<double>(most)));
}

// Longest element at the ends of spans with axial damping, infinite if it sets no limit [m]. Torques alone determine no
// speed; a conveyor that torques drive needs about the smallest radius, or less.
double longest_with_damping(const BeltDrive& drive, const BeltPath& path, const MeshParameters& mesh, double end_time) {
  const double on_pulley = longest_on_pulley(path, mesh);
  double layer = damping_layer(drive, end_time);
  if (layer == 0.0 && drive.belt.axial_damping > 0.0 && !drive.spans.empty()) layer = smallest_radius(drive);
  return layer > on_pulley ? layer : INFINITY;
}

// The length by which a sagging string touches its pulleys beyond the path as drawn: R θ with the slope
// θ = q l/(2 N) at the ends of a span, q the weight per length across the span. The least one of all spans; infinite
// if no span sags noticeably [m]. The contact of a belt that bends ends over its bending layer instead.
double touched_by_sag(const BeltDrive& drive, const BeltPath& path) {
  // Without refinement the wraps are too small by θ at each end. Below this slope [rad] that is a thousandth of a wrap
  // of half a turn.
  constexpr double kLeastSlope = 2e-3;
  const double force = force_at_rest(drive);
  if (!(force > 0.0)) return INFINITY;
  double least = INFINITY;
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    if (drive.run_on(k) != nullptr) continue;
    const PathSpan& span = path.spans()[k];
    const Eigen::Vector2d& t = span.tangent;
    const double across = drive.belt.mass_per_length * std::abs(t.x() * drive.gravity.y() - t.y() * drive.gravity.x());
    const double slope = across * span.length / (2.0 * force);
    if (slope < kLeastSlope) continue;
    const double radius = std::min(path.arcs()[k].radius, path.arcs()[(k + 1) % path.arcs().size()].radius);
    least = std::min(least, radius * slope);
  }
  return least;
}

// Chooses the halvings at the ends of spans: elements are no longer than the bending layer or the part of a sagging
// span that touches, and as short as runs of a conveyor and axial damping require. Elements on pulleys are halved too
// if the belt bends, to the length of its bending layer [m] if friction on the face or a damper acts in it.
void refine_ends(const BeltDrive& drive, const BeltPath& path, double layer, double end_time, MeshParameters& mesh) {
  double longest = layer > 0.0 ? layer : touched_by_sag(drive, path);
  for (const PathArc& arc : path.arcs()) {
    if (!drive.spans.empty()) longest = std::min(longest, kLongestAtRun * arc.radius);
  }
  const double at_span = longest_at_span(path, mesh);
  if (layer > 0.0) {
    const bool acts_there = drive.belt.bending_damping > 0.0 || drive.belt.contact_lever() > 0.0;
    const int at_layer = acts_there ? halvings(longest_on_pulley(path, mesh), layer) : 0;
    mesh.touching_refinement = std::max(kBentRefinement, at_layer);
  }
  const double damped = longest_with_damping(drive, path, mesh, end_time);
  if (std::isinf(std::min(longest, damped))) return;
  const int at_spans = std::max(halvings(at_span, longest), halvings(at_span, damped, kMostRefinement));
  mesh.span_refinement = std::max(0, at_spans - mesh.touching_refinement);
}

// Number of elements per pulley, if none is given: more than the default for a stiff belt with little force.
int usual_per_pulley(const BeltDrive& drive) {
  const BeltPath path = drive.path();
  std::vector<double> wraps;
  for (const PathArc& arc : path.arcs()) wraps.push_back(arc.wrap);
  return std::max(MeshParameters().elements_per_pulley, parts_for_force(drive, wraps));
}

// Number of elements of the longest span that resolve its waves across of this frequency [Hz]; `force` is that of the
// spans [N].
int elements_for_waves(double longest_span, double force, double mass_per_length, double frequency) {
  constexpr double kPerWave = 4.0;
  constexpr double kMost = 200.0;
  if (!(frequency > 0.0 && force > 0.0 && mass_per_length > 0.0)) return 1;
  const double wavelength = std::sqrt(force / mass_per_length) / frequency;
  return static_cast<int>(std::clamp(std::ceil(kPerWave * longest_span / wavelength), 1.0, kMost));
}

template <class Path>
double longest_span(const Path& path) {
  return std::ranges::max(path.spans(), {}, &PathSpan::length).length;
}

// Number of elements per span, if none is given.
int usual_per_span(const Drive& drive, double highest_frequency) {
  // Waves of starts, stops and gross slip pass the spans of belts. In runs of a kilometre the force of inertia that
  // four elements show is wrong by 2 % of the force, that of eight by 0.6 %; on an accessory drive the largest forces
  // of spans by 5 and 0.5 %. The additional elements cost about a tenth of a run.
  constexpr int kOfBelt = 8;
  int usual = MeshParameters().elements_per_span;
  if (const auto* belt = std::get_if<BeltDrive>(&drive)) {
    usual = kOfBelt;
    if (highest_frequency == 0.0) return usual;
    return std::max(usual, elements_for_waves(longest_span(belt->path()), force_at_rest(*belt),
                                              belt->belt.mass_per_length, highest_frequency));
  }
  const auto* rope = std::get_if<RopeDrive>(&drive);
  if (rope == nullptr) return usual;
  const int chosen = chosen_span_elements(*rope, usual);
  if (highest_frequency == 0.0) return chosen;
  return std::max(chosen, elements_for_waves(longest_span(rope->path()), lay_rope(*rope, chosen).force(),
                                             rope->rope.mass_per_length, highest_frequency));
}

constexpr std::array kMeshNumbers{&MeshParameters::elements_per_pulley, &MeshParameters::elements_per_span,
                                  &MeshParameters::touching_refinement, &MeshParameters::span_refinement};

}  // namespace

MeshParameters mesh_left_out() {
  MeshParameters mesh;
  for (const auto number : kMeshNumbers) mesh.*number = kLeftOut;
  return mesh;
}

std::string unrefined_note(const Drive& drive, const MeshParameters& mesh) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  const bool is_whole = std::ranges::all_of(kMeshNumbers, [&](const auto number) { return mesh.*number == kLeftOut; });
  if (belt == nullptr || is_whole || mesh.touching_refinement != kLeftOut || !(bending_layer(*belt) > 0.0)) return {};
  return fmt::format(
      "a mesh given in part is not refined at the pulleys, as a belt that bends needs; add "
      "\"touching_refinement\": {}, or leave all numbers of the mesh out",
      kBentRefinement);
}

void choose_mesh(const Drive& drive, double end_time, double highest_frequency, MeshParameters& mesh) {
  MeshParameters usual;
  bool is_whole = true;
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (mesh.elements_per_pulley == kLeftOut && belt != nullptr) usual.elements_per_pulley = usual_per_pulley(*belt);
  if (mesh.elements_per_span == kLeftOut) usual.elements_per_span = usual_per_span(drive, highest_frequency);
  for (const auto number : kMeshNumbers) {
    if (mesh.*number == kLeftOut) {
      mesh.*number = usual.*number;
    } else {
      is_whole = false;
    }
  }
  if (belt == nullptr) return;
  mesh.is_free = is_whole;
  const BeltPath path = belt->path();
  mesh.spared = spared_halvings(path);
  if (!is_whole && mesh.touching_refinement == 0) return;
  const double layer = bending_layer(*belt);
  if (is_whole) refine_ends(*belt, path, layer, end_time, mesh);
  if (mesh.touching_refinement > 0 && layer > 0.0) mesh.bent = bent_ends(path, mesh, kBentLayers * layer);
}

}  // namespace beltdyn::eulerian::ale
