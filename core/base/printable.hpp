// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace beltdyn {

// A text as it may be shown in one line of a terminal or a log: UTF-8, in which what a terminal would act upon or
// nobody would see is written out. Control characters and bytes that are no UTF-8 become "\x1b", control characters
// beyond ASCII, separators of lines and marks that turn the direction of writing "\u{202e}".
std::string printable(std::string_view text);

// The same of a text in a message, of which one that is long is given by its beginning and its length.
std::string excerpt(std::string_view text);

// Is it UTF-8 throughout?
bool is_utf8(std::string_view text);

}  // namespace beltdyn
