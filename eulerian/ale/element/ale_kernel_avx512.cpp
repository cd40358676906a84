// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/lane_ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

std::unique_ptr<AleKernel> make_avx512_kernel(const AleModel& model, AleArrays& arrays) {
  return std::make_unique<LaneAleKernel<xsimd::batch<double, xsimd::avx512dq>>>(model, arrays);
}

}  // namespace beltdyn::eulerian::ale
