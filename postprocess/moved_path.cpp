// SPDX-License-Identifier: MIT
#include "postprocess/moved_path.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/drive/pulley/mount_rest.hpp"
#include "postprocess/comparison.hpp"
#include "postprocess/plot_data.hpp"

namespace beltdyn::postprocess {
namespace {

constexpr std::string_view kTime = "time [s]";

std::string axis_column(char direction, std::size_t pulley) {
  return fmt::format("axis_{}_{} [m]", direction, pulley + 1);
}

bool moves_in(const CsvTable& history, const BeltDrive& drive) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (history.has(axis_column('x', k))) return true;
  }
  return false;
}

}  // namespace

double same_place(double sigma, const BeltPath& from, const BeltPath& to) {
  const PathPlace place = from.locate(sigma);
  const auto k = static_cast<std::size_t>(place.pulley >= 0 ? place.pulley : place.span);
  const PathArc& arc = to.arcs()[k];
  const double within = place.pulley >= 0 ? place.local * arc.length() / from.arcs()[k].length()
                                          : arc.length() + place.local * to.spans()[k].length / from.spans()[k].length;
  return arc.start + within + std::floor(sigma / from.length()) * to.length();
}

MovedPath::MovedPath(const BeltDrive& drive, const CsvTable& history, std::span<const double> times) : drive_(drive) {
  if (!moves_in(history, drive)) {
    rest_ = path_to_show(drive);
    return;
  }
  axes_.resize(times.size());
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto coordinate = [&](char direction) {
      return sample(history.column(kTime), history.column(axis_column(direction, k)), times, Between::linear);
    };
    const bool moves = history.has(axis_column('x', k));
    const std::vector<double> x = moves ? coordinate('x') : std::vector(times.size(), drive.pulleys[k].center.x());
    const std::vector<double> y = moves ? coordinate('y') : std::vector(times.size(), drive.pulleys[k].center.y());
    for (std::size_t i = 0; i < times.size(); ++i) axes_[i].emplace_back(x[i], y[i]);
  }
}

std::optional<BeltPath> MovedPath::at(std::size_t index) const {
  if (rest_) return rest_;
  try {
    return drive_.path_around(axes_[index]);
  } catch (const PathError&) {
    return std::nullopt;
  }
}

std::optional<BeltPath> path_at(const BeltDrive& drive, const CsvTable& history, double time) {
  return MovedPath(drive, history, {&time, 1}).at(0);
}

CsvTable laid_on(const BeltPath& path, const CsvTable& table, std::span<const std::string_view> sigmas,
                 const BeltDrive& drive, const CsvTable& history) {
  const std::vector<double> times = plot_data::profile_times(table);
  const MovedPath paths(drive, history, times);
  const std::span<const double> time = table.column(kTime);
  std::vector<std::vector<double>> columns;
  std::vector<std::vector<double>*> moving;
  columns.reserve(table.names().size());
  for (const std::string& name : table.names()) {
    const std::span<const double> values = table.column(name);
    columns.emplace_back(values.begin(), values.end());
    if (std::ranges::find(sigmas, name) != sigmas.end()) moving.push_back(&columns.back());
  }
  std::size_t row = 0;
  for (std::size_t now = 0; now < times.size(); ++now) {
    const std::optional<BeltPath> own = paths.at(now);
    for (; row < time.size() && time[row] == times[now]; ++row) {
      for (std::vector<double>* column : moving) {
        if (own) (*column)[row] = same_place((*column)[row], *own, path);
      }
    }
  }
  return {table.file(), table.names(), std::move(columns)};
}

}  // namespace beltdyn::postprocess
