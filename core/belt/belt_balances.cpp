// SPDX-License-Identifier: MIT
#include "core/belt/belt_balances.hpp"

#include <algorithm>
#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/angle.hpp"

namespace beltdyn {
namespace {

// The strain whose force is the least reference force.
constexpr double kSmallStrain = 1e-3;

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

// φ: the share of a pulley in the belt at σ.
class PulleyShare {
 public:
  PulleyShare(const BeltPath& path, std::size_t pulley) : length_(path.length()) {
    const std::size_t n = path.spans().size();
    const PathSpan& before = path.spans()[(pulley + n - 1) % n];
    const PathSpan& behind = path.spans()[pulley];
    begin_ = before.start + 0.25 * before.length;
    rise_ = 0.5 * before.length;
    fall_begin_ = behind.start + 0.25 * behind.length - begin_;
    if (fall_begin_ < 0.0) fall_begin_ += length_;
    fall_ = 0.5 * behind.length;
  }

  double operator()(double sigma) const {
    const double x = sigma - begin_ - length_ * std::floor((sigma - begin_) / length_);
    return x < fall_begin_ ? std::min(1.0, x / rise_) : std::max(0.0, 1.0 - (x - fall_begin_) / fall_);
  }

 private:
  double length_;
  double begin_;
  double rise_;
  double fall_begin_;
  double fall_;
};

// A piece of the belt between two points.
struct Chord {
  double length{};  // [m]
  numerics::Vec2<double> direction;
};
Chord chord_between(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  const Eigen::Vector2d chord = to - from;
  const double length = chord.norm();
  return {.length = length, .direction = {chord.x() / length, chord.y() / length}};
}
Chord chord_behind(std::span<const BeltPoint> points, std::size_t i) {
  return chord_between(points[i % points.size()].position, points[(i + 1) % points.size()].position);
}
// The curvature at a point between two chords of a circle; they may differ in length.
double curvature_between(const Chord& a, const Chord& b) {
  return 2.0 * numerics::angle_between(a.direction, b.direction) / (a.length + b.length);
}

// What the belt behind the middle of a piece exerts on the belt before it.
struct InternalForce {
  Eigen::Vector2d force = Eigen::Vector2d::Zero();  // N t + Q n [N]
  double moment{};                                  // EI κ [N m]
};
InternalForce internal_force(std::span<const BeltPoint> points, std::size_t i, double bending_stiffness) {
  const std::size_t n = points.size();
  const Chord piece = chord_behind(points, i);
  const numerics::Vec2<double>& t = piece.direction;
  const numerics::Vec2<double> across = numerics::perpendicular(t);
  InternalForce internal{.force = 0.5 * (points[i].force + points[(i + 1) % n].force) * Eigen::Vector2d(t.x, t.y)};
  if (bending_stiffness == 0.0) return internal;
  const double here = bending_stiffness * curvature_between(chord_behind(points, i + n - 1), piece);
  const double next = bending_stiffness * curvature_between(piece, chord_behind(points, i + 1));
  internal.force += (here - next) / piece.length * Eigen::Vector2d(across.x, across.y);
  internal.moment = 0.5 * (here + next);
  return internal;
}

// The error on one slip arc of radius R (centre line). share = r/R: traction on the surface of radius r has the moment
// of a force smaller by this factor on the centre line.
double eytelwein_defect(const BeltMap& belt, const SlipZone& zone, double radius, double share, double mass) {
  // Bending and compliance disturb the law at both ends of the arc; this part is skipped at each end.
  constexpr double kBlurred = 0.1;
  constexpr int kSamples = 64;
  const double begin = zone.begin + kBlurred * (zone.end - zone.begin);
  const double step = (1.0 - 2.0 * kBlurred) * (zone.end - zone.begin) / kSamples;
  double traction = 0.0;
  double pressure = 0.0;
  double slope = 0.0;  // of the least-squares line
  double spread = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const ProfilePoint p = belt.at(begin + (i + 0.5) * step);
    const double angle = (i + 0.5 - 0.5 * kSamples) * step / radius;
    const double force = p.force - mass * p.speed * p.speed / (1.0 + p.strain);
    if (!(force > 0.0)) return 0.0;
    traction += p.traction;
    pressure += p.pressure;
    slope += angle * std::log(force);
    spread += angle * angle;
  }
  // d ln F/dφ = −(r/R) traction/pressure
  return traction != 0.0 ? -slope / spread * pressure / (share * traction) - 1.0 : 0.0;
}

}  // namespace

double reference_force(const BeltDrive& drive) {
  return std::max(force_at_rest(drive), kSmallStrain * drive.belt.axial_stiffness);
}

double reference_energy(const BeltDrive& drive) {
  const double force = reference_force(drive);
  return 0.5 * force * force / drive.belt.axial_stiffness * drive.reference_length();
}

PowerFlow pulley_flow(const Pulley& pulley, double time, double angular_velocity, double belt_moment,
                      double bearing_moment) {
  const double moment = pulley.is_prescribed() ? -belt_moment : pulley.moment(time, angular_velocity) + bearing_moment;
  return {.supplied = moment * angular_velocity, .exchanged = std::abs(belt_moment * angular_velocity)};
}

double pulley_energy(const Pulley& pulley, double angular_velocity) {
  return pulley.is_prescribed() ? 0.0 : 0.5 * pulley.inertia * angular_velocity * angular_velocity;
}

double open_reference_energy(const BeltDrive& drive) {
  const Belt& belt = drive.belt;
  return 0.5 * belt.found->force * belt.found->force / belt.axial_stiffness * belt.found->length;
}

double length_defect(const BeltMap& belt, double reference_length) {
  const std::span<const BeltPoint> points = belt.points();
  const std::size_t n = points.size();
  double length = 0.0;
  Chord here = chord_behind(points, 0);
  double curvature_before = curvature_between(chord_behind(points, n - 1), here);
  for (std::size_t i = 0; i < n; ++i) {
    const Chord next = chord_behind(points, i + 1);
    const double curvature_behind = curvature_between(here, next);
    const double turn = 0.5 * (curvature_before + curvature_behind) * here.length;
    const double strain = 0.5 * (points[i].strain + points[(i + 1) % n].strain);
    length += here.length * (1.0 + turn * turn / 24.0) / (1.0 + strain);
    here = next;
    curvature_before = curvature_behind;
  }
  return length / reference_length - 1.0;
}

double mass_flow_defect(const BeltMap& belt, double flux) {
  if (flux == 0.0) return 0.0;
  double worst = 0.0;
  for (const BeltPoint& point : belt.points()) {
    const double defect = point.speed / (1.0 + point.strain) / flux - 1.0;
    if (std::abs(defect) > std::abs(worst)) worst = defect;
  }
  return worst;
}

PulleyLoad pulley_load(const BeltMap& belt, const BeltDrive& drive, const BeltPath& path, std::size_t pulley,
                       const ModelledBelt& model, std::span<const BodyState> bodies) {
  // The arcs of the path belong to circles turned by angle 0 around axes that may have moved.
  const Eigen::Vector2d axis = path.arcs()[pulley].center - drive.pulleys[pulley].center_from_axis(0.0);
  const PulleyShare share(path, pulley);
  const std::span<const BeltPoint> points = belt.points();
  const std::span<const double> sigma = belt.sigma();
  const std::size_t n = points.size();
  PulleyLoad load;
  const auto add = [&load](const Eigen::Vector2d& arm, const Eigen::Vector2d& force) {
    load.force += force;
    load.moment += cross(arm, force);
  };
  double share_here = share(sigma[0]);
  double length_before = points[0].material + drive.reference_length() - points[n - 1].material;
  for (std::size_t i = 0; i < n; ++i) {
    const BeltPoint& a = points[i];
    const BeltPoint& b = points[(i + 1) % n];
    const double share_next = share(sigma[(i + 1) % n]);
    if (share_next != share_here) {
      const double part = share_here - share_next;
      const InternalForce internal = internal_force(points, i, model.bending_stiffness);
      add(0.5 * (a.position + b.position) - axis, part * internal.force);
      load.moment += part * internal.moment;
    }
    const double length = i + 1 < n ? b.material - a.material : b.material + drive.reference_length() - a.material;
    const Eigen::Vector2d acting = model.has_inertia ? Eigen::Vector2d(model.gravity - a.acceleration) : model.gravity;
    add(a.position - axis,
        share_here * 0.5 * (length_before + length) * (model.mass_per_length * acting + a.run_force));
    share_here = share_next;
    length_before = length;
  }
  for (const BodyState& body : bodies) {
    const PathSpan& span = path.spans()[body.span];
    const double place = span.start + span.tangent.dot(body.position - path.point(span.start).position);
    add(body.position - axis, -share(place) * body.belt_force);
  }
  return load;
}

double torque_defect(const PulleyLoad& load, double moment, double radius, double reference_force) {
  return (moment - load.moment) / (radius * reference_force);
}

void eytelwein_defects(const BeltMap& belt, const BeltPath& path, std::span<const SlipZone> zones, double offset,
                       double mass, std::span<double> defects) {
  for (std::size_t k = 0; k < path.arcs().size(); ++k) {
    const double radius = path.arcs()[k].radius;
    const SlipZone* longest = nullptr;
    for (const SlipZone& zone : zones) {
      if (zone.pulley != static_cast<int>(k) || zone.end - zone.begin < kLeastSlipArc * radius) continue;
      if (longest == nullptr || zone.end - zone.begin > longest->end - longest->begin) longest = &zone;
    }
    defects[k] = longest == nullptr ? 0.0 : eytelwein_defect(belt, *longest, radius, 1.0 - offset / radius, mass);
  }
}

}  // namespace beltdyn
