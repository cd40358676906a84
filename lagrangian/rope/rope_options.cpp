// SPDX-License-Identifier: MIT
#include "lagrangian/rope/rope_options.hpp"

#include <fmt/format.h>

#include "core/drive/any_drive.hpp"
#include "core/drive/rope/rope_on_surface.hpp"
#include "lagrangian/rope/rope_simulation.hpp"

namespace beltdyn::lagrangian {
namespace {

using config::FieldVisitor;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

constexpr int kFewestElements = 2;
constexpr int kMostElements = 100'000;
constexpr int kMostPoints = 16;
constexpr int kMostSubdomains = 64;
constexpr int kMostAugmentations = 100;
constexpr int kMostAxialPoints = 8;
// Largest steepness of a course that counts as a geodesic [-].
constexpr double kGeodesic = 1e-9;
// Poisson's ratio of an incompressible material, whose bulk modulus is unbounded.
constexpr double kIncompressible = 0.5;

void visit_solid_beam(FieldVisitor& v, rope::SolidBeamChoice& choice) {
  config::visit_choice(v, {"mid_line", "-", "the interpolation of the centre line: linear or cubic Hermite"},
                       choice.mid_line, rope::kMidLineNames, Presence::optional);
  v.number({"shear_factor", "-", "the ratio of the axial shear moduli to those of the isotropic material"},
           choice.shear_factor, kPositive, Presence::optional);
  v.number({"poisson_ratio", "-", "Poisson's ratio"}, choice.poisson_ratio,
           {.low = 0.0, .high = kIncompressible, .high_exclusive = true}, Presence::optional);
  v.integer({"axial_points", "-", "the number of Gauss points along an element for the material",
             config::Role::discretisation},
            choice.axial_points, {.low = 1, .high = kMostAxialPoints}, Presence::optional);
}

void visit_element(FieldVisitor& visitor, rope::ElementChoice& element) {
  const std::array<config::Alternative, 3> types{{
      {"cable", "cubic Hermite (ANCF) cable",
       [&element](FieldVisitor& v) {
         v.number({"bending_factor", "-", "the ratio of the bending stiffness to that of a solid rod of this radius"},
                  config::hold<rope::CableChoice>(element).bending_factor, kNonNegative, Presence::optional);
       }},
      {"bar", "straight bar with two nodes", [&element](FieldVisitor&) { config::hold<rope::BarChoice>(element); }},
      {"solid_beam", "six-node solid beam of [Konyukhov 2021]",
       [&element](FieldVisitor& v) { visit_solid_beam(v, config::hold<rope::SolidBeamChoice>(element)); }},
  }};
  int index = static_cast<int>(element.index());
  visitor.tagged({"type", "-", "the element type"}, types, index);
}

void visit_contact(FieldVisitor& v, rope::RopeContactOptions& contact) {
  config::visit_choice(v, {"quadrature", "-", "the quadrature of contact along an element"}, contact.quadrature,
                       rope::kContactQuadratureNames, Presence::optional);
  v.integer({"points", "-", "the number of contact points per subdomain", config::Role::discretisation}, contact.points,
            {.low = 1, .high = kMostPoints}, Presence::optional);
  v.integer({"subdomains", "-", "the number of equal subdomains of an element that are integrated separately",
             config::Role::discretisation},
            contact.subdomains, {.low = 1, .high = kMostSubdomains}, Presence::optional);
  v.number(
      {"normal_stiffness", "N/m^2",
       "the contact stiffness (penalty) per length; 0: chosen so that the tension causes a penetration of 2e-8 "
       "of the radius of curvature, with gaps relative to those of the initial rope; of a laid rope 4.8e-6, with its "
       "own gaps",
       config::Role::discretisation},
      contact.normal_stiffness, kNonNegative, Presence::optional);
  v.number(
      {"tangential_stiffness", "N/m^2", "the stick stiffness per length, 0 for the same", config::Role::discretisation},
      contact.tangential_stiffness, kNonNegative, Presence::optional);
  v.integer(
      {"augmentations", "-", "the number of outer iterations of the augmented Lagrangian; 0 for the penalty method",
       config::Role::discretisation},
      contact.augmentations, {.low = 0, .high = kMostAugmentations}, Presence::optional);
  v.flag({"exclude_initial_gap", "-", "measure gaps relative to those of the initial rope"},
         contact.exclude_initial_gap, Presence::optional);
  v.check(
      "points", [&contact] { return contact.quadrature == rope::ContactQuadrature::gauss || contact.points >= 2; },
      [] { return std::string("this rule includes the end points of the subdomain; give 2 or more"); });
  v.check(
      "points",
      [&contact] { return contact.quadrature != rope::ContactQuadrature::superconvergent || contact.points == 2; },
      [] { return std::string("the superconvergent rule has 2 points; give 2, or another quadrature"); });
}

}  // namespace

void RopeOptions::visit(FieldVisitor& v) {
  rope::RopeParameters& p = parameters_;
  v.integer({"elements", "-", "the number n of elements along the rope", config::Role::discretisation}, p.elements,
            {.low = kFewestElements, .high = kMostElements}, Presence::required);
  v.number({"time_step", "s", "the time between two values of the parameter sweep", config::Role::discretisation},
           p.time_step, kPositive, Presence::required);
  v.object(
      {"element", "-", "the elements of the rope"}, [&p](FieldVisitor& inner) { visit_element(inner, p.element); },
      Presence::required);
  v.object(
      {"contact", "-", "the contact with the surface"}, [&p](FieldVisitor& inner) { visit_contact(inner, p.contact); },
      Presence::optional);
  config::visit_choice(v, {"start", "-", "the initial state of the rope before it is pulled"}, p.start,
                       rope::kRopeStartNames, Presence::optional);
  config::visit_choice(v, {"study", "-", "the quantity to compute"}, p.study, rope::kRopeStudyNames,
                       Presence::optional);
  v.number({"spring_stiffness", "N/m", "the stiffness of the spring that pulls the rope; 0 for EA/(20 L)"},
           p.spring_stiffness, kNonNegative, Presence::optional);
  v.number({"load_step", "m", "the displacement of the pulled end of the spring per step; 0: chosen from the tension",
            config::Role::discretisation},
           p.load_step, kNonNegative, Presence::optional);
  v.number({"viscosity", "N s/m^2", "the viscous resistance to drift per length"}, p.viscosity, kNonNegative,
           Presence::optional);
  v.number({"drift_time", "s", "the duration of the drift"}, p.drift_time, kNonNegative, Presence::optional);
  v.check(
      "study", [&p] { return p.study != rope::RopeStudy::drift || (p.viscosity > 0.0 && p.drift_time > 0.0); },
      [] { return std::string("a drift needs a viscosity and a drift_time; give both"); });
}

std::vector<std::string> RopeOptions::objections(const Drive& drive) const {
  const auto* rope = drive_if<RopeOnSurface>(drive);
  if (rope == nullptr) return {type_objection(drive, "rope_on_surface")};
  std::vector<std::string> objections;
  if (rope->cross_friction != 1.0) {
    objections.emplace_back("supports isotropic friction only; set cross_friction to 1 or choose analytic_rope");
  }
  if (rope->friction.minimum(0.0, kForever) <= 0.0) {
    objections.emplace_back(
        "needs friction to keep the rope on its path; keep friction_coefficient positive or choose analytic_rope");
  }
  const double steepness = rope->course_at(0.0).steepness();
  if (parameters_.study != rope::RopeStudy::force_ratio && steepness <= kGeodesic) {
    objections.emplace_back(
        "studies ropes that would slide sideways, but the path is a geodesic, which a rope follows without friction; "
        "choose the study force_ratio or another path");
  }
  return objections;
}

std::unique_ptr<Simulation> RopeOptions::create(const Drive& drive, double) const {
  return std::make_unique<rope::LagrangianRope>(drive_as<RopeOnSurface>(drive), parameters_);
}

std::vector<NumericalParameter> RopeOptions::numerical_parameters() const {
  std::vector<NumericalParameter> list{mesh_error<RopeOptions>(
      "elements", kContactMeshOrder, kFewestElements, [](RopeOptions& o) -> int& { return o.parameters_.elements; })};
  if (parameters_.study != rope::RopeStudy::force_ratio) return list;
  list.push_back({.name = "load step",
                  .keys = "load_step",
                  .advice = "give a shorter load_step",
                  .order = 1.0,
                  .ratios = kStepRatios,
                  .coarsen = coarsening<RopeOptions>([](RopeOptions& options, double ratio) {
                    rope::RopeParameters& p = options.parameters_;
                    (p.load_step > 0.0 ? p.load_step : p.coarser_steps) *= ratio;
                    return ratio;
                  })});
  return list;
}

}  // namespace beltdyn::lagrangian
