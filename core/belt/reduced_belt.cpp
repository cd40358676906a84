// SPDX-License-Identifier: MIT
#include "core/belt/reduced_belt.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/drive/drive.hpp"
#include "core/drive/left_out.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {
namespace {

// Number of cells between two kinks; in a span the belt is uniform.
constexpr int kCellsOnPulley = 40;
constexpr int kCellsInSpan = 4;
// Contact points lie at this distance on both sides of a kink, so that zones end at the kink.
constexpr double kBesideKink = 1e-7;  // of the contour length

}  // namespace

ReducedBelt::ReducedBelt(const BeltDrive& drive, std::unique_ptr<ContourSimulation> contour)
    : BeltSimulation(drive),
      contour_(std::move(contour)),
      initial_force_(drive.initial_force()),
      initial_stretch_(drive.initial_stretch()) {}

double ReducedBelt::force(double strain) const {
  return initial_force_ + drive().belt.axial_stiffness * initial_stretch_ * strain;
}

double ReducedBelt::stretch(double strain) const { return initial_stretch_ * (1.0 + strain); }

void ReducedBelt::advance(double dt) {
  contour_->advance(dt);
  const PathSpan& tight = path().spans()[1];
  const ProfilePoint middle = contour_->profile(std::array{tight.start + 0.5 * tight.length})[0];
  passed_ += dt * middle.speed / stretch(middle.strain);
}

std::vector<PulleyState> ReducedBelt::pulley_states() const {
  const ContourState state = contour_->state();
  const std::array<double, 2> behind{force(state.strain_slack), force(state.strain_tight)};
  std::vector<PulleyState> pulleys;
  for (std::size_t k = 0; k < 2; ++k) {
    const TimeFunction& motion = prescribed_speed(drive().pulleys[k]);
    const PathArc& arc = path().arcs()[k];
    pulleys.push_back({.angle = motion.integral(0.0, time()),
                       .angular_velocity = motion.value(time()),
                       .contact_moment = arc.turn * arc.radius * (behind[k] - behind[1 - k])});
  }
  return pulleys;
}

// The path coordinates at which contact or slip begins or ends, ascending, including 0 and L.
std::vector<double> ReducedBelt::kinks() const {
  std::vector<double> sigma{0.0, contour_length()};
  for (const PathArc& arc : path().arcs()) sigma.insert(sigma.end(), {arc.start, arc.start + arc.length()});
  for (const SlipZone& zone : contour_->slip_zones()) sigma.insert(sigma.end(), {zone.begin, zone.end});
  std::sort(sigma.begin(), sigma.end());
  const double least = 4.0 * kBesideKink * contour_length();
  std::vector<double> distinct{0.0};
  for (const double s : sigma) {
    if (s - distinct.back() > least && (contour_length() - s > least || s == contour_length())) distinct.push_back(s);
  }
  return distinct;
}

// Points between the kinks; none lies at a kink.
std::vector<double> ReducedBelt::grid() const {
  const std::vector<double> ends = kinks();
  const double beside = kBesideKink * contour_length();
  std::vector<double> sigma;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const bool touches = path().locate(0.5 * (ends[i] + ends[i + 1])).pulley >= 0;
    const int cells = touches ? kCellsOnPulley : kCellsInSpan;
    sigma.push_back(ends[i] + beside);
    for (int j = 1; j < cells; ++j) sigma.push_back(ends[i] + j * (ends[i + 1] - ends[i]) / cells);
    sigma.push_back(ends[i + 1] - beside);
  }
  return sigma;
}

std::vector<ProfilePoint> ReducedBelt::profile(std::span<const double> sigma) const {
  std::vector<ProfilePoint> points = contour_->profile(sigma);
  for (ProfilePoint& point : points) {
    const int pulley = path().locate(point.sigma).pulley;
    point.force = force(point.strain);
    point.strain = stretch(point.strain) - 1.0;
    if (pulley >= 0) {
      const auto k = static_cast<std::size_t>(pulley);
      const double radius = path().arcs()[k].radius;
      point.pressure = initial_force_ / radius;
      // Traction on the surface with the same moment as on the centre line.
      point.traction *= radius / drive().pulleys[k].radius;
    }
    if (pulley < 0) point.contact_state = static_cast<int>(contact::ContactState::free);
  }
  return points;
}

BeltMap ReducedBelt::belt() const {
  const std::vector<ProfilePoint> state = profile(grid());
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  double material = 0.0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const ProfilePoint& p = state[i];
    if (i > 0) material += (p.sigma - state[i - 1].sigma) / (1.0 + 0.5 * (p.strain + state[i - 1].strain));
    points.push_back({.material = material,
                      .position = path().point(p.sigma).position,
                      .strain = p.strain,
                      .force = p.force,
                      .speed = p.speed});
    contacts.push_back({.material = material,
                        .pulley = path().locate(p.sigma).pulley,
                        .pressure = p.pressure,
                        .traction = p.traction,
                        .state = static_cast<contact::ContactState>(p.contact_state)});
  }
  // Scales the material coordinates to the reference length of the belt: the errors of the formulation and of this sum
  // are spread over the loop.
  const double gap = (contour_length() - state.back().sigma + state.front().sigma) / (1.0 + state.front().strain);
  const double scale = drive().reference_length() / (material + gap);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].material = points[i].material * scale - passed_;
    contacts[i].material = points[i].material;
  }
  return belt_map(std::move(points), std::move(contacts));
}

std::vector<std::string> ReducedBelt::preflight(double end_time) const {
  std::vector<std::string> warnings = contour_->preflight(end_time);
  add_warning(warnings, neglected_keys_message(
                            "a contour formulation models a string without inertia on rigid pulleys, with creep-free "
                            "stick and with friction at its centre line that depends on the pretension only",
                            keys_beyond_contours(drive())));
  return warnings;
}

void ReducedBelt::save(StateWriter& writer) const {
  contour_->save(writer);
  writer.number("reduced_belt/passed", passed_);
}

void ReducedBelt::restore(StateReader& reader) {
  contour_->restore(reader);
  passed_ = reader.number("reduced_belt/passed");
}

std::unique_ptr<Simulation> run_on_contour(
    const Drive& drive, const std::function<std::unique_ptr<ContourSimulation>(const ContourDrive&)>& make) {
  std::unique_ptr<ContourSimulation> contour = make(std::get<ContourDrive>(as_contour(drive)));
  if (const auto* belt = std::get_if<BeltDrive>(&drive))
    return std::make_unique<ReducedBelt>(*belt, std::move(contour));
  return contour;
}

}  // namespace beltdyn
