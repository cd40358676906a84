// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace beltdyn::report {

// The <meta> element of the content security policy. With it a browser runs only the scripts compiled into this
// program, identified by their SHA-256, and requests nothing from elsewhere. Inline styles are permitted because they
// cannot act.
std::string content_policy();

// The raw digest, given as hexadecimal digits, in Base64.
std::string base64_of_hex(const std::string& digits);

}  // namespace beltdyn::report
