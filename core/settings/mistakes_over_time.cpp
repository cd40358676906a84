// SPDX-License-Identifier: MIT
#include "core/settings/mistakes_over_time.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/drive/drive.hpp"

namespace beltdyn {
namespace {

constexpr double kHighestSpeed = 3e8;  // the speed of light [m/s]

// Surfaces must not move backward, because the belt enters each pulley at its first contact point.
std::vector<DriveMistake> in_time(const ContourDrive& drive, double end_time) {
  std::vector<DriveMistake> mistakes;
  for (std::size_t k = 0; k < drive.surface_speed.size(); ++k) {
    const double slowest = drive.surface_speed[k].minimum(0.0, end_time);
    const double fastest = drive.surface_speed[k].maximum(0.0, end_time);
    if (slowest >= 0.0 && fastest <= kHighestSpeed) continue;
    mistakes.push_back({fmt::format("/surface_speed/{}", k),
                        slowest < 0.0 ? fmt::format("the speed falls to {:.6g} m/s, but the belt of a contour drive "
                                                    "must move forward; exchange the pulleys or change the speed",
                                                    slowest)
                                      : fmt::format("the speed rises to {:.6g} m/s; use SI units", fastest)});
  }
  return mistakes;
}

std::vector<DriveMistake> fast_surfaces(const std::vector<Pulley>& pulleys, double end_time) {
  std::vector<DriveMistake> mistakes;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    const auto* motion = std::get_if<PrescribedMotion>(&pulleys[k].motion);
    if (motion == nullptr) continue;
    const double speed = motion->angular_velocity.largest_magnitude(0.0, end_time) * pulleys[k].radius;
    if (speed <= kHighestSpeed) continue;
    mistakes.push_back({fmt::format("/pulleys/{}/motion/angular_velocity", k),
                        fmt::format("the surface reaches {:.6g} m/s; use SI units", speed)});
  }
  return mistakes;
}

std::vector<DriveMistake> in_time(const BeltDrive& drive, double end_time) {
  return fast_surfaces(drive.pulleys, end_time);
}

std::vector<DriveMistake> in_time(const RopeDrive& drive, double end_time) {
  std::vector<DriveMistake> mistakes = fast_surfaces(drive.pulleys, end_time);
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    if (const auto* winch = std::get_if<WinchEnd>(&drive.ends[i].form)) {
      const double speed = winch->rate.largest_magnitude(0.0, end_time);
      if (speed <= kHighestSpeed) continue;
      mistakes.push_back({fmt::format("/ends/{}/{}", i, winch->has_drum() ? "motion/angular_velocity" : "rate"),
                          fmt::format("reaches {:.6g} m/s; use SI units", speed)});
    }
    if (const auto* pulled = std::get_if<ForceEnd>(&drive.ends[i].form)) {
      const double least = pulled->force.minimum(0.0, end_time);
      if (least > 0.0) continue;
      mistakes.push_back({fmt::format("/ends/{}/force", i),
                          fmt::format("falls to {:.6g} N, but a rope can only be pulled; keep it positive", least)});
    }
  }
  return mistakes;
}

std::vector<DriveMistake> in_time(const FrictionRigDrive& drive, double end_time) {
  const TimeFunction* speed = nullptr;
  const char* key = "/motion/velocity";
  if (const auto* given = std::get_if<PrescribedVelocity>(&drive.motion)) speed = &given->velocity;
  if (const auto* pulled = std::get_if<PulledMass>(&drive.motion)) {
    speed = &pulled->pull_speed;
    key = "/motion/pull_speed";
  }
  if (speed == nullptr) return {};
  const double fastest = speed->largest_magnitude(0.0, end_time);
  if (fastest <= kHighestSpeed) return {};
  return {{key, fmt::format("the speed reaches {:.6g} m/s; use SI units", fastest)}};
}

std::vector<DriveMistake> in_time(const SupportedBeamDrive&, double) { return {}; }

std::vector<DriveMistake> in_time(const RopeOnSurface& drive, double end_time) {
  std::vector<DriveMistake> mistakes;
  if (const double least = drive.tension.minimum(0.0, end_time); least <= 0.0) {
    mistakes.push_back(
        {"/tension",
         fmt::format("falls to {:.6g} N, but a rope needs tension to stay on its surface; keep it positive", least)});
  }
  if (const double least = drive.friction.minimum(0.0, end_time); least < 0.0) {
    mistakes.push_back(
        {"/friction_coefficient", fmt::format("falls to {:.6g}; give a coefficient of 0 or more", least)});
  }
  return mistakes;
}

}  // namespace

std::vector<DriveMistake> mistakes_over_time(const Drive& drive, double end_time) {
  return std::visit([end_time](const auto& given) { return in_time(given, end_time); }, drive);
}

}  // namespace beltdyn
