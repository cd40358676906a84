// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace beltdyn {

// A text in UTF-8 that is safe to show on one line of a terminal or log. Characters that a terminal would act upon, or
// that are invisible, are written as escapes. Control characters and invalid UTF-8 bytes become "\x1b"; control
// characters beyond ASCII, line separators and marks that change the writing direction become "\u{202e}".
std::string printable(std::string_view text);

// The same for a text quoted in a message: a long text is shortened to its beginning and its length.
std::string excerpt(std::string_view text);

// The same for a whole message: of one longer than `longest` bytes, the beginning, its length and the end.
std::string without_middle(std::string_view text, std::size_t longest);

// Is all of the text valid UTF-8?
bool is_utf8(std::string_view text);

}  // namespace beltdyn
