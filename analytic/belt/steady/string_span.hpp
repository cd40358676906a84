// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/belt/span_load.hpp"

namespace beltdyn::analytic {

// What acts along a span of a string, against its motion.
struct SpanSource {
  double feed{};          // m_L of a load that enters at rest [kg/m]
  double per_path{};      // b, of a length of the span [N/m]
  double per_material{};  // A, of a reference length of the belt [N/m]

  // A part of it.
  SpanSource times(double part) const {
    return {.feed = part * feed, .per_path = part * per_path, .per_material = part * per_material};
  }
};
// Of a run, and of a span that hangs freely as one without load and idlers: the weight across it has no part in a taut
// string.
SpanSource span_source(const SpanLoad& run, const SpanForces& forces);

// A straight span of a string in steady motion with the flux G, of the effective force τ = a λ − EA λ₀, in closed form.
// At the feed
//
//     a λ_0 − m_L G² λ_0² = a λ_b,                                                                                 (1)
//
// λ_b the stretch before, and from there on the load takes part in the acceleration of the belt with its mass flow
// Q = m_L G λ_0: with c = a − Q G, ds = dσ/λ the reference length and x = b s/c,
//
//     c dλ/ds = b λ + A,   λ = λ_0 + (b λ_0 + A) φ₁(x) s/c,   σ = λ_0 s + (b λ_0 + A) φ₂(x) s²/c,                  (2)
//     φ₁(x) = (eˣ − 1)/x,   φ₂(x) = (φ₁(x) − 1)/x.
//
// What the load gains within the span it takes away where it leaves, so that τ is that of the belt alone there.
class StringSpan {
 public:
  // slope a [N], length ℓ of the path [m]
  StringSpan(double flux, double slope, double stretch_before, const SpanSource& source, double length);

  // Is there a taut belt all along?
  bool exists() const { return exists_; }
  double entry_stretch() const { return entry_; }  // λ_0 behind the feed
  double exit_stretch() const { return stretch_at(material_); }
  // τ at the end over τ before the feed, difference of both [N]
  double change() const { return feed_change_ + change_at(material_); }
  double feed_change() const { return feed_change_; }  // of τ at the feed [N]
  double material() const { return material_; }        // reference length of all of it [m]
  double material_at(double distance) const;           // from the start, of a distance along the span [m]
  double stretch_at(double material) const;
  double slope_at(double material) const;  // dλ/ds [1/m]
  // What load and resistance take from the belt, the weight of the belt itself apart: ∫ v dτ − G A ℓ [W].
  double power() const;

 private:
  double change_at(double material) const;  // of τ behind the feed [N]

  double flux_;
  double slope_;
  SpanSource source_;
  double length_;
  bool exists_ = false;
  double before_;
  double entry_{};
  double feed_change_{};
  double rate_{};   // c [N]
  double drive_{};  // b λ_0 + A [N/m]
  double material_{};
};

}  // namespace beltdyn::analytic
