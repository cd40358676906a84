// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/static_beam/static_beam_simulation.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::lagrangian::ancf::static_beam_simulation_test {
namespace {

// A wire on which a circle presses with a force that grows to 200 N in a second.
SupportedBeamDrive loaded_wire() {
  SupportedBeamDrive drive;
  drive.length = 1.0;
  drive.axial_stiffness = 200.0;
  drive.bending_stiffness = 1e-4 / 6.0;
  drive.circle = {.radius = 0.35,
                  .rest_position = {0.5, 0.35},
                  .spring_stiffness = 1.0,
                  .force = TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {0.0, -200.0}}),
                  .contact_stiffness = 1e6};
  return drive;
}

StaticBeamSimulation simulation(const SupportedBeamDrive& drive, double time_step) {
  return {drive,
          {.elements = 32, .segments_per_element = 4, .contact_frame = ContactFrame::center, .time_step = time_step}};
}

std::vector<double> history(const StaticBeamSimulation& s) {
  std::vector<double> values(s.history_columns().size());
  s.history_values(values);
  return values;
}

}  // namespace

TEST_CASE("Static beam simulation: the force of the circle is that of its time, at rest the beam is straight") {
  StaticBeamSimulation s = simulation(loaded_wire(), 0.25);
  CHECK(history(s)[0] == 0.0);
  CHECK(history(s)[1] == 0.35);
  for (int i = 0; i < 4; ++i) s.advance(0.25);
  CHECK(s.time() == 1.0);
  CHECK(history(s)[0] == -200.0);
  CHECK(s.history_columns()[1] == "circle_position [m]");
  // The result of an independent code for this mesh. Newton's method leaves 1e-9 of the load, and the circle moves by
  // 1/400 m/N.
  CHECK(close(history(s)[1], -0.1924518696, {.abs = 2e-9}));
}

TEST_CASE("Static beam simulation: pressure along the deformed beam carries the circle") {
  StaticBeamSimulation s = simulation(loaded_wire(), 1.0);
  s.advance(1.0);
  // Sum over the segments, sampled in their middles, of the vertical component of the pressure.
  double carried = 0.0;
  constexpr int kSegments = 128;
  std::vector<double> sigma;
  for (int i = 0; i < kSegments; ++i) sigma.push_back((i + 0.5) / kSegments);
  const BeltShape shape = s.shape();
  CHECK(!shape.closed);
  CHECK(shape.pulleys.size() == 1);
  const auto profile = s.profile(sigma);
  const Eigen::Vector2d center = shape.pulleys[0].center;
  const std::size_t per_segment = (shape.belt.size() - 1) / kSegments;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const Eigen::Vector2d middle = shape.belt[i * per_segment + per_segment / 2].position.head<2>();
    const double length = (1.0 + profile[i].strain) / kSegments;
    carried += profile[i].pressure * length * (center - middle).normalized().y();
    CHECK((profile[i].contact_state == 0) == (profile[i].pressure > 0.0));
  }
  // A force acts at the closest point of its segment, at most half a segment away from the middle: L/2 = 6 mm of
  // 0.35 m, only at the ends of the contact, where the pressure is small.
  CHECK(close(carried, history(s)[2], {.rel = 0.005}));
}

TEST_CASE("Static beam simulation: restored it resumes with bit-identical output") {
  StaticBeamSimulation first = simulation(loaded_wire(), 0.25);
  first.advance(0.25);
  first.advance(0.25);
  StateWriter writer;
  first.save(writer);
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  StaticBeamSimulation second = simulation(loaded_wire(), 0.25);
  StateReader reader(bytes);
  second.restore(reader);
  CHECK(history(second) == history(first));
  first.advance(0.25);
  second.advance(0.25);
  CHECK(second.time() == first.time());
  CHECK(history(second) == history(first));
}

TEST_CASE("Static beam simulation: a circle that never reaches the beam is warned about") {
  SupportedBeamDrive drive = loaded_wire();
  CHECK(simulation(drive, 1.0).preflight(1.0).empty());
  drive.circle.rest_position.y() = 300.0;
  CHECK(simulation(drive, 1.0).preflight(1.0).size() == 1);
  drive.circle.rest_position.y() = 0.5;
  drive.circle.force = TimeFunction(200.0);
  CHECK(simulation(drive, 1.0).preflight(1.0).size() == 1);
}

TEST_CASE("Static beam simulation: a step of another length shifts the steps behind it") {
  StaticBeamSimulation s = simulation(loaded_wire(), 0.25);
  s.advance(0.25);
  s.advance(0.125);
  s.advance(0.25);
  s.advance(0.25);
  CHECK(s.time() == 0.875);
  CHECK(history(s)[0] == -175.0);
}

}  // namespace beltdyn::lagrangian::ancf::static_beam_simulation_test
