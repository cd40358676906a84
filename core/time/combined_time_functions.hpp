// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace beltdyn {

class RotationAngle;
class TimeFunction;

// Time functions that combine other time functions or follow the angle of a pulley. TimeFunction calls the functions
// below for each of its forms.
namespace combined {

class IntegralTable;

// f₁ + f₂ + ...
struct Sum {
  std::vector<TimeFunction> terms;  // [U]
};
// q f₁ f₂ ...
struct Product {
  std::vector<TimeFunction> quantity;          // q, one function [U]
  std::vector<TimeFunction> factors;           // f [-]
  std::shared_ptr<IntegralTable> integrals{};  // shared by copies, because these are the same function
};
// f(t − n period), with n the number of whole periods up to t. f has the same value at the start and at the end of a
// period.
struct Repeat {
  std::vector<TimeFunction> function;  // f, one function [U]
  double period{};                     // [s]
};

// Σ_j a_j cos(n_j θ + φ_j), with θ the angle by which a pulley of prescribed motion has turned since the start
struct Orders {
  int pulley{};        // number of the pulley from 1; found from the name if that is given, 0 if no pulley has the name
  std::string name{};  // of the pulley; empty if its number is given
  std::vector<double> order{};      // n_j > 0 [-], shape (n_orders)
  std::vector<double> amplitude{};  // a_j [U], shape (n_orders)
  std::vector<double> phase{};      // φ_j [rad], shape (n_orders)
  // Set by bind_orders(); θ is 0 without it.
  std::shared_ptr<const RotationAngle> turn{};
  bool of_itself = false;  // is a part of the angular velocity of this same pulley, which supplies the kinks
  std::shared_ptr<IntegralTable> integrals{};
};

Orders bound_to(Orders f, std::shared_ptr<const RotationAngle> turn, bool of_itself);

Product make_product(TimeFunction quantity, std::vector<TimeFunction> factors);

double value_at(const Sum& f, double t);
double value_at(const Product& f, double t);
double value_at(const Repeat& f, double t);
double value_at(const Orders& f, double t);

double derivative_at(const Sum& f, double t);
double derivative_at(const Product& f, double t);
double derivative_at(const Repeat& f, double t);
double derivative_at(const Orders& f, double t);

// Integrals are exact. For products and orders they use Gauss quadrature, exact to rounding: between kinks the
// functions are polynomials and cosines, and no panel is longer than half a period of the fastest product of cosines.
double integral_over(const Sum& f, double t0, double t1);
double integral_over(const Product& f, double t0, double t1);
double integral_over(const Repeat& f, double t0, double t1);
double integral_over(const Orders& f, double t0, double t1);

double next_kink_of(const Sum& f, double t0, double t1);
double next_kink_of(const Product& f, double t0, double t1);
double next_kink_of(const Repeat& f, double t0, double t1);
double next_kink_of(const Orders& f, double t0, double t1);

// Lower and upper bound of the values on [t0, t1]. For a repeated function the bounds are its extremes. For sums,
// products and orders they may lie outside the extremes, because the parts may have their extremes at different times.
std::pair<double, double> bounds_of(const Sum& f, double t0, double t1);
std::pair<double, double> bounds_of(const Product& f, double t0, double t1);
std::pair<double, double> bounds_of(const Repeat& f, double t0, double t1);
std::pair<double, double> bounds_of(const Orders& f, double t0, double t1);

// The longest interval between kinks on which Gauss quadrature is exact to rounding [s].
double panel_of(const Sum& f);
double panel_of(const Product& f);
double panel_of(const Repeat& f);
double panel_of(const Orders& f);

Sum scaled_form(const Sum& f, double factor);
Product scaled_form(const Product& f, double factor);
Repeat scaled_form(const Repeat& f, double factor);
Orders scaled_form(Orders f, double factor);

bool is_constant_form(const Sum& f);
bool is_constant_form(const Product& f);
bool is_constant_form(const Repeat& f);
bool is_constant_form(const Orders& f);

}  // namespace combined
}  // namespace beltdyn
