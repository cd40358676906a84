// SPDX-License-Identifier: MIT
#include "core/run/belt_shape.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "core/base/test/scratch_folder.hpp"
#include "core/belt/test/creep_drive.hpp"
#include "core/run/runner.hpp"

namespace beltdyn::belt_shape_test {

using namespace beltdyn::test;
namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

}  // namespace

TEST_CASE("belt shape: a line for the belt, a circle and a spoke for each pulley") {
  BeltShape shape;
  shape.belt = {
      {.position = {0.1, 0.0, 0.0}, .force = 0.1}, {.position = {1.0, 0.0, 0.0}}, {.position = {1.0, 1.0, 0.0}}};
  shape.pulleys = {{.center = {2.0, 3.0}, .radius = 0.5, .angle = 0.0}};
  const std::string text = vtp_text(shape);
  CHECK(text.find("NumberOfPoints=\"101\" NumberOfVerts=\"0\" NumberOfLines=\"3\"") != std::string::npos);
  CHECK(text.find("\n          0.1 0 0\n          1 0 0\n          1 1 0\n          2.5 3 0\n") != std::string::npos);
  CHECK(text.find("\n          0 1 2 0 \n          3 4 5 ") != std::string::npos);
  CHECK(text.find("\n          99 100 \n") != std::string::npos);
  CHECK(text.find("Name=\"offsets\" format=\"ascii\">\n          4\n          101\n          103\n") !=
        std::string::npos);
  CHECK(text.find("Name=\"part\" format=\"ascii\">\n          0\n          1\n          1\n") != std::string::npos);
  for (const char* field : {"force", "speed", "pressure", "traction", "contact_state"}) {
    CHECK(count(text, "Name=\"" + std::string(field) + "\"") == 1);
  }
  shape.closed = false;
  CHECK(vtp_text(shape).find("\n          0 1 2 \n") != std::string::npos);
}

TEST_CASE("belt shape: a series with an instant for each profile, the same bytes after an interruption") {
  const ScratchFolder scratch("belt_shape");
  const fs::path& root = scratch.path();
  const OutputOptions output{.profile_interval = 0.01, .checkpoint_interval = 0.004};
  const auto run = [&](const std::string& name, int stop_after, bool resume) {
    fs::create_directories(root / name);
    CreepDrive simulation(creep_test_drive(), 600.0, 200);
    int steps = 0;
    const RunControl control{.resume = resume, .stop_requested = [&] { return ++steps >= stop_after; }};
    return run_simulation(simulation, 0.03, output, "id", root / name, control).status;
  };
  CHECK(run("whole", 1000, false) == RunStatus::complete);
  CHECK(run("parts", 13, false) == RunStatus::interrupted);
  CHECK(run("parts", 1000, true) == RunStatus::complete);
  const std::string series = content(root / "whole/belt.pvd");
  CHECK(count(series, "<DataSet timestep=") == 4);
  CHECK(series.find("<DataSet timestep=\"0\" part=\"0\" file=\"belt/00000.vtp\"/>") != std::string::npos);
  for (const char* file : {"belt.pvd", "belt/00000.vtp", "belt/00001.vtp", "belt/00002.vtp", "belt/00003.vtp"}) {
    CAPTURE(file);
    CHECK_FALSE(content(root / "whole" / file).empty());
    CHECK(content(root / "whole" / file) == content(root / "parts" / file));
  }
  CHECK_FALSE(fs::exists(root / "whole/belt/00004.vtp"));
}

}  // namespace beltdyn::belt_shape_test
