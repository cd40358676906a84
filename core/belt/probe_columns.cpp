// SPDX-License-Identifier: MIT
#include "core/belt/probe_columns.hpp"

#include <functional>
#include <string>
#include <utility>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn {
namespace {

struct ColumnsOfProbe {
  History& history;
  const std::string& name;
  const BeltSimulation& simulation;
  std::shared_ptr<const BeltRow> row;

  void operator()(const PulleyProbe& probe) const {
    const std::size_t k = static_cast<std::size_t>(probe.pulley) - 1;
    add("angle", "rad", [row = row, k] { return row->pulleys[k].angle; });
    add("power", "W", [row = row, k] { return row->pulleys[k].contact_moment * row->pulleys[k].angular_velocity; });
  }
  void operator()(const SpanProbe& probe) const {
    add("deflection", "m", [row = row, k = static_cast<std::size_t>(probe.span) - 1] {
      const PathSpan& span = row->path->spans()[k];
      const double sigma = span.start + 0.5 * span.length;
      const PathPoint middle = row->path->point(sigma);
      return (row->belt->position(row->belt->material(sigma)) - middle.position).dot(middle.normal);
    });
  }
  void operator()(const PointProbe& probe) const {
    add_point([row = row, sigma = probe.sigma] { return row->belt->at(sigma); });
  }
  void operator()(const ParticleProbe& probe) const {
    const double material = probe.sigma * simulation.drive().reference_length() / simulation.path().length();
    add("x", "m", [row = row, material] { return row->belt->position(material).x(); });
    add("y", "m", [row = row, material] { return row->belt->position(material).y(); });
    add_point([row = row, material] { return row->belt->at_particle(material); });
  }

  void add(const char* quantity, const char* unit, std::function<double()> value) const {
    history.add(name + "_" + quantity, unit, std::move(value));
  }
  // Adds the columns of the belt at a point; `find` is called once per row.
  template <class Find>
  void add_point(Find find) const {
    const auto point = std::make_shared<ProfilePoint>();
    history.first_search([point, find] { *point = find(); });
    add("strain", "-", [point] { return point->strain; });
    add("force", "N", [point] { return point->force; });
    add("speed", "m/s", [point] { return point->speed; });
    add("pressure", "N/m", [point] { return point->pressure; });
    add("traction", "N/m", [point] { return point->traction; });
    add("contact_state", "-", [point] { return static_cast<double>(point->contact_state); });
  }
};

}  // namespace

void add_probe_columns(History& history, const Probe& probe, const BeltSimulation& simulation,
                       const std::shared_ptr<const BeltRow>& row) {
  std::visit(ColumnsOfProbe{history, probe.name, simulation, row}, probe.place);
}

}  // namespace beltdyn
