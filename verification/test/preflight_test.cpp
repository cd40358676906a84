// SPDX-License-Identifier: MIT
// Reports of the formulations on their time steps before a run.
#include "core/run/preflight.hpp"

#include <algorithm>
#include <filesystem>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/test/sanitized.hpp"
#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::preflight_test {

namespace {

// The first run of a configuration, with its time step.
struct Run {
  Configuration configuration;
  std::unique_ptr<Simulation> simulation;

  Run(const char* file, const std::vector<std::string>& edits) {
    config::JsonDocument document =
        config::JsonDocument::load(std::filesystem::path(BELTDYN_SOURCE_DIR) / "configs" / file);
    for (const std::string& edit : edits) document.set(edit);
    configuration = read_configuration(document, all_formulations());
    simulation = configuration.runs.front().options->create(*configuration.drive, configuration.end_time);
  }
  StepScales scales() const { return simulation->step_scales(configuration.end_time); }
  bool warns_of_step() const {
    const std::vector<std::string> warnings = simulation->preflight(configuration.end_time);
    return std::ranges::any_of(warnings, [](const std::string& w) { return w.find("time_step") != std::string::npos; });
  }
};

struct Limit {
  const char* file;
  std::vector<std::string> edits;  // edits of the first run
  double StepScales::*limit;
};

std::string contour_run(const char* options) {
  return fmt::format(R"(/runs=[{{"name": "a", "time_step": 1e-3, {}}}])", options);
}

}  // namespace

TEST_CASE("preflight: a step beyond the reported limit causes a warning, one below it does not") {
  const Limit limits[] = {
      {"demo/contour.json",
       {contour_run(R"("formulation": "lagrangian_contour", "elements": 300)")},
       &StepScales::recommended_step},
      {"demo/contour.json",
       {contour_run(
           R"("formulation": "eulerian_contour", "scheme": "paper", "elements_per_contact": 60, "stick_penalty": 1e6)")},
       &StepScales::stable_step},
      {"papers/ntarladima-2023/drive.json", {}, &StepScales::recommended_step},
      // Settling takes most of the time and does not matter here.
      {"papers/kubas-2021/regression_1.json", {"/runs/0/settling_time=1e-3"}, &StepScales::stable_step},
  };
  for (const Limit& item : limits) {
    CAPTURE(std::string(item.file));
    const double limit = Run(item.file, item.edits).scales().*item.limit;
    REQUIRE(limit > 0.0);
    for (const double factor : {0.99, 1.01}) {
      CAPTURE(factor);
      std::vector<std::string> edits = item.edits;
      edits.push_back(fmt::format("/runs/0/time_step={}", factor * limit));
      CHECK(Run(item.file, edits).warns_of_step() == (factor > 1.0));
    }
  }
}

TEST_CASE("preflight: estimates of a run before it starts") {
  const Run run("papers/ntarladima-2023/drive.json", {"/runs/0/time_step=1e-3"});
  const Preflight preflight = look_ahead(*run.simulation, 1.5, run.configuration.output, resident_memory());
  CHECK(preflight.steps == 1500.0);
  // The wave speed √(EA/ρA) = √(8000 N/0.8288 kg/m).
  CHECK(preflight.scales.wave_speed == doctest::Approx(98.2475));
  CHECK(preflight.wave_travel == doctest::Approx(0.0982475 / preflight.scales.element_length));
  CHECK(preflight.state_size > 0.0);
  const std::string text = describe(preflight, {.seconds = 7.25});
  CHECK(text.find("1500 steps of 0.001 s") == 0);
  CHECK(text.ends_with("about 7 s"));
  CHECK(describe(preflight, {.seconds = 16.2}).ends_with("about 16 s"));
  CHECK(describe(preflight, {.seconds = 0.05}).ends_with("less than 0.1 s"));
  CHECK(describe(preflight, {.seconds = 240.0}).ends_with("about 4 min"));
  CHECK(describe(preflight, {.seconds = 10800.0, .part = 0.03}).ends_with("about 3 h at the pace of its first 3 %"));
  CHECK(describe(preflight, {.seconds = 5.0, .part = 0.12}).ends_with("about 5 s at the pace of its first 12 %"));
  CHECK(describe(preflight, {}).ends_with("of results"));
}

TEST_CASE("preflight: the time of a run is measured, of a run that cannot make a step it is 0") {
  const Run run("demo/contour.json", {contour_run(R"("formulation": "lagrangian_contour", "elements": 300)")});
  constexpr double kBudget = 1e-3;  // [s]
  const ExpectedTime expected = expected_wall_time(*run.simulation, 1.0, kBudget);
  REQUIRE(run.simulation->time() < 0.9);
  // The trial part of the run took at least the budget.
  CHECK(expected.seconds > kBudget);
  CHECK(expected.part == doctest::Approx(run.simulation->time()));
  const double half = run.simulation->time() + 0.5 * run.simulation->time_step();
  CHECK(expected_wall_time(*run.simulation, half, 0.01).seconds == 0.0);
}

TEST_CASE("preflight: steps, elements and links that are left out follow from the drive, and no limit warns of them" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  const std::string run = R"(/runs=[{"name": "a", "formulation": "lagrangian_ancf"}])";
  const Run few("demo/accessory_drive.json", {run});
  CHECK(!few.warns_of_step());
  // The resolved configuration contains the chosen values and leads to the same run.
  const std::string text = resolved_configuration(few.configuration, all_formulations());
  const Configuration again =
      read_configuration(config::JsonDocument::parse("resolved.json", text), all_formulations());
  CHECK(resolved_configuration(again, all_formulations()) == text);
  CHECK(again.runs.front().options->time_step() == few.simulation->time_step());
  for (const std::string formulation :
       {"eulerian_ale", "lagrangian_ancf", "lagrangian_links", "analytic_string", "analytic_string_dynamics"}) {
    CAPTURE(formulation);
    const Run chosen("demo/ripple.json",
                     {fmt::format(R"(/runs=[{{"name": "a", "formulation": "{}"}}])", formulation), "/end_time=0.2"});
    CHECK(chosen.simulation->time_step() > 0.0);
    CHECK(chosen.simulation->time_step() <= 0.2);
    CHECK(!chosen.warns_of_step());
  }
  for (const std::string formulation : {"eulerian_ale", "lagrangian_ancf", "analytic_string_dynamics"}) {
    CAPTURE(formulation);
    const Run chosen("demo/rope_stop.json",
                     {fmt::format(R"(/runs=[{{"name": "a", "formulation": "{}"}}])", formulation)});
    CHECK(chosen.simulation->time_step() <= 3.0 / 500.0);
    CHECK(!chosen.warns_of_step());
  }
}

TEST_CASE(
    "preflight: a mesh given in part says that it is not refined for a belt that bends, a study of it is as chosen") {
  const auto note = [](const std::string& mesh, const std::string& stiffness) {
    const Run run("demo/ripple.json", {R"(/runs=[{"name": "a", "formulation": "eulerian_ale")" + mesh + "}]",
                                       "/drive/belt/bending_stiffness=" + stiffness});
    return run.configuration.runs.front().options->note(*run.configuration.drive);
  };
  CHECK(note("", "0.01").empty());
  CHECK(note(R"(, "elements_per_span": 4)", "0.01").find("add \"touching_refinement\": 2") != std::string::npos);
  CHECK(note(R"(, "elements_per_span": 4)", "0").empty());
  CHECK(note(R"(, "elements_per_span": 4, "touching_refinement": 0)", "0.01").empty());
  // The member with the number that the program chooses has the mesh that it chooses.
  const std::string run = R"(/runs=[{"name": "a", "formulation": "eulerian_ale"}])";
  const auto elements = [](const Configuration& configuration, std::size_t i) {
    return configuration.runs[i].options->create(*configuration.drive, 1.0)->natural_profile_points();
  };
  const Run chosen("demo/ripple.json", {run});
  const Run study("demo/ripple.json",
                  {run, R"(/study={"parameter": "/runs/0/elements_per_pulley", "values": [12, 24, 48]})"});
  CHECK(elements(study.configuration, 1) == elements(chosen.configuration, 0));
  CHECK(elements(study.configuration, 2).size() > elements(study.configuration, 1).size());
}

}  // namespace beltdyn::preflight_test
