// SPDX-License-Identifier: MIT
#include "verification/linear/accessory_ripple.hpp"

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

// Values close to the string, which has no mass and no compliance of normal contact: m v² = 6e-3 N and 6e-4 N are less
// than 2e-5 of the force ranges, and the stiff contact penetrates by a hundredth of the deflection of the bristles.
constexpr double kLittleMass = 1e-4;     // [kg/m]
constexpr double kHardlyAnyMass = 1e-5;  // [kg/m]
constexpr double kStiffNormal = 64.0;

}  // namespace

AccessoryDrive reversing_drive(int n_looks) {
  return {.edits = {}, .mass = kLittleMass, .normal_factor = 1.0, .interval = 1e-3, .n_looks = n_looks};
}

AccessoryDrive creeping_drive(int n_looks) {
  return {.edits = {"/drive/pulleys/0/motion/angular_velocity/terms/1/quantity/amplitude=1",
                    "/drive/pulleys/0/motion/angular_velocity/terms/1/factors/0/end_time=0.1",
                    "/drive/pulleys/3/inertia=5e-4",
                    R"(/drive/pulleys/3/motion={"type": "torque", "torques": [{"type": "resisting", )"
                    R"("transition_speed": 5, "moment": {"type": "constant", "value": 0.4}}]})"},
          .mass = kHardlyAnyMass,
          .normal_factor = kStiffNormal,
          .interval = 5e-4,
          .n_looks = n_looks};
}

AccessorySignals accessory_signals(const AccessoryDrive& drive, const std::string& members,
                                   std::optional<double> stiffness) {
  const std::string contact =
      stiffness
          ? fmt::format(
                R"(/drive/contact={{"normal": {{"type": "penalty", "stiffness_per_area": {}}}, )"
                R"("friction": {{"type": "elastoplastic_coulomb", "coefficient": 0.9, "stiffness_per_area": {}}}}})",
                drive.normal_factor * *stiffness, *stiffness)
          : R"(/drive/contact={"friction": {"type": "coulomb", "coefficient": 0.9}})";
  std::vector<std::string> edits{only_run(members),
                                 "/drive/gravity=[0, 0]",
                                 fmt::format("/drive/belt/mass_per_length={}", drive.mass),
                                 "/drive/belt/bending_stiffness=0",
                                 "/drive/belt/axial_damping=0",
                                 R"(/drive/initial_state="running")",
                                 contact};
  edits.insert(edits.end(), drive.edits.begin(), drive.edits.end());
  BeltRun run(embedded::mounts("ripple.json"), edits);
  AccessorySignals signals;
  run.look(0.0, drive.interval, drive.n_looks, [&] {
    for (std::size_t i = 0; i < signals.size(); ++i) signals[i].push_back(run[kAccessoryColumns[i]]);
  });
  return signals;
}

}  // namespace beltdyn::verification
