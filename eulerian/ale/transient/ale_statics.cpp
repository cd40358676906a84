// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/ale_statics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/belt_statics.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// Largest displacement of a point from its path, relative to the loop [-]; long spans sag.
constexpr double kLongestDisplacement = 0.1;

bool has_rigid_contact(const BeltDrive& drive) {
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    if (drive.configured_contact(p).is_rigid()) return true;
  }
  return false;
}

// Finds the equilibrium of a belt that lies on its path, in stages. On the path there is no penetration: Newton's
// method would see no contact at first, and then one that is far too stiff. So contact begins as soft as usual contacts
// and gets stiffer, on surfaces that are raised by the penetration; in the end they are lowered to their true places.
// Where Newton's method fails between two stages, further ones are put between them.
class StagedStatics {
 public:
  using Stage = AleEquations::StartContact;

  StagedStatics(AleEquations& equations, double accepted)
      : equations_(equations),
        accepted_(accepted),
        force_(std::max(0.0, string_force(equations.drive(), path_at_rest(equations.drive())))),
        last_(equations.stiffest_contact(force_)) {}

  // Returns the remaining residual [N].
  double solve() {
    const std::vector<Stage> all = stages();
    double residual = solve_at(all.front());
    for (std::size_t i = 1; i < all.size(); ++i) residual = go_on(all[i - 1], all[i], kMostCuts);
    return residual;
  }

 private:
  static constexpr int kMostCuts = 4;  // of an interval between two stages in halves

  std::vector<Stage> stages() const {
    constexpr double kFirstDepth = 1e-3;
    constexpr double kStiffer = 20.0;  // from stage to stage
    std::vector<Stage> all;
    for (double depth = kFirstDepth; last_.depth > 0.0 && depth > last_.depth; depth /= kStiffer) {
      all.push_back({.depth = depth});
    }
    for (const Stage& stage : patch_stages(last_.stiffening)) all.push_back(stage);
    return all;
  }
  double solve_at(const Stage& stage) {
    equations_.set_start_contact(stage, force_);
    return find_equilibrium(equations_, accepted_);
  }
  double go_on(const Stage& from, const Stage& to, int cuts) {
    const StaticState before(equations_);
    const double residual = solve_at(to);
    if (residual <= accepted_) return residual;
    if (cuts > 0 || !std::isfinite(residual)) before.restore(equations_);
    if (cuts == 0) return residual;
    const Stage between = middle(from, to);
    const double half = go_on(from, between, cuts - 1);
    return half <= accepted_ ? go_on(between, to, cuts - 1) : half;
  }
  // The mean of depths and stiffnesses in their logarithms. Contact points alone have the last depth.
  Stage middle(const Stage& from, const Stage& to) const {
    const double depth = to.depth > 0.0 ? to.depth : last_.depth;
    return {.depth = from.depth > 0.0 ? std::sqrt(from.depth * depth) : 0.0,
            .stiffening = std::sqrt((1.0 + from.stiffening) * (1.0 + to.stiffening)) - 1.0,
            .raised = 0.5 * (from.raised + to.raised)};
  }

  AleEquations& equations_;
  double accepted_;  // [N]
  double force_;     // of the belt at rest [N]
  Stage last_;
};

}  // namespace

std::vector<double> patch_stiffenings(double stiffest) {
  constexpr double kStiffer = 4.0;  // ratio from one to the next
  std::vector<double> all;
  for (double stiffening = 0.0; stiffening < stiffest; stiffening = kStiffer * (stiffening + 1.0)) {
    all.push_back(stiffening);
  }
  all.push_back(stiffest);
  return all;
}

std::vector<AleEquations::StartContact> patch_stages(double stiffest) {
  std::vector<AleEquations::StartContact> stages;
  for (const double stiffening : patch_stiffenings(stiffest)) stages.push_back({.stiffening = stiffening});
  stages.pop_back();  // the last stage is lowered, see below
  for (const double raised : {1.0, 0.5, 0.0}) stages.push_back({.stiffening = stiffest, .raised = raised});
  return stages;
}

namespace {

// Distance at which an end of an open belt has come to its pulley, relative to the radius [-].
constexpr double kNearest = 0.05;

std::string objection_to_ends(const AleEquations& equations) {
  const std::span<const PulleyEntry> pulleys = equations.pulleys();
  if (!equations.ends() || pulleys.empty()) return {};
  const AleMesh& mesh = equations.model().mesh;
  const std::array<int, 2> touching{mesh.touching[1], mesh.touching.back()};
  for (std::size_t i = 0; i < touching.size(); ++i) {
    const MeshNode& node = mesh.nodes[static_cast<std::size_t>(touching[i])];
    const double outwards = i == 0 ? -1.0 : 1.0;
    const double displacement =
        outwards * dot(equations.ends()->position(i) - node.place, equations.ends()->tangent(i));
    const std::size_t pulley = i == 0 ? 0 : pulleys.size() - 1;
    if (displacement > kNearest * pulleys[pulley].circle.line_radius) continue;
    return fmt::format(
        "the {} end of the rope reached pulley {}; end the run before, brake earlier or make the span longer",
        i == 0 ? "first" : "second", pulley + 1);
  }
  return {};
}

// Least stretch of a rope without pulleys [-]. A smaller one is not physical: the step has led to another root of its
// equations.
constexpr double kShortest = 0.9;  // [-]

struct Stretching {
  double off = 0.0;         // length of the elements minus their natural length [m]
  double least = INFINITY;  // smallest stretch of a point [-]
};
// Of the elements [first, last).
Stretching stretching_of(const AleEquations& equations, int first, int last) {
  const Rule rule = rule_of(numerics::gauss_rule(3));
  Stretching found;
  for (int e = first; e < last; ++e) {
    const auto [geometry, fields] = element_state(equations, e);
    for (const RulePoint& point : rule) {
      const PointReader<double, double> at(geometry, fields, point);
      const Vec2<double> along = at.vector(fields.r, 1, Follows::nothing);
      const double length = std::sqrt(dot(along, along));
      const double natural = at.scalar(fields.s, 1, Follows::nothing);
      found.off += point.weight * geometry.length * (length - natural);
      found.least = std::min(found.least, length / natural);
    }
  }
  return found;
}

// A message about a slack span of an open belt, whose natural length exceeds its length. A rope without pulleys stays
// straight and transmits pressure.
std::string objection_to_slack(const AleEquations& equations) {
  if (!equations.ends()) return {};
  const AleMesh& mesh = equations.model().mesh;
  if (equations.pulleys().empty()) {
    const double least = stretching_of(equations, 0, mesh.n_elements()).least;
    if (least > kShortest) return {};
    return fmt::format("the rope is pressed to {:.3g} of its length", least);
  }
  for (std::size_t piece = 0; piece < mesh.touching.size(); piece += 2) {
    const int end = piece + 1 < mesh.touching.size() ? mesh.touching[piece + 1] : mesh.n_elements();
    const double off = stretching_of(equations, mesh.touching[piece], end).off;
    if (!(off > 0.0)) return fmt::format("span {} of the rope goes slack", piece / 2 + 1);
  }
  return {};
}

}  // namespace

// States that no belt reaches in a step. The comparisons are written such that NaN fails them.
std::string objection(const AleEquations& equations) {
  const AleArrays& arrays = equations.arrays();
  const int n = arrays.layout.n_nodes();
  const double longest_displacement = kLongestDisplacement * equations.model().mesh.loop;
  for (int node = 0; node < n; ++node) {
    const auto at = [&](int c) { return arrays.q[arrays.layout.at(node, kBlock, c)]; };
    if (!(at(3) > 0.0)) return "the belt folded: its material coordinates are no longer monotonic";
    for (const int element : {node, (node + n - 1) % n}) {
      const double curvature = equations.model().mesh.spread[static_cast<std::size_t>(element)].curvature;
      if (!(curvature * at(0) < 1.0)) return "the belt left its path: it reached the centre of one of its arcs";
    }
    if (!(std::abs(at(0)) < longest_displacement)) {
      return fmt::format("the belt left its path: a point is {:.3g} m away, more than a tenth of the loop length",
                         std::abs(at(0)));
    }
  }
  if (std::string left = equations.bodies().objection(); !left.empty()) return left;
  if (std::string slack = objection_to_slack(equations); !slack.empty()) return slack;
  return objection_to_ends(equations);
}

namespace {

// Why a belt with this residual is not in equilibrium; empty if it is.
std::string objection(const AleEquations& equations, double residual, double accepted) {
  std::string wrong = objection(equations);
  if (wrong.empty() && !(residual <= accepted)) wrong = fmt::format("a residual of {:.3g} N remains", residual);
  return wrong;
}

std::string settle(AleEquations& equations, double accepted) {
  if (!has_rigid_contact(equations.drive())) {
    const double residual = find_equilibrium(equations, accepted);
    if (objection(equations, residual, accepted).empty()) return {};
  }
  equations.lay_on_path();
  const double residual = StagedStatics(equations, accepted).solve();
  return objection(equations, residual, accepted);
}

}  // namespace

// Without friction, with pulleys at rest and the first particle held at its node.
double find_static_equilibrium(AleEquations& equations, double accepted) {
  const BeltRest rest = find_rest(
      equations, [&] { return settle(equations, accepted); },
      [&equations] {
        equations.turn_pulleys();
        equations.lay_on_path();
      });
  if (!rest.failure.empty()) {
    throw SolverError(
        fmt::format("the belt has no static equilibrium without friction: {}; check pretension, contact stiffness and "
                    "gravity, {}use more elements, or a smaller touching_refinement if elements are so short that "
                    "rounding errors dominate their forces",
                    rest.failure,
                    equations.drive().belt.bending_stiffness > 0.0
                        ? ""
                        : "give the belt a bending_stiffness or increase the contact stiffness, "));
  }
  equations.forget_tangent();
  equations.commit();
  return rest.imbalance;
}

}  // namespace beltdyn::eulerian::ale
