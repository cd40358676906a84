// SPDX-License-Identifier: MIT
#include "core/config/json_document.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace beltdyn::json_document_test {

using beltdyn::append_pointer;
using beltdyn::ConfigError;
using beltdyn::UsageError;
using beltdyn::config::JsonDocument;

namespace {

constexpr const char* kText = R"({
  // a comment
  "name": "case", /* another
  one */
  "numbers": [1,
    2.5
  ],
  "inner": {"key": 3,
    "a/b": 4}
})";

}  // namespace

TEST_CASE("JSON document: each value is on the line of its key, entries of lists on their own") {
  const JsonDocument document = JsonDocument::parse("f.json", kText);
  CHECK(document.line("/name") == 3);
  CHECK(document.line("/numbers") == 5);
  CHECK(document.line("/numbers/0") == 5);
  CHECK(document.line("/numbers/1") == 6);
  CHECK(document.line("/inner/key") == 8);
  CHECK(document.line("/inner/a~1b") == 9);
  CHECK(document.line("/nowhere") == 0);
}

TEST_CASE("JSON document: text that is no JSON is reported with its line") {
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", "{\n\"a\": 1\n\"b\": 2\n}"),
                       doctest::Contains("f.json:3: is not valid JSON: a comma is missing before \"b\"; fix"),
                       ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", "{\"a\": [\n  1,  // of \"one\"\n  \"http://b\",  /* last */\n]}"),
                       doctest::Contains("f.json:4: is not valid JSON: there is a comma before the closing ]; fix"),
                       ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", "{\"a\" \"b\"}"), doctest::Contains("expected ':'"), ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", "{\"a\": \"b\"\",\n}"), doctest::Contains("invalid string"),
                       ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", "{\"a\": NaN}"), doctest::Contains("f.json:1: is not valid JSON"),
                       ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", "{\"a\": 1e999}"),
                       doctest::Contains("f.json:1: is not valid JSON"), ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", "{\"a\": [1, 2"), doctest::Contains("is not valid JSON"),
                       ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", " \n"), doctest::Contains("f.json: is empty"), ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", "[1, 2]"), doctest::Contains("is not a JSON object"), ConfigError);
}

TEST_CASE("JSON document: size limits far above any configuration are enforced while parsing") {
  std::string keys = "{\n";
  for (int i = 0; i < 100'000; ++i) keys += "\"key" + std::to_string(i) + "\": 1,\n";
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", keys + "\"last\": 1}"),
                       doctest::Contains("f.json:1002: an object has more than 1000 keys"), ConfigError);
  std::string values = "{\"list\": [\n";
  for (int i = 0; i < 1'100'000; ++i) values += "0,\n";
  CHECK_THROWS_WITH_AS(JsonDocument::parse("f.json", values + "0]}"),
                       doctest::Contains("contains more than 1000000 values"), ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::load("/dev/zero"), doctest::Contains("/dev/zero: is larger than 64 MB"),
                       ConfigError);
}

TEST_CASE("JSON document: a missing file and a directory are distinguished") {
  CHECK_THROWS_WITH_AS(JsonDocument::load("/nonexistent/x.json"), doctest::Contains("file not found"), ConfigError);
  CHECK_THROWS_WITH_AS(JsonDocument::load("/"), doctest::Contains("is a directory"), ConfigError);
}

TEST_CASE("JSON document: a duplicate key is reported with both lines") {
  const JsonDocument document = JsonDocument::parse("f.json", "{\n\"a\": 1,\n\"a\": 2\n}");
  REQUIRE(document.duplicates().size() == 1);
  CHECK(document.duplicates()[0].pointer == "/a");
  CHECK(document.duplicates()[0].line == 3);
  CHECK(document.duplicates()[0].message == "duplicate key, first on line 2; keep one of the two");
}

TEST_CASE("JSON document: set() replaces and adds values") {
  JsonDocument document = JsonDocument::parse("f.json", kText);
  document.set("/inner/key=7");
  document.set("/inner/new=[1, 2]");
  document.set("/name=plain text");
  document.set("/numbers/1=0");
  CHECK(document.root()["inner"]["key"] == 7);
  CHECK(document.root()["inner"]["new"].size() == 2);
  CHECK(document.root()["name"] == "plain text");
  CHECK(document.root()["numbers"][1] == 0);
  CHECK(document.line("/inner/key") == 0);
}

TEST_CASE("JSON document: set() makes the objects on the way to a member") {
  JsonDocument document = JsonDocument::parse("f.json", kText);
  document.set("/output/order_tracking/points=7");
  document.set("/inner/list/0=1");
  CHECK(document.root()["output"] == Json{{"order_tracking", Json{{"points", 7}}}});
  // set() makes no list; the reader will report that a list is expected.
  CHECK(document.root()["inner"]["list"] == Json{{"0", 1}});
}

TEST_CASE("JSON document: set() rejects pointers outside the document") {
  JsonDocument document = JsonDocument::parse("f.json", kText);
  CHECK_THROWS_WITH_AS(document.set("name=x"), doctest::Contains("is not an assignment"), UsageError);
  CHECK_THROWS_WITH_AS(document.set("/name"), doctest::Contains("is not an assignment"), UsageError);
  const Json before = document.root();
  CHECK_THROWS_WITH_AS(
      document.set("/numbers/7=1"),
      "--set /numbers/7=1: /numbers is a list of 2 entries, 0 to 1, so there is no entry '7' (to add one, "
      "give the whole list) in f.json",
      UsageError);
  CHECK_THROWS_WITH_AS(document.set("/numbers/-=1"), doctest::Contains("there is no entry '-'"), UsageError);
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "/a";
  CHECK_THROWS_WITH_AS(document.set(deep + "=1"), doctest::Contains("nested more than 64 deep"), UsageError);
  CHECK_THROWS_WITH_AS(document.set("/numbers/x/y=1"), doctest::Contains("there is no entry 'x'"), UsageError);
  CHECK_THROWS_WITH_AS(document.set("/name=\xff"), doctest::Contains("is not valid UTF-8"), UsageError);
  CHECK_THROWS_WITH_AS(document.set("/name/x=1"), doctest::Contains("is the single value"), UsageError);
  CHECK(document.root() == before);
}

TEST_CASE("JSON pointer: the two special characters are escaped") {
  CHECK(append_pointer("/a", "b~c/d") == "/a/b~0c~1d");
}

}  // namespace beltdyn::json_document_test
