// SPDX-License-Identifier: MIT
#include "core/contact/bristle.hpp"

#include <cmath>

namespace beltdyn::contact {

Bristle::Judgement Bristle::switched(const SlipStep& step, const History& committed) const {
  Judgement judgement{.committed = committed};
  if (!(step.normal_force > 0.0)) {
    judgement.committed = History{};
    return judgement;
  }
  const bool begins = committed.mode[0] == ContactState::free;
  const double z = begins ? 0.0 : committed.value[0] + step.slip;
  const double v = step.slip / step.time_step;
  const double tried = stiffness_ * z + damping_ * v;
  const double limit = limit_.limit(v) * step.normal_force;
  ContactState& mode = judgement.committed.mode[0];
  if (std::abs(tried) > limit) {
    mode = slip_towards(z == 0.0 ? tried : z);
  } else if (!begins) {
    mode = ContactState::stick;
  }
  if (mode != committed.mode[0]) judgement.error = std::abs(std::abs(tried) - limit);
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
