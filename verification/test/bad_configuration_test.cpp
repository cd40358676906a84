// SPDX-License-Identifier: MIT
// Broken configurations of the contour drive, the belt drive, the friction rig, the supported beam and ropes, each with
// the exact message that the user reads.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/drive.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/selected_runs.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::bad_configuration_test {

namespace {

const std::string kSound = R"({
  "format": "beltdyn/1",
  "name": "sound",
  "drive": {
    "type": "contour",
    "contour_length": 6.0,
    "contact_length": 1.0,
    "axial_stiffness": 1.0,
    "friction_force": 0.002,
    "surface_speed": [{"type": "constant", "value": 1.0}, {"type": "constant", "value": 0.999}]
  },
  "end_time": 3.0,
  "runs": [
    {"name": "dde", "formulation": "analytic_dde", "strain": "linear", "time_step": 0.1},
    {"name": "euler", "formulation": "eulerian_contour", "elements_per_contact": 50, "stick_penalty": 1e6, "time_step": 0.01},
    {"name": "lagrange", "formulation": "lagrangian_contour", "elements": 600, "time_step": 1e-3}
  ]
})";

const std::string kSoundRig = R"({
  "format": "beltdyn/1",
  "name": "rig",
  "drive": {
    "type": "friction_rig",
    "normal_force": 2.0,
    "motion": {"type": "pulled_mass", "mass": 1.0, "spring_stiffness": 2.0, "pull_speed": {"type": "constant", "value": 0.1}}
  },
  "end_time": 3.0,
  "runs": [
    {"name": "coulomb", "formulation": "friction_rig", "time_step": 0.1,
     "law": {"type": "elastoplastic_coulomb", "coefficient": 0.5, "stiffness": 1e4}},
    {"name": "lugre", "formulation": "friction_rig", "time_step": 0.1,
     "law": {"type": "lugre", "stiffness": 1e4,
             "coefficient": {"type": "stribeck", "static": 0.6, "kinetic": 0.5, "velocity": 0.01}}},
    {"name": "gms", "formulation": "friction_rig", "time_step": 0.1,
     "law": {"type": "gms", "attraction": 10, "coefficient": {"type": "constant", "value": 0.5},
             "elements": [{"stiffness": 1e3, "share": 0.25}, {"stiffness": 2e3, "share": 0.75}]}}
  ]
})";

const std::string kSoundBelt = R"({
  "format": "beltdyn/1",
  "name": "belt",
  "drive": {
    "type": "belt_drive",
    "direction": "counterclockwise",
    "pulleys": [
      {"center": [0, 0], "radius": 0.1, "side": "inside", "inertia": 0.25,
       "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 12.0}}},
      {"center": [0.5, 0], "radius": 0.1, "side": "inside", "inertia": 0.25, "bearing_damping": 2.0,
       "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 11.9}}}
    ],
    "belt": {
      "axial_stiffness": 8000.0, "bending_stiffness": 1e-3, "mass_per_length": 0.8, "width": 0.08,
      "contact_offset": 5e-5, "axial_damping": 1.0,
      "pretension": {"type": "reference_strain", "strain": -0.05}
    },
    "contact": {
      "normal": {"type": "penalty", "stiffness_per_area": 4e9, "damping_per_area": 8e4},
      "friction": {"type": "elastoplastic_coulomb", "coefficient": 0.5, "stiffness_per_area": 5e9}
    },
    "gravity": [0, -9.81],
    "probes": [
      {"name": "driven", "type": "pulley", "pulley": 2},
      {"name": "upper", "type": "span", "span": 2},
      {"name": "mark", "type": "particle", "sigma": 0.25}
    ]
  },
  "end_time": 1.0,
  "runs": [
    {"name": "front", "formulation": "analytic_front_tracking", "strain": "finite_contour", "time_step": 0.01},
    {"name": "euler", "formulation": "eulerian_contour", "elements_per_contact": 50, "stick_penalty": 1e9, "time_step": 0.01},
    {"name": "lagrange", "formulation": "lagrangian_contour", "elements": 600, "time_step": 1e-3}
  ]
})";

const std::string kSoundBeam = R"({
  "format": "beltdyn/1",
  "name": "beam",
  "drive": {
    "type": "supported_beam",
    "length": 1.0,
    "axial_stiffness": 200.0,
    "bending_stiffness": 1e-5,
    "mass_per_length": 0.01,
    "left_support": "pinned",
    "right_support": "clamped",
    "gravity": [0, -9.81],
    "circle": {
      "radius": 0.3,
      "rest_position": [0.4, 0.35],
      "spring_stiffness": 1.0,
      "force": {"type": "constant", "value": -200.0},
      "contact_stiffness": 1e6
    }
  },
  "end_time": 1.0,
  "runs": [
    {"name": "beam", "formulation": "lagrangian_ancf_static", "elements": 16, "segments_per_element": 2, "contact_frame": "center", "time_step": 1}
  ]
})";

const std::string kSoundRope = R"({
  "format": "beltdyn/1",
  "name": "rope",
  "drive": {
    "type": "rope_on_surface",
    "course": {"type": "circle_on_cone", "half_angle": 0.1, "radius": 1.0, "angle": 3.0},
    "rope_radius": 0.01,
    "young_modulus": 2.1e11,
    "tension": {"type": "constant", "value": 10.0},
    "friction_coefficient": {"type": "piecewise_linear", "time": [0, 1], "value": [0.2, 0.7]}
  },
  "end_time": 1.0,
  "runs": [
    {"name": "exact", "formulation": "analytic_rope", "time_step": 0.1},
    {"name": "rope", "formulation": "lagrangian_rope", "time_step": 0.1, "elements": 32, "study": "force_ratio",
     "element": {"type": "cable"}, "contact": {"quadrature": "gauss", "points": 4}}
  ]
})";

const std::string kSoundRopeDrive = R"({
  "format": "beltdyn/1",
  "name": "lift",
  "drive": {
    "type": "rope_drive",
    "ends": [
      {"type": "body", "mass": 1200, "position": [-0.3, -60], "direction": [0, 1], "velocity": 2},
      {"type": "body", "mass": 1500, "position": [0.3, -20], "direction": [0, 1], "velocity": -2}
    ],
    "pulleys": [
      {"name": "sheave", "center": [0, 0], "radius": 0.3, "side": "right", "inertia": 20, "motion": {"type": "free"},
       "brake": {"capacity": {"type": "constant", "value": 2000}}}
    ],
    "belt": {"inextensible": true, "mass_per_length": 3},
    "contact": {"friction": {"type": "coulomb", "coefficient": 0.1}},
    "gravity": [0, -9.81]
  },
  "end_time": 3.0,
  "runs": [{"name": "stop", "formulation": "analytic_string_dynamics", "time_step": 0.01}]
})";

const std::string kSoundLinks = R"({
  "format": "beltdyn/1",
  "name": "links",
  "drive": {
    "type": "belt_drive",
    "direction": "counterclockwise",
    "pulleys": [
      {"center": [0, 0], "radius": 0.2, "side": "inside", "inertia": 0.02, "motion": {"type": "free"}},
      {"center": [1, 0], "radius": 0.2, "side": "inside", "inertia": 0.02, "motion": {"type": "free"}}
    ],
    "belt": {
      "axial_stiffness": 8000.0, "bending_stiffness": 1e-3, "mass_per_length": 0.08, "width": 0.02, "contact_offset": 0,
      "pretension": {"type": "stress_free_length", "length": 3.2}
    },
    "contact": {
      "normal": {"type": "kelvin_voigt", "stiffness_per_area": 6e8, "damping_per_area": 1e5},
      "friction": {"type": "gms", "attraction": 0.03, "coefficient": {"type": "constant", "value": 0.9},
                   "elements": [{"stiffness": 1200, "share": 0.25}, {"stiffness": 2000, "share": 0.75}]}
    },
    "gravity": [0, -9.81]
  },
  "end_time": 1.0,
  "runs": [
    {"name": "links", "formulation": "lagrangian_links", "links": 120, "time_step": 4e-5}
  ]
})";

// All lines of the message about a configuration text.
std::string mistakes(const std::string& text) {
  try {
    read_configuration(config::JsonDocument::parse("case.json", text), all_formulations());
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Broken {
  std::string from;
  std::string to;
  std::string message;
};

#include "verification/test/broken_ale.inc"
#include "verification/test/broken_belt_drives.inc"
#include "verification/test/broken_configurations.inc"
#include "verification/test/broken_friction_rigs.inc"
#include "verification/test/broken_links.inc"
#include "verification/test/broken_rope_drives.inc"
#include "verification/test/broken_ropes.inc"
#include "verification/test/broken_supported_beams.inc"

}  // namespace

TEST_CASE("bad configuration: the sound ones are sound") {
  CHECK(mistakes(kSound) == "none");
  CHECK(mistakes(kSoundRig) == "none");
  CHECK(mistakes(kSoundBelt) == "none");
  CHECK(mistakes(kSoundBeam) == "none");
  CHECK(mistakes(kSoundLinks) == "none");
  CHECK(mistakes(kSoundRope) == "none");
  CHECK(mistakes(kSoundRopeDrive) == "none");
}

TEST_CASE("bad configuration: each error has its own exact message") {
  CHECK(kBroken.size() >= 40);
  for (const Broken& broken : kBroken) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(kSound, broken.from, broken.to)) == broken.message);
  }
}

TEST_CASE("bad configuration: each error in a belt drive has its own exact message") {
  CHECK(kBrokenBelt.size() >= 40);
  for (const Broken& broken : kBrokenBelt) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(kSoundBelt, broken.from, broken.to)) == broken.message);
  }
}

TEST_CASE("bad configuration: each error in the options of the ALE belt has its own exact message") {
  CHECK(kBrokenAle.size() >= 15);
  for (const Broken& broken : kBrokenAle) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(kSoundBelt, broken.from, broken.to)) == broken.message);
  }
}

TEST_CASE("bad configuration: the ALE belt reports unsupported drives") {
  const auto ale = [](const std::string& options) {
    return replaced(kSoundBelt, R"("formulation": "lagrangian_contour", "elements": 600)",
                    R"("formulation": "eulerian_ale", "elements_per_span": 4, "elements_per_pulley": )" + options);
  };
  const std::string transient = ale("20");
  const std::string steady = ale(R"(20, "analysis": "steady")");
  CHECK(mistakes(transient) == "none");
  CHECK(mistakes(steady) == "none");
  const auto tells = [](const std::string& text, const std::string& sentence) {
    const std::string message = mistakes(text);
    CAPTURE(message);
    CHECK(message.find(R"(case.json:33: /runs/2/formulation = "eulerian_ale": )" + sentence) != std::string::npos);
  };
  const std::string damping = R"("bearing_damping": 2.0)";
  tells(replaced(steady, damping, R"("eccentricity": 1e-3)"),
        "pulley 2 is eccentric, so there is no steady motion; use \"analysis\": \"transient\" or set its eccentricity "
        "to 0");
  tells(replaced(transient, damping, R"("eccentricity": 0.011)"),
        "pulley 2 is eccentric by 0.011 m, more than a tenth of its radius, but the mesh of eulerian_ale does not "
        "follow the eccentricity; use a smaller eccentricity");
  // On the small pulley an element spans less than a right angle, on the large pulley more.
  tells(replaced(ale("2"), R"("center": [0.5, 0], "radius": 0.1)", R"("center": [0.5, 0], "radius": 0.05)"),
        "elements_per_pulley = 2 gives elements that each span 1.67 rad of pulley 1, more than a right angle; use at "
        "least 3");
}

TEST_CASE("bad configuration: each error in a friction rig has its own exact message") {
  CHECK(kBrokenRig.size() >= 15);
  for (const Broken& broken : kBrokenRig) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(kSoundRig, broken.from, broken.to)) == broken.message);
  }
}

TEST_CASE("bad configuration: each error in a supported beam has its own exact message") {
  CHECK(kBrokenBeam.size() >= 20);
  for (const Broken& broken : kBrokenBeam) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(kSoundBeam, broken.from, broken.to)) == broken.message);
  }
}

TEST_CASE("bad configuration: each error in a rope on a surface has its own exact message") {
  CHECK(kBrokenRope.size() >= 20);
  for (const Broken& broken : kBrokenRope) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(kSoundRope, broken.from, broken.to)) == broken.message);
  }
}

TEST_CASE("bad configuration: each error in a rope with ends has its own exact message") {
  CHECK(kBrokenRopeDrive.size() >= 30);
  for (const Broken& broken : kBrokenRopeDrive) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(kSoundRopeDrive, broken.from, broken.to)) == broken.message);
  }
}

// 60 m of 3 kg/m between the sheave and a fixed end weigh 1766 N, more than a tenth of the force.
TEST_CASE("bad configuration: a heavy elastic rope between sheaves is refused where its weight would be left out") {
  std::string rope = replaced(kSoundRopeDrive, R"("inextensible": true)", R"("axial_stiffness": 1e7)");
  CHECK(mistakes(rope) == "none");
  rope = replaced(rope, R"("velocity": -2)", R"("velocity": 0)");
  rope =
      replaced(rope, R"({"type": "body", "mass": 1200, "position": [-0.3, -60], "direction": [0, 1], "velocity": 2})",
               R"({"type": "fixed", "position": [-0.3, -60]})");
  CHECK(mistakes(rope).find("analytic_string_dynamics leaves out the weight of an elastic rope on spans without a body "
                            "at an end, but along span 1 the force changes by 1766 N") != std::string::npos);
  CHECK(mistakes(replaced(rope, R"("mass_per_length": 3)", R"("mass_per_length": 0.3)")) == "none");
}

TEST_CASE("bad configuration: each error in a belt of rigid links has its own exact message") {
  CHECK(kBrokenLinks.size() >= 15);
  for (const Broken& broken : kBrokenLinks) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(kSoundLinks, broken.from, broken.to)) == broken.message);
  }
}

TEST_CASE("bad configuration: formulations without mounts report this") {
  const std::string mount = R"("mount": {"type": "arm", "pivot": [0.5, 0.2], "inertia": 1e-3})";
  const std::string message = mistakes(replaced(kSoundBelt, R"("bearing_damping": 2.0)", mount));
  CHECK(message.find("a contour drive has a fixed contour, but the axis of pulley 2 may move; remove its mount") !=
        std::string::npos);
  const std::string string = replaced(kSoundBelt, R"("formulation": "lagrangian_contour", "elements": 600)",
                                      R"("formulation": "analytic_string")");
  CHECK(mistakes(replaced(string, R"("bearing_damping": 2.0)", mount)).find("analytic_string") == std::string::npos);
  CHECK(mistakes(replaced(string, R"("bearing_damping": 2.0)", R"("eccentricity": 0.01)"))
            .find("pulley 2 is eccentric, which is not supported by analytic_string") != std::string::npos);
}

TEST_CASE("bad configuration: a study is as strict as the rest, and its values are those that the run allows") {
  const auto with = [](const std::string& study) {
    return replaced(kSound, R"("end_time": 3.0)", R"("end_time": 3.0, "study": )" + study);
  };
  CHECK(mistakes(with(
            R"({"parameter": "/runs/1/elements_per_contact", "values": [10, 20, 40], "reference": "dde"})")) == "none");
  CHECK(mistakes(with(R"({"parameter": "/runs/1/elements_per_contact", "values": [10, 20.5, 40]})")) ==
        "case.json:12: /study/values/1 = 20.5: must be an integer >= 2 and <= 10000000; give the number n of elements "
        "on each pulley");
  CHECK(mistakes(with(R"({"parameters": "/runs/1/elements_per_contact", "values": [10, 20, 40]})")) ==
        "case.json:12: /study/parameters: unknown key \"parameters\"; did you mean \"parameter\"?");
  CHECK(mistakes(with("[1, 2, 3]")) ==
        "case.json:12: /study = [1,2,3]: must be an object, not a list; give a parameter to vary: of the "
        "discretisation, for a convergence study; of the contact, to compare results");
}

TEST_CASE("bad configuration: values of a study may have the unit of what is varied, which may have one itself") {
  std::string text = replaced(kSoundBelt, R"("end_time": 1.0)",
                              R"("end_time": "1000 ms", "study": {"parameter": "/runs/0/time_step",
                                 "values": ["1 ms", 0.002, "4 ms"]})");
  const auto read_study = [](const std::string& given) {
    config::JsonDocument document = config::JsonDocument::parse("case.json", given);
    document.set("/runs/0/time_step=0.5 ms");
    return read_configuration(document, all_formulations());
  };
  const Configuration configuration = read_study(text);
  CHECK(configuration.end_time == 1.0);
  CHECK(configuration.study->values == std::vector{0.001, 0.002, 0.004});
  CHECK(configuration.runs[2].options->time_step() == 0.004);
  CHECK(configuration.runs[2].study_value == 0.004);

  text = replaced(text, "4 ms", "4 mm");
  CHECK(mistakes(text).find("/study/values/2 = \"4 mm\": mm cannot be converted to s;") != std::string::npos);
}

TEST_CASE("bad configuration: a study of the contact gives every run a drive of its own") {
  const std::string text =
      replaced(kSoundBelt, R"("end_time": 1.0)",
               R"("end_time": 1.0, "study": {"parameter": "/drive/contact/normal/stiffness_per_area",
                  "values": [1e9, 2e9, 4e9], "reference": "front", "expected_order": 1})");
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse("case.json", text), all_formulations());
  REQUIRE(configuration.runs.size() == 9);
  CHECK(configuration.runs[4].name == "euler-2000000000");
  const auto& drive = std::get<BeltDrive>(configuration.drive_of(configuration.runs[4]));
  REQUIRE(drive.contact.has_value());
  CHECK(std::get<PenaltyContact>(drive.contact->normal).stiffness_per_area == 2e9);
}

TEST_CASE("bad configuration: each run has each variant of the drive, and the resolved file has the same runs") {
  const std::string text = replaced(kSoundBelt, R"("end_time": 1.0)",
                                    R"("end_time": 1.0, "variants": [{"name": "given"}, {"name": "grip", "set": {
                                       "/drive/contact/friction": {"type": "coulomb", "coefficient": "90 %"},
                                       "/drive/belt/axial_stiffness": "7 kN"}}])");
  const auto check = [](const Configuration& configuration) {
    REQUIRE(configuration.runs.size() == 2 * configuration.declared_runs.size());
    CHECK(configuration.runs[0].name == configuration.declared_runs[0].name + "-given");
    CHECK(configuration.runs[1].name == configuration.declared_runs[0].name + "-grip");
    const auto& given = std::get<BeltDrive>(configuration.drive_of(configuration.runs[0]));
    const auto& grip = std::get<BeltDrive>(configuration.drive_of(configuration.runs[1]));
    CHECK(given.belt.axial_stiffness == std::get<BeltDrive>(*configuration.drive).belt.axial_stiffness);
    CHECK(grip.belt.axial_stiffness == 7000.0);
    CHECK(grip.contact->kinetic_coefficient() == 0.9);
  };
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse("case.json", text), all_formulations());
  check(configuration);
  const std::string resolved = resolved_configuration(configuration, all_formulations());
  const Configuration again =
      read_configuration(config::JsonDocument::parse("resolved.json", resolved), all_formulations());
  check(again);
  CHECK(resolved_configuration(again, all_formulations()) == resolved);
}

TEST_CASE("bad configuration: variants are as strict as the drive, and name what is wrong by their place") {
  const auto with = [](const std::string& variants) {
    return mistakes(replaced(kSoundBelt, R"("end_time": 1.0)", R"("end_time": 1.0, "variants": )" + variants));
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
  };
  CHECK(contains(with(R"([{"name": "one"}])"), ": has one entry, which there is nothing to compare with; add"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "a"}])"),
                 R"(/variants/1/name = "a": another variant has this name; give each variant a unique name)"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b", "set": 5}])"),
                 "/variants/1/set = 5: must be an object, not a number; give the values that the variant replaces"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b", "set": {"/end_time": 5}}])"),
                 "/variants/1/set/~1end_time: is not a JSON pointer into the drive; use one such as"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b", "set": {"/drive/belts/width": 5}}])"),
                 "/variants/1/set/~1drive~1belts~1width: does not exist in this file; check the path"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b", "set": {"/drive/pulleys/7/radius": 5}}])"),
                 "/variants/1/set/~1drive~1pulleys~17~1radius: does not exist in this file; check the path"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b", "set": {"/drive/belt/width": -1}}])"),
                 "/variants/1/set/~1drive~1belt~1width = -1: must be > 0; give"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b", "set": {"/drive/contact/friction": {"type": "coulomb"}}}])"),
                 "/variants/1/set/~1drive~1contact~1friction: \"coefficient\" is missing; give"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b", "set": {"/drive/belt/breadth": 1}}])"),
                 "/variants/1/set/~1drive~1belt~1breadth: unknown key \"breadth\"; the known keys are"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b", "set": {"/drive/pulleys/0/radius": "90 mm"}}])"),
                 "/variants/1/set: changes the type, the pulleys or the path of the drive"));
  // What a variant does to a run is an error of the run, so that one that is not selected is left out.
  const std::string torque = R"([{"name": "a"}, {"name": "b", "set": {"/drive/pulleys/0/motion": {"type": "torque",
      "torques": [{"type": "applied", "moment": 1}]}, "/drive/pulleys/1/motion": {"type": "free"}}}])";
  const std::string text =
      replaced(replaced(kSoundBelt, R"("end_time": 1.0)", R"("end_time": 1.0, "variants": )" + torque), R"("runs": [)",
               R"("runs": [{"name": "ale", "formulation": "eulerian_ale"},)");
  CHECK(contains(mistakes(text), R"(/runs/1/formulation = "analytic_front_tracking": with variant "b", )"));
  const Configuration selected =
      read_selected(config::JsonDocument::parse("case.json", text), {"ale"}, all_formulations());
  REQUIRE(selected.runs.size() == 2);
  CHECK(selected.runs[0].name == "ale-a");
  CHECK(selected.runs[1].name == "ale-b");
  CHECK(contains(selected.notices.at(0), "(this run is not selected and is left out)"));
  // A longer rope has another path; a heavier rope keeps its path.
  const auto with_rope = [](const std::string& set) {
    return mistakes(replaced(kSoundRopeDrive, R"("runs": )",
                             R"("variants": [{"name": "a"}, {"name": "b", "set": {)" + set + R"(}}], "runs": )"));
  };
  CHECK(with_rope(R"("/drive/belt/mass_per_length": 0.3)") == "none");
  CHECK(contains(with_rope(R"("/drive/ends/0/position": [-0.3, -11])"),
                 "/variants/1/set: changes the type, the pulleys or the path of the drive"));
  CHECK(contains(with(R"([{"name": "a"}, {"name": "b"}], "study": {"parameter": "/runs/0/time_step",
                         "values": [0.1, 0.2, 0.4]})"),
                 ": cannot be combined with a study, a sweep or an identification;"));
}

}  // namespace beltdyn::bad_configuration_test
