// SPDX-License-Identifier: MIT
#include "core/dynamics/rigid_motion.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn {
namespace {

// Steps of the implicit Euler method, which follows load curves however steep they are.
constexpr int kSteps = 500;
// To a drive that starts running: a long time with the moments of t = 0, in which steps get longer.
constexpr int kSettlingSteps = 200;
constexpr double kGrowth = 1.2;
constexpr int kMostDoublings = 30;

class RigidMotion {
 public:
  explicit RigidMotion(const BeltDrive& drive) : drive_(drive), path_(path_to_show(drive)) {
    mass_ = drive.belt.mass_per_length * path_.length();
    for (const Pulley& pulley : drive.pulleys) {
      // What a one-way clutch takes along may be overrun.
      const bool is_fixed = pulley.accessory && !pulley.accessory->driving_direction;
      const double inertia = pulley.inertia + (is_fixed ? pulley.accessory->inertia : 0.0);
      mass_ += inertia / (pulley.radius * pulley.radius);
    }
    for (const SpanLoad& run : drive.spans) {
      mass_ += (run.load_per_length + run.idler_mass_per_length) * path_.spans()[run.span()].length;
    }
  }

  // The speed after a step of length h to the time t, v₁ = v₀ + h F(t, v₁)/m. Between v₀ and v₀ + h F(t, v₀)/m is a
  // root if F falls with v; where it rises there may be one farther on.
  double after(double v0, double time, double h) const {
    const auto off = [&](double v) { return v - v0 - h * force(time, v) / mass_; };
    const double at_start = off(v0);
    if (!std::isfinite(at_start) || at_start == 0.0) return v0;
    double step = -at_start;
    double at_end = off(v0 + step);
    for (int i = 0; i < kMostDoublings && at_end * at_start > 0.0; ++i) {
      step *= 2.0;
      at_end = off(v0 + step);
    }
    if (!(at_end * at_start < 0.0)) return at_end == 0.0 ? v0 + step : v0;
    return numerics::find_root(off, std::min(v0, v0 + step), std::max(v0, v0 + step));
  }

 private:
  double force(double time, double v) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < drive_.pulleys.size(); ++k) {
      const PathArc& arc = path_.arcs()[k];
      const double radius = drive_.pulleys[k].radius;
      sum += arc.turn * drive_.pulleys[k].steady_moment(time, arc.turn * v / radius) / radius;
    }
    const double direction = v == 0.0 ? 0.0 : std::copysign(1.0, v);
    for (const SpanLoad& run : drive_.spans) {
      const PathSpan& span = path_.spans()[run.span()];
      const SpanForces forces = run.forces(drive_.belt.mass_per_length, drive_.gravity, span.tangent);
      sum +=
          (forces.load_weight - direction * forces.resistance) * span.length - direction * run.load_per_length * v * v;
    }
    return sum;
  }

  const BeltDrive& drive_;
  BeltPath path_;
  double mass_{};
};

}  // namespace

double fastest_rigid_motion(const BeltDrive& drive, double end_time) {
  const RigidMotion motion(drive);
  const double h = end_time / kSteps;
  double v = 0.0;
  if (drive.starts_running()) {
    double step = h;
    for (int i = 0; i < kSettlingSteps; ++i) {
      v = motion.after(v, 0.0, step);
      step *= kGrowth;
    }
  }
  double fastest = std::abs(v);
  for (int i = 0; i < kSteps; ++i) {
    v = motion.after(v, h * (i + 1), h);
    fastest = std::max(fastest, std::abs(v));
  }
  return fastest;
}

}  // namespace beltdyn
