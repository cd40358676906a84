// SPDX-License-Identifier: MIT
#include "core/linear/linear_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/run/csv_writer.hpp"

namespace beltdyn {
namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;

std::string unit_of_ratio(std::string_view output, std::string_view input) {
  if (output == input) return "-";
  return output == "-" ? fmt::format("1/({})", input) : fmt::format("{}/({})", output, input);
}

void write_response(const LinearAnalysis& analysis, const std::filesystem::path& path) {
  const std::vector<LinearOutput> outputs = analysis.outputs();
  const LinearExcitation input = *analysis.options().input->excitation(*analysis.drive());
  std::vector<std::string> columns{"frequency [Hz]"};
  for (const LinearOutput& output : outputs) {
    const std::string unit = unit_of_ratio(output.unit, input.unit(*analysis.drive()));
    columns.push_back(fmt::format("{}_magnitude [{}]", output.name, unit));
    columns.push_back(fmt::format("{}_phase [rad]", output.name));
  }
  CsvWriter writer(path, columns);
  const std::vector<double> frequencies = analysis.options().all_frequencies();
  std::vector<std::complex<double>> s;
  for (const double frequency : frequencies) s.emplace_back(0.0, kFullTurn * frequency);
  std::vector<std::complex<double>> values(frequencies.size() * outputs.size());
  analysis.respond(input, s, values);
  std::vector<double> row(columns.size());
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    row[0] = frequencies[k];
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const std::complex<double> value = values[k * outputs.size() + i];
      if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) {
        throw SolverError(fmt::format(
            "the response of {} at {:.9g} Hz is not finite: an undamped mode has this frequency; omit this frequency",
            outputs[i].name, frequencies[k]));
      }
      row[1 + 2 * i] = std::abs(value);
      row[2 + 2 * i] = std::arg(value);
    }
    writer.row(row);
  }
  writer.flush();
}

void write_modes(const ModeTable& table, const ModeBodies& bodies, const std::filesystem::path& path) {
  std::vector<std::string> columns{"number [-]", "real [1/s]", "imaginary [rad/s]", "frequency [Hz]",
                                   "damping_ratio [-]"};
  const bool has_errors = !table.modes.empty() && table.modes.front().mode.error.has_value();
  if (has_errors) columns.emplace_back("error [1/s]");
  const std::size_t n = bodies.pulleys.size();
  const auto is_mounted = [&bodies](std::size_t k) { return bodies.pulleys[k].mount_inertia.has_value(); };
  const auto has_accessory = [&bodies](std::size_t k) { return bodies.pulleys[k].accessory_inertia.has_value(); };
  for (std::size_t k = 0; k < n; ++k) columns.push_back(fmt::format("pulley_energy_{} [-]", k + 1));
  for (std::size_t k = 0; k < n; ++k) {
    if (is_mounted(k)) columns.push_back(fmt::format("mount_energy_{} [-]", k + 1));
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (has_accessory(k)) columns.push_back(fmt::format("accessory_energy_{} [-]", k + 1));
  }
  for (std::size_t k = 0; k < bodies.n_spans; ++k) columns.push_back(fmt::format("span_energy_{} [-]", k + 1));
  columns.insert(columns.end(), {"wrap_energy [-]", "along_energy [-]"});
  for (std::size_t k = 0; k < bodies.end_masses.size(); ++k) columns.push_back(fmt::format("end_energy_{} [-]", k + 1));
  CsvWriter writer(path, columns);
  for (std::size_t i = 0; i < table.modes.size(); ++i) {
    const auto& [mode, energy, name] = table.modes[i];
    std::vector<double> row{static_cast<double>(i + 1), mode.root.real(), mode.root.imag(), mode.frequency(),
                            mode.damping_ratio()};
    if (has_errors) row.push_back(mode.error.value());
    row.insert(row.end(), energy.pulley.begin(), energy.pulley.end());
    for (std::size_t k = 0; k < n; ++k) {
      if (is_mounted(k)) row.push_back(energy.mount[k]);
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (has_accessory(k)) row.push_back(energy.accessory[k]);
    }
    row.insert(row.end(), energy.span.begin(), energy.span.end());
    row.insert(row.end(), {energy.wrap, energy.along});
    row.insert(row.end(), energy.end.begin(), energy.end.end());
    writer.row(row);
  }
  writer.flush();
}

}  // namespace

std::vector<LinearOutput> linear_outputs(const BeltDrive& drive) {
  std::vector<LinearOutput> outputs;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const auto add = [&outputs, k](const char* name, const char* unit) {
      outputs.push_back({fmt::format("{}_{}", name, k + 1), unit});
    };
    add("angular_velocity", "rad/s");
    add("torque", "N m");
    if (pulley.is_prescribed()) add("drive_torque", "N m");
    add("hub_load", "N");
    if (suspension_of(pulley.mount) != nullptr) {
      const bool is_arm = std::holds_alternative<ArmMount>(pulley.mount);
      add("mount_position", is_arm ? "rad" : "m");
      add("mount_force", is_arm ? "N m" : "N");
    }
    if (!pulley.accessory) continue;
    add("accessory_angular_velocity", "rad/s");
    add("accessory_torque", "N m");
  }
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    outputs.push_back({fmt::format("span_force_{}", k + 1), "N"});
  }
  return outputs;
}

std::complex<double> drive_torque(const Pulley& pulley, std::complex<double> s, std::complex<double> angular_velocity,
                                  std::complex<double> torque) {
  return (s * pulley.inertia + pulley.bearing_damping) * angular_velocity - torque;
}

double LinearAnalysis::longest_stay() const {
  const std::vector<double> speeds = steady_speeds();
  if (speeds.empty()) return 0.0;
  const BeltPath path = path_to_show(*drive());
  double longest = 0.0;
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    if (speeds[k] != 0.0) longest = std::max(longest, path.arcs()[k].wrap / std::abs(speeds[k]));
  }
  return longest;
}

ModeSearch mode_search(const LinearAnalysis& analysis) {
  ModeSearch search = analysis.options().modes.value();
  constexpr double kUsualPart = 0.9;  // of the rate at which modes accumulate
  constexpr double kLargestPart = 0.98;
  const double damped = analysis.damped_rate();
  if (search.highest_rate > kLargestPart * damped) {
    throw SolverError(fmt::format(
        "highest_rate of {:.4g} 1/s reaches the decay rate {:.4g} 1/s of the damping in the belt (stiffness "
        "over damping), where modes lie too close to be told apart; leave it out, or use at most {:.4g} 1/s",
        search.highest_rate, damped, kUsualPart * damped));
  }
  if (search.highest_rate == 0.0) {
    search.highest_rate = std::min(search.bound_of_rate(analysis.longest_stay()), kUsualPart * damped);
  }
  return search;
}

namespace {

// Finds the changes of roots on another mesh, none where there is no such root.
std::vector<std::optional<double>> changes_on(const LinearAnalysis& other, std::span<const LinearMode> modes) {
  std::vector<std::complex<double>> roots;
  for (const LinearMode& mode : modes) roots.push_back(mode.root);
  const std::vector<std::optional<std::complex<double>>> found = other.follow(roots);
  std::vector<std::optional<double>> changes(roots.size());
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (found[i]) changes[i] = std::abs(*found[i] - roots[i]);
  }
  return changes;
}

// With errors of first order, the change on a mesh twice as fine is half of the error, and that on a mesh twice as
// coarse the whole. Errors are irregular, since a front of slip lies anywhere in its element: two meshes may agree by
// chance, three hardly do. The larger estimate counts.
void find_errors(const OnOtherMeshes& others, std::vector<LinearMode>& modes) {
  // With this margin at least 19 of 20 true errors of random drives lie within their bars.
  constexpr double kMargin = 2.0;
  const std::vector<std::optional<double>> finer = changes_on(*others.finer, modes);
  std::vector<std::optional<double>> coarser(modes.size());
  if (others.coarser_on_pulleys) coarser = changes_on(*others.coarser_on_pulleys, modes);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const double size = std::abs(modes[i].root);
    modes[i].error = finer[i] ? std::min(size, kMargin * std::max(2.0 * *finer[i], coarser[i].value_or(0.0))) : size;
  }
}

}  // namespace

ModeTable mode_table(const LinearAnalysis& analysis, const OnOtherMeshes& others) {
  const ModeSearch search = mode_search(analysis);
  std::vector<LinearMode> modes = analysis.modes(search);
  std::ranges::sort(modes, [](const LinearMode& a, const LinearMode& b) {
    return a.root.imag() != b.root.imag() ? a.root.imag() < b.root.imag() : a.root.real() > b.root.real();
  });
  if (search.number > 0) modes.resize(std::min(modes.size(), static_cast<std::size_t>(search.number)));
  if (others.finer) find_errors(others, modes);
  ModeTable table{.places = analysis.places(), .modes = {}};
  for (LinearMode& mode : modes) {
    normalise(mode.shape, table.places);
    ModeEnergy energy = energy_of(analysis.bodies(), table.places, mode.shape);
    std::string name = name_of(energy, table.places);
    table.modes.push_back({.mode = std::move(mode), .energy = std::move(energy), .name = std::move(name)});
  }
  number_names(table.modes);
  return table;
}

std::vector<NamedMode> write_linear_analysis(const LinearAnalysis& analysis, const std::filesystem::path& folder,
                                             const OnOtherMeshes& others) {
  if (analysis.options().input) write_response(analysis, folder / kFrequencyResponseFile);
  if (!analysis.options().modes) return {};
  ModeTable table = mode_table(analysis, others);
  write_modes(table, analysis.bodies(), folder / kModesFile);
  write_modes_json(table, folder / kModeShapesFile);
  return std::move(table.modes);
}

}  // namespace beltdyn
