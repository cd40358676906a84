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

void append(std::vector<Finding>& findings, std::optional<Finding> finding) {
  if (finding) findings.push_back(*std::move(finding));
}

// The modes, with errors from a finer mesh if there is a steady motion on it.
std::vector<NamedMode> write_modes(const Simulation& simulation, const LinearAnalysis& analysis,
                                   const std::filesystem::path& folder) {
  std::unique_ptr<Simulation> finer;
  std::shared_ptr<LinearAnalysis> finer_analysis;
  if (analysis.options().modes) {
    try {
      finer = simulation.on_finer_mesh();
      if (finer) finer_analysis = finer->linear_analysis();
    } catch (const SolverError&) {
      finer_analysis.reset();
    }
  }
  return write_linear_analysis(analysis, folder, finer_analysis.get());
}

void write_order_responses(AnalysisAtSpeeds& family, const LinearAnalysis& analysis, double time,
                           const std::filesystem::path& folder, std::vector<Finding>& findings) {
  const std::vector<OrderPoint> points = order_points(family, analysis, time);
  write_order_response(points, analysis.outputs(), folder / kOrderResponseFile);
  append(findings, opening_clutch_finding(points, analysis.outputs(), *analysis.drive(), time));
  append(findings, sliding_mount_finding(points, analysis.outputs(), *analysis.drive()));
}

void write_states(const AnalysisAtSpeeds& family, std::span<const double> speeds, const std::filesystem::path& folder,
                  std::vector<Finding>& findings) {
  const SpeedStates states = family.states(speeds);
  write_speed_states(states, folder / kSpeedStatesFile);
  append(findings, gross_slip_finding(states));
}

}  // namespace

std::vector<Finding> write_small_motions(Simulation& simulation, const std::filesystem::path& folder) {
  const std::shared_ptr<const LinearAnalysis> small_motions = simulation.linear_analysis();
  if (!small_motions) return {};
  const LinearAnalysis& analysis = *small_motions;
  const LinearOptions& options = analysis.options();
  const std::vector<NamedMode> modes = write_modes(simulation, analysis, folder);
  std::vector<Finding> findings;
  if (options.order_response) {
    AnalysisAtSpeeds family = analyses_for(simulation, analysis, *options.order_response);
    write_order_responses(family, analysis, simulation.time(), folder, findings);
    const std::vector<double> speeds = options.order_response->speeds();
    if (!options.campbell) write_states(family, speeds, folder, findings);
    append(findings, family.missing_finding(speeds, "order_response"));
  }
  std::vector<CampbellPoint> points;
  FinerRoot finer_root;
  std::optional<AnalysisAtSpeeds> diagram;
  if (options.campbell) {
    diagram.emplace(analyses_for(simulation, analysis, *options.campbell));
    points = campbell_points(*diagram, analysis);
    write_campbell(points, options.campbell->orders, folder / kCampbellFile);
    const std::vector<double> speeds = options.campbell->speeds();
    write_states(*diagram, speeds, folder, findings);
    append(findings, diagram->missing_finding(speeds, "campbell"));
    finer_root = finer_root_of(*diagram);
  }
  append(findings, growth_finding(modes, points, finer_root));
  append(findings, resolution_finding(modes));
  return findings;
}

}  // namespace beltdyn
