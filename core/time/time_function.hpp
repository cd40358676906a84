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

// Later than any run ends, for extrema over all times [s].
inline constexpr double kForever = 1e9;

// A quantity prescribed in time, e.g. a surface speed [m/s]; value unit U.
class TimeFunction {
 public:
  // value
  struct Constant {
    double value{};  // [U]
  };
  // mean + amplitude cos(angular_frequency t)
  struct Harmonic {
    double mean{};               // [U]
    double amplitude{};          // [U]
    double angular_frequency{};  // [rad/s]
  };
  // from before start_time, to after end_time, between them from + (to − from) (1 − cos(π x))/2 with
  // x = (t − start_time)/(end_time − start_time)
  struct CosineRamp {
    double from{};        // [U]
    double to{};          // [U]
    double start_time{};  // [s]
    double end_time{};    // [s]
  };
  // straight lines through (time, value); constant outside
  struct PiecewiseLinear {
    std::vector<double> time;   // [s], strictly increasing, shape (n_points)
    std::vector<double> value;  // [U], shape (n_points)
  };

  // as PiecewiseLinear, with the points from columns of a CSV file
  struct Csv {
    std::string file{};
    std::string time_column = "time";
    std::string value_column{};
    std::string time_unit{};   // empty: that of the header, else s
    std::string value_unit{};  // empty: that of the header, else U
    std::string checksum{};    // of the file, hexadecimal
    std::shared_ptr<const PiecewiseLinear> lines{};
  };

  using Sum = combined::Sum;
  using Product = combined::Product;
  using Repeat = combined::Repeat;
  using Orders = combined::Orders;
  using Form = std::variant<Constant, Harmonic, CosineRamp, PiecewiseLinear, Csv, Sum, Product, Repeat, Orders>;

  TimeFunction() = default;
  // Not inline: under the sanitizers GCC 12 takes the forms that a copy does not hold for uninitialised.
  TimeFunction(const TimeFunction& other);
  TimeFunction(TimeFunction&& other) noexcept;
  TimeFunction& operator=(const TimeFunction& other);
  TimeFunction& operator=(TimeFunction&& other) noexcept;
  ~TimeFunction();
  explicit TimeFunction(double constant) : form_(Constant{constant}) {}
  explicit TimeFunction(Constant form) : form_(form) {}
  explicit TimeFunction(Harmonic form) : form_(form) {}
  explicit TimeFunction(CosineRamp form) : form_(form) {}
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
  // the first of them, t1 if there is none
  double next_kink(double t0, double t1) const;
  // the smallest and largest value on [t0, t1]; of sums and products a bound (combined_time_functions.hpp)
  double minimum(double t0, double t1) const;
  double maximum(double t0, double t1) const;
  // factor times the function
  TimeFunction scaled(double factor) const;
  // Of a harmonic and of a repeated function [s]; 0 for the other forms
  double period() const;
  bool is_constant() const;
  // An interval that is short enough for the Gauss quadrature of products between kinks [s].
  double smooth_panel() const;

  void visit(config::FieldVisitor& visitor) { visit_at(visitor, 0, false); }
  // With the form "orders" among those it may have, for functions of a pulley.
  void visit_of_pulley(config::FieldVisitor& visitor) { visit_at(visitor, 0, true); }
  // Changes the orders in it, and what depends on them.
  void for_each_orders(const std::function<void(Orders&)>& change);

 private:
  // `depth` times inside of another one.
  void visit_at(config::FieldVisitor& visitor, int depth, bool has_orders);

  Form form_{Constant{}};
};

}  // namespace beltdyn
