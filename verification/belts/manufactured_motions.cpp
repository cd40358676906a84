// SPDX-License-Identifier: MIT
#include "verification/belts/manufactured_motions.hpp"

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

namespace beltdyn::verification {
namespace {

using std::numbers::pi;

constexpr int kScalarIterations = 50;
constexpr double kScalarTolerance = 1e-15;
// A Newton iteration doubles the degree up to which a jet is exact: three iterations lead from the value to degree 6.
constexpr int kDoublings = 3;
// An iteration with a constant derivative gains one degree.
constexpr int kDegrees = 6;

PulleyContact contact_of(double stiffness, double damping, const CoulombParameters& friction) {
  return {.normal = PenaltyContact{.stiffness_per_area = stiffness, .damping_per_area = damping},
          .friction = elastoplastic_coulomb(friction.coefficient, friction.stiffness, friction.damping)};
}

// A law with μ = 0: bristles have no effect.
CoulombParameters no_friction() { return {.coefficient = 0.0, .stiffness = 1.0, .damping = 0.0}; }

// A drive with stiff pulleys, on which the belt of the static start lies; the belt has unit mass per length and is 1 m
// wide.
BeltDrive drive_of(const std::pair<double, double>& places, const std::pair<double, double>& radii, double stiffness,
                   double strain) {
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[0].center = {places.first, 0.0};
  drive.pulleys[1].center = {places.second, 0.0};
  drive.pulleys[0].radius = radii.first;
  drive.pulleys[1].radius = radii.second;
  for (Pulley& pulley : drive.pulleys) {
    pulley.inertia = 1.0;
    pulley.motion = PrescribedMotion{TimeFunction(0.0)};
  }
  drive.belt = {.axial_stiffness = stiffness,
                .bending_stiffness = 0.0,
                .mass_per_length = 1.0,
                .width = 1.0,
                .contact_offset = 0.0,
                .friction_at = FrictionPlace::center_line,
                .axial_damping = 0.0,
                .bending_damping = 0.0,
                .pretension = ReferenceStrain{strain}};
  drive.contact = contact_of(1e5, 0.0, no_friction());
  return drive;
}

// A smooth start of a rotation, ω = m (1 − cos ν t), and its angle [rad].
struct SmoothStart {
  double mean{};       // m [rad/s]
  double frequency{};  // ν [rad/s]

  TimeFunction angular_velocity() const {
    return TimeFunction(TimeFunction::Harmonic{.mean = mean, .amplitude = -mean, .angular_frequency = frequency});
  }
  Jet angle(const Jet& t) const { return Jet(mean) * (t - sin(Jet(frequency) * t) / Jet(frequency)); }
};

// A function that rises from 0 with zero initial slope.
Jet rise(double amplitude, double frequency, const Jet& t) {
  return Jet(0.5 * amplitude) * (Jet(1.0) - cos(Jet(frequency) * t));
}

// An ellipse around the outside of two pulleys that grows and tilts, with circulating particles; see swinging_belt().
class SwingingLoop final : public BeltMotion {
 public:
  SwingingLoop(double length, SwingInTime in_time, double circulation)
      : length_(length), in_time_(in_time), circulation_(circulation) {}

  JetVector position(const Jet& particle, const Jet& time) const override {
    // The particle 0 is near σ = 0 of the path.
    const Jet u = Jet(2.0 * pi / length_) * particle + Jet(2.1) + Jet(circulation_) * time;
    const Jet a = u + Jet(0.1) * sin(u);
    const bool is_polynomial = in_time_ == SwingInTime::polynomial;
    const Jet tilt = Jet(0.005) * (is_polynomial ? time : sin(Jet(3.0) * time));
    const Jet growth = Jet(0.05) * (is_polynomial ? time * time : Jet(1.0) - cos(Jet(4.0) * time));
    return {Jet(1.07) * cos(a) + tilt * sin(Jet(2.0) * u + Jet(0.5)) + growth * cos(u),
            Jet(0.54) * sin(a) + tilt * cos(Jet(2.0) * u) + growth * sin(u)};
  }

 private:
  double length_;
  SwingInTime in_time_;
  double circulation_;
};

// A point of the centre line of a belt with the face x = ϱ(θ) n, n = (cos θ, sin θ), e = dn/dθ. The centre line is
// outside of the face by the thickness, in the direction of dx/dθ = dϱ/dθ n + ϱ e turned by −90°.
JetVector outside(const JetVector& n, const Jet& distance, const Jet& by_theta, double thickness) {
  const Jet scale = Jet(thickness) / sqrt(distance * distance + by_theta * by_theta);
  return distance * n + scale * (distance * n - by_theta * numerics::perpendicular(n));
}

constexpr SmoothStart kRolling{.mean = 1.5, .frequency = 4.0};
constexpr SmoothStart kRunning{.mean = 3.0, .frequency = 4.0};

// A belt on a rolling pulley. Its face x is the curve ϱ = R + a(t) u³ with u = cos θ + c, in contact where u < 0. Its
// bristles are z = R b(t) u⁴. For each particle θ − z/R − φ is constant, where φ is the angle of the pulley, so that
// dz/dt = R (θ_t − ω). The centre line r is outside of the face by the thickness and has the same normal.
class RollingLoop final : public BeltMotion {
 public:
  RollingLoop(const BeltDrive& drive, bool has_friction)
      : length_(drive.reference_length()),
        radius_(drive.pulleys[0].radius),
        thickness_(drive.belt.contact_lever()),
        bristle_(has_friction ? 0.02 : 0.0) {
    const Eigen::Vector2d first = drive.path().point(0.0).position;
    start_ = std::atan2(first.y(), first.x());
  }

  JetVector position(const Jet& particle, const Jet& time) const override {
    const Jet theta = angle(particle, time);
    const Jet u = cos(theta) + Jet(kOffset);
    const Jet depth = Jet(0.25) * (Jet(1.0) + Jet(0.1) * sin(Jet(3.0) * time));
    const Jet distance = Jet(radius_) + depth * u * u * u;
    return outside({cos(theta), sin(theta)}, distance, Jet(-3.0) * depth * u * u * sin(theta), thickness_);
  }

  Jet deflection(const Jet& particle, const Jet& time) const override {
    const Jet u = cos(angle(particle, time)) + Jet(kOffset);
    return Jet(radius_) * rise(bristle_, 5.0, time) * u * u * u * u;
  }

 private:
  static constexpr double kOffset = 0.3;  // c

  Jet angle(const Jet& particle, const Jet& time) const {
    const Jet kept = Jet(start_) + Jet(2.0 * pi / length_) * particle + kRolling.angle(time);
    const Jet b = rise(bristle_, 5.0, time);
    double at = kept.value();
    for (int i = 0; i < kScalarIterations; ++i) {
      const double u = std::cos(at) + kOffset;
      const double off = at - b.value() * u * u * u * u - kept.value();
      if (std::abs(off) < kScalarTolerance) break;
      at -= off / (1.0 + 4.0 * b.value() * u * u * u * std::sin(at));
    }
    Jet theta(at);
    for (int i = 0; i < kDoublings; ++i) {
      const Jet u = cos(theta) + Jet(kOffset);
      const Jet u3 = u * u * u;
      theta = theta - (theta - b * u3 * u - kept) / (Jet(1.0) + Jet(4.0) * b * u3 * sin(theta));
    }
    return theta;
  }

  double length_;
  double radius_;
  double thickness_;
  double bristle_;
  double start_{};
};

// A belt along its path, s(σ, t) = Ψ(σ − q (z + R φ)) with q = 1 + thickness/R. On the arc of pulley 1 the angle θ is
// σ/(q R), so the bristles z obey dz/dt = R (θ_t − ω) as in RollingLoop. The face x is the curve of a belt without
// thickness; r is outside of it.
class PathLoop final : public BeltMotion {
 public:
  PathLoop(const BeltDrive& drive, bool has_friction)
      : path_(drive.path()),
        length_(drive.reference_length()),
        radius_(drive.pulleys[0].radius),
        thickness_(drive.belt.contact_lever()),
        bristle_(has_friction ? 0.01 : 0.0) {}

  JetVector position(const Jet& particle, const Jet& time) const override {
    Jet sigma = place(particle, time);
    sigma = sigma - Jet(whole_loops(sigma.value()));
    std::size_t p = 0;
    while (p + 1 < path_.arcs().size() && sigma.value() >= path_.arcs()[p + 1].start) ++p;
    const PathArc& arc = path_.arcs()[p];
    const PathSpan& span = path_.spans()[p];
    if (sigma.value() < span.start) {
      const Jet along = sigma - Jet(arc.start);
      const Eigen::Vector2d entry = arc.entry - arc.center;
      const Jet theta = Jet(std::atan2(entry.y(), entry.x())) + along / Jet(arc.radius);
      const Jet deepest = Jet(0.02) * (Jet(1.0) + Jet(0.2) * sin(Jet(3.0) * time));
      const Jet x = along / Jet(arc.length());
      const JetVector center{Jet(arc.center.x()), Jet(arc.center.y())};
      return center + outside({cos(theta), sin(theta)}, Jet(arc.radius - thickness_) - deepest * bump(x),
                              -(deepest * bump_slope(x) / Jet(arc.wrap)), thickness_);
    }
    const Jet along = sigma - Jet(span.start);
    const Jet farthest = Jet(0.03) * (Jet(1.0) + sin(Jet(4.0) * time));
    const Jet x = along / Jet(span.length);
    const Jet rising = farthest * bump_slope(x) / Jet(span.length);
    const Jet scale = Jet(thickness_) / sqrt(Jet(1.0) + rising * rising);
    const JetVector from{Jet(span.from.x()), Jet(span.from.y())};
    const JetVector t{Jet(span.tangent.x()), Jet(span.tangent.y())};
    const Jet out = farthest * bump(x) - Jet(thickness_) + scale;
    return from + (along - scale * rising) * t - out * numerics::perpendicular(t);
  }

  Jet deflection(const Jet& particle, const Jet& time) const override { return bristle(place(particle, time), time); }

 private:
  // 1 in the middle of [0, 1]; 0 at its ends, together with three derivatives.
  static Jet bump(const Jet& x) {
    const Jet q = Jet(4.0) * x * (Jet(1.0) - x);
    return q * q * q * q;
  }
  static Jet bump_slope(const Jet& x) {
    const Jet q = Jet(4.0) * x * (Jet(1.0) - x);
    return Jet(16.0) * q * q * q * (Jet(1.0) - Jet(2.0) * x);
  }
  double whole_loops(double sigma) const { return path_.length() * std::floor(sigma / path_.length()); }

  Jet bristle(const Jet& sigma, const Jet& time) const {
    const double length = path_.arcs()[0].length();
    const Jet along = sigma - Jet(whole_loops(sigma.value()));
    if (along.value() >= length) return {};
    const Jet b = bump(along / Jet(length));
    return rise(bristle_, 5.0, time) * b * b;
  }

  // The place σ of a particle. Ψ(ξ) = (L_ref/L) (ξ + ε sin(2π ξ/L)), with the length L of the path, is solved for ξ = σ
  // − q (z + R φ), then this equation for σ.
  Jet place(const Jet& particle, const Jet& time) const {
    constexpr double kWave = 0.02;  // ε [m]
    const double k = 2.0 * pi / path_.length();
    const double stretch = path_.length() / length_;
    const double target = stretch * particle.value();
    double xi_0 = target;
    for (int i = 0; i < kScalarIterations; ++i) {
      const double off = xi_0 + kWave * std::sin(k * xi_0) - target;
      if (std::abs(off) < kScalarTolerance) break;
      xi_0 -= off / (1.0 + kWave * k * std::cos(k * xi_0));
    }
    Jet xi(xi_0);
    for (int i = 0; i < kDoublings; ++i) {
      xi = xi - (xi + Jet(kWave) * sin(Jet(k) * xi) - Jet(stretch) * particle) /
                    (Jet(1.0) + Jet(kWave * k) * cos(Jet(k) * xi));
    }
    const double q = 1.0 + thickness_ / radius_;
    const Jet kept = xi + Jet(q * radius_) * kRunning.angle(time);
    double sigma_0 = kept.value();
    double by_sigma = 1.0;
    for (int i = 0; i < kScalarIterations; ++i) {
      const Jet z = bristle(Jet::place(sigma_0), Jet(time.value()));
      by_sigma = 1.0 - q * z.derivative(1, 0);
      const double off = sigma_0 - q * z.value() - kept.value();
      if (std::abs(off) < kScalarTolerance) break;
      sigma_0 -= off / by_sigma;
    }
    Jet sigma(sigma_0);
    for (int i = 0; i < kDegrees; ++i) sigma = sigma - (sigma - Jet(q) * bristle(sigma, time) - kept) / Jet(by_sigma);
    return sigma;
  }

  BeltPath path_;
  double length_;
  double radius_;
  double thickness_;
  double bristle_;
};

bool has_friction(const BeltDrive& drive) { return drive.contact_of(0).coulomb().value().coefficient > 0.0; }

// Replaces the contact of pulley 1; pulley 2 keeps its contact.
void set_first_contact(BeltDrive& drive, const PulleyContact& contact) {
  drive.pulleys[1].contact = drive.contact;
  drive.contact = contact;
}

}  // namespace

BeltDrive swinging_drive() {
  BeltDrive drive = drive_of({-0.5, 0.5}, {0.45, 0.45}, 50.0, -0.45);
  drive.belt.axial_damping = 0.5;
  drive.gravity = {0.0, -5.0};
  return drive;
}

ManufacturedBelt swinging_belt(const BeltDrive& drive, SwingInTime in_time, double circulation) {
  return {drive, std::make_shared<SwingingLoop>(drive.reference_length(), in_time, circulation)};
}

BeltDrive rolling_drive(double friction_coefficient, double thickness) {
  BeltDrive drive = drive_of({0.0, 1.26}, {1.0, 0.2}, 100.0, -0.2);
  drive.belt.contact_offset = thickness;
  drive.belt.friction_at = FrictionPlace::face;
  drive.belt.axial_damping = 1.0;
  drive.belt.bending_stiffness = 0.5;
  drive.belt.bending_damping = 0.1;
  drive.gravity = {0.0, -5.0};
  drive.pulleys[0].motion = PrescribedMotion{kRolling.angular_velocity()};
  set_first_contact(
      drive, contact_of(2000.0, 20.0, {.coefficient = friction_coefficient, .stiffness = 20000.0, .damping = 1000.0}));
  return drive;
}

ManufacturedBelt rolling_belt(const BeltDrive& drive, ManufacturedBelt::Inertia inertia) {
  return {drive, std::make_shared<RollingLoop>(drive, has_friction(drive)), inertia};
}

BeltDrive path_drive(double friction_coefficient, double thickness) {
  BeltDrive drive = drive_of({-0.5, 0.5}, {0.45, 0.45}, 50.0, -0.4);
  drive.belt.contact_offset = thickness;
  drive.belt.friction_at = FrictionPlace::face;
  drive.belt.axial_damping = 0.5;
  drive.gravity = {0.0, -5.0};
  drive.pulleys[0].motion = PrescribedMotion{kRunning.angular_velocity()};
  drive.contact = contact_of(2000.0, 0.0, no_friction());
  set_first_contact(
      drive, contact_of(2000.0, 20.0, {.coefficient = friction_coefficient, .stiffness = 2000.0, .damping = 20.0}));
  return drive;
}

ManufacturedBelt path_belt(const BeltDrive& drive, ManufacturedBelt::Inertia inertia) {
  return {drive, std::make_shared<PathLoop>(drive, has_friction(drive)), inertia};
}

}  // namespace beltdyn::verification
