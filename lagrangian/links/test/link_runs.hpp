// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>

#include "core/base/error.hpp"
#include "core/base/test/sanitized.hpp"
#include "lagrangian/links/test/kubas_drive.hpp"

// Runs of the belt of kubas_drive.hpp in tests.
namespace beltdyn::lagrangian::links::test {

// Thousands of short steps.
inline constexpr bool kTooSlow = beltdyn::test::kIsSanitized;

inline LinksParameters parameters_of(double time_step, TimeIntegration integration = TimeIntegration::runge_kutta_4,
                                     double settling_time = 0.02) {
  return {.links = kLinks, .time_step = time_step, .time_integration = integration, .settling_time = settling_time};
}

inline void advance_to(LinkBelt& belt, double end) {
  const double h = belt.parameters().time_step;
  const auto n = std::lround((end - belt.time()) / h);
  for (long i = 0; i < n; ++i) belt.advance(h);
}

// The message of an exception before `end`; empty if none is thrown.
inline std::string failure(LinkBelt& belt, double end) {
  try {
    advance_to(belt, end);
  } catch (const SolverError& error) {
    return error.what();
  }
  return {};
}

}  // namespace beltdyn::lagrangian::links::test
