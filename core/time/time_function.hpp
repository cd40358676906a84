// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/time/combined_time_functions.hpp"

// Prescribed quantities as functions of time: speeds, torques, tensions.
namespace beltdyn {

// Later than the end of any run, for extrema over all times [s].
inline constexpr double kForever = 1e9;

// A quantity prescribed in time, e.g. a surface speed [m/s]. U is the unit of its value.
class TimeFunction {
 public:
  // a constant value
  struct Constant {
    double value{};  // [U]
  };
  // mean + amplitude cos(angular_frequency t)
  struct Harmonic {
    double mean{};               // [U]
    double amplitude{};          // [U]
    double angular_frequency{};  // [rad/s]
  };
  // `from` before start_time, `to` after end_time, and in between from + (to − from) (1 − cos(π x))/2 with
  // x = (t − start_time)/(end_time − start_time)
  struct CosineRamp {
    double from{};        // [U]
    double to{};          // [U]
    double start_time{};  // [s]
    double end_time{};    // [s]
  };
  // `from` before start_time, `to` after end_time, in between a slope that grows to its largest value within
  // `rounding`, stays there, and falls back to 0 within `rounding`, both linearly
  struct SCurve {
    double from{};        // [U]
    double to{};          // [U]
    double start_time{};  // [s]
    double end_time{};    // [s]
    double rounding{};    // 0 < rounding ≤ (end_time − start_time)/2 [s]
  };
  // straight lines through (time, value); constant outside the points
  struct PiecewiseLinear {
    std::vector<double> time;   // [s], strictly increasing, shape (n_points)
    std::vector<double> value;  // [U], shape (n_points)
    // From the first point to each, for quick integrals over long tables [U s], shape (n_points); may be empty
    std::vector<double> integral{};

    void find_integral();  // from the points
  };

  // like PiecewiseLinear, with points from columns of a CSV file
  struct Csv {
    std::string file{};
    std::string time_column = "time";
    std::string value_column{};
    std::string time_unit{};   // empty: unit of the header, else s
    std::string value_unit{};  // empty: unit of the header, else U
    std::string checksum{};    // of the file, hexadecimal
    std::shared_ptr<const PiecewiseLinear> lines{};
  };

  using Sum = combined::Sum;
  using Product = combined::Product;
  using Repeat = combined::Repeat;
  using Orders = combined::Orders;
  using Form = std::variant<Constant, Harmonic, CosineRamp, SCurve, PiecewiseLinear, Csv, Sum, Product, Repeat, Orders>;

  TimeFunction() = default;
  // Not inline: with sanitizers, GCC 12 takes the forms that a copy does not hold for uninitialised.
  TimeFunction(const TimeFunction& other);
  TimeFunction(TimeFunction&& other) noexcept;
  TimeFunction& operator=(const TimeFunction& other);
  TimeFunction& operator=(TimeFunction&& other) noexcept;
  ~TimeFunction();
  explicit TimeFunction(double constant) : form_(Constant{constant}) {}
  explicit TimeFunction(Constant form) : form_(form) {}
  explicit TimeFunction(Harmonic form) : form_(form) {}
  explicit TimeFunction(CosineRamp form) : form_(form) {}
  explicit TimeFunction(SCurve form) : form_(form) {}
  explicit TimeFunction(PiecewiseLinear form);
  explicit TimeFunction(Csv form);
  explicit TimeFunction(Sum form);
  explicit TimeFunction(Product form);
  explicit TimeFunction(Repeat form);
  explicit TimeFunction(Orders form);

  double value(double time) const;
  // ∫ value dt from t0 to t1 ≥ t0, exact to rounding [U s]
  double integral(double t0, double t1) const;
  double derivative(double time) const;  // right-sided at a kink [U/s]
  // the times in (t0, t1) where a derivative jumps, ascending
  std::vector<double> kinks(double t0, double t1) const;
  // the first kink in (t0, t1); t1 if there is none
  double next_kink(double t0, double t1) const;
  // the smallest and largest value on [t0, t1]; for sums, products and orders a bound (combined_time_functions.hpp)
  double minimum(double t0, double t1) const;
  double maximum(double t0, double t1) const;
  // The largest absolute value in [t0, t1].
  double largest_magnitude(double t0, double t1) const;
  // factor times the function
  TimeFunction scaled(double factor) const;
  // The period of a harmonic or a repeated function [s]; 0 for the other forms
  double period() const;
  bool is_constant() const;
  // An interval short enough for the Gauss quadrature of products between kinks [s].
  double smooth_panel() const;

  void visit(config::FieldVisitor& visitor) { visit_at(visitor, 0, false); }
  // Also offers the form "orders", for functions of a pulley.
  void visit_of_pulley(config::FieldVisitor& visitor) { visit_at(visitor, 0, true); }
  // Applies `change` to all orders in the function, and updates what depends on them.
  void for_each_orders(const std::function<void(Orders&)>& change);

 private:
  // `depth` counts the functions around this one.
  void visit_at(config::FieldVisitor& visitor, int depth, bool has_orders);

  Form form_{Constant{}};
};

}  // namespace beltdyn
