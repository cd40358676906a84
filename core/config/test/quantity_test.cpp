// SPDX-License-Identifier: MIT
#include "core/config/quantity.hpp"

#include <array>
#include <limits>
#include <numbers>
#include <regex>
#include <thread>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::quantity_test {

using namespace beltdyn::config;

namespace {

using std::numbers::pi;

struct Right {
  const char* text;
  const char* unit;
  double value;
};

constexpr std::array<Right, 36> kRight{{
    {"3000 rpm", "rad/s", 100.0 * pi},
    {"50 rad/s", "rad/s", 50.0},
    {"2 rev/s", "rad/s", 4.0 * pi},
    {"60 deg/min", "rad/s", pi / 180.0},
    {"35 deg", "rad", 35.0 * pi / 180.0},
    {"-90\u00b0", "rad", -pi / 2.0},
    {"0.5 turn", "rad", pi},
    {"25 mm", "m", 0.025},
    {"25mm", "m", 0.025},
    {"  25\tmm ", "m", 0.025},
    {"120 \u00b5m", "m", 120e-6},
    {"1 in", "m", 0.0254},
    {".5 ft", "m", 0.1524},
    {"12 kN", "N", 12e3},
    {"1.2e1 kN", "N", 12e3},
    {"5 lbf", "N", 22.2411080763025},
    {"20 Nm", "N m", 20.0},
    {"1.5 kNm", "N m", 1500.0},
    {"20 N m", "N m", 20.0},
    {"20 N*m", "N m", 20.0},
    {"7 J", "N m", 7.0},
    {"0.8 bar", "N/m^2", 8e4},
    {"2.1 GPa", "Pa", 2.1e9},
    {"210e3 N/mm^2", "Pa", 2.1e11},
    {"72 km/h", "m/s", 20.0},
    {"9.81 m s-2", "m/s^2", 9.81},
    {"1 kgf/mm", "N/m", 9806.65},
    {"0.3 g/cm", "kg/m", 0.03},
    {"500 kg cm2", "kg m^2", 0.05},
    {"2 ms", "s", 0.002},
    {"1.5 h", "s", 5400.0},
    {"30 %", "-", 0.3},
    {"0.1 N m s/rad", "N m s/rad", 0.1},
    {"0.1 N m s", "N m s/rad", 0.1},
    {"1 N m/rpm", "N m s/rad", 30.0 / pi},
    {"60 1/min", "1/s", 1.0},
}};

struct Wrong {
  const char* text;
  const char* unit;
  const char* message;
};

constexpr std::array<Wrong, 36> kWrong{{
    {"25 kg", "m", "kg cannot be converted to m"},
    {"3 bar", "N", "bar cannot be converted to N"},
    {"12 knot", "N", "knot cannot be converted to N"},
    {"2 nm", "N m", "nm cannot be converted to N m"},
    {"5 mm", "-", "mm is a unit, but this quantity is dimensionless"},
    {"5 deg", "-", "deg is an angle, but this quantity is dimensionless"},
    {"50 Hz", "rad/s", "Hz and rad/s differ by an angle; write it in rad/s, rpm or rev/s"},
    {"3000 1/min", "rad/s", "1/min and rad/s differ by an angle; write it in rad/s, rpm or rev/s"},
    {"3 rad/s", "1/s", "rad/s and 1/s differ by an angle; write it in 1/s"},
    {"2 N m/rad", "N m", "N m/rad and N m differ by an angle; write it in N m"},
    {"20 degC", "m", "degC has an offset or is logarithmic; choose a unit that is neither"},
    {"3 lg(re 1 mW)", "m", "\"lg(re 1 mW)\" is not a unit; write one such as kg m/s^2"},
    {"2 furlongish", "m", "\"furlongish\" is an unknown unit; separate units with spaces, as in kg m/s^2"},
    {"2 kgm", "kg m", "\"kgm\" is an unknown unit; separate units with spaces, as in kg m/s^2"},
    {"2 MM", "m", "\"MM\" is an unknown unit; did you mean Mm or mm?"},
    {"350 Mpa", "Pa", "\"Mpa\" is an unknown unit; did you mean MPa or mPa?"},
    {"900 RPM", "rad/s", "\"RPM\" is an unknown unit; did you mean rpm?"},
    {"900 RPM", "m", "\"RPM\" is an unknown unit; separate units with spaces, as in kg m/s^2"},
    {"25", "m", "has no unit; write \"25 m\", or 25 without quotes"},
    {"25", "-", "is a string; write 25 without quotes"},
    {"", "m", "does not begin with a number"},
    {" ", "m", "does not begin with a number"},
    {"mm", "m", "does not begin with a number"},
    {"+5 mm", "m", "does not begin with a number"},
    {"nan m", "m", "does not begin with a number"},
    {"inf m", "m", "does not begin with a number"},
    {"-infinity m", "m", "does not begin with a number"},
    {"1e999 m", "m", "the number is too large or too small"},
    {"1e308 km", "m", "the number is too large"},
    {"1,5 mm", "m", "has a decimal comma; write a decimal point"},
    {"5 3 mm", "m", "\"3 mm\" is not a unit; write one such as kg m/s^2"},
    {"5 N/10 mm", "N/m", "\"N/10 mm\" is not a unit; write one such as kg m/s^2"},
    {"20 m @ 3", "m", "\"m @ 3\" is not a unit; write one such as kg m/s^2"},
    {"20 m;", "m", "\"m;\" is not a unit; write one such as kg m/s^2"},
    {"3 s since 2000-01-01", "s", "\"s since 2000-01-01\" is not a unit; write one such as kg m/s^2"},
    {"3 m^99999999999", "m", "\"m^99999999999\" is not a unit; write one such as kg m/s^2"},
}};

std::string mistake_in(const Wrong& wrong) {
  const std::variant<double, std::string> answer = quantity_in(wrong.unit, wrong.text);
  const auto* mistake = std::get_if<std::string>(&answer);
  return mistake == nullptr ? "none" : *mistake;
}

}  // namespace

TEST_CASE("quantity: a number with a unit is the value in SI") {
  for (const Right& right : kRight) {
    CAPTURE(right.text);
    const std::variant<double, std::string> answer = quantity_in(right.unit, right.text);
    REQUIRE(std::holds_alternative<double>(answer));
    // The factor is a product of at most four others and is multiplied once: six roundings, including those of `value`.
    CHECK(close(std::get<double>(answer), right.value, {.rel = 6.0 * std::numeric_limits<double>::epsilon()}));
  }
}

TEST_CASE("quantity: decimal parts of a unit give the very double of the number in SI") {
  CHECK(std::get<double>(quantity_in("m", "35 mm")) == 0.035);
  CHECK(std::get<double>(quantity_in("s", "0.7 ms")) == 0.0007);
  CHECK(std::get<double>(quantity_in("m^2", "3 mm^2")) == 3e-6);
  CHECK(std::get<double>(quantity_in("-", "30 %")) == 0.3);
}

TEST_CASE("quantity: values that are not quantities of the unit are reported") {
  for (const Wrong& wrong : kWrong) {
    CAPTURE(wrong.text);
    CHECK(mistake_in(wrong) == wrong.message);
  }
}

TEST_CASE("quantity: the schema pattern accepts quantities only, with a number and a unit") {
  const std::regex pattern(kQuantityPattern);
  for (const Right& right : kRight) {
    CAPTURE(right.text);
    CHECK(std::regex_match(right.text, pattern));
  }
  for (const char* text : {"25", "", " ", "mm", "+5 mm", "nan m", "inf m", "1,5 mm", "5 3 mm"}) {
    CAPTURE(text);
    CHECK_FALSE(std::regex_match(text, pattern));
  }
}

TEST_CASE("quantity: threads may read units at the same time") {
  std::array<bool, 4> fine{};
  {
    std::array<std::jthread, 4> threads;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      threads[i] = std::jthread([&fine, i] {
        bool all = true;
        for (int k = 0; k < 200; ++k) all = std::get<double>(quantity_in("m", "25 mm")) == 0.025 && all;
        fine[i] = all;
      });
    }
  }
  CHECK(fine == std::array{true, true, true, true});
}

}  // namespace beltdyn::quantity_test
