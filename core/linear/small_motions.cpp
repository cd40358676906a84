// SPDX-License-Identifier: MIT
#include "core/linear/small_motions.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "core/base/error.hpp"
#include "core/linear/analysis_at_speeds.hpp"
#include "core/linear/campbell.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/order_peaks.hpp"
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

void append(std::vector<Finding>& findings, std::optional<Finding> finding) {
  if (finding) findings.push_back(*std::move(finding));
}

std::vector<NamedMode> write_modes(const Simulation& simulation, const LinearAnalysis& analysis,
                                   const std::filesystem::path& folder) {
  std::unique_ptr<Simulation> finer;
  std::unique_ptr<Simulation> coarser;
  OnOtherMeshes others;
  if (analysis.options().modes) {
    others.finer = analysis_on(OtherMesh::finer, simulation, finer);
    others.coarser_on_pulleys = analysis_on(OtherMesh::coarser_on_pulleys, simulation, coarser);
  }
  return write_linear_analysis(analysis, folder, others);
}

// Returns the speeds of the rows.
std::vector<double> write_order_responses(AnalysisAtSpeeds& family, const LinearAnalysis& analysis, double time,
                                          const std::filesystem::path& folder, RunEnd& end) {
  const std::vector<OrderPoint> points = order_points(family, analysis, time);
  const std::filesystem::path path = folder / kOrderResponseFile;
  write_order_response(points, analysis.outputs(), path);
  end.conclusions = peak_conclusions(CsvTable::load(path), *analysis.drive());
  append(end.findings, opening_clutch_finding(points, analysis.outputs(), *analysis.drive(), time));
  append(end.findings, sliding_mount_finding(points, analysis.outputs(), *analysis.drive()));
  const std::vector<double> speeds = speeds_of(points);
  append(end.findings, slack_span_finding(points, analysis.outputs(), *analysis.drive(), family.states(speeds)));
  return speeds;
}

void write_states(const AnalysisAtSpeeds& family, std::span<const double> speeds, const std::filesystem::path& folder,
                  std::vector<Finding>& findings) {
  const SpeedStates states = family.states(speeds);
  write_speed_states(states, folder / kSpeedStatesFile);
  append(findings, gross_slip_finding(states));
}

}  // namespace

RunEnd write_small_motions(Simulation& simulation, const std::filesystem::path& folder) {
  const std::shared_ptr<const LinearAnalysis> small_motions = simulation.linear_analysis();
  if (!small_motions) return {};
  const LinearAnalysis& analysis = *small_motions;
  const LinearOptions& options = analysis.options();
  const std::vector<NamedMode> modes = write_modes(simulation, analysis, folder);
  RunEnd end;
  std::vector<Finding>& findings = end.findings;
  if (options.order_response) {
    AnalysisAtSpeeds family = analyses_for(simulation, analysis, *options.order_response);
    const std::vector<double> speeds = write_order_responses(family, analysis, simulation.time(), folder, end);
    if (!options.campbell) write_states(family, speeds, folder, findings);
    append(findings, family.missing_finding(options.order_response->speeds(), "order_response"));
  }
  std::vector<CampbellPoint> points;
  FinerRoot finer_root;
  std::optional<AnalysisAtSpeeds> diagram;
  if (options.campbell) {
    diagram.emplace(analyses_for(simulation, analysis, *options.campbell));
    points = campbell_points(*diagram, analysis, modes);
    write_campbell(points, options.campbell->orders, folder / kCampbellFile);
    const std::vector<double> speeds = options.campbell->speeds();
    write_states(*diagram, speeds, folder, findings);
    append(findings, diagram->missing_finding(speeds, "campbell"));
    finer_root = finer_root_of(*diagram);
  }
  append(findings, growth_finding(modes, points, finer_root));
  append(findings, resolution_finding(modes));
  return end;
}

}  // namespace beltdyn
