// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/lane_ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

std::unique_ptr<AleKernel> make_baseline_kernel(const AleModel& model, AleArrays& arrays) {
  return std::make_unique<LaneAleKernel<double>>(model, arrays);
}

}  // namespace beltdyn::eulerian::ale
