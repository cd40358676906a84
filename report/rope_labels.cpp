// SPDX-License-Identifier: MIT
#include "report/rope_labels.hpp"

#include <variant>

#include <fmt/format.h>

namespace beltdyn::report {
namespace {

struct KindOfEnd {
  std::string operator()(const BodyEnd& body) const { return fmt::format("{:.6g} kg", body.mass); }
  std::string operator()(const FixedEnd&) const { return "fixed"; }
  std::string operator()(const ForceEnd&) const { return "pulled"; }
  std::string operator()(const WinchEnd& end) const { return end.has_drum() ? "drum" : "winch"; }
};

// The label of a point that spans join: the first end, a pulley, or the second end.
std::string point_label(const RopeDrive& drive, std::size_t point) {
  if (point == 0) return "end " + drive.end_label(0);
  if (point > drive.pulleys.size()) return "end " + drive.end_label(1);
  return "pulley " + drive.pulley_label(point - 1);
}

}  // namespace

std::string end_label(const RopeDrive& drive, std::size_t end) {
  const std::string& name = drive.ends[end].name;
  const std::string kind = std::visit(KindOfEnd{}, drive.ends[end].form);
  return name.empty() || name == kind ? fmt::format("{} ({})", end + 1, kind)
                                      : fmt::format("{} ({}, {})", end + 1, name, kind);
}

std::string span_label(const RopeDrive& drive, std::size_t span) {
  return point_label(drive, span) + " to " + point_label(drive, span + 1);
}

}  // namespace beltdyn::report
