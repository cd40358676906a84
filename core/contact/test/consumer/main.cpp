// SPDX-License-Identifier: MIT
// Uses the installed library: a contact is pushed 1 mm forward and half-way back, by a law with memory and by a law in
// the plane.
#include <cmath>
#include <cstdio>
#include <exception>

#include <beltdyn/base/error.hpp>
#include <beltdyn/contact/gms.hpp>
#include <beltdyn/contact/normal_law.hpp>
#include <beltdyn/contact/plane_coulomb.hpp>

using namespace beltdyn::contact;

namespace {

// The traction after a slip step. These laws depend on the path only, so the time step is arbitrary.
double push(const Gms& law, double slip, double normal_force, Gms::History& history) {
  Gms::History trial{};
  const double traction = law.respond(even_step(slip, 1.0, normal_force), history, trial).traction;
  history = trial;  // the step is accepted
  return traction;
}

bool is_close(double a, double b) { return std::abs(a - b) <= 1e-12; }

int run() {
  // Maxwell slip: the force after reversal follows from Masing's rule.
  const Gms law({.stribeck = StribeckCurve(1.0),
                 .stiffness = {1200.0, 1600.0, 2000.0},
                 .share = {0.25, 0.25, 0.5},
                 .attraction = 1.0});
  Gms::History history{};
  const double forward = push(law, 1e-3, 10.0, history);
  const double back = push(law, -5e-4, 10.0, history);
  std::printf("traction %.6g N, after reversal %.6g N\n", forward, back);
  if (!is_close(forward, -10.0)) return 1;
  if (!is_close(back, -10.0 * (1.0 - 5e-4 * (0.25 * 1200.0 + 0.25 * 1600.0 + 0.5 * 2000.0)))) return 1;

  const PlaneCoulomb plane({.friction_coefficient = 0.5, .stiffness = 1e6});
  const PlaneSlipStep diagonal{.slip = {3e-3, 4e-3}, .time_step = 1.0, .normal_force = 10.0};
  PlaneCoulomb::History trial{};
  const auto response = plane.respond(diagonal, {}, trial);
  std::printf("traction on the plane (%.6g, %.6g) N\n", response.traction[0], response.traction[1]);
  if (!is_close(response.traction[0], -3.0) || !is_close(response.traction[1], -4.0)) return 1;

  // Invalid parameters are reported by an exception of the library.
  try {
    const StribeckCurve curve(-1.0);
    return 1;
  } catch (const beltdyn::UsageError& error) {
    std::printf("refused: %s\n", error.what());
  }
  return 0;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
