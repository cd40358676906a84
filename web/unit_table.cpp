// SPDX-License-Identifier: MIT
// What core/config/unit_database.cpp does, by a table in the place of UDUNITS-2, whose grammar this follows as far as
// looks_like_unit() of core/config/quantity.cpp lets texts through.
#include "web/unit_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "core/config/unit_database.hpp"

namespace beltdyn::config {
namespace {

using web::TablePrefix;
using web::TableUnit;

// Units in engineering use that are missing in UDUNITS-2, as symbols: prefixes go with them.
constexpr std::array<TableUnit, 3> kMore{{{"deg", M_PI / 180.0, "rad 1", true, true},
                                          {"rev", 2.0 * M_PI, "rad 1", true, true},
                                          {"Nm", 1.0, "kg 1 m 2 s -2", true, true}}};
constexpr std::array<std::string_view, 10> kSuperscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::string_view kSuperscriptMinus = "⁻";
constexpr std::string_view kMiddleDot = "·";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same(std::string_view a, std::string_view b, bool is_symbol) {
  return is_symbol
             ? a == b
             : std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

Unit unit_of(const TableUnit& entry) {
  Unit unit{.factor = entry.factor, .powers = {}, .is_linear = entry.is_linear};
  std::istringstream stream{std::string(entry.powers)};
  std::string symbol;
  for (int power = 0; stream >> symbol >> power;) unit.powers[symbol] = power;
  return unit;
}

std::optional<Unit> listed(std::string_view text) {
  for (const std::span<const TableUnit> list : {web::table_units(), std::span<const TableUnit>(kMore)}) {
    for (const TableUnit& entry : list) {
      if (is_same(entry.text, text, entry.is_symbol)) return unit_of(entry);
    }
  }
  return std::nullopt;
}

// The longest one that the text begins with.
const TablePrefix* prefix_of(std::string_view text, bool is_symbol) {
  const TablePrefix* longest = nullptr;
  for (const TablePrefix& prefix : web::table_prefixes()) {
    if (prefix.is_symbol != is_symbol || !is_same(prefix.text, text.substr(0, prefix.text.size()), is_symbol)) continue;
    if (longest == nullptr || prefix.text.size() > longest->text.size()) longest = &prefix;
  }
  return longest;
}

// A unit with prefixes before it, of which one may be a symbol.
std::optional<Unit> prefixed(std::string_view text) {
  double factor = 1.0;
  bool has_symbol = false;
  while (!text.empty()) {
    if (std::optional<Unit> unit = listed(text)) {
      unit->factor *= factor;
      return unit;
    }
    const TablePrefix* prefix = prefix_of(text, false);
    if (prefix == nullptr && !has_symbol) {
      prefix = prefix_of(text, true);
      has_symbol = true;
    }
    if (prefix == nullptr) break;
    factor *= prefix->factor;
    text.remove_prefix(prefix->text.size());
  }
  return std::nullopt;
}

void multiply(Unit& product, const Unit& by, int power) {
  product.factor *= power == 1 ? by.factor : std::pow(by.factor, power);
  // An offset remains one only by itself.
  product.is_linear = product.is_linear && by.is_linear;
  for (const auto& [symbol, exponent] : by.powers) {
    if ((product.powers[symbol] += exponent * power) == 0) product.powers.erase(symbol);
  }
}

// product: power, then any number of [· / per] power; power: base [exponent]; base: name, 1 or (product)
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::optional<Unit> whole() {
    std::optional<Unit> unit = product();
    skip_blanks();
    return text_.empty() ? unit : std::nullopt;
  }

 private:
  std::optional<Unit> product() {
    Unit unit;
    bool is_divided = false;
    bool is_due = true;  // another factor must follow
    for (;;) {
      skip_blanks();
      if (text_.empty() || text_.front() == ')') break;
      if (!is_due && has_sign(is_divided)) {
        is_due = true;
        continue;
      }
      const std::optional<Unit> base = this->base();
      if (!base) return std::nullopt;
      const std::optional<int> power = exponent();
      if (!power) return std::nullopt;
      multiply(unit, *base, is_divided ? -*power : *power);
      is_divided = false;
      is_due = false;
    }
    return is_due ? std::nullopt : std::optional(unit);
  }

  // Of a multiplication or division.
  bool has_sign(bool& is_divided) {
    const std::string_view word = text_.substr(0, name_size());
    if (take("/") || (is_same(word, "per", false) && take(word))) return is_divided = true;
    return take("*") || take(".") || take(kMiddleDot);
  }

  std::optional<Unit> base() {
    if (take("(")) {
      std::optional<Unit> inner = product();
      return take(")") ? inner : std::nullopt;
    }
    if (take("1")) return Unit{};
    const std::size_t size = name_size();
    if (size == 0) return std::nullopt;
    const std::string_view name = text_.substr(0, size);
    text_.remove_prefix(size);
    return prefixed(name);
  }

  // 1 if there is none, nothing if it is none.
  std::optional<int> exponent() {
    const bool is_raised = take("**") || take("^");
    if (const std::optional<int> superscript = superscripts()) return superscript;
    const bool is_negative = take("-");
    const bool is_signed = is_negative || take("+");
    int power = 0;
    int n_digits = 0;
    for (; !text_.empty() && text_.front() >= '0' && text_.front() <= '9' && n_digits < 3; ++n_digits) {
      power = 10 * power + (text_.front() - '0');
      text_.remove_prefix(1);
    }
    if (n_digits == 0) return is_raised || is_signed ? std::nullopt : std::optional(1);
    return is_negative ? -power : power;
  }

  std::optional<int> superscripts() {
    const bool is_negative = take(kSuperscriptMinus);
    std::optional<int> power;
    for (bool more = true; more && power.value_or(0) < 100;) {
      more = false;
      for (std::size_t digit = 0; digit < kSuperscripts.size(); ++digit) {
        if (!take(kSuperscripts[digit])) continue;
        power = 10 * power.value_or(0) + static_cast<int>(digit);
        more = true;
      }
    }
    return is_negative && power ? -*power : power;
  }

  // Of the name that the text begins with: letters, and digits between them.
  std::size_t name_size() const {
    if (text_.starts_with('%')) return 1;
    std::size_t size = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const std::string_view rest = text_.substr(i);
      const char c = rest.front();
      const bool is_power = rest.starts_with(kSuperscriptMinus) || rest.starts_with(kMiddleDot) ||
                            std::any_of(kSuperscripts.begin(), kSuperscripts.end(),
                                        [rest](std::string_view digit) { return rest.starts_with(digit); });
      if (is_power) break;
      const bool is_digit = c >= '0' && c <= '9';
      const bool is_letter = (lower(c) >= 'a' && lower(c) <= 'z') || c == '_' || (c & 0x80) != 0;
      if (!is_letter && (!is_digit || i == 0)) break;
      if (is_letter) size = i + 1;
    }
    return size;
  }

  bool take(std::string_view what) {
    if (what.empty() || !text_.starts_with(what)) return false;
    text_.remove_prefix(what.size());
    return true;
  }
  void skip_blanks() {
    while (take(" ")) {
    }
  }

  std::string_view text_;
};

}  // namespace

std::optional<Unit> find_unit(const std::string& text) { return Parser(text).whole(); }

}  // namespace beltdyn::config
