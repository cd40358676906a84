// SPDX-License-Identifier: MIT
#include "report/content_policy.hpp"

#include <doctest/doctest.h>

#include "report/page.hpp"

namespace beltdyn::content_policy_test {

using namespace beltdyn::report;

TEST_CASE("content policy: Base64 is that of RFC 4648") {
  CHECK(base64_of_hex("666f6f626172") == "Zm9vYmFy");  // foobar
  CHECK(base64_of_hex("666f6f6261") == "Zm9vYmE=");    // fooba
  CHECK(base64_of_hex("666f6f62") == "Zm9vYg==");      // foob
  CHECK(base64_of_hex("fbff") == "+/8=");
}

TEST_CASE("content policy: it precedes every script, and scripts are inline without attributes") {
  const std::string page = html_of(Page{.title = "t", .lead = {}, .notices = {}, .sections = {}});
  const std::size_t policy = page.find("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';");
  REQUIRE(policy != std::string::npos);
  CHECK(policy < page.find("<script"));
  CHECK(page.find("script-src 'sha256-") != std::string::npos);
  CHECK(page.find("script-src 'unsafe-inline'") == std::string::npos);
  CHECK(page.find("<script>\n") == std::string::npos);
}

}  // namespace beltdyn::content_policy_test
