// SPDX-License-Identifier: MIT
// Usage: consumer CONFIG. Computes every run and prints the last line of its history; then a controller drives the
// pulleys in the first run.
#include <cmath>
#include <cstdio>
#include <exception>

#include <beltdyn/simulation.hpp>

namespace {

using namespace beltdyn::api;

void print_history(const Configuration& configuration, const std::string& run) {
  const History history = History::of(configuration, run);
  std::printf("%s,%.17g", run.c_str(), history.time.back());
  for (const Column& column : history.columns) std::printf(",%.17g", history.column(column.name).back());
  std::printf("\n");
}

// A proportional controller brings the driver to a speed against a load on the other pulley. In the steady state its
// moment and the moment of the configuration balance the load, which determines the control error.
bool is_controlled(const Configuration& configuration, const std::string& run) {
  constexpr double kTarget = 12.0;  // [rad/s]
  constexpr double kGain = 10.0;    // [N m s/rad]
  constexpr double kLoad = 3.0;     // [N m]
  constexpr double kMoment = 5.0;   // of the configuration [N m]
  constexpr double kStep = 1e-3;    // [s]
  Simulation simulation(configuration, run, {"driver", "driven"});
  simulation.set_torque("driven", -kLoad);
  while (simulation.time() < 1.0) {
    simulation.set_torque("driver", kGain * (kTarget - simulation.value("angular_velocity_1")));
    simulation.step(kStep);
  }
  const double expected = kTarget + (kMoment - kLoad) / kGain;
  const double speed = simulation.value("angular_velocity_1");
  std::printf("controlled speed %.6g rad/s, expected %.6g rad/s\n", speed, expected);
  // The motion of both pulleys, 0.5 kg m², with the controller decays with exp(-20 t), their oscillation against each
  // other with exp(-10 t): after 1 s 5e-5 of 12 rad/s is left.
  return std::abs(speed - expected) < 1e-3;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const Configuration configuration = Configuration::load(argv[1]);
    for (const Configuration::Run& run : configuration.runs()) print_history(configuration, run.name);
    if (!is_controlled(configuration, configuration.runs().front().name)) return 1;
    Configuration::load(argv[1], {"/end_time=-1"});
  } catch (const beltdyn::ConfigError& error) {
    // Errors have the messages of the program.
    for (const beltdyn::Problem& problem : error.problems()) {
      std::printf("%s\n", beltdyn::to_string(error.file(), problem).c_str());
    }
    return 0;
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
  return 1;
}
