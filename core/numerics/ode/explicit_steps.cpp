// SPDX-License-Identifier: MIT
#include "core/numerics/ode/explicit_steps.hpp"

#include <array>
#include <cmath>

#include <boost/numeric/odeint/algebra/range_algebra.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/dense_output_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4_classic.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/ode/linear_combination.hpp"

namespace beltdyn::numerics {
namespace {

namespace odeint = boost::numeric::odeint;

// Odeint's algebra, except that NaN counts as infinite, so that a step that produces NaN is rejected.
struct CheckedAlgebra : odeint::range_algebra {
  static double norm_inf(const AlignedVector& x) {
    double largest = 0.0;
    for (const double entry : x) largest = std::abs(entry) <= largest ? largest : std::abs(entry);
    return std::isnan(largest) ? HUGE_VAL : largest;
  }
};

// The algebra of the Runge–Kutta method in the widest available instructions. The operations passed by Odeint only hold
// coefficients.
struct Coefficients {
  template <class...>
  struct scale_sum2 {
    std::array<double, 2> a;
    scale_sum2(double a1, double a2) : a{a1, a2} {}
  };
  template <class...>
  struct scale_sum5 {
    std::array<double, 5> a;
    scale_sum5(double a1, double a2, double a3, double a4, double a5) : a{a1, a2, a3, a4, a5} {}
  };
};

struct CombiningAlgebra {
  LinearCombination combine;

  template <class Op>
  void for_each3(AlignedVector& out, const AlignedVector& x1, const AlignedVector& x2, Op op) const {
    combine.of_two(out.size(), out.data(), op.a.data(), x1.data(), x2.data());
  }
  template <class Op>
  void for_each6(AlignedVector& out, const AlignedVector& x1, const AlignedVector& x2, const AlignedVector& x3,
                 const AlignedVector& x4, const AlignedVector& x5, Op op) const {
    combine.of_five(out.size(), out.data(), op.a.data(), x1.data(), x2.data(), x3.data(), x4.data(), x5.data());
  }
};

// Odeint copies its system; this reference avoids copying the right-hand side.
struct SystemReference {
  const SystemRates* rates;

  void operator()(const AlignedVector& state, AlignedVector& dxdt, double time) const { (*rates)(time, state, dxdt); }
};

}  // namespace

struct RungeKutta4::Stepper {
  odeint::runge_kutta4_classic<AlignedVector, double, AlignedVector, double, CombiningAlgebra, Coefficients> method;
};

RungeKutta4::RungeKutta4(std::size_t n_equations, InstructionSet set)
    : stepper_(std::make_unique<Stepper>(Stepper{{CombiningAlgebra{linear_combination(set)}}})) {
  stepper_->method.adjust_size(AlignedVector(n_equations));
}
RungeKutta4::~RungeKutta4() = default;
RungeKutta4::RungeKutta4(RungeKutta4&&) noexcept = default;
RungeKutta4& RungeKutta4::operator=(RungeKutta4&&) noexcept = default;

void RungeKutta4::step(const SystemRates& rates, double time, double h, const AlignedVector& state,
                       AlignedVector& next) {
  stepper_->method.do_step(SystemReference{&rates}, state, time, next, h);
}

struct DormandPrince::Stepper {
  using Pair = odeint::runge_kutta_dopri5<AlignedVector, double, AlignedVector, double, CheckedAlgebra>;
  using Checker = odeint::default_error_checker<double, CheckedAlgebra, odeint::default_operations>;
  using Controlled = odeint::controlled_runge_kutta<Pair, Checker>;

  Stepper(double tolerance, double scale) : method(Controlled(Checker(tolerance * scale, tolerance))) {}

  odeint::dense_output_runge_kutta<Controlled> method;
};

DormandPrince::DormandPrince(std::size_t n_equations, double tolerance, double scale)
    : stepper_(std::make_unique<Stepper>(tolerance, scale)) {
  // An empty step of length 0 allocates memory.
  stepper_->method.initialize(AlignedVector(n_equations), 0.0, 0.0);
}
DormandPrince::~DormandPrince() = default;
DormandPrince::DormandPrince(DormandPrince&&) noexcept = default;
DormandPrince& DormandPrince::operator=(DormandPrince&&) noexcept = default;

void DormandPrince::begin(const AlignedVector& state, double time, double h) {
  stepper_->method.initialize(state, time, h);
}

void DormandPrince::step(const SystemRates& rates) {
  try {
    stepper_->method.do_step(SystemReference{&rates});
  } catch (const odeint::step_adjustment_error&) {
    throw SolverError(
        fmt::format("the step of the differential equations became too small at t = {:.9g} s; use a larger tolerance.",
                    stepper_->method.current_time()));
  }
}

double DormandPrince::start() const { return stepper_->method.previous_time(); }
double DormandPrince::end() const { return stepper_->method.current_time(); }
double DormandPrince::suggested_step() const { return stepper_->method.current_time_step(); }
void DormandPrince::state_at(double time, AlignedVector& state) const { stepper_->method.calc_state(time, state); }

}  // namespace beltdyn::numerics
