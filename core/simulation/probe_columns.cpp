// SPDX-License-Identifier: MIT
#include "core/simulation/probe_columns.hpp"

#include <algorithm>
#include <array>

namespace beltdyn {
namespace {

constexpr std::array<const char*, 6> kPointColumns{"strain [-]",     "force [N]",      "speed [m/s]",
                                                   "pressure [N/m]", "traction [N/m]", "contact_state [-]"};

std::array<double, kPointColumns.size()> point_values(const ProfilePoint& p) {
  return {p.strain, p.force, p.speed, p.pressure, p.traction, static_cast<double>(p.contact_state)};
}

struct Columns {
  std::vector<std::string> operator()(const PulleyProbe&) const { return {"angle [rad]", "power [W]"}; }
  std::vector<std::string> operator()(const SpanProbe&) const { return {"deflection [m]"}; }
  std::vector<std::string> operator()(const PointProbe&) const { return {kPointColumns.begin(), kPointColumns.end()}; }
  std::vector<std::string> operator()(const ParticleProbe&) const {
    std::vector<std::string> columns{"x [m]", "y [m]"};
    columns.insert(columns.end(), kPointColumns.begin(), kPointColumns.end());
    return columns;
  }
};

struct Values {
  const BeltSimulation& simulation;
  std::span<const PulleyState> pulleys;
  const BeltMap& belt;
  std::span<double> values;

  void operator()(const PulleyProbe& probe) const {
    const PulleyState& pulley = pulleys[static_cast<std::size_t>(probe.pulley) - 1];
    values[0] = pulley.angle;
    values[1] = pulley.contact_moment * pulley.angular_velocity;
  }
  void operator()(const SpanProbe& probe) const {
    const PathSpan& span = simulation.path().spans()[static_cast<std::size_t>(probe.span) - 1];
    const PathPoint middle = simulation.path().point(span.start + 0.5 * span.length);
    const Eigen::Vector2d position = belt.position(belt.material(span.start + 0.5 * span.length));
    values[0] = (position - middle.position).dot(middle.normal);
  }
  void operator()(const PointProbe& probe) const {
    std::ranges::copy(point_values(belt.at(probe.sigma)), values.begin());
  }
  void operator()(const ParticleProbe& probe) const {
    const BeltDrive& drive = simulation.drive();
    const double material = probe.sigma * drive.reference_length() / simulation.path().length();
    const Eigen::Vector2d position = belt.position(material);
    values[0] = position.x();
    values[1] = position.y();
    std::ranges::copy(point_values(belt.at_particle(material)), values.begin() + 2);
  }
};

}  // namespace

std::vector<std::string> probe_columns(const Probe& probe) {
  std::vector<std::string> columns = std::visit(Columns{}, probe.place);
  for (std::string& column : columns) column.insert(0, probe.name + "_");
  return columns;
}

void probe_values(const Probe& probe, const BeltSimulation& simulation, std::span<const PulleyState> pulleys,
                  const BeltMap& belt, std::span<double> values) {
  std::visit(Values{simulation, pulleys, belt, values}, probe.place);
}

}  // namespace beltdyn
