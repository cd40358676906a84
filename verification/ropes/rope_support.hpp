// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace beltdyn::verification {

// A rope on a surface set up as from a configuration file: the parts of it that cases vary, as JSON text.
struct RopeCase {
  std::string course;  // members of "course", e.g. R"("type": "sinusoidal_tube", "amplitude": 0.1, "period": 1)"
  double friction{};
  double tension{};                            // [N]
  std::string element = R"("type": "cable")";  // members of "element"
  int elements = 64;
  std::string contact{};  // members of "contact"; without others the penalties are those of the paper, 2.1e6 N/m²
  std::string options{};  // further members of the run, each with a comma before it
};

// The history of one instant, by the names of its columns without units; the paper's rope (radius 0.01 m, steel).
// Throws ConfigError, SolverError.
using RopeOutcome = std::map<std::string, double>;
RopeOutcome solved(const RopeCase& rope);
// The same of analytic_rope.
RopeOutcome exact(const RopeCase& rope);
// force_ratio of the first over that of the second, minus 1.
double ratio_error(const RopeCase& rope);

// The courses of the paper's figures, and others; lengths of 1 m, half a turn.
std::string helix(double pitch);
extern const char* const kConeCircle;    // tan α = 0.1
extern const char* const kConeGeodesic;  // half-angle 30 degrees, from z = 2.598 to 4.098
extern const char* const kSphereCircle;  // latitude 10 degrees

}  // namespace beltdyn::verification
