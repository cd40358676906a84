// SPDX-License-Identifier: MIT
#include "core/drive/belt/plausibility.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/drive/belt/test/conveyor_drive.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/drive/drive.hpp"

namespace beltdyn::plausibility_test {

using namespace beltdyn::test;

namespace {

// The warnings for the drive of [Ntarladima 2023] with edits, over the 2.45 s of the paper.
std::vector<std::string> doubts(const std::vector<std::string>& edits) {
  return implausibilities(Drive(edited_drive(edits)), 2.45);
}

void check_doubt(const std::vector<std::string>& edits, const std::string& sentence) {
  const std::vector<std::string> found = doubts(edits);
  REQUIRE(found.size() == 1);
  CHECK(found.front() == sentence);
}

constexpr const char* kSpeed = R"(/pulleys/0/motion/angular_velocity={"type": "constant", "value": )";

void check_one(const std::vector<std::string>& found, const std::string& begin) {
  REQUIRE(found.size() == 1);
  INFO(found.front());
  CHECK(found.front().starts_with(begin));
}

}  // namespace

TEST_CASE("plausibility: a published drive raises no doubt, and other drives are not looked at") {
  CHECK(doubts({}).empty());
  CHECK(implausibilities(Drive(ContourDrive{}), 1.0).empty());
}

TEST_CASE("plausibility: gravity that points up is a near miss, and gravity to the side is not") {
  check_doubt({"/gravity=[0, 9.81]"}, "gravity is [0, 9.81] and points up; usually it points down: write [0, -9.81]");
  CHECK(doubts({"/gravity=[0, -9.81]"}).empty());
  CHECK(doubts({"/gravity=[9.81, 0]"}).empty());
}

TEST_CASE("plausibility: each warning gives the value and the typical range") {
  check_doubt({"/pulleys/0/eccentricity=1e-4", "/pulleys/0/eccentricity_angle=90"},
              "the eccentricity_angle of pulley 1 is 90 rad, more than one revolution; angles are in rad: write \"90 "
              "deg\" if degrees are meant");
  check_doubt({R"(/pulleys/1/name="fan")",
               R"(/pulleys/1/contact={"normal": {"type": "penalty", "stiffness_per_area": 1e8, "damping_per_area": 0},
                  "friction": {"type": "elastoplastic_coulomb", "coefficient": 30, "stiffness_per_area": 1e8,
                               "damping_per_area": 0}})"},
              "the friction coefficient of pulley 2 (fan) is 30; typical values are 0.2 to 1.5: write \"30 %\" if "
              "percent is meant");
  check_doubt({R"(/belt/section={"type": "v", "wedge_angle": 0.1})"},
              "the wedge_angle of the belt is 0.1 rad, 5.73 degrees; typical values are 34 to 60: write \"40 deg\"");
  CHECK(doubts({R"(/belt/section={"type": "v", "wedge_angle": "40 deg"})"}).empty());
  check_doubt({"/pulleys/1/center=[300, 0]"},
              "the belt path is 600.6 m long; typical lengths are a few metres: lengths are in m, write \"300 mm\" for "
              "millimetres");
  check_doubt({"/belt/pretension/strain=0.001"},
              "the belt is slack: its force on the path is -8 N; for a pretension give a negative reference strain");
  check_doubt({std::string(kSpeed) + "-12}"},
              "pulley 1 turns by -29.4 rad, against the direction of the belt, which drives it counter-clockwise; "
              "usually both agree: change direction, or the sign of the angular velocity");
  // sqrt(400 N/0.8288 kg/m) = 21.97 m/s, and 300 rad/s on a radius of 0.1 m with the offset
  check_doubt({std::string(kSpeed) + "300}"},
              "the belt runs at up to 30 m/s, faster than its transverse waves at 21.97 m/s, and its pretension of 400 "
              "N is below the 745.9 N needed to keep it on its path; typical speeds are below half the wave speed: "
              "check mass_per_length or density, speed and pretension");
}

TEST_CASE("plausibility: a belt that its pretension hardly stretches, or by its length, is a near miss") {
  check_doubt(
      {"/belt/pretension/strain=-2e-5", "/belt/axial_stiffness=2e7"},
      "the pretension of 400 N stretches the belt, with EA = 2e+07 N, by 2e-05 of its length; typical is 0.0003 "
      "to 0.03: check axial_stiffness, or young_modulus and the section, e.g. \"350 MPa\" for 350 N/mm^2");
  CHECK(doubts({"/belt/pretension/strain=-4e-5", "/belt/axial_stiffness=1e7"}).empty());
  check_one(doubts({"/belt/pretension/strain=-0.4", "/belt/axial_stiffness=1000"}),
            "the pretension of 400 N stretches the belt, with EA = 1000 N, by 0.4 of its length");
}

TEST_CASE("plausibility: a long span without idlers beside others on them is a near miss") {
  BeltDrive drive = Conveyor{}.drive();
  const auto is_told = [&drive] {
    const std::vector<std::string> found = implausibilities(Drive(drive), 1.0);
    return std::ranges::any_of(found, [](const std::string& sentence) {
      return sentence.ends_with("add an entry \"from\" that pulley") &&
             sentence.find("behind pulley 1 (head) has no entry in spans") != std::string::npos;
    });
  };
  CHECK_FALSE(is_told());
  drive.spans.pop_back();
  CHECK(is_told());
  drive.spans.clear();
  CHECK_FALSE(is_told());
}

// Runs of 2.45 s.
TEST_CASE("plausibility: functions of time whose points are far beyond the run are near misses") {
  const auto load = [](const char* times) {
    return std::string(R"(/pulleys/1/motion/torques/0/moment={"type": "piecewise_linear", "time": )") + times +
           R"(, "value": [-2, -25]})";
  };
  check_doubt({load("[0, 120]")},
              "a function of time of pulley 2 has its first point after 0 at 120 s, long after the end of the run at "
              "2.45 s; check its times, which are in s, and end_time");
  CHECK(doubts({load("[0, 10]")}).empty());
  CHECK(doubts({load("[1, 120]")}).empty());
  CHECK(doubts({load("[0, 1200]")}).empty());
}

TEST_CASE(
    "plausibility: speeds in revolutions per minute, lengths in millimetres and loads that drive are near misses") {
  check_doubt(
      {std::string(kSpeed) + "1500}", "/belt/mass_per_length=1e-6"},
      "pulley 1 turns at up to 1500 rad/s, 14324 rpm, and its surface runs at 149.9 m/s; typical are below 1000 "
      "rad/s and 100 m/s: a number without a unit is in rad/s, so write \"1500 rpm\" for revolutions per minute");
  check_one(doubts({std::string(kSpeed) + "900}", "/belt/mass_per_length=1e-6"}),
            "pulley 1 turns at up to 900 rad/s, 8594.4 rpm, and its surface runs at 89.95 m/s; typical are below 700 "
            "rad/s and 50 m/s: a number without a unit is in rad/s, so write \"900 rpm\"");
  CHECK(doubts({std::string(kSpeed) + "690}", "/belt/mass_per_length=1e-6"}).empty());
  CHECK(doubts({std::string(kSpeed) + "900}", "/belt/mass_per_length=1e-6", "/pulleys/0/radius=0.05"}).empty());
  check_doubt({"/belt/width=80"},
              "the width of the belt is 80 m; typical values are millimetres to 4 m: lengths are in m, write \"80 mm\" "
              "for millimetres");
  check_doubt({"/pulleys/1/motion/torques/0/moment/to=25"},
              "the torques on pulley 2 help the belt to turn it, as a motor does; a load has the opposite sign, or is "
              "given as \"resisting\", which opposes any rotation");
  // A load of alternating sign drives for some of the time and is no mistake.
  CHECK(doubts({R"(/pulleys/1/motion/torques/0/moment={"type": "harmonic", "mean": 0, "amplitude": 25,
                   "angular_frequency": 6})"})
            .empty());
}

TEST_CASE("plausibility: a torque table without speeds in the sense of its pulley is a near miss") {
  const auto table = [](const std::string& speeds, const std::string& moments) {
    return R"(/pulleys/1/motion/torques/0={"type": "table", "speed": )" + speeds + R"(, "moment": )" + moments + "}";
  };
  CHECK(doubts({table("[0, 100]", "[0, -3]")}).empty());
  CHECK(doubts({table("[-100, 0, 100]", "[3, 0, -3]")}).empty());
  check_doubt(
      {table("[-100, 0]", "[3, 0]")},
      "pulley 2 turns counterclockwise, at positive speeds, for which its torque table has no entry; its moment "
      "there is that of the nearest end of the table: change the signs of speeds and moments");
}

TEST_CASE("plausibility: a clutch that never drives the loads of its accessory is a near miss, a backstop is none") {
  const auto with_clutch = [](const std::string& direction, const std::string& torques) {
    return R"(/pulleys/1/accessory={"inertia": 1e-3, "torques": [)" + torques +
           R"(], "one_way_clutch": {"driving_direction": ")" + direction + R"("}})";
  };
  const auto moment = [](const std::string& value) { return R"({"type": "applied", "moment": )" + value + "}"; };
  CHECK(doubts({with_clutch("counterclockwise", moment("-1"))}).empty());
  CHECK(doubts({with_clutch("clockwise", "")}).empty());
  check_doubt({with_clutch("clockwise", moment("-1"))},
              "the one-way clutch of pulley 2 drives its accessory clockwise only, but the belt turns the pulley "
              "counterclockwise, so that nothing drives the loads of the accessory; usually both agree: change "
              "driving_direction");
  check_doubt({with_clutch("counterclockwise", moment("1"))},
              "the torques on the accessory of pulley 2 help the belt to turn it, as a motor does; a load has the "
              "opposite sign, or is given as \"resisting\", which opposes any rotation");
}

TEST_CASE(
    "plausibility: a holdback that blocks the running direction and motors that all drive backwards are doubtful") {
  const auto holdback = [](const std::string& direction) {
    return R"(/pulleys/1/accessory={"inertia": 1e12, "one_way_clutch": {"driving_direction": ")" + direction + R"("}})";
  };
  CHECK(doubts({holdback("clockwise")}).empty());
  check_doubt({holdback("counterclockwise")},
              "the one-way clutch of pulley 2 closes in the running direction of the belt, and its accessory of 1e+12 "
              "kg m^2 hardly turns, so it stops the belt; a holdback has the driving_direction clockwise");
  const auto motor = [](const std::string& moment) {
    return R"(/pulleys/0/motion={"type": "torque", "torques": [{"type": "applied", "moment": )" + moment + "}]}";
  };
  CHECK(doubts({motor("20")}).empty());
  check_doubt(
      {motor("-20")},
      "the torques on pulley 1 turn it clockwise, against the direction of the belt, and no torque on any pulley "
      "turns the belt forwards; usually a motor does: change direction, or the sign of the moments");
}

// The belt would be slack with this slider where it is drawn. The spring moves the axis by 0.1 m to the equilibrium
// 2 * 400 N = 4000 N/m * 0.2 m.
TEST_CASE("plausibility: a belt that its mount stretches is not slack") {
  const std::string slider = R"(/pulleys/1/mount={"type": "slider", "direction": [1, 0], "mass": 1,
                                 "spring": {"stiffness": 4000, "free_position": 0.3}})";
  const std::vector<std::string> edits{slider, R"(/belt/pretension={"type": "force", "force": 400})"};
  REQUIRE(edited_drive(edits).initial_force() < 0.0);
  CHECK(doubts(edits).empty());
}

// N = EI/(2 R^2 (1 - cos 90 deg)) on half a turn with R = 0.1 m, where the pretension is 400 N
TEST_CASE("plausibility: a belt that is too stiff to lie on its pulleys is a near miss") {
  check_doubt(
      {"/belt/bending_stiffness=9", R"(/pulleys/1/motion={"type": "free"})"},
      "the belt is so stiff in bending, EI = 9 N m^2, that under its pretension of 400 N it touches pulley 1 at "
      "one point instead of on its wrap of 180 degrees, for which it needs more than 450 N; check "
      "bending_stiffness, or young_modulus and thickness, and the pretension");
  CHECK(doubts({"/belt/bending_stiffness=7.9"}).empty());
}

// The pulleys turn in opposite directions, so both spans pass between them and cross.
TEST_CASE("plausibility: a belt that crosses itself is a near miss") {
  check_doubt({R"(/pulleys/1/side="outside")", "/pulleys/1/motion/torques/0/moment/to=25"},
              "span 1 (pulley 1 to 2) crosses span 2 (pulley 2 to 1); usually a belt crosses itself nowhere: check the "
              "order of the pulleys and their side");
}

TEST_CASE("plausibility: millimetres and speeds per minute are near misses of a rope with ends, too") {
  const auto rope_doubts = [](double radius, double speed, double rate) {
    RopeDrive drive;
    drive.contact = PulleyContact();
    drive.pulleys.resize(1);
    drive.pulleys[0].radius = radius;
    drive.pulleys[0].side = PulleySide::outside;  // on the right of the rope
    drive.pulleys[0].motion = PrescribedMotion{.angular_velocity = TimeFunction(speed)};
    drive.ends[0].form = FixedEnd{.position = {-radius, -1e3}};
    drive.ends[1].form = WinchEnd{.position = {radius, -1e3}, .rate = TimeFunction(rate)};
    return implausibilities(Drive(drive), 1.0);
  };
  CHECK(rope_doubts(0.3, 0.0, 2.0).empty());
  check_one(rope_doubts(300.0, 0.0, 2.0), "the radius of pulley 1 is 300 m; typical values are up to a few metres:");
  check_one(rope_doubts(0.3, 0.0, -60.0), "the rope moves at up to 60 m/s at end 2; typical speeds are below 40 m/s:");
  check_one(rope_doubts(0.05, 1500.0, 2.0),
            "pulley 1 turns at up to 1500 rad/s, 14324 rpm, and its surface runs at 75");
}

TEST_CASE(
    "plausibility: a rope that is stretched to a multiple, ends that move apart and high friction are near misses") {
  const auto rope_doubts = [](double length, double second, double friction) {
    RopeDrive drive;
    drive.rope.length = length;
    drive.contact = PulleyContact();
    drive.contact->friction = coulomb(friction);
    drive.pulleys.resize(1);
    drive.pulleys[0].radius = 0.3;
    drive.pulleys[0].side = PulleySide::outside;  // on the right of the rope
    // Both directions are upwards, so that the ends of a rope of constant length have opposite velocities.
    drive.ends[0].form = BodyEnd{.mass = 1.0, .position = {-0.3, -20.0}, .direction = {0.0, 2.0}, .velocity = 1.5};
    drive.ends[1].form = BodyEnd{.mass = 1.0, .position = {0.3, -20.0}, .direction = {0.0, 1.0}, .velocity = second};
    return implausibilities(Drive(drive), 1.0);
  };
  CHECK(rope_doubts(40.0, -1.5, 0.1).empty());
  CHECK(rope_doubts(0.0, 0.0, 0.1).empty());
  check_one(rope_doubts(10.0, -1.5, 0.1), "the rope has a natural length of 10 m and a path of 40.9425 m");
  check_one(rope_doubts(40.0, 1.0, 0.1), "the velocities of the two ends make the path of the rope shorter by 2.5 m/s");
  check_one(rope_doubts(40.0, -2.0, 0.1), "the velocities of the two ends make the path of the rope longer by 0.5 m/s");
  check_one(rope_doubts(40.0, -1.5, 30.0), "the friction coefficient of pulley 1 is 30; typical values are");
}

TEST_CASE("plausibility: a rope that a weight would stretch by more than rubber is a near miss") {
  const auto doubts = [](double stiffness) {
    RopeDrive drive;
    drive.gravity = {0.0, -10.0};
    drive.rope.axial_stiffness = stiffness;
    drive.ends[0].form = BodyEnd{.mass = 1000.0, .position = {0.0, -20.0}, .direction = {0.0, 1.0}};
    drive.ends[1].form = FixedEnd{.position = {0.0, 0.0}};
    return implausibilities(Drive(drive), 1.0);
  };
  CHECK(doubts(8.5e6).empty());
  CHECK(doubts(0.0).empty());
  check_one(doubts(8.5e3), "the weight of end 1, 1e+04 N, stretches the rope, with EA = 8500 N, by 1.2 of its length");
}

TEST_CASE("plausibility: a prescribed speed that is not 0 at the start is a jump of that size") {
  std::vector<std::string> jumps;
  add_start_jumps(jumps, edited_drive({}));
  CHECK(jumps.empty());
  add_start_jumps(jumps, edited_drive({std::string(kSpeed) + "12}"}));
  REQUIRE(jumps.size() == 1);
  CHECK(jumps.front() ==
        "the prescribed speed of pulley 1 starts with a jump to 12 rad/s (1.199 m/s at its surface) while the belt is "
        "at rest; use a cosine_ramp from 0, or \"initial_state\": \"running\" of the drive");
}

}  // namespace beltdyn::plausibility_test
