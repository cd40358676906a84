// SPDX-License-Identifier: MIT
#include "postprocess/shape_reader.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::shape_reader_test {

using namespace beltdyn::postprocess;
namespace fs = std::filesystem;

namespace {

BeltShape some_shape() {
  BeltShape shape;
  for (int i = 0; i < 7; ++i) {
    shape.belt.push_back({.position = {0.1 * i, 1.0 / 3.0, 0.0},
                          .force = 400.0 + i / 7.0,
                          .speed = -1.5,
                          .pressure = 2.0 * i,
                          .traction = -0.1 * i,
                          .contact_state = i % 4 - 1});
  }
  shape.pulleys = {{.center = {0.1, 0.2}, .radius = 0.3, .angle = 1.2}, {.center = {-4.0, 5.0}, .radius = 0.6}};
  return shape;
}

}  // namespace

TEST_CASE("shape reader: what was written is read back, belt values to the bit") {
  for (const bool closed : {true, false}) {
    BeltShape shape = some_shape();
    shape.closed = closed;
    const BeltShape again = parse_vtp("x.vtp", vtp_text(shape));
    CHECK(again.closed == closed);
    REQUIRE(again.belt.size() == shape.belt.size());
    for (std::size_t i = 0; i < shape.belt.size(); ++i) {
      CHECK(again.belt[i].position == shape.belt[i].position);
      CHECK(again.belt[i].force == shape.belt[i].force);
      CHECK(again.belt[i].speed == shape.belt[i].speed);
      CHECK(again.belt[i].pressure == shape.belt[i].pressure);
      CHECK(again.belt[i].traction == shape.belt[i].traction);
      CHECK(again.belt[i].contact_state == shape.belt[i].contact_state);
    }
    REQUIRE(again.pulleys.size() == 2);
    CHECK(again.pulleys[0].center == shape.pulleys[0].center);
    // Computed from the end points of the spoke.
    CHECK(close(again.pulleys[0].radius, 0.3, {.rel = 1e-15}));
    CHECK(close(again.pulleys[0].angle, 1.2, {.rel = 1e-15}));
    CHECK(close(again.pulleys[1].radius, 0.6, {.rel = 1e-15}));
  }
}

TEST_CASE("shape reader: other files are named") {
  const std::string sound = vtp_text(some_shape());
  const auto damaged = [&sound](const std::string& from, const std::string& to) {
    std::string text = sound;
    return text.replace(text.find(from), from.size(), to);
  };
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("<VTKFile/>"), sound.substr(0, sound.size() / 2),
        damaged("Name=\"speed\"", "Name=\"spead\""), damaged("0 1 2 3", "0 1 2 999"), damaged("<CellData", "<CellDate"),
        damaged("400", "four")}) {
    CHECK_THROWS_WITH_AS(parse_vtp("x.vtp", text), doctest::Contains("x.vtp: is not a shape file written by BeltDyn"),
                         IoError);
  }
}

TEST_CASE("shape reader: arrays that do not belong together are refused, not read beyond their ends") {
  BeltShape open_shape = some_shape();
  open_shape.closed = false;
  const std::string open = vtp_text(open_shape);
  BeltShape surface_shape = some_shape();
  surface_shape.surface = {.columns = 4, .points = std::vector<Eigen::Vector3d>(12, Eigen::Vector3d::Zero())};
  const std::string surface = vtp_text(surface_shape);
  const auto damaged = [](std::string text, const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    return text.replace(text.find(from), from.size(), to);
  };
  const std::string last_point = std::to_string(some_shape().belt.size() + 2 * (96 + 2) - 1);
  CHECK(parse_vtp("x.vtp", surface).surface.rows() == 3);
  // 7 points of the belt; for each of two pulleys 96 on the circle and 2 on the spoke; 12 on the surface.
  for (const std::string& text : {
           damaged(open, "0 0.3333333333333333 0\n", "0 0.3333333333333333 0 1\n"),  // a number too many
           damaged(open, "          7\n", "          18446744073709551615\n"),       // the first offset
           damaged(surface, "203 204 208 207", "203 204 208 203"),                   // no columns
           damaged(surface, "203 204 208 207", "203 204 208 202"),                   // fewer than none
           damaged(surface, "203 204 208 207", "203 204 208 208"),                   // not whole rows
           damaged(surface, "203 204 208 207", "203 204 208 214"),                   // one row
       }) {
    CHECK_THROWS_WITH_AS(parse_vtp("x.vtp", text), doctest::Contains("x.vtp: is not a shape file written by BeltDyn"),
                         IoError);
  }
  // The connectivity determines the points of a line; a line of late points does not read beyond the end.
  const std::string late = damaged(open, "0 1 2 3 4 5 6 ", last_point + " 1 2 3 4 5 6 ");
  const BeltShape shape = parse_vtp("x.vtp", late);
  REQUIRE(shape.belt.size() == 7);
  CHECK(shape.belt[1].force == some_shape().belt[1].force);
}

TEST_CASE("shape reader: a text of elements in elements without end is refused") {
  constexpr int kDepth = 1'000'000;
  std::string deep;
  for (int i = 0; i < kDepth; ++i) deep += "<a>";
  CHECK_THROWS_WITH_AS(parse_vtp("x.vtp", deep), doctest::Contains("x.vtp: is not a shape"), IoError);
}

TEST_CASE("shape reader: a series names files below its own folder, and files only") {
  const beltdyn::test::ScratchFolder scratch("shape_reader_places");
  const fs::path& folder = scratch.path();
  fs::create_directories(folder / "run/pipe");
  std::ofstream(folder / "shape.vtp") << vtp_text(some_shape());
  for (const std::string& file : {(folder / "shape.vtp").string(), std::string("../shape.vtp"),
                                  std::string("pipe/../../shape.vtp"), std::string("pipe"), std::string("/dev/zero")}) {
    CAPTURE(file);
    std::ofstream(folder / "run/belt.pvd")
        << "<VTKFile><Collection><DataSet timestep=\"0\" file=\"" << file << "\"/></Collection></VTKFile>";
    CHECK_THROWS_AS(load_last_shape(folder / "run"), IoError);
  }
}

TEST_CASE("shape reader: the last shape of a series, if there is one") {
  const beltdyn::test::ScratchFolder scratch("shape_reader");
  const fs::path& folder = scratch.path();
  CHECK_FALSE(load_last_shape(folder).has_value());
  ShapeWriter writer(folder, {});
  BeltShape shape = some_shape();
  writer.write(0.0, shape);
  shape.belt[0].force = 7.0;
  writer.write(0.125, shape);
  const std::optional<TimedShape> last = load_last_shape(folder);
  REQUIRE(last.has_value());
  CHECK(last->time == 0.125);
  CHECK(last->shape.belt[0].force == 7.0);
  fs::remove(folder / "belt/00001.vtp");
  CHECK_THROWS_WITH_AS(load_last_shape(folder), doctest::Contains("cannot be read"), IoError);
}

TEST_CASE("shape reader: all shapes of a series, or so many of them with the first and the last") {
  const beltdyn::test::ScratchFolder scratch("shape_reader_all");
  const fs::path& folder = scratch.path();
  CHECK(load_all_shapes(folder, 10).empty());
  ShapeWriter writer(folder, {});
  for (int i = 0; i < 5; ++i) writer.write(0.25 * i, some_shape());
  const auto times = [&folder](std::size_t most) {
    std::vector<double> list;
    for (const TimedShape& shape : load_all_shapes(folder, most)) list.push_back(shape.time);
    return list;
  };
  CHECK(times(10) == std::vector<double>{0.0, 0.25, 0.5, 0.75, 1.0});
  CHECK(times(3) == std::vector<double>{0.0, 0.5, 1.0});
  CHECK(times(1) == std::vector<double>{1.0});
}

}  // namespace beltdyn::shape_reader_test
