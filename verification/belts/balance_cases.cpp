// SPDX-License-Identifier: MIT
// The balances that each run reports close with the order of the schemes, and they detect errors.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/contour/contour_support.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr const char* kRamp =
    R"(/drive/pulleys/0/motion/angular_velocity={"type": "cosine_ramp", "from": 0, "to": 12, "start_time": 0, "end_time": 0.4})";

// The drive of [Ntarladima 2023] with its runs replaced by `run`, advanced to the time `end` [s].
BeltRun ntarladima_run(const std::string& run, double end, const std::vector<std::string>& more = {}) {
  std::vector<std::string> edits{only_run(run)};
  edits.insert(edits.end(), more.begin(), more.end());
  BeltRun result(embedded::ntarladima_2023("drive.json"), edits);
  result.advance_to(end);
  return result;
}

// Schemes without numerical damping have an energy error in proportion to h². Works are summed by the trapezoidal rule
// over four steps at a time: over 5e-4 s and 1e-3 s in the finer runs, for a drive that takes 0.4 s to speed up.
// Segments of the Lagrangian belt touch and leave pulleys between these times, so its error falls less evenly.
void energy_of_belts(Record& record) {
  const auto ale = [](double h) {
    return ntarladima_run(fmt::format(R"("formulation": "eulerian_ale", "elements_per_pulley": 20,
        "elements_per_span": 4, "time_step": {}, "spectral_radius": 1, "newton_tolerance": 1e-7)",
                                      h),
                          0.12, {kRamp})["balance_power"];
  };
  const auto ancf = [](double h) {
    return ntarladima_run(fmt::format(R"("formulation": "lagrangian_ancf", "elements": 60, "friction": "consistent",
        "time_integration": "trapezoidal", "time_step": {})",
                                      h),
                          0.1)["balance_power"];
  };
  const double ale_fine = ale(1.25e-4);
  record.at_most("Eulerian: energy-balance error, over the exchanged energy [-]", std::abs(ale_fine), 5e-6,
                 Rank::headline);
  // The instants at which contact points touch and slip lie differently within each step, so one pair of steps shows an
  // order between 1.4 and 2.6. Three halvings show the order of the scheme.
  record.absolute("Eulerian: order of it in the step, mean of three halvings", std::log2(ale(1e-3) / ale_fine) / 3.0,
                  2.0, 0.2);
  const double ancf_fine = ancf(1.25e-4);
  record.at_most("Lagrangian: energy-balance error, over the exchanged energy [-]", std::abs(ancf_fine), 2e-6,
                 Rank::headline);
  record.at_most("Lagrangian: the same, over that with twice the step", std::abs(ancf_fine / ancf(2.5e-4)), 0.5);
}

// The Runge–Kutta method conserves energy to fourth order, and its steps are far shorter than the time scale of the
// drive.
void energy_of_links(Record& record) {
  BeltRun run(embedded::kubas_2021("regression_1.json"), {"/runs/0/time_step=2e-5"});
  run.advance_to(0.1);
  record.at_most("energy-balance error, over the exchanged energy [-]", std::abs(run["balance_power"]), 3e-9);
}

// Strain and curvature jump at the ends of slip and contact, which limits the order; elsewhere elements are of higher
// order.
void meshes(Record& record) {
  constexpr double kTime = 2.45;  // [s]
  const auto steady = [](int elements) { return ntarladima_run(steady_ale(elements, elements / 5, kTime), kTime); };
  const BeltRun coarse = steady(20);
  const BeltRun fine = steady(40);
  for (const char* column : {"balance_length", "balance_torque_1", "balance_torque_2"}) {
    record.at_most(fmt::format("{} with 48 elements [-]", column), std::abs(coarse[column]), 1e-3);
    record.at_most(fmt::format("{} with 96 elements, over that with 48 [-]", column),
                   std::abs(fine[column] / coarse[column]), 0.5);
  }
  // The steady analysis has one flux for the whole belt, so mass is conserved exactly; nothing changes in time, so
  // power is too.
  record.at_most("balance_mass_flow [-]", std::abs(fine["balance_mass_flow"]), 1e-12);
  record.at_most("balance_power [-]", std::abs(fine["balance_power"]), 1e-9);
  // Bending and the compliance of the contact change the force in the slip arcs by less than a hundredth.
  for (const char* column : {"eytelwein_1", "eytelwein_2"}) {
    record.at_most(fmt::format("{} [-]", column), std::abs(fine[column]), 1e-2);
  }
}

// The largest |value| of a column along a run.
double largest(const ContourDrive& drive, const std::string& run, double end, const std::string& name) {
  const auto simulation = make_contour_simulation(drive, run, end);
  const History history = simulation->history();
  double result = 0.0;
  const auto n_steps = std::lround(end / simulation->time_step());
  for (long i = 0; i < n_steps; ++i) {
    simulation->advance(simulation->time_step());
    result = larger(result, std::abs(history.value(name)));
  }
  return result;
}

void contours(Record& record) {
  const ContourDrive drive = oborin_62();
  const std::string power = "balance_power";
  const auto exact = [&](double h) {
    return largest(
        drive,
        fmt::format(R"({{"formulation": "analytic_front_tracking", "strain": "finite_contour", "time_step": {}}})", h),
        2.0, power);
  };
  // Works are integrated by the trapezoidal rule. The force starts as the square root of time, so the rule loses its
  // second order.
  record.at_most("front tracking: energy-balance error [-]", exact(0.01), 1e-6, Rank::headline);
  record.at_most("front tracking: the same with half the step, over that", exact(0.005) / exact(0.01), 0.5);
  const auto eulerian = [&](double h) {
    return largest(drive,
                   fmt::format(R"({{"formulation": "eulerian_contour", "elements_per_contact": 40,
        "stick_penalty": 1e5, "time_step": {}}})",
                               h),
                   2.0, power);
  };
  const double coarse = eulerian(0.02);
  record.at_most("Eulerian: energy-balance error [-]", coarse, 1e-4);
  record.absolute("Eulerian: order of it in the step", std::log2(coarse / eulerian(0.01)), 1.0, 0.2);
  const auto lagrangian = [&](int n) {
    return largest(
        drive, fmt::format(R"({{"formulation": "lagrangian_contour", "elements": {}, "time_step": {}}})", n, 0.8 / n),
        2.0, power);
  };
  const double few = lagrangian(400);
  record.at_most("Lagrangian: energy-balance error [-]", few, 1e-4);
  record.absolute("Lagrangian: order of it in the elements", std::log2(few / lagrangian(800)), 1.0, 0.3);
}

// The closed formula for the start of the drive is valid until the part of the belt that was on a pulley at rest has
// left it, at t** = 0.58 s. Beyond, the balances must detect the error.
void broken(Record& record) {
  const std::string abel = R"({"formulation": "analytic_abel", "time_step": 0.01})";
  const auto of_run = [&](double end) { return largest(oborin_62(), abel, end, "length_error"); };
  constexpr double kTolerance = 1e-12;  // of the length balance [-]
  record.at_most("length error of the start while the formula holds [-]", of_run(0.5), kTolerance);
  record.absolute("does the length error exceed its tolerance later?", of_run(3.0) > kTolerance ? 1.0 : 0.0, 1.0, 0.0);
}

}  // namespace

void add_balance_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "balances/belt-energy",
       .claim = "the work of the pulleys equals dissipated plus stored energy, to the order of the scheme in the step",
       .reference = "conservation of energy",
       .run = energy_of_belts,
       .tolerances = "the observed errors at these steps, with a margin of a factor of four; the order is a mean over "
                     "three halvings, which individually lie between 1.4 and 2.6"});
  cases.push_back(
      {.id = "balances/links-energy",
       .claim = "the same for a belt of links",
       .reference = "conservation of energy",
       .run = energy_of_links,
       .tolerances =
           "the steps are much shorter than the time scales of the drive, and the fourth order leaves less than 1e-9: "
           "a margin of a factor of three"});
  cases.push_back({.id = "balances/mesh",
                   .claim = "the balances of length, moments, mass flow and Euler-Eytelwein slopes of a steady belt "
                            "converge with its mesh",
                   .reference = "balances of length, mass and angular momentum",
                   .run = meshes,
                   .tolerances = "the observed errors with 48 elements, with a margin of a factor of three, decreasing "
                                 "with the mesh; the flux is a single number, so its error is rounding; bending and "
                                 "contact change the force on the slip arcs by less than a hundredth"});
  cases.push_back(
      {.id = "balances/contour-energy",
       .claim = "energy of the contour drive in three formulations",
       .reference = "conservation of energy",
       .run = contours,
       .tolerances = "the observed errors at these steps and meshes, with a margin of at least a factor of two; orders "
                     "are around one, or less than a half where the force starts as the square root of time"});
  cases.push_back(
      {.id = "balances/opens",
       .claim = "the use of a formula beyond its range is detected by the length balance",
       .reference = "conservation of the length of the belt",
       .run = broken,
       .tolerances = "the tolerance of the length balance itself, far above the rounding error of a closed form"});
}

}  // namespace beltdyn::verification
