// SPDX-License-Identifier: MIT
#include "core/linear/mode_shapes.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::mode_shapes_test {
namespace {

using Complex = std::complex<double>;

// Two pulleys, the first with an accessory and the second on a slider, and a belt of four points: one on each pulley
// and one on each span.
BeltDrive two_pulleys() {
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[0].inertia = 0.5;
  drive.pulleys[0].name = "crank";
  drive.pulleys[0].accessory = Accessory{.inertia = 3.0};
  drive.pulleys[1].inertia = 2.0;
  SliderMount slider;
  slider.direction = {0.0, 3.0};
  slider.suspension.inertia = 4.0;
  drive.pulleys[1].mount = slider;
  return drive;
}

ModePlaces places() {
  ModePlaces places{.pulleys = {{.label = "1 (crank)", .axis = {0.0, 0.0}, .radius = 0.1},
                                {.label = "2", .axis = {1.0, 0.0}, .radius = 0.2, .axis_by = {0.0, 1.0}}},
                    .points = {},
                    .contour_length = 4.0};
  const std::array<int, 4> span{-1, 0, -1, 1};
  for (int i = 0; i < 4; ++i) {
    places.points.push_back({.sigma = static_cast<double>(i),
                             .position = {0.1 * i, 0.2 * i},
                             .tangent = {0.6, 0.8},
                             .span = span[static_cast<std::size_t>(i)],
                             .mass_per_length = 0.25});
  }
  return places;
}

ModeShape shape() {
  return {.angle = {Complex(0.0, 2.0), 1.0},
          .mount = {0.0, Complex(0.3, 0.4)},
          .accessory = {Complex(0.0, 1.0), 0.0},
          .across = {0.0, 2.0, 0.0, 0.0},
          .along = {1.0, 1.0, Complex(0.0, 1.0), 1.0}};
}

}  // namespace

TEST_CASE("mode shapes: the parts of the kinetic energy") {
  const ModeEnergy energy = energy_of(mode_bodies(two_pulleys()), places(), shape());
  // 0.5*4, 2*1, 4*0.25, 3*1, 0.25*4, 4*0.25*1
  const double sum = 2.0 + 2.0 + 1.0 + 3.0 + 1.0 + 1.0;
  CHECK(close(energy.pulley[0], 2.0 / sum, {.rel = 1e-15}));
  CHECK(close(energy.pulley[1], 2.0 / sum, {.rel = 1e-15}));
  CHECK(close(energy.mount[1], 1.0 / sum, {.rel = 1e-14}));
  CHECK(close(energy.accessory[0], 3.0 / sum, {.rel = 1e-15}));
  CHECK(close(energy.span[0], 1.0 / sum, {.rel = 1e-15}));
  CHECK(energy.span[1] == 0.0);
  CHECK(energy.wrap == 0.0);
  CHECK(close(energy.along, 1.0 / sum, {.rel = 1e-15}));
}

TEST_CASE("mode shapes: a name gives the part with half of the energy, or the two largest parts") {
  ModeEnergy energy{.pulley = {0.6, 0.1},
                    .mount = {0.0, 0.1},
                    .accessory = {0.0, 0.0},
                    .span = {0.1, 0.0},
                    .wrap = 0.0,
                    .along = 0.1};
  CHECK(name_of(energy, places()) == "rotation of pulley 1 (crank)");
  energy = {.pulley = {0.1, 0.1},
            .mount = {0.0, 0.4},
            .accessory = {0.0, 0.0},
            .span = {0.0, 0.3},
            .wrap = 0.05,
            .along = 0.05};
  CHECK(name_of(energy, places()) == "mount of pulley 2, across span 2");
  energy = {.pulley = {0.4, 0.45},
            .mount = {0.0, 0.0},
            .accessory = {0.0, 0.0},
            .span = {0.1, 0.0},
            .wrap = 0.0,
            .along = 0.05};
  CHECK(name_of(energy, places()) == "rotation of pulley 2 and 1 (crank)");
  energy = {.pulley = {0.0, 0.0},
            .mount = {0.0, 0.0},
            .accessory = {0.0, 0.0},
            .span = {0.0, 0.0},
            .wrap = 0.2,
            .along = 0.8};
  CHECK(name_of(energy, places()) == "along the belt");
  energy.wrap = energy.along = 0.0;
  CHECK(name_of(energy, places()) == "without inertia");
}

TEST_CASE("mode shapes: modes of the same name are numbered") {
  std::vector<NamedMode> modes(3);
  modes[0].name = modes[2].name = "across span 1";
  modes[1].name = "end 2";
  number_names(modes);
  CHECK(modes[0].name == "across span 1, 1 of 2");
  CHECK(modes[1].name == "end 2");
  CHECK(modes[2].name == "across span 1, 2 of 2");
}

TEST_CASE("mode shapes: the largest displacement is made 1 m") {
  ModeShape scaled = shape();
  normalise(scaled, places());
  // The largest displacement is the transverse one of the belt in the first span, 2 m.
  CHECK(std::abs(scaled.across[1] - 1.0) < 1e-15);
  CHECK(std::abs(scaled.angle[0] - Complex(0.0, 1.0)) < 1e-15);
  scaled.angle[1] = Complex(0.0, 20.0);  // at a radius of 0.2 m
  normalise(scaled, places());
  CHECK(std::abs(scaled.angle[1] * 0.2 - 1.0) < 1e-15);
  ModeShape none{.angle = {0.0, 0.0}, .mount = {0.0, 0.0}, .accessory = {0.0, 0.0}, .across = {}, .along = {}};
  normalise(none, places());
  CHECK(none.angle[0] == 0.0);
}

TEST_CASE("mode shapes: frequency and damping ratio of a root") {
  const LinearMode mode{.root = {-3.0, 4.0}, .shape = {}};
  CHECK(close(mode.frequency(), 2.0 / std::numbers::pi, {.rel = 1e-15}));
  CHECK(close(mode.damping_ratio(), 0.6, {.rel = 1e-15}));
  CHECK(LinearMode{.root = 0.0, .shape = {}}.damping_ratio() == 0.0);
  CHECK(LinearMode{.root = {1e-8, 1.0}, .shape = {}}.without_rounding().damping_ratio() == 0.0);
  CHECK(LinearMode{.root = {1e-6, 1.0}, .shape = {}}.without_rounding().root.real() == 1e-6);
}

TEST_CASE("mode shapes: modes.json is read as it was written") {
  const test::ScratchFolder folder("mode_shapes");
  const std::filesystem::path path = folder.path() / kModeShapesFile;
  ModeTable table{.places = places(), .modes = {}};
  const ModeEnergy energy = energy_of(mode_bodies(two_pulleys()), table.places, shape());
  table.modes.push_back(
      {.mode = {.root = {-0.1, 1.0 / 3.0}, .shape = shape()}, .energy = energy, .name = name_of(energy, table.places)});
  write_modes_json(table, path);
  const ModeTable read = read_modes_json(path);
  REQUIRE(read.modes.size() == 1);
  CHECK(read.modes[0].mode.root == table.modes[0].mode.root);
  CHECK(read.modes[0].name == table.modes[0].name);
  CHECK(read.modes[0].mode.shape.across == table.modes[0].mode.shape.across);
  CHECK(read.modes[0].mode.shape.mount == table.modes[0].mode.shape.mount);
  CHECK(read.modes[0].mode.shape.accessory == table.modes[0].mode.shape.accessory);
  CHECK(read.modes[0].energy.span == energy.span);
  REQUIRE(read.places.points.size() == 4);
  CHECK(read.places.points[3].span == 1);
  CHECK(read.places.points[2].position == table.places.points[2].position);
  CHECK(read.places.pulleys[1].axis_by == table.places.pulleys[1].axis_by);
  CHECK(read.places.contour_length == 4.0);
  write_text_file(path, R"({"format": "beltdyn-modes/1"})");
  CHECK_THROWS_WITH_AS(read_modes_json(path), doctest::Contains("does not contain modes of this version"), IoError);
}

}  // namespace beltdyn::mode_shapes_test
