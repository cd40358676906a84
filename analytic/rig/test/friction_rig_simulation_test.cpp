// SPDX-License-Identifier: MIT
#include "analytic/rig/friction_rig_simulation.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::friction_rig_simulation_test {

using namespace beltdyn::analytic;

namespace {

using Path = TimeFunction::PiecewiseLinear;
using Elements = std::vector<GmsConfig::Element>;

SlidingCoefficient constant(double value) { return {ConstantCoefficient{value}}; }
SlidingCoefficient falling() {
  return {contact::StribeckCurve::Parameters{
      .static_coefficient = 1.5, .kinetic_coefficient = 1.0, .velocity = 1e-3, .exponent = 2.0}};
}

const Elements kElements{{1200.0, 0.25}, {1600.0, 0.25}, {2000.0, 0.5}};

std::vector<FrictionLawConfig> every_law() {
  return {RegularisedCoulombConfig{{.friction_coefficient = 1.0, .velocity = 1e-3}},
          ElastoplasticCoulombConfig{.coefficient = 1.0, .stiffness = 1e5, .damping = 300.0},
          DahlConfig{{.friction_coefficient = 1.0, .stiffness = 1e4}},
          LuGreConfig{.coefficient = falling(), .stiffness = 1e4, .damping = 100.0, .viscosity = 0.4},
          BristleConfig{.coefficient = falling(), .stiffness = 1e5, .damping = 300.0},
          GmsConfig{.coefficient = falling(), .elements = kElements, .attraction = 100.0}};
}

// Several cycles of stick and slip.
const FrictionRigDrive kPulled{
    .normal_force = 1.0,
    .motion = PulledMass{.mass = 1.0, .stiffness = 2.0, .pull_speed = TimeFunction(0.5), .damping = 0.1}};

double column(const Simulation& simulation, const std::string& name) {
  const std::vector<std::string> columns = simulation.history_columns();
  const auto found = std::find(columns.begin(), columns.end(), name);
  REQUIRE(found != columns.end());
  std::vector<double> values(columns.size());
  simulation.history_values(values);
  return values[static_cast<std::size_t>(found - columns.begin())];
}

std::vector<double> state(const Simulation& simulation) {
  std::vector<double> values(simulation.history_columns().size());
  simulation.history_values(values);
  return values;
}

void advance_to(Simulation& simulation, double time) {
  while (simulation.time() < time - 0.5 * simulation.time_step()) simulation.advance(simulation.time_step());
}

}  // namespace

TEST_CASE("friction rig simulation: the interval of the reports does not matter") {
  for (const FrictionLawConfig& law : every_law()) {
    CAPTURE(law_text(law));
    const auto coarse = make_friction_rig(kPulled, law, {.time_step = 0.5, .tolerance = 1e-11});
    const auto fine = make_friction_rig(kPulled, law, {.time_step = 0.01, .tolerance = 1e-11});
    advance_to(*coarse, 6.0);
    advance_to(*fine, 6.0);
    // The tolerance of a step times some 1e4 steps of a run, enlarged since errors grow at each begin of slip.
    constexpr Tolerance kIntegrated{.abs = 1e-6};
    CHECK(close(column(*coarse, "position [m]"), column(*fine, "position [m]"), kIntegrated));
    CHECK(close(column(*coarse, "friction_work [J]"), column(*fine, "friction_work [J]"), kIntegrated));
  }
}

TEST_CASE("friction rig simulation: the work of the pull is stored, moves the mass or is lost to friction") {
  for (const FrictionLawConfig& law : every_law()) {
    CAPTURE(law_text(law));
    FrictionRigDrive drive = kPulled;
    auto& mass = std::get<PulledMass>(drive.motion);
    mass = {.mass = 2.0, .stiffness = 3.0, .initial_velocity = 0.7};
    const auto simulation = make_friction_rig(drive, law, {.time_step = 0.05, .tolerance = 1e-11});
    const double before = 0.5 * mass.mass * mass.initial_velocity * mass.initial_velocity;
    for (int i = 0; i < 40; ++i) {
      simulation->advance(0.05);
      const double x = column(*simulation, "position [m]");
      const double v = column(*simulation, "velocity [m/s]");
      const double now = 0.5 * mass.mass * v * v + 0.5 * mass.stiffness * x * x;
      CHECK(close(now + column(*simulation, "friction_work [J]"), before, {.abs = 1e-7}));
    }
  }
}

TEST_CASE(
    "friction rig simulation: damper dissipation is separate from friction work, and the balance closes with it") {
  constexpr double kReport = 2e-3;  // [s]
  for (const FrictionLawConfig& law : every_law()) {
    CAPTURE(law_text(law));
    FrictionRigDrive drive = kPulled;
    auto& mass = std::get<PulledMass>(drive.motion);
    mass = {.mass = 2.0, .stiffness = 3.0, .damping = 0.8, .initial_velocity = 0.7};
    const auto simulation = make_friction_rig(drive, law, {.time_step = kReport, .tolerance = 1e-11});
    const double before = 0.5 * mass.mass * mass.initial_velocity * mass.initial_velocity;
    double damper_work = 0.0;  // ∫ c v² dt by the trapezoidal rule
    double squared = mass.initial_velocity * mass.initial_velocity;
    for (int i = 0; i < 500; ++i) {
      simulation->advance(kReport);
      const double v = column(*simulation, "velocity [m/s]");
      damper_work += 0.5 * kReport * mass.damping * (squared + v * v);
      squared = v * v;
    }
    const double x = column(*simulation, "position [m]");
    const double stored = 0.5 * mass.mass * squared + 0.5 * mass.stiffness * x * x;
    // The error of the rule is h²/12 c (v²)'' T, some 1e-6 J, and below h² where v has a kink.
    CHECK(damper_work > 0.05);
    CHECK(close(stored + column(*simulation, "friction_work [J]") + damper_work, before, {.abs = 1e-5}));
    CHECK(std::abs(column(*simulation, "balance_power [-]")) <= 1e-8);
  }
}

TEST_CASE("friction rig simulation: a restored simulation resumes with bit-identical output") {
  for (const FrictionLawConfig& law : every_law()) {
    CAPTURE(law_text(law));
    const FrictionRigParameters parameters{.time_step = 0.3};
    const auto whole = make_friction_rig(kPulled, law, parameters);
    advance_to(*whole, 3.0);
    StateWriter writer;
    whole->save(writer);
    const auto resumed = make_friction_rig(kPulled, law, parameters);
    const std::vector<std::uint8_t> bytes = writer.to_cbor();
    StateReader reader(bytes);
    resumed->restore(reader);
    advance_to(*whole, 6.0);
    advance_to(*resumed, 6.0);
    CHECK(resumed->time() == whole->time());
    CHECK(state(*resumed) == state(*whole));
    CHECK(resumed->statistics().steps == whole->statistics().steps);
  }
}

TEST_CASE("friction rig simulation: the checkpoint of another law is refused") {
  const std::vector<FrictionLawConfig> laws = every_law();
  StateWriter writer;
  make_friction_rig(kPulled, laws.front(), {.time_step = 0.3})->save(writer);
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  StateReader reader(bytes);
  CHECK_THROWS_WITH_AS(make_friction_rig(kPulled, laws.back(), {.time_step = 0.3})->restore(reader),
                       doctest::Contains("another friction law"), IoError);
}

TEST_CASE("friction rig simulation: a prescribed position with turning points is met exactly") {
  // The middle element breaks away at 6.25e-4 m; Masing's rules give the reverse motion.
  const FrictionLawConfig law = GmsConfig{
      .coefficient = constant(1.0), .elements = {{1200.0, 0.25}, {1600.0, 0.5}, {2000.0, 0.25}}, .attraction = 1.0};
  const FrictionRigDrive drive{
      .normal_force = 3.0,
      .motion = PrescribedPosition{TimeFunction(Path{.time = {0.0, 0.3, 0.9}, .value = {0.0, 7e-4, -2e-4}})}};
  // Reversals in the middle of a step, and at its end.
  for (const double step : {0.07, 0.1, 0.9}) {
    const auto simulation = make_friction_rig(drive, law, {.time_step = step, .tolerance = 1e-12});
    while (simulation->time() < 0.9) simulation->advance(std::min(step, 0.9 - simulation->time()));
    CHECK(column(*simulation, "position [m]") == -2e-4);
    // The velocity jumps between two steps of the integrator, not within one.
    CHECK(simulation->statistics().rejected_steps == 0);
    // Element k has slid to min(1, σ 7e-4) and is unloaded by 9e-4: max(-1, min(1, σ 7e-4) - σ 9e-4)
    const auto element = [](double stiffness) {
      return std::max(-1.0, std::min(1.0, stiffness * 7e-4) - stiffness * 9e-4);
    };
    CHECK(close(column(*simulation, "element_1 [-]"), element(1200.0), {.abs = 1e-10}));
    CHECK(close(column(*simulation, "element_2 [-]"), element(1600.0), {.abs = 1e-10}));
    CHECK(close(column(*simulation, "element_3 [-]"), element(2000.0), {.abs = 1e-10}));
    CHECK(close(column(*simulation, "friction_force [N]"),
                3.0 * (0.25 * element(1200.0) + 0.5 * element(1600.0) + 0.25 * element(2000.0)), {.abs = 1e-10}));
  }
}

TEST_CASE("friction rig simulation: a step that fails leaves the state unchanged") {
  // At rest until 1 s; then the rate of the memory exceeds all bounds.
  const FrictionLawConfig law = LuGreConfig{.coefficient = constant(1.0), .stiffness = 1e308};
  const Path rest_and_go{.time = {0.0, 1.0, 2.0}, .value = {0.0, 0.0, 1.0}};
  const FrictionRigDrive drive{.normal_force = 1.0, .motion = PrescribedPosition{TimeFunction(rest_and_go)}};
  const auto simulation = make_friction_rig(drive, law, {.time_step = 0.8});
  simulation->advance(0.8);
  const std::vector<double> before = state(*simulation);
  CHECK_THROWS_AS(simulation->advance(0.8), SolverError);
  CHECK(state(*simulation) == before);
  CHECK(simulation->time() == 0.8);
  CHECK(simulation->statistics().steps == 1);
}

TEST_CASE("friction rig simulation: a pull that friction holds until the end is warned about") {
  const FrictionLawConfig law = LuGreConfig{.coefficient = falling(), .stiffness = 1e5};
  const auto simulation = make_friction_rig(kPulled, law, {.time_step = 0.1});
  // 2 N/m 0.5 m/s t = 1.5 N
  CHECK(simulation->preflight(1.6).empty());
  REQUIRE(simulation->preflight(1.4).size() == 1);
  CHECK(simulation->preflight(1.4)[0].find("reaches 1.4 N, less than the static friction of 1.5 N") !=
        std::string::npos);
  const FrictionLawConfig creeping = every_law()[0];
  CHECK(make_friction_rig(kPulled, creeping, {.time_step = 0.1})->preflight(0.1).empty());
}

}  // namespace beltdyn::friction_rig_simulation_test
