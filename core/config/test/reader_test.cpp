// SPDX-License-Identifier: MIT
#include "core/config/reader.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/config/writers.hpp"

namespace beltdyn::reader_test {

using namespace beltdyn::config;

namespace {

constexpr std::array<std::string_view, 2> kColours{"red", "green"};

struct Item {
  double size = 0.0;
  void visit(FieldVisitor& v) { v.number({"size", "m", "the size"}, size, kPositive, Presence::required); }
};

struct Example {
  double length = 0.0;
  int count = 3;
  bool wanted = false;
  std::string name = "none";
  int colour = 0;
  std::vector<double> table;
  std::array<double, 2> both{1.0, 2.0};
  std::vector<Item> items;
  int shape = 0;
  double radius = 0.0;
  std::array<double, 3> place{0.0, 0.0, 0.0};
  std::optional<Item> spare;
  double force = 0.0;

  void visit(FieldVisitor& v) {
    v.number({"length", "m", "the length"}, length, {.low = 0.0, .high = 10.0, .low_exclusive = true},
             Presence::required);
    v.integer({"count", "-", "the count"}, count, {.low = 2, .high = 9}, Presence::optional);
    v.flag({"wanted", "-", "whether it is wanted"}, wanted, Presence::optional);
    v.name({"name", "-", "the name"}, name, Presence::optional);
    v.choice({"colour", "-", "the colour"}, colour, kColours, Presence::optional);
    v.numbers({"table", "s", "the times"}, table, kNonNegative, {.low = 2}, Presence::optional);
    v.pair({"both", "m", "the two sizes"}, both, kPositive, Presence::optional);
    visit_list(v, {"items", "-", "the items"}, items, {}, Presence::optional);
    const std::array<Alternative, 2> shapes{
        {{"point", "a point", [](FieldVisitor&) {}},
         {"circle", "a circle", [this](FieldVisitor& inner) {
            inner.number({"radius", "m", "the radius"}, radius, kPositive, Presence::required);
          }}}};
    v.object(
        {"shape", "-", "the shape"},
        [&](FieldVisitor& inner) {
          inner.tagged({"type", "-", "the form of the shape"}, shapes, shape);
        },
        Presence::optional);
    v.vector({"place", "m", "the place"}, place, kAny, Presence::optional);
    visit_optional(v, {"spare", "-", "the spare item"}, spare);
    v.object(
        {"force", "N", "the force"},
        [this](FieldVisitor& inner) {
          inner.number({"value", "SI", "the value"}, force, kAny, Presence::optional);
        },
        Presence::optional);
    for (std::size_t i = 0; i < items.size(); ++i) {
      v.check(
          "items/" + std::to_string(i) + "/size", [this, i] { return items[i].size <= length; },
          [] { return std::string("does not fit; take a smaller one"); });
    }
    v.check(
        "count", [this] { return count < 100 * length; }, [] { return std::string("too many; take fewer"); });
  }
};

Example read(const std::string& text) {
  const JsonDocument document = JsonDocument::parse("f.json", text);
  Example example;
  Reader(document).read([&example](FieldVisitor& v) { example.visit(v); });
  return example;
}

// All error messages of the document, in order.
std::string mistakes(const std::string& text) {
  try {
    read(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("reader: values are read, omitted ones keep their default") {
  const Example e = read(R"({"length": 2, "colour": "green", "both": 5, "items": [{"size": 1}, {"size": 2}],
                             "shape": {"type": "circle", "radius": 3}})");
  CHECK(e.length == 2.0);
  CHECK(e.count == 3);
  CHECK(e.colour == 1);
  CHECK(e.both == std::array{5.0, 5.0});
  CHECK(e.items[1].size == 2.0);
  CHECK(e.shape == 1);
  CHECK(e.radius == 3.0);
}

TEST_CASE("reader: fractions may have a unit, on their own and in lists, and whole numbers may not") {
  const Example e = read(R"({"length": "25 cm", "table": ["1 ms", 2, "1 min"], "both": "4 mm",
                             "place": [0, "-1 km", 3], "items": [{"size": "5 um"}], "force": {"value": "12 kN"}})");
  CHECK(e.length == 0.25);
  CHECK(e.table == std::vector{1e-3, 2.0, 60.0});
  CHECK(e.both == std::array{0.004, 0.004});
  CHECK(e.place == std::array{0.0, -1000.0, 3.0});
  CHECK(e.items[0].size == 5e-6);
  CHECK(e.force == 12e3);
  CHECK(read(R"({"length": 2, "both": ["4 mm", 1]})").both == std::array{0.004, 1.0});
  CHECK(mistakes(R"({"length": "11 m"})") ==
        "f.json:1: /length = \"11 m\": must be > 0 and <= 10; give the length [m]");
  CHECK(mistakes(R"({"length": 2, "force": {"value": "3 mm"}})") ==
        "f.json:1: /force/value = \"3 mm\": mm cannot be converted to N; give the value [N]");
  CHECK(mistakes(R"({"length": 2, "count": "3 m"})") ==
        "f.json:1: /count = \"3 m\": must be a number, not a string; give the count");
}

TEST_CASE("reader: one clear message for each kind of error") {
  CHECK(mistakes("{}") == "f.json:1: /: \"length\" is missing; give the length [m]");
  CHECK(mistakes(R"({"length": "2"})") ==
        R"(f.json:1: /length = "2": has no unit; write "2 m", or 2 without quotes; give the length [m])");
  CHECK(mistakes(R"({"length": 0})") == "f.json:1: /length = 0: must be > 0 and <= 10; give the length [m]");
  CHECK(mistakes(R"({"length": 2, "count": 3.7})") ==
        "f.json:1: /count = 3.7: must be an integer >= 2 and <= 9; give the count");
  CHECK(mistakes(R"({"length": 2, "count": 1})") == "f.json:1: /count = 1: must be >= 2 and <= 9; give the count");
  CHECK(mistakes(R"({"length": 2, "wanted": 1})") ==
        "f.json:1: /wanted = 1: must be true or false, not a number; give whether it is wanted");
  CHECK(mistakes(R"({"length": 2, "name": "../x"})") ==
        "f.json:1: /name = \"../x\": is not a valid name; use 1 to 100 letters, digits, '.', '_' and '-', starting "
        "with a letter or digit");
  CHECK(mistakes(R"({"length": 2, "colour": "gren"})") ==
        "f.json:1: /colour = \"gren\": is not an option for the colour; did you mean \"green\"? choose one of red, "
        "green");
  CHECK(mistakes(R"({"length": 2, "table": [1]})") ==
        "f.json:1: /table = [1]: must be a list of at least 2 entries; give the times [s]");
  CHECK(mistakes(R"({"length": 2, "table": [1, -1]})") == "f.json:1: /table/1 = -1: must be >= 0; give the times [s]");
  CHECK(mistakes(R"({"length": 2, "both": [1, 2, 3]})") ==
        "f.json:1: /both = [1,2,3]: must be a number or a list of two; give the two sizes [m]");
  CHECK(mistakes(R"({"length": 2, "items": 7})") ==
        "f.json:1: /items = 7: must be a list of any number of entries; give the items");
  CHECK(mistakes(R"({"length": 2, "items": [7]})") ==
        "f.json:1: /items/0 = 7: must be an object, not a number; give the items");
  CHECK(mistakes(R"({"length": 2, "lenght": 2})") ==
        "f.json:1: /lenght: unknown key \"lenght\"; did you mean \"length\"?");
  CHECK(mistakes(R"({"length": 2, "zzzzzz": 2})") ==
        "f.json:1: /zzzzzz: unknown key \"zzzzzz\"; the known keys are both, colour, count, force, items, length, "
        "name, place, shape, spare, table, wanted");
  CHECK(mistakes(R"({"length": 2, "place": [1, 2]})") ==
        "f.json:1: /place = [1,2]: must be a list of exactly 3 entries; give the place [m]");
  CHECK(mistakes(R"({"length": 2, "place": [1, "x", 3]})") ==
        "f.json:1: /place/1 = \"x\": does not begin with a number; give the place [m]");
  CHECK(mistakes(R"({"length": 2, "spare": 1})") ==
        "f.json:1: /spare = 1: must be an object, not a number; give the spare item");
  CHECK(mistakes(R"({"length": 2, "spare": {}})") == "f.json:1: /spare: \"size\" is missing; give the size [m]");
  CHECK(mistakes(R"({"length": 2, "shape": 1})") ==
        "f.json:1: /shape = 1: must be an object, not a number; give the shape");
  CHECK(mistakes(R"({"length": 0.02})") == "f.json:1: /: too many; take fewer");
}

TEST_CASE("reader: all errors are reported, in the order of the lines") {
  CHECK(mistakes("{\n\"count\": 1,\n\"length\": -1,\n\"length\": -1,\n\"colour\": 5\n}") ==
        "f.json:2: /count = 1: must be >= 2 and <= 9; give the count\nf.json:3: /length = -1: must be > 0 and <= 10; "
        "give the length [m]\nf.json:4: /length: duplicate key, first on line 3; keep one of the two\nf.json:5: "
        "/colour = 5: must be a string, not a number; give the colour");
}

TEST_CASE("reader: a misspelt or abbreviated key is one error, not an unknown and a missing one") {
  CHECK(mistakes(R"({"lenght": 2})") == "f.json:1: /lenght: unknown key \"lenght\"; did you mean \"length\"?");
  CHECK(mistakes(R"({"total_length": 2})") ==
        "f.json:1: /total_length: unknown key \"total_length\"; did you mean \"length\"?");
}

TEST_CASE("reader: with an unknown type, the other keys of the object are not checked") {
  CHECK(mistakes(R"({"length": 2, "shape": {"type": "cirle", "radius": 3}})") ==
        "f.json:1: /shape/type = \"cirle\": is not an option for the form of the shape; did you mean \"circle\"? "
        "choose one of point, circle");
}

TEST_CASE("reader: conditions between fields are checked only if the fields themselves are valid") {
  CHECK(mistakes(R"({"length": 0.02, "count": 77})") == "f.json:1: /count = 77: must be >= 2 and <= 9; give the count");
}

TEST_CASE("reader: a violated condition on a list entry is reported at that entry") {
  CHECK(mistakes(R"({"length": 2,
    "items": [{"size": 1},
              {"size": 5}]})") == "f.json:3: /items/1/size = 5: does not fit; take a smaller one");
}

TEST_CASE("optional object: what is omitted stays omitted, also in the resolved configuration") {
  Example without = read(R"({"length": 2, "place": [1, 2, 3]})");
  CHECK_FALSE(without.spare.has_value());
  CHECK(without.place == std::array{1.0, 2.0, 3.0});
  const std::string text = resolved_json([&without](FieldVisitor& v) { without.visit(v); });
  CHECK(text.find("spare") == std::string::npos);
  Example with = read(R"({"length": 2, "spare": {"size": 7}})");
  REQUIRE(with.spare.has_value());
  CHECK(with.spare->size == 7.0);
  const auto json = nlohmann::json::parse(resolved_json([&with](FieldVisitor& v) { with.visit(v); }));
  CHECK(json["spare"]["size"] == 7.0);
}

TEST_CASE("resolved configuration: read again, it gives itself") {
  Example e = read(R"({"length": 0.1, "both": [1, 3], "table": [0, 1.25], "shape": {"type": "circle", "radius": 3}})");
  const std::string text = resolved_json([&e](FieldVisitor& v) { e.visit(v); });
  Example again = read(text);
  CHECK(resolved_json([&again](FieldVisitor& v) { again.visit(v); }) == text);
  CHECK(again.length == 0.1);
}

TEST_CASE("schema: bounds, choices and forms are those of the field list") {
  Example e;
  const auto schema = nlohmann::json::parse(schema_json("Example", [&e](FieldVisitor& v) { e.visit(v); }));
  CHECK(schema["required"] == nlohmann::json::array({"length"}));
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"]["length"]["exclusiveMinimum"] == 0.0);
  CHECK(schema["properties"]["length"]["x-unit"] == "m");
  CHECK(schema["properties"]["count"]["default"] == 3);
  CHECK(schema["properties"]["colour"]["enum"] == nlohmann::json::array({"red", "green"}));
  CHECK(schema["properties"]["place"]["items"]["type"] == nlohmann::json{"number", "string"});
  CHECK(schema["properties"]["count"]["type"] == "integer");
  CHECK(schema["properties"]["force"]["properties"]["value"]["x-unit"] == "N");
  CHECK(schema["properties"]["place"]["minItems"] == 3);
  CHECK(schema["properties"]["place"]["maxItems"] == 3);
  CHECK(schema["properties"]["spare"]["required"] == nlohmann::json::array({"size"}));
  CHECK(schema["properties"]["shape"]["oneOf"][1]["properties"]["type"]["const"] == "circle");
  CHECK(schema["properties"]["shape"]["oneOf"][1]["required"] == nlohmann::json::array({"type", "radius"}));
}

TEST_CASE("reader: a key under its former name is read with a notice, and refused beside the present one") {
  const auto read = [](const std::string& text, double& angle) {
    const JsonDocument document = JsonDocument::parse("case.json", text);
    Reader reader(document);
    reader.read([&angle](FieldVisitor& v) {
      v.number({.key = "angle", .unit = "rad", .meaning = "the angle", .former_key = "turn"}, angle, kAny,
               Presence::required);
    });
    return reader.notices();
  };
  double angle = 0.0;
  CHECK(read(R"({"angle": 2})", angle).empty());
  CHECK(read("{\n\"turn\": 3}", angle) ==
        std::vector<std::string>{R"(case.json:2: /turn: "turn" is now called "angle"; rename the key)"});
  CHECK(angle == 3.0);
  CHECK_THROWS_AS(read(R"({"angle": 2, "turn": 3})", angle), ConfigError);
}

}  // namespace beltdyn::reader_test
