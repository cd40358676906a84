// SPDX-License-Identifier: MIT
#include "core/base/printable.hpp"

#include <string>

#include <doctest/doctest.h>

namespace beltdyn::printable_test {

TEST_CASE("printable: what a terminal acts upon is written out") {
  CHECK(printable("\x1b[2J\x07 a\r\nb\tc\x7f") == R"(\x1b[2J\x07 a\x0d\x0ab\x09c\x7f)");
  CHECK(printable(std::string_view("a\0b", 3)) == R"(a\x00b)");
  CHECK(printable("\u009b31m") == R"(\u{009b}31m)");
  CHECK(printable("\u202egpj") == R"(\u{202e}gpj)");
  CHECK(printable("a\u2028b\u200b") == R"(a\u{2028}b\u{200b})");
}

TEST_CASE("printable: other text stays, whatever its language") {
  for (const char* text : {"", "plain", "σ = 1 µm, ‘a’ … \\ \"", "ёжик", "中文", "𝛼"}) CHECK(printable(text) == text);
}

TEST_CASE("printable: a long text is cut between characters in a message") {
  CHECK(excerpt("short \x07") == R"(short \x07)");
  const std::string sixty(60, 'a');
  CHECK(excerpt(sixty) == sixty);
  CHECK(excerpt(sixty + 'a') == sixty + "... (61 bytes)");
  CHECK(excerpt(std::string(59, 'a') + "µµ") == std::string(59, 'a') + "... (63 bytes)");
  CHECK(excerpt(std::string(5'000'000, 'a')).size() < 100);
}

TEST_CASE("printable: a long message keeps its beginning and its end, cut between characters") {
  CHECK(without_middle("short \x07", 7) == R"(short \x07)");
  CHECK(without_middle("abcdefgh", 7) == "abc ... (8 bytes) ... fgh");
  CHECK(without_middle("aµµµµh", 7) == "aµ ... (10 bytes) ... µh");
}

TEST_CASE("printable: bytes that are no UTF-8 are written out one by one") {
  CHECK(printable("a\xff\xc3") == R"(a\xff\xc3)");
  CHECK(printable("\xc0\xaf") == R"(\xc0\xaf)");          // '/' encoded in two bytes
  CHECK(printable("\xe0\x80\xaf") == R"(\xe0\x80\xaf)");  // '/' encoded in three bytes
  CHECK(printable("\xed\xa0\x80") == R"(\xed\xa0\x80)");  // half of a UTF-16 surrogate pair
  CHECK(printable("\xf4\x90\x80\x80") == R"(\xf4\x90\x80\x80)");
  CHECK(printable("\xe2\x80") == R"(\xe2\x80)");
  CHECK(is_utf8("𝛼 ёжик"));
  CHECK_FALSE(is_utf8("a\xe2\x80"));
}

}  // namespace beltdyn::printable_test
