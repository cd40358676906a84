// SPDX-License-Identifier: MIT
#include "analytic/belt/dense_history.hpp"

#include <algorithm>
#include <utility>

namespace beltdyn::analytic {
namespace {

// The coefficients of the pair, and of its continuous extension.
constexpr std::array<double, 6> kNodes{0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0};
constexpr std::array<std::array<double, 6>, 6> kStages{
    {{0.2},
     {3.0 / 40.0, 9.0 / 40.0},
     {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
     {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
     {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
     {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}}};
constexpr std::array<double, 7> kError{71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
                                       -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
constexpr std::array<double, 7> kDense{-12715105075.0 / 11282082432.0,  0.0,
                                       87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                       701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                       69997945.0 / 29380423.0};

}  // namespace

double DensePanel::value(Eigen::Index i, double time) const {
  const double x = (time - start) / length;
  const double y = 1.0 - x;
  const auto& c = coefficients;
  return c[0][i] + x * (c[1][i] + y * (c[2][i] + x * (c[3][i] + y * c[4][i])));
}

double DensePanel::rate(Eigen::Index i, double time) const {
  const double x = (time - start) / length;
  const double y = 1.0 - x;
  const auto& c = coefficients;
  // d/dξ of x c₁ + x y c₂ + x² y c₃ + x² y² c₄
  return (c[1][i] + (y - x) * c[2][i] + x * (2.0 * y - x) * c[3][i] + 2.0 * x * y * (y - x) * c[4][i]) / length;
}

Eigen::VectorXd DensePanel::values(double time) const {
  Eigen::VectorXd x(coefficients[0].size());
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = value(i, time);
  return x;
}

DenseStep dense_step(const VectorRates& rates, double time, const Eigen::VectorXd& x, const Eigen::VectorXd& rate,
                     double length, const Eigen::VectorXd& scale) {
  std::array<Eigen::VectorXd, 7> k;
  k[0] = rate;
  DenseStep step;
  for (std::size_t stage = 0; stage < kStages.size(); ++stage) {
    step.end = x;
    for (std::size_t j = 0; j <= stage; ++j) {
      if (kStages[stage][j] != 0.0) step.end += length * kStages[stage][j] * k[j];
    }
    rates(time + kNodes[stage] * length, step.end, k[stage + 1]);
  }
  Eigen::VectorXd error = Eigen::VectorXd::Zero(x.size());
  Eigen::VectorXd last = Eigen::VectorXd::Zero(x.size());
  for (std::size_t j = 0; j < k.size(); ++j) {
    error += length * kError[j] * k[j];
    last += length * kDense[j] * k[j];
  }
  step.error = error.cwiseQuotient(scale).lpNorm<Eigen::Infinity>();
  const Eigen::VectorXd change = step.end - x;
  const Eigen::VectorXd bend = length * k[0] - change;
  step.panel = {
      .start = time, .length = length, .coefficients = {x, change, bend, change - length * k[6] - bend, last}};
  return step;
}

void DenseHistory::forget_before(double time) {
  while (panels_.size() > 1 && panels_.front().end() < time) panels_.pop_front();
}

void DenseHistory::keep_first(std::size_t n_panels) { panels_.resize(std::min(n_panels, panels_.size())); }

bool DenseHistory::is_before_start(double time) const {
  return panels_.empty() || (time < start_ && panels_.front().start <= start_);
}

const DensePanel* DenseHistory::panel_at(double time) const {
  if (is_before_start(time)) return nullptr;
  const auto behind = std::ranges::upper_bound(panels_, time, {}, &DensePanel::start);
  return behind == panels_.begin() ? &panels_.front() : &*std::prev(behind);
}

double DenseHistory::value(Eigen::Index i, double time) const {
  const DensePanel* panel = panel_at(time);
  return panel != nullptr ? panel->value(i, time) : value_[i] + rate_[i] * (time - start_);
}

double DenseHistory::rate(Eigen::Index i, double time) const {
  const DensePanel* panel = panel_at(time);
  return panel != nullptr ? panel->rate(i, time) : rate_[i];
}

DenseValue DenseHistory::in(const DensePanel* panel, Eigen::Index i, double time) const {
  if (panel == nullptr) return {value_[i] + rate_[i] * (time - start_), rate_[i]};
  return {panel->value(i, time), panel->rate(i, time)};
}

std::array<DenseValue, 2> DenseHistory::pair(Eigen::Index i, Eigen::Index j, double time, std::size_t& near) const {
  const DensePanel* panel = nullptr;
  if (!is_before_start(time)) {
    near = std::min(near, panels_.size() - 1);
    while (near > 0 && panels_[near].start > time) --near;
    while (near + 1 < panels_.size() && panels_[near + 1].start <= time) ++near;
    panel = &panels_[near];
  }
  return {in(panel, i, time), in(panel, j, time)};
}

}  // namespace beltdyn::analytic
