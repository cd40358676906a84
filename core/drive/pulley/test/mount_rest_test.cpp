// SPDX-License-Identifier: MIT
#include "core/drive/pulley/mount_rest.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/drive/belt/test/test_belt_drives.hpp"

namespace beltdyn::mount_rest_test {
namespace {

constexpr double kStiffness = 51e3;  // EA [N]
constexpr double kLength = 1.405;    // without force [m]
constexpr double kSpring = 31.0;     // of the arm [N m/rad]
constexpr double kFree = -1.2;       // angle of the arm without moment [rad]
constexpr std::size_t kTensioner = 3;

// An accessory drive whose tensioner arm has the length 90 mm and is drawn at the angle -π/2 + tilt.
BeltDrive drive_with_arm_at(double tilt) {
  const std::string text =
      fmt::format(R"({{"direction": "counterclockwise", "gravity": [0, 0],
    "pulleys": [
      {{"center": [0, 0], "radius": 0.071, "side": "inside", "inertia": 0.04,
        "motion": {{"type": "prescribed", "angular_velocity": 0}}}},
      {{"center": [0.25, 0.03], "radius": 0.052, "side": "inside", "inertia": 0.003, "motion": {{"type": "free"}}}},
      {{"center": [0.23, 0.25], "radius": 0.031, "side": "inside", "inertia": 0.001, "motion": {{"type": "free"}}}},
      {{"center": [{}, {}], "radius": 0.033, "side": "outside", "inertia": 2e-4, "motion": {{"type": "free"}},
        "mount": {{"type": "arm", "pivot": [0.13, 0.29], "inertia": 1.4e-3,
                   "spring": {{"stiffness": {}, "free_angle": {}}}}}}},
      {{"center": [-0.02, 0.26], "radius": 0.055, "side": "inside", "inertia": 0.002, "motion": {{"type": "free"}}}}],
    "belt": {{"axial_stiffness": {}, "bending_stiffness": 0, "mass_per_length": 1e-3, "width": 0.019,
              "contact_offset": 0, "pretension": {{"type": "stress_free_length", "length": {}}}}},
    "contact": {{"friction": {{"type": "coulomb", "coefficient": 0.8}}}}}})",
                  0.13 + 0.09 * std::sin(tilt), 0.29 - 0.09 * std::cos(tilt), kSpring, kFree, kStiffness, kLength);
  return test::read_drive(text);
}

// The potential energy with the arm at this angle [J].
double energy(const BeltDrive& drive, double angle) {
  std::vector<double> positions(drive.pulleys.size(), 0.0);
  positions[kTensioner] = angle;
  const double stretch = path_with_mounts(drive, positions).length() - kLength;
  return 0.5 * kSpring * std::pow(angle - kFree, 2) + 0.5 * kStiffness * stretch * stretch / kLength;
}

}  // namespace

// The energy of this drive has minima at -2.29 and -1.18 rad and a maximum in between, at -1.51 rad: an equilibrium
// too, at which Newton's method can end.
TEST_CASE("mounts at rest: an arm that is drawn close to an unstable equilibrium moves to the stable one on its side") {
  for (const double tilt : {0.02, 0.1}) {
    const BeltDrive drive = drive_with_arm_at(tilt);
    const double drawn = drawn_position(drive.pulleys[kTensioner].mount, drive.pulleys[kTensioner].center);
    const double angle = mounts_at_rest(drive)[kTensioner];
    CAPTURE(drawn);
    CAPTURE(angle);
    constexpr double kStep = 1e-4;  // of central differences [rad]
    const double before = energy(drive, angle - kStep);
    const double after = energy(drive, angle + kStep);
    const double curvature = (before + after - 2.0 * energy(drive, angle)) / (kStep * kStep);
    CHECK(curvature > kSpring);
    // The angle that the slope leaves undetermined: truncation (kStep² E''' / 6)/E'' and rounding of energies of 100 J.
    CHECK(std::abs((after - before) / (2.0 * kStep) / curvature) < 1e-6);
    // The way begins downhill.
    const int sense = angle > drawn ? 1 : -1;
    CHECK(energy(drive, drawn + sense * kStep) < energy(drive, drawn));
  }
}

}  // namespace beltdyn::mount_rest_test
