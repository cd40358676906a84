// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace beltdyn::verification {

// A rope on a surface, set up as from a configuration file. The members are the parts that cases vary, as JSON text.
struct RopeCase {
  std::string course;  // members of "course", e.g. R"("type": "sinusoidal_tube", "amplitude": 0.1, "period": 1)"
  double friction{};   // μ [-]
  double tension{};    // [N]
  std::string element = R"("type": "cable")";  // members of "element"
  int elements = 64;
  std::string contact{};  // members of "contact"; by default with the penalties of the paper, 2.1e6 N/m²
  std::string options{};  // further members of the run, each preceded by a comma
};

// The history values of a run at its end, by column names without units. The rope is that of the paper (radius 0.01 m,
// steel). Throws ConfigError, SolverError.
using RopeOutcome = std::map<std::string, double>;
RopeOutcome solved(const RopeCase& rope);
// The corresponding results of analytic_rope.
RopeOutcome exact(const RopeCase& rope);
// The force_ratio of solved() divided by the force_ratio of exact(), minus 1 [-].
double ratio_error(const RopeCase& rope);

// Courses of the figures of the paper, and others; lengths of 1 m, half a turn.
std::string helix(double pitch);
extern const char* const kConeCircle;    // tan α = 0.1
extern const char* const kConeGeodesic;  // half-angle 30 degrees, from z = 2.598 to 4.098
extern const char* const kSphereCircle;  // latitude 10 degrees

}  // namespace beltdyn::verification
