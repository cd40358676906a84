// SPDX-License-Identifier: MIT
// Fuzzes quantities with a unit, one per line. The last byte selects the unit of the configuration into which they are
// converted.
#include <array>
#include <cmath>
#include <string>
#include <variant>

#include "core/config/quantity.hpp"
#include "tests/fuzz/expected.hpp"

namespace {

void read_in(std::string_view unit, std::string_view text) {
  const std::variant<double, std::string> answer = beltdyn::config::quantity_in(unit, text);
  if (const auto* value = std::get_if<double>(&answer)) {
    beltdyn::fuzz::claim(std::isfinite(*value), "a quantity is finite");
  } else {
    beltdyn::fuzz::claim(!std::get<std::string>(answer).empty(), "a mistake has a message");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr std::array kUnits{"-", "m", "rad/s", "N m s/rad"};
  const char* unit = kUnits[data[size - 1] % kUnits.size()];
  std::string_view rest = beltdyn::fuzz::text_of(data, size);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    read_in(unit, rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return 0;
}
