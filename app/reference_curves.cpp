// SPDX-License-Identifier: MIT
#include "app/reference_curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "postprocess/comparison.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::app {
namespace {

using verification::PublishedTable;
using Columns = std::vector<std::pair<std::string, std::vector<double>>>;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

CsvTable table_of(const std::string& name, Columns columns) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;
  for (auto& [column, numbers] : columns) {
    names.push_back(std::move(column));
    values.push_back(std::move(numbers));
  }
  return {name, std::move(names), std::move(values)};
}

CsvTable no_slip_zones() {
  return {"", {"time [s]", "pulley [-]", "sigma_begin [m]", "sigma_end [m]", "direction [-]"}, {{}, {}, {}, {}, {}}};
}

CsvTable no_profiles() { return {"", {"time [s]", "sigma [m]"}, {{}, {}}}; }

// Completes the columns that figures of a belt drive with two pulleys need; missing ones are NaN.
Columns belt_history(Columns given) {
  const std::size_t rows = given.front().second.size();
  for (int k = 1; k <= 2; ++k) {
    for (const char* column : {"angular_velocity_{} [rad/s]", "torque_{} [N m]", "slip_arc_{} [rad]",
                               "span_force_{} [N]", "span_speed_{} [m/s]", "applied_torque_{} [N m]"}) {
      const std::string name = fmt::format(fmt::runtime(column), k);
      const bool is_given = std::any_of(given.begin(), given.end(), [&](const auto& c) { return c.first == name; });
      if (!is_given) given.emplace_back(name, std::vector<double>(rows, kNone));
    }
  }
  return given;
}

// [Ntarladima 2023]

constexpr double kAxialStiffness = 8000.0;                   // EA [N]
constexpr double kStressFree = 0.95;                         // 1 + ε_ref
constexpr double kWidth = 0.08;                              // w_b [m]
constexpr double kReferenceLength = 0.4 * std::numbers::pi;  // l_b [m]
constexpr double kEndTime = 2.45;                            // time of the published profiles [s]
constexpr int kSegmentsPerElement = 4;
constexpr double kFree = 2.0;  // contact_state

double stretch_of(double force) { return force / kAxialStiffness + kStressFree; }

// The published quantities at the middle of a contact segment.
struct Segment {
  double s{};         // published material coordinate, opposite to the path, 0 where the upper span leaves pulley 1 [m]
  double force{};     // [N]
  double speed{};     // [m/s]
  double pressure{};  // per length of the path [N/m]
  double traction{};
  double state = kFree;
};

// The contact file lists segments in contact only; it determines the positions of the segments.
std::vector<Segment> segments_of(const PublishedTable& force, const PublishedTable& speed,
                                 const PublishedTable& contact) {
  const std::size_t n = kSegmentsPerElement * speed[0].size();
  const double length = kReferenceLength / static_cast<double>(n);
  const double first = std::fmod(contact[0].front(), length);
  std::vector<Segment> segments(n);
  for (std::size_t i = 0; i < n; ++i) segments[i].s = first + length * static_cast<double>(i);
  std::vector<double> places;
  for (const Segment& segment : segments) places.push_back(segment.s);
  const std::vector<double> forces = postprocess::sample(force[0], force[1], places, postprocess::Between::linear);
  const std::vector<double> speeds = postprocess::sample(speed[0], speed[1], places, postprocess::Between::linear);
  for (std::size_t i = 0; i < n; ++i) {
    segments[i].force = forces[i];
    segments[i].speed = -speeds[i];
  }
  // Published stresses are per reference area, and pressure is negative.
  for (std::size_t row = 0; row < contact[0].size(); ++row) {
    const auto place = static_cast<std::size_t>(std::lround((contact[0][row] - first) / length));
    Segment& segment = segments[std::min(place, n - 1)];
    const double per_length = kWidth / stretch_of(segment.force);
    segment.pressure = -contact[2][row] * per_length;
    segment.traction = -contact[1][row] * per_length;
    const bool slips = contact[3][row] == 0.0;
    segment.state = slips ? (segment.traction > 0.0 ? -1.0 : 1.0) : 0.0;
  }
  return segments;
}

// The material is placed along the path according to its stretch.
CsvTable profile_of(const std::string& name, const std::vector<Segment>& segments) {
  const double length = kReferenceLength / static_cast<double>(segments.size());
  const std::size_t n = segments.size();
  Columns columns{{"time [s]", std::vector<double>(n, kEndTime)}};
  for (const char* column : {"sigma [m]", "strain [-]", "force [N]", "speed [m/s]", "pressure [N/m]", "traction [N/m]",
                             "contact_state [-]"}) {
    columns.emplace_back(column, std::vector<double>(n));
  }
  double sigma = kReferenceLength - segments.front().s * stretch_of(segments.front().force);
  for (std::size_t i = 0; i < n; ++i) {
    const Segment& segment = segments[i];
    const std::size_t row = n - 1 - i;  // s is opposite to the path
    if (i > 0) sigma -= 0.5 * length * (stretch_of(segments[i - 1].force) + stretch_of(segment.force));
    const std::array<double, 7> values{
        sigma,        stretch_of(segment.force) - 1.0, segment.force, segment.speed, segment.pressure, segment.traction,
        segment.state};
    for (std::size_t c = 0; c < values.size(); ++c) columns[c + 1].second[row] = values[c];
  }
  return table_of(name, std::move(columns));
}

std::optional<plots::Run> published_belt(const std::string& mesh, const verification::PublishedData& data) {
  const std::string stem = "ntarladima-2023/stored_" + (mesh == "n480" ? "n480ref" : mesh);
  const std::vector<std::string> files{stem + "_force.csv", stem + "_vel.csv", stem + "_contact.csv",
                                       stem + "_time.csv"};
  if (data.lacks(files)) return std::nullopt;
  PublishedTable time = data.table(files[3], 4);
  const std::string name = mesh + "_published";
  return plots::Run{.name = name,
                    .formulation = "published",
                    .model = mesh,
                    .is_published = true,
                    .history = table_of(name, belt_history({{"time [s]", std::move(time[0])},
                                                            {"angular_velocity_1 [rad/s]", std::move(time[1])},
                                                            {"angular_velocity_2 [rad/s]", std::move(time[2])},
                                                            {"torque_1 [N m]", std::move(time[3])}})),
                    .profiles = profile_of(
                        name, segments_of(data.table(files[0], 2), data.table(files[1], 2), data.table(files[2], 4))),
                    .slip_zones = no_slip_zones()};
}

// Curves of another code

Columns columns_of(const CsvTable& table) {
  Columns columns;
  for (const std::string& name : table.names()) {
    const std::span<const double> values = table.column(name);
    columns.emplace_back(name, std::vector<double>(values.begin(), values.end()));
  }
  return columns;
}

// The tables contain displacements of the elements, x_k = μ_k/σ_k; σ_k and ν_k as in Table 1 of [Kubas 2021].
plots::Run other_links(const std::string& file) {
  constexpr std::array<double, 3> kStiffness{1200.0, 1600.0, 2000.0};  // σ_k [1/m]
  const CsvTable table = CsvTable::parse(file, embedded::kubas_2021(file + ".csv"));
  Columns columns = columns_of(table);
  const std::span<const double> normal = table.column("tagged_normal_force [N]");
  for (std::size_t k = 1; k <= kStiffness.size(); ++k) {
    std::vector<double> friction;
    std::vector<double> force;
    const std::span<const double> displacement = table.column(fmt::format("tagged_displacement_{} [m]", k));
    for (std::size_t i = 0; i < displacement.size(); ++i) {
      friction.push_back(kStiffness[k - 1] * displacement[i]);
      force.push_back(friction.back() * normal[i] / static_cast<double>(kStiffness.size()));
    }
    columns.emplace_back(fmt::format("tagged_friction_{} [-]", k), std::move(friction));
    columns.emplace_back(fmt::format("tagged_element_force_{} [N]", k), std::move(force));
  }
  return {.name = "another_code",
          .formulation = "published",
          .model = "links",
          .is_published = true,
          .history = table_of(file, belt_history(std::move(columns))),
          .profiles = no_profiles(),
          .slip_zones = no_slip_zones()};
}

plots::Run other_rig(const std::string& law) {
  return {.name = law + "_another_code",
          .formulation = "published",
          .model = law,
          .is_published = true,
          .history = CsvTable::parse(law, embedded::friction_curve(law + ".csv")),
          .profiles = {law, {}, {}},
          .slip_zones = {law, {}, {}}};
}

}  // namespace

std::optional<plots::Run> reference_curve(const std::string& id, const verification::PublishedData& data) {
  const std::size_t slash = id.find('/');
  const std::string source = id.substr(0, slash);
  const std::string name = slash == std::string::npos ? "" : id.substr(slash + 1);
  if (source == "ntarladima-2023") return published_belt(name, data);
  if (source == "kubas-2021") return other_links(name);
  if (source == "friction") return other_rig(name);
  throw std::out_of_range("no reference curve " + id);
}

}  // namespace beltdyn::app
