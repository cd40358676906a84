// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/conveyor_runs.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/test/sanitized.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/drive/belt/test/conveyor_drive.hpp"
#include "core/drive/drive.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_options.hpp"
#include "eulerian/ale/ale_output.hpp"
#include "eulerian/ale/ale_simulation.hpp"
#include "eulerian/ale/transient/ale_belt.hpp"

namespace beltdyn::eulerian::ale::conveyor_runs_test {

using beltdyn::test::Conveyor;

namespace {

// Elements next to the pulleys have the length of elements on pulleys.
AleParameters parameters(Analysis analysis) {
  AleParameters p;
  p.mesh = {.elements_per_pulley = 16, .elements_per_span = 40, .touching_refinement = 5};
  p.analysis = analysis;
  p.time_step = 0.02;
  return p;
}

// The product of the matrix with a direction in which one unknown moves, and the corresponding difference of the
// residual.
std::pair<std::vector<double>, std::vector<double>> by_matrix_and_difference(AleEquations& equations,
                                                                             const AleStep& step, int node,
                                                                             int component) {
  constexpr double kMove = 1e-7;
  AleArrays& a = equations.arrays();
  std::vector<PulleyEntry> pulleys(equations.pulleys().begin(), equations.pulleys().end());
  const auto n = static_cast<std::size_t>(equations.model().mesh.size());
  std::vector<double> column(4 * n, 0.0);
  equations.assemble_belt(step, true, pulleys);
  equations.for_each_entry([&](int i, int r, int j, int c, double entry) {
    if (j == node && c == component) column[static_cast<std::size_t>(4 * i + r)] += entry;
  });
  const std::size_t at = a.layout.at(node, numerics::kBlock, component);
  const auto moved = [&](double move) {
    a.q[at] += move;
    a.v[at] += step.rates.velocity * move;
    a.a[at] += step.rates.acceleration * move;
    a.close_positions();
    numerics::copy_first_nodes(a.layout, a.v);
    numerics::copy_first_nodes(a.layout, a.a);
    equations.assemble_belt(step, false, pulleys);
    std::vector<double> residual;
    for (std::size_t i = 0; i < n; ++i) {
      for (int c = 0; c < 4; ++c) residual.push_back(a.with_halo(a.residual, static_cast<int>(i), c));
    }
    return residual;
  };
  const std::vector<double> above = moved(kMove);
  const std::vector<double> below = moved(-2.0 * kMove);
  moved(kMove);
  std::vector<double> difference;
  for (std::size_t i = 0; i < above.size(); ++i) difference.push_back((below[i] - above[i]) / (2.0 * kMove));
  return {column, difference};
}

// The steady motion on the default mesh.
std::unique_ptr<Simulation> steady_by_default(const BeltDrive& drive) {
  constexpr double kEnd = 1.0;
  AleOptions run;
  const config::JsonDocument document = config::JsonDocument::parse("run.json", R"({"analysis": "steady"})");
  config::Reader(document).read([&run](config::FieldVisitor& v) { run.visit(v); });
  const Drive any(drive);
  run.choose_left_out(any, kEnd, 0.0);
  return run.create(any, kEnd);
}

}  // namespace

TEST_CASE("conveyor runs: the matrix is the derivative of the residual, in stick and in slip") {
  Conveyor conveyor;
  conveyor.run = 12.0;
  conveyor.lift = 1.0;
  conveyor.stiffness = 2e5;
  conveyor.take_up = 4000.0;
  AleParameters p = parameters(Analysis::transient);
  p.mesh = {.elements_per_pulley = 4, .elements_per_span = 4};
  AleEquations equations(conveyor.drive(), p);
  AleArrays& a = equations.arrays();
  const AleStep step{.length = 0.01,
                     .rates = {.velocity = 150.0, .acceleration = 2e4},
                     .friction = FrictionUse::none,
                     .inertia = true,
                     .is_static = false};
  // Deflections within and beyond the limit of stick, w/K = w h²/(10 EA) = 1e-4 m.
  for (const double increment : {-2e-5, -1e-2}) {
    CAPTURE(increment);
    equations.lay_on_path();
    equations.commit();
    for (int node = 0; node < equations.model().mesh.size(); ++node) {
      const auto set = [&](numerics::AlignedVector& values, int c, double number) {
        values[a.layout.at(node, numerics::kBlock, c)] = number;
      };
      a.q[a.layout.at(node, numerics::kBlock, kMaterial)] += increment;
      set(a.v, kMaterial, -3.0 + 0.1 * std::sin(1.3 * node));
      set(a.v, kMaterialSlope, 0.02 * std::cos(0.7 * node));
      set(a.a, kMaterial, std::cos(0.9 * node));
    }
    for (const int node : {5, 6, 7, 13, 14}) {
      for (const int component : {kMaterial, kMaterialSlope}) {
        CAPTURE(node);
        CAPTURE(component);
        const auto [column, difference] = by_matrix_and_difference(equations, step, node, component);
        double largest = 0.0;
        for (const double entry : column) largest = std::max(largest, std::abs(entry));
        // Rounding of the difference: 1e-16 EA/1e-7, compared with entries of EA/h and more.
        for (std::size_t i = 0; i < column.size(); ++i) CHECK(std::abs(column[i] - difference[i]) < 1e-6 * largest);
      }
    }
  }
}

// By hand: as for a string, but with the weight of the belt on the pulleys.
TEST_CASE("conveyor runs: a steady conveyor has resistances, lift and feed by hand" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  const Conveyor conveyor;
  const SteadySimulation simulation(conveyor.drive(), parameters(Analysis::steady));
  const double flux = simulation.flux();
  const auto speed_at = [&](double force) { return flux * (1.0 + force / conveyor.stiffness); };
  const double v_0 = speed_at(simulation.history().value("span_entry_force_2"));
  const double v_1 = speed_at(simulation.history().value("span_exit_force_2"));
  const BeltPath path = simulation.path_now();
  const double length = path.spans()[1].length;
  const double sine = conveyor.lift / conveyor.run;
  // The belt has less weight per length where it is tight; its force is almost linear along a run.
  const auto weight = [&](int span) {
    const auto force = [&](const char* end) {
      return simulation.history().value("span_" + std::string(end) + "_force_" + std::to_string(span));
    };
    const double mean = 0.5 * (force("entry") + force("exit"));
    return conveyor.belt * conveyor.gravity * sine * length / (1.0 + mean / conveyor.stiffness);
  };
  const double driving = (conveyor.carrying_resistance() + conveyor.return_resistance()) * length +
                         conveyor.load * conveyor.gravity * sine * length + conveyor.load * v_0 * v_1 + weight(2) -
                         weight(1);
  // Effects of penetration, and of slip that Newton's method leaves as a residual.
  constexpr double kClose = 1e-5;
  CHECK(close(simulation.history().value("drive_torque_1"), -driving * conveyor.radius, {.rel = kClose}));
  const double tight = simulation.history().value("span_exit_force_2");
  const double fed = simulation.history().value("span_entry_force_2");
  const double before = simulation.history().value("span_exit_force_1");
  const double slack = simulation.history().value("span_entry_force_1");
  const double carrying = conveyor.carrying_resistance() * length + weight(2) +
                          conveyor.load * conveyor.gravity * sine * length +
                          (conveyor.load * v_0 + conveyor.belt * flux) * (v_1 - v_0);
  const double around_tail = 2.0 * conveyor.radius * conveyor.belt * conveyor.gravity * conveyor.cosine();
  CHECK(close(tight - fed, carrying, {.abs = kClose * tight}));
  CHECK(close(before - slack, conveyor.return_resistance() * length - weight(1), {.abs = kClose * tight}));
  CHECK(close(fed - before, conveyor.load * v_0 * v_0 + around_tail, {.abs = kClose * tight}));
  // The sag where each run has its least force.
  const auto sag = [&](double load, double force) {
    const double v = speed_at(force);
    return conveyor.sag(load, force - (conveyor.belt * flux / v + load) * v * v);
  };
  // The weight q with the mass of the stretched belt.
  constexpr double kStretch = 2e-3;
  CHECK(close(simulation.history().value("span_sag_2"), sag(conveyor.load, fed), {.rel = kStretch}));
  CHECK(close(simulation.history().value("span_sag_1"), sag(0.0, slack), {.rel = kStretch}));
  for (const char* balance :
       {"balance_length", "balance_torque_1", "balance_torque_2", "balance_power", "balance_losses"}) {
    INFO(std::string(balance));
    CHECK(std::abs(simulation.history().value(balance)) < 1e-3);
  }
}

TEST_CASE("conveyor runs: a run in time begins in the steady motion, and stays in it") {
  BeltDrive drive = Conveyor().drive();
  drive.initial_state = InitialState::running;
  AleSimulation simulation(drive, parameters(Analysis::transient));
  const double torque = simulation.history().value("drive_torque_1");
  const double power = simulation.history().value("span_power_2");
  for (int i = 0; i < 5; ++i) simulation.advance(0.02);
  CHECK(close(simulation.history().value("drive_torque_1"), torque, {.rel = 1e-4}));
  CHECK(close(simulation.history().value("span_power_2"), power, {.rel = 1e-4}));
  CHECK(std::abs(simulation.history().value("balance_power")) < 1e-3);
}

// Elements of many radii bend around a pulley only with their ends: the strain there is no measure of the force.
TEST_CASE("conveyor runs: forces where runs begin and end do not depend on how long elements are there" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  BeltDrive drive = Conveyor().drive();
  drive.initial_state = InitialState::running;
  const auto forces = [&drive](int elements, int halvings) {
    AleParameters p = parameters(Analysis::transient);
    p.mesh = {.elements_per_pulley = elements, .elements_per_span = elements, .touching_refinement = halvings};
    const AleSimulation simulation(drive, p);
    std::vector<double> ends;
    for (const char* column : {"span_entry_force_1", "span_exit_force_1", "span_entry_force_2", "span_exit_force_2"}) {
      ends.push_back(simulation.history().value(column));
    }
    return ends;
  };
  const std::vector<double> fine = forces(24, 5);
  const std::vector<double> coarse = forces(8, 0);
  // On the coarse mesh the equilibrium of the take-up has the same error.
  for (std::size_t i = 0; i < fine.size(); ++i) CHECK(close(coarse[i], fine[i], {.rel = 5e-3}));
}

TEST_CASE("conveyor runs: an element in the middle of a span keeps its pulley when axes move") {
  BeltDrive drive = Conveyor().drive();
  AleEquations equations(drive, parameters(Analysis::steady), drive.path());
  const std::vector<int> owners = equations.model().mesh.owners;
  std::vector<double> mounts;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) mounts.push_back(equations.mounts()[p].q);
  for (const double moved : {-0.3, 0.3}) {
    std::vector<double> there = mounts;
    there[1] += moved;
    equations.place({.mounts = there, .mesh = there});
    CHECK(equations.model().mesh.owners == owners);
  }
}

// The idlers hold the load on its slope from the start on, and stick has no rate.
TEST_CASE("conveyor runs: a stopped conveyor holds its load") {
  BeltDrive drive = Conveyor().drive();
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(0.0)};
  AleSimulation simulation(drive, parameters(Analysis::transient));
  const double start = simulation.belt().points()[0].material;
  for (int i = 0; i < 10; ++i) simulation.advance(0.02);
  CHECK(std::abs(simulation.belt().points()[0].material - start) < 1e-9);
  CHECK(std::abs(simulation.history().value("span_power_2")) < 1e-3);
}

// In steady motion damping shifts the strain along the belt, but not the force. So the torque stays, apart from the
// belt speed, which follows the strain. With elements of the length of the layer the error of the torque is below 1e-3,
// see kLongestWithWarning; Eytelwein's law with linear interpolation in 24 elements has an error below 1e-2.
TEST_CASE("conveyor runs: with axial damping the chosen mesh has the torque of a belt without") {
  constexpr double kRelaxation = 0.05;  // η/EA [s]
  BeltDrive drive = Conveyor().drive();
  const double torque = steady_by_default(drive)->history().value("drive_torque_1");
  drive.belt.axial_damping = kRelaxation * drive.belt.axial_stiffness;
  const std::unique_ptr<Simulation> damped = steady_by_default(drive);
  CHECK(close(damped->history().value("drive_torque_1"), torque, {.rel = 1e-3}));
  for (const char* balance : {"balance_torque_1", "balance_torque_2"}) {
    CHECK(std::abs(damped->history().value(balance)) < 1e-3);
  }
  CHECK(damped->history().value("slip_arc_1") > 0.5);
  CHECK(std::abs(damped->history().value("eytelwein_1")) < 1e-2);
}

TEST_CASE("conveyor runs: elements that are too long for axial damping are told, with the refinement that helps") {
  constexpr double kLayer = 0.2;  // 0.05 s at 4 m/s
  BeltDrive drive = Conveyor().drive();
  drive.belt.axial_damping = 0.05 * drive.belt.axial_stiffness;
  MeshParameters mesh{.elements_per_pulley = 24, .elements_per_span = 4, .span_refinement = 7};
  const auto told = [&drive, &mesh] {
    for (const std::string& warning : mesh_warnings(drive, mesh, 1.0)) {
      if (warning.find("axial_damping") != std::string::npos) return warning;
    }
    return std::string();
  };
  // 250 m/2^7 is 1.95 m, 250 m/2^11 is 0.12 m.
  CHECK(told().find("use a span_refinement of 11") != std::string::npos);
  mesh.span_refinement = 11;
  CHECK(std::ldexp(250.0, -mesh.span_refinement) < kLayer);
  CHECK(told().empty());
  mesh.span_refinement = 7;
  drive.belt.axial_damping = 0.0;
  CHECK(told().empty());
}

// A conveyor at standstill has the forces of slow running. At the speed v the feed and the change of the belt's
// momentum are v² (m_L + ρA)/N of the forces, here 1e-9.
TEST_CASE("conveyor runs: the steady motion at standstill has the forces of slow running") {
  const auto at_speed = [](double speed) {
    Conveyor conveyor;
    conveyor.speed = speed;
    return steady_by_default(conveyor.drive());
  };
  const std::unique_ptr<Simulation> slow = at_speed(1e-3);
  const std::unique_ptr<Simulation> still = at_speed(0.0);
  // Newton's method leaves 1e-8, and slip at some contact points.
  constexpr double kClose = 1e-5;
  for (const char* column : {"drive_torque_1", "span_entry_force_1", "span_exit_force_1", "span_entry_force_2",
                             "span_exit_force_2", "slip_margin_1", "mount_position_2"}) {
    INFO(std::string(column));
    CHECK(close(still->history().value(column), slow->history().value(column), {.rel = kClose}));
  }
  CHECK(still->history().value("span_power_2") == 0.0);
  CHECK(std::abs(still->history().value("balance_torque_1")) < 1e-3);
  CHECK(std::abs(still->history().value("balance_losses")) < 1e-3);
}

// The belt is 2.9 kN heavier than the mean on one side of the loop, which moves the take-up by a tenth of a radius.
TEST_CASE("conveyor runs: a start at rest finds where the take-up rests with the weight of the belt on its slope") {
  Conveyor conveyor;
  conveyor.run = 295.0;
  conveyor.lift = -25.0;
  conveyor.radius = 0.25;
  conveyor.belt = 24.0;
  conveyor.load = 62.0;
  conveyor.take_up = 70e3;
  conveyor.tail_mass = 1435.0;
  conveyor.stiffness = 1.2e7;
  AleParameters usual = parameters(Analysis::transient);
  usual.mesh = {.elements_per_pulley = 24, .elements_per_span = 4, .span_refinement = 9};
  const AleBelt belt(conveyor.drive(), usual);
  CHECK(std::abs(belt.mount_imbalance()) < 1e-6 * conveyor.take_up);
}

// With the take-up in its place without load, the belt of a long conveyor lacks the force to carry the load: the
// take-up has to move by metres first. By hand, for an inextensible belt: strains are some thousandths.
TEST_CASE("conveyor runs: a long conveyor that needs most of its friction finds its steady motion") {
  Conveyor conveyor;
  conveyor.run = 1500.0;
  conveyor.lift = 1500.0 * std::sin(0.026179938779914945);
  conveyor.radius = 0.6;
  conveyor.speed = 5.0;
  conveyor.belt = 30.0;
  conveyor.load = 190.0;
  conveyor.carrying = 20.0;
  conveyor.returning = 10.0;
  conveyor.friction = 0.02;
  conveyor.take_up = 180e3;
  conveyor.tail_mass = 4000.0;
  conveyor.stiffness = 5e7;
  const double driving = (conveyor.carrying_resistance() + conveyor.return_resistance()) * conveyor.run +
                         conveyor.load * conveyor.gravity * conveyor.lift +
                         conveyor.load * conveyor.speed * conveyor.speed;
  BeltDrive drive = conveyor.drive();
  drive.belt.pretension = MountPretension{.pulley = 2};
  drive.find_belt_length();
  const std::unique_ptr<Simulation> simulation = steady_by_default(drive);
  CHECK(close(simulation->history().value("drive_torque_1"), -driving * conveyor.radius, {.rel = 5e-3}));
  const double margin = simulation->history().value("slip_margin_1");
  CHECK(margin > 0.05);
  CHECK(margin < 0.25);
}

}  // namespace beltdyn::eulerian::ale::conveyor_runs_test
