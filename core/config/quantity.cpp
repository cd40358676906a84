// SPDX-License-Identifier: MIT
#include "core/config/quantity.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/config/unit_database.hpp"

namespace beltdyn::config {
namespace {

constexpr std::size_t kLongestUnit = 60;
constexpr std::string_view kBlanks = " \t";

bool is_letter(char c) {
  // Bytes of UTF-8 belong to letters such as µ, or to signs such as ° and ².
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Does the text have the form of a unit? UDUNITS-2 also accepts factors, offsets and dates, but these are most often
// mistakes: "5 3 mm", "20 m @ 3".
bool looks_like_unit(std::string_view text) {
  if (text.size() > kLongestUnit) return false;
  const std::string_view rest = text.starts_with("1/") ? text.substr(2) : text;
  if (rest.empty() || (!is_letter(rest.front()) && rest.front() != '(')) return false;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    const char before = rest[i - 1];
    const bool after_sign = (before == '-' || before == '+') && i > 1;
    const char base = after_sign ? rest[i - 2] : before;
    const bool is_power = is_letter(base) || base == '^';
    const bool next_is_digit = i + 1 < rest.size() && is_digit(rest[i + 1]);
    const bool fits = is_digit(rest[i]) ? is_power
                      : rest[i] == '-' || rest[i] == '+'
                          ? (is_letter(before) || before == '^') && next_is_digit
                          : is_letter(rest[i]) || std::string_view(" ./*^()_").find(rest[i]) != std::string_view::npos;
    if (!fits) return false;
  }
  return true;
}

bool fits(const Unit& written, const Unit& wanted) {
  if (written.powers_without_angle() != wanted.powers_without_angle()) return false;
  return written.angle() == wanted.angle() || (wanted.angle() < 0 && written.angle() == 0);
}

double converted(double number, double factor) {
  const double inverse = std::round(1.0 / factor);
  // A factor is a product of a few others, each of them rounded.
  constexpr double kRounding = 8.0 * std::numeric_limits<double>::epsilon();
  return factor < 1.0 && std::abs(factor * inverse - 1.0) <= kRounding ? number / inverse : number * factor;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin));
}

// The error message for a text whose unit does not fit.
std::string misfit(const std::string& written, const Unit& found, const Unit& wanted, std::string_view unit) {
  if (!found.is_linear)
    return fmt::format("{} has an offset or is logarithmic; choose a unit that is neither", written);
  if (found.powers_without_angle() == wanted.powers_without_angle() && found.angle() != wanted.angle()) {
    return unit == "-" ? fmt::format("{} is an angle, but this quantity is dimensionless", written)
                       : fmt::format("{} and {} differ by an angle; write it in {}", written, unit,
                                     unit == "rad/s" ? "rad/s, rpm or rev/s" : unit);
  }
  return unit == "-" ? fmt::format("{} is a unit, but this quantity is dimensionless", written)
                     : fmt::format("{} cannot be converted to {}", written, unit);
}

// The spellings with other capitals that are units of the wanted kind: "MPa or mPa" for "Mpa". Empty if there are none.
std::string with_other_capitals(const std::string& written, const Unit& wanted) {
  constexpr std::size_t kMostLetters = 6;
  constexpr char kCaseBit = 'a' - 'A';
  std::vector<std::size_t> letters;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const char lower = static_cast<char>(written[i] | kCaseBit);
    if (lower >= 'a' && lower <= 'z') letters.push_back(i);
  }
  std::vector<std::string> meant;
  if (letters.size() > kMostLetters) return {};
  for (std::size_t changed = 1; changed < std::size_t{1} << letters.size(); ++changed) {
    std::string other = written;
    for (std::size_t k = 0; k < letters.size(); ++k) {
      if ((changed >> k & 1U) != 0) other[letters[k]] = static_cast<char>(other[letters[k]] ^ kCaseBit);
    }
    const std::optional<Unit> unit = find_unit(other);
    if (unit && unit->is_linear && fits(*unit, wanted)) meant.push_back(std::move(other));
  }
  return fmt::format("{}", fmt::join(meant, " or "));
}

}  // namespace

std::variant<double, std::string> quantity_in(std::string_view unit, std::string_view text) {
  const std::string trimmed_text = trimmed(text);
  const char* end = trimmed_text.data() + trimmed_text.size();
  double number = 0.0;
  const auto [stop, error] = std::from_chars(trimmed_text.data(), end, number);
  if (error == std::errc::result_out_of_range) return "the number is too large or too small";
  // from_chars accepts "nan" and "infinity" as numbers.
  if (error != std::errc{} || !std::isfinite(number)) return "does not begin with a number";
  const std::string written = trimmed(std::string_view(stop, static_cast<std::size_t>(end - stop)));
  if (written.empty()) {
    return unit == "-" ? fmt::format("is a string; write {} without quotes", trimmed_text)
                       : fmt::format("has no unit; write \"{0} {1}\", or {0} without quotes", trimmed_text, unit);
  }
  if (written.front() == ',') return "has a decimal comma; write a decimal point";
  if (!looks_like_unit(written)) return fmt::format("\"{}\" is not a unit; write one such as kg m/s^2", written);
  const std::optional<Unit> found = find_unit(written);
  const std::optional<Unit> wanted = unit == "-" ? Unit{} : find_unit(std::string(unit));
  if (!wanted) throw IoError(fmt::format("the units of UDUNITS-2 have no {}; install libudunits2-data", unit));
  if (!found) {
    const std::string meant = with_other_capitals(written, *wanted);
    return fmt::format("\"{}\" is an unknown unit; {}", written,
                       meant.empty() ? "separate units with spaces, as in kg m/s^2" : "did you mean " + meant + "?");
  }
  if (!found->is_linear || !fits(*found, *wanted)) return misfit(written, *found, *wanted, unit);
  const double value = converted(number, found->factor);
  if (!std::isfinite(value)) return "the number is too large";
  return value;
}

}  // namespace beltdyn::config
