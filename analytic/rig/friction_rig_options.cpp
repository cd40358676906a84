// SPDX-License-Identifier: MIT
#include "analytic/rig/friction_rig_options.hpp"

#include "core/drive/any_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/friction_rig_drive.hpp"

namespace beltdyn::analytic {
namespace {

// Range of tolerances: below it is rounding; above it switches of modes are found too late.
constexpr double kFinestTolerance = 1e-13;
constexpr double kCoarsestTolerance = 1e-4;

}  // namespace

void FrictionRigOptions::visit(config::FieldVisitor& v) {
  using config::Presence;
  v.object(
      {"law", "-", "the friction law"},
      [this](config::FieldVisitor& inner) { visit_friction_law(inner, law_, LawScale::point); }, Presence::required);
  v.number({"time_step", "s", "the time between output states", config::Role::discretisation}, parameters_.time_step,
           config::kPositive, Presence::required);
  v.number({"tolerance", "-", "the relative error tolerance of the integrator", config::Role::discretisation},
           parameters_.tolerance, {.low = kFinestTolerance, .high = kCoarsestTolerance}, Presence::optional);
}

std::vector<std::string> FrictionRigOptions::objections(const Drive& drive) const {
  if (drive_if<FrictionRigDrive>(drive) != nullptr) return {};
  return {type_objection(drive, "friction_rig")};
}

std::unique_ptr<Simulation> FrictionRigOptions::create(const Drive& drive, double) const {
  return make_friction_rig(drive_as<FrictionRigDrive>(drive), law_, parameters_);
}

}  // namespace beltdyn::analytic
