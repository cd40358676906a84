// SPDX-License-Identifier: MIT
#include "core/linear/small_motions.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "core/base/error.hpp"
#include "core/linear/analysis_at_speeds.hpp"
#include "core/linear/campbell.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/order_response.hpp"

namespace beltdyn {
namespace {

// The analysis on another mesh, whose simulation is kept; null if it has no steady motion.
std::shared_ptr<const LinearAnalysis> analysis_on(OtherMesh mesh, const Simulation& simulation,
                                                  std::unique_ptr<Simulation>& kept) {
  try {
    kept = simulation.on_mesh(mesh);
    return kept ? kept->linear_analysis() : nullptr;
  } catch (const SolverError&) {
    return nullptr;
  }
}

}  // namespace

std::vector<Finding> write_small_motions(Simulation& simulation, const std::filesystem::path& folder) {
  const std::shared_ptr<const LinearAnalysis> small_motions = simulation.linear_analysis();
  if (!small_motions) return {};
  const LinearAnalysis& analysis = *small_motions;
  std::unique_ptr<Simulation> finer;
  std::unique_ptr<Simulation> coarser;
  OnOtherMeshes others;
  if (analysis.options().modes) {
    others.finer = analysis_on(OtherMesh::finer, simulation, finer);
    others.coarser_on_pulleys = analysis_on(OtherMesh::coarser_on_pulleys, simulation, coarser);
  }
  const std::vector<NamedMode> modes = write_linear_analysis(analysis, folder, others);
  std::vector<CampbellPoint> points;
  if (analysis.options().campbell) {
    points = campbell_points(simulation, analysis, modes);
    write_campbell(points, analysis.options().campbell->orders, folder / kCampbellFile);
  }
  std::vector<Finding> findings;
  if (analysis.options().order_response) {
    const std::vector<OrderPoint> orders = order_points(simulation, analysis);
    write_order_response(orders, analysis.outputs(), folder / kOrderResponseFile);
    std::optional<Finding> opens =
        opening_clutch_finding(orders, analysis.outputs(), *analysis.drive(), simulation.time());
    if (opens) findings.push_back(*std::move(opens));
    std::optional<Finding> slides = sliding_mount_finding(orders, analysis.outputs(), *analysis.drive());
    if (slides) findings.push_back(*std::move(slides));
  }
  if (std::optional<Finding> growth = growth_finding(modes, points, finer_root_of(simulation, analysis))) {
    findings.push_back(*std::move(growth));
  }
  if (std::optional<Finding> coarse = resolution_finding(modes)) findings.push_back(*std::move(coarse));
  if (const SpeedStates states = states_at_speeds(simulation, analysis); !states.states.empty()) {
    write_speed_states(states, folder / kSpeedStatesFile);
    if (std::optional<Finding> slip = gross_slip_finding(states)) findings.push_back(*std::move(slip));
  }
  return findings;
}

}  // namespace beltdyn
