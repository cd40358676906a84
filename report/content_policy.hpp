// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace beltdyn::report {

// The <meta> element with the content security policy. Browsers then run only the scripts that are compiled into this
// program, identified by their SHA-256, and load nothing from elsewhere. Inline styles are allowed, because they cannot
// execute code.
std::string content_policy();

// Base64 of a digest that is given as hexadecimal digits.
std::string base64_of_hex(const std::string& digits);

}  // namespace beltdyn::report
