// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace beltdyn {

// Does no element of an XML text stand in more than so many others? Says no to what a parser could understand in
// another way: '<' in a tag, a document type with declarations in it, a tag without end. To be asked before a text is
// handed to a parser that calls itself for each level.
bool is_shallow_xml(std::string_view text, int most);

}  // namespace beltdyn
