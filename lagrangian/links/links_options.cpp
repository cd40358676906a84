// SPDX-License-Identifier: MIT
#include "lagrangian/links/links_options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/drive/drive.hpp"
#include "core/dynamics/chosen_numbers.hpp"
#include "core/dynamics/step_options.hpp"
#include "lagrangian/links/links_simulation.hpp"
#include "lagrangian/links/step_limits.hpp"

namespace beltdyn::lagrangian {
namespace {

constexpr int kFewestLinks = 8;
constexpr int kMostLinks = 1'000'000;
// Largest angle of a link on a pulley: the ends of a longer link protrude by more than a tenth of the radius, and
// neighbours meet at more than 45°.
constexpr double kLongestLinkAngle = 0.7853981633974483;  // π/4 [rad]
// Number of links, and largest angle of a link on a pulley, if no number is given.
constexpr int kUsualLinks = 240;
constexpr double kUsualLinkAngle = 0.25;  // [rad]
// Number of steps that take about a second with some hundred links.
constexpr long kManySteps = 50'000;
// Length of the elements of the steady motion to start with, in links [-].
constexpr double kSteadyElement = 1.0;
// Number of implicit steps of a run at least, if the step is not given.
constexpr double kLongestSteps = 500.0;

// Approximate time of motion before the start [s].
double preparing_time(const BeltDrive& belt, const links::LinksParameters& parameters) {
  if (!belt.starts_running()) return parameters.settling_time;  // 0: starts from statics
  const double settling = links::settling_in_motion(parameters);
  double fastest = 0.0;  // largest surface speed of pulleys with prescribed motion [m/s]
  for (const Pulley& pulley : belt.pulleys) {
    const auto* given = std::get_if<PrescribedMotion>(&pulley.motion);
    if (given == nullptr) continue;
    fastest = std::max(fastest, std::abs(given->angular_velocity.value(0.0)) * pulley.radius);
  }
  return fastest > 0.0 ? std::max(settling, belt.path().length() / fastest) : settling;
}

}  // namespace

void LinksOptions::visit(config::FieldVisitor& v) {
  using config::Presence;
  links::LinksParameters& p = parameters_;
  v.integer({"links", "-", "the number n_b of rigid links along the belt", config::Role::discretisation}, p.links,
            {.low = kFewestLinks, .high = kMostLinks}, Presence::chosen);
  v.number(
      {"time_step", "s",
       "the time step h, the largest one of implicit steps; with adaptive steps, the time between reported states; "
       "0, for implicit steps: a 500th of the run",
       config::Role::discretisation},
      p.time_step, config::kNonNegative, Presence::optional);
  config::visit_choice(v, {"time_integration", "-", "the time integration"}, p.time_integration,
                       links::kTimeIntegrationNames, Presence::optional);
  v.check(
      "time_step", [&p] { return p.time_step > 0.0 || p.time_integration == links::TimeIntegration::implicit; },
      [&p] {
        return fmt::format("{} steps need a time_step > 0; give the time step [s], or remove time_integration",
                           links::kTimeIntegrationNames[static_cast<std::size_t>(p.time_integration)]);
      });
  v.number(
      {"step_tolerance", "-",
       "the error tolerance of an implicit step, relative to the smallest radius: steps above it are halved; 0: no "
       "step-size control",
       config::Role::discretisation},
      p.step_tolerance, config::kNonNegative, Presence::optional);
  v.number({"tolerance", "-", "the relative error tolerance of adaptive steps", config::Role::discretisation},
           p.tolerance, config::kPositive, Presence::optional);
  v.number(
      {"settling_time", "s",
       "the settling time before the start, on locked pulleys, or if the drive starts running at least one revolution; "
       "0: the belt starts in equilibrium"},
      p.settling_time, config::kNonNegative, Presence::optional);
  v.number({"settling_damping", "1/s",
            "the damping of all velocities during settling, per mass; if the drive starts running, of their difference "
            "from the steady motion"},
           p.settling_damping, config::kNonNegative, Presence::optional);
  v.number({"standstill_speed", "rad/s",
            "the run ends when all pulleys have slowed down below this angular velocity; 0: it runs to end_time"},
           p.standstill_speed, config::kNonNegative, Presence::optional);
  visit_instruction_set(v, p.instruction_choice);
}

void LinksOptions::choose_left_out(const Drive& drive, double, double) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr || parameters_.links > 0) return;
  parameters_.links = chosen_parts(belt->pulleys, belt->path().length(), kUsualLinks, kUsualLinkAngle);
}

std::vector<std::string> LinksOptions::objections(const Drive& drive) const {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr) return {type_objection(drive, kDriveTypeNames[1])};
  std::vector<std::string> sentences;
  belt->add_span_objection(sentences, "lagrangian_links");
  belt->add_body_objection(sentences, "lagrangian_links");
  belt->add_brake_objection(sentences, "lagrangian_links");
  const double length = belt->path().length() / parameters_.links;
  if (!(belt->belt.mass_per_length > 0.0)) {
    sentences.push_back("links without mass have no motion of their own; give the belt a mass_per_length > 0");
  }
  for (std::size_t p = 0; p < belt->pulleys.size(); ++p) {
    const Pulley& pulley = belt->pulleys[p];
    if (length > kLongestLinkAngle * pulley.radius) {
      sentences.push_back(fmt::format(
          "links = {} gives links of {:.4g} m, too long to wrap around pulley {} of radius {:.4g} m; use at least {}",
          parameters_.links, length, belt->pulley_label(p), pulley.radius,
          std::ceil(belt->path().length() / (kLongestLinkAngle * pulley.radius))));
    }
  }
  add_instruction_set(sentences, parameters_.instruction_choice);
  return sentences;
}

std::string LinksOptions::preparation(const Drive& drive) const {
  const BeltDrive belt = links::rigid_on_links(std::get<BeltDrive>(drive), parameters_.links);
  const double duration = preparing_time(belt, parameters_);
  const long steps = links::preparing_steps(duration, parameters_,
                                            links::step_limits(belt, links::make_link_model(belt, parameters_.links)));
  if (steps < kManySteps) return {};
  const double step = duration / static_cast<double>(steps);
  if (duration > parameters_.settling_time) {
    return fmt::format("runs around its loop for {:.3g} s in {} steps of {:.3g} s before the start", duration, steps,
                       step);
  }
  return fmt::format(
      "settles for {:.3g} s in {} steps of {:.3g} s before the start; a shorter settling_time takes less", duration,
      steps, step);
}

std::unique_ptr<Simulation> LinksOptions::create(const Drive& drive, double end_time) const {
  return create_observed(drive, end_time, {});
}

std::unique_ptr<Simulation> LinksOptions::create_observed(const Drive& drive, double end_time,
                                                          const PreparationObserver& observer) const {
  const auto& configured = std::get<BeltDrive>(drive);
  const BeltDrive belt = links::rigid_on_links(configured, parameters_.links);
  links::LinksParameters parameters = parameters_;
  if (parameters.time_step == 0.0) parameters.time_step = end_time / kLongestSteps;
  if (!belt.starts_running()) return std::make_unique<links::LinksSimulation>(belt, parameters, observer);
  const RunningBelt running = find_running_(configured, kSteadyElement * belt.reference_length() / parameters.links);
  return std::make_unique<links::LinksSimulation>(belt, parameters, observer, running);
}

double LinksOptions::time_step() const {
  return parameters_.time_step > 0.0 ? parameters_.time_step : std::numeric_limits<double>::infinity();
}

std::vector<NumericalParameter> LinksOptions::numerical_parameters() const {
  const auto time_step = [](LinksOptions& o) -> double& { return o.parameters_.time_step; };
  NumericalParameter step;
  switch (parameters_.time_integration) {
    case links::TimeIntegration::adaptive:
      step = {.name = "tolerance",
              .keys = "tolerance",
              .advice = "divide tolerance by ten",
              .order = 1.0,
              .ratios = kToleranceRatios,
              .coarsen = coarsening<LinksOptions>([](LinksOptions& options, double ratio) {
                options.parameters_.tolerance *= ratio;
                return ratio;
              })};
      break;
    case links::TimeIntegration::runge_kutta_4:
      step = time_step_error<LinksOptions>(kSecondOrder, time_step);
      break;
    case links::TimeIntegration::implicit:
      step =
          controlled_step_error<LinksOptions>(parameters_.step_tolerance > 0.0, time_step,
                                              [](LinksOptions& o) -> double& { return o.parameters_.step_tolerance; });
  }
  // Longer links have a longer stable step, so that an explicit scheme's step is coarsened with the links.
  return {mesh_error<LinksOptions>("links", kContactMeshOrder, kFewestLinks,
                                   [](LinksOptions& o) -> int& { return o.parameters_.links; }),
          std::move(step)};
}

}  // namespace beltdyn::lagrangian
