// SPDX-License-Identifier: MIT
#include "analytic/contour/contour_options.hpp"

#include <fmt/format.h>

#include "analytic/contour/abel_simulation.hpp"
#include "analytic/contour/front_tracking_simulation.hpp"
#include "core/belt/reduced_belt.hpp"
#include "core/drive/belt/reduced_contour.hpp"

namespace beltdyn::analytic {
namespace {

using config::FieldVisitor;
using config::Presence;

void visit_strain(FieldVisitor& v, StrainModel& strain) {
  config::visit_choice(v,
                       {"strain", "-",
                        "the strain model: linear (ds/dsigma = 1 - strain), finite_contour (friction per contour "
                        "length) or finite_material (friction per material length)"},
                       strain, kStrainModelNames);
}

std::string name_of(StrainModel strain) { return std::string(kStrainModelNames[static_cast<std::size_t>(strain)]); }

// Messages about speeds at the start: the belt must enter each pulley at its first touching point.
std::vector<std::string> speed_objections(const Drive& drive, std::string_view formulation, bool constant) {
  const std::variant<ContourDrive, std::string> contour = as_contour(drive);
  if (const auto* objection = std::get_if<std::string>(&contour)) return {*objection};
  std::vector<std::string> sentences;
  for (std::size_t k = 0; k < 2; ++k) {
    const TimeFunction& surface = std::get<ContourDrive>(contour).surface_speed[k];
    const double speed = surface.value(0.0);
    if (constant && !surface.is_constant()) {
      sentences.push_back(
          fmt::format("{} needs constant speeds, but that of pulley {} varies; use "
                      "analytic_front_tracking or a constant speed",
                      formulation, k + 1));
    } else if (constant && !(speed > 0.0)) {
      sentences.push_back(
          fmt::format("{} needs positive speeds, but the surface of pulley {} moves at {:.6g} m/s; use "
                      "analytic_front_tracking or change the speed",
                      formulation, k + 1, speed));
    }
  }
  return sentences;
}

}  // namespace

void AbelOptions::visit(FieldVisitor& v) {
  v.number({"time_step", "s", "the time between output states", config::Role::discretisation}, time_step_,
           config::kPositive);
}

std::vector<std::string> AbelOptions::objections(const Drive& drive) const {
  return speed_objections(drive, formula_ == StartFormula::abel ? "analytic_abel" : "analytic_linear", true);
}

std::unique_ptr<Simulation> AbelOptions::create(const Drive& drive, double) const {
  return run_on_contour(drive, [this](const ContourDrive& contour) {
    return std::make_unique<AbelSimulation>(contour, formula_, time_step_);
  });
}

void DelayOptions::visit(FieldVisitor& v) {
  visit_strain(v, strain_);
  v.number(
      {"time_step", "s", "the time step of the midpoint scheme; with high_accuracy, the time between output states",
       config::Role::discretisation},
      time_step_, config::kPositive);
  config::visit_choice(v,
                       {"method", "-",
                        "the solution method: high_accuracy (eighth order, with a step ending at each kink) or "
                        "midpoint (the scheme of the paper)"},
                       method_, kDelayMethodNames, Presence::optional);
}

std::vector<std::string> DelayOptions::objections(const Drive& drive) const {
  return speed_objections(drive, "analytic_dde", true);
}

std::unique_ptr<Simulation> DelayOptions::create(const Drive& drive, double) const {
  return run_on_contour(drive, [this](const ContourDrive& contour) {
    return std::make_unique<DelaySimulation>(contour, strain_, method_, time_step_);
  });
}

std::string DelayOptions::model(const Drive&) const { return name_of(strain_); }

void FrontTrackingOptions::visit(FieldVisitor& v) {
  visit_strain(v, strain_);
  v.number({"time_step", "s", "the time step", config::Role::discretisation}, time_step_, config::kPositive);
}

std::vector<std::string> FrontTrackingOptions::objections(const Drive& drive) const {
  return speed_objections(drive, "analytic_front_tracking", false);
}

std::unique_ptr<Simulation> FrontTrackingOptions::create(const Drive& drive, double) const {
  return run_on_contour(drive, [this](const ContourDrive& contour) {
    return std::make_unique<FrontTrackingSimulation>(contour, strain_, time_step_);
  });
}

std::string FrontTrackingOptions::model(const Drive&) const { return name_of(strain_); }

}  // namespace beltdyn::analytic
