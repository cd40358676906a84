// SPDX-License-Identifier: MIT
#include "report/content_policy.hpp"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

namespace beltdyn::report {

std::string base64_of_hex(const std::string& digits) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t kHexDigitsOfGroup = 6;  // three bytes, four characters
  std::string text;
  for (std::size_t at = 0; at < digits.size(); at += kHexDigitsOfGroup) {
    const std::string group = digits.substr(at, kHexDigitsOfGroup);
    std::uint32_t bits = static_cast<std::uint32_t>(std::stoul(group, nullptr, 16));
    bits <<= 4 * (kHexDigitsOfGroup - group.size());
    const std::size_t n_characters = group.size() / 2 + 1;
    for (std::size_t i = 0; i < 4; ++i) {
      text += i < n_characters ? kAlphabet[(bits >> (18 - 6 * i)) & 63U] : '=';
    }
  }
  return text;
}

std::string content_policy() {
  std::string hashes;
  for (const char* digest : {BELTDYN_THEME_SHA256, BELTDYN_PAGE_SHA256, BELTDYN_PLAYER_SHA256, BELTDYN_EXPLORER_SHA256,
                             BELTDYN_MODES_SHA256, BELTDYN_CHARTS_SHA256}) {
    hashes += fmt::format(" 'sha256-{}'", base64_of_hex(digest));
  }
  return fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
      "'unsafe-inline'; script-src{}; base-uri 'none'; form-action 'none'\">\n",
      hashes);
}

}  // namespace beltdyn::report
