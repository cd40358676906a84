// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace beltdyn {

// Is the nesting of elements in an XML text at most `most` deep? Also returns false for text that parsers may interpret
// differently: '<' in a tag, a document type with declarations, a tag without end. To be called before a recursive
// parser, whose stack a deep nesting would exhaust.
bool is_shallow_xml(std::string_view text, int most);

}  // namespace beltdyn
