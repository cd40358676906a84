// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_output.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <variant>

#include <fmt/format.h>

#include "core/contact/friction_law.hpp"
#include "core/contact/rigid_surface.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/bending_layer.hpp"
#include "core/dynamics/contact_stiffness.hpp"
#include "core/dynamics/step_scales.hpp"
#include "eulerian/ale/contact/contact_margin.hpp"
#include "eulerian/ale/contact/contact_root.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// The belt between a contact point and the next one, which lies in the same element or in the next element.
class BetweenContactPoints {
 public:
  BetweenContactPoints(const AleEquations& equations, int point, int pulley_index)
      : equations_(equations),
        pulley_(static_cast<std::size_t>(pulley_index)),
        element_(point / kPoints),
        next_(((point + 1) / kPoints) % equations.model().mesh.size()),
        states_{element_state(equations, element_), element_state(equations, next_)},
        begin_(rule_xi(point)),
        end_(rule_xi(point + 1)) {}

  // s where contact begins or ends between the two points, if it does [m]. Two elements of rigid contact, each raised
  // by its mean gap, may disagree about contact at the node between them: contact then ends at the node.
  std::optional<double> contact_limit() const {
    if (element_ == next_) return limit_in(0, begin_, end_);
    const bool is_in_first = (margin(0, begin_) > 0.0) != (margin(0, 1.0) > 0.0);
    if (is_in_first) return limit_in(0, begin_, 1.0);
    double limit = limit_in(1, 0.0, end_).value_or(material(1, 0.0));
    if (next_ == 0) limit += equations_.model().reference_length;
    return limit;
  }

 private:
  static constexpr int kPoints = static_cast<int>(kContactPoints);

  double rule_xi(int point) const {
    return equations_.model().contact_rule[static_cast<std::size_t>(point % kPoints)].xi;
  }
  PointReader<double, double> reader(std::size_t which, const RulePoint& place) const {
    return {states_[which].geometry, states_[which].fields, place};
  }
  double raise_of(std::size_t which) const {
    const AleArrays& arrays = equations_.arrays();
    return arrays.contacts[arrays.contact_at(which == 0 ? element_ : next_, 0, ContactField::raise)];
  }
  double margin(std::size_t which, double xi) const {
    const RulePoint place = rule_point(xi, 0.0);
    MeshPoint<double> p = reader(which, place).moving();
    p.w = reader(which, place).vector(states_[which].fields.r, 2, Follows::nothing);
    const ContactKinematics<double> k =
        contact_kinematics(equations_.pulleys()[pulley_].circle, p, ContactStep{.mounts = true}, raise_of(which));
    return std::visit(
        [&k](const auto& law) {
          return contact_margin(law, contact::GapStateOf<double>{.gap = k.gap, .gap_rate = k.gap_rate});
        },
        equations_.model().laws.normal.of_pulley(pulley_));
  }
  double material(std::size_t which, double xi) const {
    return reader(which, rule_point(xi, 0.0)).scalar(states_[which].fields.s, 0, Follows::nothing);
  }
  std::optional<double> limit_in(std::size_t which, double from, double to) const {
    const std::optional<double> xi = root_between([&](double at) { return margin(which, at); }, from, to);
    if (!xi) return std::nullopt;
    return material(which, *xi);
  }

  const AleEquations& equations_;
  std::size_t pulley_;
  int element_;
  int next_;
  std::array<ElementState, 2> states_;
  double begin_;  // ξ of the points in their elements
  double end_;
};

// Sets the limits of contact between each contact point that touches and its neighbour that does not.
void find_contact_limits(const AleEquations& equations, std::vector<beltdyn::ContactPoint>& contacts) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int here = contacts[i].pulley;
    const int next = contacts[(i + 1) % contacts.size()].pulley;
    if ((here >= 0) == (next >= 0)) continue;
    contacts[i].contact_limit =
        BetweenContactPoints(equations, static_cast<int>(i), here >= 0 ? here : next).contact_limit();
  }
}

// A node gets its acceleration from the element behind it. Where the curvature of the path jumps the acceleration jumps
// too. There it is replaced by the mean of both sides, weighted with the lengths of the elements, so that the
// trapezoidal rule along the belt has no error from the jump.
void mean_jumping_accelerations(const AleEquations& equations, std::vector<BeltPoint>& points) {
  static const RulePoint kEnd = rule_point(1.0, 0.0);
  const AleModel& model = equations.model();
  for (const int node : model.mesh.touching) {
    const int before = (node + model.mesh.size() - 1) % model.mesh.size();
    const double h_before = model.mesh.lengths[static_cast<std::size_t>(before)];
    const double h_behind = model.mesh.lengths[static_cast<std::size_t>(node)];
    const ElementState state = element_state(equations, before);
    const Vec2<double> a = point_values(model.section, model.rules, state.geometry, state.fields, kEnd).acceleration;
    const Eigen::Vector2d ends(a.x, a.y);
    Eigen::Vector2d& begins = points[2 * static_cast<std::size_t>(node)].acceleration;
    begins += h_before / (h_before + h_behind) * (ends - begins);
  }
}

PointValues<double> values_at(const AleEquations& equations, int element, const RulePoint& point) {
  const AleModel& model = equations.model();
  const ElementState state = element_state(equations, element);
  return point_values(model.section, model.rules, state.geometry, state.fields, point);
}

// With axial damping the force depends on the slope of the strain, which is linear in an element and jumps at nodes.
// The error of the force is then a saw tooth that falls by the same h ΔN in each element. It vanishes in the middle of
// an element, and in the mean of both sides of a node, weighted with the lengths of the elements.
void mean_jumping_forces(const AleEquations& equations, std::vector<BeltPoint>& points) {
  static const RulePoint kEnd = rule_point(1.0, 0.0);
  const AleMesh& mesh = equations.model().mesh;
  if (equations.model().section.axial_damping == 0.0) return;
  for (int before = 0; before < mesh.n_elements(); ++before) {
    const int node = (before + 1) % mesh.size();
    const double h_before = mesh.lengths[static_cast<std::size_t>(before)];
    const double h_behind = mesh.lengths[static_cast<std::size_t>(node)];
    double& begins = points[2 * static_cast<std::size_t>(node)].force;
    begins += h_before / (h_before + h_behind) * (values_at(equations, before, kEnd).force - begins);
  }
}

// Adds the forces of runs on the belt: along it, in the middle of each element, over the piece of the belt that this
// point represents in sums; and across it, the support of its weight.
void add_run_forces(const AleEquations& equations, std::vector<BeltPoint>& points) {
  const AleModel& model = equations.model();
  for (int e = 0; e < model.mesh.size(); ++e) {
    const std::optional<ConveyorRuns::Work> work = equations.runs().work(e);
    if (!work) continue;
    const std::size_t i = 2 * static_cast<std::size_t>(e);
    const bool is_last = i + 2 == points.size();
    const double next = is_last ? points[0].material + model.reference_length : points[i + 2].material;
    const MeshNode& node = model.mesh.nodes[static_cast<std::size_t>(e)];
    const double weight = model.section.mass_per_length * dot(model.section.gravity, node.normal);
    const Eigen::Vector2d across = -weight * Eigen::Vector2d(node.normal.x, node.normal.y);
    points[i].run_force = across;
    points[i + 1].run_force =
        across + work->force / (0.5 * (next - points[i].material)) * Eigen::Vector2d(node.tangent.x, node.tangent.y);
  }
}

// The force along the belt that an element of a run takes up: ∫ρA (a − g)·T ds minus the force of the run [N].
double taken_along(const AleEquations& equations, int element) {
  const AleModel& model = equations.model();
  const ElementState state = element_state(equations, element);
  const Vec2<double>& tangent = state.geometry.tangent[0];
  double taken = -equations.runs().work(element)->force;
  for (const RulePoint& point : model.rules.inertia) {
    const PointReader<double, double> at(state.geometry, state.fields, point);
    Vec2<double> per_mass = -1.0 * model.section.gravity;
    if (equations.has_inertia()) {
      per_mass = per_mass + point_values(model.section, model.rules, state.geometry, state.fields, point).acceleration;
    }
    const double mass = model.section.mass_per_length * at.scalar(state.fields.s, 1, Follows::nothing);
    taken += at.weight() * mass * dot(tangent, per_mass);
  }
  return taken;
}

// Distance from a pulley at which the force in the middle of an element is accurate: closer to it the belt bends and
// contact begins, and elements are long.
constexpr double kAway = 2.0;  // radii of the pulley
constexpr int kElementsAway = 2;

// The force at an end of a run: the force in the middle of an element at a distance from the end, continued to the end
// by equilibrium.
double force_at_end(const AleEquations& equations, ConveyorRuns::Range range, bool is_exit, double radius) {
  static const RulePoint kMiddle = rule_point(0.5, 0.0);
  const AleMesh& mesh = equations.model().mesh;
  const int middle = (range.begin + range.end) / 2;
  const int inwards = is_exit ? -1 : 1;
  int e = is_exit ? range.end - 1 : range.begin;
  double taken = 0.0;
  double passed = 0.0;
  for (int k = 0; e != middle; ++k) {
    const double length = mesh.lengths[static_cast<std::size_t>(e)];
    if (k >= kElementsAway && passed + 0.5 * length >= kAway * radius) break;
    passed += length;
    taken += taken_along(equations, e);
    e += inwards;
  }
  taken += 0.5 * taken_along(equations, e);
  return values_at(equations, e, kMiddle).force + (is_exit ? taken : -taken);
}

}  // namespace

std::vector<SpanState> run_states(const AleEquations& equations) {
  static const RulePoint kBegin = rule_point(0.0, 0.0);
  const std::vector<double>& lengths = equations.model().mesh.lengths;
  std::vector<SpanState> states;
  const std::vector<SpanLoad>& loads = equations.drive().spans;
  const std::span<const PulleyEntry> pulleys = equations.pulleys();
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const ConveyorRuns::Range range = equations.runs().range(i);
    const std::size_t from = loads[i].span();
    const double speed = values_at(equations, range.begin, kBegin).speed;
    const double fed = speed > 0.0 && equations.has_inertia() ? loads[i].load_per_length * speed * speed : 0.0;
    const double entry_radius = pulleys[from].circle.radius;
    const double exit_radius = pulleys[(from + 1) % pulleys.size()].circle.radius;
    SpanState state{
        .entry_force = force_at_end(equations, range, false, entry_radius) + fed,
        .exit_force = force_at_end(equations, range, true, exit_radius),
        .beside = std::max({kAway * entry_radius, kAway * exit_radius, lengths[static_cast<std::size_t>(range.begin)],
                            lengths[static_cast<std::size_t>(range.end) - 1]})};
    for (int e = range.begin; e < range.end; ++e) state.power -= equations.runs().work(e)->power;
    states.push_back(state);
  }
  return states;
}

BeltLists belt_lists(const AleEquations& equations, const BeltPath& path, std::span<const double> speeds) {
  const AleModel& model = equations.model();
  const AleArrays& arrays = equations.arrays();
  const auto n = static_cast<std::size_t>(model.mesh.size());
  const auto W = static_cast<std::size_t>(arrays.layout.lanes());
  std::vector<PulleyEntry> pulleys(equations.pulleys().begin(), equations.pulleys().end());
  for (std::size_t p = 0; p < pulleys.size(); ++p) pulleys[p].circle.angular_velocity = speeds[p];
  BeltObservation observation(arrays.layout, kContactPoints);
  equations.kernel().observe(pulleys, observation);
  BeltLists lists;
  lists.points.reserve(2 * n);
  lists.contacts.reserve(kContactPoints * n);
  for (int e = 0; e < model.mesh.size(); ++e) {
    const double* from = observation.points.data() + arrays.layout.at(e, 2 * static_cast<int>(kPointValues), 0);
    for (int place = 0; place < 2; ++place, from += kPointValues * W) {
      lists.points.push_back({.material = from[0],
                              .position = {from[W], from[2 * W]},
                              .strain = from[3 * W],
                              .force = from[4 * W],
                              .speed = from[5 * W],
                              .acceleration = {from[6 * W], from[7 * W]}});
    }
    const int pulley_index = model.mesh.owners[static_cast<std::size_t>(e)];
    const double turn = path.arcs()[static_cast<std::size_t>(pulley_index)].turn;
    const std::size_t first = arrays.layout.at(e, static_cast<int>(kContactPoints), 0);
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const auto field = [&](ContactField f) { return arrays.contacts[arrays.contact_at(e, p, f)]; };
      const std::size_t at = first + p * W;
      beltdyn::ContactPoint contact{.material = observation.material[at]};
      if (field(ContactField::pressure) > 0.0) {
        const double stretch = observation.stretch[at];
        const double slips = field(ContactField::state);
        contact.pulley = pulley_index;
        contact.pressure = field(ContactField::pressure) / stretch;
        contact.traction = turn * field(ContactField::traction) / stretch;
        contact.state = slips == 0.0 ? contact::ContactState::stick : contact::slip_towards(turn * slips);
        contact.slip_velocity = turn * observation.slip_velocity[at];
        contact.length = observation.length[at];
      }
      lists.contacts.push_back(contact);
    }
  }
  mean_jumping_accelerations(equations, lists.points);
  mean_jumping_forces(equations, lists.points);
  add_run_forces(equations, lists.points);
  find_contact_limits(equations, lists.contacts);
  return lists;
}

namespace {

void add_run_warnings(std::vector<std::string>& warnings, const BeltDrive& drive, const BeltPath& path,
                      const MeshParameters& mesh) {
  const std::size_t n = drive.spans.empty() ? 0 : drive.pulleys.size();
  for (std::size_t p = 0; p < n; ++p) {
    const double element = std::max(element_at_span(path, mesh, p), element_at_span(path, mesh, (p + n - 1) % n));
    const double radii = element / path.arcs()[p].radius;
    if (radii <= kLongestAtRun) continue;
    warnings.push_back(fmt::format(
        "the elements next to pulley {} are {:.3g} m long, {:.3g} times its radius, too long for the forces "
        "there; use a span_refinement of {:.0f}",
        drive.pulley_label(p), element, radii, mesh.span_refinement + std::ceil(std::log2(radii / kLongestAtRun))));
  }
}

// Warns of long elements next to pulleys. The strain of a belt that a pulley has loaded changes in the span behind it
// over the length that axial damping sets, see kLongestWithWarning.
void add_damping_warnings(std::vector<std::string>& warnings, const BeltDrive& drive, const BeltPath& path,
                          const MeshParameters& mesh, double end_time) {
  const double layer = damping_layer(drive, end_time);
  if (layer <= longest_on_pulley(path, mesh)) return;
  const double element = longest_at_span(path, mesh);
  if (element <= kLongestWithWarning * layer) return;
  warnings.push_back(fmt::format(
      "the elements of spans next to pulleys are up to {:.3g} m long, and with axial_damping the strain follows the "
      "force within {:.3g} m of the belt only: forces and torques come out wrong; use a span_refinement of {:.0f}",
      element, layer, mesh.span_refinement + std::ceil(std::log2(element / layer))));
}

}  // namespace

std::vector<std::string> mesh_warnings(const BeltDrive& drive, const MeshParameters& mesh, double end_time) {
  const BeltPath path = drive.path();
  const double longest = std::max(longest_on_pulley(path, mesh), longest_at_span(path, mesh));
  std::vector<std::string> warnings = bending_warnings(drive, longest, [&mesh](double ratio) {
    return fmt::format("a touching_refinement of {:.0f} resolves it",
                       mesh.touching_refinement + std::ceil(std::log2(ratio)));
  });
  const auto spacing = [&](std::size_t p) {
    return path.arcs()[p].length() / (mesh.elements_per_pulley * static_cast<double>(kContactPoints));
  };
  add_run_warnings(warnings, drive, path, mesh);
  add_damping_warnings(warnings, drive, path, mesh, end_time);
  const std::vector<std::string> of_stiffness = stiffness_warnings(drive, end_time, spacing);
  warnings.insert(warnings.end(), of_stiffness.begin(), of_stiffness.end());
  const double force = std::max(0.0, force_at_rest(drive));
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const PulleyContact& contact = drive.configured_contact(p);
    const double radius = path.arcs()[p].radius;
    // The pressure of a taut belt is N/R per length.
    const double depth = contact.penetration(force / (radius * drive.belt.width));
    const double angle = path.arcs()[p].wrap / mesh.elements_per_pulley;
    const double misfit = contact::cubic_off_circle(angle, radius);
    constexpr double kRoughPressure = 0.1;
    if (depth > 0.0 && misfit > kRoughPressure * depth) {
      warnings.push_back(
          fmt::format("an element spans {:.2g} rad of pulley {} and deviates from the circle by {:.2g} m, compared "
                      "with a penetration of {:.2g} m, so the pressure varies from point to point; use "
                      "elements_per_pulley of {:.0f} or more",
                      angle, drive.pulley_label(p), misfit, depth,
                      std::ceil(mesh.elements_per_pulley * std::pow(misfit / (kRoughPressure * depth), 0.25))));
    }
  }
  if (mesh.replaced) {
    warnings.push_back(
        fmt::format("no steady motion is found on the usual mesh with {} elements_per_pulley and a touching_refinement "
                    "of {}, so {} and {} are used",
                    mesh.replaced->elements_per_pulley, mesh.replaced->touching_refinement, mesh.elements_per_pulley,
                    mesh.touching_refinement));
  }
  return warnings;
}

}  // namespace beltdyn::eulerian::ale
