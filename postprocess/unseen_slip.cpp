// SPDX-License-Identifier: MIT
#include "postprocess/unseen_slip.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/csv_table.hpp"

namespace beltdyn::postprocess {
namespace {

constexpr std::string_view kArc = "slip_arc_";
constexpr std::string_view kSpeed = "slip_speed_";
constexpr std::string_view kPower = "slip_power_";

// Relative error of the loss of a pulley without visible slip, rounded up from 15 %.
constexpr double kUnseenLoss = 0.2;

}  // namespace

double order_of(std::string_view column, double order) {
  const bool counts_points = column.starts_with(kArc) || column.starts_with(kSpeed);
  return counts_points ? std::min(order, 1.0) : order;
}

UnseenSlip::UnseenSlip(std::span<const std::string> columns) {
  const auto find = [columns](std::string_view start, std::string_view pulley) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string_view name = split_header(columns[i]).name;
      if (name.starts_with(start) && name.substr(start.size()) == pulley) return i;
    }
    return std::nullopt;
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].starts_with(kArc)) continue;
    const std::string_view name = split_header(columns[i]).name;
    const std::optional<std::size_t> speed = find(kSpeed, name.substr(kArc.size()));
    const std::optional<std::size_t> power = find(kPower, name.substr(kArc.size()));
    if (speed && power) pulleys_.push_back({.arc = i, .speed = *speed, .power = *power});
  }
}

void UnseenSlip::raise(std::span<const double> values, std::span<double> errors, double unknown) const {
  const auto is_unseen = [values](const Pulley& p) { return values[p.arc] == 0.0 && values[p.power] > 0.0; };
  const auto least_seen = [&](std::size_t Pulley::*column) {
    double least = INFINITY;
    for (const Pulley& p : pulleys_) {
      if (values[p.arc] != 0.0) least = std::min(least, errors[p.*column]);
    }
    return std::isfinite(least) ? least : unknown;
  };
  for (const auto column : {&Pulley::arc, &Pulley::speed}) {
    const double least = least_seen(column);
    for (const Pulley& p : pulleys_) {
      if (is_unseen(p) && !(errors[p.*column] >= least)) errors[p.*column] = least;
    }
  }
  for (const Pulley& p : pulleys_) {
    if (is_unseen(p)) errors[p.power] = std::max(errors[p.power], kUnseenLoss * values[p.power]);
  }
}

}  // namespace beltdyn::postprocess
