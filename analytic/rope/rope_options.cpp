// SPDX-License-Identifier: MIT
#include "analytic/rope/rope_options.hpp"

#include "analytic/rope/eytelwein_simulation.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/rope/rope_on_surface.hpp"

namespace beltdyn::analytic {

void RopeOptions::visit(config::FieldVisitor& v) {
  v.number({"time_step", "s", "the time between two values of the parameter sweep", config::Role::discretisation},
           time_step_, config::kPositive, config::Presence::required);
}

std::vector<std::string> RopeOptions::objections(const Drive& drive) const {
  if (drive_if<RopeOnSurface>(drive) != nullptr) return {};
  return {type_objection(drive, "rope_on_surface")};
}

std::unique_ptr<Simulation> RopeOptions::create(const Drive& drive, double) const {
  return std::make_unique<rope::EytelweinSimulation>(drive_as<RopeOnSurface>(drive), time_step_);
}

}  // namespace beltdyn::analytic
