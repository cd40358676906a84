// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/left_out.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/chosen_numbers.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "core/dynamics/rope/even_forces.hpp"
#include "core/dynamics/rope_waves.hpp"
#include "core/dynamics/step_options.hpp"
#include "eulerian/ale/ale_output.hpp"
#include "eulerian/ale/ale_simulation.hpp"
#include "eulerian/ale/chosen_mesh.hpp"
#include "eulerian/ale/rope/ale_rope_simulation.hpp"
#include "eulerian/ale/rope/linear_rope_simulation.hpp"
#include "eulerian/ale/rope/steady_rope.hpp"

namespace beltdyn::eulerian {
namespace {

constexpr int kMostElements = 100'000;
// Largest angle of an element on a pulley: a right angle; beyond it the cubic leaves the circle.
constexpr double kLargestElementAngle = 1.5707963267948966;  // π/2 [rad]
// Largest displacement of a node along its rail as an eccentric pulley turns, relative to the radius [-].
constexpr double kLargestEccentricity = 0.1;
constexpr int kFewestPerPulley = 2;
constexpr int kFewestPerSpan = 1;

}  // namespace

AleOptions::AleOptions() { parameters_.mesh = ale::mesh_left_out(); }

void AleOptions::visit(config::FieldVisitor& v) {
  using config::Presence;
  ale::AleParameters& p = parameters_;
  config::visit_choice(
      v,
      {"analysis", "-",
       "the analysis (transient: the motion in time; steady: the steady motion at the values of the time functions at "
       "each instant; characteristic: steady motions up to the largest load that the belt can transmit, which is "
       "located; linear: as steady, and in addition the small motions about the steady motion at end_time)"},
      p.analysis, ale::kAnalysisNames, Presence::optional);
  visit_linear(
      v, [this] { return parameters_.analysis == ale::Analysis::linear; }, linear_);
  v.integer({"elements_per_pulley", "-", "the number of elements on each pulley", config::Role::discretisation},
            p.mesh.elements_per_pulley, {.low = kFewestPerPulley, .high = kMostElements}, Presence::chosen);
  v.integer({"elements_per_span", "-", "the number of elements in each span", config::Role::discretisation},
            p.mesh.elements_per_span, {.low = kFewestPerSpan, .high = kMostElements}, Presence::chosen);
  v.integer({"touching_refinement", "-",
             "the number of times the elements next to where pulleys are touched are halved towards these places, to "
             "resolve the bending layer",
             config::Role::discretisation},
            p.mesh.touching_refinement, {.low = 0, .high = ale::kMostRefinement}, Presence::chosen);
  v.integer({"span_refinement", "-",
             "the number of further times the elements at the ends of the longest span are halved, which are longer "
             "than those of pulleys; in shorter spans fewer, so that elements there are about as long",
             config::Role::discretisation},
            p.mesh.span_refinement, {.low = 0, .high = ale::kMostRefinement}, Presence::chosen);
  config::visit_choice(v,
                       {"mesh", "-",
                        "whether the mesh of a transient analysis follows the belt path as pulley axes move (follows) "
                        "or is fixed in space (at_rest); in a steady analysis it always follows",
                        config::Role::discretisation},
                       p.mesh_motion, ale::kMeshFollowingNames, Presence::optional);
  v.number(
      {"time_step", "s", "the largest time step, or the interval between steady motions", config::Role::discretisation},
      p.time_step, config::kPositive, Presence::chosen);
  v.number({"step_tolerance", "-",
            "the error tolerance of a step, relative to the smallest radius: steps above it are halved; 0: no "
            "step-size control",
            config::Role::discretisation},
           p.step_tolerance, config::kNonNegative, Presence::optional);
  config::visit_choice(v, {"time_integration", "-", "the time integration of the transient analysis"},
                       p.time_integration, ale::kTimeIntegrationNames, Presence::optional);
  visit_implicit_steps(v, p.spectral_radius, p.newton_tolerance, p.newton_iterations);
  visit_instruction_set(v, p.instruction_choice);
}

void AleOptions::choose_left_out(const Drive& drive, double end_time, double row_interval) {
  mesh_note_ = ale::unrefined_note(drive, parameters_.mesh);
  ale::choose_mesh(drive, end_time, linear_ ? linear_->highest_frequency() : 0.0, parameters_.mesh);
  if (parameters_.time_step > 0.0) return;
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) {
    const RopePath path = rope->path();
    if (parameters_.analysis == ale::Analysis::linear) {
      parameters_.time_step = end_time;
      return;
    }
    const double step = chosen_time_step(*rope, ale::element_to_pass(path.arcs(), parameters_.mesh), end_time);
    parameters_.time_step = step_for_waves(*rope, parameters_.mesh.elements_per_span, step, end_time);
    return;
  }
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr) return;
  const BeltPath path = belt->path();
  switch (parameters_.analysis) {
    case ale::Analysis::transient:
      parameters_.time_step = chosen_time_step(*belt, ale::element_to_pass(path.arcs(), parameters_.mesh), end_time);
      break;
    case ale::Analysis::steady:
    case ale::Analysis::characteristic:
      parameters_.time_step = chosen_interval(*belt, end_time, row_interval);
      break;
    case ale::Analysis::linear:
      parameters_.time_step = end_time;
      break;
  }
}

std::vector<std::string> AleOptions::objections(const Drive& drive) const {
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) return objections_of_rope(*rope);
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr) return {type_objection(drive, "belt_drive or rope_drive")};
  std::vector<std::string> sentences = belt->objections_to_contact("eulerian_ale");
  const BeltPath path = belt->path();
  const bool is_steady = parameters_.analysis != ale::Analysis::transient;
  for (std::size_t p = 0; p < belt->pulleys.size(); ++p) {
    add_long_elements(sentences, path.arcs()[p].wrap, belt->pulley_label(p));
    const double eccentricity = belt->pulleys[p].eccentricity;
    if (is_steady && eccentricity != 0.0) {
      sentences.push_back(
          fmt::format("pulley {} is eccentric, so there is no steady motion; use \"analysis\": \"transient\" or set "
                      "its eccentricity to 0",
                      p + 1));
    } else if (eccentricity > kLargestEccentricity * belt->pulleys[p].radius) {
      sentences.push_back(
          fmt::format("pulley {} is eccentric by {:.3g} m, more than a tenth of its radius, but the mesh of "
                      "eulerian_ale does not follow the eccentricity; use a smaller eccentricity",
                      p + 1, eccentricity));
    }
  }
  if (!is_steady && parameters_.time_integration == ale::TimeIntegration::quasi_static) {
    add_warning(sentences, objection_to_start_without_inertia("eulerian_ale", *belt));
  }
  if (is_steady && std::none_of(belt->pulleys.begin(), belt->pulleys.end(),
                                [](const Pulley& pulley) { return pulley.is_prescribed(); })) {
    sentences.push_back(
        "a steady analysis needs a pulley of prescribed motion as the driver; give one \"motion\": {\"type\": "
        "\"prescribed\", ...}");
  }
  if (is_steady) belt->add_body_objection(sentences, "steady analyses of eulerian_ale");
  if (!is_steady && !belt->bodies.empty()) add_body_objections(sentences, *belt);
  if (is_steady) belt->add_brake_objection(sentences, "steady analyses of eulerian_ale");
  if (linear_) {
    belt->add_span_objection(sentences, "the linear analysis of eulerian_ale");
    const std::vector<std::string> more = linear_->objections(*belt);
    sentences.insert(sentences.end(), more.begin(), more.end());
  }
  add_instruction_set(sentences, parameters_.instruction_choice);
  return sentences;
}

// Adds a message about elements that bend too much around a pulley.
void AleOptions::add_long_elements(std::vector<std::string>& sentences, double wrap, const std::string& label) const {
  const double angle = wrap / parameters_.mesh.elements_per_pulley;
  if (angle <= kLargestElementAngle) return;
  sentences.push_back(fmt::format(
      "elements_per_pulley = {} gives elements that each span {:.3g} rad of pulley {}, more than a right angle; use at "
      "least {:.0f}",
      parameters_.mesh.elements_per_pulley, angle, label, std::ceil(wrap / kLargestElementAngle)));
}

void AleOptions::add_body_objections(std::vector<std::string>& sentences, const BeltDrive& belt) const {
  if (parameters_.time_integration == ale::TimeIntegration::quasi_static) {
    sentences.emplace_back(
        "bodies on the belt move by their inertia, which quasi_static leaves out; use generalised_alpha");
  }
  if (belt.starts_running()) {
    sentences.emplace_back(
        "a belt with bodies has no steady motion to start in; remove \"initial_state\", and let the pulleys begin to "
        "turn");
  }
  if (belt.has_mounts()) {
    sentences.emplace_back(
        "bodies on the belt go along spans at rest in eulerian_ale, but a pulley is on a mount that moves; remove the "
        "mount, or use lagrangian_ancf");
  }
}

namespace {

// Adds messages about ends that move along a span which turns, as the pulley next to it moves.
void add_turning_ends(std::vector<std::string>& sentences, const RopeDrive& rope) {
  constexpr double kAlong = 1e-9;  // sine of the largest angle between a slider and the span
  if (rope.pulleys.empty()) return;
  const RopePath path = rope.path();
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    const auto& form = rope.ends[i].form;
    const auto* body = std::get_if<BodyEnd>(&form);
    if (!std::holds_alternative<ForceEnd>(form) && (body == nullptr || body->is_held)) continue;
    const std::size_t next = i == 0 ? 0 : rope.pulleys.size() - 1;
    const PulleyMount& mount = rope.pulleys[rope.carrier_of(next)].mount;
    if (!moves(mount)) continue;
    const auto* slider = std::get_if<SliderMount>(&mount);
    const Eigen::Vector2d& t = tangent_at(path, i);
    const Eigen::Vector2d e = slider == nullptr ? Eigen::Vector2d::Zero() : slider->direction.normalized();
    if (slider != nullptr && std::abs(e.x() * t.y() - e.y() * t.x()) <= kAlong) continue;
    sentences.push_back(fmt::format(
        "end {} goes along its span, which turns as pulley {} moves, and eulerian_ale does not support that; let the "
        "axis of that pulley move along the span, or use analytic_string_dynamics",
        rope.end_label(i), rope.pulley_label(next)));
  }
}

}  // namespace

// Adds messages about small motions that are neither about rest nor about a uniform prescribed motion.
void AleOptions::add_linear_objections(std::vector<std::string>& sentences, const RopeDrive& rope) const {
  const std::vector<std::string> of_options = linear_->objections_for_ropes("eulerian_ale");
  sentences.insert(sentences.end(), of_options.begin(), of_options.end());
  const bool runs = ale::driven_flux(rope, rope.path()) != 0.0;
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    const auto& form = rope.ends[i].form;
    const auto* winch = std::get_if<WinchEnd>(&form);
    const auto* body = std::get_if<BodyEnd>(&form);
    if (!runs && body != nullptr && body->velocity != 0.0) {
      sentences.push_back(fmt::format(
          "end {} moves at the start, but nothing prescribes the speed of the rope, so that there is no "
          "uniform motion for the linear analysis; remove its velocity, or prescribe the motion of a pulley "
          "or of a winch",
          rope.end_label(i)));
    }
    if (!runs) continue;
    const bool is_held = body != nullptr && (body->is_held || body->held_until > 0.0);
    if (is_held || std::holds_alternative<FixedEnd>(form)) {
      sentences.push_back(
          fmt::format("end {} is held while the rope runs, so that there is no uniform motion for the linear analysis; "
                      "let the pulleys stand still at t = 0",
                      rope.end_label(i)));
    }
    if (winch != nullptr && winch->turns_freely()) {
      sentences.push_back(
          fmt::format("end {} is a drum that turns freely, which the linear analysis of eulerian_ale supports at rest "
                      "only; prescribe its motion",
                      rope.end_label(i)));
    }
  }
}

std::vector<std::string> AleOptions::objections_of_rope(const RopeDrive& rope) const {
  std::vector<std::string> sentences = rope_objections(rope, "eulerian_ale");
  const bool is_linear = parameters_.analysis == ale::Analysis::linear;
  if (parameters_.analysis != ale::Analysis::transient && !is_linear) {
    sentences.push_back(
        fmt::format("a rope with ends has no steady motion, as its spans get longer and shorter, so that the analysis "
                    "{} is not supported; use \"analysis\": \"transient\", or \"linear\" for its modes",
                    ale::kAnalysisNames[static_cast<std::size_t>(parameters_.analysis)]));
  }
  if (is_linear) add_linear_objections(sentences, rope);
  const std::vector<std::string> of_mounts = mount_objections(rope, "eulerian_ale");
  sentences.insert(sentences.end(), of_mounts.begin(), of_mounts.end());
  add_turning_ends(sentences, rope);
  if (!is_linear && parameters_.time_integration == ale::TimeIntegration::quasi_static) {
    sentences.emplace_back(
        "ropes with ends move by their inertia, which quasi_static leaves out; use generalised_alpha");
  }
  if (rope.pulleys.empty() && parameters_.step_tolerance > 0.0) {
    sentences.emplace_back("step_tolerance is relative to the smallest radius, and there is no pulley; set it to 0");
  }
  const RopePath path = rope.path();
  for (std::size_t k = 0; k < rope.pulleys.size(); ++k) {
    add_long_elements(sentences, path.arcs()[k].wrap, rope.pulley_label(k));
  }
  add_instruction_set(sentences, parameters_.instruction_choice);
  return sentences;
}

std::unique_ptr<Simulation> AleOptions::create(const Drive& drive, double) const {
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) {
    if (linear_) return std::make_unique<ale::LinearRopeSimulation>(*rope, parameters_, *linear_);
    return std::make_unique<ale::AleRopeSimulation>(*rope, parameters_);
  }
  const auto& belt = std::get<BeltDrive>(drive);
  if (parameters_.analysis != ale::Analysis::transient) {
    return std::make_unique<ale::SteadySimulation>(belt, parameters_, linear_);
  }
  return std::make_unique<ale::AleSimulation>(belt, parameters_);
}

bool AleOptions::can_start_near() const { return parameters_.analysis == ale::Analysis::steady && !linear_; }

std::unique_ptr<Simulation> AleOptions::create_near(const Drive& drive, double end_time,
                                                    const Simulation& neighbour) const {
  const auto* near = dynamic_cast<const ale::SteadySimulation*>(&neighbour);
  if (near == nullptr || !can_start_near()) return create(drive, end_time);
  try {
    return std::make_unique<ale::SteadySimulation>(std::get<BeltDrive>(drive), parameters_, linear_, near);
  } catch (const SolverError&) {
    return create(drive, end_time);
  }
}

std::string AleOptions::model(const Drive& drive) const {
  if (std::holds_alternative<RopeDrive>(drive)) {
    return parameters_.analysis == ale::Analysis::transient ? "elastic_beam" : "steady_elastic_beam";
  }
  if (parameters_.analysis != ale::Analysis::transient) return "steady_elastic_beam";
  const bool is_quasi_static = parameters_.time_integration == ale::TimeIntegration::quasi_static;
  return is_quasi_static && !keys_of_inertia(std::get<BeltDrive>(drive)).empty() ? "quasi_static_elastic_beam"
                                                                                 : "elastic_beam";
}

namespace {

// Advice for a finer mesh. If one number of the mesh is given all must be given, since the others are no longer chosen.
std::string finer_mesh(const ale::MeshParameters& mesh) {
  std::string advice = "double elements_per_pulley and elements_per_span";
  if (mesh.touching_refinement + mesh.span_refinement == 0) return advice;
  return fmt::format("{}: {} and {}, with touching_refinement {} and span_refinement {}", advice,
                     2 * mesh.elements_per_pulley, 2 * mesh.elements_per_span, mesh.touching_refinement,
                     mesh.span_refinement);
}

}  // namespace

std::vector<NumericalParameter> AleOptions::numerical_parameters() const {
  std::vector<NumericalParameter> list;
  if (parameters_.analysis == ale::Analysis::transient) {
    list.push_back(controlled_step_error<AleOptions>(
        parameters_.step_tolerance > 0.0, [](AleOptions& o) -> double& { return o.parameters_.time_step; },
        [](AleOptions& o) -> double& { return o.parameters_.step_tolerance; }));
  }
  list.push_back({.name = "mesh",
                  .keys = "elements_per_pulley, elements_per_span",
                  .advice = finer_mesh(parameters_.mesh),
                  .order = kContactMeshOrder,
                  .ratios = kMeshRatios,
                  .coarsen = coarsening<AleOptions>([](AleOptions& options, double ratio) {
                    ale::AleParameters& p = options.parameters_;
                    p.mesh.is_free = false;
                    // Finer repetitions do not analyse the small motions again.
                    options.linear_.reset();
                    if (p.analysis == ale::Analysis::linear) p.analysis = ale::Analysis::steady;
                    for (ale::BentEnd& end : p.mesh.bent) {
                      end.elements = static_cast<int>(std::ceil(end.elements / ratio));
                    }
                    return divide_counts(ratio, {{&p.mesh.elements_per_pulley, kFewestPerPulley},
                                                 {&p.mesh.elements_per_span, kFewestPerSpan}});
                  })});
  return list;
}

}  // namespace beltdyn::eulerian
