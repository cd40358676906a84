// SPDX-License-Identifier: MIT
// A measured capstan test: a belt held over a pulley at rest, with four wraps and ten loads. Which friction coefficient
// do the readings have, does a single coefficient suffice, and what explains the deviations?
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include <Eigen/Dense>
#include <boost/math/distributions/chi_squared.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

constexpr char kFile[] = "measured/belt_capstan.csv";
constexpr double kDegree = std::numbers::pi / 180.0;
// The gauge is read to ±0.1 N. The standard deviation of a uniform distribution between these bounds [N].
const double kReadingError = 0.1 / std::numbers::sqrt3;

// The readings of one wrap.
struct Wrap {
  double angle{};            // [rad]
  std::vector<double> load;  // at the pulled end, ascending [N]
  std::vector<double> held;  // force at the held end, shape as load [N]
};

std::vector<Wrap> read_wraps(const Record& record) {
  const PublishedTable table = record.published(kFile, 3);
  std::vector<Wrap> wraps;
  for (std::size_t i = 0; i < table[0].size(); ++i) {
    const double angle = table[0][i] * kDegree;
    if (wraps.empty() || wraps.back().angle != angle) wraps.push_back({.angle = angle, .load = {}, .held = {}});
    wraps.back().load.push_back(table[1][i]);
    wraps.back().held.push_back(table[2][i]);
  }
  return wraps;
}

// The force at the held end for each load, computed by a run [N].
std::vector<double> held_forces(const std::string& formulation, double friction, double angle,
                                const std::vector<double>& load) {
  std::vector<double> time(load.size());
  std::iota(time.begin(), time.end(), 0.0);
  const std::string text = fmt::format(
      R"({{"format": "beltdyn/1", "name": "capstan", "end_time": {},
          "drive": {{"type": "rope_on_surface", "tension_at": "pulled_end", "rope_radius": "1 mm", "young_modulus": "3 GPa",
                     "course": {{"type": "helix_on_cylinder", "radius": "50 mm", "angle": {:.17g},
                                 "pitch": {{"type": "constant", "value": 0}}}},
                     "tension": {{"type": "piecewise_linear", "time": [{}], "value": [{}]}},
                     "friction_coefficient": {{"type": "constant", "value": {:.17g}}}}},
          "runs": [{{"name": "run", "time_step": 1, {}}}]}})",
      load.size() - 1, angle, fmt::join(time, ", "), fmt::join(load, ", "), friction, formulation);
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse("capstan", text), all_formulations());
  const auto simulation = configuration.runs[0].options->create(*configuration.drive, configuration.end_time);
  const History history = simulation->history();
  std::vector<double> values(history.columns().size());
  std::vector<double> held;
  for (std::size_t i = 0; i < load.size(); ++i) {
    if (i > 0) simulation->advance(1.0);
    history.values(values);
    for (std::size_t c = 0; c < values.size(); ++c) {
      if (history.columns()[c].name == "tension") held.push_back(values[c]);
    }
  }
  return held;
}

std::vector<double> exact_forces(double friction, double angle, const std::vector<double>& load) {
  return held_forces(R"("formulation": "analytic_rope")", friction, angle, load);
}

// The deviations of a model from all readings, in standard deviations [-], as a function of its parameters.
using Residuals = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

struct Fit {
  Eigen::VectorXd parameters;
  Eigen::VectorXd standard_errors;
  double chi_squared{};
  double degrees{};  // degrees of freedom

  double reduced() const { return chi_squared / degrees; }
  // The probability of a sum of squares at least this large if the model is right.
  double probability() const {
    return boost::math::cdf(boost::math::complement(boost::math::chi_squared(degrees), chi_squared));
  }
};

// A least-squares fit by the Gauss-Newton method; all models here are nearly linear, so that the error of the
// parameters is far below the last step.
Fit fit(const Residuals& residuals, Eigen::VectorXd x) {
  constexpr int kIterations = 12;
  constexpr double kDifference = 1e-5;
  // A thousandth of the last digit of the reference numbers.
  constexpr double kSmallStep = 1e-8;
  Eigen::MatrixXd jacobian;
  for (int i = 0; i < kIterations; ++i) {
    const Eigen::VectorXd r = residuals(x);
    jacobian.resize(r.size(), x.size());
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      const Eigen::VectorXd step = kDifference * Eigen::VectorXd::Unit(x.size(), k);
      jacobian.col(k) = (residuals(x + step) - residuals(x - step)) / (2.0 * kDifference);
    }
    const Eigen::VectorXd step = jacobian.colPivHouseholderQr().solve(r);
    x -= step;
    if (step.norm() < kSmallStep) break;
  }
  const Eigen::VectorXd r = residuals(x);
  return {.parameters = x,
          .standard_errors = (jacobian.transpose() * jacobian).inverse().diagonal().cwiseSqrt(),
          .chi_squared = r.squaredNorm(),
          .degrees = static_cast<double>(r.size() - x.size())};
}

// The held forces of a wrap in a model, shape as Wrap::load [N].
using HeldForces = std::function<std::vector<double>(const Eigen::VectorXd& x, const Wrap& wrap)>;

Residuals held_residuals(const std::vector<Wrap>& wraps, const HeldForces& model) {
  return [&wraps, model](const Eigen::VectorXd& x) {
    std::vector<double> r;
    for (const Wrap& wrap : wraps) {
      const std::vector<double> held = model(x, wrap);
      for (std::size_t i = 0; i < held.size(); ++i) r.push_back((held[i] - wrap.held[i]) / kReadingError);
    }
    return Eigen::VectorXd(Eigen::Map<Eigen::VectorXd>(r.data(), static_cast<Eigen::Index>(r.size())));
  };
}

// The deviations of the ratio load/held. Its standard deviation is (load/held) times the relative standard deviation of
// held.
Residuals ratio_residuals(const std::vector<Wrap>& wraps) {
  return [&wraps](const Eigen::VectorXd& x) {
    std::vector<double> r;
    for (const Wrap& wrap : wraps) {
      const std::vector<double> held = exact_forces(x[0], wrap.angle, wrap.load);
      for (std::size_t i = 0; i < held.size(); ++i) {
        const double measured = wrap.load[i] / wrap.held[i];
        r.push_back((wrap.load[i] / held[i] - measured) / (measured * kReadingError / wrap.held[i]));
      }
    }
    return Eigen::VectorXd(Eigen::Map<Eigen::VectorXd>(r.data(), static_cast<Eigen::Index>(r.size())));
  };
}

Eigen::VectorXd start(Eigen::Index n) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  x[0] = 0.33;
  return x;
}

// A model with a probability below this is rejected.
constexpr double kRejected = 1e-3;
// The reference numbers have five digits.
constexpr double kFiveDigits = 1e-5;

void constant_coefficient(Record& record) {
  const std::vector<Wrap> wraps = read_wraps(record);
  const Fit all = fit(ratio_residuals(wraps), start(1));
  record.absolute("coefficient of friction, from the ratios of the forces", all.parameters[0], 0.32954, kFiveDigits,
                  Record::Rank::headline);
  record.absolute("its standard error", all.standard_errors[0], 0.00164, kFiveDigits);
  record.absolute("chi square of a constant coefficient per degree of freedom", all.reduced(), 3.05, 0.005);
  record.at_most("probability of as large a chi square, if the coefficient is constant", all.probability(), kRejected);
  constexpr std::array kOfWraps{0.324, 0.327, 0.332, 0.382};
  const auto simple = [](const Eigen::VectorXd& x, const Wrap& wrap) {
    return exact_forces(x[0], wrap.angle, wrap.load);
  };
  for (std::size_t i = 0; i < wraps.size(); ++i) {
    const std::vector<Wrap> one{wraps[i]};
    const Fit own = fit(held_residuals(one, simple), start(1));
    record.absolute(fmt::format("coefficient of the wrap of {:.0f} degrees", wraps[i].angle / kDegree),
                    own.parameters[0], kOfWraps[i], 1e-3, Record::Rank::detail,
                    "three digits, of readings whose weights are not told");
  }
  const std::vector<double> ropes =
      held_forces(R"("formulation": "lagrangian_rope", "elements": 64, "element": {"type": "cable"})",
                  all.parameters[0], wraps[0].angle, wraps[0].load);
  const std::vector<double> exact = exact_forces(all.parameters[0], wraps[0].angle, wraps[0].load);
  double largest = 0.0;
  for (std::size_t i = 0; i < ropes.size(); ++i) largest = larger(largest, std::abs(ropes[i] / exact[i] - 1.0));
  record.at_most("held force of lagrangian_rope against analytic_rope, relative", largest, 1e-5, Record::Rank::detail,
                 "cubic cables with their default contact converge to the formula, 1e-5 with 64 elements");
}

void explanations(Record& record) {
  const std::vector<Wrap> wraps = read_wraps(record);
  const double longest = wraps.back().angle;
  const auto explained = [&wraps](const HeldForces& model) { return fit(held_residuals(wraps, model), start(2)); };
  const auto shifted = [](std::vector<double> forces, double by) {
    for (double& force : forces) force += by;
    return forces;
  };
  const Fit offset = explained([&](const Eigen::VectorXd& x, const Wrap& wrap) {
    return shifted(exact_forces(x[0], wrap.angle, wrap.load), x[1]);
  });
  const Fit angle = explained(
      [](const Eigen::VectorXd& x, const Wrap& wrap) { return exact_forces(x[0], wrap.angle + x[1], wrap.load); });
  // Adhesion is a friction force A per angle at no pressure, dT/dφ = μ T + A: T₁ = T₂ e^(−μφ) − (A/μ)(1 − e^(−μφ)).
  const Fit adhesion = explained([&](const Eigen::VectorXd& x, const Wrap& wrap) {
    const double lost = x[1] / x[0] * -std::expm1(-x[0] * wrap.angle);
    return shifted(exact_forces(x[0], wrap.angle, wrap.load), -lost);
  });
  const Fit longest_angle = explained([&](const Eigen::VectorXd& x, const Wrap& wrap) {
    const double more = wrap.angle == longest ? x[1] : 0.0;
    return exact_forces(x[0], wrap.angle + more, wrap.load);
  });
  record.at_most("probability of the readings with a zero offset of the gauge", offset.probability(), kRejected);
  record.at_most("probability of the readings with all wraps wrong by one angle", angle.probability(), kRejected);
  record.at_most("probability of the readings with adhesion", adhesion.probability(), kRejected);
  record.at_most("certainty that the wrap of 360 degrees was not another one", 1.0 - longest_angle.probability(), 0.95,
                 Record::Rank::detail,
                 "of the four it is the only explanation that 5 % of such readings would not exceed");
  const double further = longest_angle.parameters[1] / kDegree;
  record.at_most("its standard error over what the wrap of 360 degrees was longer",
                 longest_angle.standard_errors[1] / kDegree / further, 0.2);
}

}  // namespace

void add_capstan_cases(std::vector<VerificationCase>& cases) {
  const std::string data = "measured forces of a nylon belt over an aluminium pulley, bigOwlTr/beltDriveLab";
  cases.push_back({.id = "measured/capstan",
                   .claim = "analytic_rope identifies a coefficient of friction from a capstan test, and tells that no "
                            "constant one explains all wraps",
                   .reference = data + "; the least squares fit of another program",
                   .run = constant_coefficient,
                   .published_files = {kFile},
                   .tolerances = "The digits of the reference"});
  cases.push_back({.id = "measured/capstan-explained",
                   .claim = "The wrap of 360 degrees was longer in the test; an offset of the gauge, another angle of "
                            "all wraps or adhesion explain the readings less",
                   .reference = data + "; the distribution of chi square",
                   .slow = true,
                   .run = explanations,
                   .published_files = {kFile},
                   .tolerances = "Levels of significance"});
}

}  // namespace beltdyn::verification
