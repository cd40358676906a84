// SPDX-License-Identifier: MIT
#include "report/sweep_page.hpp"

#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace beltdyn::report {
namespace {

SweepContent content() {
  return {.name = "a",
          .file = "a.json",
          .run = "steady",
          .design = "Every combination",
          .configuration = R"({"x": "</script><b>"})",
          .parameters = {{.name = "friction", .unit = "-", .pointer = "/drive/friction", .values = "2 values"}},
          .columns = {"friction [-]", "speed [rad/s]"},
          .members = {4, 5},
          .numbers = {{0.1, 0.25}, {0.2, std::numeric_limits<double>::quiet_NaN()}},
          .status = {"complete", "failed"},
          .messages = {"", "slips <whole>"}};
}

// The text between `mark` and the next `end`.
std::string part(const std::string& text, const std::string& mark, const std::string& end) {
  const std::size_t from = text.find(mark) + mark.size();
  return text.substr(from, text.find(end, from) - from);
}

}  // namespace

TEST_CASE("sweep page: its data have every member, and what is no number as null") {
  const std::string page = sweep_page(content());
  const auto data = nlohmann::json::parse(part(page, "<script type=\"application/json\">", "</script>"));
  CHECK(data["members"] == nlohmann::json({4, 5}));
  CHECK(data["pointers"] == nlohmann::json({"/drive/friction"}));
  CHECK(data["numbers"][1][0] == 0.25);
  CHECK(data["numbers"][1][1].is_null());
  CHECK(data["messages"]["5"] == "slips <whole>");
  CHECK(data["configuration"]["x"] == "</script><b>");
}

TEST_CASE("sweep page: rows link to members, give reasons of failures, and escape texts") {
  const std::string page = sweep_page(content());
  CHECK(page.find("<a href=\"#member-5\">5</a>") != std::string::npos);
  CHECK(page.find("failed: slips &lt;whole&gt;") != std::string::npos);
  CHECK(page.find("<b>") == std::string::npos);
  CHECK(page.find("1 without results") != std::string::npos);
  CHECK(page.find("id=\"sensitivity\"") == std::string::npos);
}

}  // namespace beltdyn::report
