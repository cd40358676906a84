// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/linear/analysis_at_speeds.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// A mode at a speed of a Campbell diagram.
struct CampbellPoint {
  double speed{};               // ω of the pulley of the diagram [rad/s]
  int mode{};                   // from 1; a mode has one number at all speeds
  std::complex<double> root{};  // s [1/s]
};

// Computes modes over the speed and tracks them from speed to speed. Each root is extrapolated linearly, and Newton's
// method starts there. A new search is made where this does not separate all roots, and at some fixed speeds. It
// assigns each root it finds to the nearest expected root; roots left over are modes that enter the range. The
// direction of a new mode follows from its root at a nearby speed. `search(speed)` finds all roots at a speed, none of
// them where there is no steady motion, and the modes go on at the next speed. `follow(speed, guesses)` finds the roots
// near guesses, none where Newton's method fails. `range(speed)` is the range of the search at a speed.
using CampbellRange = std::function<ModeSearch(double speed)>;
using CampbellSearch = std::function<std::optional<std::vector<std::complex<double>>>(double speed)>;
using CampbellFollow = std::function<std::vector<std::optional<std::complex<double>>>(
    double speed, std::span<const std::complex<double>> guesses)>;
std::vector<CampbellPoint> campbell_points(std::span<const double> speeds, const CampbellRange& range,
                                           const CampbellSearch& search, const CampbellFollow& follow);

// The points of an analysis whose options request a Campbell diagram, with the numbers of its modes at the speed of the
// run: these are followed from there. Other modes have the numbers behind them. Throws SolverError.
std::vector<CampbellPoint> campbell_points(AnalysisAtSpeeds& family, const LinearAnalysis& analysis,
                                           std::span<const NamedMode> modes = {});
// Speeds [rad/s], ascending or descending, and a further one in its place, which is none of them. Steps to a speed
// outside of them are of the size of the first step, but there are no more of them than speeds.
std::vector<double> speeds_with(std::vector<double> speeds, double speed);
// Renumbers modes by the roots that they have at a speed; each root has its place in `roots` as its number. Modes
// without one follow in their order.
void number_by(std::span<const std::complex<double>> roots, double speed, std::vector<CampbellPoint>& points);

// Writes campbell.csv: angular_velocity [rad/s] of the pulley, mode [-], frequency [Hz], damping_ratio [-], real [1/s],
// and for each order n the column order_n [Hz], n times the rotational frequency; sorted by speed, then by mode. Throws
// IoError.
void write_campbell(std::span<const CampbellPoint> points, std::span<const double> orders,
                    const std::filesystem::path& path);

// Does a mode grow faster than discretisation errors can explain?
bool grows(std::complex<double> root);
// Finds a root again on a mesh twice as fine, at a speed of a diagram; none if there is none nearby.
using FinerRoot = std::function<std::optional<std::complex<double>>(double speed, std::complex<double> root)>;
FinerRoot finer_root_of(const AnalysisAtSpeeds& family);
// A message about growing modes at the speeds of a diagram or, without a diagram, at the speed of the run. A mode is
// unstable only if it grows similarly on a finer mesh.
std::optional<Finding> growth_finding(std::span<const NamedMode> modes, std::span<const CampbellPoint> points,
                                      const FinerRoot& finer);
// A message about modes that the mesh does not resolve.
std::optional<Finding> resolution_finding(std::span<const NamedMode> modes);

inline constexpr const char* kCampbellFile = "campbell.csv";

}  // namespace beltdyn
