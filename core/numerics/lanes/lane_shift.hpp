// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <type_traits>

#include "core/numerics/lanes/lane_math.hpp"

// Shifts of a row of numbers that is stored in Reals of kLanes numbers each, and an inverse square root.
namespace beltdyn::numerics {

// 1/√x of positive numbers, accurate to some units in the last place. Where the machine has an estimate, it is refined
// by two steps of Newton's method.
template <class Real>
inline Real inverse_root(const Real& x) {
#ifdef __AVX512F__
  if constexpr (kIsBatch<Real>) {
    if constexpr (std::is_base_of_v<xsimd::avx512f, typename Real::arch_type>) {
      const Real half = Real(0.5) * x;
      Real y(_mm512_rsqrt14_pd(x));
      y = y * (Real(1.5) - half * y * y);
      return y * (Real(1.5) - half * y * y);
    }
  }
#endif
  using std::sqrt;
  return Real(1.0) / sqrt(x);
}

template <class Real>
inline double lane_of(const Real& value, std::size_t lane) {
  std::array<double, kLanes<Real>> lanes;
  if constexpr (kIsBatch<Real>) {
    value.store_unaligned(lanes.data());
  } else {
    lanes[0] = value;
  }
  return lanes[lane];
}

// The numbers one place before those of `here`: the last number of `before`, then those of `here` except the last.
template <class Real>
inline Real in_front(const Real& before, const Real& here) {
  if constexpr (!kIsBatch<Real>) {
    return before;
  } else {
#ifdef __AVX512F__
    if constexpr (std::is_base_of_v<xsimd::avx512f, typename Real::arch_type>) {
      return Real(_mm512_castsi512_pd(_mm512_alignr_epi64(_mm512_castpd_si512(here), _mm512_castpd_si512(before), 7)));
    }
#endif
#ifdef __AVX__
    if constexpr (std::is_base_of_v<xsimd::avx, typename Real::arch_type>) {
      return Real(_mm256_shuffle_pd(_mm256_permute2f128_pd(before, here, 0x21), here, 0b0101));
    }
#endif
    std::array<double, 2 * Real::size> both;
    before.store_unaligned(both.data());
    here.store_unaligned(both.data() + Real::size);
    return Real::load_unaligned(both.data() + Real::size - 1);
  }
}

// The numbers one place behind those of `here`: those of `here` except the first, then the first number of `next`.
template <class Real>
inline Real behind(const Real& here, const Real& next) {
  if constexpr (!kIsBatch<Real>) {
    return next;
  } else {
#ifdef __AVX512F__
    if constexpr (std::is_base_of_v<xsimd::avx512f, typename Real::arch_type>) {
      return Real(_mm512_castsi512_pd(_mm512_alignr_epi64(_mm512_castpd_si512(next), _mm512_castpd_si512(here), 1)));
    }
#endif
#ifdef __AVX__
    if constexpr (std::is_base_of_v<xsimd::avx, typename Real::arch_type>) {
      return Real(_mm256_shuffle_pd(here, _mm256_permute2f128_pd(here, next, 0x21), 0b0101));
    }
#endif
    std::array<double, 2 * Real::size> both;
    here.store_unaligned(both.data());
    next.store_unaligned(both.data() + Real::size);
    return Real::load_unaligned(both.data() + 1);
  }
}

}  // namespace beltdyn::numerics
