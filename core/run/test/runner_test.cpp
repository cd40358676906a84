// SPDX-License-Identifier: MIT
#include "core/run/runner.hpp"

#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/numerics/close.hpp"
#include "core/run/checkpoint_file.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::runner_test {

namespace fs = std::filesystem;

namespace {

// x' = −x by the explicit midpoint rule; fails at fail_time.
class Decay final : public Simulation {
 public:
  explicit Decay(double step, double fail_time = 1e300) : step_(step), fail_time_(fail_time) {}

  double time() const override { return time_; }
  double time_step() const override { return step_; }
  void advance(double dt) override {
    if (time_ >= fail_time_) throw SolverError("the decay stopped.");
    x_ *= 1.0 - dt + dt * dt / 2.0;
    time_ += dt;
    ++steps_;
  }
  double contour_length() const override { return 2.0; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const override {
    std::vector<ProfilePoint> points;
    for (const double s : sigma) points.push_back({.sigma = s, .strain = x_ * s});
    return points;
  }
  std::vector<double> natural_profile_points() const override { return {0.0, 1.5}; }
  std::vector<SlipZone> slip_zones() const override {
    return {{.pulley = 1, .begin = 0.0, .end = x_, .direction = -1}};
  }
  std::vector<std::string> preflight(double) const override { return {}; }
  SolverStatistics statistics() const override { return {.steps = steps_}; }
  void save(StateWriter& writer) const override {
    writer.number("time", time_);
    writer.number("x", x_);
    writer.integer("steps", steps_);
  }
  void restore(StateReader& reader) override {
    time_ = reader.number("time");
    x_ = reader.number("x");
    steps_ = reader.integer("steps");
  }

 private:
  void add_columns(History& history) const override {
    history.add("x", "-", [this] { return x_; });
  }

  double step_;
  double fail_time_;
  double time_ = 0.0;
  double x_ = 1.0;
  std::int64_t steps_ = 0;
};

// A simulation without a belt, which is over at last_time.
class Pendulum final : public Simulation {
 public:
  explicit Pendulum(double last_time = 1e300) : last_time_(last_time) {}

  double time() const override { return time_; }
  double time_step() const override { return 0.1; }
  void advance(double dt) override { time_ += dt; }
  bool is_over() const override { return time_ >= last_time_; }
  std::vector<std::string> preflight(double) const override { return {}; }
  SolverStatistics statistics() const override { return {}; }
  void save(StateWriter& writer) const override { writer.number("time", time_); }
  void restore(StateReader& reader) override { time_ = reader.number("time"); }

 private:
  void add_columns(History& history) const override {
    history.add("angle", "rad", [this] { return std::sin(time_); });
  }

  double last_time_;
  double time_ = 0.0;
};

// A simulation with a balance whose error equals the time until 0.55 s and is negligible later.
class Leak final : public Simulation {
 public:
  double time() const override { return time_; }
  double time_step() const override { return 0.1; }
  void advance(double dt) override { time_ += dt; }
  std::vector<std::string> preflight(double) const override { return {}; }
  SolverStatistics statistics() const override { return {}; }
  void save(StateWriter& writer) const override { writer.number("time", time_); }
  void restore(StateReader& reader) override { time_ = reader.number("time"); }

 private:
  void add_columns(History& history) const override {
    history.take_gross_slip([this] { return std::vector<int>{0, time_ > 0.25 && time_ < 0.75 ? -1 : 0}; });
    history.add_balance("balance_x", "x stays", 0.1, [this] { return time_ < 0.55 ? -time_ : 1e-9; });
    history.add("x", "-", [this] { return time_; });
    history.add_balance("balance_y", "y stays", 1e-9, [] { return 1e-12; });
  }

  double time_ = 0.0;
};

std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("runner: profiles are asked for where anything about them differs from what is usual") {
  CHECK_FALSE(OutputOptions{}.requests_profiles());
  CHECK_FALSE(OutputOptions{.history_interval = 0.1}.requests_profiles());
  CHECK(OutputOptions{.profile_interval = 0.1}.requests_profiles());
  CHECK(OutputOptions{.profile_times = {1.0}}.requests_profiles());
  CHECK(OutputOptions{.profile_points = 12}.requests_profiles());
}

TEST_CASE("runner: writes every step, the profiles asked for, and the zones") {
  const test::ScratchFolder folder("files");
  Decay simulation(0.1);
  const OutputOptions output{.profile_interval = 0.5, .profile_points = 4};
  const RunReport report = run_simulation(simulation, 1.0, output, "id", folder.path(), {});
  CHECK(report.status == RunStatus::complete);
  CHECK(report.statistics.steps == 10);
  const std::string history = content(folder.path() / "history.csv");
  CHECK(history.starts_with("time [s],x [-]\n0,1\n0.1,0.905\n"));
  CHECK(count_lines(history) == 12);
  const std::string profiles = content(folder.path() / "profiles.csv");
  CHECK(count_lines(profiles) == 1 + 3 * 4);
  CHECK(profiles.find("\n0,0.25,0.25,") != std::string::npos);
  CHECK(content(folder.path() / "slip_zones.csv").find("\n0,2,0,1,-1\n") != std::string::npos);
  CHECK_FALSE(fs::exists(folder.path() / "checkpoint.cbor"));
}

TEST_CASE(
    "runner: a simulation without a belt has a history, and neither profiles nor slip zones, also after resuming") {
  const test::ScratchFolder folder("no_belt");
  const OutputOptions output{.checkpoint_interval = 0.1};
  Pendulum whole;
  run_simulation(whole, 1.0, output, "id", folder.path(), {});
  const std::string history = content(folder.path() / "history.csv");
  CHECK(count_lines(history) == 12);
  for (const char* file : {"profiles.csv", "slip_zones.csv", "belt.pvd"}) CHECK_FALSE(fs::exists(folder.path() / file));
  Pendulum interrupted;
  int steps = 0;
  run_simulation(interrupted, 1.0, output, "id", folder.path(), {.stop_requested = [&steps] { return ++steps == 5; }});
  Pendulum resumed;
  run_simulation(resumed, 1.0, output, "id", folder.path(), {.resume = true});
  CHECK(content(folder.path() / "history.csv") == history);
  CHECK_FALSE(fs::exists(folder.path() / "profiles.csv"));
}

TEST_CASE("runner: intervals and instants are met by the first step that reaches them, the end is always written") {
  const test::ScratchFolder folder("intervals");
  Decay simulation(0.1);
  const OutputOptions output{.history_interval = 0.3, .profile_times = {0.25}, .profile_points = 0};
  run_simulation(simulation, 1.0, output, "id", folder.path(), {});
  // t = 0, 0.3, 0.6, 0.9 and the end.
  CHECK(count_lines(content(folder.path() / "history.csv")) == 6);
  const std::string profiles = content(folder.path() / "profiles.csv");
  CHECK(count_lines(profiles) == 3);
  CHECK(profiles.find("\n0.30000000000000004,0,") != std::string::npos);
}

TEST_CASE("runner: rows at times are the same in every run, interpolated between steps, also after resuming") {
  const OutputOptions output{.history_interval = 0.1, .history_rows = RowTimes::at_times, .checkpoint_interval = 0.1};
  const auto history_of = [&output](double step, int stop_after) {
    const test::ScratchFolder folder("at_times");
    Decay simulation(step);
    int steps = 0;
    run_simulation(simulation, 1.0, output, "id", folder.path(),
                   {.stop_requested = [&steps, stop_after] { return ++steps == stop_after; }});
    Decay resumed(step);
    if (stop_after > 0) run_simulation(resumed, 1.0, output, "id", folder.path(), {.resume = true});
    return content(folder.path() / "history.csv");
  };
  const auto times_of = [](const std::string& history) {
    std::istringstream lines(history);
    std::vector<std::string> times;
    for (std::string line; std::getline(lines, line);) times.push_back(line.substr(0, line.find(',')));
    return times;
  };
  // Four steps of 0.25; in the first one x changes from 1 to 1 − 0.25 + 0.25²/2.
  const std::string coarse = history_of(0.3, 0);
  CHECK(times_of(coarse).size() == 12);
  CHECK(times_of(coarse) == times_of(history_of(0.07, 0)));
  double time = 0.0;
  double x = 0.0;
  REQUIRE(std::sscanf(coarse.c_str(), "time [s],x [-]\n0,1\n%lf,%lf", &time, &x) == 2);
  CHECK(time == 0.1);
  CHECK(close(x, 1.0 + 0.1 / 0.25 * (0.78125 - 1.0), {.rel = 1e-15}));
  for (const int stop_after : {1, 2, 3}) CHECK(history_of(0.3, stop_after) == coarse);
}

// Powers of two avoid rounding.
TEST_CASE("runner: rows are at the instants of the interval in runs of two nanoseconds and of a minute") {
  for (const double end : {std::ldexp(1.0, -29), 1.0, 64.0}) {
    CAPTURE(end);
    const test::ScratchFolder folder("durations");
    Decay simulation(end / 64.0);
    const OutputOptions output{.history_interval = end / 4.0};
    run_simulation(simulation, end, output, "id", folder.path(), {});
    std::istringstream history(content(folder.path() / "history.csv"));
    std::string line;
    std::getline(history, line);
    for (int i = 0; i <= 4; ++i) {
      REQUIRE(std::getline(history, line));
      CHECK(std::stod(line) == end * i / 4.0);
    }
    CHECK_FALSE(std::getline(history, line));
  }
}

TEST_CASE("runner: steps that do not fit the end time are all made a little shorter") {
  const test::ScratchFolder folder("fitted");
  Decay simulation(0.3);
  run_simulation(simulation, 1.0, {}, "id", folder.path(), {});
  CHECK(simulation.statistics().steps == 4);
  const std::string history = content(folder.path() / "history.csv");
  CHECK(history.find("\n0.25,") != std::string::npos);
  CHECK(history.find("\n0.75,") != std::string::npos);
  CHECK(history.find("\n1,") != std::string::npos);
}

TEST_CASE("runner: a run that is stopped and resumed gives the same bytes as one that is not") {
  const OutputOptions output{.history_interval = 0.02, .profile_interval = 0.13, .checkpoint_interval = 0.2};
  const test::ScratchFolder whole("whole");
  Decay undisturbed(0.01);
  run_simulation(undisturbed, 1.0, output, "id", whole.path(), {});

  for (const int stop_after : {1, 37, 99}) {
    CAPTURE(stop_after);
    const test::ScratchFolder folder("stopped");
    Decay first(0.01);
    int steps = 0;
    const RunControl stopping{.stop_requested = [&] { return ++steps >= stop_after; }};
    CHECK(run_simulation(first, 1.0, output, "id", folder.path(), stopping).status == RunStatus::interrupted);
    // Resuming cuts off what a killed process wrote after its checkpoint.
    std::ofstream(folder.path() / "history.csv", std::ios::app) << "0.5,0.";
    Decay second(0.01);
    CHECK(run_simulation(second, 1.0, output, "id", folder.path(), {.resume = true}).status == RunStatus::complete);
    for (const char* file : {"history.csv", "profiles.csv", "slip_zones.csv"}) {
      CHECK(content(folder.path() / file) == content(whole.path() / file));
    }
  }
}

TEST_CASE(
    "runner: the report has the largest error of each balance with its time, and gross slip, including rows before a "
    "stop") {
  const test::ScratchFolder folder("balances");
  Leak first;
  const RunReport before =
      run_simulation(first, 1.0, {}, "id", folder.path(), {.stop_requested = [&] { return first.time() > 0.55; }});
  CHECK(before.status == RunStatus::interrupted);
  Leak second;
  const RunReport report = run_simulation(second, 1.0, {}, "id", folder.path(), {.resume = true});
  REQUIRE(report.balances.size() == 2);
  CHECK(report.balances[0].balance.law == "x stays");
  CHECK(close(report.balances[0].largest, 0.5, {.rel = 1e-12}));
  CHECK(close(report.balances[0].time, 0.5, {.rel = 1e-12}));
  CHECK(report.balances[0].is_open());
  CHECK(report.balances[1].balance.column == "balance_y [-]");
  CHECK(report.balances[1].largest == 1e-12);
  CHECK(report.balances[1].time == 0.0);
  CHECK_FALSE(report.balances[1].is_open());
  // Rows at 0.3, ..., 0.7 s; the run was stopped between them.
  REQUIRE(report.gross_slips.size() == 1);
  CHECK(report.gross_slips[0].pulley == 1);
  CHECK(report.gross_slips[0].direction == -1);
  CHECK(close(report.gross_slips[0].begin, 0.3, {.rel = 1e-12}));
  CHECK(close(report.gross_slips[0].end, 0.7, {.rel = 1e-12}));
  CHECK(close(report.reached, 1.0, {.rel = 1e-12}));
}

TEST_CASE("runner: a checkpoint of another configuration and a damaged one are refused") {
  const test::ScratchFolder folder("foreign");
  Decay simulation(0.1);
  run_simulation(simulation, 1.0, {}, "id", folder.path(), {.stop_requested = [] { return true; }});
  Decay other(0.1);
  CHECK_THROWS_WITH_AS(run_simulation(other, 1.0, {}, "another id", folder.path(), {.resume = true}),
                       doctest::Contains("belongs to a different configuration"), IoError);
  std::ofstream(folder.path() / "checkpoint.cbor", std::ios::binary | std::ios::trunc) << "garbage";
  CHECK_THROWS_WITH_AS(run_simulation(other, 1.0, {}, "id", folder.path(), {.resume = true}),
                       doctest::Contains("is corrupt"), IoError);
}

TEST_CASE("runner: a checkpoint that is whole, but of a state that cannot be, is refused") {
  const test::ScratchFolder folder("crafted");
  Decay simulation(0.1);
  run_simulation(simulation, 1.0, {}, "id", folder.path(), {.stop_requested = [] { return true; }});
  const fs::path file = folder.path() / "checkpoint.cbor";
  const std::size_t n_columns = simulation.history().columns().size();
  // A checkpoint as a run writes it, except for what `change` modifies.
  const auto craft = [&file, n_columns](const std::function<void(StateWriter&)>& change) {
    StateWriter writer;
    writer.number("time", 0.1);
    writer.number("x", 0.9);
    writer.integer("steps", 1);
    writer.integers("runner/identity", std::vector<std::int64_t>{'i', 'd'});
    writer.integers("runner/files", std::vector<std::int64_t>{20, 20, 20});
    for (const char* name : {"runner/next_history", "runner/next_profile"}) writer.integer(name, 1);
    writer.numbers("runner/shape_times", {});
    writer.numbers("runner/gross_slip_times", {});
    for (const char* name : {"runner/gross_slip_places", "runner/gross_slip_now", "runner/summary_bins"}) {
      writer.integers(name, {});
    }
    writer.integer("runner/summary_rows", 1);
    writer.numbers("runner/summary_times", std::vector<double>{0.0, 0.0});
    writer.numbers("runner/summary", std::vector<double>(10 * n_columns));
    writer.numbers("runner/summary_seconds", {});
    change(writer);
    write_checkpoint_file(file, writer.to_cbor());
  };
  const auto resume = [&folder] {
    Decay other(0.1);
    return run_simulation(other, 1.0, {}, "id", folder.path(), {.resume = true}).status;
  };
  using Change = std::function<void(StateWriter&)>;
  for (const Change& change : std::vector<Change>{
           [](StateWriter& w) { w.number("time", -1e300); },
           [](StateWriter& w) { w.number("time", std::nan("")); },
           [](StateWriter& w) { w.number("time", 2.0); },
           [](StateWriter& w) { w.integer("steps", -1); },
           [](StateWriter& w) { w.integer("runner/next_history", -1); },
           [](StateWriter& w) {
             w.integers("runner/files", std::vector<std::int64_t>{20, 20});
           },
           [](StateWriter& w) {
             w.integers("runner/files", std::vector<std::int64_t>{20, 20, -1});
           },
           [](StateWriter& w) {
             w.integers("runner/gross_slip_now", std::vector<std::int64_t>{1, 0});
           },
           [](StateWriter& w) { w.integers("runner/gross_slip_places", std::vector<std::int64_t>{1}); },
           [](StateWriter& w) { w.integer("runner/summary_rows", -1); },
           [](StateWriter& w) { w.numbers("runner/summary", std::vector<double>{1.0}); },
           [](StateWriter& w) {
             w.numbers("runner/summary_seconds", std::vector<double>{1.0});
             w.integers("runner/summary_bins", std::vector<std::int64_t>{7, 0});
           },
       }) {
    craft(change);
    CHECK_THROWS_WITH_AS(resume(), doctest::Contains("checkpoint.cbor: the checkpoint"), IoError);
  }
  craft([](StateWriter&) {});
  CHECK(resume() == RunStatus::complete);
}

TEST_CASE("runner: a solver failure keeps the computed results and states the reason") {
  const test::ScratchFolder folder("failed");
  Decay simulation(0.1, 0.45);
  const RunReport report = run_simulation(simulation, 1.0, {.history_interval = 0.4}, "id", folder.path(), {});
  CHECK(report.status == RunStatus::failed);
  CHECK(report.message == "the decay stopped.");
  CHECK(count_lines(content(folder.path() / "history.csv")) == 4);  // header, t = 0, 0.4, and the last state 0.5
}

TEST_CASE("runner: a run that is over before its end time is complete, with its last state") {
  const test::ScratchFolder folder("over");
  Pendulum simulation(0.45);
  const RunReport report = run_simulation(simulation, 1.0, {.history_interval = 0.4}, "id", folder.path(), {});
  CHECK(report.status == RunStatus::complete);
  CHECK(close(simulation.time(), 0.5, {.rel = 1e-12}));
  CHECK(count_lines(content(folder.path() / "history.csv")) == 4);  // header, t = 0, 0.4, and the last state 0.5
}

TEST_CASE("runner: an output folder that is not there is an input/output error") {
  Decay simulation(0.1);
  CHECK_THROWS_AS(run_simulation(simulation, 1.0, {}, "id", "/nonexistent/folder", {}), IoError);
}

}  // namespace beltdyn::runner_test
