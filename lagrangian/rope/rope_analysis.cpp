// SPDX-License-Identifier: MIT
#include "lagrangian/rope/rope_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::lagrangian::rope {
namespace {

constexpr double kSpringShare = 0.05;
constexpr double kStepsOfTension = 2.0;
constexpr int kMostLoadSteps = 2000;
constexpr int kMostHalvings = 12;
// Number of repetitions of the last step with a smaller step, if in it all of the rope begins to slide at once: the
// rope should not have passed the limit by far.
constexpr int kRefinements = 2;
constexpr double kRefinedStep = 0.25;
// Smallest step, relative to the tension [-].
constexpr double kLeastShare = 1.0 / 64.0;
// Growth of the steps while Newton's method converges [-].
constexpr double kGrowth = 1.25;
// Range of the bisection of the critical friction, relative to |tan α| [-].
constexpr double kLowest = 0.5;
constexpr double kHighest = 1.5;
constexpr int kBisections = 24;
constexpr int kDriftSteps = 120;
// Penetration, relative to the radius of curvature, at which a rope may find no equilibrium [-].
constexpr double kSoft = 0.01;
// Friction closer to |tan α| than this factor may fail since the contact settles [-].
constexpr double kNearCritical = 1.01;

struct ElementsOf {
  double radius;
  double modulus;
  double pretension;

  double section() const { return std::numbers::pi * radius * radius; }
  std::unique_ptr<RopeElements> operator()(const BarChoice&) const {
    return make_bars({.axial_stiffness = modulus * section(), .pretension = pretension});
  }
  std::unique_ptr<RopeElements> operator()(const CableChoice& choice) const {
    return make_cables({.axial_stiffness = modulus * section(),
                        .bending_stiffness = choice.bending_factor * modulus * section() * radius * radius / 4.0,
                        .pretension = pretension});
  }
  std::unique_ptr<RopeElements> operator()(const SolidBeamChoice& choice) const {
    return make_solid_beams({.radius = radius,
                             .young_modulus = modulus,
                             .poisson_ratio = choice.poisson_ratio,
                             .shear_factor = choice.shear_factor,
                             .hermite = choice.mid_line == MidLine::hermite,
                             .axial_points = choice.axial_points,
                             .pretension = pretension});
  }
};

}  // namespace

RopeAnalysis::RopeAnalysis(const RopeOnSurface& drive, const RopeParameters& parameters, double time, double tension)
    : drive_(drive),
      parameters_(parameters),
      course_(drive.course_at(time)),
      tension_(tension),
      friction_(drive.friction.value(time)) {
  parameters_.contact = parameters.contact.for_tension(tension_, course_, parameters_.start);
}

RopeModel RopeAnalysis::make_model() const {
  const double pretension = parameters_.start == RopeStart::settled ? tension_ : 0.0;
  return {course_,
          std::visit(ElementsOf{drive_.rope_radius, drive_.young_modulus, pretension}, parameters_.element),
          parameters_.elements,
          parameters_.contact,
          parameters_.start,
          tension_};
}

double RopeAnalysis::axial_stiffness() const {
  return drive_.young_modulus * std::numbers::pi * drive_.rope_radius * drive_.rope_radius;
}

RopeResult RopeAnalysis::run(SolverStatistics& statistics) {
  RopeResult result;
  ++statistics.steps;
  if (parameters_.study == RopeStudy::critical_friction) {
    result.critical_friction = bisect(statistics);
    model_->commit();
    result.contact = model_->contact_summary();
    return result;
  }
  model_.emplace(make_model());
  model_->set_friction(friction_);
  if (parameters_.study == RopeStudy::drift) {
    let_drift(result, statistics);
  } else {
    pull_until_sliding(result, statistics);
  }
  result.lateral_drift = model_->lateral_displacement();
  result.contact = model_->contact_summary();
  return result;
}

void RopeAnalysis::report_no_equilibrium() const {
  const double steepness = course_.steepness();
  if (friction_ <= kNearCritical * steepness) {
    throw SolverError(
        fmt::format("no equilibrium in the dragging direction: with a friction coefficient of {:.6g} under equal end "
                    "forces of {:.6g} N the rope does not keep its path, which requires more than |tan alpha| = "
                    "{:.6g}; increase friction_coefficient, or compute the drift with \"study\": \"drift\"",
                    friction_, tension_, steepness));
  }
  throw SolverError(
      fmt::format("no equilibrium found for the rope under equal end forces of {:.6g} N, although the friction "
                  "coefficient {:.6g} exceeds |tan alpha| = {:.6g} of its path: {}",
                  tension_, friction_, steepness,
                  remedy("use more elements, and omit normal_stiffness, which suits any mesh unless it is given")));
}

std::string RopeAnalysis::remedy(const std::string& way_out) const {
  const double curvature = course_.largest_normal_curvature();
  const double depth = tension_ * curvature / parameters_.contact.normal_stiffness;
  if (parameters_.contact.augmentations > 0 || depth * curvature < kSoft) return way_out;
  return fmt::format(
      "the tension presses it {:.2g} m into a surface whose radius of curvature is {:.2g} m; omit normal_stiffness to "
      "have it chosen from the tension, or use a much higher one",
      depth, 1.0 / curvature);
}

// Loads in one step. If that fails a rope laid without tension is loaded in smaller steps.
void RopeAnalysis::load_equally(const RopeLoad& load, SolverStatistics& statistics) {
  double reached = 0.0;
  double share = 1.0;
  while (reached < 1.0) {
    RopeLoad part = load;
    part.tension *= std::min(1.0, reached + share);
    if (model_->solve(part, statistics)) {
      model_->commit();
      reached = std::min(1.0, reached + share);
      continue;
    }
    share *= 0.5;
    if (parameters_.start == RopeStart::settled || share < kLeastShare) report_no_equilibrium();
  }
}

void RopeAnalysis::pull_until_sliding(RopeResult& result, SolverStatistics& statistics) {
  RopeLoad load{.tension = tension_, .spring_stiffness = parameters_.spring_stiffness, .pull = 0.0};
  if (load.spring_stiffness == 0.0) {
    load.spring_stiffness = kSpringShare * axial_stiffness() / model_->arc_length();
  }
  load_equally(load, statistics);
  double step = parameters_.load_step;
  if (step == 0.0) {
    const double settlement =
        course_.length() / axial_stiffness() + 1.0 / (parameters_.contact.tangential_stiffness * course_.length());
    step = tension_ * (kStepsOfTension / load.spring_stiffness + settlement);
  }
  const double shortest = std::ldexp(step, -kMostHalvings);
  int refinements = 0;
  while (result.load_steps < kMostLoadSteps) {
    const RopeModel::State before = model_->state();
    RopeLoad next = load;
    next.pull += step;
    if (!model_->solve(next, statistics)) {
      step *= 0.5;
      if (step < shortest) break;
      continue;
    }
    model_->commit();
    ++result.load_steps;
    result.slip = model_->end_displacement();
    const double pulled = tension_ + next.spring_stiffness * (next.pull - result.slip);
    result.force_ratio = pulled / tension_;
    const ContactSummary contact = model_->contact_summary();
    if (contact.active > 0 && contact.sliding == contact.active && contact.one_direction) {
      if (refinements == kRefinements || parameters_.load_step > 0.0) return;
      ++refinements;
      model_->restore(before);
      step *= kRefinedStep * std::pow(parameters_.coarser_steps, 1.0 / kRefinements);
      continue;
    }
    load = next;
    if (parameters_.load_step == 0.0 && refinements == 0) step *= kGrowth;
  }
  const ContactSummary contact = model_->contact_summary();
  throw SolverError(
      fmt::format("the rope was pulled by {:.6g} m in {} steps, to {:.6g} times its tension, and {} of its {} contact "
                  "points slide: no further equilibrium found; {}",
                  load.pull, result.load_steps, result.force_ratio, contact.sliding, contact.active,
                  remedy(result.load_steps < kMostLoadSteps ? "use more elements or a shorter load_step"
                                                            : "use a longer load_step, or omit it")));
}

void RopeAnalysis::let_drift(RopeResult& result, SolverStatistics& statistics) {
  const double step = parameters_.drift_time / kDriftSteps;
  model_->set_viscosity(parameters_.viscosity, step);
  const RopeLoad load{.tension = tension_, .spring_stiffness = 0.0, .pull = 0.0};
  double before = 0.0;
  for (int i = 0; i < kDriftSteps; ++i) {
    before = model_->lateral_displacement();
    if (!model_->solve(load, statistics)) {
      throw SolverError(fmt::format(
          "the drift of the rope could not be computed beyond {:.6g} s; use a shorter drift_time", i * step));
    }
    model_->commit();
    ++result.load_steps;
  }
  result.drift_speed = (model_->lateral_displacement() - before) / step;
}

bool RopeAnalysis::holds(double friction, SolverStatistics& statistics) {
  RopeModel model = make_model();
  model.set_friction(friction);
  const bool held = model.solve({.tension = tension_, .spring_stiffness = 0.0, .pull = 0.0}, statistics);
  if (held || !model_) model_.emplace(std::move(model));
  return held;
}

double RopeAnalysis::bisect(SolverStatistics& statistics) {
  const double steepness = course_.steepness();
  const double low = kLowest * steepness;
  const double high = kHighest * steepness;
  if (steepness == 0.0 || holds(low, statistics) || !holds(high, statistics)) {
    throw SolverError(
        fmt::format("the critical friction is not between {:.6g} and {:.6g}, as expected for a path with |tan alpha| = "
                    "{:.6g}; use more elements or a lower tension",
                    low, high, steepness));
  }
  const auto slips = [&](double friction) { return !holds(friction, statistics); };
  return numerics::bisect({low, high}, slips, 0.0, kBisections).high;
}

}  // namespace beltdyn::lagrangian::rope
