// SPDX-License-Identifier: MIT
#include "analytic/belt/modes/linear_string_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/modes/linear_string_shape.hpp"
#include "analytic/belt/steady/massless_loop.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/left_out.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/linear/order_terms.hpp"

namespace beltdyn::analytic {
namespace {

using Complex = std::complex<double>;

// Frequency, relative to the lowest wave frequency, from which on the mass of the belt changes responses by some
// percent [-].
constexpr double kFarBelowWaves = 0.2;

class LinearStringAnalysis final : public LinearAnalysis {
 public:
  // Pulley i of the string is pulley (driver + i) mod n of the drive, which must outlive the analysis. `mounts`:
  // coordinates of the drive's mounts, shape (n_pulleys). `configured`: the drive with its orders. `rigid`: J and R of
  // accessories on a rigid clutch, shape (n_pulleys), in the order of the drive.
  LinearStringAnalysis(const BeltDrive& drive, const BeltDrive& configured, std::size_t driver, LinearString string,
                       const std::vector<double>& mounts, const LinearOptions& options,
                       std::vector<std::optional<LinearStringAccessory>> rigid)
      : drive_(drive),
        configured_(configured),
        driver_(driver),
        rigid_(std::move(rigid)),
        string_(std::move(string)),
        options_(options),
        places_{.pulleys = mode_pulleys(drive, mounts), .points = {}} {
    const BeltPath path = path_with_mounts(drive, mounts);
    places_.contour_length = path.length();
    slip_lengths_.resize(drive.pulleys.size());
    for (std::size_t k = 0; k < drive.pulleys.size(); ++k) add_points(k, path);
  }

  const LinearOptions& options() const override { return options_; }

  const BeltDrive* drive() const override { return &configured_; }

  ModeBodies bodies() const override { return mode_bodies(drive_); }

  std::vector<double> steady_speeds() const override {
    std::vector<double> speeds;
    for (std::size_t k = 0; k < drive_.pulleys.size(); ++k) {
      const LinearStringDrive& string = string_.drive();
      const LinearStringPulley& pulley = string.pulleys[in_string(k)];
      speeds.push_back(pulley.turn * string.flux * string.spans[before(in_string(k))].stretch / pulley.radius);
    }
    return speeds;
  }

  ModePlaces places() const override { return places_; }

  std::vector<LinearOutput> outputs() const override { return linear_outputs(drive_); }

  void respond(const LinearExcitation& excitation, std::span<const Complex> s,
               std::span<Complex> values) const override {
    auto next = values.begin();
    for (const Complex& value : s) next = tell(value, excitation, next);
  }

  std::vector<LinearMode> modes(const ModeSearch& search) const override {
    std::vector<LinearMode> modes;
    for (const Complex s : string_.roots(search)) modes.push_back({.root = s, .shape = shape_of(s)});
    return modes;
  }

  std::vector<std::optional<Complex>> follow(std::span<const Complex> guesses) const override {
    std::vector<std::optional<Complex>> roots;
    for (const Complex guess : guesses) roots.push_back(string_.root_near(guess));
    return roots;
  }

 private:
  LinearString::Response response(Complex s, const LinearExcitation& excitation) const {
    const std::size_t i = in_string(excitation.pulley);
    if (excitation.quantity == LinearQuantity::force) {
      return string_.response(s, {.quantity = excitation.quantity, .at = *mount_of(excitation.pulley)});
    }
    // An accessory that overruns has no influence; a torque on an accessory that turns with its pulley is a torque on
    // the pulley.
    if (excitation.quantity == LinearQuantity::accessory_torque && !string_.drive().pulleys[i].accessory) {
      LinearString::Response x = string_.response(s, {.quantity = LinearQuantity::torque, .at = i});
      if (!rigid_[excitation.pulley]) {
        for (std::vector<Complex>* part : {&x.force, &x.angular_velocity, &x.mount, &x.accessory}) {
          part->assign(part->size(), 0.0);
        }
      }
      return x;
    }
    return string_.response(s, {.quantity = excitation.quantity, .at = i});
  }

  template <class Place>
  Place tell(Complex s, const LinearExcitation& excitation, Place next) const {
    const LinearString::Response x = response(s, excitation);
    const bool turns = excitation.quantity != LinearQuantity::force;
    // The drive's rotations are positive counter-clockwise, the string's in its running direction.
    const double sense = turns ? string_.drive().pulleys[in_string(excitation.pulley)].turn : 1.0;
    for (std::size_t k = 0; k < drive_.pulleys.size(); ++k) {
      const std::size_t i = in_string(k);
      const LinearStringPulley& pulley = string_.drive().pulleys[i];
      const Complex speed = sense * pulley.turn * x.angular_velocity[i];
      const Complex torque = sense * pulley.turn * pulley.radius * (x.force[i] - x.force[before(i)]);
      *next++ = speed;
      *next++ = torque;
      const Pulley& p = drive_.pulleys[k];
      if (p.is_prescribed()) *next++ = drive_torque(p, s, speed, torque);
      *next++ = sense * string_.hub_load(i, x);
      if (const std::optional<std::size_t> m = mount_of(k)) {
        const LinearStringMount& mount = string_.drive().mounts[*m];
        const double input = !turns && excitation.pulley == k ? 1.0 : 0.0;
        *next++ = sense * x.mount[*m];
        *next++ = sense * ((s * mount.inertia + mount.damping) * s + mount.stiffness) * x.mount[*m] - input;
      }
      if (!p.accessory) continue;
      const Complex turned = accessory_speed(k, x);
      const double input =
          excitation.quantity == LinearQuantity::accessory_torque && excitation.pulley == k ? 1.0 : 0.0;
      *next++ = sense * pulley.turn * turned;
      *next++ = is_driven(k) ? sense * pulley.turn * impedance(k, s) * turned - input : Complex(0.0);
    }
    for (std::size_t k = 0; k < drive_.pulleys.size(); ++k) *next++ = sense * x.force[in_string(k)];
    return next;
  }

  // In the running direction of the belt; 0 if the accessory overruns.
  Complex accessory_speed(std::size_t k, const LinearString::Response& x) const {
    const std::size_t i = in_string(k);
    if (string_.drive().pulleys[i].accessory) return x.accessory[i];
    return rigid_[k] ? x.angular_velocity[i] : Complex(0.0);
  }
  bool is_driven(std::size_t k) const { return string_.drive().pulleys[in_string(k)].accessory || rigid_[k]; }
  // s J + R
  Complex impedance(std::size_t k, Complex s) const {
    const std::optional<LinearStringAccessory>& sprung = string_.drive().pulleys[in_string(k)].accessory;
    const LinearStringAccessory& accessory = sprung ? *sprung : *rigid_[k];
    return s * accessory.inertia + accessory.resistance;
  }

  void add_points(std::size_t k, const BeltPath& path) {
    constexpr int kParts = 16;  // number of points of an arc and of a span
    const std::size_t i = in_string(k);
    const PathArc& arc = path.arcs()[k];
    slip_lengths_[i] = arc.length() - string_.drive().pulleys[i].stick_length;
    for (const bool is_on_span : {false, true}) {
      const double length = is_on_span ? path.spans()[k].length : arc.length();
      const double start = is_on_span ? path.spans()[k].start : arc.start;
      for (int part = 0; part < kParts; ++part) {
        const double local = length * part / kParts;
        const PathPoint point = path.point(start + local);
        const double stretch = string_.drive().spans[is_on_span ? i : before(i)].stretch;
        places_.points.push_back({.sigma = start + local,
                                  .position = point.position,
                                  .tangent = point.tangent,
                                  .span = is_on_span ? static_cast<int>(k) : -1,
                                  .mass_per_length = configured_.belt.mass_per_length / stretch});
        string_places_.push_back({.pulley = i, .is_on_span = is_on_span, .local = local, .tangent = point.tangent});
      }
    }
  }

  ModeShape shape_of(Complex s) const {
    const LinearString::Response mode = string_.mode(s);
    ModeShape shape;
    for (std::size_t k = 0; k < drive_.pulleys.size(); ++k) {
      const std::size_t i = in_string(k);
      shape.angle.push_back(string_.drive().pulleys[i].turn * mode.angular_velocity[i] / s);
      const std::optional<std::size_t> m = mount_of(k);
      shape.mount.push_back(m ? mode.mount[*m] : Complex(0.0));
      shape.accessory.push_back(string_.drive().pulleys[i].turn * accessory_speed(k, mode) / s);
    }
    const LinearStringShape belt(string_.drive(), slip_lengths_, mode, s);
    for (const StringPlace& place : string_places_) {
      const StringDisplacement displacement = belt.at(place);
      shape.across.push_back(displacement.across);
      shape.along.push_back(displacement.along);
    }
    return shape;
  }

  std::size_t in_string(std::size_t k) const {
    const std::size_t n = drive_.pulleys.size();
    return (k + n - driver_) % n;
  }
  std::size_t before(std::size_t i) const { return (i + drive_.pulleys.size() - 1) % drive_.pulleys.size(); }
  // The mount of a pulley of the drive, if the belt moves it.
  std::optional<std::size_t> mount_of(std::size_t k) const {
    const std::vector<LinearStringMount>& mounts = string_.drive().mounts;
    const auto found = std::ranges::find(mounts, in_string(k), &LinearStringMount::pulley);
    if (found == mounts.end()) return std::nullopt;
    return static_cast<std::size_t>(found - mounts.begin());
  }

  const BeltDrive& drive_;
  const BeltDrive& configured_;
  std::size_t driver_;
  std::vector<std::optional<LinearStringAccessory>> rigid_;
  LinearString string_;
  LinearOptions options_;
  ModePlaces places_;
  std::vector<StringPlace> string_places_;  // of the displacement points
  std::vector<double> slip_lengths_;        // of the string's pulleys [m]
};

// Adds an accessory to the terms of its pulley, whose resistance already contains it as turning with the pulley.
// Returns the accessory if it is rigidly coupled.
std::optional<LinearStringAccessory> add_accessory(const Accessory& accessory, double time, double omega,
                                                   const std::string& label, LinearPulleyTerms& terms) {
  if (!accessory.is_driven_steadily(time, omega, label)) return std::nullopt;
  LinearStringAccessory added{.inertia = accessory.inertia, .resistance = -accessory.moment_derivative(time, omega)};
  if (!accessory.spring) {
    terms.inertia += added.inertia;
    return added;
  }
  terms.resistance -= added.resistance;
  added.stiffness = accessory.spring->stiffness;
  added.damping = accessory.spring->damping;
  terms.accessory = added;
  return std::nullopt;
}

// Warnings about neglected parts of the drive that matter at the requested frequencies.
std::vector<std::string> warnings_of(const BeltDrive& drive, const LinearOptions& options) {
  const double mass = drive.belt.mass_per_length;
  std::vector<std::string> warnings;
  add_warning(warnings,
              neglected_keys_message("the linear analysis of analytic_string models a massless string on rigid "
                                     "pulleys, with Coulomb friction as for friction_at center_line and rigid stick",
                                     keys_beyond_contours(drive)));
  if (!(mass > 0.0)) return warnings;
  const BeltPath path = path_to_show(drive);
  double longest = 0.0;
  for (const PathSpan& span : path.spans()) longest = std::max(longest, span.length);
  const double wave = drive.initial_stretch() * std::sqrt(drive.belt.axial_stiffness / mass) / (2.0 * longest);
  const std::vector<double> frequencies = options.all_frequencies();
  double highest = frequencies.empty() ? 0.0 : frequencies.back();
  if (options.modes) highest = std::max(highest, options.modes->highest_frequency);
  if (highest > kFarBelowWaves * wave) {
    warnings.push_back(
        fmt::format("the linear analysis extends to {:.4g} Hz and neglects the mass of the belt, whose first "
                    "longitudinal resonance in the longest span is at {:.4g} Hz; results are reliable up to {:.3g} Hz",
                    highest, wave, kFarBelowWaves * wave));
  }
  return warnings;
}

// The drive with a massless belt that sticks rigidly, and the same friction coefficients.
BeltDrive massless_and_rigid(BeltDrive drive) {
  drive.belt.mass_per_length = 0.0;
  const auto stick = [](std::optional<PulleyContact>& contact) {
    if (contact) *contact->friction = CoulombConfig{.coefficient = contact->kinetic_coefficient()};
  };
  stick(drive.contact);
  for (Pulley& pulley : drive.pulleys) stick(pulley.contact);
  return drive;
}

// The largest ratio of the speeds of a diagram to the present one, at least 1.
template <class Speeds>
double largest_ratio(const BeltDrive& drive, const std::optional<Speeds>& diagram, double time) {
  if (!diagram) return 1.0;
  const std::optional<std::size_t> pulley = pulley_index(drive, diagram->pulley, diagram->name);
  if (!pulley || !drive.pulleys[*pulley].is_prescribed()) return 1.0;
  const double present = std::abs(prescribed_speed(drive.pulleys[*pulley]).value(time));
  return present > 0.0 ? std::max(1.0, std::ranges::max(diagram->speeds()) / present) : 1.0;
}

}  // namespace

LinearStringSimulation::LinearStringSimulation(const BeltDrive& drive, double time_step, LinearOptions options)
    : SteadyStringSimulation(massless_and_rigid(without_orders(drive)), time_step),
      configured_(drive),
      options_(std::move(options)),
      warnings_(warnings_of(drive, options_)) {}

std::vector<std::string> LinearStringSimulation::preflight(double end_time) const {
  constexpr double kSmallPart = 0.01;  // of the forces
  std::vector<std::string> warnings = warnings_;
  std::ranges::move(options_.doubts(*configured_), std::back_inserter(warnings));
  const double ratio = std::max(largest_ratio(*configured_, options_.campbell, end_time),
                                largest_ratio(*configured_, options_.order_response, end_time));
  const double speed = ratio * std::abs(driver_speed(end_time));
  const double centrifugal = configured_->belt.mass_per_length * speed * speed;
  const double least = std::ranges::min(motion().effective_force);
  if (centrifugal > kSmallPart * least) {
    warnings.push_back(
        fmt::format("the linear analysis neglects the centrifugal force of the belt, {:.4g} N at {:.4g} m/s, where a "
                    "span has {:.4g} N at the start: span forces are too small by it, and slip margins too large; use "
                    "\"analysis\": \"steady\", or eulerian_ale",
                    centrifugal, speed, least));
  }
  return warnings;
}

std::unique_ptr<Simulation> LinearStringSimulation::at_speeds(double factor, const Simulation&) const {
  auto other = std::make_unique<LinearStringSimulation>(without_orders(*configured_).at_speeds(time(), factor),
                                                        time_step(), options_);
  if (time() > 0.0) other->advance(time());
  return other;
}

std::shared_ptr<LinearAnalysis> LinearStringSimulation::linear_analysis() {
  // At rest all belt sticks, and the forces are those of rest.
  const bool rests = driver_speed(time()) == 0.0;
  const MasslessLoop massless =
      rests ? MasslessLoop{.string = loop().string,
                           .motion = {.flux = 0.0, .force = motion().effective_force, .mounts = motion().state.mounts}}
            : massless_loop_of(loop(), motion(), driver_speed(time()));
  const StringLoop& string = massless.string;
  const MasslessLoopMotion& steady = massless.motion;
  std::vector<LinearPulleyTerms> pulleys;
  std::vector<std::optional<LinearStringAccessory>> rigid(drive().pulleys.size());
  for (std::size_t i = 0; i < drive().pulleys.size(); ++i) {
    const Pulley& p = drive().pulleys[pulley(i)];
    const PathArc& arc = path().arcs()[pulley(i)];
    const double stretch = massless.stretch((i + steady.force.size() - 1) % steady.force.size());
    const double omega = arc.turn * steady.flux * stretch / arc.radius;
    pulleys.push_back({.inertia = p.inertia,
                       .resistance = p.is_prescribed() ? 0.0 : -p.steady_moment_derivative(time(), omega),
                       .is_prescribed = p.is_prescribed()});
    if (p.accessory) {
      rigid[pulley(i)] = add_accessory(*p.accessory, time(), omega, drive().pulley_label(pulley(i)), pulleys.back());
    }
  }
  std::vector<LinearMountTerms> mounts;
  std::vector<double> positions = mounts_at(time());
  for (std::size_t m = 0; m < string.mounts.size(); ++m) {
    const Pulley& p = drive().pulleys[pulley(string.mounts[m].pulley)];
    const double u = steady.mounts[m];
    positions[pulley(string.mounts[m].pulley)] = u;
    const MountForce force = suspension_force(p.mount, drive().gravity, time(), u, 0.0);
    const std::optional<JointFriction>& friction = suspension_of(p.mount)->friction;
    const JointHold hold = friction ? hold_at_rest(*friction) : JointHold{};
    mounts.push_back({.axis_by_twice = p.axis_at(u).by_u_twice,
                      .inertia = suspension_of(p.mount)->inertia,
                      .damping = hold.damping - force.by_velocity,
                      .stiffness = hold.stiffness - force.by_position});
  }
  return std::make_unique<LinearStringAnalysis>(
      drive(), *configured_, driver(),
      LinearString(linear_string_of(string, steady.flux, steady.force, steady.mounts, pulleys, mounts)), positions,
      options_, std::move(rigid));
}

}  // namespace beltdyn::analytic
