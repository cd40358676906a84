// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "report/drive_sketch.hpp"
#include "report/drive_sketch_parts.hpp"
#include "report/html.hpp"

namespace beltdyn::report {
namespace {

constexpr int kDigits = 4;
constexpr double kEndRadius = 5.0;    // [px]
constexpr double kLeastRadius = 9.0;  // of a pulley that is clearly visible [px]
constexpr double kLeastMark = 7.0;    // of the ring around the pulleys of an inset [px]
// Pulleys closer to each other than kNear radii of the larger one share an inset. kMostInsets limits the number of
// insets; kAround is the margin around pulleys relative to their radius.
constexpr double kNear = 8.0;
constexpr std::size_t kMostInsets = 3;
constexpr double kAround = 0.7;
constexpr double kInsetsFrom = 0.42;  // left edge of the insets, relative to the width of the picture
constexpr double kGap = 12.0;         // between frames [px]
constexpr std::string_view kFramePaint = "stroke=\"var(--muted)\" stroke-width=\"1\"";
constexpr std::string_view kLeaderPaint = "stroke=\"var(--muted)\" stroke-width=\"1\" stroke-dasharray=\"3 3\"";
constexpr std::string_view kThinPaint = "stroke=\"var(--accent)\" stroke-width=\"2\"";
constexpr std::string_view kEndPaint = "stroke=\"var(--ink)\" stroke-width=\"2\" fill=\"var(--paper)\"";

struct EndText {
  double end_time;

  std::string operator()(const BodyEnd& body) const { return fmt::format("{} kg", shown(body.mass, kDigits)); }
  std::string operator()(const FixedEnd&) const { return "fixed"; }
  std::string operator()(const ForceEnd& end) const { return range_text(end.force, end_time, "N"); }
  std::string operator()(const WinchEnd& end) const {
    return end.turns_freely() ? "drum" : "winch, " + range_text(end.rate, end_time, "m/s");
  }
};

// Draws pulleys and rope.
std::string drawn(const RopeDrive& drive, const RopePath& path, const View& view, std::string_view paint) {
  const Vector first = view.at(drive.ends[0].position());
  const Vector second = view.at(drive.ends[1].position());
  std::string content;
  std::string rope = fmt::format("M{:.1f} {:.1f}", first.x(), first.y());
  for (const PathArc& arc : path.arcs()) {
    content += circle(view.at(arc.center), view.scale() * arc.radius, kPulleyPaint);
    append_arc(rope, view, arc);
  }
  content += fmt::format("<path d=\"{}L{:.1f} {:.1f}\" {}/>", rope, second.x(), second.y(), paint);
  return content;
}

// The number of a pulley, drawn at its centre.
std::string number_of(const RopePath& path, const PathArc& arc, const View& view) {
  return text(view.at(arc.center), std::to_string(&arc - path.arcs().data() + 1));
}

// A ring around the pulleys of an inset [px].
struct Ring {
  Vector middle;
  double radius{};
};

// The lines and labels that a new label should not cover.
struct Obstacles {
  std::vector<std::array<Vector, 2>> lines;
  std::vector<Eigen::AlignedBox2d> boxes;
  double width{};  // of the part of the picture that labels may use [px]

  double in_the_way(const Eigen::AlignedBox2d& label) const {
    constexpr int kPoints = 100;  // on a line, closer to each other than the height of a label
    constexpr double kOutside = 100.0;
    double cost = label.min().x() < 0.0 || label.max().x() > width ? kOutside : 0.0;
    for (const auto& [from, to] : lines) {
      for (int i = 0; i <= kPoints; ++i) {
        if (!label.contains(from + (to - from) * i / kPoints)) continue;
        cost += 1.0;
        break;
      }
    }
    for (const Eigen::AlignedBox2d& box : boxes) cost += label.intersects(box) ? 2.0 : 0.0;
    return cost;
  }
};

Obstacles obstacles_of(const RopePath& path, const View& view, double width) {
  Obstacles obstacles{.lines = {}, .boxes = {}, .width = width};
  for (const PathSpan& span : path.spans()) obstacles.lines.push_back({view.at(span.from), view.at(span.to)});
  for (const PathArc& arc : path.arcs()) {
    const Vector reach = Vector::Constant(view.scale() * arc.radius);
    obstacles.boxes.emplace_back(view.at(arc.center) - reach, view.at(arc.center) + reach);
  }
  return obstacles;
}

// The label of an end: on its right, its left, below or above, wherever it covers least.
std::string end_text(const Vector& at, const std::string& words, Obstacles& obstacles) {
  struct Place {
    Vector to;
    double before;  // part of the text width that is left of the anchor
    std::string_view anchor;
  };
  constexpr double kCharacter = 6.8;  // [px]
  constexpr double kHalfHeight = 8.0;
  constexpr double kBeside = 10.0;
  constexpr double kBelow = 18.0;
  const std::array<Place, 4> places{{{{kBeside, 0.0}, 0.0, "start"},
                                     {{-kBeside, 0.0}, 1.0, "end"},
                                     {{0.0, kBelow}, 0.5, "middle"},
                                     {{0.0, -kBelow}, 0.5, "middle"}}};
  const double width = kCharacter * static_cast<double>(words.size());
  // Labels that hardly stick out of the picture move into it, no further than to the mark of the end.
  constexpr double kMostShift = kBeside - kEndRadius;
  const auto shift_of = [&](const Place& place) {
    const double out = place.before * width - at.x() - place.to.x();
    return Vector{out > 0.0 && out <= kMostShift ? out : 0.0, 0.0};
  };
  const auto box_at = [&](const Place& place) {
    const Vector corner = at + place.to + shift_of(place) - Vector{place.before * width, kHalfHeight};
    return Eigen::AlignedBox2d(corner, corner + Vector{width, 2.0 * kHalfHeight});
  };
  const auto cost = [&](const Place& place) { return obstacles.in_the_way(box_at(place)); };
  const Place& best = *std::ranges::min_element(places, {}, cost);
  obstacles.boxes.push_back(box_at(best));
  return text(at + best.to + shift_of(best), words, best.anchor);
}

// Draws the ends in the left part of the picture, which has this width [px]. Their labels avoid the rings of insets.
std::string ends_of(const RopeDrive& drive, const RopePath& path, const View& view, double end_time, double width,
                    std::span<const Ring> rings = {}) {
  Obstacles obstacles = obstacles_of(path, view, width);
  for (const Ring& ring : rings) {
    const Vector reach = Vector::Constant(ring.radius);
    obstacles.boxes.emplace_back(ring.middle - reach, ring.middle + reach);
  }
  std::string content;
  for (const RopeDriveEnd& end : drive.ends) {
    const Vector at = view.at(end.position());
    content += circle(at, kEndRadius, kEndPaint);
    const std::string form = std::visit(EndText{end_time}, end.form);
    content += end_text(at, end.name.empty() ? form : end.name + ", " + form, obstacles);
  }
  return content;
}

using Group = std::vector<const PathArc*>;

bool are_near(const PathArc& a, const PathArc& b) {
  return (a.center - b.center).norm() < kNear * std::max(a.radius, b.radius) + a.radius + b.radius;
}

// Groups of pulleys that are close to each other, also via others; the highest group first.
std::vector<Group> groups_of(const RopePath& path) {
  std::vector<Group> groups;
  for (const PathArc& arc : path.arcs()) {
    Group joined{&arc};
    std::erase_if(groups, [&](const Group& group) {
      const bool is_near = std::ranges::any_of(group, [&](const PathArc* other) { return are_near(arc, *other); });
      if (is_near) joined.insert(joined.end(), group.begin(), group.end());
      return is_near;
    });
    groups.push_back(std::move(joined));
  }
  const auto height = [](const Group& group) { return group.front()->center.y(); };
  std::ranges::sort(groups, std::ranges::greater(), height);
  return groups;
}

Ring ring_of(const Group& group, const View& all) {
  Vector middle = Vector::Zero();
  for (const PathArc* arc : group) middle += arc->center / static_cast<double>(group.size());
  double reach = 0.0;
  for (const PathArc* arc : group) reach = std::max(reach, (arc->center - middle).norm() + arc->radius);
  return {.middle = all.at(middle), .radius = std::max(kLeastMark, 1.2 * all.scale() * reach)};
}

// An inset: the pulleys of a group in a frame, and in the whole picture a ring around them with a line to the frame.
std::string inset(const RopeDrive& drive, const RopePath& path, const Ring& ring, const Group& group,
                  std::size_t number, const Frame& frame) {
  View view;
  for (const PathArc* arc : group) view.include(arc->center, (1.0 + kAround) * arc->radius);
  view.fit(frame, 0.0);
  std::string numbers;
  for (const PathArc* arc : group) numbers += number_of(path, *arc, view);
  const Vector to{frame.corner.x(), frame.corner.y() + 0.5 * view.height()};
  const Vector along = (to - ring.middle).normalized();
  const std::string box = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" ",
                                      frame.corner.x(), frame.corner.y(), frame.size.x(), view.height());
  return circle(ring.middle, ring.radius, kFramePaint) + line(ring.middle + ring.radius * along, to, kLeaderPaint) +
         fmt::format("<clipPath id=\"sketch-inset-{}\">{}/></clipPath><g clip-path=\"url(#sketch-inset-{})\">{}</g>",
                     number, box, number, drawn(drive, path, view, kBeltPaint)) +
         numbers + box + std::string(kFramePaint) + "/>";
}

}  // namespace

std::string rope_sketch(const RopeDrive& drive, double end_time) {
  const RopePath path = drive.path();
  View view;
  double least = HUGE_VAL;
  for (const PathArc& arc : path.arcs()) {
    view.include(arc.center, arc.radius);
    least = std::min(least, arc.radius);
  }
  for (const RopeDriveEnd& end : drive.ends) view.include(end.position());
  view.fit();
  const std::string label =
      fmt::format("A rope over {} pulley{}", drive.pulleys.size(), drive.pulleys.size() == 1 ? "" : "s");
  const std::vector<Group> groups = groups_of(path);
  if (!(least * view.scale() < kLeastRadius) || groups.size() > kMostInsets) {
    std::string content = drawn(drive, path, view, kBeltPaint);
    for (const PathArc& arc : path.arcs()) content += number_of(path, arc, view);
    return svg(view.height(), label, content + ends_of(drive, path, view, end_time, kPictureWidth));
  }
  const double left = kInsetsFrom * kPictureWidth;
  view.fit({.size = {left, kMostHeight}});
  std::string content = drawn(drive, path, view, kThinPaint);
  const auto n = static_cast<double>(groups.size());
  const double height = (kMostHeight - (n + 1.0) * kGap) / n;
  std::vector<Ring> rings;
  for (const Group& group : groups) rings.push_back(ring_of(group, view));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Frame frame{.corner = {left, kGap + (height + kGap) * static_cast<double>(i)},
                      .size = {kPictureWidth - left - kGap, height}};
    content += inset(drive, path, rings[i], groups[i], i, frame);
  }
  return svg(kMostHeight, label, content + ends_of(drive, path, view, end_time, left, rings));
}

}  // namespace beltdyn::report
