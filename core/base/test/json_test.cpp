// SPDX-License-Identifier: MIT
#include "core/base/json.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/base/test/memory_limit.hpp"
#include "core/base/test/sanitized.hpp"

namespace json_test {
using beltdyn::Json;
using beltdyn::JsonError;
using beltdyn::JsonPointer;

TEST_CASE("json: a list of pairs that begin with a text is an object, any other list an array") {
  CHECK(Json{{"a", 1}, {"b", {2, 3}}}.dump() == R"({"a":1,"b":[2,3]})");
  CHECK(Json{{"a", 1}, 2}.dump() == R"([["a",1],2])");
  CHECK(Json::array({{"a", "b"}}).dump() == R"([["a","b"]])");
  CHECK(Json::object().dump() == "{}");
  CHECK(Json(std::vector{1.5, 2.0}).dump() == "[1.5,2.0]");
}

TEST_CASE("json: texts are those of the library, number for number") {
  const std::string text =
      R"({"z":[0.1,1e300,-0.0,5e-324,1.0,-7,18446744073709551615],"a":{"ü":"\u0001\"","n":null},"t":true,"e":[{},[]],"t":[[1]]})";
  const Json json = Json::parse(text);
  CHECK(json.dump() == nlohmann::ordered_json::parse(text).dump());
  CHECK(json.dump(2) == nlohmann::ordered_json::parse(text).dump(2));
  CHECK(Json::parse(json.dump()) == json);
}

TEST_CASE("json: what is not finite is null, and what is not UTF-8 is replaced") {
  CHECK(Json{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}.dump() ==
        "[null,null]");
  CHECK(Json("\xff").dump() == "\"\xEF\xBF\xBD\"");
}

TEST_CASE("json: members keep their order, and are found, replaced and removed") {
  Json json{{"b", 1}, {"a", 2}};
  json["c"] = 3;
  json["b"] = "text";
  CHECK(json.dump() == R"({"b":"text","a":2,"c":3})");
  json.erase("a");
  json.update(Json{{"c", 4}, {"d", 5}});
  CHECK(json.dump() == R"({"b":"text","c":4,"d":5})");
  CHECK(json.value("c", 0) == 4);
  CHECK(json.value("missing", "otherwise") == "otherwise");
  CHECK(json.find("missing") == nullptr);
  CHECK_THROWS_AS(json.at("missing"), JsonError);
}

TEST_CASE("json: values have one type, and another is an error") {
  const Json json = Json::parse(R"({"text": "1", "number": 1.5, "list": [1, 2], "large": 18446744073709551615})");
  CHECK(json.at("list").get<std::vector<int>>() == std::vector{1, 2});
  CHECK(json.at("large").get<std::uint64_t>() == std::numeric_limits<std::uint64_t>::max());
  CHECK(json.at("number").get<double>() == 1.5);
  CHECK_THROWS_AS(json.at("text").get<double>(), JsonError);
  CHECK_THROWS_AS(json.at("number").get<std::string>(), JsonError);
  CHECK_THROWS_AS(json.at("number").at(0), JsonError);
  CHECK_THROWS_AS(json.at("list").at(2), JsonError);
  CHECK_THROWS_AS(json.at("number").get<bool>(), JsonError);
}

TEST_CASE("json: equal numbers of different types are equal, members in another order too") {
  CHECK(Json(1) == Json(1.0));
  CHECK(Json(1u) == Json(1));
  CHECK_FALSE(Json(-1) == Json(std::numeric_limits<std::uint64_t>::max()));
  CHECK(Json{{"a", 1}, {"b", 2}} == Json{{"b", 2}, {"a", 1}});
  CHECK_FALSE(Json{{"a", 1}} == Json{{"a", 1}, {"b", 2}});
  CHECK_FALSE(Json{1, 2} == Json{2, 1});
  CHECK_FALSE(Json("1") == Json(1));
}

// A sanitizer terminates the program when memory is short.
TEST_CASE("json: a copy for which there is no memory is told by an exception" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  Json large = Json::array();
  for (int i = 0; i < 100'000; ++i) large.push_back({{"a", std::string(100, 'x')}, {"b", {1.0, Json::array({"y"})}}});
  bool is_refused = false;
  {
    const beltdyn::test::MemoryLimit limit(beltdyn::test::kMegabyte);
    try {
      const Json copy = large;
    } catch (const std::bad_alloc&) {
      is_refused = true;
    }
  }
  CHECK(is_refused);
  CHECK(Json(large) == large);
}

TEST_CASE("json: a pointer names a value, escaped as RFC 6901 has it") {
  Json json = Json::parse(R"({"a": [{"b": 1}, 2], "m~n": 3, "x/y": 4, "": 5})");
  CHECK(json.at(JsonPointer("/a/0/b")) == 1);
  CHECK(json.at(JsonPointer("/m~0n")) == 3);
  CHECK(json.at(JsonPointer("/x~1y")) == 4);
  CHECK(json.at(JsonPointer("/")) == 5);
  CHECK(&json.at(JsonPointer("")) == &json);
  CHECK(json.find(JsonPointer("/a/2")) == nullptr);
  CHECK(json.find(JsonPointer("/a/00")) == nullptr);
  CHECK(json.find(JsonPointer("/a/-")) == nullptr);
  CHECK(json.find(JsonPointer("/m~0n/0")) == nullptr);
  CHECK(JsonPointer("/a~1b/0").parent_pointer().to_string() == "/a~1b");
  CHECK(JsonPointer("/a/").tokens() == std::vector<std::string>{"a", ""});
  CHECK_THROWS_AS(JsonPointer("a"), JsonError);
  CHECK_THROWS_AS(JsonPointer("/~2"), JsonError);
  json[JsonPointer("/a/0/new")] = 6;
  CHECK(json.at("a").dump() == R"([{"b":1,"new":6},2])");
  CHECK_THROWS_AS(json[JsonPointer("/a/2")], JsonError);
}

TEST_CASE("json: comments only where they are asked for, and mistakes with their line") {
  const std::string text = "// a drive\n{\"a\": 1 /* one */}\n";
  CHECK(Json::parse_with_comments(text).dump() == R"({"a":1})");
  CHECK_THROWS_AS(Json::parse(text), JsonError);
  CHECK_FALSE(Json::try_parse("{"));
  CHECK_THROWS_WITH_AS(Json::parse("{\n\"a\" 1}"), doctest::Contains("line 2, column 5"), JsonError);
}
}  // namespace json_test
