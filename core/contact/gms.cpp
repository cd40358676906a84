// SPDX-License-Identifier: MIT
#include "core/contact/gms.hpp"

#include <fmt/format.h>

#include "core/contact/lane_laws.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {
namespace {

GmsElement<double> lane_of(std::size_t k, const Gms::History& history) {
  return {.m = history.value[k], .direction = static_cast<double>(slip_direction(history.mode[k]))};
}

}  // namespace

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
    rate[k] = gms_rate(lane_of(k, history), stiffness_[k], rate_[k], s, motion.velocity);
  }
  return rate;
}

double Gms::mode_margin(std::size_t mode, const SlipMotion& motion, const History& history) const {
  return gms_margin(lane_of(mode, history), stribeck_.limit(motion.velocity), motion.velocity);
}

void Gms::switch_mode(std::size_t mode, const SlipMotion& motion, History& history) const {
  const GmsElement<double> now =
      gms_switched(lane_of(mode, history), stribeck_.limit(motion.velocity), motion.velocity);
  history.value[mode] = now.m;
  history.mode[mode] = now.direction == 0.0 ? ContactState::stick : slip_towards(now.direction);
}

}  // namespace beltdyn::contact
