// SPDX-License-Identifier: MIT
#include "eulerian/ale/rope/linear_rope_simulation.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "eulerian/ale/modes/linear_belt.hpp"
#include "eulerian/ale/modes/mode_pairs.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using Complex = std::complex<double>;

// What a free pulley lets go round as a whole has roots that are 0 but for rounding, of which there are two: they are
// off by the root of that, in parts of the highest frequency of the search.
constexpr double kNoRate = 1e-5;

// What moves with an end; none where it is fixed. A body goes with the rope by x, where the force of the rope is less
// by the weight of as much of it as is between: N_σ x = −ρ s' g·t x, t away from the rope. Drums and forces are where
// the mesh ends.
std::optional<LinearBelt::End> end_of(const RopeDriveEnd& end, const AleEquations& equations, std::size_t i,
                                      double time) {
  if (const auto* body = std::get_if<BodyEnd>(&end.form)) {
    if (body->is_held || time < body->held_until) return std::nullopt;
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
  const bool is_braked = drum.brake && drum.brake->capacity.value(time) > 0.0;
  return LinearBelt::End{.mass = by_surface * drum.inertia,
                         .damping = -by_surface * drum.moment_derivative(time, winch->angle().v),
                         .stiffness = is_braked ? by_surface * drum.brake->stiffness : 0.0};
}

class RopeAnalysis final : public LinearAnalysis {
 public:
  RopeAnalysis(const RopeDrive& drive, AleBelt& belt, LinearOptions options)
      : drive_(drive), options_(std::move(options)), equations_(belt.equations()), system_(equations_, 1) {
    system_.set_loads({.friction = equations_.model().laws.friction,
                       .time = belt.time(),
                       .speeds = std::vector<double>(drive.pulleys.size())});
    unknowns_ = system_.pack(0.0);
    LinearBelt::Base base{.system = system_,
                          .unknowns = unknowns_,
                          .equations = equations_,
                          .flux = 0.0,
                          .speeds = std::vector<double>(drive.pulleys.size()),
                          .mounts = {},
                          .time = belt.time(),
                          .is_open = true};
    for (std::size_t p = 0; p < drive.pulleys.size(); ++p) base.mounts.push_back(equations_.mounts()[p].q);
    for (std::size_t i = 0; i < base.ends.size(); ++i) {
      base.ends[i] = end_of(drive.ends[i], equations_, i, belt.time());
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
    // One of a block has its mount.
    for (std::size_t p = 0; p < drive_.pulleys.size(); ++p) {
      if (!equations_.mounts().is_unknown(p)) bodies.pulleys[p].mount_inertia.reset();
    }
    return bodies;
  }

  ModePlaces places() const override { return places_; }

  std::vector<LinearMode> modes(const ModeSearch& search) const override {
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
  AleEquations& equations_;
  SteadySystem system_;
  Eigen::VectorXd unknowns_;
  std::vector<double> end_masses_;  // [kg]
  ModePlaces places_;
  std::unique_ptr<LinearBelt> belt_;
};

}  // namespace

LinearRopeSimulation::LinearRopeSimulation(const RopeDrive& drive, const AleParameters& parameters,
                                           const LinearOptions& linear)
    : RopeDriveSimulation(drive), parameters_(parameters), linear_(linear), rope_(drive, parameters) {
  require_equilibrium();
}

void LinearRopeSimulation::require_equilibrium() {
  constexpr double kBalanced = 1e-5;  // of the forces of the rope
  double largest = 0.0;
  for (const RopeSpanRow& span : row().spans) largest = std::max(largest, span.force);
  const double remains = rope_.ale().equations().evaluate(resting_step(), false);
  if (remains <= kBalanced * largest) return;
  throw SolverError(
      fmt::format("the rope is not in equilibrium at the start, where it would move by {:.3g} N that nothing bears, so "
                  "that there are no small motions about rest; hold an end, prescribe the motion of a pulley, or give "
                  "friction that bears the load",
                  remains));
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
  return std::make_shared<RopeAnalysis>(drive(), rope_.ale(), linear_);
}

std::unique_ptr<Simulation> LinearRopeSimulation::on_finer_mesh() const {
  AleParameters finer = parameters_;
  finer.mesh.elements_per_pulley *= 2;
  finer.mesh.elements_per_span *= 2;
  return std::make_unique<LinearRopeSimulation>(drive(), finer, linear_);
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
