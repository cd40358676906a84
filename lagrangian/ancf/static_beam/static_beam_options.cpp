// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/static_beam/static_beam_options.hpp"

#include "core/drive/any_drive.hpp"
#include "core/drive/supported_beam_drive.hpp"
#include "lagrangian/ancf/static_beam/static_beam_simulation.hpp"

namespace beltdyn::lagrangian {
namespace {

constexpr int kFewestElements = 2;
constexpr int kMostElements = 1'000'000;  // some gigabytes
constexpr int kMostSegments = 64;
constexpr int kMostIterations = 10'000;

}  // namespace

void StaticBeamOptions::visit(config::FieldVisitor& v) {
  using config::Presence;
  ancf::StaticBeamParameters& p = parameters_;
  v.integer({"elements", "-", "the number n of cable elements along the beam", config::Role::discretisation},
            p.elements, {.low = kFewestElements, .high = kMostElements}, Presence::required);
  v.number({"time_step", "s", "the time between equilibrium states", config::Role::discretisation}, p.time_step,
           config::kPositive, Presence::required);
  v.integer(
      {"segments_per_element", "-", "the number n_s of contact segments per element", config::Role::discretisation},
      p.segments_per_element, {.low = 1, .high = kMostSegments}, Presence::optional);
  config::visit_choice(v, {"integration", "-", "the quadrature of axial strain and bending, scheme a, b or c"},
                       p.integration, ancf::kIntegrationSchemeNames, Presence::optional);
  config::visit_choice(
      v, {"contact_frame", "-", "the direction of contact forces: normal to the segment, or from the centre"},
      p.contact_frame, ancf::kContactFrameNames, Presence::optional);
  v.number({"newton_tolerance", "N", "the residual tolerance; 0: 1e-9 of the loads and 1e-12 of EA",
            config::Role::discretisation},
           p.newton_tolerance, config::kNonNegative, Presence::optional);
  v.integer({"newton_iterations", "-", "the maximum number of iterations of one solve"}, p.newton_iterations,
            {.low = 1, .high = kMostIterations}, Presence::optional);
}

std::vector<std::string> StaticBeamOptions::objections(const Drive& drive) const {
  const auto* beam = drive_if<SupportedBeamDrive>(drive);
  if (beam == nullptr) return {type_objection(drive, "supported_beam")};
  std::vector<std::string> sentences;
  if (!beam->has_circle) {
    sentences.emplace_back(
        "lagrangian_ancf_static needs a circle pressed against the beam, but the drive has none; give \"circle\"");
  }
  if (beam->tension > 0.0) {
    sentences.emplace_back(
        "\"tension\" is not supported by lagrangian_ancf_static, whose beam is stress-free when straight; remove it, "
        "or use eulerian_ale_span");
  }
  if (beam->speed > 0.0) {
    sentences.emplace_back(
        "\"speed\" is not supported by lagrangian_ancf_static, whose beam is at rest; remove it, or use "
        "eulerian_ale_span");
  }
  if (beam->bending_stiffness == 0.0) {
    sentences.emplace_back(
        "lagrangian_ancf_static requires a beam with bending stiffness, but that of the drive is 0; give one > 0, or "
        "use eulerian_ale_span");
  }
  return sentences;
}

std::unique_ptr<Simulation> StaticBeamOptions::create(const Drive& drive, double) const {
  return std::make_unique<ancf::StaticBeamSimulation>(drive_as<SupportedBeamDrive>(drive), parameters_);
}

std::vector<NumericalParameter> StaticBeamOptions::numerical_parameters() const {
  return {mesh_error<StaticBeamOptions>("elements", kContactMeshOrder, kFewestElements,
                                        [](StaticBeamOptions& o) -> int& { return o.parameters_.elements; })};
}

}  // namespace beltdyn::lagrangian
