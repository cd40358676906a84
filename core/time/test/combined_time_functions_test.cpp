// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/config/writers.hpp"
#include "core/numerics/close.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn::combined_time_functions_test {

using std::numbers::pi;

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

TimeFunction read_function(const std::string& text) {
  const config::JsonDocument document = config::JsonDocument::parse("f.json", R"({"speed": )" + text + "}");
  TimeFunction function;
  config::Reader(document).read([&function](config::FieldVisitor& v) {
    v.object(
        {"speed", "rad/s", "a speed"}, [&function](config::FieldVisitor& inner) { function.visit(inner); },
        config::Presence::required);
  });
  return function;
}

std::string mistake(const std::string& text) {
  try {
    read_function(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

constexpr const char* kSum = R"({"type": "sum", "terms": [
  {"type": "cosine_ramp", "from": 1, "to": 3, "start_time": 0.5, "end_time": 2},
  {"type": "harmonic", "mean": 0, "amplitude": 0.25, "angular_frequency": 40}]})";
constexpr const char* kProduct = R"({"type": "product",
  "quantity": {"type": "piecewise_linear", "time": [0, 1, 1.5], "value": [1, 3, -1]},
  "factors": [{"type": "harmonic", "mean": 1, "amplitude": 0.5, "angular_frequency": 30},
              {"type": "cosine_ramp", "from": 1, "to": 2, "start_time": 0.2, "end_time": 3}]})";
// A sawtooth that rises in 0.3 s and falls in 0.2 s.
constexpr const char* kRepeat = R"({"type": "repeat", "period": 0.5,
  "function": {"type": "piecewise_linear", "time": [0, 0.3, 0.5], "value": [0, 3, 0]}})";

std::vector<TimeFunction> combined_examples() {
  return {
      read_function(kSum), read_function(kProduct), read_function(kRepeat),
      read_function(std::string(R"({"type": "product", "quantity": )") + kRepeat + R"(, "factors": [)" + kSum + "]}")};
}

}  // namespace

TEST_CASE("combined time functions: values by hand") {
  const auto ramp = [](double t) { return 2.0 - std::cos(pi * (t - 0.5) / 1.5); };
  const auto ripple = [](double t) { return 0.25 * std::cos(40.0 * t); };
  const std::vector<TimeFunction> f = combined_examples();
  CHECK(close(f[0].value(1.0), ramp(1.0) + ripple(1.0), {.rel = 4.0 * kEps}));
  CHECK(close(f[1].value(0.1), 1.2 * (1.0 + 0.5 * std::cos(3.0)), {.rel = 4.0 * kEps}));
  CHECK(f[2].value(0.1) == 1.0);
  // the phase at a late time has lost as many digits as that time has
  CHECK(close(f[2].value(1e3 + 0.1), 1.0, {.rel = 1e4 * 10.0 * kEps}));
  CHECK(close(f[2].value(-0.1), 1.5, {.rel = 8.0 * kEps}));
  CHECK(close(f[3].value(1.1), 1.0 * (ramp(1.1) + ripple(1.1)), {.rel = 32.0 * kEps}));
}

TEST_CASE("combined time functions: the derivative is the limit of the difference quotient") {
  // Truncation is h² f'''/6 with f''' up to 30³ 6, rounding eps f/h.
  constexpr double h = 1e-6;
  for (const TimeFunction& f : combined_examples()) {
    for (const double t : {0.15, 0.4, 0.75, 1.2, 1.7, 2.45}) {
      CHECK(close(f.derivative(t), (f.value(t + h) - f.value(t - h)) / (2.0 * h), {.abs = 1e-7}));
    }
  }
}

TEST_CASE("combined time functions: integrals are those of adaptive quadrature, also of short and long intervals") {
  for (const TimeFunction& f : combined_examples()) {
    for (const auto& [t0, t1] :
         std::vector<std::pair<double, double>>{{-0.5, 1.2}, {0.0, 0.3}, {0.7, 12.0}, {3.0, 3.001}}) {
      double sum = 0.0;
      double left = t0;
      std::vector<double> ends = f.kinks(t0, t1);
      ends.push_back(t1);
      for (const double right : ends) {
        sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate([&f](double t) { return f.value(t); },
                                                                             left, right, 12, 1e-14);
        left = right;
      }
      CHECK(close(f.integral(t0, t1), sum, {.rel = 1e-13, .abs = 1e-13}));
    }
  }
}

TEST_CASE("combined time functions: an integral does not depend on previous evaluations") {
  const TimeFunction first = read_function(kProduct);
  const TimeFunction second = read_function(kProduct);
  const double late = first.integral(0.0, 50.0);
  CHECK(second.integral(0.0, 7.0) == first.integral(0.0, 7.0));
  CHECK(second.integral(0.0, 50.0) == late);
}

TEST_CASE(
    "combined time functions: all values lie between minimum and maximum, which of a repeated function are values") {
  for (const TimeFunction& f : combined_examples()) {
    for (const auto& [t0, t1] :
         std::vector<std::pair<double, double>>{{0.0, 0.2}, {0.4, 0.6}, {0.1, 3.0}, {0.0, kForever}}) {
      const double low = f.minimum(t0, t1);
      const double high = f.maximum(t0, t1);
      for (int i = 0; i <= 1000; ++i) {
        const double value = f.value(t0 + std::min(t1 - t0, 5.0) * i / 1000.0);
        CHECK(value >= low - 8.0 * kEps);
        CHECK(value <= high + 8.0 * kEps);
      }
    }
  }
  const TimeFunction saw = read_function(kRepeat);
  CHECK(saw.maximum(0.0, kForever) == 3.0);
  CHECK(saw.minimum(0.0, kForever) == 0.0);
  CHECK(saw.maximum(0.0, 0.1) == 1.0);
  CHECK(close(saw.minimum(0.4, 0.6), 0.0, {.abs = kEps}));
  CHECK(close(saw.maximum(0.4, 0.6), 1.5, {.rel = 8.0 * kEps}));
}

TEST_CASE("combined time functions: kinks are those of the parts, and in each period") {
  const std::vector<double> kinks = read_function(kRepeat).kinks(0.0, 1.2);
  REQUIRE(kinks.size() == 4);
  const std::vector<double> expected{0.3, 0.5, 0.8, 1.0};
  for (std::size_t i = 0; i < 4; ++i) CHECK(close(kinks[i], expected[i], {.rel = 2.0 * kEps}));
  CHECK(read_function(kSum).kinks(0.0, 9.0) == std::vector{0.5, 2.0});
  CHECK(read_function(kProduct).kinks(0.0, 9.0) == std::vector{0.2, 1.0, 1.5, 3.0});
}

TEST_CASE("combined time functions: scaled, constant, with a period") {
  for (const TimeFunction& f : combined_examples()) {
    CHECK_FALSE(f.is_constant());
    CHECK(close(f.scaled(-2.0).value(0.7), -2.0 * f.value(0.7), {.rel = 8.0 * kEps}));
    CHECK(close(f.scaled(-2.0).integral(0.0, 9.0), -2.0 * f.integral(0.0, 9.0), {.rel = 1e-13}));
  }
  CHECK(read_function(kRepeat).period() == 0.5);
  CHECK(read_function(R"({"type": "sum", "terms": [{"type": "constant", "value": 2}]})").is_constant());
}

TEST_CASE("combined time functions: terms have the unit of the key, factors are pure numbers") {
  CHECK(read_function(R"({"type": "sum", "terms": [{"type": "constant", "value": "30 rpm"}]})").value(0.0) == pi);
  CHECK(read_function(R"({"type": "product", "quantity": {"type": "constant", "value": "30 rpm"},
                          "factors": [{"type": "constant", "value": "50 %"}]})")
            .value(0.0) == pi / 2.0);
  CHECK(mistake(R"({"type": "product", "quantity": {"type": "constant", "value": 1},
                    "factors": [{"type": "constant", "value": "30 rpm"}]})") ==
        "f.json:2: /speed/factors/0/value = \"30 rpm\": rpm is a unit, but this quantity is dimensionless; give the "
        "value");
  CHECK(mistake(R"({"type": "sum", "terms": []})") ==
        "f.json:1: /speed/terms = []: must be a list of at least 1 entry; give the functions to be summed [rad/s]");
}

TEST_CASE("combined time functions: a repeated function has no jump, and functions are not nested without end") {
  CHECK(mistake(R"({"type": "repeat", "period": 2, "function": {"type": "piecewise_linear", "time": [0, 2],
                                                                 "value": [0, 3]}})") ==
        "f.json:1: /speed/period = 2: the function starts a period at 0 and ends it at 3, which is a jump; make both "
        "values equal");
  std::string text = R"({"type": "constant", "value": 1})";
  for (int i = 0; i < 6; ++i) text = R"({"type": "sum", "terms": [)" + text + "]}";
  CHECK(read_function(text).value(0.0) == 1.0);
  CHECK(mistake(R"({"type": "sum", "terms": [)" + text + "]}").find("\"sum\": is not an option") != std::string::npos);
}

TEST_CASE("combined time functions: the resolved configuration reads as the same function") {
  for (TimeFunction f : combined_examples()) {
    const std::string text = config::resolved_json([&f](config::FieldVisitor& v) { f.visit(v); });
    CHECK(read_function(text).value(0.7) == f.value(0.7));
    CHECK(read_function(text).integral(0.0, 20.0) == f.integral(0.0, 20.0));
  }
}

TEST_CASE("combined time functions: the schema describes functions inside of functions once") {
  TimeFunction f;
  const auto schema = nlohmann::json::parse(config::schema_json("f", [&f](config::FieldVisitor& v) { f.visit(v); }));
  CHECK(schema["oneOf"].size() == 10);
  const auto& definition = schema["definitions"]["time_function"];
  CHECK(definition["oneOf"].size() == 10);
  CHECK(definition["oneOf"][6]["properties"]["terms"]["items"]["$ref"] == "#/definitions/time_function");
}

}  // namespace beltdyn::combined_time_functions_test
