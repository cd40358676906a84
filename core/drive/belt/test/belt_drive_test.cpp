// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_drive.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/config/writers.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::belt_drive_test {

using namespace beltdyn::test;
using std::numbers::pi;

TEST_CASE("belt drive of [Ntarladima 2023]: what follows from its geometry") {
  const BeltDrive drive = read_drive(kNtarladimaDrive);
  const BeltPath path = drive.path();
  // Eq. (35); the decimals of 0.1 pi in the text are rounded to 1e-17
  CHECK(close(path.length(), 0.4 * pi, {.rel = 1e-15}));
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(close(path.arcs()[k].wrap, pi, {.rel = 1e-15}));
    CHECK(close(path.arcs()[k].length(), 0.1 * pi, {.rel = 1e-15}));
    CHECK(close(path.spans()[k].length, 0.1 * pi, {.rel = 1e-15}));
  }
  CHECK(close(path.point(0.0).position.y(), 0.1, {.rel = 1e-15}));         // the belt enters pulley 1 at its top
  CHECK(close(path.point(0.05 * pi).position.x(), -0.1, {.rel = 1e-15}));  // and runs down on the left
  CHECK(close(drive.reference_length(), 0.4 * pi, {.rel = 1e-15}));
  CHECK(drive.initial_stretch() == 1.0);
  // Eq. (36) with the sign of N = EA (lambda - 1 - strain): 8000 N times 0.05
  CHECK(close(drive.initial_force(), 400.0, {.rel = 1e-14}));
  CHECK(close(drive.belt.mass_per_length * drive.reference_length(), 1.0415008, {.rel = 1e-7}));

  // Eq. (37): 25 N m (1 - cos(2 pi (t - 1)))/2 between 1 s and 1.5 s, against the rotation, and 2 N m s of the bearing
  const Pulley& driven = drive.pulleys[1];
  CHECK(driven.moment(0.5, 0.0) == 0.0);
  CHECK(close(driven.moment(1.1, 0.0), -25.0 * (0.5 - 0.5 * std::cos(0.2 * pi)), {.rel = 1e-13}));
  CHECK(close(driven.moment(2.0, 11.3), -25.0 - 22.6, {.rel = 1e-15}));
  CHECK(driven.moment_derivative(2.0, 11.3) == -2.0);
  CHECK(prescribed_speed(drive.pulleys[0]).value(0.6) == 12.0);
}

TEST_CASE("belt drive: a stress-free length is a reference length of its own") {
  const BeltDrive drive =
      edited_drive({R"(/belt/pretension={"type": "stress_free_length", "length": 1.193805208364123})"});  // 0.38 pi
  CHECK(drive.reference_strain() == 0.0);
  CHECK(close(drive.initial_stretch(), 1.0 / 0.95, {.rel = 1e-14}));
  // 8000 N (1/0.95 - 1): more than the 400 N of the reference strain -0.05, as EA now counts from the shorter belt
  CHECK(close(drive.initial_force(), 421.05263157894737, {.rel = 1e-12}));
}

TEST_CASE("belt drive: friction acts on the centre line if all contacts are rigid, unless the drive says otherwise") {
  const std::string rigid = R"(/contact={"friction": {"type": "coulomb", "coefficient": 0.5}})";
  const std::string soft = R"(/pulleys/1/contact={"normal": {"type": "penalty", "stiffness_per_area": 4e9},
      "friction": {"type": "coulomb", "coefficient": 0.5}})";
  const auto lever = [](const std::vector<std::string>& edits) { return edited_drive(edits).belt.contact_lever(); };
  CHECK(lever({}) == 5e-5);
  CHECK(lever({rigid}) == 0.0);
  CHECK(lever({rigid, R"(/belt/friction_at="by_contact")"}) == 0.0);
  CHECK(lever({rigid, soft}) == 5e-5);
  CHECK(lever({rigid, R"(/belt/friction_at="face")"}) == 5e-5);
  CHECK(lever({R"(/belt/friction_at="center_line")"}) == 0.0);
}

TEST_CASE("belt drive: a resisting torque opposes the rotation and cannot drive") {
  const Pulley pulley = edited_drive({R"(/pulleys/1/motion={"type": "torque", "torques": [
      {"type": "resisting", "moment": {"type": "constant", "value": 30}, "transition_speed": 0.05}]})",
                                      "/pulleys/1/bearing_damping=0"})
                            .pulleys[1];
  CHECK(pulley.moment(0.0, 0.0) == 0.0);
  CHECK(close(pulley.moment(0.0, 10.0), -30.0, {.rel = 1e-15}));
  CHECK(close(pulley.moment(0.0, -10.0), 30.0, {.rel = 1e-15}));
  CHECK(close(pulley.moment_derivative(0.0, 0.0), -600.0, {.rel = 1e-15}));
  for (const double omega : {-0.1, -0.02, 0.01, 0.3}) {
    const double h = 1e-6;  // central difference: truncation (h/0.05)^2/3 relative to 600 N m s, rounding 1e-9
    const double slope = (pulley.moment(0.0, omega + h) - pulley.moment(0.0, omega - h)) / (2.0 * h);
    CHECK(close(pulley.moment_derivative(0.0, omega), slope, {.abs = 2e-7}));
    CHECK(pulley.moment(0.0, omega) * omega < 0.0);
  }
}

TEST_CASE("belt drive: torques add up") {
  const Pulley pulley = edited_drive({R"(/pulleys/1/motion={"type": "torque", "torques": [
      {"type": "applied", "moment": {"type": "constant", "value": 7}},
      {"type": "resisting", "moment": {"type": "constant", "value": 3}, "transition_speed": 0.05}]})"})
                            .pulleys[1];
  CHECK(close(pulley.moment(0.0, 5.0), 7.0 - 3.0 - 2.0 * 5.0, {.rel = 1e-15}));
  CHECK(close(edited_drive({R"(/pulleys/1/motion={"type": "free"})"}).pulleys[1].moment(0.0, 5.0), -10.0, {}));
}

TEST_CASE("belt drive: an eccentric pulley carries the path with it as it turns") {
  const BeltDrive drive = edited_drive({"/pulleys/1/eccentricity=0.01", "/pulleys/1/eccentricity_angle=0.5"});
  const std::vector<double> outwards{0.0, -0.5};
  const std::vector<double> inwards{0.0, pi - 0.5};
  CHECK(close(drive.path(outwards).length(), 0.4 * pi + 0.02, {.rel = 1e-14}));
  CHECK(close(drive.path(inwards).length(), 0.4 * pi - 0.02, {.rel = 1e-14}));
  CHECK(close(drive.path().length(), drive.path(std::vector<double>{0.7, 2.0 * pi}).length(), {.rel = 1e-14}));
}

TEST_CASE("belt drive: a pulley's own contact overrides that of the drive") {
  const BeltDrive drive = edited_drive({R"(/pulleys/1/contact={
      "normal": {"type": "penalty", "stiffness_per_area": 1e9},
      "friction": {"type": "elastoplastic_coulomb", "coefficient": 0.9, "stiffness_per_area": 2e9}})"});
  CHECK(drive.contact_of(0).coulomb().value().coefficient == 0.5);
  CHECK(drive.contact_of(1).coulomb().value().coefficient == 0.9);
  CHECK(std::get<PenaltyContact>(drive.contact_of(1).normal).damping_per_area == 0.0);
}

TEST_CASE("belt drive: contact without a normal law is rigid, with numbers that a formulation sets") {
  const BeltDrive drive = edited_drive({R"(/contact={"friction": {"type": "coulomb", "coefficient": 0.5}})",
                                        R"(/pulleys/1/contact={
      "normal": {"type": "penalty", "stiffness_per_area": 1e9},
      "friction": {"type": "elastoplastic_coulomb", "coefficient": 0.9, "stiffness_per_area": 2e9}})"});
  CHECK(drive.contact_of(0).is_rigid());
  CHECK(drive.contact_of(0).sticks_rigidly());
  CHECK(edited_drive({R"(/contact/normal={"type": "rigid"})"}).contact_of(0).is_rigid());
  CHECK_THROWS_AS(drive.contact_of(0).normal_law(1.0), UsageError);
  CHECK_THROWS_AS(drive.contact_of(0).friction_law(1.0), UsageError);
  CHECK(drive.objections_to_rigid_contact("x").size() == 1);
  const BeltDrive numbered = drive.with_rigid([](std::size_t pulley) {
    CHECK(pulley == 0);
    return RigidStiffness{.normal = {.patch_stiffness_per_area = 3e12, .point_stiffness_per_area = 1e12},
                          .stick_per_area = 4e10};
  });
  CHECK(numbered.contact_of(0).patch().stiffening() == 2.0);
  CHECK_FALSE(numbered.contact_of(1).patch().raises());
  CHECK(std::get<contact::PenaltyNormal>(numbered.contact_of(0).normal_law(0.5)) ==
        contact::PenaltyNormal({.stiffness = 5e11}));
  CHECK(std::get<contact::ElastoplasticCoulomb>(numbered.contact_of(0).friction_law(0.5)) ==
        contact::ElastoplasticCoulomb({.friction_coefficient = 0.5, .stiffness = 2e10}));
  CHECK(std::get<PenaltyContact>(numbered.contact_of(1).normal).stiffness_per_area == 1e9);
}

// The wedge angle with sin(α/2) = sin 30°.
constexpr const char* kWedge = R"(/belt/section={"type": "v", "wedge_angle": "60 deg"})";

TEST_CASE("belt drive: the flanks of a V belt double its friction at a wedge angle of 60 degrees") {
  const BeltDrive drive = edited_drive({kWedge});
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(drive.is_grooved(k));
    CHECK(close(drive.contact_of(k).kinetic_coefficient(), 1.0, {.rel = 1e-15}));
    CHECK(close(drive.kinetic_coefficient(k), drive.contact_of(k).kinetic_coefficient(), {.rel = 1e-15}));
    CHECK(drive.configured_contact(k).kinetic_coefficient() == 0.5);
    CHECK(drive.contact_of(k).stiffness_per_area() == 4e9);
  }
  CHECK(edited_drive({}).contact_of(0).kinetic_coefficient() == 0.5);
  CHECK(edited_drive({R"(/belt/section={"type": "flat"})"}).contact_of(0).kinetic_coefficient() == 0.5);
}

TEST_CASE("belt drive: the back of a V belt is flat, unless its pulley specifies otherwise") {
  const std::string outside = R"(/pulleys/1/side="outside")";
  const auto coefficient = [](const std::vector<std::string>& edits) {
    return edited_drive(edits).contact_of(1).kinetic_coefficient();
  };
  CHECK(coefficient({kWedge, outside}) == 0.5);
  CHECK(coefficient({kWedge, R"(/pulleys/1/surface="flat")"}) == 0.5);
  CHECK(coefficient({R"(/pulleys/1/surface="flat")"}) == 0.5);
  CHECK(close(coefficient({kWedge, outside, R"(/pulleys/1/surface="grooved")"}), 1.0, {.rel = 1e-15}));
}

TEST_CASE("belt drive: values of a rib add up to those of the belt, once") {
  const std::string ribs = R"(/belt/section={"type": "poly_v", "wedge_angle": "40 deg", "ribs": 6, "values": )";
  const BeltDrive drive = edited_drive({ribs + R"("per_rib"})", "/belt/bending_damping=0.25"});
  CHECK(drive.belt.axial_stiffness == 48000.0);
  CHECK(close(drive.belt.bending_stiffness, 8e-3, {.rel = 1e-15}));
  CHECK(close(drive.belt.mass_per_length, 6.0 * 0.8288, {.rel = 1e-15}));
  CHECK(close(drive.belt.width, 0.48, {.rel = 1e-15}));
  CHECK(drive.belt.axial_damping == 6.0);
  CHECK(drive.belt.bending_damping == 1.5);
  CHECK(edited_drive({ribs + R"("whole_belt"})"}).belt.axial_stiffness == 8000.0);
  // The resolved configuration holds the values of the whole belt and reads as the same drive.
  BeltDrive copy = drive;
  const std::string resolved = config::resolved_json([&copy](config::FieldVisitor& v) { copy.visit(v); });
  CHECK(copy.belt.axial_stiffness == 48000.0);
  CHECK(read_drive(resolved).belt.axial_stiffness == 48000.0);
}

TEST_CASE("belt drive: a contact law per area is scaled by the tributary area of a point") {
  constexpr double kArea = 2e-3;
  constexpr double kSlip = 1e-6;
  constexpr double kStiffness = 3e9;
  const contact::SlipStep step = contact::even_step(kSlip, 1.0, 1e6);
  const auto traction = [&](const std::string& friction) {
    const BeltDrive drive = edited_drive({"/contact/friction=" + friction});
    return std::visit(
        [&](const auto& law) {
          using History = typename std::decay_t<decltype(law)>::History;
          History history{};
          History trial{};
          if constexpr (History::kSize > 0) history.mode.front() = contact::mode_of(contact::ContactState::stick);
          return law.respond(step, history, trial).traction;
        },
        drive.contact_of(0).friction_law(kArea));
  };
  const std::string per_area = R"("stiffness_per_area": 3e9)";
  const double elastic = -kStiffness * kArea * kSlip;
  CHECK(close(traction(R"({"type": "elastoplastic_coulomb", "coefficient": 0.5, )" + per_area + "}"), elastic,
              {.rel = 1e-12}));
  const std::string constant = R"("coefficient": {"type": "constant", "value": 0.5})";
  CHECK(close(traction(R"({"type": "bristle", )" + constant + ", " + per_area + "}"), elastic, {.rel = 1e-12}));
  // A stiffness per normal force does not depend on the area.
  CHECK(close(
      traction(R"({"type": "gms", "attraction": 0, "elements": [{"stiffness": 1200, "share": 1}], )" + constant + "}"),
      -1200.0 * step.normal_force * kSlip, {.rel = 1e-12}));
}

TEST_CASE("belt drive: every friction law has the coefficient of fast sliding") {
  const auto coefficient = [](const std::string& friction) {
    return edited_drive({"/contact/friction=" + friction}).contact_of(1).kinetic_coefficient();
  };
  const std::string curve = R"("coefficient": {"type": "stribeck", "static": 0.8, "kinetic": 0.7, "velocity": 0.1})";
  CHECK(coefficient(R"({"type": "lugre", "stiffness": 1e3, )" + curve + "}") == 0.7);
  CHECK(coefficient(R"({"type": "bristle", "stiffness_per_area": 1e9, )" + curve + "}") == 0.7);
  CHECK(coefficient(R"({"type": "dahl", "stiffness": 1e3, "coefficient": 0.6})") == 0.6);
  CHECK(coefficient(R"({"type": "regularised_coulomb", "velocity": 0.1, "form": "hyperbolic", "coefficient": 0.3})") ==
        0.3);
}

TEST_CASE(
    "belt drive: a formulation that finds the state of friction in the step objects to the bristle of each pulley") {
  CHECK(read_drive(kNtarladimaDrive).objections_to_contact("x").empty());
  const BeltDrive any = edited_drive({R"(/contact/normal={"type": "kelvin_voigt", "stiffness_per_area": 1e9})",
                                      R"(/contact/friction={"type": "dahl", "stiffness": 1, "coefficient": 0.6})"});
  CHECK(any.objections_to_contact("x").empty());
  const BeltDrive drive = edited_drive({R"(/contact/friction={"type": "bristle", "stiffness_per_area": 1e9,
      "coefficient": {"type": "constant", "value": 0.5}})"});
  const std::vector<std::string> sentences = drive.objections_to_contact("some_formulation");
  REQUIRE(sentences.size() == 2);
  CHECK(sentences[1] ==
        "the friction law of pulley 2 is bristle, whose state is updated after each step, whereas some_formulation "
        "determines it within the step; use elastoplastic_coulomb, which is the same bristle model");
}

TEST_CASE("belt drive: the resolved configuration, read again, gives itself") {
  BeltDrive drive = read_drive(kNtarladimaDrive);
  const std::string text = config::resolved_json([&drive](config::FieldVisitor& v) { drive.visit(v); });
  BeltDrive again = read_drive(text);
  CHECK(config::resolved_json([&again](config::FieldVisitor& v) { again.visit(v); }) == text);
  CHECK(again.probes.size() == 4);
  CHECK(std::get<ParticleProbe>(again.probes[3].place).sigma == 0.25);
}

TEST_CASE("belt drive: pulleys inside of a counterclockwise loop need no side, a prescribed one no inertia") {
  nlohmann::json given = nlohmann::json::parse(kNtarladimaDrive);
  given["pulleys"][0]["inertia"] = 0.0;
  nlohmann::json left_out = given;
  left_out.erase("direction");
  left_out["pulleys"][0].erase("inertia");
  for (auto& pulley : left_out["pulleys"]) pulley.erase("side");
  const auto resolved = [](const nlohmann::json& json) {
    BeltDrive drive = read_drive(json.dump());
    return config::resolved_json([&drive](config::FieldVisitor& v) { drive.visit(v); });
  };
  CHECK(resolved(left_out) == resolved(given));
}

TEST_CASE("belt drive: the schema contains every type") {
  BeltDrive drive;
  const auto schema =
      nlohmann::json::parse(config::schema_json("Belt drive", [&drive](config::FieldVisitor& v) { drive.visit(v); }));
  const auto& pulley = schema["properties"]["pulleys"]["items"];
  CHECK(schema["properties"]["pulleys"]["minItems"] == 2);
  CHECK(pulley["properties"]["center"]["minItems"] == 2);
  CHECK(pulley["properties"]["motion"]["oneOf"].size() == 3);
  CHECK(pulley["required"] == nlohmann::json::array({"center", "radius", "motion"}));
  CHECK(schema["properties"]["belt"]["properties"]["pretension"]["oneOf"].size() == 5);
  CHECK(schema["properties"]["probes"]["items"]["oneOf"].size() == 4);
  CHECK(schema["required"] == nlohmann::json::array({"pulleys", "belt", "gravity"}));
}

TEST_CASE("belt drive: a rectangular belt has the stiffnesses and the mass of its material and section") {
  // A section of 80 mm x 10 mm of 10 MPa and 1036 kg/m³ replaces the stiffnesses and the mass of the drive.
  const BeltDrive drive =
      edited_drive({"/belt/axial_stiffness", "/belt/bending_stiffness", "/belt/mass_per_length", "/belt/contact_offset",
                    R"(/belt/young_modulus="10 MPa")", R"(/belt/thickness="10 mm")", "/belt/density=1036"});
  CHECK(drive.belt.axial_stiffness == doctest::Approx(8000.0).epsilon(1e-15));
  CHECK(drive.belt.bending_stiffness == doctest::Approx(8000.0 * 1e-4 / 12.0).epsilon(1e-15));
  CHECK(drive.belt.mass_per_length == doctest::Approx(0.8288).epsilon(1e-15));
  CHECK(drive.belt.contact_offset == doctest::Approx(0.005).epsilon(1e-15));
  BeltDrive copy = drive;
  const auto json = nlohmann::json::parse(config::resolved_json([&copy](config::FieldVisitor& v) { copy.visit(v); }));
  CHECK_FALSE(json["belt"].contains("young_modulus"));
  CHECK(json["belt"]["axial_stiffness"] == drive.belt.axial_stiffness);
}

TEST_CASE("belt drive: a pulley has a number and an optional name, and probes accept both") {
  const BeltDrive drive = edited_drive({R"(/pulleys/1/name="fan")", R"(/probes/0/pulley="fan")"});
  CHECK(drive.pulley_label(0) == "1");
  CHECK(drive.pulley_label(1) == "2 (fan)");
  CHECK(std::get<PulleyProbe>(drive.probes[0].place).pulley == 2);
}

TEST_CASE(
    "belt drive: names are in the resolved configuration where they are given, and it reads as what it came from") {
  BeltDrive drive = edited_drive({R"(/pulleys/1/name="fan")", R"(/probes/0/pulley="fan")"});
  const auto resolved = [](BeltDrive& given) {
    return config::resolved_json([&given](config::FieldVisitor& v) { given.visit(v); });
  };
  const std::string text = resolved(drive);
  const auto json = nlohmann::json::parse(text);
  CHECK_FALSE(json["pulleys"][0].contains("name"));
  CHECK(json["pulleys"][1]["name"] == "fan");
  CHECK(json["probes"][0]["pulley"] == "fan");
  const config::JsonDocument document = config::JsonDocument::parse("again.json", text);
  BeltDrive again;
  config::Reader(document).read([&again](config::FieldVisitor& v) { again.visit(v); });
  CHECK(resolved(again) == text);
}

}  // namespace beltdyn::belt_drive_test
