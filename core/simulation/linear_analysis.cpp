// SPDX-License-Identifier: MIT
#include "core/simulation/linear_analysis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/simulation/csv_writer.hpp"

namespace beltdyn {
namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;

std::string unit_of_ratio(std::string_view output, std::string_view input) {
  if (output == input) return "-";
  return output == "-" ? fmt::format("1/({})", input) : fmt::format("{}/({})", output, input);
}

void write_response(const LinearAnalysis& analysis, const std::filesystem::path& path) {
  const std::vector<LinearOutput> outputs = analysis.outputs();
  std::vector<std::string> columns{"frequency [Hz]"};
  for (const LinearOutput& output : outputs) {
    const std::string unit = unit_of_ratio(output.unit, analysis.options().input->unit());
    columns.push_back(fmt::format("{}_magnitude [{}]", output.name, unit));
    columns.push_back(fmt::format("{}_phase [rad]", output.name));
  }
  CsvWriter writer(path, columns);
  std::vector<std::complex<double>> values(outputs.size());
  std::vector<double> row(columns.size());
  for (const double frequency : analysis.options().all_frequencies()) {
    analysis.respond(kFullTurn * frequency, values);
    row[0] = frequency;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i].real()) || !std::isfinite(values[i].imag())) {
        throw SolverError(
            fmt::format("the response of {} at {:.9g} Hz is not finite: a mode without damping is there; "
                        "leave this frequency out",
                        outputs[i].name, frequency));
      }
      row[1 + 2 * i] = std::abs(values[i]);
      row[2 + 2 * i] = std::arg(values[i]);
    }
    writer.row(row);
  }
  writer.flush();
}

void write_modes(const LinearAnalysis& analysis, const std::filesystem::path& path) {
  const ModeSearch& search = *analysis.options().modes;
  std::vector<std::complex<double>> roots = analysis.roots(search);
  std::ranges::sort(roots, [](std::complex<double> a, std::complex<double> b) {
    return a.imag() != b.imag() ? a.imag() < b.imag() : a.real() > b.real();
  });
  if (search.number > 0) roots.resize(std::min(roots.size(), static_cast<std::size_t>(search.number)));
  CsvWriter writer(path, {"number [-]", "real [1/s]", "imaginary [rad/s]", "frequency [Hz]", "damping_ratio [-]"});
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::complex<double> s = roots[i];
    const std::array row{static_cast<double>(i + 1), s.real(), s.imag(), s.imag() / kFullTurn,
                         s == 0.0 ? 0.0 : -s.real() / std::abs(s)};
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
    if (suspension_of(pulley.mount) == nullptr) continue;
    const bool is_arm = std::holds_alternative<ArmMount>(pulley.mount);
    add("mount_position", is_arm ? "rad" : "m");
    add("mount_force", is_arm ? "N m" : "N");
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

void write_linear_analysis(const LinearAnalysis& analysis, const std::filesystem::path& folder) {
  if (analysis.options().input) write_response(analysis, folder / kFrequencyResponseFile);
  if (analysis.options().modes) write_modes(analysis, folder / kModesFile);
}

}  // namespace beltdyn
