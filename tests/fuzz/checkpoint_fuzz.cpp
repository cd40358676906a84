// SPDX-License-Identifier: MIT
// Fuzzes the state of a simulation as in a checkpoint whose checksum is right. The first byte selects the simulation,
// CBOR follows. A restored simulation must continue or report that it cannot.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/config/json_document.hpp"
#include "core/run/state_archive.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "tests/fuzz/expected.hpp"

namespace {

using beltdyn::Simulation;
using Json = nlohmann::json;

struct Source {
  const char* file;  // below configs
  const char* run;
  std::vector<const char*> assignments;  // that make the simulation small
};

constexpr const char* kDrum = R"(/drive/ends/0={"type": "winch", "position": [0, 0], "radius": 0.25, "inertia": 30,
    "motion": {"type": "torque", "torques": [{"type": "applied", "moment": -3000}]}})";
constexpr const char* kBearing = R"(/drive/pulleys/1/bearing_friction={"radius": 0.01, "normal_force": 300,
    "law": {"type": "elastoplastic_coulomb", "coefficient": 0.3, "stiffness": 1e6, "damping": 100}})";
const std::array<Source, 21> kSources{{
    {"demo/contour.json", "front_tracking", {}},
    {"demo/contour.json", "eulerian", {"/runs/1/elements_per_contact=6"}},
    {"demo/belt.json", "lagrangian", {"/runs/2/elements=60"}},
    {"demo/belt.json", "ale", {"/runs/3/elements_per_pulley=6", "/runs/3/elements_per_span=2"}},
    {"demo/serpentine.json", "ancf", {}},
    {"papers/kubas-2021/regression_2.json", "links", {"/runs/0/settling_time=0.001"}},
    {"demo/friction_lag.json", "attraction_10", {}},
    {"demo/rope.json", "cables", {}},
    {"demo/pressed_wire.json", "fine", {}},
    {"demo/belt_characteristic.json", "characteristic", {}},
    {"demo/hook_block.json", "lift", {}},
    {"demo/hook_block.json", "mesh", {"/runs/1/elements_per_pulley=6"}},
    {"demo/hoist.json", "lift", {kDrum, R"(/drive/belt={"axial_stiffness": 8e6, "mass_per_length": 0.9})", kBearing}},
    {"demo/emergency_stop.json", "stop", {}},
    {"demo/rope_stop.json", "string", {}},
    {"demo/rope_stop.json", "elements", {"/runs/2/elements=60"}},
    {"demo/printer_axis.json", "ancf", {"/runs/0/elements=60"}},
    {"demo/printer_axis.json", "ale", {"/runs/1/elements_per_pulley=6"}},
    {"demo/conveyor.json", "ale", {"/runs/1/elements_per_span=6", "/runs/1/span_refinement=3"}},
    {"demo/conveyor.json", "waves", {"/runs/2/tolerance=1e-4"}},
    {"demo/eccentric_pulley.json", "ale", {"/drive/pulleys/1/brake={\"capacity\": 2}", kBearing}},
}};
constexpr int kStepsBefore = 3;

struct Subject {
  std::unique_ptr<Simulation> simulation;
  std::vector<std::uint8_t> state;  // after some steps

  explicit Subject(const Source& source) {
    using namespace beltdyn;
    config::JsonDocument document =
        config::JsonDocument::load(std::string(BELTDYN_SOURCE_DIR "/configs/") + source.file);
    for (const char* assignment : source.assignments) document.set(assignment);
    const Configuration configuration = read_configuration(document, all_formulations());
    const RunConfig* run = configuration.find_run(source.run);
    fuzz::claim(run != nullptr, source.run);
    simulation = run->options->create(configuration.drive_of(*run), configuration.end_time);
    for (int i = 0; i < kStepsBefore; ++i) simulation->advance(simulation->time_step());
    StateWriter writer;
    simulation->save(writer);
    state = writer.to_cbor();
  }
};

// Creates a subject on first use.
Subject& subject(std::uint8_t choice) {
  static std::array<std::unique_ptr<Subject>, kSources.size()> made;
  const std::size_t k = choice % kSources.size();
  if (!made[k]) made[k] = std::make_unique<Subject>(kSources[k]);
  return *made[k];
}

// Changes a number in one of the arrays, or the size of the array.
void change(Json& arrays, std::minstd_rand& random) {
  if (!arrays.is_object() || arrays.empty()) return;
  Json& group = std::next(arrays.begin(), static_cast<std::ptrdiff_t>(random() % arrays.size())).value();
  if (!group.is_object() || group.empty()) return;
  Json& array = std::next(group.begin(), static_cast<std::ptrdiff_t>(random() % group.size())).value();
  if (!array.is_array() || array.empty()) return;
  Json& item = array[random() % array.size()];
  constexpr std::array kNumbers{0.0,    -0.0,
                                1.0,    -1.0,
                                1e-300, 1e300,
                                -1e300, std::numeric_limits<double>::infinity(),
                                1e17,   -1e17,
                                1e-17,  0.5,
                                2.0,    std::numeric_limits<double>::quiet_NaN()};
  constexpr std::array<std::int64_t, 7> kIntegers{
      0, 1, -1, 2, 1000, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
  switch (random() % 4) {
    case 0:
      array.erase(random() % array.size());
      break;
    case 1:
      array.push_back(item);
      break;
    default:
      if (item.is_number_float()) {
        const double factor = kNumbers[random() % kNumbers.size()];
        item = random() % 2 == 0 ? factor : item.get<double>() * factor;
      } else {
        item = kIntegers[random() % kIntegers.size()];
      }
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  std::minstd_rand random(seed);
  const auto put = [&](std::uint8_t choice, const std::vector<std::uint8_t>& state) -> std::size_t {
    if (state.size() + 1 > max_size) return LLVMFuzzerMutate(data, size, max_size);
    data[0] = choice;
    std::ranges::copy(state, data + 1);
    return state.size() + 1;
  };
  if (size < 2 || random() % 16 == 0) {
    const auto choice = static_cast<std::uint8_t>(random() % kSources.size());
    return put(choice, subject(choice).state);
  }
  if (random() % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  Json arrays;
  try {
    arrays = Json::from_cbor(data + 1, data + size);
  } catch (const Json::exception&) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  change(arrays, random);
  return put(data[0], Json::to_cbor(arrays));
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  if (size == 0) return 0;
  Simulation& simulation = *subject(data[0]).simulation;
  fuzz::expect_one_of<IoError, SolverError>([&] {
    StateReader reader(std::span(data + 1, size - 1));
    simulation.restore(reader);
    std::vector<double> row(simulation.history_columns().size());
    simulation.history_values(row);
    simulation.advance(simulation.time_step());
    fuzz::claim(std::isfinite(simulation.time()), "the time is finite");
  });
  return 0;
}
