// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/config/writers.hpp"
#include "core/time/csv_function.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::hold;
using config::kAny;
using config::Presence;
using Form = TimeFunction::Form;
using VisitPart = std::function<void(FieldVisitor&, TimeFunction&)>;

constexpr std::size_t kMinimumTablePoints = 2;
constexpr int kDeepest = 6;           // largest nesting of functions
constexpr double kClosedPart = 1e-9;  // rounding of typed values, relative to the range of a repeated function [-]

void visit_harmonic(FieldVisitor& v, TimeFunction::Harmonic& f) {
  v.number({"mean", "SI", "the mean value"}, f.mean, kAny);
  v.number({"amplitude", "SI", "the amplitude of the cosine"}, f.amplitude, kAny);
  v.number({"angular_frequency", "rad/s", "the angular frequency of the cosine"}, f.angular_frequency,
           config::kNonNegative);
}

template <class Ramp>
void visit_ramp(FieldVisitor& v, Ramp& f) {
  v.number({"from", "SI", "the value before the ramp"}, f.from, kAny);
  v.number({"to", "SI", "the value after the ramp"}, f.to, kAny);
  v.number({"start_time", "s", "the start of the ramp"}, f.start_time, kAny);
  v.number({"end_time", "s", "the end of the ramp"}, f.end_time, kAny);
  v.check(
      "end_time", [&f] { return f.end_time > f.start_time; },
      "the ramp ends before it starts; give an end_time after start_time");
}

void visit_s_curve(FieldVisitor& v, TimeFunction::SCurve& f) {
  visit_ramp(v, f);
  v.number({"rounding", "s", "the time in which the slope grows to its largest value, and that in which it falls to 0"},
           f.rounding, config::kPositive);
  v.check(
      "rounding", [&f] { return !(f.end_time > f.start_time) || f.rounding <= 0.5 * (f.end_time - f.start_time); },
      [&f] {
        return fmt::format("is more than half of the {:g} s from start_time to end_time; give half of them at most",
                           f.end_time - f.start_time);
      });
}

TimeFunction::PiecewiseLinear no_points() { return {.time = {0.0, 1.0}, .value = {0.0, 0.0}}; }

void visit_lines(FieldVisitor& v, TimeFunction::PiecewiseLinear& f) {
  const config::SizeRange size{.low = kMinimumTablePoints};
  v.numbers({"time", "s", "the times of the points, increasing"}, f.time, kAny, size);
  v.numbers({"value", "SI", "the values at these times"}, f.value, kAny, size);
  v.check(
      "value", [&f] { return f.value.size() == f.time.size(); },
      [&f] {
        return fmt::format("has {} entries but time has {}; give one value for each time", f.value.size(),
                           f.time.size());
      });
  const bool are_ordered = std::ranges::adjacent_find(f.time, std::greater_equal<>()) == f.time.end();
  v.check(
      "time", [are_ordered] { return are_ordered; },
      "the times must increase; sort the points and give each time once");
  // Checks of the whole drive evaluate the function even if its points are wrong, which has been reported.
  if (f.time.size() < kMinimumTablePoints || f.value.size() != f.time.size() || !are_ordered) f = no_points();
  f.find_integral();
}

void visit_csv(FieldVisitor& v, TimeFunction::Csv& f) {
  v.file(
      {"file", "-", "the CSV file, relative to the folder of this configuration: a header row, then rows of numbers"},
      f.file);
  v.text({"time_column", "-", "the header of the time column (increasing times), with or without its unit in brackets"},
         f.time_column, Presence::optional);
  v.text({"value_column", "-", "the header of the value column"}, f.value_column);
  v.text({"time_unit", "-", "the unit of the times; if omitted, that of the header, else s"}, f.time_unit,
         Presence::optional);
  v.text({"value_unit", "-", "the unit of the values; if omitted, that of the header, else the SI unit"}, f.value_unit,
         Presence::optional);
  v.text({"checksum", "-",
          "the checksum of the file, written into resolved configurations: a file that has changed is rejected"},
         f.checksum, Presence::optional);
  std::string problem;
  v.check(
      "file",
      [&f, &v, &problem] {
        problem = load_points(f, v.unit());
        return problem.empty();
      },
      [&problem] { return problem; });
  // An error in a file has been reported; the function is not evaluated.
  if (!f.lines) f.lines = std::make_shared<TimeFunction::PiecewiseLinear>(no_points());
}

std::vector<config::Alternative> plain_forms(Form& form) {
  return {
      {"constant", "a constant",
       [&form](FieldVisitor& v) {
         v.number({"value", "SI", "the value"}, hold<TimeFunction::Constant>(form).value, kAny);
       }},
      {"harmonic", "mean + amplitude cos(angular_frequency t)",
       [&form](FieldVisitor& v) { visit_harmonic(v, hold<TimeFunction::Harmonic>(form)); }},
      {"cosine_ramp", "a smooth step from one value to another",
       [&form](FieldVisitor& v) { visit_ramp(v, hold<TimeFunction::CosineRamp>(form)); }},
      {"s_curve", "a step whose slope grows and falls linearly, as of drives with limited jerk",
       [&form](FieldVisitor& v) { visit_s_curve(v, hold<TimeFunction::SCurve>(form)); }},
      {"piecewise_linear", "linear interpolation between given points, constant before the first and after the last",
       [&form](FieldVisitor& v) { visit_lines(v, hold<TimeFunction::PiecewiseLinear>(form)); }},
      {"csv", "linear interpolation between the points of a CSV file, constant before the first and after the last",
       [&form](FieldVisitor& v) { visit_csv(v, hold<TimeFunction::Csv>(form)); }},
  };
}

void visit_parts(FieldVisitor& v, const config::Field& field, std::vector<TimeFunction>& parts,
                 const VisitPart& visit_part) {
  v.list(field,
         {.size = [&parts] { return parts.size(); },
          .resize = [&parts](std::size_t n) { parts.resize(n); },
          .visit = [&parts, &visit_part](FieldVisitor& inner, std::size_t i) { visit_part(inner, parts[i]); }},
         {.low = 1});
}

void visit_only_part(FieldVisitor& v, const config::Field& field, std::vector<TimeFunction>& part,
                     const VisitPart& visit_part) {
  part.resize(1);
  v.object(field, [&part, &visit_part](FieldVisitor& inner) { visit_part(inner, part.front()); });
}

bool is_closed(const TimeFunction::Repeat& f) {
  const TimeFunction& function = f.function.front();
  const double range = function.maximum(0.0, f.period) - function.minimum(0.0, f.period);
  return std::abs(function.value(f.period) - function.value(0.0)) <= kClosedPart * range;
}

void visit_repeat(FieldVisitor& v, TimeFunction::Repeat& f, const VisitPart& visit_part) {
  visit_only_part(v, {"function", "SI", "the function during the first period, from time 0"}, f.function, visit_part);
  v.number({"period", "s", "the period"}, f.period, config::kPositive);
  if (!(f.period > 0.0)) f.period = 1.0;  // has been reported; the function is still evaluated
  v.check(
      "period", [&f] { return is_closed(f); },
      [&f] {
        return fmt::format(
            "the function starts a period at {:.9g} and ends it at {:.9g}, which is a jump; make both values equal",
            f.function.front().value(0.0), f.function.front().value(f.period));
      });
}

// The ripple of an angular velocity, given by the ripple of its acceleration: on a pulley that turns at Ω, a cos(n θ)
// has the acceleration −a n Ω sin(n θ).
struct RippleAcceleration {
  std::vector<double> amplitude{};  // a n Ω, shape (n_orders) [rad/s²]
  double speed{};                   // Ω [rad/s]

  void visit(FieldVisitor& v) {
    v.numbers({"amplitude", "rad/s^2", "the amplitudes of the angular acceleration"}, amplitude, kAny, {.low = 1});
    v.number({"speed", "rad/s", "the angular velocity at which the pulley has them"}, speed, config::kPositive);
  }
};

// Visits the ripple that may be given instead of the amplitudes.
void visit_acceleration(FieldVisitor& v, TimeFunction::Orders& f, std::optional<RippleAcceleration>& ripple) {
  config::visit_optional(
      v, {"acceleration", "-", "the ripple of an angular velocity by its acceleration, instead of amplitude"}, ripple);
  const bool is_of_speed = v.unit() == "rad/s";
  v.check(
      "acceleration", [&ripple, is_of_speed] { return !ripple || is_of_speed; },
      "is the ripple of an angular velocity; give amplitude for any other quantity");
  v.check(
      "acceleration", [&f, &ripple] { return !ripple || ripple->amplitude.size() == f.order.size(); },
      [&f, &ripple] {
        return fmt::format("has {} entries but order has {}; give one per order", ripple->amplitude.size(),
                           f.order.size());
      });
}

void visit_orders(FieldVisitor& v, TimeFunction::Orders& f) {
  const config::SizeRange size{.low = 1};
  v.entry({"pulley", "-",
           "the name of the pulley whose angle is used, or its number counted from 1; its motion must be prescribed"},
          f.pulley, f.name);
  v.numbers({"order", "-", "the number of waves per revolution of that pulley"}, f.order, config::kPositive, size);
  std::optional<RippleAcceleration> ripple;
  visit_acceleration(v, f, ripple);
  const bool has_ripple = ripple && !ripple->amplitude.empty();
  v.numbers({"amplitude", "SI", "the amplitudes of the cosines"}, f.amplitude, kAny, size,
            has_ripple ? Presence::optional : Presence::conditional);
  v.check(
      "amplitude", [&f, has_ripple] { return !has_ripple || f.amplitude.empty(); },
      "cannot be combined with acceleration; give one of the two");
  if (has_ripple && f.amplitude.empty()) {
    std::vector<double> acceleration = ripple->amplitude;
    acceleration.resize(f.order.size());  // a wrong number of them has been reported
    for (std::size_t j = 0; j < f.order.size(); ++j) {
      f.amplitude.push_back(acceleration[j] / (f.order[j] * ripple->speed));
    }
  }
  v.numbers({"phase", "rad", "the phases of the cosines at zero rotation of the pulley; 0 if omitted"}, f.phase, kAny,
            {}, Presence::optional);
  const auto fits = [&f](const std::vector<double>& values) {
    return [&f, &values] { return values.size() == f.order.size(); };
  };
  const auto message = [&f](const std::vector<double>& values) {
    return [&f, &values] {
      return fmt::format("has {} entries but order has {}; give one per order", values.size(), f.order.size());
    };
  };
  if (f.phase.empty()) f.phase.resize(f.order.size());
  v.check("amplitude", fits(f.amplitude), message(f.amplitude));
  v.check("phase", fits(f.phase), message(f.phase));
  // As for points, the function is still evaluated.
  if (f.order.empty()) f.order.push_back(1.0);
  f.amplitude.resize(f.order.size());
  f.phase.resize(f.order.size());
}

config::Alternative orders_form(Form& form) {
  return {"orders", "the sum of amplitude cos(order angle + phase) over the angle of a pulley of prescribed motion",
          [&form](FieldVisitor& v) { visit_orders(v, hold<TimeFunction::Orders>(form)); }};
}

std::vector<config::Alternative> combined_forms(Form& form, const VisitPart& visit_part,
                                                const VisitPart& visit_repeated) {
  return {
      {"sum", "the sum of other functions",
       [&form, &visit_part](FieldVisitor& v) {
         visit_parts(v, {"terms", "SI", "the functions to be summed"}, hold<TimeFunction::Sum>(form).terms, visit_part);
       }},
      {"product", "a function multiplied by dimensionless functions",
       [&form, &visit_part](FieldVisitor& v) {
         auto& f = hold<TimeFunction::Product>(form);
         visit_only_part(v, {"quantity", "SI", "the function that carries the unit"}, f.quantity, visit_part);
         visit_parts(v, {"factors", "-", "the dimensionless factors"}, f.factors, visit_part);
         f = combined::make_product(f.quantity.front(), f.factors);
       }},
      {"repeat", "a periodic function",
       [&form, &visit_repeated](FieldVisitor& v) {
         visit_repeat(v, hold<TimeFunction::Repeat>(form), visit_repeated);
       }},
  };
}

}  // namespace

void TimeFunction::visit_at(FieldVisitor& visitor, int depth, bool has_orders) {
  const auto* const csv = std::get_if<Csv>(&form_);
  if (csv != nullptr && csv->lines && dynamic_cast<const config::IncludesFiles*>(&visitor) != nullptr) {
    TimeFunction(*csv->lines).visit_at(visitor, depth, has_orders);
    return;
  }
  const VisitPart visit_part = [depth, has_orders](FieldVisitor& outer, TimeFunction& part) {
    outer.nested(has_orders ? "time_function_of_pulley" : "time_function",
                 [&part, depth, has_orders](FieldVisitor& v) { part.visit_at(v, depth + 1, has_orders); });
  };
  const VisitPart visit_repeated = [depth](FieldVisitor& outer, TimeFunction& part) {
    outer.nested("time_function", [&part, depth](FieldVisitor& v) { part.visit_at(v, depth + 1, false); });
  };
  std::vector<config::Alternative> forms = plain_forms(form_);
  if (depth < kDeepest) {
    for (config::Alternative& form : combined_forms(form_, visit_part, visit_repeated)) {
      forms.push_back(std::move(form));
    }
  }
  if (has_orders) forms.push_back(orders_form(form_));
  visitor.may_be_plain();
  visit_tagged(visitor, {"type", "-", "the type of time function"}, forms, form_);
}

}  // namespace beltdyn
