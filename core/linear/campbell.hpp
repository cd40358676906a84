// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/linear/linear_analysis.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// A mode at a speed.
struct CampbellPoint {
  double speed{};               // ω of the pulley of the diagram [rad/s]
  int mode{};                   // from 1; the same number is the same mode at all speeds
  std::complex<double> root{};  // s [1/s]
};

// Modes over the speed, followed from speed to speed: from where a root came from it is expected to go on straight, and
// Newton's method goes there from that. Where that does not separate them all, and at some of the speeds at any
// rate, they are looked for anew, and of those found each goes on with the mode that expected it nearest; the others
// are modes that come in from beyond the range of the search. Where a new mode goes a speed close by tells.
// `search(speed)` finds the roots at a speed, `follow(speed, guesses)` those near guesses, none where it leads to none.
using CampbellSearch = std::function<std::vector<std::complex<double>>(double speed)>;
using CampbellFollow = std::function<std::vector<std::optional<std::complex<double>>>(
    double speed, std::span<const std::complex<double>> guesses)>;
std::vector<CampbellPoint> campbell_points(std::span<const double> speeds, const ModeSearch& range,
                                           const CampbellSearch& search, const CampbellFollow& follow);

// The points of a simulation whose options ask for them. Throws SolverError.
std::vector<CampbellPoint> campbell_points(const Simulation& simulation, const LinearAnalysis& analysis);

// Writes campbell.csv: angular_velocity [rad/s] of the pulley, mode [-], frequency [Hz], damping_ratio [-], real [1/s],
// and of each order n order_n [Hz], n times the frequency at which the pulley turns; by speeds, then by modes. Throws
// IoError.
void write_campbell(std::span<const CampbellPoint> points, std::span<const double> orders,
                    const std::filesystem::path& path);

// Does a mode grow by more than discretisation may have it?
bool grows(std::complex<double> root);
// A root where the mesh is twice as fine, at a speed of a diagram; none if there is none near.
using FinerRoot = std::function<std::optional<std::complex<double>>(double speed, std::complex<double> root)>;
FinerRoot finer_root_of(const Simulation& simulation, const LinearAnalysis& analysis);
// The message about modes that grow, at the speeds of a diagram or, without one, at the speed of the run. Unstable is
// only what grows alike on a finer mesh.
std::optional<Finding> growth_finding(std::span<const NamedMode> modes, std::span<const CampbellPoint> points,
                                      const FinerRoot& finer);
// The message about modes that the mesh does not resolve.
std::optional<Finding> resolution_finding(std::span<const NamedMode> modes);

inline constexpr const char* kCampbellFile = "campbell.csv";

}  // namespace beltdyn
