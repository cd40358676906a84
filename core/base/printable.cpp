// SPDX-License-Identifier: MIT
#include "core/base/printable.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace beltdyn {
namespace {

constexpr std::uint32_t kFirstPrintable = 0x20;
constexpr std::uint32_t kDelete = 0x7F;
constexpr std::uint32_t kNotUtf8 = 0xFFFFFFFF;

// A character at the front of a text, with the bytes that it takes. A byte that is not UTF-8 counts as one character.
struct Character {
  std::uint32_t code = kNotUtf8;
  std::size_t size = 1;  // [bytes]
};

// The character at the front of a non-empty text, by Table 3-7 of the Unicode Standard.
Character front_of(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? std::uint32_t{static_cast<unsigned char>(text[i])} : 0U;
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {.code = lead};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return {};
  std::uint32_t code = lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const bool is_longer_than_needed = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (is_longer_than_needed || is_surrogate || code > 0x10FFFF) return {};
  return {.code = code, .size = size};
}

// Invisible characters: control characters beyond ASCII, marks of writing direction, line and paragraph separators, the
// byte order mark.
bool is_unseen(std::uint32_t code) {
  return (code > kDelete && code < 0xA0) || code == 0x061C || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

// The beginning of a text, up to so many bytes, without parts of characters.
std::string_view whole_characters(std::string_view text, std::size_t longest) {
  std::size_t end = 0;
  for (std::size_t next = 0; next <= longest; next += front_of(text.substr(next)).size) end = next;
  return text.substr(0, end);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Character character = front_of(text);
    if (character.code < kFirstPrintable || character.code == kDelete || character.code == kNotUtf8) {
      fmt::format_to(std::back_inserter(result), "\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (is_unseen(character.code)) {
      fmt::format_to(std::back_inserter(result), "\\u{{{:04x}}}", character.code);
    } else {
      result += text.substr(0, character.size);
    }
    text.remove_prefix(character.size);
  }
  return result;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 60;  // [bytes]
  if (text.size() <= kLongest) return printable(text);
  return fmt::format("{}... ({} bytes)", printable(whole_characters(text, kLongest)), text.size());
}

std::string without_middle(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return printable(text);
  const std::string_view first = whole_characters(text, longest / 2);
  const std::string_view last = text.substr(whole_characters(text, text.size() - longest / 2).size());
  return fmt::format("{} ... ({} bytes) ... {}", printable(first), text.size(), printable(last));
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character character = front_of(text);
    if (character.code == kNotUtf8) return false;
    text.remove_prefix(character.size);
  }
  return true;
}

}  // namespace beltdyn
