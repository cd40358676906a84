// SPDX-License-Identifier: MIT
#include "plots/link_data.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "plots/figure_data.hpp"

namespace beltdyn::plots {
namespace {

constexpr std::string_view kNormalForce = "_normal_force [N]";

// The name of the first tagged link, empty if there is none.
std::string_view tagged_link(const Run& run) {
  for (const std::string& name : run.history.names()) {
    if (name.ends_with(kNormalForce)) return std::string_view(name).substr(0, name.size() - kNormalForce.size());
  }
  return {};
}

}  // namespace

bool has_tagged_link(const Run& run) { return !tagged_link(run).empty(); }

int tagged_elements(const Run& run) {
  const std::string_view link = tagged_link(run);
  int n = 0;
  while (run.history.has(fmt::format("{}_friction_{} [-]", link, n + 1))) ++n;
  return n;
}

std::string link_lines(const Run& run, std::size_t pulleys) {
  const CsvTable& history = run.history;
  const std::string_view link = tagged_link(run);
  std::vector<std::span<const double>> columns{history.column("time [s]")};
  for (const char* quantity : {"normal_force [N]", "friction_force [N]", "joint_force [N]", "slip_velocity [m/s]"}) {
    columns.push_back(history.column(fmt::format("{}_{}", link, quantity)));
  }
  for (int k = 1; k <= tagged_elements(run); ++k) {
    columns.push_back(history.column(fmt::format("{}_friction_{} [-]", link, k)));
    columns.push_back(history.column(fmt::format("{}_element_force_{} [N]", link, k)));
    columns.push_back(history.column(fmt::format("{}_displacement_{} [m]", link, k)));
  }
  const std::vector<double> none(history.rows());
  for (std::size_t p = 1; p <= pulleys; ++p) {
    const std::string torque = fmt::format("applied_torque_{} [N m]", p);
    columns.push_back(column_or(history, torque, none));
  }
  return thinned_lines(columns);
}

}  // namespace beltdyn::plots
