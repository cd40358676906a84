// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/mesh_warnings.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/step_scales.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Elements with a larger angle on a pulley jolt the belt when they reach and leave it [rad].
constexpr double kCoarseTurn = 0.5;

}  // namespace

std::vector<std::string> mesh_warnings(const BeltDrive& drive, const AncfParameters& parameters, const BeltModel& model,
                                       double end_time) {
  const double element = model.rule.length;
  const double segment = element / static_cast<double>(model.n_segments());
  std::vector<std::string> warnings;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    const double longest = passing_time(pulley, segment, end_time);
    if (longest > 0.0 && parameters.time_step > longest) {
      warnings.push_back(
          fmt::format("pulley {} moves the belt by {:.3g} m per step, more than a contact segment of {:.3g} m, so "
                      "segments touch and leave pulleys abruptly; use a time_step below {:.3g} s",
                      drive.pulley_label(p), segment * parameters.time_step / longest, segment, longest));
    }
    if (element > kCoarseTurn * pulley.radius) {
      warnings.push_back(fmt::format(
          "an element spans {:.2g} rad of pulley {}, which excites the belt at each node; use at least {:.0f} elements",
          element / pulley.radius, drive.pulley_label(p),
          std::ceil(parameters.elements * element / (kCoarseTurn * pulley.radius))));
    }
  }
  return warnings;
}

}  // namespace beltdyn::lagrangian::ancf
