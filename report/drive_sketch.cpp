// SPDX-License-Identifier: MIT
#include "report/drive_sketch.hpp"

#include <algorithm>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/drive/drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/drive/pulley/pulley_list.hpp"
#include "report/contour_loop.hpp"
#include "report/drive_sketch_parts.hpp"
#include "report/html.hpp"

namespace beltdyn::report {
namespace {

constexpr int kDigits = 4;
constexpr double kPivotRadius = 4.0;  // [px]

struct TorqueText {
  double end_time;

  std::string operator()(const AppliedTorque& torque) const {
    return "torque " + range_text(torque.moment, end_time, "N m");
  }
  std::string operator()(const ResistingTorque& torque) const {
    return "resisting torque " + range_text(torque.moment, end_time, "N m");
  }
  std::string operator()(const ConstantPower& torque) const {
    return "power " + range_text(torque.power, end_time, "W");
  }
  std::string operator()(const TorqueTable& torque) const {
    const auto [low, high] = std::ranges::minmax(torque.moment);
    return fmt::format("torque {:.4g} to {:.4g} N m over the speed", low, high);
  }
};

std::string torques_text(const std::vector<PulleyTorque>& torques, double end_time) {
  std::string words;
  for (const PulleyTorque& torque : torques) {
    if (!words.empty()) words += ", ";
    words += std::visit(TorqueText{end_time}, torque.form);
  }
  return words;
}

// For example "accessory of 0.002 kg m² by a spring of 40 N m/rad and a one-way clutch: torque -3 N m".
std::string accessory_text(const Accessory& accessory, double end_time) {
  std::string words = fmt::format("accessory of {} kg m²", shown(accessory.inertia, kDigits));
  if (accessory.spring) words += fmt::format(" by a spring of {} N m/rad", shown(accessory.spring->stiffness, kDigits));
  if (accessory.driving_direction) words += accessory.spring ? " and a one-way clutch" : " by a one-way clutch";
  const std::string torques = torques_text(accessory.torques, end_time);
  return torques.empty() ? words : words + ": " + torques;
}

std::string motion_text(const PulleyMotion& motion, double end_time) {
  if (const auto* given = std::get_if<PrescribedMotion>(&motion)) {
    return "turns at " + range_text(given->angular_velocity, end_time, "rad/s");
  }
  const auto* torques = std::get_if<TorqueMotion>(&motion);
  if (torques == nullptr) return "turns freely";
  return torques_text(torques->torques, end_time);
}

// The mount of an axis that moves.
std::string mount_text(const Pulley& pulley) {
  const auto* slider = std::get_if<SliderMount>(&pulley.mount);
  if (slider == nullptr || slider->prescribed_displacement) return "";
  return fmt::format(", slides with {} kg", shown(slider->suspension.inertia, kDigits));
}

std::string pulley_table(std::span<const Pulley> pulleys, const std::vector<PathArc>& arcs, double end_time) {
  Table table{
      .columns = {{"pulley", true}, {"driven by"}, {"radius [m]", true}, {"wrap [°]", true}, {"inertia [kg m²]", true}},
      .rows = {}};
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    const Pulley& pulley = pulleys[k];
    std::string words = motion_text(pulley.motion, end_time);
    if (pulley.brake) words += ", brake of " + range_text(pulley.brake->capacity, end_time, "N m");
    if (pulley.accessory) words += "; " + accessory_text(*pulley.accessory, end_time);
    words += mount_text(pulley);
    table.rows.push_back({.cells = {text_cell(pulley_label(pulleys, k)), text_cell(std::move(words)),
                                    number_cell(pulley.radius, kDigits), number_cell(arcs[k].wrap * kDegrees, kDigits),
                                    number_cell(pulley.inertia, kDigits)}});
  }
  return html_of(table);
}

struct Sketcher {
  double end_time;

  std::string operator()(const BeltDrive& drive) const {
    const BeltPath path = path_to_show(drive);
    View view;
    for (const PathArc& arc : path.arcs()) view.include(arc.center, arc.radius);
    for (const Pulley& pulley : drive.pulleys) {
      if (const auto* arm = std::get_if<ArmMount>(&pulley.mount)) view.include(arm->pivot, 0.0);
    }
    view.fit();
    std::string content;
    std::string belt;
    for (std::size_t k = 0; k < path.arcs().size(); ++k) {
      const auto* arm = std::get_if<ArmMount>(&drive.pulleys[k].mount);
      if (arm == nullptr) continue;
      const Vector pivot = view.at(arm->pivot);
      const Vector axis = view.at(path.arcs()[k].center);
      content += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" {}/>", pivot.x(), pivot.y(), axis.x(), axis.y(),
                             kArmPaint);
      content += circle(pivot, kPivotRadius, kPulleyPaint);
    }
    for (std::size_t k = 0; k < path.arcs().size(); ++k) {
      const PathArc& arc = path.arcs()[k];
      content += circle(view.at(arc.center), view.scale() * drive.pulleys[k].radius, kPulleyPaint);
      append_arc(belt, view, arc);
    }
    content += fmt::format("<path d=\"{}z\" {}/>", belt, kBeltPaint);
    for (const PathSpan& span : path.spans()) content += arrow(view.at(span.from), view.at(span.to));
    for (std::size_t k = 0; k < path.arcs().size(); ++k) {
      content += text(view.at(path.arcs()[k].center), std::to_string(k + 1));
    }
    return svg(view.height(), fmt::format("A belt around {} pulleys", drive.pulleys.size()), content) +
           pulley_table(drive.pulleys, path.arcs(), end_time);
  }

  std::string operator()(const ContourDrive& drive) const {
    const ContourLoop loop(drive);
    View view;
    for (int k = 0; k < 2; ++k) view.include(loop.center(k), loop.radius(k));
    view.fit();
    std::string content;
    for (int k = 0; k < 2; ++k) content += circle(view.at(loop.center(k)), view.scale() * loop.radius(k), kPulleyPaint);
    constexpr int kPoints = 120;
    std::string belt;
    for (int i = 0; i < kPoints; ++i) {
      const Vector p = view.at(loop.point(drive.contour_length * i / kPoints));
      belt += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", p.x(), p.y());
    }
    content += fmt::format("<path d=\"{}z\" {}/>", belt, kBeltPaint);
    const auto half_way = [&](double sigma) { return view.at(loop.point(sigma)); };
    const double slack = 0.5 * (drive.exit(0) + drive.entry(1));
    const double tight = 0.5 * (drive.exit(1) + drive.contour_length);
    content += arrow(view.at(loop.point(drive.exit(0))), view.at(loop.point(drive.entry(1))));
    content += arrow(view.at(loop.point(drive.exit(1))), view.at(loop.point(drive.contour_length)));
    content += text(half_way(slack) + Vector{0.0, 18.0}, "slack span");
    content += text(half_way(tight) - Vector{0.0, 18.0}, "tight span");
    for (int k = 0; k < 2; ++k) content += text(view.at(loop.center(k)), std::to_string(k + 1));
    Table table{
        .columns = {{"pulley", true}, {"surface speed"}, {"contact length [m]", true}, {"friction limit [N/m]", true}},
        .rows = {}};
    for (std::size_t k = 0; k < 2; ++k) {
      table.rows.push_back(
          {.cells = {number_cell(static_cast<double>(k + 1)),
                     text_cell(range_text(drive.surface_speed[k], end_time, "m/s")),
                     number_cell(drive.contact_length[k], kDigits), number_cell(drive.friction_force[k], kDigits)}});
    }
    return svg(view.height(), "A belt around two pulleys", content) +
           fmt::format("<p>Contour length {} m, each span {} m, axial stiffness {} N.</p>\n",
                       shown(drive.contour_length, kDigits), shown(drive.span_length(), kDigits),
                       shown(drive.axial_stiffness, kDigits)) +
           html_of(table);
  }

  std::string operator()(const FrictionRigDrive& drive) const {
    View view;
    view.include({0.0, 0.0});
    view.include({10.0, 2.4});
    view.fit();
    const bool is_pulled = std::holds_alternative<PulledMass>(drive.motion);
    const Vector low = view.at({2.0, 0.4});
    const Vector high = view.at({4.6, 2.0});
    std::string content = line(view.at({0.0, 0.4}), view.at({10.0, 0.4}), "stroke=\"var(--ink)\" stroke-width=\"2\"");
    content += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>", low.x(), high.y(),
                           high.x() - low.x(), low.y() - high.y(), kPulleyPaint);
    content += text(view.at({3.3, 1.2}), is_pulled ? "mass" : "contact");
    if (is_pulled) {
      std::string spring = "M" + fmt::format("{:.1f} {:.1f}", view.at({4.6, 1.2}).x(), view.at({4.6, 1.2}).y());
      for (int i = 1; i <= 10; ++i) {
        const Vector p = view.at({4.6 + 0.34 * i, 1.2 + (i == 10 ? 0.0 : i % 2 == 0 ? -0.25 : 0.25)});
        spring += fmt::format("L{:.1f} {:.1f}", p.x(), p.y());
      }
      content += fmt::format("<path d=\"{}\" {}/>", spring, kBeltPaint);
    }
    const Vector from = view.at({is_pulled ? 8.0 : 4.6, 1.2});
    const Vector to = view.at({9.8, 1.2});
    content += line(from, to, kBeltPaint) + arrow(from, to);
    return svg(view.height(), "The friction rig", content) +
           fmt::format("<p>Normal force {} N; {}.</p>\n", shown(drive.normal_force, kDigits), rig_text(drive.motion));
  }

  std::string operator()(const SupportedBeamDrive& drive) const {
    const PressingCircle& pressing = drive.circle;
    View view;
    view.include({0.0, 0.0}, 0.03 * drive.length);
    view.include({drive.length, 0.0}, 0.03 * drive.length);
    if (drive.has_circle) view.include(pressing.rest_position, pressing.radius);
    view.fit();
    std::string content;
    if (drive.has_circle) {
      content += circle(view.at(pressing.rest_position), view.scale() * pressing.radius, kPulleyPaint);
    }
    content += line(view.at({0.0, 0.0}), view.at({drive.length, 0.0}), kBeltPaint);
    for (std::size_t i = 0; i < drive.supports.size(); ++i) {
      const Vector at = view.at({i == 0 ? 0.0 : drive.length, 0.0});
      const bool is_clamped = drive.supports[i] == BeamSupport::clamped;
      content += is_clamped
                     ? line(at - Vector{0.0, 14.0}, at + Vector{0.0, 14.0}, "stroke=\"var(--ink)\" stroke-width=\"4\"")
                     : circle(at, 5.0, "stroke=\"var(--ink)\" stroke-width=\"2\" fill=\"var(--paper)\"");
    }
    if (!drive.has_circle) {
      return svg(view.height(), "A beam running through two supports", content) +
             fmt::format("<p>Beam of {} m under {} N, running at {} m/s.</p>\n", shown(drive.length, kDigits),
                         shown(drive.tension, kDigits), shown(drive.speed, kDigits));
    }
    return svg(view.height(), "A beam between two supports, pressed by a circle", content) +
           fmt::format("<p>Beam of {} m, pressed by {}.</p>\n", shown(drive.length, kDigits),
                       escape(range_text(pressing.force, end_time, "N")));
  }

  std::string operator()(const RopeOnSurface& drive) const {
    return fmt::format("<p>A rope of radius {} m on a rigid surface; tension {}, coefficient of friction {}.</p>\n",
                       shown(drive.rope_radius, kDigits), escape(range_text(drive.tension, end_time, "N")),
                       escape(range_text(drive.friction, end_time, "")));
  }

  std::string operator()(const RopeDrive& drive) const {
    return rope_sketch(drive, end_time) + pulley_table(drive.pulleys, drive.path().arcs(), end_time);
  }

  std::string rig_text(const RigMotion& motion) const {
    if (const auto* given = std::get_if<PrescribedVelocity>(&motion)) {
      return "moved at " + escape(range_text(given->velocity, end_time, "m/s"));
    }
    if (const auto* given = std::get_if<PrescribedPosition>(&motion)) {
      return "moved to positions " + escape(range_text(given->position, end_time, "m"));
    }
    const auto& mass = std::get<PulledMass>(motion);
    std::string words = fmt::format("a mass of {} kg", shown(mass.mass, kDigits));
    if (mass.has_moving_spring()) {
      words += fmt::format(", pulled by a spring of {} N/m whose free end moves at {}", shown(mass.stiffness, kDigits),
                           escape(range_text(mass.pull_speed, end_time, "m/s")));
    }
    if (mass.force_rate != 0.0) words += fmt::format(", pulled by {} N/s", shown(mass.force_rate, kDigits));
    return words;
  }
};

}  // namespace

std::string range_text(const TimeFunction& quantity, double end_time, std::string_view unit) {
  const double low = quantity.minimum(0.0, end_time);
  const double high = quantity.maximum(0.0, end_time);
  const std::string range =
      low == high ? shown(low, kDigits) : fmt::format("{} to {}", shown(low, kDigits), shown(high, kDigits));
  return unit.empty() ? range : fmt::format("{} {}", range, unit);
}

std::string drive_sketch(const Drive& drive, double end_time) { return std::visit(Sketcher{end_time}, drive); }

}  // namespace beltdyn::report
