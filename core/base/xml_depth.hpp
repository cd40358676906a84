// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace beltdyn {

// Is no element of an XML text nested in more than so many others? Returns false for text that parsers could interpret
// differently: '<' in a tag, a document type with declarations in it, a tag without end. To be called before a
// recursive parser.
bool is_shallow_xml(std::string_view text, int most);

}  // namespace beltdyn
