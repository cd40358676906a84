// SPDX-License-Identifier: MIT
// Fuzzes the filter of a figure that is embedded into a page.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "core/base/error.hpp"
#include "report/svg.hpp"
#include "tests/fuzz/expected.hpp"

namespace {

// The text between < and >, in lower case and without the values of attributes.
std::string tags_of(const std::string& page) {
  std::string tags;
  char quote = 0;
  bool is_inside = false;
  for (const char c : page) {
    if (quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '<') is_inside = true;
    if (is_inside && (c == '"' || c == '\'')) quote = c;
    if (is_inside) tags += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (c == '>') is_inside = false;
  }
  return tags;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<IoError>([&] {
    report::Picture picture;
    picture.svg = fuzz::text_of(data, size);
    const std::string tags = tags_of(report::inline_svg(picture));
    for (const char* acts : {"<script", "<foreignobject", "<iframe", "<image", "<a ", "<animate", "<set", " on"}) {
      fuzz::claim(tags.find(acts) == std::string::npos, acts);
    }
  });
  return 0;
}
