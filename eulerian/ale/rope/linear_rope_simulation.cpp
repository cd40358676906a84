// SPDX-License-Identifier: MIT
#include "eulerian/ale/rope/linear_rope_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "core/drive/rope/rope_ends.hpp"
#include "eulerian/ale/modes/linear_belt.hpp"
#include "eulerian/ale/modes/linear_simulation.hpp"
#include "eulerian/ale/modes/mode_pairs.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using Complex = std::complex<double>;

// Size of roots that are 0 except for rounding, relative to the highest frequency of the search [-]. They belong to a
// rotation of the whole rope over a free pulley. There are two of them, so that their error is the square root of
// rounding.
constexpr double kNoRate = 1e-5;

// The body that moves with an end; none where the end is fixed. A body moves with the rope by x; the force there
// differs from the force at the end of the mesh by the weight of the rope in between: N_σ x = −ρ s' g·t x, t away from
// the rope. Drums and forces act at the end of the mesh.
std::optional<LinearBelt::End> end_of(const RopeDriveEnd& end, const AleEquations& equations, std::size_t i) {
  constexpr double kStart = 0.0;
  if (const auto* body = std::get_if<BodyEnd>(&end.form)) {
    if (body->is_held || body->held_until > kStart) return std::nullopt;
    const AleModel& model = equations.model();
    const AleArrays& arrays = equations.arrays();
    const int node = i == 0 ? 0 : model.mesh.size() - 1;
    const double slope = arrays.q[arrays.layout.at(node, numerics::kBlock, kMaterialSlope)];
    const double weight = dot(model.section.gravity, equations.ends()->tangent(i)) * (i == 0 ? -1.0 : 1.0);
    return LinearBelt::End{.mass = body->mass, .stiffness = -model.section.mass_per_length * slope * weight};
  }
  const std::optional<WinchDrum>& winch = equations.ends()->drums()[i];
  if (std::holds_alternative<ForceEnd>(end.form)) return LinearBelt::End{};
  if (!winch || winch->drum().is_prescribed()) return std::nullopt;
  const Pulley& drum = winch->drum();
  const double by_surface = 1.0 / (drum.radius * drum.radius);
  const bool is_braked = drum.brake && drum.brake->capacity.value(kStart) > 0.0;
  return LinearBelt::End{.mass = by_surface * drum.inertia,
                         .damping = -by_surface * drum.moment_derivative(kStart, winch->angle().v),
                         .stiffness = is_braked ? by_surface * drum.brake->stiffness : 0.0};
}

class RopeAnalysis final : public LinearAnalysis {
 public:
  RopeAnalysis(const RopeDrive& drive, SteadyRope& rope, const AleEquations& equations, LinearOptions options)
      : drive_(drive), options_(std::move(options)), equations_(equations), speeds_(rope.speeds()) {
    LinearBelt::Base base{.system = rope.system(),
                          .unknowns = rope.unknowns(),
                          .equations = equations_,
                          .flux = rope.flux(),
                          .speeds = rope.speeds(),
                          .mounts = {},
                          .time = 0.0,
                          .is_open = true};
    for (std::size_t p = 0; p < drive.pulleys.size(); ++p) base.mounts.push_back(equations_.mounts()[p].q);
    for (std::size_t i = 0; i < base.ends.size(); ++i) {
      base.ends[i] = end_of(drive.ends[i], equations_, i);
      end_masses_.push_back(base.ends[i] ? base.ends[i]->mass : 0.0);
    }
    const RopePath path = drive.path();
    belt_ = std::make_unique<LinearBelt>(base, path);
    places_ = {.pulleys = mode_pulleys(equations_.drive(), base.mounts),
               .points = belt_->points(),
               .ends = {drive.end_label(0), drive.end_label(1)},
               .contour_length = path.length()};
  }

  const LinearOptions& options() const override { return options_; }

  ModeBodies bodies() const override {
    ModeBodies bodies = mode_bodies(equations_.drive());
    ++bodies.n_spans;
    bodies.end_masses = end_masses_;
    // A block counts its mount once.
    for (std::size_t p = 0; p < drive_.pulleys.size(); ++p) {
      if (!equations_.mounts().is_unknown(p)) bodies.pulleys[p].mount_inertia.reset();
    }
    return bodies;
  }

  ModePlaces places() const override { return places_; }

  double damped_rate() const override { return ale::damped_rate(equations_.drive().belt); }

  double longest_stay() const override {
    const RopePath path = drive_.path();
    double longest = 0.0;
    for (std::size_t k = 0; k < speeds_.size(); ++k) {
      if (speeds_[k] != 0.0) longest = std::max(longest, path.arcs()[k].wrap / std::abs(speeds_[k]));
    }
    return longest;
  }

  std::vector<LinearMode> modes(const ModeSearch& search) const override {
    require_digits(search, belt_->longest_memory());
    std::vector<LinearMode> modes;
    for (const numerics::Eigenpair& mode : mode_pairs(*belt_, search, kNoRate * search.highest_angular_frequency())) {
      modes.push_back({.root = mode.value, .shape = belt_->shape_of(mode.value, mode.vector)});
    }
    return modes;
  }

  std::vector<std::optional<Complex>> follow(std::span<const Complex> guesses) const override {
    return followed_modes(*belt_, options_.modes.value(), guesses);
  }

 private:
  const RopeDrive& drive_;
  LinearOptions options_;
  const AleEquations& equations_;
  std::vector<double> speeds_;      // [rad/s]
  std::vector<double> end_masses_;  // [kg]
  ModePlaces places_;
  std::unique_ptr<LinearBelt> belt_;
};

}  // namespace

LinearRopeSimulation::LinearRopeSimulation(const RopeDrive& drive, const AleParameters& parameters,
                                           const LinearOptions& linear)
    : RopeDriveSimulation(drive),
      parameters_(parameters),
      linear_(linear),
      rope_(at_rest(drive), parameters),
      steady_(drive, rope_.ale()) {}

// The row of the rope at rest, with the changes by its running.
RopeRow LinearRopeSimulation::row() const {
  RopeRow row = rope_.row();
  if (!steady_.runs()) return row;
  for (std::size_t i = 0; i < row.ends.size(); ++i) {
    const RopeSpanRow& span = i == 0 ? row.spans.front() : row.spans.back();
    const auto* body = std::get_if<BodyEnd>(&drive().ends[i].form);
    const double sense = body != nullptr ? sense_of(*body, tangent_at(drive().path(), i)) : (i == 0 ? 1.0 : -1.0);
    row.ends[i].speed = sense * span.speed;
  }
  for (std::size_t k = 0; k < row.pulleys.size(); ++k) {
    const Pulley& pulley = drive().pulleys[k];
    row.pulleys[k].angular_velocity = steady_.speeds()[k];
    row.pulleys[k].torque = steady_.moments()[k];
    if (pulley.is_prescribed()) row.pulleys[k].take_drive_torque(pulley, 0.0);
  }
  return row;
}

std::vector<std::string> LinearRopeSimulation::preflight(double) const {
  if (!steady_.runs()) return {};
  const RopeRow now = row();
  double fastest = 0.0;  // largest relative rate of change of a span that ends at a body [1/s]
  for (std::size_t i = 0; i < now.ends.size(); ++i) {
    if (std::holds_alternative<WinchEnd>(drive().ends[i].form)) continue;
    const RopeSpanRow& span = i == 0 ? now.spans.front() : now.spans.back();
    fastest = std::max(fastest, std::abs(span.speed) / span.length);
  }
  if (fastest == 0.0) return {};
  return {fmt::format(
      "the rope runs, and spans change their lengths by up to {:.3g} of themselves in a second, but its modes are "
      "those of "
      "spans that stay as long as they are at the start: do not rely on rates of growth or decay below that",
      fastest)};
}

void LinearRopeSimulation::advance(double dt) {
  time_ += dt;
  ++steps_;
}

SolverStatistics LinearRopeSimulation::statistics() const {
  SolverStatistics statistics = rope_.statistics();
  statistics.steps = steps_;
  return statistics;
}

std::shared_ptr<LinearAnalysis> LinearRopeSimulation::linear_analysis() {
  return std::make_shared<RopeAnalysis>(drive(), steady_, rope_.ale().equations(), linear_);
}

std::unique_ptr<Simulation> LinearRopeSimulation::on_mesh(OtherMesh mesh) const {
  AleParameters other = parameters_;
  if (!change_mesh(other.mesh, mesh)) return nullptr;
  return std::make_unique<LinearRopeSimulation>(drive(), other, linear_);
}

void LinearRopeSimulation::save(StateWriter& writer) const {
  writer.number("time", time_);
  writer.integer("steps", steps_);
}

void LinearRopeSimulation::restore(StateReader& reader) {
  time_ = reader.time("time");
  steps_ = reader.count("steps");
}

}  // namespace beltdyn::eulerian::ale
