// SPDX-License-Identifier: MIT
// Each formulation of the contour drive compared with each other formulation, on the drive (62) of [Oborin 2018] while
// its slip zones grow and merge. One formulation of a pair is refined; the other uses its finest mesh here.
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/observed_order.hpp"
#include "verification/cases.hpp"
#include "verification/contour/contour_limit.hpp"
#include "verification/contour/contour_support.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
// The strains of the spans at sample_times().
using Curve = std::vector<SpanStrains>;

constexpr double kEnd = 2.0;            // [s]
constexpr double kLookInterval = 0.04;  // a multiple of all time steps [s]

std::vector<double> sample_times() {
  std::vector<double> times;
  for (int i = 1; i <= std::lround(kEnd / kLookInterval); ++i) times.push_back(i * kLookInterval);
  return times;
}

Curve contour_curve(const std::string& run) {
  const ContourHistory history = run_contour(oborin_62(), run, kEnd);
  Curve curve;
  for (const double t : sample_times()) {
    curve.push_back({.tight = history.strain_tight(t), .slack = history.strain_slack(t)});
  }
  return curve;
}

// Results of a formulation at several finenesses.
struct Levels {
  std::string parameter;
  std::vector<double> values;  // from coarse to fine
  std::vector<Curve> curves;

  const Curve& finest() const { return curves.back(); }
};

Levels levels_of(const std::string& parameter, const std::vector<double>& values,
                 const std::function<Curve(double)>& curve) {
  Levels levels{.parameter = parameter, .values = values, .curves = {}};
  for (const double value : values) levels.curves.push_back(curve(value));
  return levels;
}

// Computed once, on first use; several pairs share them.
const Curve& delay_equations(const std::string& strain) {
  const auto made = [](const char* model) {
    return contour_curve(fmt::format(R"({{"formulation": "analytic_dde", "strain": "{}", "time_step": 0.01}})", model));
  };
  static const Curve contour = made("finite_contour");
  static const Curve material = made("finite_material");
  return strain == "finite_material" ? material : contour;
}

const Levels& front_tracking() {
  static const Levels levels = levels_of("time_step [s]", {0.04, 0.02, 0.01, 0.005}, [](double step) {
    return contour_curve(fmt::format(
        R"({{"formulation": "analytic_front_tracking", "strain": "finite_contour", "time_step": {}}})", step));
  });
  return levels;
}

// In a time step the belt moves by one element.
const Levels& eulerian() {
  static const Levels levels = levels_of("elements_per_contact", {25.0, 50.0, 100.0, 200.0}, [](double n) {
    return contour_curve(fmt::format(
        R"({{"formulation": "eulerian_contour", "elements_per_contact": {}, "stick_penalty": 1e8, "time_step": {}}})",
        n, 1.0 / n));
  });
  return levels;
}

const Levels& lagrangian() {
  static const Levels levels = levels_of("elements", {300.0, 600.0, 1200.0, 2400.0}, [](double n) {
    return contour_curve(
        fmt::format(R"({{"formulation": "lagrangian_contour", "elements": {}, "time_step": {}}})", n, 2.4 / n));
  });
  return levels;
}

const Levels& ale() {
  static const Levels levels = levels_of("time_step [s]", {0.02, 0.01, 0.005},
                                         [](double step) { return ale_in_contour_limit(step, sample_times()); });
  return levels;
}

// Differences of the strains of both spans, relative to the largest strain [-].
struct Difference {
  double maximum{};
  double root_mean_square{};
};
Difference difference(const Curve& curve, const Curve& reference) {
  double largest = 0.0;
  double squares = 0.0;
  double maximum = 0.0;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    for (const double SpanStrains::*strain : {&SpanStrains::tight, &SpanStrains::slack}) {
      const double d = curve[i].*strain - reference[i].*strain;
      largest = larger(largest, std::abs(reference[i].*strain));
      maximum = larger(maximum, std::abs(d));
      squares += d * d;
    }
  }
  return {.maximum = maximum / largest,
          .root_mean_square = std::sqrt(squares / (2.0 * static_cast<double>(curve.size()))) / largest};
}

struct Tolerance {
  double value{};  // bound for the finest level [-]
  std::string reason;
};
struct Order {
  double expected{};
  double within{};
  std::string reason;
};

void hold(Record& record, const std::string& title, const Levels& refined, const Curve& reference,
          const Tolerance& tolerance, const std::optional<Order>& order = {}) {
  std::vector<double> maxima;
  std::vector<double> means;
  for (const Curve& curve : refined.curves) {
    const Difference d = difference(curve, reference);
    maxima.push_back(d.maximum);
    means.push_back(d.root_mean_square);
  }
  record.at_most("largest difference of the strains of the spans, of the largest strain [-]", maxima.back(),
                 tolerance.value, Rank::headline, tolerance.reason);
  record.at_most("root mean square of the difference, of the largest strain [-]", means.back(), tolerance.value,
                 Rank::detail, tolerance.reason);
  if (order) {
    record.absolute("order of the root mean square", numerics::fitted_order(refined.values, means), order->expected,
                    order->within, Rank::detail, order->reason);
  }
  for (const auto& [norm, errors] : {std::pair{"largest difference", maxima}, std::pair{"root mean square", means}}) {
    record.series({.title = fmt::format("{}: {}", title, norm),
                   .parameter = refined.parameter,
                   .error = fmt::format("{} of the strains, of the largest strain [-]", norm),
                   .values = refined.values,
                   .errors = errors,
                   .expected_order = order ? std::optional(order->expected) : std::nullopt});
  }
}

// The main error is the position of the slip-zone ends, known to within an element.
const std::string kNodes =
    "the end of the slip zone is uncertain by an element, 1.4e-3 with 2400 elements and slip zones of this size; "
    "friction per contour length and per material length differ by a strain of 5e-4";
const Order kOrderOfNodes{1.0, 0.35, "the slip-zone ends scatter by an element"};
const std::string kElements = "0.25/n^2 = 6e-6 for elements and steps refined together, twice that for the slack span";
const Order kOrderOfElements{
    2.0, 0.3, "kinks of the strain lie at arbitrary positions in an element, which scatters individual halvings"};
// A particle that reaches a pulley within a step accumulates bristle deflection along an assumed straight path.
const std::string kBristles =
    "a bristle entering within a step of 5 ms causes an error of 2.5e-3, of order 1; mesh, pretension and contact "
    "penetration cause 5e-4";

void dde_front_tracking(Record& record) {
  hold(record, "analytic_front_tracking against analytic_dde", front_tracking(), delay_equations("finite_contour"),
       {1e-6, "front tracking has order 2 in its step with an error of 1.5e-5 at 20 ms: 9.4e-7 at 5 ms"},
       Order{2.0, 0.1, "the step error of one of them; that of the delay equations is below 1e-12"});
}

void dde_eulerian(Record& record) {
  hold(record, "eulerian_contour against analytic_dde", eulerian(), delay_equations("finite_contour"),
       {1.5e-5, kElements}, kOrderOfElements);
}

void dde_lagrangian(Record& record) {
  hold(record, "lagrangian_contour against analytic_dde", lagrangian(), delay_equations("finite_material"),
       {2e-3, kNodes}, kOrderOfNodes);
}

void dde_ale(Record& record) {
  hold(record, "eulerian_ale against analytic_dde", ale(), delay_equations("finite_material"), {3e-3, kBristles});
}

void front_tracking_eulerian(Record& record) {
  hold(record, "eulerian_contour against analytic_front_tracking", eulerian(), front_tracking().finest(),
       {1.6e-5, kElements + ", and 1e-6 of front tracking"}, kOrderOfElements);
}

void front_tracking_lagrangian(Record& record) {
  hold(record, "lagrangian_contour against analytic_front_tracking", lagrangian(), front_tracking().finest(),
       {2e-3, kNodes}, kOrderOfNodes);
}

void front_tracking_ale(Record& record) {
  hold(record, "eulerian_ale against analytic_front_tracking", ale(), front_tracking().finest(), {3e-3, kBristles});
}

void eulerian_lagrangian(Record& record) {
  hold(record, "lagrangian_contour against eulerian_contour", lagrangian(), eulerian().finest(), {2e-3, kNodes},
       kOrderOfNodes);
}

void eulerian_ale(Record& record) {
  hold(record, "eulerian_ale against eulerian_contour", ale(), eulerian().finest(), {3e-3, kBristles});
}

void lagrangian_ale(Record& record) {
  hold(record, "eulerian_ale against lagrangian_contour", ale(), lagrangian().finest(),
       {5e-3, "the errors of both from the delay equations, 3e-3 and 2e-3"});
}

}  // namespace

void add_contour_pair_cases(std::vector<VerificationCase>& cases) {
  struct Pair {
    std::string name;
    std::string first;
    std::string second;
    void (*run)(Record&);
  };
  const std::string dde = "the delay equations";
  const std::string front = "front tracking";
  const std::string elements = "fixed elements";
  const std::string nodes = "nodes moving with the belt";
  const std::string beam = "a belt in the plane with a large pretension (eulerian_ale)";
  for (const Pair& pair :
       {Pair{"dde-front_tracking", dde, front, dde_front_tracking}, Pair{"dde-eulerian", dde, elements, dde_eulerian},
        Pair{"dde-lagrangian", dde, nodes, dde_lagrangian}, Pair{"dde-ale", dde, beam, dde_ale},
        Pair{"front_tracking-eulerian", front, elements, front_tracking_eulerian},
        Pair{"front_tracking-lagrangian", front, nodes, front_tracking_lagrangian},
        Pair{"front_tracking-ale", front, beam, front_tracking_ale},
        Pair{"eulerian-lagrangian", elements, nodes, eulerian_lagrangian},
        Pair{"eulerian-ale", elements, beam, eulerian_ale}, Pair{"lagrangian-ale", nodes, beam, lagrangian_ale}}) {
    cases.push_back({.id = "cross/contour/" + pair.name,
                     .claim = fmt::format("For the contour drive (62), {} and {} agree.", pair.first, pair.second),
                     .reference = "each other",
                     .run = pair.run,
                     .tolerances = "the error of the coarser of the two"});
  }
}

}  // namespace beltdyn::verification
