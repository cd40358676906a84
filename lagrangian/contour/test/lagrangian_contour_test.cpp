// SPDX-License-Identifier: MIT
#include "lagrangian/contour/lagrangian_contour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/contour_drive.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"
#include "lagrangian/contour/lagrangian_contour_options.hpp"

namespace beltdyn::lagrangian_contour_test {

using beltdyn::close;
using beltdyn::ContourDrive;
using beltdyn::ContourState;
using beltdyn::TimeFunction;
using beltdyn::lagrangian::LagrangianContour;
using beltdyn::lagrangian::SlipLength;

namespace {

// The drive of [Oborin 2018] Section 3.
ContourDrive paper_drive(double speed_1 = 1.0, double speed_2 = 0.9) {
  return {.contour_length = 6.0,
          .contact_length = {1.0, 1.0},
          .axial_stiffness = 1.0,
          .friction_force = {0.2, 0.2},
          .surface_speed = {TimeFunction(speed_1), TimeFunction(speed_2)}};
}

// τ = 0.1 h/V, as in the paper.
LagrangianContour make(const ContourDrive& drive, int elements) {
  return {drive, {.elements = elements, .time_step = 0.1 * drive.contour_length / elements}};
}

void advance_to(LagrangianContour& simulation, double time) {
  while (simulation.time() < time - 0.5 * simulation.time_step()) simulation.advance(simulation.time_step());
}

std::vector<std::uint8_t> bytes(const LagrangianContour& simulation) {
  beltdyn::StateWriter writer;
  simulation.save(writer);
  return writer.to_cbor();
}

struct Saw {
  double minimum = 1.0;
  double maximum = -1.0;
  double mean = 0.0;
  double peak_to_peak() const { return maximum - minimum; }
};

// ε₊ over the stationary time 9 ≤ t ≤ 10.
Saw stationary_saw(LagrangianContour simulation) {
  Saw saw;
  int count = 0;
  advance_to(simulation, 9.0);
  for (; simulation.time() < 10.0; ++count) {
    simulation.advance(simulation.time_step());
    const double strain = simulation.state().strain_tight;
    saw.minimum = std::min(saw.minimum, strain);
    saw.maximum = std::max(saw.maximum, strain);
    saw.mean += strain;
  }
  saw.mean /= count;
  return saw;
}

// ε₊(∞) of the finite_material model in closed form, evaluated with 30 digits.
constexpr double kStationaryTight = 5.50402269072257e-2;

}  // namespace

TEST_CASE("Lagrangian contour: the scheme of [Oborin 2018] Section 3 gives the numbers of an independent code") {
  struct Row {
    double time, slack, tight, exact_tight;
    int count_1, count_2;
  };
  // slack, tight, counts: from an independent implementation (Eqs. (8)-(10), n = 600, τ = 1e-3), printed with 9 digits;
  // exact_tight: from the delay differential equation of the finite_material model, by collocation to 16 digits.
  constexpr std::array<Row, 8> kRows{{{0.25, -1.15258750e-2, 1.16921706e-2, 1.172152897088882e-2, 5, 5},
                                      {0.5, -2.13814590e-2, 2.19443648e-2, 2.203856886416985e-2, 10, 10},
                                      {1.0, -3.68271389e-2, 3.89289087e-2, 3.904762186306562e-2, 24, 23},
                                      {1.5, -4.41792850e-2, 4.78200276e-2, 4.790331728809780e-2, 40, 40},
                                      {2.0, -4.73796804e-2, 5.13032940e-2, 5.136292585340618e-2, 47, 47},
                                      {3.0, -4.95281350e-2, 5.35648456e-2, 5.378476342709741e-2, 50, 50},
                                      {5.0, -5.03215568e-2, 5.48789931e-2, 5.486988512285869e-2, 52, 52},
                                      {10.0, -5.04401847e-2, 5.50121606e-2, 5.503900216742945e-2, 52, 52}}};
  constexpr double kPrinted = 0.5e-10;       // half a unit of the last printed digit
  constexpr double kDiscretisation = 0.006;  // error of n = 600, of first order in h
  LagrangianContour simulation(paper_drive(), {.elements = 600, .time_step = 1e-3});
  for (const Row& row : kRows) {
    CAPTURE(row.time);
    advance_to(simulation, row.time);
    const ContourState state = simulation.state();
    CHECK(close(state.strain_slack, row.slack, {.abs = 1.01 * kPrinted}));
    CHECK(close(state.strain_tight, row.tight, {.abs = 1.01 * kPrinted}));
    CHECK(simulation.slipping_nodes(0) == row.count_1);
    CHECK(simulation.slipping_nodes(1) == row.count_2);
    CHECK(close(state.strain_tight, row.exact_tight, {.rel = kDiscretisation}));
    // The faster pulley drives: the belt lags behind it and overtakes the other pulley.
    CHECK(state.slip_direction == std::array<int, 2>{-1, 1});
  }
  CHECK(simulation.time() == 10.0);
}

TEST_CASE("Lagrangian contour: the saw of the tight span is proportional to the element length") {
  const Saw coarse = stationary_saw(make(paper_drive(), 150));
  const Saw middle = stationary_saw(make(paper_drive(), 300));
  const Saw fine = stationary_saw(make(paper_drive(), 600));
  CHECK(close(coarse.peak_to_peak() / middle.peak_to_peak(), 2.0, {.rel = 0.05}));
  CHECK(close(middle.peak_to_peak() / fine.peak_to_peak(), 2.0, {.rel = 0.05}));
  // The independent code gives (5.52517 − 5.48236)e-2 and the mean 5.50353e-2, with 6 digits each.
  CHECK(close(fine.peak_to_peak(), 4.281e-4, {.abs = 1e-7}));
  CHECK(close(fine.mean, 5.50353e-2, {.abs = 1e-7}));
  // The saw tooth oscillates around the stationary strain.
  CHECK(close(fine.mean, kStationaryTight, {.abs = 0.5 * fine.peak_to_peak()}));
}

TEST_CASE("Lagrangian contour: the stationary error is of first order in the element length") {
  // The largest deviation varies with the phase of the saw tooth; the mean over three halvings shows the order.
  const auto error = [](int elements) {
    const Saw saw = stationary_saw(make(paper_drive(), elements));
    return std::max(saw.maximum - kStationaryTight, kStationaryTight - saw.minimum);
  };
  const double order = std::log2(error(75) / error(600)) / 3.0;
  CHECK(order > 0.8);
  CHECK(order < 1.2);
}

TEST_CASE("Lagrangian contour: pulleys that stand or turn alike do not strain the belt, to the bit") {
  for (const double speed : {0.0, 1.0}) {
    CAPTURE(speed);
    // 20 m are more than three laps.
    LagrangianContour simulation = make(paper_drive(speed, speed), 60);
    advance_to(simulation, 20.0);
    const std::vector<double> middles = simulation.natural_profile_points();
    for (const beltdyn::ProfilePoint& point : simulation.profile(middles)) {
      CHECK(point.strain == 0.0);
      CHECK(point.traction == 0.0);
      CHECK(close(point.speed, speed, {.rel = 1e-12}));
    }
    CHECK(simulation.slip_zones().empty());
    CHECK(close(simulation.history().value("node_1_position"), 0.1 + speed * 20.0, {.rel = 1e-13}));
  }
}

TEST_CASE("Lagrangian contour: a speed that varies moves the belt by its exact integral") {
  const TimeFunction speed(TimeFunction::Harmonic{.mean = 1.0, .amplitude = 0.5, .angular_frequency = 2.0});
  ContourDrive drive = paper_drive();
  drive.surface_speed = {speed, speed};
  LagrangianContour simulation = make(drive, 60);
  advance_to(simulation, 3.0);
  CHECK(simulation.state().strain_tight == 0.0);
  CHECK(close(simulation.history().value("node_1_position"), 0.1 + 3.0 + 0.25 * std::sin(6.0), {.rel = 1e-13}));
}

TEST_CASE("Lagrangian contour: exchanging the speeds mirrors the strains and the slip") {
  // All nodes on the pulleys stick in the first step, so that the spans get strains of exactly ±(V₁ − V₂) τ/a.
  LagrangianContour driving = make(paper_drive(1.0, 0.9), 60);
  LagrangianContour driven = make(paper_drive(0.9, 1.0), 60);
  driving.advance(driving.time_step());
  driven.advance(driven.time_step());
  CHECK(close(driving.state().strain_tight, 5e-4, {.rel = 1e-12}));
  CHECK(close(driven.state().strain_tight, -5e-4, {.rel = 1e-12}));
  advance_to(driving, 5.0);
  advance_to(driven, 5.0);
  CHECK(driving.state().slip_direction == std::array<int, 2>{-1, 1});
  CHECK(driven.state().slip_direction == std::array<int, 2>{1, -1});
}

TEST_CASE("Lagrangian contour: unequal pulleys carry the same force, and the mass flow is the same in both spans") {
  ContourDrive drive = paper_drive();
  drive.contact_length = {1.2, 0.8};
  drive.friction_force = {0.2, 0.3};
  const int elements = 600;
  LagrangianContour simulation(drive, {.elements = elements, .time_step = 1e-3, .slip_length = SlipLength::counted});
  advance_to(simulation, 12.0);
  const ContourState state = simulation.state();
  const double force = drive.axial_stiffness * (state.strain_tight - state.strain_slack);
  // The slip forces balance the spans, except for nodes that enter and leave: about one on each pulley.
  const double h = drive.contour_length / elements;
  CHECK(close(drive.friction_force[0] * state.slip_length[0], force, {.abs = 1.5 * drive.friction_force[0] * h}));
  CHECK(close(drive.friction_force[1] * state.slip_length[1], force, {.abs = 1.5 * drive.friction_force[1] * h}));
  // V₁/(1 + ε₊) = V₂/(1 + ε₋) in the stationary state, up to the saw tooth.
  CHECK(close((1.0 + state.strain_tight) / (1.0 + state.strain_slack), 1.0 / 0.9, {.abs = 1e-3}));
}

TEST_CASE("Lagrangian contour: slip zones end at the exits and make up the slip lengths") {
  LagrangianContour simulation = make(paper_drive(), 300);
  const double h = 0.02;
  advance_to(simulation, 3.0);
  const std::vector<beltdyn::SlipZone> zones = simulation.slip_zones();
  REQUIRE(zones.size() == 2);
  const ContourState state = simulation.state();
  for (const std::size_t k : {0U, 1U}) {
    CHECK(zones[k].pulley == static_cast<int>(k));
    CHECK(zones[k].end == simulation.drive().exit(static_cast<int>(k)));
    CHECK(zones[k].direction == state.slip_direction[k]);
    CHECK(state.slip_length[k] == zones[k].end - zones[k].begin);
    // A node represents h of the belt, and less where it is about to leave.
    const double counted = h * simulation.slipping_nodes(static_cast<int>(k));
    CHECK(close(state.slip_length[k], counted, {.abs = h}));
  }
}

TEST_CASE("Lagrangian contour: a profile agrees with the state, and friction is per material length") {
  LagrangianContour simulation = make(paper_drive(), 300);
  advance_to(simulation, 10.0);
  const ContourState state = simulation.state();
  const std::array<double, 4> sigma{0.3, 0.9, 2.0, 5.0};
  const std::vector<beltdyn::ProfilePoint> points = simulation.profile(sigma);
  CHECK(points[2].strain == state.strain_slack);
  CHECK(points[3].strain == state.strain_tight);
  CHECK(points[3].force == state.strain_tight);
  CHECK(points[0].contact_state == 0);
  CHECK(points[1].contact_state == -1);
  CHECK(points[2].contact_state == 2);
  // The driving pulley pulls the slipping belt forward with f per material length.
  CHECK(close(points[1].traction, 0.2 / (1.0 + points[1].strain), {.rel = 1e-14}));
  CHECK(points[2].traction == 0.0);
  CHECK(close(points[0].speed, 1.0, {.rel = 1e-10}));
}

TEST_CASE("Lagrangian contour: slip zones begin where the profile says that slip begins") {
  LagrangianContour simulation = make(paper_drive(), 300);
  for (const double time : {1.0, 2.003, 3.011}) {
    advance_to(simulation, time);
    const std::vector<beltdyn::SlipZone> zones = simulation.slip_zones();
    REQUIRE(zones.size() == 2);
    for (const beltdyn::SlipZone& zone : zones) {
      constexpr double kBeside = 1e-7;  // [m], elements are 0.02 m long
      const std::vector<beltdyn::ProfilePoint> points =
          simulation.profile(std::array{zone.begin - kBeside, zone.begin + kBeside});
      CHECK(points[0].contact_state == 0);
      CHECK(points[1].contact_state == zone.direction);
    }
  }
}

// Nodes move at different speeds; between them an element is stretched uniformly.
TEST_CASE("Lagrangian contour: the speed of the belt has no jumps, and is even where the strain is") {
  LagrangianContour simulation = make(paper_drive(), 300);
  advance_to(simulation, 1.3);
  constexpr double kElement = 0.02;  // [m]
  constexpr int kParts = 40;
  std::vector<double> sigma;
  for (int i = 0; i <= 300 * kParts; ++i) sigma.push_back(6.0 * i / (300.0 * kParts));
  const std::vector<beltdyn::ProfilePoint> points = simulation.profile(sigma);
  double steepest = 0.0;  // over an element [1/s]
  for (std::size_t i = kParts; i < points.size(); ++i) {
    steepest = std::max(steepest, std::abs(points[i].speed - points[i - kParts].speed) / kElement);
  }
  CHECK(steepest > 1e-3);
  for (std::size_t i = 1; i < points.size(); ++i) {
    // Within an element the slope is constant; over one element and a part of the next it is at least half of the
    // largest.
    CHECK(std::abs(points[i].speed - points[i - 1].speed) <= 3.0 * steepest * kElement / kParts + 1e-14);
  }
}

TEST_CASE(
    "Lagrangian contour: forces grow by the traction where the belt slips, and nothing is amiss where it does not") {
  const auto defects = [](const LagrangianContour& simulation) {
    const std::vector<std::string> columns = simulation.history_columns();
    std::vector<double> values(columns.size());
    simulation.history_values(values);
    std::vector<double> found;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].find("eytelwein_") != std::string::npos) found.push_back(values[i]);
    }
    return found;
  };
  LagrangianContour slipping = make(paper_drive(), 300);
  advance_to(slipping, 10.0);
  REQUIRE(defects(slipping).size() == 2);
  // The saw tooth of the strains has the length of an element, and at least 0.3 m slip.
  for (const double defect : defects(slipping)) CHECK(std::abs(defect) < 0.02 / 0.3);
  LagrangianContour sticking = make(paper_drive(1.0, 1.0), 300);
  advance_to(sticking, 1.0);
  for (const double defect : defects(sticking)) CHECK(defect == 0.0);
}

TEST_CASE("Lagrangian contour: a restored simulation resumes with bit-identical output") {
  LagrangianContour original = make(paper_drive(), 120);
  advance_to(original, 7.0);
  beltdyn::StateReader reader(bytes(original));
  LagrangianContour restored = make(paper_drive(), 120);
  restored.restore(reader);
  advance_to(original, 9.0);
  advance_to(restored, 9.0);
  CHECK(bytes(restored) == bytes(original));
  CHECK(restored.time() == original.time());
  LagrangianContour other = make(paper_drive(), 60);
  CHECK_THROWS_WITH_AS(other.restore(reader), doctest::Contains("120 numbers instead of 60"), beltdyn::IoError);
}

TEST_CASE("Lagrangian contour: full slip is refused and the state kept") {
  ContourDrive drive = paper_drive(1.0, 0.999);
  drive.friction_force = {0.0009, 0.0009};  // less than b (ε₊ − ε₋)/R = 0.001
  LagrangianContour simulation = make(drive, 120);
  std::vector<std::uint8_t> before;
  const auto run = [&] {
    while (simulation.time() < 10.0) {
      before = bytes(simulation);
      simulation.advance(simulation.time_step());
    }
  };
  CHECK_THROWS_WITH_AS(run(), doctest::Contains("increase friction_force"), beltdyn::SolverError);
  CHECK(bytes(simulation) == before);
  // The slip zones grow over the whole contact, some time after they met belt that had entered at t = 0.84.
  CHECK(simulation.time() > 1.0);
}

TEST_CASE("Lagrangian contour: a surface that turns back stops the run") {
  ContourDrive drive = paper_drive();
  drive.surface_speed[1] = TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {1.0, -1.0}});
  drive.surface_speed[0] = drive.surface_speed[1];
  LagrangianContour simulation = make(drive, 60);
  CHECK_THROWS_WITH_AS(advance_to(simulation, 1.0), doctest::Contains("moves backward"), beltdyn::SolverError);
  CHECK(close(simulation.time(), 0.5, {.abs = 1.01 * simulation.time_step()}));
}

TEST_CASE("Lagrangian contour: the step is checked before the run") {
  const auto warnings = [](double time_step) {
    return LagrangianContour(paper_drive(), {.elements = 600, .time_step = time_step}).preflight(10.0);
  };
  CHECK(warnings(1e-3).empty());
  CHECK(warnings(5e-3).empty());
  REQUIRE(warnings(1e-2).size() == 1);
  CHECK(warnings(1e-2).front().find("time_step <= 0.005 s") != std::string::npos);
  REQUIRE(warnings(2.5e-4).size() == 1);
  CHECK(warnings(2.5e-4).front().find("time_step >= 0.0005 s") != std::string::npos);
}

TEST_CASE("Lagrangian contour options: a drive that cannot be meshed is objected to") {
  beltdyn::lagrangian::LagrangianContourOptions options;
  const std::vector<std::string> coarse = options.objections(*as_drive(paper_drive()));
  REQUIRE(coarse.size() == 1);
  CHECK(coarse.front().find("use at least 18") != std::string::npos);
  CHECK(options.model(*as_drive(paper_drive())) == "finite_material");
}

}  // namespace beltdyn::lagrangian_contour_test
