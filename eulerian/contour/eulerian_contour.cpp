// SPDX-License-Identifier: MIT
#include "eulerian/contour/eulerian_contour.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::eulerian {
namespace {

// Limit of the search for consistent states; three rounds are usual.
constexpr std::size_t kMaxStateRounds = 40;

std::uint64_t fingerprint(const std::vector<contact::ContactState>& states) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const contact::ContactState state : states) hash = (hash ^ static_cast<std::uint64_t>(state)) * 1099511628211U;
  return hash;
}

}  // namespace

EulerianContour::EulerianContour(ContourDrive drive, const EulerianContourParameters& parameters)
    : EulerianContour(std::move(drive), parameters,
                      std::make_unique<numerics::TwistedChainSolver>(
                          numerics::ClosedChainLayout(parameters.elements_per_contact))) {}

EulerianContour::EulerianContour(ContourDrive drive, const EulerianContourParameters& parameters,
                                 std::unique_ptr<numerics::ClosedChainSolver> solver)
    : ContourSimulation(std::move(drive)),
      parameters_(parameters),
      belt_(this->drive(), parameters.elements_per_contact, theta(parameters.scheme)),
      contact_(this->drive(), belt_.layout(), parameters.stick_penalty, has_memory()),
      newton_(std::move(solver), belt_.layout(), parameters.jacobian,
              parameters.newton_tolerance * std::max(this->drive().contact_length[0], this->drive().contact_length[1]),
              parameters.max_newton_iterations),
      clock_(parameters.time_step),
      last_step_(parameters.time_step),
      last_travel_(this->drive().surface_speed[0].value(0.0) * last_step_),
      increment_(belt_.layout().node_slots()),
      trial_increment_(increment_.size()),
      relative_displacement_(belt_.layout().element_slots()),
      states_before_(contact_.states()) {
  // The increments of the unstrained belt at t = 0, which moves with the surface of each pulley.
  const double difference = last_travel_ - this->drive().surface_speed[1].value(0.0) * last_step_;
  for (std::size_t slot = 0; slot < increment_.size(); ++slot) {
    if (slot % numerics::ClosedChainLayout::kLanes >= numerics::ClosedChainLayout::first_node(1)) {
      increment_[slot] = difference;
    }
  }
}

void EulerianContour::advance(double dt) {
  const double start = time();
  const std::array<double, 2> travel = drive().surface_travel(start, start + dt);
  belt_.set_travel(travel);
  contact_.transport(travel, {belt_.element_length(0), belt_.element_length(1)});
  trial_statistics_ = statistics_;
  predict(dt);
  try {
    trial_statistics_.status_changes += find_equilibrium();
  } catch (const SolverError&) {
    newton_.reject();
    throw;
  }

  belt_.move(trial_increment_);
  contact_.accept();
  newton_.accept();
  increment_.swap(trial_increment_);
  last_step_ = dt;
  last_travel_ = travel[0];
  keep_books(travel);
  statistics_ = trial_statistics_;
  ++statistics_.steps;
  clock_.pass(dt);
}

// Extrapolates the motion of the last step.
void EulerianContour::predict(double dt) {
  trial_step_ = dt;
  const double ratio = dt / last_step_;
  std::transform(increment_.begin(), increment_.end(), trial_increment_.begin(),
                 [ratio](double w) { return ratio * w; });
}

// Returns how many elements changed between stick and slip.
std::int64_t EulerianContour::find_equilibrium() {
  if (uses_active_set(parameters_)) return find_active_set();
  solve_newton();
  const std::int64_t changes = contact_.update(relative_displacement_);
  if (changes > 0) newton_.invalidate();
  return changes;
}

// Computes the increments for the present contact states, and the relative displacements from them.
void EulerianContour::solve_newton() {
  if (contact_.sticking_elements() == 0) report_full_sliding();
  const ContourNewton::Result result = newton_.solve(belt_, contact_, trial_increment_);
  trial_statistics_.newton_iterations += result.iterations;
  trial_statistics_.factorisations += result.factorisations;
  const int slipping = 2 * parameters_.elements_per_contact - contact_.sticking_elements();
  if (result.outcome == ContourNewton::Outcome::singular) {
    throw SolverError(fmt::format(
        "t = {:.6g} s: the equilibrium of the belt is unstable or undetermined in a step of {:.3g} s, {} of "
        "{} contact elements slip; use a smaller time_step or stick_penalty, or raise friction_force",
        time(), trial_step_, slipping, 2 * parameters_.elements_per_contact));
  }
  if (result.outcome != ContourNewton::Outcome::converged) {
    throw SolverError(fmt::format(
        "t = {:.6g} s: Newton's method {} after {} iterations in a step of {:.3g} s: the last correction of a material "
        "coordinate is {:.3g} m (tolerance {:.3g} m), and {} of {} contact elements slip; use a smaller time_step, a "
        "smaller stick_penalty or a larger newton_tolerance",
        time(), result.outcome == ContourNewton::Outcome::diverged ? "diverged" : "did not converge", result.iterations,
        trial_step_, result.correction, newton_.tolerance(), slipping, 2 * parameters_.elements_per_contact));
  }
  const double least_stretch = belt_.relative_displacements(trial_increment_, relative_displacement_);
  if (!(least_stretch > 0.0)) {
    throw SolverError(
        fmt::format("t = {:.6g} s: in a step of {:.3g} s an element of the belt would be inverted (ds/dsigma = "
                    "{:.3g}); use a smaller time_step or reduce the difference of the surface speeds",
                    time(), trial_step_, least_stretch));
  }
}

// Repeats the step with its resulting states until they do not change. It starts from the states of the last step: if
// all elements slipped the equilibrium would be undetermined.
std::int64_t EulerianContour::find_active_set() {
  std::copy(contact_.states().begin(), contact_.states().end(), states_before_.begin());
  std::array<std::uint64_t, kMaxStateRounds> seen{};
  try {
    for (std::size_t round = 0; round < kMaxStateRounds; ++round) {
      seen[round] = fingerprint(contact_.states());
      if (std::find(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(round), seen[round]) !=
          seen.begin() + static_cast<std::ptrdiff_t>(round)) {
        break;
      }
      solve_newton();
      if (contact_.update(relative_displacement_) == 0) {
        if (contact_.slides_within_resolution()) report_full_sliding();
        const std::vector<ContactState>& states = contact_.states();
        std::int64_t changes = 0;
        for (std::size_t i = 0; i < states.size(); ++i) changes += states[i] != states_before_[i] ? 1 : 0;
        return changes;
      }
      newton_.invalidate();
    }
    throw SolverError(fmt::format(
        "t = {:.6g} s: no stick and slip states consistent with the tractions were found in a step of {:.3g} s: the "
        "active-set search cycles; use scheme midpoint_energy, status_update \"explicit\" or another time_step",
        time(), trial_step_));
  } catch (const SolverError&) {
    contact_.set_states(states_before_);
    throw;
  }
}

void EulerianContour::report_full_sliding() const {
  const double t = time();
  const std::array<double, 2> speed{drive().surface_speed[0].value(t), drive().surface_speed[1].value(t)};
  // b (ε₊ − ε₋) of the steady motion, to first order in the strains
  const double needed = drive().axial_stiffness * 2.0 * std::abs(speed[0] - speed[1]) / (speed[0] + speed[1]);
  throw SolverError(fmt::format(
      "t = {:.6g} s: the belt slips over the whole of both pulleys, so its position is undetermined; the surface "
      "speeds {:.6g} and {:.6g} m/s require a steady friction force of {:.4g} N, but only {:.4g} and {:.4g} N are "
      "available: increase friction_force or contact_length, or reduce the speed difference",
      t, speed[0], speed[1], needed, drive().friction_force[0] * drive().contact_length[0],
      drive().friction_force[1] * drive().contact_length[1]));
}

void EulerianContour::save(StateWriter& writer) const {
  clock_.save(writer);
  writer.number("last_step", last_step_);
  writer.number("last_travel", last_travel_);
  ledger_.save(writer);
  writer.numbers("increment", increment_);
  writer.numbers("material", belt_.material());
  std::vector<std::int64_t> states(contact_.states().size());
  std::transform(contact_.states().begin(), contact_.states().end(), states.begin(),
                 [](ContactState state) { return static_cast<std::int64_t>(state); });
  writer.integers("contact_state", states);
  writer.numbers("traction", contact_.tractions());
  if (has_memory()) writer.numbers("bristle", contact_.bristles());
  newton_.save(writer);
  save_statistics(statistics_, writer);
}

void EulerianContour::restore(StateReader& reader) {
  const std::size_t n_contacts = states_before_.size();
  const std::vector<double>& increment = reader.numbers("increment", increment_.size());
  const std::vector<double>& material = reader.numbers("material", increment_.size());
  const std::vector<std::int64_t>& state_numbers = reader.integers(
      "contact_state", n_contacts, {.least = -1, .most = static_cast<std::int64_t>(ContactState::free)});
  const std::vector<double>& tractions = reader.numbers("traction", n_contacts);
  const std::vector<double>& bristles =
      has_memory() ? reader.numbers("bristle", contact_.bristles().size()) : contact_.bristles();
  newton_.restore(reader);
  clock_.restore(reader);
  last_step_ = reader.number("last_step");
  last_travel_ = reader.number("last_travel");
  ledger_.restore(reader);
  increment_ = increment;
  belt_.set_material(material);
  std::transform(state_numbers.begin(), state_numbers.end(), states_before_.begin(),
                 [](std::int64_t number) { return static_cast<ContactState>(number); });
  contact_.restore(states_before_, tractions, bristles);
  statistics_ = restore_statistics(reader);
}

}  // namespace beltdyn::eulerian
