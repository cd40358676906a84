// SPDX-License-Identifier: MIT
#include "core/time/time_function.hpp"

#include <cmath>
#include <numbers>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::time_function_test {

using beltdyn::close;
using beltdyn::TimeFunction;

namespace {

const std::vector<TimeFunction>& examples() {
  static const std::vector<TimeFunction> list{
      TimeFunction(2.5),
      TimeFunction(TimeFunction::Harmonic{1.0, 0.5, 3.0}),
      TimeFunction(TimeFunction::CosineRamp{1.0, 3.0, 0.5, 2.0}),
      TimeFunction(TimeFunction::PiecewiseLinear{{0.0, 1.0, 1.5}, {1.0, 3.0, -1.0}}),
      TimeFunction(TimeFunction::SCurve{1.0, 3.0, 0.6, 2.6, 0.75}),
      TimeFunction(TimeFunction::SCurve{2.0, -1.0, 0.5, 1.5, 0.5})};
  return list;
}

}  // namespace

TEST_CASE("time functions: values by hand") {
  CHECK(examples()[0].value(7.0) == 2.5);
  CHECK(examples()[1].value(0.0) == 1.5);
  CHECK(close(examples()[1].value(std::numbers::pi / 3.0), 0.5, {.rel = 1e-15}));
  CHECK(examples()[2].value(0.4) == 1.0);
  CHECK(close(examples()[2].value(1.25), 2.0, {.rel = 1e-15}));
  CHECK(examples()[2].value(9.0) == 3.0);
  CHECK(examples()[3].value(0.5) == 2.0);
  CHECK(examples()[3].value(1.25) == 1.0);
  CHECK(examples()[3].value(-1.0) == 1.0);
  CHECK(examples()[3].value(5.0) == -1.0);
  // a = 2/(2 − 0.75) = 1.6, a/2 after half of the rounding, a · 0.75/2 at its end
  CHECK(examples()[4].value(0.6) == 1.0);
  CHECK(close(examples()[4].derivative(0.975), 0.8, {.rel = 1e-15}));
  CHECK(close(examples()[4].value(1.35), 1.6, {.rel = 1e-15}));
  CHECK(close(examples()[4].value(1.6), 2.0, {.rel = 1e-15}));
  CHECK(close(examples()[4].derivative(1.6), 1.6, {.rel = 1e-15}));
  CHECK(close(examples()[4].value(1.85), 2.4, {.rel = 1e-15}));
  CHECK(examples()[4].value(2.6) == 3.0);
}

TEST_CASE("time functions: the integral is that of adaptive quadrature between the kinks") {
  for (const TimeFunction& f : examples()) {
    for (const double t0 : {-0.5, 0.0, 0.2}) {
      for (const double t1 : {0.3, 1.2, 1.7, 4.0}) {
        double sum = 0.0;
        double left = t0;
        std::vector<double> ends = f.kinks(left, t1);
        ends.push_back(t1);
        for (const double right : ends) {
          sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate([&f](double t) { return f.value(t); },
                                                                               left, right, 5, 1e-14);
          left = right;
        }
        CHECK(close(f.integral(t0, t1), sum, {.rel = 1e-13, .abs = 1e-13}));
      }
    }
  }
}

TEST_CASE("time functions: the derivative is the limit of the difference quotient") {
  constexpr double h = 1e-5;  // about eps^(1/3): truncation h² f'''/6 and rounding eps/h are both below 1e-9
  for (const TimeFunction& f : examples()) {
    for (const double t : {0.2, 0.7, 1.3, 2.5}) {
      CHECK(close(f.derivative(t), (f.value(t + h) - f.value(t - h)) / (2.0 * h), {.rel = 1e-8, .abs = 1e-8}));
    }
  }
}

TEST_CASE("time functions: the extremes bound a fine sampling and are attained") {
  for (const TimeFunction& f : examples()) {
    for (const double t0 : {0.0, 0.9}) {
      double least = f.value(t0);
      double most = least;
      for (int i = 0; i <= 4000; ++i) {
        const double value = f.value(t0 + 3.0 * i / 4000.0);
        least = std::min(least, value);
        most = std::max(most, value);
      }
      // Between two samples, a function with a slope up to 8 (that of the table) changes by at most 8 (3/4000)/2.
      constexpr double kDeparture = 3e-3;
      CHECK(close(f.minimum(t0, t0 + 3.0), least, {.abs = kDeparture}));
      CHECK(f.minimum(t0, t0 + 3.0) <= least);
      CHECK(close(f.maximum(t0, t0 + 3.0), most, {.abs = kDeparture}));
      CHECK(f.maximum(t0, t0 + 3.0) >= most);
    }
  }
}

TEST_CASE("time functions: a scaled function has scaled values, also at its kinks") {
  for (const TimeFunction& f : examples()) {
    const TimeFunction scaled = f.scaled(-2.0);  // a power of two scales without rounding, except in the sum of a form
    for (const double t : {-1.0, 0.0, 0.5, 1.0, 1.3, 1.5, 4.0}) {
      CHECK(close(scaled.value(t), -2.0 * f.value(t), {.rel = 1e-15, .abs = 1e-15}));
    }
  }
}

TEST_CASE("time function: the next kink is the first of the kinks") {
  const TimeFunction table(TimeFunction::PiecewiseLinear{.time = {1.0, 2.0, 3.0}, .value = {0.0, 1.0, 0.0}});
  CHECK(table.next_kink(0.0, 9.0) == 1.0);
  CHECK(table.next_kink(1.0, 9.0) == 2.0);
  CHECK(table.next_kink(1.0, 1.5) == 1.5);
  CHECK(table.next_kink(3.0, 9.0) == 9.0);
  const TimeFunction ramp(TimeFunction::CosineRamp{.from = 0.0, .to = 1.0, .start_time = 1.0, .end_time = 2.0});
  CHECK(ramp.next_kink(0.0, 9.0) == 1.0);
  CHECK(ramp.next_kink(1.0, 9.0) == 2.0);
  CHECK(ramp.next_kink(2.0, 9.0) == 9.0);
  CHECK(TimeFunction(1.0).next_kink(0.0, 9.0) == 9.0);
}

TEST_CASE("time function: only a harmonic that oscillates has a period") {
  const TimeFunction harmonic(TimeFunction::Harmonic{.mean = 1.0, .amplitude = 2.0, .angular_frequency = 4.0});
  CHECK(close(harmonic.period(), std::numbers::pi / 2.0, {.rel = 1e-15}));
  CHECK(TimeFunction(TimeFunction::Harmonic{.mean = 1.0, .amplitude = 2.0, .angular_frequency = 0.0}).period() == 0.0);
  CHECK(TimeFunction(3.0).period() == 0.0);
}

TEST_CASE("time functions: quantities have the unit of the key under which the function stands") {
  const auto read = [](const std::string& text) {
    const config::JsonDocument document = config::JsonDocument::parse("f.json", text);
    TimeFunction speed;
    config::Reader(document).read([&speed](config::FieldVisitor& v) {
      v.object(
          {"speed", "rad/s", "a speed"}, [&speed](config::FieldVisitor& inner) { speed.visit(inner); },
          config::Presence::required);
    });
    return speed;
  };
  const TimeFunction ramp = read(R"({"speed": {"type": "piecewise_linear", "time": [0, "500 ms", "0.1 min"],
                                                "value": [0, "30 rpm", "180 deg/s"]}})");
  CHECK(ramp.value(0.5) == std::numbers::pi);
  CHECK(ramp.value(0.25) == std::numbers::pi / 2.0);
  CHECK(ramp.value(3.0) == std::numbers::pi);
  CHECK_THROWS_WITH_AS(read(R"({"speed": {"type": "constant", "value": "3 m/s"}})"),
                       "f.json:1: /speed/value = \"3 m/s\": m/s cannot be converted to rad/s; give the value [rad/s]",
                       ConfigError);
  CHECK(read(R"({"speed": 12})").value(1.0) == 12.0);
  CHECK(read(R"({"speed": "30 rpm"})").value(1.0) == std::numbers::pi);
  CHECK_THROWS_WITH_AS(read(R"({"speed": "3 m/s"})"),
                       "f.json:1: /speed = \"3 m/s\": m/s cannot be converted to rad/s; give the value [rad/s]",
                       ConfigError);
}

}  // namespace beltdyn::time_function_test
