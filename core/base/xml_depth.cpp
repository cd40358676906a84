// SPDX-License-Identifier: MIT
#include "core/base/xml_depth.hpp"

#include <cstddef>

namespace beltdyn {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// The position after the next `mark`; kNone if there is none.
std::size_t behind(std::string_view text, std::size_t at, std::string_view mark) {
  const std::size_t found = text.find(mark, at);
  return found == kNone ? kNone : found + mark.size();
}

// The position after a construct that begins with "<!" or "<?": a comment, CDATA text, the document type, an
// instruction.
std::size_t behind_remark(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<?")) return behind(text, at, "?>");
  if (rest.starts_with("<!--")) return behind(text, at + 4, "-->");
  if (rest.starts_with("<![CDATA[")) return behind(text, at, "]]>");
  const std::size_t end = behind(text, at, ">");
  return end == kNone || text.substr(at, end - at).find('[') != kNone ? kNone : end;
}

// The position after a tag. Quoted values may contain '>'.
std::size_t behind_tag(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '<') return kNone;
    if (text[i] == '>') return i + 1;
    if (text[i] != '"' && text[i] != '\'') continue;
    const std::size_t begin = i + 1;
    i = text.find(text[i], begin);
    if (i == kNone || text.substr(begin, i - begin).find('<') != kNone) return kNone;
  }
  return kNone;
}

}  // namespace

bool is_shallow_xml(std::string_view text, int most) {
  int depth = 0;
  std::size_t at = text.find('<');
  while (at != kNone) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    const bool is_remark = next == '!' || next == '?';
    const std::size_t end = is_remark ? behind_remark(text, at) : behind_tag(text, at);
    if (end == kNone) return false;
    if (next == '/') {
      --depth;
    } else if (!is_remark && text[end - 2] != '/' && ++depth > most) {
      return false;
    }
    at = text.find('<', end);
  }
  return true;
}

}  // namespace beltdyn
