// SPDX-License-Identifier: MIT
#include "core/contact/gms.hpp"

#include <fmt/format.h>

#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

Gms::Gms(const Parameters& parameters)
    : stribeck_(parameters.stribeck),
      n_(parameters.stiffness.size()),
      viscosity_(not_negative(parameters.viscosity, "viscosity")) {
  if (n_ < 1 || n_ > kMaxElements || parameters.share.size() != n_) {
    throw UsageError(fmt::format("GMS friction needs 1 to {} elements, and one share for each stiffness; got {} and {}",
                                 kMaxElements, n_, parameters.share.size()));
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < n_; ++k) {
    stiffness_[k] = positive(parameters.stiffness[k], "stiffness of an element");
    share_[k] = positive(parameters.share[k], "share of an element");
    sum += share_[k];
    rate_[k] = not_negative(parameters.attraction, "attraction") *
               (parameters.relaxation == GmsRelaxation::by_share ? share_[k] : 1.0);
  }
  if (std::abs(sum - 1.0) > kShareTolerance) {
    throw UsageError(fmt::format("the shares of the elements must add up to 1, not {:.9g}", sum));
  }
}

double Gms::traction(const SlipMotion& motion, const History& history) const {
  double ratio = viscosity_ * motion.velocity;
  for (std::size_t k = 0; k < n_; ++k) ratio += share_[k] * history.value[k];
  return -motion.normal_force * ratio;
}

std::array<double, Gms::kMaxElements> Gms::memory_rate(const SlipMotion& motion, const History& history) const {
  std::array<double, kMaxElements> rate{};
  const double s = stribeck_.limit(motion.velocity);
  for (std::size_t k = 0; k < n_; ++k) {
    const int d = slip_direction(history.mode[k]);
    rate[k] = d == 0 ? stiffness_[k] * motion.velocity : d * rate_[k] * (1.0 - d * history.value[k] / s);
  }
  return rate;
}

double Gms::mode_margin(std::size_t mode, const SlipMotion& motion, const History& history) const {
  const int d = slip_direction(history.mode[mode]);
  if (d != 0) return d * motion.velocity;
  const double loaded = motion.velocity < 0.0 ? -history.value[mode] : history.value[mode];
  return stribeck_.limit(motion.velocity) - loaded;
}

void Gms::switch_mode(std::size_t mode, const SlipMotion& motion, History& history) const {
  if (is_slipping(history.mode[mode])) {
    history.mode[mode] = ContactState::stick;
    return;
  }
  history.mode[mode] = slip_towards(motion.velocity);
  history.value[mode] = slip_direction(history.mode[mode]) * stribeck_.limit(motion.velocity);
}

}  // namespace beltdyn::contact
