// SPDX-License-Identifier: MIT
#include "results/shape_reader.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::shape_reader_test {

using namespace beltdyn::results;
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
    // from the end points of the spoke
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
    CHECK_THROWS_WITH_AS(parse_vtp("x.vtp", text), doctest::Contains("x.vtp: is not a shape that BeltDyn wrote"),
                         IoError);
  }
}

TEST_CASE("shape reader: the last shape of a series, if there is one") {
  const fs::path folder = fs::temp_directory_path() / "beltdyn_shape_reader";
  fs::remove_all(folder);
  fs::create_directories(folder);
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
  fs::remove_all(folder);
}

TEST_CASE("shape reader: all shapes of a series, or so many of them with the first and the last") {
  const fs::path folder = fs::temp_directory_path() / "beltdyn_shape_reader_all";
  fs::remove_all(folder);
  fs::create_directories(folder);
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
  fs::remove_all(folder);
}

}  // namespace beltdyn::shape_reader_test
