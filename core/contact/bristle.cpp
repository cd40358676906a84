// SPDX-License-Identifier: MIT
#include "core/contact/bristle.hpp"

#include <cmath>

#include "core/contact/lane_laws.hpp"

namespace beltdyn::contact {

Bristle::Judgement Bristle::switched(const SlipStep& step, const History& committed) const {
  Judgement judgement{.committed = committed};
  if (!(step.normal_force > 0.0)) {
    judgement.committed = History{};
    return judgement;
  }
  if (committed.mode[0] == ContactState::free) return judgement;
  const double z = committed.value[0] + step.slip;
  const double v = step.slip / step.time_step;
  const double limit = limit_.limit(v) * step.normal_force;
  const auto judged =
      judge_bristle(stuck_bristle(stiffness_, damping_, z, v), z, limit, static_cast<double>(committed.mode[0]));
  judgement.committed.mode[0] = static_cast<ContactState>(static_cast<int>(judged.state));
  judgement.error = judged.error;
  return judgement;
}

double Bristle::traction(const SlipMotion& motion, const History& history) const {
  const int d = slip_direction(history.mode[0]);
  if (d != 0) return -d * limit_.limit(motion.velocity) * motion.normal_force;
  return -stuck(motion, history);
}

std::array<double, 1> Bristle::memory_rate(const SlipMotion& motion, const History& history) const {
  return {is_slipping(history.mode[0]) ? 0.0 : motion.velocity};
}

double Bristle::mode_margin(std::size_t, const SlipMotion& motion, const History& history) const {
  const int d = slip_direction(history.mode[0]);
  if (d != 0) return d * motion.velocity;
  return limit_.limit(motion.velocity) * motion.normal_force - std::abs(stuck(motion, history));
}

void Bristle::switch_mode(std::size_t, const SlipMotion& motion, History& history) const {
  if (is_slipping(history.mode[0])) {
    history.value[0] = -traction(motion, history) / stiffness_;
    history.mode[0] = ContactState::stick;
  } else {
    history.mode[0] = slip_towards(history.value[0]);
  }
}

}  // namespace beltdyn::contact
