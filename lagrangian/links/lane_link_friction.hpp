// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "lagrangian/links/lane_link_kernel.hpp"

namespace beltdyn::lagrangian::links {

template <class Real>
template <class Law>
void LaneLinkKernel<Real>::load_history(const Law& law, const double* value, const double* mode,
                                        typename Law::template HistoryOf<Real>& history) const {
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    history.value[k] = load<Real>(value + k * layout_.stride());
    history.mode[k] = load<Real>(mode + k * layout_.stride());
  }
}

template <class Real>
template <class Law>
Real LaneLinkKernel<Real>::friction_in_stage(const Law& law, const Contact& contact, const Memory& memory) const {
  typename Law::template HistoryOf<Real> committed;
  typename Law::template HistoryOf<Real> trial;
  load_history(law, memory.before, memory.mode, committed);
  const Real length(memory.stage);
  const auto response =
      law.respond(contact::even_step(Real(contact.slip * length), memory.stage, contact.normal), committed, trial);
  const auto put = [&](const Real& value, double* where) {
    store(select(contact.touches, value, load<Real>(where)), where);
  };
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    put(Real((trial.value[k] - committed.value[k]) / length), memory.rate + k * layout_.stride());
    put(trial.mode[k], memory.mode_after + k * layout_.stride());
  }
  return response.traction;
}

template <class Real>
template <class Law>
Real LaneLinkKernel<Real>::friction(const Law& law, const Contact& contact, const Memory& memory) const {
  if constexpr (contact::HybridFrictionLaw<Law>) {
    if (memory.stage > 0.0) return friction_in_stage(law, contact, memory);
  }
  typename Law::template HistoryOf<Real> history;
  load_history(law, memory.value, memory.mode, history);
  const auto motion = contact.motion();
  const Real traction = law.traction(motion, history);
  const auto changed = law.memory_rate(motion, history);
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    double* rate = memory.rate + k * layout_.stride();
    store(select(contact.touches, changed[k], load<Real>(rate)), rate);
  }
  return select(contact.normal > Real(0.0), traction, Real(0.0));
}

template <class Real>
template <class Law>
int LaneLinkKernel<Real>::switch_law(const Law& law, const Contact& contact, double* value, double* mode) const {
  Real switched(0.0);
  if constexpr (contact::HybridFrictionLaw<Law>) {
    typename Law::template HistoryOf<Real> history;
    load_history(law, value, mode, history);
    const auto motion = contact.motion();
    const auto margins = contact::mode_margins(law, motion, history);
    for (std::size_t i = 0; i < law.n_modes(); ++i) {
      // Slip lasts only while there is motion; at rest the element sticks.
      const Mask slips = history.mode[i] != Real(0.0);
      const Mask ends = contact.touches && (margins[i] < Real(0.0) || (slips && margins[i] <= Real(0.0)));
      if (!any(ends)) continue;
      law.switch_mode(i, motion, history, ends);
      store(history.value[i], value + i * layout_.stride());
      store(history.mode[i], mode + i * layout_.stride());
      switched += select(ends, Real(1.0), Real(0.0));
    }
  }
  return static_cast<int>(numerics::sum_of_lanes(switched));
}

template <class Real>
template <class Law>
bool LaneLinkKernel<Real>::lasts(const Law& law, const Contact& contact, const double* value,
                                 const double* mode) const {
  if constexpr (contact::HybridFrictionLaw<Law>) {
    typename Law::template HistoryOf<Real> history;
    load_history(law, value, mode, history);
    const auto margins = contact::mode_margins(law, contact.motion(), history);
    for (std::size_t i = 0; i < law.n_modes(); ++i) {
      if (any(contact.touches && margins[i] < Real(0.0))) return false;
    }
  }
  return true;
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
      switched +=
          std::visit([&](const auto& law) { return switch_law(law, contact, value, modes + i); }, *pulley.friction);
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
      const bool all_last =
          std::visit([&](const auto& law) { return lasts(law, contact, value, modes + i); }, *pulley.friction);
      if (!all_last) return false;
    }
    if (any(touched != load<Real>(touching + i))) return false;
  }
  return true;
}

}  // namespace beltdyn::lagrangian::links
