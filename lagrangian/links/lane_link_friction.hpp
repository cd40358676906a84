// SPDX-License-Identifier: MIT
#pragma once

#include "lagrangian/links/lane_link_kernel.hpp"

namespace beltdyn::lagrangian::links {

// The numbers of some lanes, one by one.
template <class Real>
inline auto lanes_of(const Real& value) {
  alignas(64) std::array<double, kLanes<Real>> lanes;
  store(value, lanes.data());
  return lanes;
}

// The history of a law whose internal variables are `stride` apart.
template <class Law>
inline typename Law::History history_at(const double* value, const double* mode, std::size_t stride, std::size_t n) {
  typename Law::History history;
  for (std::size_t k = 0; k < n; ++k) {
    history.value[k] = value[k * stride];
    history.mode[k] = static_cast<contact::ContactState>(static_cast<int>(mode[k * stride]));
  }
  return history;
}

template <class Real>
Real LaneLinkKernel<Real>::gms_friction(const contact::Gms& law, const Contact& contact, const Memory& memory) const {
  const std::size_t n = law.n_elements();
  const std::size_t stride = layout_.stride();
  const auto mode = [&](std::size_t k) { return load<Real>(memory.mode + k * stride); };
  bool slips = false;
  for (std::size_t k = 0; k < n; ++k) slips = slips || any(mode(k) != Real(0.0));
  const Real limit = slips ? law.stribeck().limit_of_lanes(contact.slip) : Real(1.0);
  Real ratio = Real(law.viscosity()) * contact.slip;  // −T/N
  for (std::size_t k = 0; k < n; ++k) {
    const contact::GmsElement<Real> element{.m = load<Real>(memory.value + k * stride), .direction = mode(k)};
    double* rate = memory.rate + k * stride;
    const Real changed =
        contact::gms_rate(element, Real(law.stiffness(k)), Real(law.attraction(k)), limit, contact.slip);
    store(select(contact.touches, changed, load<Real>(rate)), rate);
    ratio += Real(law.share(k)) * element.m;
  }
  return Real(-contact.normal * ratio);
}

template <class Real>
template <class Law>
Real LaneLinkKernel<Real>::law_friction(const Law& law, const Contact& contact, const Memory& memory) const {
  const auto normal = lanes_of(contact.normal);
  const auto slip = lanes_of(contact.slip);
  alignas(64) std::array<double, W> T{};
  for (std::size_t lane = 0; lane < W; ++lane) {
    if (!(normal[lane] > 0.0)) continue;
    const std::size_t n = Law::History::kSize;
    const auto history = history_at<Law>(memory.value + lane, memory.mode + lane, layout_.stride(), n);
    const contact::SlipMotion motion{.velocity = slip[lane], .normal_force = normal[lane]};
    T[lane] = law.traction(motion, history);
    const auto changed = law.memory_rate(motion, history);
    for (std::size_t k = 0; k < n; ++k) memory.rate[k * layout_.stride() + lane] = changed[k];
  }
  return load<Real>(T.data());
}

template <class Real>
Real LaneLinkKernel<Real>::friction(const LinkPulley& pulley, const Contact& contact, const Memory& memory) const {
  if (const auto* gms = std::get_if<contact::Gms>(&pulley.law)) return gms_friction(*gms, contact, memory);
  return std::visit(
      [&](const auto& law) -> Real {
        if constexpr (std::is_same_v<std::decay_t<decltype(law)>, contact::Gms>) {
          return Real(0.0);
        } else {
          return law_friction(law, contact, memory);
        }
      },
      pulley.law);
}

template <class Real>
int LaneLinkKernel<Real>::switch_gms(const contact::Gms& law, const Contact& contact, double* value,
                                     double* mode) const {
  int switched = 0;
  const Real limit = law.stribeck().limit_of_lanes(contact.slip);
  for (std::size_t k = 0; k < law.n_elements(); ++k) {
    double* m = value + k * layout_.stride();
    double* direction = mode + k * layout_.stride();
    const contact::GmsElement<Real> now{.m = load<Real>(m), .direction = load<Real>(direction)};
    // What slips goes on only while it moves: at rest it sticks.
    const Real margin = contact::gms_margin(now, limit, contact.slip);
    const Mask slips = now.direction != Real(0.0);
    const Mask ends = contact.touches && (margin < Real(0.0) || (slips && margin <= Real(0.0)));
    if (!any(ends)) continue;
    const contact::GmsElement<Real> next = contact::gms_switched(now, limit, contact.slip);
    store(select(ends, next.m, now.m), m);
    store(select(ends, next.direction, now.direction), direction);
    switched += static_cast<int>(numerics::sum_of_lanes(select(ends, Real(1.0), Real(0.0))));
  }
  return switched;
}

template <class Real>
template <class Law>
int LaneLinkKernel<Real>::switch_law(const Law& law, const Contact& contact, double* value, double* mode) const {
  int switched = 0;
  if constexpr (contact::HybridFrictionLaw<Law>) {
    const auto normal = lanes_of(contact.normal);
    const auto slip = lanes_of(contact.slip);
    const std::size_t stride = layout_.stride();
    for (std::size_t lane = 0; lane < W; ++lane) {
      if (!(normal[lane] > 0.0)) continue;
      auto history = history_at<Law>(value + lane, mode + lane, stride, Law::History::kSize);
      const contact::SlipMotion motion{.velocity = slip[lane], .normal_force = normal[lane]};
      for (std::size_t i = 0; i < law.n_modes(); ++i) {
        if (law.mode_margin(i, motion, history) >= 0.0) continue;
        law.switch_mode(i, motion, history);
        ++switched;
      }
      for (std::size_t k = 0; k < Law::History::kSize; ++k) {
        value[k * stride + lane] = history.value[k];
        mode[k * stride + lane] = static_cast<double>(history.mode[k]);
      }
    }
  }
  return switched;
}

template <class Real>
int LaneLinkKernel<Real>::switch_modes(double* state, double* modes, std::span<const double> pulley_speeds) {
  int switched = 0;
  const Places at = places();
  const std::size_t n_memory = at.layout.n_memory();
  for (std::size_t i = 0; i < at.layout.stride(); i += W) {
    const Motion motion = at.motion(state, i);
    Real is_free(1.0);
    for (std::size_t p = 0; p < pulley_speeds.size(); ++p) {
      Contact contact;
      const LinkPulley& pulley = model_.pulleys[p];
      if (!find_contact(pulley, pulley_speeds[p], motion, contact)) continue;
      is_free = select(contact.touches, Real(0.0), is_free);
      double* value = state + at.layout.memory(0) + i;
      switched += std::visit(
          [&](const auto& law) {
            if constexpr (std::is_same_v<std::decay_t<decltype(law)>, contact::Gms>) {
              return switch_gms(law, contact, value, modes + i);
            } else {
              return switch_law(law, contact, value, modes + i);
            }
          },
          pulley.law);
    }
    for (std::size_t k = 0; k < n_memory; ++k) {
      double* value = state + at.layout.memory(k) + i;
      double* mode = modes + k * at.layout.stride() + i;
      const Mask forgets = is_free > Real(0.0);
      store(select(forgets, Real(0.0), load<Real>(value)), value);
      store(select(forgets, Real(0.0), load<Real>(mode)), mode);
    }
  }
  return switched;
}

template <class Real>
bool LaneLinkKernel<Real>::gms_lasts(const contact::Gms& law, const Contact& contact, const double* value,
                                     const double* mode) const {
  const Real limit = law.stribeck().limit_of_lanes(contact.slip);
  for (std::size_t k = 0; k < law.n_elements(); ++k) {
    const contact::GmsElement<Real> element{.m = load<Real>(value + k * layout_.stride()),
                                            .direction = load<Real>(mode + k * layout_.stride())};
    if (any(contact.touches && contact::gms_margin(element, limit, contact.slip) < Real(0.0))) return false;
  }
  return true;
}

template <class Real>
template <class Law>
bool LaneLinkKernel<Real>::law_lasts(const Law& law, const Contact& contact, const double* value,
                                     const double* mode) const {
  if constexpr (contact::HybridFrictionLaw<Law>) {
    const auto normal = lanes_of(contact.normal);
    const auto slip = lanes_of(contact.slip);
    for (std::size_t lane = 0; lane < W; ++lane) {
      if (!(normal[lane] > 0.0)) continue;
      const auto history = history_at<Law>(value + lane, mode + lane, layout_.stride(), Law::History::kSize);
      for (std::size_t i = 0; i < law.n_modes(); ++i) {
        if (law.mode_margin(i, {.velocity = slip[lane], .normal_force = normal[lane]}, history) < 0.0) return false;
      }
    }
  }
  return true;
}

template <class Real>
void LaneLinkKernel<Real>::find_touching(const double* state, std::span<const double> pulley_speeds, double* touching) {
  const Places at = places();
  for (std::size_t i = 0; i < at.layout.stride(); i += W) {
    const Motion motion = at.motion(state, i);
    Real touched(-1.0);
    for (std::size_t p = 0; p < pulley_speeds.size(); ++p) {
      Contact contact;
      if (!find_contact(model_.pulleys[p], pulley_speeds[p], motion, contact)) continue;
      touched = select(contact.touches, Real(static_cast<double>(p)), touched);
    }
    store(touched, touching + i);
  }
}

template <class Real>
bool LaneLinkKernel<Real>::everything_lasts(const double* state, const double* modes,
                                            std::span<const double> pulley_speeds, const double* touching) {
  const Places at = places();
  for (std::size_t i = 0; i < at.layout.stride(); i += W) {
    const Motion motion = at.motion(state, i);
    Real touched(-1.0);
    for (std::size_t p = 0; p < pulley_speeds.size(); ++p) {
      Contact contact;
      const LinkPulley& pulley = model_.pulleys[p];
      if (!find_contact(pulley, pulley_speeds[p], motion, contact)) continue;
      touched = select(contact.touches, Real(static_cast<double>(p)), touched);
      const double* value = state + at.layout.memory(0) + i;
      const bool lasts = std::visit(
          [&](const auto& law) {
            if constexpr (std::is_same_v<std::decay_t<decltype(law)>, contact::Gms>) {
              return gms_lasts(law, contact, value, modes + i);
            } else {
              return law_lasts(law, contact, value, modes + i);
            }
          },
          pulley.law);
      if (!lasts) return false;
    }
    if (any(touched != load<Real>(touching + i))) return false;
  }
  return true;
}

}  // namespace beltdyn::lagrangian::links
