// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/belt/span_load.hpp"

namespace beltdyn::analytic {

// Loads along a span of a string, against its motion.
struct SpanSource {
  double feed{};          // m_L of a load that enters at rest [kg/m]
  double per_path{};      // b, per length of the span [N/m]
  double per_material{};  // A, per reference length of the belt [N/m]

  // A fraction of it.
  SpanSource times(double part) const {
    return {.feed = part * feed, .per_path = part * per_path, .per_material = part * per_material};
  }
};
// The loads of a run, and of a free span as a run without load and idlers: in a taut string the weight across it has no
// effect.
SpanSource span_source(const SpanLoad& run, const SpanForces& forces);

// A straight span of a string in steady motion with the flux G and the effective force τ = a λ − EA λ₀, in closed form.
// At the feed
//
//     a λ_0 − m_L G² λ_0² = a λ_b,                                                                                 (1)
//
// with the stretch λ_b before. From there on the load accelerates with the belt, with the mass flow Q = m_L G λ_0. With
// c = a − Q G, the reference length s, ds = dσ/λ, and x = b s/c,
//
//     c dλ/ds = b λ + A,   λ = λ_0 + (b λ_0 + A) φ₁(x) s/c,   σ = λ_0 s + (b λ_0 + A) φ₂(x) s²/c,                  (2)
//     φ₁(x) = (eˣ − 1)/x,   φ₂(x) = (φ₁(x) − 1)/x.
//
// The load keeps the momentum that it gains within the span when it leaves, so that τ belongs to the belt alone there.
class StringSpan {
 public:
  // slope a [N], length ℓ of the path [m]
  StringSpan(double flux, double slope, double stretch_before, const SpanSource& source, double length);

  // Is the belt taut along the whole span?
  bool exists() const { return exists_; }
  double entry_stretch() const { return entry_; }  // λ_0 behind the feed
  double exit_stretch() const { return stretch_at(material_); }
  // τ at the end minus τ before the feed [N].
  double change() const { return feed_change_ + change_at(material_); }
  double feed_change() const { return feed_change_; }  // of τ at the feed [N]
  double material() const { return material_; }        // reference length of the whole span [m]
  double material_at(double distance) const;  // reference length from the start to a distance along the span [m]
  double stretch_at(double material) const;
  double slope_at(double material) const;  // dλ/ds [1/m]
  // Power that load and resistance take from the belt, without the weight of the belt itself: ∫ v dτ − G A ℓ [W].
  double power() const;

 private:
  double change_at(double material) const;  // of τ behind the feed [N]

  double flux_;   // G [m/s]
  double slope_;  // a [N]
  SpanSource source_;
  double length_;  // ℓ [m]
  bool exists_ = false;
  double before_;         // λ_b [-]
  double entry_{};        // λ_0 [-]
  double feed_change_{};  // [N]
  double rate_{};         // c [N]
  double drive_{};        // b λ_0 + A [N/m]
  double material_{};     // [m]
};

}  // namespace beltdyn::analytic
