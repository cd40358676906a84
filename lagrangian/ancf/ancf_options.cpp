// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/ancf_options.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/drive/drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/left_out.hpp"
#include "core/dynamics/chosen_numbers.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "core/dynamics/rope_waves.hpp"
#include "core/dynamics/step_options.hpp"
#include "lagrangian/ancf/ancf_simulation.hpp"
#include "lagrangian/ancf/rope/ancf_rope_simulation.hpp"

namespace beltdyn::lagrangian {
namespace {

constexpr int kFewestElements = 8;
constexpr int kMostElements = 1'000'000;  // some gigabytes
constexpr int kMostSegments = 64;
constexpr int kMostIterations = 1000;
// Largest angle of an element on a pulley: a right angle; beyond it the cubic leaves the circle.
constexpr double kLargestElementAngle = 1.5707963267948966;  // π/2 [rad]

// Number of elements, and largest angle of an element on a pulley, if no number is given. Stiff belts have smaller
// angles.
constexpr int kUsualElements = 240;
constexpr double kUsualElementAngle = 0.25;  // [rad]

// Length of the elements of the steady motion to start with, relative to elements here: their mesh is fine where
// contacts end.
constexpr double kSteadyElement = 2.0;

// Mode `paper` supports only the bristle of the paper.
std::vector<std::string> objections_of_paper(const BeltDrive& drive) {
  std::vector<std::string> sentences = drive.objections_to_rigid_contact("the friction mode paper of lagrangian_ancf");
  if (sentences.empty() && drive.belt.contact_height() > 0.0) {
    sentences.push_back(
        "the friction mode paper places friction on the face of the belt, but friction_at is center_line; use "
        "\"friction\": \"consistent\", or \"friction_at\": \"face\"");
  }
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const PulleyContact& contact = drive.contact_of(k);
    const bool is_bristle = std::holds_alternative<ElastoplasticCoulombConfig>(*contact.friction) ||
                            std::holds_alternative<BristleConfig>(*contact.friction);
    if (!is_bristle) {
      sentences.push_back(
          fmt::format("the friction mode paper uses a bristle that sticks or slips, but the friction law of pulley {} "
                      "is {}; use \"friction\": \"consistent\", or the law bristle or elastoplastic_coulomb",
                      drive.pulley_label(k), contact.friction_name()));
    } else if (contact.kinetic_coefficient() == 0.0) {
      sentences.push_back(
          fmt::format("the friction mode paper requires friction on every pulley, but the coefficient of pulley {} is "
                      "0; use \"friction\": \"consistent\", or a coefficient > 0",
                      drive.pulley_label(k)));
    }
  }
  return sentences;
}

}  // namespace

void AncfOptions::visit(config::FieldVisitor& v) {
  using config::Presence;
  ancf::AncfParameters& p = parameters_;
  v.integer({"elements", "-", "the number n of cable elements along the belt", config::Role::discretisation},
            p.elements, {.low = kFewestElements, .high = kMostElements}, Presence::chosen);
  v.number({"time_step", "s", "the largest time step h", config::Role::discretisation}, p.time_step, config::kPositive,
           Presence::chosen);
  v.integer(
      {"segments_per_element", "-", "the number n_s of contact segments per element", config::Role::discretisation},
      p.segments_per_element, {.low = 1, .high = kMostSegments}, Presence::optional);
  config::visit_choice(v, {"integration", "-", "the quadrature of axial strain and bending, scheme a, b or c"},
                       p.integration, ancf::kIntegrationSchemeNames, Presence::optional);
  config::visit_choice(v,
                       {"contact_frame", "-",
                        "the direction of contact forces: normal to the segment, or from the centre of the pulley"},
                       p.contact_frame, ancf::kContactFrameNames, Presence::optional);
  config::visit_choice(v,
                       {"friction", "-",
                        "the friction mode: the bristle of the paper, whose state is updated after each solve, or "
                        "consistent integration of slip with a return to the friction limit within the solve"},
                       p.friction, ancf::kFrictionModeNames, Presence::optional);
  config::visit_choice(v, {"time_integration", "-", "the time integration"}, p.time_integration,
                       ancf::kTimeIntegrationNames, Presence::optional);
  visit_implicit_steps(v, p.spectral_radius, p.newton_tolerance, p.newton_iterations);
  v.number({"switching_tolerance", "N", "the tolerance for changed contact states with friction paper",
            config::Role::discretisation},
           p.switching_tolerance, config::kPositive, Presence::optional);
  v.integer({"switching_iterations", "-", "the maximum number of solves per step with friction paper"},
            p.switching_iterations, {.low = 1, .high = kMostIterations}, Presence::optional);
  visit_instruction_set(v, p.instruction_choice);
}

void AncfOptions::choose_left_out(const Drive& drive, double end_time, double) {
  const auto choose = [this, end_time](const auto& of, double length) {
    if (parameters_.elements == 0)
      parameters_.elements = chosen_parts(of.pulleys, length, kUsualElements, kUsualElementAngle);
    if (parameters_.time_step > 0.0) return;
    const double segment = length / parameters_.elements / parameters_.segments_per_element;
    parameters_.time_step = chosen_time_step(of, segment, end_time);
  };
  const bool is_step_left_out = !(parameters_.time_step > 0.0);
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) {
    choose(*rope, rope->path().length());
    // The number of elements is large.
    if (is_step_left_out) parameters_.time_step = step_for_waves(*rope, kSpanElements, parameters_.time_step, end_time);
  }
  if (const auto* belt = std::get_if<BeltDrive>(&drive)) {
    const double length = belt->path().length();
    if (parameters_.elements == 0) {
      std::vector<double> turns;
      for (const Pulley& pulley : belt->pulleys) turns.push_back(length / pulley.radius);
      const double angle = element_angle_for_creep(*belt, kUsualElementAngle);
      parameters_.elements =
          std::max(chosen_parts(belt->pulleys, length, kUsualElements, angle), parts_for_force(*belt, turns));
    }
    choose(*belt, length);
  }
}

// Ropes are supported in friction mode `consistent` and with inertia only.
std::vector<std::string> AncfOptions::objections_of_rope(const RopeDrive& rope) const {
  std::vector<std::string> sentences = rope_objections(rope, "lagrangian_ancf");
  for (std::string& sentence : winch_objections(rope, "lagrangian_ancf")) sentences.push_back(std::move(sentence));
  for (const std::size_t k : rope.mounted()) {
    sentences.push_back(fmt::format(
        "pulley {} is on a mount that moves, which lagrangian_ancf does not support for ropes with ends; keep "
        "its axis fixed, or use analytic_string_dynamics or eulerian_ale",
        rope.pulley_label(k)));
  }
  if (parameters_.friction == ancf::FrictionMode::paper) {
    sentences.emplace_back(
        "ropes with ends are not supported by the friction mode paper; use \"friction\": \"consistent\"");
  }
  if (parameters_.time_integration == ancf::TimeIntegration::quasi_static) {
    sentences.emplace_back(
        "ropes with ends move by their inertia, which quasi_static leaves out; use trapezoidal or generalised_alpha");
  }
  const double length = rope.path().length() / parameters_.elements;
  for (std::size_t p = 0; p < rope.pulleys.size(); ++p) {
    add_long_elements(sentences, length, rope.pulleys[p].radius, rope.pulley_label(p));
  }
  add_instruction_set(sentences, parameters_.instruction_choice);
  return sentences;
}

// Adds a message about elements that are too long to bend around a pulley.
void AncfOptions::add_long_elements(std::vector<std::string>& sentences, double length, double radius,
                                    const std::string& label) const {
  if (length <= kLargestElementAngle * radius) return;
  sentences.push_back(
      fmt::format("elements = {} gives elements of {:.4g} m, too long to bend around pulley {} of radius {:.4g} m; "
                  "use at least {}",
                  parameters_.elements, length, label, radius,
                  std::ceil(parameters_.elements * length / (kLargestElementAngle * radius))));
}

// Bodies on the belt are supported as ropes with ends are.
void AncfOptions::add_body_objections(std::vector<std::string>& sentences, const BeltDrive& belt) const {
  if (parameters_.friction == ancf::FrictionMode::paper) {
    sentences.emplace_back(
        "bodies on the belt are not supported by the friction mode paper; use \"friction\": \"consistent\"");
  }
  if (parameters_.time_integration == ancf::TimeIntegration::quasi_static) {
    sentences.emplace_back(
        "bodies on the belt move by their inertia, which quasi_static leaves out; use trapezoidal or "
        "generalised_alpha");
  }
  if (belt.starts_running()) {
    sentences.emplace_back(
        "a belt with bodies has no steady motion to start in; remove \"initial_state\", and let the pulleys begin to "
        "turn");
  }
}

std::vector<std::string> AncfOptions::objections(const Drive& drive) const {
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) return objections_of_rope(*rope);
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr) return {type_objection(drive, "belt_drive or rope_drive")};
  std::vector<std::string> sentences = parameters_.friction == ancf::FrictionMode::consistent
                                           ? belt->objections_to_contact("lagrangian_ancf")
                                           : objections_of_paper(*belt);
  belt->add_span_objection(sentences, "lagrangian_ancf");
  if (!belt->bodies.empty()) add_body_objections(sentences, *belt);
  if (belt->starts_running() && parameters_.friction == ancf::FrictionMode::paper) {
    sentences.push_back(
        "the drive starts running, which is not supported by the friction mode paper; use \"friction\": "
        "\"consistent\", or set initial_state to \"rest\"");
  }
  if (parameters_.time_integration == ancf::TimeIntegration::quasi_static) {
    add_warning(sentences, objection_to_start_without_inertia("lagrangian_ancf", *belt));
  }
  const double length = belt->path().length() / parameters_.elements;
  for (std::size_t p = 0; p < belt->pulleys.size(); ++p) {
    add_long_elements(sentences, length, belt->pulleys[p].radius, belt->pulley_label(p));
  }
  add_instruction_set(sentences, parameters_.instruction_choice);
  return sentences;
}

std::unique_ptr<Simulation> AncfOptions::create(const Drive& drive, double) const {
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) {
    return std::make_unique<ancf::AncfRopeSimulation>(*rope, parameters_);
  }
  const auto& belt = std::get<BeltDrive>(drive);
  if (!belt.starts_running()) return std::make_unique<ancf::AncfSimulation>(belt, parameters_);
  const RunningBelt running = find_running_(belt, kSteadyElement * belt.reference_length() / parameters_.elements);
  return std::make_unique<ancf::AncfSimulation>(belt, parameters_, running);
}

std::string AncfOptions::model(const Drive& drive) const {
  if (std::holds_alternative<RopeDrive>(drive)) return "elastic_beam";
  const auto& belt = std::get<BeltDrive>(drive);
  const bool is_quasi_static = parameters_.time_integration == ancf::TimeIntegration::quasi_static;
  std::string name = is_quasi_static && !keys_of_inertia(belt).empty() ? "quasi_static_elastic_beam" : "elastic_beam";
  // In mode `paper` the damper of a contact may pull.
  const bool is_paper = parameters_.friction == ancf::FrictionMode::paper;
  if (is_paper && !keys_of_normal_damping(belt).empty()) name += "_with_pulling_dampers";
  return name;
}

std::vector<NumericalParameter> AncfOptions::numerical_parameters() const {
  return {time_step_error<AncfOptions>(kSecondOrder, [](AncfOptions& o) -> double& { return o.parameters_.time_step; }),
          mesh_error<AncfOptions>("elements", kContactMeshOrder, kFewestElements,
                                  [](AncfOptions& o) -> int& { return o.parameters_.elements; })};
}

}  // namespace beltdyn::lagrangian
