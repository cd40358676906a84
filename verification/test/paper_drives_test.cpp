// SPDX-License-Identifier: MIT
// The drives of the papers, as read from their configurations.
#include <filesystem>
#include <numbers>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/config/json_document.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::paper_drives_test {

using std::numbers::pi;

TEST_CASE("paper drives: that of [Ntarladima 2023] is the one whose numbers are tested") {
  const std::filesystem::path folder = std::filesystem::path(BELTDYN_SOURCE_DIR) / "configs/papers/ntarladima-2023";
  const config::JsonDocument document = config::JsonDocument::load(folder / "drive.json");
  auto written = nlohmann::ordered_json::parse(document.root().at("drive").dump());
  CHECK(written.at("type") == "belt_drive");
  written.erase("type");
  const BeltDrive drive = beltdyn::test::read_drive(written.dump());
  // N = 400 N at rest: EA = 8 kN with a strain of 0.05 on a path of 2 (pi r + d), r = 0.1 m, d = 0.1 pi m.
  CHECK(close(drive.initial_force(), 400.0, {.rel = 1e-12}));
  CHECK(close(drive.reference_length(), 0.4 * pi, {.rel = 1e-12}));
  written.erase("probes");
  auto tested = nlohmann::ordered_json::parse(beltdyn::test::kNtarladimaDrive);
  tested.erase("probes");
  CHECK(nlohmann::json(written) == nlohmann::json(tested));
}

TEST_CASE("paper drives: the figures of [Ntarladima 2023] Section 4 are those of one drive") {
  const std::filesystem::path folder = std::filesystem::path(BELTDYN_SOURCE_DIR) / "configs/papers/ntarladima-2023";
  const auto drive_of = [&folder](const char* file) {
    return config::JsonDocument::load(folder / file).root().at("drive");
  };
  for (const char* file : {"figures_12_17.json", "figures_18_21.json", "figure_22.json", "links.json"}) {
    CAPTURE(file);
    CHECK(drive_of(file) == drive_of("drive.json"));
  }
}

TEST_CASE("paper drives: the load cases of [Kubas 2021] differ in their torques, those of a set in nothing else") {
  const std::filesystem::path folder = std::filesystem::path(BELTDYN_SOURCE_DIR) / "configs/papers/kubas-2021";
  const auto drive_of = [&folder](const char* file, double driving, double resisting) {
    Json drive = config::JsonDocument::load(folder / file).root().at("drive");
    const auto moment = [&drive](std::size_t pulley) -> Json& {
      return drive["pulleys"][pulley]["motion"]["torques"][0]["moment"];
    };
    CHECK(moment(0)["value"] == Json{0, driving, driving, 0});
    CHECK(moment(1)["value"] == Json{0, resisting});
    moment(0) = moment(1) = nullptr;
    return drive;
  };
  CHECK(drive_of("regression_1.json", 20, 15) == drive_of("regression_2.json", 40, 30));
  CHECK(drive_of("figures_6_14.json", 20, 15) == drive_of("figures_15_23.json", 40, 30));
}

}  // namespace beltdyn::paper_drives_test
