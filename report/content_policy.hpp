// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace beltdyn::report {

// The <meta> element by which a browser runs no script in a page but those that are compiled into this program, known
// by their SHA-256, and asks for nothing elsewhere. Styles may be inline: they cannot act.
std::string content_policy();

// The raw digest, given as hexadecimal digits, in Base64.
std::string base64_of_hex(const std::string& digits);

}  // namespace beltdyn::report
