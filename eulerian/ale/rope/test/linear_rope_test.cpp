// SPDX-License-Identifier: MIT
// Modes of ropes with ends, against closed forms.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/drive.hpp"
#include "core/dynamics/test/elastic_ropes.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_options.hpp"
#include "eulerian/ale/rope/linear_rope_simulation.hpp"

namespace beltdyn::eulerian::ale::linear_rope_test {
namespace {

using beltdyn::test::body;
using beltdyn::test::read_rope;
using std::numbers::pi;

constexpr double kGravity = 9.81;

const std::string kElastic = R"("axial_stiffness": 1e6, "mass_per_length": 1e-3)";

LinearRopeSimulation modes_of(const RopeDrive& drive, double highest, MeshParameters mesh = {}) {
  AleParameters parameters{.mesh = mesh, .analysis = Analysis::linear, .time_step = 1.0};
  LinearOptions options;
  options.modes = ModeSearch{.highest_frequency = highest, .highest_rate = 20.0};
  return {drive, parameters, options};
}

std::vector<NamedMode> modes(LinearRopeSimulation&& simulation) {
  return mode_table(*simulation.linear_analysis()).modes;
}

// The only mode with most of its energy at an end.
NamedMode mode_of_end(const std::vector<NamedMode>& modes, std::size_t end) {
  const auto found =
      std::ranges::find_if(modes, [end](const NamedMode& named) { return named.energy.end.at(end) > 0.9; });
  REQUIRE(found != modes.end());
  return *found;
}

std::string sheave(const std::string& more) {
  return R"({"name": "sheave", "center": [0, 0], "radius": 0.3, "side": "right", "inertia": 2)" + more + "}";
}

}  // namespace

TEST_CASE("ALE rope modes: a weight on a light rope swings as on a spring, and is what the mode is called after") {
  const double load = 100.0;
  const double natural = 2.0 / (1.0 + load * kGravity / 1e6);
  const RopeDrive drive = read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(load, 0.0, -2.0), "", kElastic);
  LinearRopeSimulation simulation = modes_of(drive, 20.0);
  CHECK(simulation.preflight(1.0).empty());
  const std::vector<NamedMode> found = modes(std::move(simulation));
  const NamedMode mode = mode_of_end(found, 1);
  // A third of the rope's mass swings with the load; its weight is left out of the stretch.
  const double omega = std::sqrt(1e6 / natural / (load + 1e-3 * natural / 3.0));
  CHECK(close(mode.mode.root.imag(), omega, {.rel = 1e-7}));
  CHECK(std::abs(mode.mode.root.real()) < 1e-9 * omega);
  CHECK(mode.name == "end 2");
  CHECK(mode.energy.end[0] == 0.0);
}

TEST_CASE("ALE rope modes: a held sheave parts two weights, and a free one has them swing against each other") {
  const MeshParameters mesh{.elements_per_pulley = 32, .elements_per_span = 4};
  const std::string ends = body(100.0, -0.3, -2.0) + "," + body(100.0, 0.3, -2.0);
  const double k = 1e6 / (2.0 / (1.0 + 100.0 * kGravity / 1e6));
  const auto roots = [&](const std::string& motion) {
    std::vector<double> along;
    for (const NamedMode& named : modes(modes_of(read_rope(ends, sheave(motion), kElastic), 40.0, mesh))) {
      const double moving = named.energy.end[0] + named.energy.end[1] + named.energy.pulley[0];
      // Rope that has moved over the pulley adds weight to its side, which is a slow effect.
      if (moving > 0.9 && named.mode.root.imag() > 1.0) along.push_back(named.mode.root.imag());
    }
    return along;
  };
  // First order in elements of 3 cm on 2 m: the rope sticks from the first contact points on, a quarter of an element
  // behind the begin of contact.
  constexpr double kMesh = 4e-3;
  const std::vector<double> held = roots(R"(, "motion": {"type": "prescribed", "angular_velocity": 0})");
  REQUIRE(held.size() == 2);
  for (const double omega : held) CHECK(close(omega, std::sqrt(k / 100.0), {.rel = kMesh}));
  const std::vector<double> free = roots(R"(, "motion": {"type": "free"})");
  REQUIRE(free.size() == 2);
  CHECK(close(free[0], std::sqrt(k / 100.0), {.rel = kMesh}));
  const double of_sheave = 2.0 / (0.3 * 0.3);
  CHECK(close(free[1], std::sqrt(k / 100.0 + 2.0 * k / of_sheave), {.rel = kMesh}));
}

// Contact ends move along the falls with the block. This bends an end of a fall that is held as a cubic: by a stiffness
// of 2/15 N h/R² with its element h, 0.18 EA/L here, and a frequency 9 % higher.
TEST_CASE("ALE rope modes: a block hangs from its falls as from springs, however long their elements are") {
  constexpr double kMass = 100.0;
  constexpr double kLength = 10.0;
  constexpr double kRadius = 0.3;
  const RopeDrive drive =
      read_rope(R"({"type": "fixed", "position": [-0.3, 10]}, {"type": "fixed", "position": [0.3, 10]})",
                R"({"center": [0, 0], "radius": 0.3, "side": "left", "inertia": 1, "motion": {"type": "free"},
          "mount": {"type": "slider", "direction": [0, 1], "mass": 100}})",
                R"("axial_stiffness": 1e5, "mass_per_length": 1e-3)");
  const double natural = kLength / (1.0 + 0.5 * kMass * kGravity / 1e5);
  const double omega = std::sqrt(2.0 * 1e5 / natural / kMass);
  const MeshParameters mesh{.elements_per_pulley = 24, .elements_per_span = 4};
  // The rope sticks elastically: each fall is longer by 0.32 of an element on the pulley. A third of its mass moves.
  const double longer = std::sqrt(0.1) * pi * kRadius / mesh.elements_per_pulley / kLength;
  const double heavier = 2.0 / 3.0 * 1e-3 * kLength / kMass;
  const std::vector<NamedMode> found = modes(modes_of(drive, 1.5 * omega / (2.0 * pi), mesh));
  CHECK(std::ranges::any_of(found, [&](const NamedMode& named) {
    return named.energy.mount.at(0) > 0.9 && close(named.mode.root.imag(), omega, {.rel = longer + heavier});
  }));
}

TEST_CASE("ALE rope modes: the drum of a winch that its brake does not hold turns with the rope") {
  const std::string drum =
      R"({"type": "winch", "position": [0, 0], "radius": 0.5, "inertia": 5, "motion": {"type": "torque", "torques": [
          {"type": "applied", "moment": -490.5}]}},)";
  const RopeDrive drive = read_rope(drum + body(100.0, 0.0, -2.0), "", kElastic);
  const double k = 1e6 / (2.0 / (1.0 + 100.0 * kGravity / 1e6));
  const std::vector<NamedMode> found = modes(modes_of(drive, 50.0));
  const auto swings = std::ranges::find_if(found, [](const NamedMode& named) {
    return named.energy.end[0] + named.energy.end[1] > 0.9 && named.mode.root.imag() > 1.0;
  });
  REQUIRE(swings != found.end());
  // 1/m + r²/I, up to the strain of the rope with which it winds up, and a third of its mass.
  CHECK(close(swings->mode.root.imag(), std::sqrt(k * (0.01 + 0.25 / 5.0)), {.rel = 1e-3}));
}

TEST_CASE("ALE rope modes: a rope that runs between a winch and a sheave has the modes of a moving string") {
  const MeshParameters mesh{.elements_per_pulley = 16, .elements_per_span = 8};
  const RopeDrive drive = read_rope(
      R"({"type": "winch", "position": [-10, 0.3], "rate": 20}, {"type": "force", "position": [0.3, -5], "force": 1000})",
      sheave(R"(, "motion": {"type": "free"})"), R"("axial_stiffness": 4e6, "mass_per_length": 0.5)", 0.2,
      R"(, "initial_state": "running")");
  RopeDrive weightless = drive;
  weightless.gravity.setZero();
  LinearRopeSimulation simulation = modes_of(weightless, 3.0, mesh);
  const RopeRow row = simulation.row();
  CHECK(close(row.spans[0].force, 1000.0, {.rel = 1e-6}));
  CHECK(close(row.pulleys[0].angular_velocity, -20.0 * (1.0 + 1000.0 / 4e6) / 0.3, {.rel = 1e-3}));
  CHECK(row.ends[0].speed > 0.0);
  CHECK(simulation.preflight(1.0).size() == 1);  // the span behind the sheave gets longer
  const double stretch = 1.0 + 1000.0 / 4e6;
  const double square = 1000.0 * stretch / 0.5;
  const double v = 20.0 * stretch;
  const double omega = pi * (square - v * v) / (std::sqrt(square) * 10.0);
  const std::vector<NamedMode> found = modes(std::move(simulation));
  CHECK(std::ranges::any_of(found, [omega](const NamedMode& named) {
    return close(named.mode.root.imag(), omega, {.rel = 3e-4}) && named.name == "across span 1";
  }));
}

TEST_CASE("ALE rope modes: without an equilibrium there are none, and a sentence says why") {
  const std::string ends = body(100.0, -0.3, -2.0) + "," + body(200.0, 0.3, -2.0);
  CHECK_THROWS_WITH_AS(modes_of(read_rope(ends, sheave(R"(, "motion": {"type": "free"})"), kElastic), 10.0),
                       doctest::Contains("is not in equilibrium at the start"), SolverError);
  CHECK_THROWS_AS(modes_of(read_rope(ends, sheave(R"(, "motion": {"type": "prescribed", "angular_velocity": 1})"),
                                     kElastic, 0.1, R"(, "initial_state": "running")"),
                           10.0),
                  SolverError);
}

TEST_CASE("ALE rope modes: what has no modes is refused with a sentence") {
  const auto only = [](const RopeDrive& drive, const std::string& linear) {
    AleOptions run;
    const config::JsonDocument document =
        config::JsonDocument::parse("run.json", R"({"analysis": "linear", "linear": {)" + linear + "}}");
    config::Reader(document).read([&run](config::FieldVisitor& v) { run.visit(v); });
    const std::vector<std::string> sentences = run.objections(Drive(drive));
    REQUIRE(sentences.size() == 1);
    return sentences.front();
  };
  const std::string modes_key = R"("modes": {"highest_frequency": 5})";
  const std::string ends = body(1.0, -0.3, -2.0) + "," + body(1.0, 0.3, -2.0);
  const RopeDrive rope = read_rope(ends, sheave(R"(, "motion": {"type": "free"})"), kElastic);
  CHECK(only(rope, modes_key + R"(, "campbell": {"pulley": 1, "from": 1, "to": 2, "count": 2})") ==
        "linear.campbell is not supported by eulerian_ale for ropes with ends, of which it finds the modes; remove it, "
        "and give \"modes\"");
  const RopeDrive held = read_rope(R"({"type": "fixed", "position": [-0.3, -2]},)" + body(1.0, 0.3, -2.0),
                                   sheave(R"(, "motion": {"type": "prescribed", "angular_velocity": 1})"), kElastic,
                                   0.1, R"(, "initial_state": "running")");
  RopeDrive runs = held;
  CHECK(only(runs, modes_key).find("end 1 is held while the rope runs") == 0);
}

}  // namespace beltdyn::eulerian::ale::linear_rope_test
