// SPDX-License-Identifier: MIT
#include "core/linear/mode_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn {
namespace {

using Complex = std::complex<double>;

constexpr const char* kFormat = "beltdyn-modes/1";

// The length of the path that a point represents: half of the distance between its two neighbours.
double length_at(const ModePlaces& places, std::size_t i) {
  const std::size_t n = places.points.size();
  const double before = i > 0 ? places.points[i - 1].sigma : places.points[n - 1].sigma - places.contour_length;
  const double behind = i + 1 < n ? places.points[i + 1].sigma : places.points[0].sigma + places.contour_length;
  return 0.5 * (behind - before);
}

// Calls visit(displacement [m]) for every moving part.
template <class Visit>
void for_each_displacement(const ModeShape& shape, const ModePlaces& places, const Visit& visit) {
  for (std::size_t k = 0; k < shape.angle.size(); ++k) {
    visit(places.pulleys[k].radius * shape.angle[k]);
    visit(places.pulleys[k].radius * shape.accessory[k]);
    visit(places.pulleys[k].axis_by.norm() * shape.mount[k]);
  }
  for (const Complex x : shape.across) visit(x);
  for (const Complex x : shape.along) visit(x);
}

// A part of a mode's energy and its name: the kind of motion, and where.
struct Part {
  double share{};
  std::string what;
  std::string where{};

  std::string name() const { return what + where; }
};

Json parts(const std::vector<Complex>& values) {
  Json real = Json::array();
  Json imaginary = Json::array();
  for (const Complex value : values) {
    real.push_back(value.real());
    imaginary.push_back(value.imag());
  }
  return {{"real", std::move(real)}, {"imaginary", std::move(imaginary)}};
}

std::vector<Complex> complex_numbers(const Json& json) {
  const auto real = json.at("real").get<std::vector<double>>();
  const auto imaginary = json.at("imaginary").get<std::vector<double>>();
  std::vector<Complex> values;
  for (std::size_t i = 0; i < real.size(); ++i) values.emplace_back(real[i], imaginary.at(i));
  return values;
}

Json pair(const Eigen::Vector2d& v) { return {v.x(), v.y()}; }
Eigen::Vector2d vector_of(const Json& json) { return {json.at(0).get<double>(), json.at(1).get<double>()}; }

Json places_json(const ModePlaces& places) {
  Json pulleys = Json::array();
  for (const ModePlaces::Pulley& p : places.pulleys) {
    pulleys.push_back(
        {{"label", p.label}, {"axis [m]", pair(p.axis)}, {"radius [m]", p.radius}, {"axis_by_mount", pair(p.axis_by)}});
  }
  Json points{{"sigma [m]", Json::array()},
              {"position [m]", Json::array()},
              {"tangent", Json::array()},
              {"span", Json::array()},
              {"mass_per_length [kg/m]", Json::array()}};
  for (const ModePlaces::Point& p : places.points) {
    points["sigma [m]"].push_back(p.sigma);
    points["position [m]"].push_back(pair(p.position));
    points["tangent"].push_back(pair(p.tangent));
    points["span"].push_back(p.span + 1);
    points["mass_per_length [kg/m]"].push_back(p.mass_per_length);
  }
  Json json{
      {"contour_length [m]", places.contour_length}, {"pulleys", std::move(pulleys)}, {"points", std::move(points)}};
  if (!places.ends.empty()) json["ends"] = places.ends;
  return json;
}

ModePlaces places_of(const Json& json) {
  ModePlaces places{.pulleys = {}, .points = {}, .contour_length = json.at("contour_length [m]").get<double>()};
  for (const Json& p : json.at("pulleys")) {
    places.pulleys.push_back({.label = p.at("label").get<std::string>(),
                              .axis = vector_of(p.at("axis [m]")),
                              .radius = p.at("radius [m]").get<double>(),
                              .axis_by = vector_of(p.at("axis_by_mount"))});
  }
  if (json.contains("ends")) places.ends = json.at("ends").get<std::vector<std::string>>();
  const Json& points = json.at("points");
  for (std::size_t i = 0; i < points.at("sigma [m]").size(); ++i) {
    places.points.push_back({.sigma = points.at("sigma [m]").at(i).get<double>(),
                             .position = vector_of(points.at("position [m]").at(i)),
                             .tangent = vector_of(points.at("tangent").at(i)),
                             .span = points.at("span").at(i).get<int>() - 1,
                             .mass_per_length = points.at("mass_per_length [kg/m]").at(i).get<double>()});
  }
  return places;
}

Json mode_json(const NamedMode& named, std::size_t number) {
  const LinearMode& mode = named.mode;
  const ModeEnergy& energy = named.energy;
  Json parts_of_energy{{"pulleys", energy.pulley}, {"mounts", energy.mount}, {"accessories", energy.accessory},
                       {"spans", energy.span},     {"wraps", energy.wrap},   {"along", energy.along}};
  if (!energy.end.empty()) parts_of_energy["ends"] = energy.end;
  return {{"number", number},
          {"name", named.name},
          {"real [1/s]", mode.root.real()},
          {"imaginary [rad/s]", mode.root.imag()},
          {"frequency [Hz]", mode.frequency()},
          {"damping_ratio", mode.damping_ratio()},
          {"error [1/s]", mode.error ? Json(*mode.error) : Json()},
          {"energy", std::move(parts_of_energy)},
          {"angle [rad]", parts(mode.shape.angle)},
          {"mount [rad, m]", parts(mode.shape.mount)},
          {"accessory [rad]", parts(mode.shape.accessory)},
          {"across [m]", parts(mode.shape.across)},
          {"along [m]", parts(mode.shape.along)}};
}

NamedMode mode_of(const Json& json) {
  const Json& energy = json.at("energy");
  const Json& error = json.at("error [1/s]");
  return {
      .mode = {.root = {json.at("real [1/s]").get<double>(), json.at("imaginary [rad/s]").get<double>()},
               .shape = {.angle = complex_numbers(json.at("angle [rad]")),
                         .mount = complex_numbers(json.at("mount [rad, m]")),
                         .accessory = complex_numbers(json.at("accessory [rad]")),
                         .across = complex_numbers(json.at("across [m]")),
                         .along = complex_numbers(json.at("along [m]"))},
               .error = error.is_null() ? std::nullopt : std::optional(error.get<double>())},
      .energy = {.pulley = energy.at("pulleys").get<std::vector<double>>(),
                 .mount = energy.at("mounts").get<std::vector<double>>(),
                 .accessory = energy.at("accessories").get<std::vector<double>>(),
                 .span = energy.at("spans").get<std::vector<double>>(),
                 .wrap = energy.at("wraps").get<double>(),
                 .along = energy.at("along").get<double>(),
                 .end = energy.contains("ends") ? energy.at("ends").get<std::vector<double>>() : std::vector<double>()},
      .name = json.at("name").get<std::string>()};
}

}  // namespace

std::vector<ModePlaces::Pulley> mode_pulleys(const BeltDrive& drive, std::span<const double> mounts) {
  std::vector<ModePlaces::Pulley> pulleys;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const AxisPlace axis = pulley.axis_at(mounts[k]);
    pulleys.push_back({.label = drive.pulley_label(k), .axis = axis.place, .radius = pulley.radius});
    if (suspension_of(pulley.mount) != nullptr) pulleys.back().axis_by = axis.by_u;
  }
  return pulleys;
}

double LinearMode::frequency() const { return root.imag() / (2.0 * std::numbers::pi); }

LinearMode LinearMode::without_rounding() const {
  constexpr double kNothing = 1e-7;
  LinearMode mode = *this;
  if (std::abs(root.real()) <= kNothing * std::abs(root.imag())) mode.root.real(0.0);
  return mode;
}

double LinearMode::damping_ratio() const { return root == 0.0 ? 0.0 : 0.0 - root.real() / std::abs(root); }

bool ModePlaces::is_open() const {
  constexpr double kRounding = 1e-12;  // of sums of lengths, relative
  return points.size() > 1 && points.back().sigma - points.front().sigma >= (1.0 - kRounding) * contour_length;
}

ModeBodies mode_bodies(const BeltDrive& drive) {
  ModeBodies bodies{.pulleys = {}, .n_spans = drive.pulleys.size()};
  for (const Pulley& pulley : drive.pulleys) {
    ModeBodies::Pulley body{.inertia = pulley.inertia};
    if (const Suspension* suspension = suspension_of(pulley.mount)) body.mount_inertia = suspension->inertia;
    if (pulley.accessory) body.accessory_inertia = pulley.accessory->inertia;
    bodies.pulleys.push_back(body);
  }
  return bodies;
}

ModeEnergy energy_of(const ModeBodies& bodies, const ModePlaces& places, const ModeShape& shape) {
  const std::size_t n = places.pulleys.size();
  ModeEnergy energy{.pulley = std::vector<double>(n),
                    .mount = std::vector<double>(n),
                    .accessory = std::vector<double>(n),
                    .span = std::vector<double>(bodies.n_spans),
                    .end = std::vector<double>(bodies.end_masses.size())};
  double sum = 0.0;
  const auto add = [&sum](double& to, double inertia, Complex x) {
    const double more = inertia * std::norm(x);
    to += more;
    sum += more;
  };
  for (std::size_t k = 0; k < n; ++k) {
    const ModeBodies::Pulley& body = bodies.pulleys[k];
    add(energy.pulley[k], body.inertia, shape.angle[k]);
    if (body.mount_inertia) add(energy.mount[k], *body.mount_inertia, shape.mount[k]);
    if (body.accessory_inertia) add(energy.accessory[k], *body.accessory_inertia, shape.accessory[k]);
  }
  for (std::size_t i = 0; i < places.points.size(); ++i) {
    const ModePlaces::Point& point = places.points[i];
    const double mass = point.mass_per_length * length_at(places, i);
    add(point.span < 0 ? energy.wrap : energy.span[static_cast<std::size_t>(point.span)], mass, shape.across[i]);
    add(energy.along, mass, shape.along[i]);
  }
  for (std::size_t i = 0; i < bodies.end_masses.size(); ++i) {
    add(energy.end[i], bodies.end_masses[i], i == 0 ? shape.along.front() : shape.along.back());
  }
  if (!(sum > 0.0)) return energy;
  for (std::vector<double>* list : {&energy.pulley, &energy.mount, &energy.accessory, &energy.span, &energy.end}) {
    for (double& part : *list) part /= sum;
  }
  energy.wrap /= sum;
  energy.along /= sum;
  return energy;
}

std::string name_of(const ModeEnergy& energy, const ModePlaces& places) {
  constexpr double kMost = 0.5;
  std::vector<Part> all;
  for (std::size_t k = 0; k < places.pulleys.size(); ++k) {
    const std::string& label = places.pulleys[k].label;
    all.push_back({energy.pulley[k], "rotation of pulley ", label});
    all.push_back({energy.mount[k], "mount of pulley ", label});
    all.push_back({energy.accessory[k], "accessory of pulley ", label});
  }
  for (std::size_t k = 0; k < energy.span.size(); ++k) {
    all.push_back({energy.span[k], "across span ", std::to_string(k + 1)});
  }
  all.push_back({energy.wrap, "across the pulleys"});
  all.push_back({energy.along, places.ends.empty() ? "along the belt" : "along the rope"});
  for (std::size_t i = 0; i < energy.end.size(); ++i) all.push_back({energy.end[i], "end ", places.ends[i]});
  std::ranges::stable_sort(all, std::ranges::greater(), &Part::share);
  const Part& first = all[0];
  const Part& second = all[1];
  if (!(first.share > 0.0)) return "without inertia";
  if (first.share >= kMost) return first.name();
  return first.what == second.what ? fmt::format("{} and {}", first.name(), second.where)
                                   : fmt::format("{}, {}", first.name(), second.name());
}

void number_names(std::span<NamedMode> modes) {
  std::map<std::string, int> all;
  for (const NamedMode& named : modes) ++all[named.name];
  std::map<std::string, int> before;
  for (NamedMode& named : modes) {
    const int count = all[named.name];
    if (count == 1) continue;
    named.name = fmt::format("{}, {} of {}", named.name, ++before[named.name], count);
  }
}

void normalise(ModeShape& shape, const ModePlaces& places) {
  Complex largest = 0.0;
  for_each_displacement(shape, places, [&largest](Complex x) {
    if (std::abs(x) > std::abs(largest)) largest = x;
  });
  if (largest == 0.0) return;
  for (std::vector<Complex>* values : {&shape.angle, &shape.mount, &shape.accessory, &shape.across, &shape.along}) {
    for (Complex& x : *values) x /= largest;
  }
}

void write_modes_json(const ModeTable& table, const std::filesystem::path& path) {
  Json modes = Json::array();
  const std::size_t shown = std::min(table.modes.size(), kMostShapes);
  for (std::size_t i = 0; i < shown; ++i) modes.push_back(mode_json(table.modes[i], i + 1));
  const Json json{{"format", kFormat}, {"drive", places_json(table.places)}, {"modes", std::move(modes)}};
  write_text_file(path, json.dump() + "\n");
}

ModeTable read_modes_json(const std::filesystem::path& path) {
  try {
    const Json json = Json::parse(read_text_file(path));
    ModeTable table{.places = places_of(json.at("drive")), .modes = {}};
    for (const Json& mode : json.at("modes")) table.modes.push_back(mode_of(mode));
    return table;
  } catch (const JsonError& error) {
    throw IoError(fmt::format("{}: does not contain modes of this version: {}; run again with --force", path.string(),
                              error.what()));
  }
}

}  // namespace beltdyn
