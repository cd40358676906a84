// SPDX-License-Identifier: MIT
// The units of the page against those of UDUNITS-2, which the installed program reads.
#include "web/unit_table.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/config/unit_database.hpp"

// The same function by the table.
#define find_unit find_unit_of_table
namespace beltdyn::config {
std::optional<Unit> find_unit(const std::string& text);
}
#include "web/unit_table.cpp"
#undef find_unit

namespace beltdyn::config {
namespace {

// Both multiply a few rounded factors, in another order.
constexpr double kRoundings = 8.0 * std::numeric_limits<double>::epsilon();

void check_same(const std::string& text) {
  CAPTURE(text);
  const std::optional<Unit> known = find_unit(text);
  const std::optional<Unit> found = find_unit_of_table(text);
  REQUIRE(found.has_value() == known.has_value());
  if (!known) return;
  CHECK(found->is_linear == known->is_linear);
  if (!known->is_linear) return;
  CHECK(found->powers == known->powers);
  CHECK(std::abs(found->factor - known->factor) <= kRoundings * std::abs(known->factor));
}

}  // namespace

TEST_CASE("unit table: every unit of UDUNITS-2 means the same, with and without a prefix") {
  CHECK(web::table_units().size() > 800);
  for (const web::TableUnit& unit : web::table_units()) {
    // No unit by its looks: quantities refuse it before they ask.
    if (unit.text.find_first_of("\"'") != std::string_view::npos) continue;
    for (const char* prefix : {"", "k", "kilo", "µ"}) check_same(prefix + std::string(unit.text));
  }
  for (const web::TablePrefix& prefix : web::table_prefixes()) check_same(std::string(prefix.text) + "m");
}

TEST_CASE("unit table: products, powers and quotients are read as by UDUNITS-2") {
  for (const char* text :
       {"m",         "mm",      "kN",          "N/m",       "N m",     "N.m",     "N*m",     "N·m",     "kg m/s^2",
        "kg m s-2",  "kg.m2",   "kg m²",       "m^2",       "m**2",    "m-1",     "m^-1",    "1/s",     "1/min",
        "(N m)/rad", "N/(m s)", "N m/(rad/s)", "N m s/rad", "rad/s^2", "rev/min", "rpm",     "deg",     "mdeg",
        "krev",      "Nm",      "kNm",         "mNm",       "°",       "GPa",     "MPa",     "N/mm2",   "N/mm^2",
        "N/mm²",     "kgf",     "lbf",         "in",        "inch",    "inches",  "ft lbf",  "degC",    "°C",
        "K",         "dB",      "Hz",          "kHz",       "percent", "%",       "µm",      "μm",      "um",
        "Ω",         "l",       "L/min",       "g/cm3",     "kg/m3",   "m/s/s",   "m per s", "m PER s", "METER",
        "Newton",    "newtons", "KILOmeter"}) {
    check_same(text);
  }
}

TEST_CASE("unit table: what is no unit is none") {
  for (const char* text : {"furlongz", "m/", "/m", "m^", "(m", "m//s", "N m rpmx", "m^x", "kk", "kmm", "mkm", "1/",
                           "()", "Nmk", "m..s", "m- 1", "rpms"}) {
    check_same(text);
  }
}

}  // namespace beltdyn::config
