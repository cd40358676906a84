// SPDX-License-Identifier: MIT
#include "core/belt/belt_simulation.hpp"

#include <algorithm>
#include <map>
#include <numbers>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/belt/force_extremes.hpp"
#include "core/belt/test/creep_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::belt_simulation_test {

using namespace beltdyn::test;
using std::numbers::pi;

namespace {

constexpr double kTight = 600.0;
constexpr int kPoints = 1200;

std::map<std::string, double> history(const BeltSimulation& simulation) {
  const std::vector<std::string> columns = simulation.history_columns();
  std::vector<double> values(columns.size());
  simulation.history_values(values);
  std::map<std::string, double> row;
  for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i]] = values[i];
  return row;
}

void check_particle(const BeltDrive& belt_drive) {
  CreepDrive simulation(belt_drive, kTight, kPoints);
  const BeltDrive& drive = simulation.drive();
  const double material = 0.25 * drive.reference_length() / simulation.path().length();
  for (int i = 0; i < 5; ++i) {
    simulation.advance(0.217);
    // Where is s(sigma) = material? By bisection; the exact map is monotone over a loop.
    double low = 0.0;
    double high = simulation.contour_length();
    const double wanted = material + drive.reference_length() *
                                         std::ceil((simulation.material_at(0.0) - material) / drive.reference_length());
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (simulation.material_at(middle) < wanted ? low : high) = middle;
    }
    const Eigen::Vector2d exact = simulation.path().point(low).position;
    std::map<std::string, double> row = history(simulation);
    // Between points the position is on a chord, off the arc by h^2/(8 R), and s is linear: off by h^2/8 d(1/λ)/dσ at
    // most, or by h/4 times the jump of 1/λ.
    const double spacing = simulation.contour_length() / kPoints;
    const double bound = spacing * spacing / (8.0 * 0.1) * 1.5;
    CHECK(close(row["tag_x [m]"], exact.x(), {.abs = bound}));
    CHECK(close(row["tag_y [m]"], exact.y(), {.abs = bound}));
  }
}

}  // namespace

TEST_CASE("belt simulation: the columns of pulleys, spans and probes, in this order") {
  const CreepDrive simulation(creep_test_drive(), kTight, kPoints);
  const std::vector<std::string> columns = simulation.history_columns();
  const std::vector<std::string> expected{"angular_velocity_1 [rad/s]",
                                          "torque_1 [N m]",
                                          "drive_torque_1 [N m]",
                                          "power_1 [W]",
                                          "hub_load_1 [N]",
                                          "hub_load_x_1 [N]",
                                          "hub_load_y_1 [N]",
                                          "slip_arc_1 [rad]",
                                          "slip_margin_1 [-]",
                                          "slip_speed_1 [m/s]",
                                          "slip_power_1 [W]",
                                          "angular_velocity_2 [rad/s]",
                                          "torque_2 [N m]",
                                          "drive_torque_2 [N m]",
                                          "power_2 [W]",
                                          "hub_load_2 [N]",
                                          "hub_load_x_2 [N]",
                                          "hub_load_y_2 [N]",
                                          "slip_arc_2 [rad]",
                                          "slip_margin_2 [-]",
                                          "slip_speed_2 [m/s]",
                                          "slip_power_2 [W]",
                                          "span_force_1 [N]",
                                          "span_speed_1 [m/s]",
                                          "span_force_2 [N]",
                                          "span_speed_2 [m/s]",
                                          "least_force [N]",
                                          "least_force_sigma [m]",
                                          "largest_force [N]",
                                          "largest_force_sigma [m]",
                                          "driven_angle [rad]",
                                          "driven_power [W]",
                                          "upper_deflection [m]",
                                          "entry_strain [-]",
                                          "entry_force [N]",
                                          "entry_speed [m/s]",
                                          "entry_pressure [N/m]",
                                          "entry_traction [N/m]",
                                          "entry_contact_state [-]",
                                          "tag_x [m]",
                                          "tag_y [m]",
                                          "tag_strain [-]",
                                          "tag_force [N]",
                                          "tag_speed [m/s]",
                                          "tag_pressure [N/m]",
                                          "tag_traction [N/m]",
                                          "tag_contact_state [-]"};
  CHECK(columns == expected);
}

TEST_CASE("belt simulation: a pulley with a torque creeps behind the prescribed one") {
  BeltDrive drive = creep_test_drive();
  drive.pulleys[1].motion = TorqueMotion{};
  const CreepDrive simulation(drive, kTight, kPoints);
  std::map<std::string, double> row = history(simulation);
  // Equal radii, 12 and 11 rad/s
  CHECK(close(row["creep_2 [-]"], 1.0 / 12.0, {.rel = 1e-14}));
  CHECK(!row.contains("creep_1 [-]"));
}

TEST_CASE("belt simulation: history of a creeping belt") {
  CreepDrive simulation(creep_test_drive(), kTight, kPoints);
  for (const double time : {0.0, 0.7, 3.21}) {
    CAPTURE(time);
    simulation.advance(time - simulation.time());
    std::map<std::string, double> row = history(simulation);
    CHECK(row["angular_velocity_2 [rad/s]"] == 11.0);
    // The path radius is 0.1 m; the pulleys turn uniformly, so the drive torques only balance the belt.
    const double slack = simulation.slack_force();
    const double torque = 0.1 * (kTight - slack);
    CHECK(close(row["torque_1 [N m]"], -torque, {.rel = 1e-12}));
    CHECK(close(row["drive_torque_1 [N m]"], torque, {.rel = 1e-12}));
    CHECK(close(row["torque_2 [N m]"], torque, {.rel = 1e-12}));
    CHECK(close(row["driven_power [W]"], 11.0 * torque, {.rel = 1e-12}));
    CHECK(close(row["power_2 [W]"], 11.0 * torque, {.rel = 1e-12}));
    CHECK(close(row["power_1 [W]"], -12.0 * torque, {.rel = 1e-12}));
    // The pulleys have the same size; both spans pull along the line of centres.
    CHECK(close(row["hub_load_x_1 [N]"], slack + kTight, {.rel = 1e-12}));
    CHECK(close(row["hub_load_x_2 [N]"], -slack - kTight, {.rel = 1e-12}));
    CHECK(close(row["hub_load_y_1 [N]"], 0.0, {.abs = 1e-9}));
    CHECK(close(row["hub_load_2 [N]"], slack + kTight, {.rel = 1e-12}));
    // A zone ends half-way between two points: each end is off by at most half a spacing.
    const double spacing = 4.0 * pi / kPoints;  // of the loop of 0.4 pi m in units of the radius of 0.1 m
    CHECK(close(row["slip_arc_1 [rad]"], simulation.slip_arc(), {.abs = spacing}));
    CHECK(close(row["slip_arc_2 [rad]"], simulation.slip_arc(), {.abs = spacing}));
    CHECK(close(row["span_force_1 [N]"], slack, {.rel = 1e-12}));
    CHECK(close(row["span_force_2 [N]"], kTight, {.rel = 1e-12}));
    // All of a span has its force; the first point of it counts, a spacing behind its begin at most. The tight span
    // ends where the belt begins to slip on pulley 1, whose entry is at 0.
    CHECK(close(row["least_force [N]"], slack, {.rel = 1e-12}));
    CHECK(close(row["least_force_sigma [m]"], 0.1 * pi, {.abs = 0.1 * spacing}));
    CHECK(close(row["largest_force [N]"], kTight, {.rel = 1e-12}));
    CHECK(close(row["largest_force_sigma [m]"], 0.0, {.abs = 0.1 * spacing}));
    // The belt enters pulley 1 at the speed of its surface, 12 x 0.1 m/s, and the flux is the same everywhere.
    CHECK(close(row["span_speed_2 [m/s]"], 1.2, {.rel = 1e-12}));
    CHECK(close(row["span_speed_1 [m/s]"], 1.2 * (0.95 + slack / 8000.0) / (0.95 + kTight / 8000.0), {.rel = 1e-12}));
    CHECK(close(row["upper_deflection [m]"], 0.0, {.abs = 1e-12}));
    CHECK(close(row["entry_force [N]"], kTight, {.rel = 1e-3}));
    CHECK(close(row["entry_speed [m/s]"], 1.2, {.rel = 1e-3}));
  }
}

TEST_CASE("belt simulation: slip of a creeping belt, its power and the margin to gross slip") {
  CreepDrive simulation(creep_test_drive(), kTight, kPoints);
  simulation.advance(0.7);
  std::map<std::string, double> row = history(simulation);
  const double slack = simulation.slack_force();
  const double pull = kTight - slack;
  const double v_tight = row["span_speed_2 [m/s]"];
  const double v_slack = row["span_speed_1 [m/s]"];
  // Each end of an arc is off by half a spacing.
  const double spacing = 4.0 * pi / kPoints;
  constexpr double kFriction = 0.5;
  const double stick = pi - simulation.slip_arc();
  // Friction could carry mu N everywhere, but reaches that on the slip arc only, where N adds up to pull/mu.
  const auto margin = [&](double entering) { return 1.0 - pull / (kFriction * entering * stick + pull); };
  CHECK(close(row["slip_margin_1 [-]"], margin(kTight), {.abs = spacing}));
  CHECK(close(row["slip_margin_2 [-]"], margin(slack), {.abs = spacing}));
  // Slip is fastest at the exit. Pulley 1 has the speed of the entering belt; the speed of pulley 2 is prescribed.
  const double lag = v_tight - v_slack;
  const double lead = v_tight - 1.1;
  CHECK(close(row["slip_speed_1 [m/s]"], lag, {.abs = spacing * lag}));
  CHECK(close(row["slip_speed_2 [m/s]"], lead, {.abs = spacing * lead}));
  // The integral of the slip velocity over the force; the velocity is linear in the force.
  CHECK(close(row["slip_power_1 [W]"], 0.5 * pull * lag, {.abs = spacing * kFriction * kTight * lag}));
  CHECK(close(row["slip_power_2 [W]"], pull * (0.5 * (v_tight + v_slack) - 1.1),
              {.abs = spacing * kFriction * kTight * lead}));
}

TEST_CASE("belt simulation: a drive that moves as a whole slips as it does at rest") {
  const CreepDrive simulation(creep_test_drive(), kTight, kPoints);
  const BeltDrive& drive = simulation.drive();
  const BeltMap belt = simulation.belt();
  std::vector<PulleyState> states = simulation.pulley_states();
  const std::vector<PulleySlip> at_rest = pulley_slips(belt, drive, simulation.path(), states);
  const Eigen::Vector2d velocity(0.7, -0.4);
  std::vector<BeltPoint> points(belt.points().begin(), belt.points().end());
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Eigen::Vector2d along = belt.points()[(i + 1) % n].position - belt.points()[(i + n - 1) % n].position;
    points[i].speed += velocity.dot(along.normalized());
  }
  for (std::size_t k = 0; k < 2; ++k) {
    states[k].mount = MountState{.axis = drive.pulleys[k].center, .axis_velocity = velocity};
  }
  const BeltMap moving(simulation.path(), drive.reference_length(), points,
                       {belt.contacts().begin(), belt.contacts().end()});
  const std::vector<PulleySlip> slips = pulley_slips(moving, drive, simulation.path(), states);
  // Tangents are off by the square of a spacing. At the ends of arcs they are off by half a spacing towards the
  // straight span; two points there have a part of the traction.
  constexpr double kSpacing = 4.0 * pi / kPoints;
  const double off = velocity.norm() * kSpacing * kSpacing;
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(close(slips[k].power, at_rest[k].power, {.abs = 4.0 * off * kTight}));
    CHECK(close(slips[k].speed, at_rest[k].speed, {.abs = velocity.norm() * kSpacing}));
    CHECK(slips[k].margin == at_rest[k].margin);
  }
}

TEST_CASE("belt simulation: conclusions are balances of mean powers") {
  CreepDrive simulation(creep_test_drive(), kTight, kPoints);
  const History columns = simulation.history();
  Summary summary(columns.columns(), 0.0);
  std::vector<double> values(columns.columns().size());
  for (int i = 0; i < 3; ++i) {
    columns.values(values);
    summary.add(simulation.time(), values);
    simulation.advance(0.1);
  }
  std::map<std::string, double> value;
  for (const Conclusion& c : columns.conclusions(summary)) value[c.name] = c.value;
  const double torque = 0.1 * (kTight - simulation.slack_force());
  CHECK(close(value["supplied_power"], 12.0 * torque, {.rel = 1e-12}));
  CHECK(close(value["delivered_power"], 11.0 * torque, {.rel = 1e-12}));
  CHECK(close(value["efficiency"], 11.0 / 12.0, {.rel = 1e-12}));
  std::map<std::string, double> row = history(simulation);
  CHECK(close(value["slip_power"], row["slip_power_1 [W]"] + row["slip_power_2 [W]"], {.rel = 1e-2}));
  CHECK(close(value["belt_power"], torque - value["slip_power"], {.abs = 1e-12 * 12.0 * torque}));
  CHECK(value["bearing_power"] == 0.0);
  // Rows at 0, 0.1 s and 0.2 s; a belt without dampers and mounts has no other losses.
  CHECK(close(value["slip_energy"], 0.2 * value["slip_power"], {.rel = 1e-14}));
  CHECK(value["remaining_power"] == value["belt_power"]);
  CHECK(value.count("axial_damping_power") == 0);
  CHECK(value.count("mount_power") == 0);
  CHECK(close(value["least_slip_margin"], row["slip_margin_2 [-]"], {.rel = 1e-2}));
  CHECK(close(value["least_force"], simulation.slack_force(), {.rel = 1e-12}));
  CHECK(close(value["largest_force"], kTight, {.rel = 1e-12}));
}

TEST_CASE("belt simulation: places along the belt in words") {
  const BeltDrive drive = creep_test_drive();  // radii of 0.1 m, half a turn on each pulley
  const BeltPath path = drive.path();
  const double span = path.spans()[0].length;
  CHECK(place_in_words(drive, path, 0.0) == "where the belt meets pulley 1");
  CHECK(place_in_words(drive, path, 0.05 * pi) == "on pulley 1, 90 degrees behind the entry");
  CHECK(place_in_words(drive, path, 0.1 * pi) == "where the belt leaves pulley 1");
  CHECK(place_in_words(drive, path, 0.1 * pi + 0.25 * span) ==
        fmt::format("in the span from pulley 1 to 2, {:.4g} m of its {:.4g} m behind the begin", 0.25 * span, span));
  CHECK(place_in_words(drive, path, 0.1 * pi + span) == "where the belt meets pulley 2");
}

TEST_CASE("belt simulation: the shape holds the values on both sides of contact-state changes") {
  const CreepDrive simulation(creep_test_drive(), kTight, 40);
  const BeltMap map = simulation.belt();
  const BeltShape shape = simulation.shape();
  // Each pulley has an entry, a front and an exit, each represented by two points.
  CHECK(map.state_changes().size() == 6);
  CHECK(shape.belt.size() == 40 + 2 * 6);
  std::size_t changes = 0;
  for (std::size_t i = 0; i < shape.belt.size(); ++i) {
    const ShapePoint& a = shape.belt[i];
    const ShapePoint& b = shape.belt[(i + 1) % shape.belt.size()];
    if (a.contact_state == b.contact_state) continue;
    ++changes;
    // 2e-6 of the length of the belt, 0.4 pi m.
    CHECK((a.position - b.position).norm() < 1.05 * 2e-6 * 0.4 * pi);
  }
  CHECK(changes == 6);
}

TEST_CASE("belt simulation: a prescribed motion includes inertia and bearing moments besides that of the belt") {
  BeltDrive drive = creep_test_drive();
  drive.pulleys[0].bearing_damping = 0.5;
  drive.pulleys[0].motion =
      PrescribedMotion{TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 2.0}, .value = {11.0, 13.0}})};
  CreepDrive simulation(drive, kTight, kPoints);
  simulation.advance(1.0);
  // I = 0.25 kg m^2 at 1 rad/s^2, d w = 0.5 x 12
  const double of_belt = 0.1 * (kTight - simulation.slack_force());
  CHECK(close(history(simulation)["drive_torque_1 [N m]"], 0.25 + 6.0 + of_belt, {.rel = 1e-12}));
}

TEST_CASE("belt simulation: where time only numbers the motions, a prescribed motion takes no moment of inertia") {
  BeltDrive drive = creep_test_drive();
  drive.pulleys[0].bearing_damping = 0.5;
  drive.pulleys[0].motion =
      PrescribedMotion{TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 2.0}, .value = {11.0, 13.0}})};
  CreepDrive simulation(drive, kTight, kPoints);
  simulation.number_motions();
  simulation.advance(1.0);
  // d w = 0.5 x 12; the 0.25 kg m^2 at 1 rad/s^2 do not count.
  const double of_belt = 0.1 * (kTight - simulation.slack_force());
  CHECK(close(history(simulation)["drive_torque_1 [N m]"], 6.0 + of_belt, {.rel = 1e-12}));
}

TEST_CASE("belt simulation: profiles follow Euler-Eytelwein for any distribution of particles") {
  CreepDrive simulation(creep_test_drive(), kTight, kPoints);
  simulation.advance(1.234);
  std::vector<double> sigma;
  sigma.reserve(300);
  for (int i = 0; i < 300; ++i) sigma.push_back((i + 0.5) * simulation.contour_length() / 300.0);
  const std::vector<ProfilePoint> profile = simulation.profile(sigma);
  REQUIRE(profile.size() == sigma.size());
  // Between points F bends by mu^2 F/8 (h/R)^2 at most, and has a kink of mu F h/R at the onset of slip.
  const double spacing = 4.0 * pi / kPoints;
  for (const ProfilePoint& point : profile) {
    const double force = simulation.force_at(point.sigma);
    CHECK(close(point.force, force, {.rel = 0.5 * spacing}));
    CHECK(close(point.strain, force / 8000.0 - 0.05, {.abs = 0.5 * spacing * kTight / 8000.0}));
    const PathPlace place = simulation.path().locate(point.sigma);
    if (place.pulley < 0) CHECK((point.contact_state == 2 && point.pressure == 0.0 && point.traction == 0.0));
  }
  const ProfilePoint on_driver = simulation.profile(std::vector<double>{0.1 * pi - 0.01})[0];
  CHECK(on_driver.contact_state == -1);
  CHECK(close(on_driver.pressure, on_driver.force / 0.1, {.rel = spacing}));
  CHECK(close(on_driver.traction, 0.5 * on_driver.pressure, {.rel = 1e-12}));
  CHECK(simulation.profile(std::vector<double>{0.3 * pi - 0.01})[0].contact_state == 1);
}

TEST_CASE("belt simulation: a probe of a span measures how far the belt is from its path") {
  for (const double deflection : {-0.004, 0.0, 0.003}) {
    CreepDrive simulation(creep_test_drive(), kTight, kPoints, deflection);
    simulation.advance(0.3);
    const double spacing = 4.0 / kPoints;  // of the spans; their deflection is a parabola with the second derivative 8
    CHECK(close(history(simulation)["upper_deflection [m]"], deflection,
                {.rel = 8.0 * spacing * spacing / 8.0, .abs = 1e-12}));
  }
}

TEST_CASE("belt simulation: a particle probe stays with its particle, however the length of the belt is given") {
  BeltDrive drive = creep_test_drive();
  check_particle(drive);
  drive.belt.pretension = StressFreeLength{.length = 0.95 * drive.path().length()};
  check_particle(drive);
}

TEST_CASE("belt simulation: without a number of points a profile has as many as the belt, evenly along the contour") {
  const CreepDrive simulation(creep_test_drive(), kTight, 50);
  const std::vector<double> sigma = simulation.natural_profile_points();
  REQUIRE(sigma.size() == simulation.belt().points().size());
  const double spacing = simulation.contour_length() / static_cast<double>(sigma.size());
  CHECK(close(sigma.front(), 0.5 * spacing, {.rel = 1e-12}));
  for (std::size_t i = 1; i < sigma.size(); ++i) CHECK(close(sigma[i] - sigma[i - 1], spacing, {.rel = 1e-12}));
}

TEST_CASE("belt simulation: a profile of a long belt has points on short arcs") {
  BeltDrive drive = creep_test_drive();
  drive.pulleys[1].center.x() += 1000.0;
  const CreepDrive simulation(drive, kTight, 50);
  const std::vector<double> sigma = simulation.natural_profile_points();
  CHECK(std::ranges::is_sorted(sigma));
  const BeltPath path = drive.path();
  for (const PathArc& arc : path.arcs()) {
    CHECK(std::ranges::count_if(sigma, [&](double s) { return s > arc.start && s < arc.start + arc.length(); }) >= 24);
  }
}

TEST_CASE("belt simulation: a profile has points on short spans") {
  BeltDrive drive = creep_test_drive();
  drive.pulleys[0].radius = 0.5;
  drive.pulleys[1].radius = 0.01;
  drive.pulleys[1].center = drive.pulleys[0].center + Eigen::Vector2d(0.52, 0.0);
  const CreepDrive simulation(drive, kTight, 50);
  const std::vector<double> sigma = simulation.natural_profile_points();
  const BeltPath path = drive.path();
  for (const PathSpan& span : path.spans()) {
    REQUIRE(span.length < 0.06 * path.length());
    CHECK(std::ranges::count_if(sigma, [&](double s) { return s > span.start && s < span.start + span.length; }) >= 8);
  }
}

}  // namespace beltdyn::belt_simulation_test
