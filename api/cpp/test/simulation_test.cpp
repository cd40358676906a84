// SPDX-License-Identifier: MIT
#include "beltdyn/simulation.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "api/cpp/session.hpp"
#include "core/base/stop_request.hpp"
#include "core/config/json_document.hpp"

namespace beltdyn::api::simulation_test {

namespace {

const std::filesystem::path kDrive = BELTDYN_SOURCE_DIR "/api/cpp/test/consumer/drive.json";

std::vector<double> now(Simulation& simulation) {
  const std::span<const double> values = simulation.values();
  return {values.begin(), values.end()};
}

std::vector<double> last_row(const History& history) {
  return {history.values.end() - static_cast<std::ptrdiff_t>(history.columns.size()), history.values.end()};
}

// Checks all quantities of each point: the belt is pretensioned, moves, is pressed against two pulleys with force over
// radius, and is free between them.
void check_profile(const Profile& profile) {
  const std::size_t n = profile.sigma.size();
  REQUIRE(n > 0);
  REQUIRE(profile.pressure.size() == n);
  REQUIRE(profile.contact_state.size() == n);
  for (const std::vector<double>* other : {&profile.strain, &profile.force, &profile.speed, &profile.traction}) {
    REQUIRE(other->size() == n);
  }
  bool is_pressed = false;
  bool is_free = false;
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(profile.force[i] > 0.0);
    is_pressed = is_pressed || profile.pressure[i] > 0.0;
    is_free = is_free || profile.pressure[i] == 0.0;
  }
  CHECK(is_pressed);
  CHECK(is_free);
}

}  // namespace

TEST_CASE("library: a configuration tells its name, its runs and itself in full") {
  const Configuration configuration = Configuration::load(kDrive, {"/end_time=5 ms"});
  CHECK(configuration.name() == "library-drive");
  CHECK(configuration.end_time() == 5e-3);
  REQUIRE(configuration.runs().size() == 2);
  CHECK(configuration.runs()[1].name == "ancf");
  CHECK(configuration.runs()[1].formulation == "lagrangian_ancf");
  CHECK(Configuration::parse(configuration.resolved()).resolved() == configuration.resolved());
}

TEST_CASE("library: steps of a simulation are those of a run, in every formulation") {
  const Configuration configuration = Configuration::load(kDrive);
  for (const Configuration::Run& run : configuration.runs()) {
    CAPTURE(run.name);
    const History history = History::of(configuration, run.name);
    CHECK(history.failure.empty());
    // One row at the start, and one for each of 20 steps.
    REQUIRE(history.time.size() == 21);
    CHECK(history.values.size() == 21 * history.columns.size());
    Simulation simulation(configuration, run.name);
    CHECK(simulation.columns().size() == history.columns.size());
    for (int k = 0; k < 20; ++k) simulation.step();
    CHECK(simulation.time() == history.time.back());
    CHECK(now(simulation) == last_row(history));
    CHECK(simulation.value("angular_velocity_1") == history.column("angular_velocity_1").back());
    CHECK(simulation.profile().force == history.last_profile.force);
    const std::array<double, 2> points{0.1, 0.2};
    CHECK(simulation.profile(points).sigma == std::vector<double>{0.1, 0.2});
    check_profile(history.last_profile);
  }
}

TEST_CASE("library: near misses of meaning are warnings of a history, as the program tells them") {
  const Configuration configuration = Configuration::load(kDrive, {R"(/output={"history_interval": 10})"});
  const History history = History::of(configuration, "ale");
  bool is_told = false;
  for (const std::string& warning : history.warnings) {
    is_told = is_told || warning.find("output/history_interval is 10 s") != std::string::npos;
  }
  CHECK(is_told);
}

TEST_CASE("library: a restored state goes on to the same bits, from memory and from bytes") {
  const Configuration configuration = Configuration::load(kDrive);
  Simulation simulation(configuration, "ale", {"driven"});
  simulation.set_torque("driven", -2.0);
  simulation.step(5e-3);
  const State state = simulation.save();
  simulation.step(5e-3);
  const std::vector<double> first = now(simulation);
  simulation.restore(state);
  CHECK(simulation.time() == doctest::Approx(5e-3));
  simulation.step(5e-3);
  CHECK(now(simulation) == first);
  Simulation other(configuration, "ale", {"driven"});
  other.restore(State::from_bytes(state.to_bytes()));
  other.step(5e-3);
  CHECK(now(other) == first);
}

TEST_CASE("library: a controlled pulley that nothing was set for moves as if it were not controlled") {
  const Configuration configuration = Configuration::load(kDrive);
  Simulation controlled(configuration, "ale", {"driver", "driven"});
  Simulation alone(configuration, "ale");
  controlled.step(5e-3);
  alone.step(5e-3);
  // The torque of a control is a column of its own.
  for (const auto& column : alone.columns()) CHECK(controlled.value(column.name) == alone.value(column.name));
  CHECK(controlled.value("applied_torque_2") == 0.0);
  // Each pulley by its name and by its number.
  controlled.set_torque("driver", 1.0);
  controlled.set_torque("2", 1.0);
  CHECK_THROWS_WITH_AS(controlled.set_torque("3", 1.0), doctest::Contains("the pulleys are driver, driven"),
                       UsageError);
  CHECK_THROWS_WITH_AS(controlled.set_speed("driver", 1.0), doctest::Contains("use set_torque"), UsageError);
}

TEST_CASE("library: what is set and has not begun is part of a state") {
  const Configuration prescribed = Configuration::load(
      kDrive,
      {R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}})"});
  Simulation simulation(prescribed, "ale", {"driver"});
  simulation.step(2e-3);
  simulation.set_speed("driver", 0.5);
  Simulation other(prescribed, "ale", {"driver"});
  other.restore(State::from_bytes(simulation.save().to_bytes()));
  for (Simulation* each : {&simulation, &other}) each->step(2e-3);
  CHECK(simulation.value("angular_velocity_1") == 0.5);
  CHECK(now(other) == now(simulation));
  CHECK_THROWS_WITH_AS(simulation.set_torque("driver", 1.0), doctest::Contains("use set_speed"), UsageError);
}

TEST_CASE("library: an input with a rate is linear within a step") {
  // The same torque in the configuration, where it continues after the run.
  const std::string motion = R"(/drive/pulleys/1/motion={"type": "torque", "torques": [{"type": "applied", "moment":)"
                             R"({"type": "piecewise_linear", "time": [0, 1], "value": [0, 100]}}]})";
  const Changes precise{"/runs/0/newton_tolerance=1e-9"};
  const History history = History::of(Configuration::load(kDrive, {motion, precise[0], "/end_time=5 ms"}), "ale");
  Simulation simulation(Configuration::load(kDrive, precise), "ale", {"driven"});
  for (int k = 0; k < 5; ++k) {
    simulation.set_input("driven", 0.1 * k, 100.0);
    simulation.step(1e-3);
  }
  const double speed = history.column("angular_velocity_2").back();
  CHECK(std::abs(simulation.value("angular_velocity_2") - speed) <= 1e-9 * std::abs(speed));
  CHECK_THROWS_AS(simulation.set_input("driven", 1.0, std::nan("")), UsageError);
  CHECK_THROWS_AS(simulation.set_input("driver", 1.0), UsageError);
  CHECK_THROWS_AS(simulation.set_input("driven:brake", 1.0), UsageError);
}

TEST_CASE("library: an angle is reached at the end of a step, and stays") {
  const Changes changes{
      R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}})",
      R"(/drive/probes=[{"type": "pulley", "name": "shaft", "pulley": 1}])"};
  Simulation simulation(Configuration::load(kDrive, changes), "ale", {"driver:angle"});
  constexpr double kStep = 2e-3;              // two time steps
  constexpr double kRounding = 1e-12 * 0.01;  // of the angle, as in Session
  double angle = 0.0;
  for (int k = 1; k <= 300; ++k) {
    const double speed = (0.01 * std::sin(0.1 * k) - angle) / kStep;
    angle = 0.01 * std::sin(0.1 * k);
    simulation.set_input("driver:angle", angle);
    simulation.step(kStep);
    CHECK(std::abs(simulation.value("angular_velocity_1") - speed) <= 2.0 * kRounding / kStep);
    // A time step has the mean of the speeds at its ends: the angle lags by half a time step times the change of the
    // speed since the start.
    const double late = 0.5 * simulation.time_step() * speed;
    CHECK(std::abs(simulation.value("shaft_angle") + late - angle) <= kRounding);
  }
  simulation.step(kStep);
  CHECK(std::abs(simulation.value("shaft_angle") - angle) <= kRounding);
  CHECK(simulation.value("angular_velocity_1") == 0.0);
  // With a rate it moves during one step, and then stays.
  constexpr double kRate = 0.5;
  simulation.set_input("driver:angle", angle, kRate);
  simulation.step(kStep);
  CHECK(std::abs(simulation.value("angular_velocity_1") - kRate) <= 2.0 * kRounding / kStep);
  simulation.step(kStep);
  CHECK(simulation.value("angular_velocity_1") == 0.0);
  CHECK_THROWS_WITH_AS(simulation.set_input("driver:angle", std::nan("")), doctest::Contains("the angle nan"),
                       UsageError);
}

TEST_CASE("library: a controlled pulley of a variant moves that variant") {
  const Configuration configuration = Configuration::load(
      kDrive,
      {R"(/variants=[{"name": "as_is"}, {"name": "slippery", "set": {"/drive/contact/friction/coefficient": 0.1}}])"});
  Simulation left(configuration, "ale-slippery", {"driven"});
  Simulation driven(configuration, "ale-slippery", {"driven"});
  driven.set_torque("driven", 5.0);
  for (Simulation* each : {&left, &driven}) each->step(5e-3);
  CHECK(driven.value("angular_velocity_2") > left.value("angular_velocity_2") + 0.01);
}

TEST_CASE("library: a state of another configuration is refused, and the simulation stays where it is") {
  const Configuration coarse = Configuration::load(kDrive, {"/runs/0/elements_per_pulley=12"});
  Simulation simulation(Configuration::load(kDrive), "ale");
  simulation.step();
  const std::vector<double> before = now(simulation);
  CHECK_THROWS_AS(simulation.restore(Simulation(coarse, "ale").save()), IoError);
  CHECK(now(simulation) == before);
  CHECK_THROWS_AS(State::from_bytes(std::array<std::uint8_t, 3>{1, 2, 3}), IoError);
}

TEST_CASE("library: a state of other values, and one of other controlled pulleys, is refused") {
  const Configuration rough = Configuration::load(kDrive, {"/drive/contact/friction/coefficient=0.7"});
  Simulation simulation(Configuration::load(kDrive), "ale", {"driven"});
  simulation.step();
  const std::vector<double> before = now(simulation);
  const Simulation rougher(rough, "ale", {"driven"});
  const Simulation uncontrolled(Configuration::load(kDrive), "ale");
  for (const State& state : {rougher.save(), uncontrolled.save()}) {
    CHECK_THROWS_WITH_AS(simulation.restore(state), doctest::Contains("not one of this run of this configuration"),
                         IoError);
    CHECK_THROWS_AS(simulation.restore(State::from_bytes(state.to_bytes())), IoError);
  }
  CHECK(now(simulation) == before);
}

// A step of a day: more steps of the integrator than it makes before it gives up, which takes seconds.
TEST_CASE("library: a simulation that was stopped within a step has no state until one is restored") {
  config::JsonDocument document = config::JsonDocument::load(BELTDYN_SOURCE_DIR "/configs/demo/identify_friction.json");
  for (const char* day : {"/runs/0/time_step=86400", "/end_time=86400"}) document.set(day);
  library::Session session(document, "lugre", {}, {});
  const library::SavedState before = session.save();
  {
    const std::jthread user([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop_signal = SIGINT;
    });
    CHECK_THROWS_AS(session.step(0.0), Interrupted);
  }
  stop_signal = 0;
  CHECK_THROWS_WITH_AS((void)session.time(), doctest::Contains("interrupted within a step"), UsageError);
  session.restore(before);
  CHECK(session.time() == 0.0);
}

TEST_CASE("library: threads that use one simulation wait for each other") {
  const Configuration configuration = Configuration::load(kDrive);
  Simulation simulation(configuration, "ale");
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 2; ++i) {
      threads.emplace_back([&simulation] {
        for (int k = 0; k < 10; ++k) simulation.step();
      });
    }
    threads.emplace_back([&simulation] {
      for (int k = 0; k < 10; ++k) (void)simulation.save().to_bytes();
    });
    threads.emplace_back([&simulation] {
      for (int k = 0; k < 10; ++k) (void)simulation.profile().force;
    });
  }
  CHECK(now(simulation) == last_row(History::of(configuration, "ale")));
}

// Each thread does everything from the file on, so that all data shared within the library are used by all threads:
// functions of files and units, laws, kernels.
TEST_CASE("library: threads with simulations of their own compute what one alone computes") {
  struct Work {
    const char* file;  // below the sources
    const char* run;
    std::vector<std::string> changes{};
  };
  const std::vector<Work> works{
      {"api/cpp/test/consumer/drive.json", "ale"},
      {"api/cpp/test/consumer/drive.json", "ancf"},
      {"configs/demo/printer_axis.json", "ale", {"/runs/1/elements_per_pulley=6"}},
      {"configs/demo/rope_stop.json", "string"},
      {"configs/demo/rope_stop.json", "mesh", {"/runs/1/elements_per_pulley=6"}},
      {"configs/demo/rope_stop.json", "elements", {"/runs/2/elements=40"}},
      {"configs/demo/hook_block.json", "lift"},
      {"tests/fuzz/corpus/configuration/accessories.json", "links"},
      {"tests/fuzz/corpus/configuration/guided_axes.json", "ale", {"/runs/0/elements_per_pulley=6"}},
  };
  const auto result = [](const Work& work) {
    const Configuration configuration =
        Configuration::load(std::filesystem::path(BELTDYN_SOURCE_DIR) / work.file, work.changes);
    Simulation simulation(configuration, work.run);
    simulation.step();
    const State state = simulation.save();
    simulation.step();
    simulation.restore(State::from_bytes(state.to_bytes()));
    simulation.step();
    return now(simulation);
  };
  constexpr std::size_t kAtATime = 2;
  std::vector<std::vector<double>> found(kAtATime * works.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < found.size(); ++i) {
      threads.emplace_back([&, i] { found[i] = result(works[i % works.size()]); });
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(works[i % works.size()].file);
    CAPTURE(works[i % works.size()].run);
    CHECK(found[i] == result(works[i % works.size()]));
  }
}

TEST_CASE("library: steps of rounding are none, points off the belt and objects that were moved from are refused") {
  Simulation simulation(Configuration::load(kDrive), "ale");
  for (const double dt : {1e-15, 5e-324, 1e-300}) simulation.step(dt);
  CHECK(simulation.time() == 0.0);
  for (const double dt : {1e300, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(simulation.step(dt), UsageError);
  }
  for (const std::vector<double>& sigma : {std::vector<double>{-0.1}, {1e300}, {std::nan("")}, {0.2, 0.1}}) {
    CHECK_THROWS_WITH_AS(simulation.profile(sigma), doctest::Contains("ascending points"), UsageError);
  }
  CHECK_THROWS_AS(simulation.set_speed("", 1.0), UsageError);
  Simulation controlled(Configuration::load(kDrive), "ale", {"driven"});
  CHECK_THROWS_WITH_AS(controlled.set_torque("driven", std::nan("")),
                       doctest::Contains("the torque nan is not a finite"), UsageError);
  CHECK_THROWS_WITH_AS(Configuration::load(kDrive, {"/end_time/where=1"}),
                       doctest::Contains("the change /end_time/where=1"), UsageError);
  const config::JsonDocument document = config::JsonDocument::load(kDrive);
  const std::vector<double> two{0.0, 1.0};
  const std::vector<double> none{std::nan("")};
  CHECK_THROWS_WITH_AS(library::Session(document, "ale", {"driven"}, two), doctest::Contains("give one for each"),
                       UsageError);
  CHECK_THROWS_WITH_AS(library::Session(document, "ale", {"driven"}, none), doctest::Contains("not a finite number"),
                       UsageError);
  const Simulation taken = std::move(simulation);
  CHECK(taken.time() == 0.0);
  CHECK_THROWS_AS(simulation.step(), UsageError);  // NOLINT(bugprone-use-after-move)
}

TEST_CASE("library: what is wrong is told by the exceptions of the program") {
  CHECK_THROWS_AS(Configuration::load("no such file.json"), ConfigError);
  CHECK_THROWS_AS(Configuration::load(kDrive, {"/end_time/where=1"}), UsageError);
  CHECK_THROWS_AS(Configuration::load(kDrive, {"/end_time=-1"}), ConfigError);
  const Configuration configuration = Configuration::load(kDrive);
  CHECK_THROWS_WITH_AS(History::of(configuration), doctest::Contains("name one of them: ale, ancf"), UsageError);
  CHECK_THROWS_WITH_AS(Simulation(configuration, "alle"), doctest::Contains("no run named alle"), UsageError);
  CHECK_THROWS_AS(Simulation(configuration, "ale", {"third"}), UsageError);
  CHECK_THROWS_WITH_AS(Simulation(configuration, "ale", {"driven", "2"}), doctest::Contains("controlled twice"),
                       UsageError);
  Simulation simulation(configuration, "ale");
  CHECK_THROWS_WITH_AS(simulation.value("speed"), doctest::Contains("there is no column speed; the columns are"),
                       UsageError);
  CHECK_THROWS_WITH_AS(simulation.value("speed"), doctest::Contains(", angular_velocity_2,"), UsageError);
  CHECK_THROWS_AS(simulation.set_torque("driver", 1.0), UsageError);
  CHECK_THROWS_AS(simulation.step(-1.0), UsageError);
}

}  // namespace beltdyn::api::simulation_test
