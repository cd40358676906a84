// SPDX-License-Identifier: MIT
// A time step allocates no memory.
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/test/sanitized.hpp"
#include "verification/belt_support.hpp"
#include "verification/contour/contour_support.hpp"
#include "verification/embedded.hpp"
#include "verification/laws/rig_support.hpp"

namespace {

// Ten thousand short steps until links slip take too long with a sanitizer.
constexpr bool kTooSlow = beltdyn::test::kIsSanitized;

std::int64_t allocations = 0;

void* counted(std::size_t size) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}

void* counted_or_thrown(std::size_t size) {
  if (void* memory = counted(size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// Replaces the allocation functions of the whole test program, as the standard permits.
void* operator new(std::size_t size) { return counted_or_thrown(size); }
void* operator new[](std::size_t size) { return counted_or_thrown(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("time steps of the finite elements allocate nothing") {
  using namespace beltdyn;
  const TimeFunction::PiecewiseLinear table{.time = {0.0, 1.0, 2.0}, .value = {0.999, 1.0005, 0.9995}};
  ContourDrive drive = verification::oborin_62();
  drive.surface_speed[1] = TimeFunction(table);
  const std::vector<std::string> runs{
      R"({"formulation": "eulerian_contour", "elements_per_contact": 51, "stick_penalty": 1e6, "time_step": 0.005})",
      R"({"formulation": "eulerian_contour", "scheme": "paper", "elements_per_contact": 50, "stick_penalty": 1e5,
          "time_step": 0.001})",
      R"({"formulation": "eulerian_contour", "scheme": "transported", "elements_per_contact": 50,
          "stick_penalty": 1e4, "time_step": 0.001})",
      R"({"formulation": "lagrangian_contour", "elements": 600, "time_step": 0.001})",
  };
  for (const std::string& run : runs) {
    CAPTURE(run);
    const auto simulation = verification::make_contour_simulation(drive, run, 3.0);
    const std::int64_t before = allocations;
    while (simulation->time() < 2.0) simulation->advance(simulation->time_step());
    const std::int64_t in_steps = allocations - before;
    CHECK(simulation->statistics().status_changes > 0);
    CHECK(in_steps == 0);
  }
}

TEST_CASE("time steps of the friction rig allocate nothing") {
  using namespace beltdyn;
  const std::string stribeck = verification::stribeck(1.5, 1.0, 1e-3);
  const std::string gms =
      R"({"type": "gms", "attraction": 10, "elements": [{"stiffness": 1e4, "share": 1}], "coefficient": )";
  const std::string lugre = R"({"type": "lugre", "stiffness": 1e4, "coefficient": )";
  const std::string path = verification::path_through({0.0, 1e-3, -1e-3, 2e-3});
  for (const std::string& motion : {verification::pulled_mass(1.0, 2.0, 0.5), path}) {
    for (const std::string& law : {gms + stribeck + "}", lugre + stribeck + "}"}) {
      CAPTURE(law);
      verification::RigRun run(1.0, motion, law, 0.01, 1e-9);
      run.advance_to(0.5);
      const std::int64_t before = allocations;
      run.advance_to(3.0);
      CHECK(allocations == before);
    }
  }
}

TEST_CASE("time steps of the ANCF belt allocate nothing") {
  using namespace beltdyn;
  const std::string speed = R"({"type": "piecewise_linear", "time": [0, 0.02], "value": [0, 12]})";
  for (const std::string& options : {std::string(R"("friction": "consistent", "time_step": 1e-3)"),
                                     std::string(R"("friction": "paper", "time_step": 1e-4)"),
                                     std::string(R"("time_integration": "quasi_static", "time_step": 2e-4)")}) {
    CAPTURE(options);
    verification::BeltRun run(
        embedded::ntarladima_2023("drive.json"),
        {R"(/drive/pulleys/0/motion={"type": "prescribed", "angular_velocity": )" + speed + "}",
         R"(/runs=[{"name": "run", "formulation": "lagrangian_ancf", "elements": 60, )" + options + "}]"});
    const std::int64_t before = allocations;
    run.advance_to(0.03);
    CHECK(allocations == before);
    CHECK(run.time() > 0.029);
    // Messages about rejected steps do allocate.
    CHECK(run.simulation().statistics().rejected_steps == 0);
  }
}

TEST_CASE("time steps of the rigid-link belt allocate nothing" * doctest::skip(kTooSlow)) {
  using namespace beltdyn;
  struct Steps {
    const char* length;
    std::string integration;
  };
  for (const Steps& steps : {Steps{"4e-5", "runge_kutta_4"}, Steps{"1e-3", "adaptive"}, Steps{"2e-5", "implicit"}}) {
    CAPTURE(steps.integration);
    verification::BeltRun run(embedded::kubas_2021("regression_2.json"),
                              {R"(/runs=[{"name": "run", "formulation": "lagrangian_links", "links": 120,
                                   "settling_time": 0.01, "time_step": )" +
                               std::string(steps.length) + R"(, "time_integration": ")" + steps.integration + "\"}]"});
    run.advance_to(0.38);
    constexpr std::int64_t kWords = 3;  // allocations of the message about a rejected step
    const std::int64_t before = allocations;
    const std::int64_t rejected = run.simulation().statistics().rejected_steps;
    run.advance_to(0.4);
    CHECK(allocations - before <= kWords * (run.simulation().statistics().rejected_steps - rejected));
    CHECK(run.simulation().statistics().status_changes > 0);
  }
}
