// SPDX-License-Identifier: MIT
#include "core/drive/left_out.hpp"

#include <doctest/doctest.h>

#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/drive/drive.hpp"

namespace beltdyn::left_out_test {

using namespace beltdyn::test;
using Keys = std::vector<std::string>;

namespace {

constexpr const char* kDriven =
    R"(/pulleys/1/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 11.3}})";
constexpr const char* kConstant =
    R"(/pulleys/0/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 12}})";
const std::vector<std::string> kBare{"/gravity=[0, 0]", "/belt/bending_stiffness=0", "/belt/axial_damping=0",
                                     "/belt/contact_offset=0", "/contact/normal/damping_per_area=0"};

BeltDrive bare(std::vector<std::string> more) {
  more.insert(more.begin(), kBare.begin(), kBare.end());
  return edited_drive(more);
}

}  // namespace

TEST_CASE("left out: strings name each key that has a value, and no other") {
  CHECK(keys_unsupported_by_strings(bare({})) == Keys{"contact/normal/stiffness_per_area"});
  CHECK(keys_unsupported_by_strings(
            bare({"/gravity=[0, -9.81]", "/belt/bending_stiffness=1", "/belt/axial_damping=1",
                  "/belt/bending_damping=1", "/belt/contact_offset=1e-3", "/contact/normal/damping_per_area=1"})) ==
        Keys{"gravity", "belt/bending_stiffness", "belt/axial_damping", "belt/bending_damping", "belt/friction_at",
             "contact/normal/stiffness_per_area", "contact/normal/damping_per_area"});
  CHECK(keys_unsupported_by_strings(bare({"/belt/contact_offset=1e-3", "/belt/friction_at=\"center_line\""})) ==
        Keys{"contact/normal/stiffness_per_area"});
  CHECK(keys_unsupported_by_strings(bare({R"(/contact/normal={"type": "kelvin_voigt", "stiffness_per_area": 1e9,
                                      "quadratic_stiffness_per_area": 1e12, "damping_per_area": 1})"})) ==
        Keys{"contact/normal/stiffness_per_area", "contact/normal/quadratic_stiffness_per_area",
             "contact/normal/damping_per_area"});
}

TEST_CASE("left out: contours name inertia, width and creep of stick as well") {
  CHECK(keys_beyond_contours(bare({"/contact/friction/damping_per_area=0"})) ==
        Keys{"contact/normal/stiffness_per_area", "belt/mass_per_length", "belt/width",
             "contact/friction/stiffness_per_area"});
}

TEST_CASE("left out: starts that need inertia are refused without it") {
  const std::string mount =
      R"(/pulleys/1/mount={"type": "slider", "direction": [1, 0], "mass": 1, "force": {"type": "constant", "value": 800}})";
  const auto objection = [&](const char* start) {
    return objection_to_start_without_inertia("A", edited_drive({mount, start}));
  };
  CHECK(objection(R"(/initial_state="rest")").empty());
  CHECK(objection(R"(/initial_state="held")").starts_with("mounts are let go at the start"));
  CHECK(objection(R"(/initial_state="running")").starts_with("the drive starts running"));
  CHECK(objection_to_start_without_inertia("A", edited_drive({R"(/initial_state="held")"})).empty());
}

TEST_CASE("left out: inertia of pulleys that are moved, or whose speeds vary") {
  CHECK(keys_of_inertia(edited_drive({kConstant, kDriven})) == Keys{"belt/mass_per_length"});
  CHECK(keys_of_inertia(edited_drive({kConstant})) == Keys{"pulleys/inertia", "belt/mass_per_length"});
  CHECK(keys_of_inertia(edited_drive({kDriven})) == Keys{"pulleys/inertia", "belt/mass_per_length"});
  CHECK(neglected_transients_message("A", edited_drive({kConstant, kDriven}), "B").empty());
}

TEST_CASE("left out: steady motions name the inputs that vary with their pulleys, and the belt that spans take up") {
  CHECK(neglected_transients_message("A", bare({kDriven, R"(/initial_state="running")"}), "B") ==
        "A computes the steady motion at the values of each instant; neglected in transients: the belt that spans take "
        "up or give as the speed of pulley 1 varies, pulleys/inertia, belt/mass_per_length; use B if they matter");
  CHECK(neglected_transients_message("A", bare({kDriven, R"(/initial_state="running")"}), "B", false) ==
        "A computes the steady motion at the values of each instant; neglected in transients: pulleys/inertia, "
        "belt/mass_per_length; use B if they matter");
  CHECK(varies_in_time(Drive(bare({kDriven}))));
  CHECK_FALSE(varies_in_time(Drive(bare({kConstant, kDriven}))));
}

TEST_CASE("left out: a start from rest is neglected where a pulley turns at once, whether the file gives it or not") {
  const auto message = [](std::vector<std::string> more) {
    more.emplace_back(kConstant);
    return neglected_transients_message("A", bare(more), "B");
  };
  CHECK(message({}).find("the start from rest (initial_state)") != std::string::npos);
  CHECK(message({R"(/initial_state="running")"}).find("the start from rest") == std::string::npos);
}

TEST_CASE("left out: one sentence, with the way out") {
  CHECK(neglected_keys_message("A", {}).empty());
  CHECK(neglected_keys_message("A", {"k"}) ==
        "A; neglected in this drive: k; use lagrangian_ancf or eulerian_ale if it matters");
  CHECK(neglected_keys_message("A", {"k", "l"}, "B") == "A; neglected in this drive: k, l; use B if they matter");
}

}  // namespace beltdyn::left_out_test
