// SPDX-License-Identifier: MIT
#include "core/time/csv_function.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/config/writers.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::csv_function_test {
namespace {

// A configuration with one function, an angular velocity, in a folder with the function's table.
class Example {
 public:
  explicit Example(std::string_view table) {
    std::ofstream(folder_.path() / "speed.csv", std::ios::binary) << table;
    std::filesystem::create_directory(folder_.path() / "configs");
  }

  // A function of the form "csv" with these members in addition to its file.
  TimeFunction read(const std::string& members, const std::string& file = "../speed.csv") const {
    const std::string text = fmt::format(R"({{"speed": {{"type": "csv", "file": "{}", {}}}}})", file, members);
    return read_text(text);
  }
  TimeFunction read_text(const std::string& text) const {
    const std::filesystem::path path = folder_.path() / "configs" / "drive.json";
    const config::JsonDocument document = config::JsonDocument::parse(path.string(), text);
    TimeFunction function;
    config::Reader(document).read([&function](config::FieldVisitor& v) { visit(v, function); });
    return function;
  }
  std::string message(const std::string& members, const std::string& file = "../speed.csv") const {
    try {
      read(members, file);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return {};
  }
  static void visit(config::FieldVisitor& v, TimeFunction& function) {
    v.object(
        {"speed", "rad/s", "a speed"}, [&function](config::FieldVisitor& inner) { function.visit(inner); },
        config::Presence::required);
  }
  std::filesystem::path file() const { return folder_.path() / "speed.csv"; }

 private:
  test::ScratchFolder folder_{"csv_function"};
};

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("csv function: a file beside the configuration gives straight lines in SI, by the units of its headers") {
  const Example example("time [ms],crank [rpm],torque\n0,0,1\n500,600,2\n1000,300,3\n");
  const TimeFunction by_header = example.read(R"("value_column": "crank")");
  const double rpm = 2.0 * std::numbers::pi / 60.0;
  CHECK(close(by_header.value(0.25), 300.0 * rpm, {.rel = 1e-14}));
  CHECK(close(by_header.value(2.0), 300.0 * rpm, {.rel = 1e-14}));
  CHECK(close(by_header.integral(0.0, 1.0), 375.0 * rpm, {.rel = 1e-14}));
  CHECK(by_header.kinks(0.1, 3.0) == std::vector<double>{0.5, 1.0});
  CHECK(close(by_header.scaled(2.0).value(0.5), 1200.0 * rpm, {.rel = 1e-14}));
  // A given unit has priority over the unit of the header. Without both, values are SI.
  CHECK(close(example.read(R"("value_column": "torque", "value_unit": "deg/s")").value(1.0), std::numbers::pi / 60.0,
              {.rel = 1e-14}));
  CHECK(example.read(R"("value_column": "torque", "time_column": "time [ms]", "time_unit": "s")").value(500.0) == 2.0);
}

TEST_CASE("csv function: the resolved configuration names the file and its checksum, and refuses another file") {
  const Example example("time,speed\n0,1\n1,2\n");
  TimeFunction function = example.read(R"("value_column": "speed")");
  const std::string resolved =
      config::resolved_json([&function](config::FieldVisitor& v) { Example::visit(v, function); });
  CHECK(has(resolved, example.file().string()));
  CHECK(example.read_text(resolved).value(0.5) == 1.5);
  std::ofstream(example.file(), std::ios::app) << "2,3\n";
  CHECK_THROWS_WITH_AS(example.read_text(resolved), doctest::Contains("has changed: its checksum"), ConfigError);
}

TEST_CASE("csv function: a configuration that needs no other file has the points in SI in the place of the file") {
  const Example example("time [ms],speed [rpm]\n0,0\n500,60\n");
  TimeFunction function = example.read(R"("value_column": "speed")");
  const std::string text = config::resolved_json([&function](config::FieldVisitor& v) { Example::visit(v, function); },
                                                 config::OtherFiles::included);
  CHECK_FALSE(has(text, "csv"));
  const TimeFunction again = example.read_text(text);
  CHECK(again.value(0.25) == function.value(0.25));
  CHECK(again.integral(0.0, 0.7) == function.integral(0.0, 0.7));
  // The same holds for functions within other functions.
  TimeFunction::Sum sum;
  sum.terms = {function, TimeFunction(2.0)};
  TimeFunction both(std::move(sum));
  CHECK_FALSE(has(config::resolved_json([&both](config::FieldVisitor& v) { Example::visit(v, both); },
                                        config::OtherFiles::included),
                  "csv"));
}

TEST_CASE("csv function: each error has one message with its location") {
  const Example sound("time,a [rpm],a [Hz],b [mm]\n0,1,2,3\n1,2,3,4\n");
  CHECK(has(sound.message(R"("value_column": "a [rpm]")", "../sped.csv"), "cannot be read"));
  CHECK(has(sound.message(R"("value_column": "a [rpm]")", ".."), "cannot be read"));
  CHECK(has(sound.message(R"("value_column": "c")"), "has no column c; its columns are time, a [rpm]"));
  CHECK(has(sound.message(R"("value_column": "a")"), "is ambiguous between the columns a [rpm], a [Hz]"));
  CHECK(has(sound.message(R"("value_column": "b")"), "the unit of column b [mm]"));
  CHECK(has(sound.message(R"("value_column": "a [rpm]", "time_unit": "mm")"), "the unit of column time"));
  const auto message_of = [](std::string_view table) { return Example(table).message(R"("value_column": "v")"); };
  CHECK(has(message_of("time,v\n0,1\n2,1\n1,3\n"), "in row 3 the time 1 s follows 2 s"));
  CHECK(has(message_of("time,v\n0,1\n1,nan\n"), "speed.csv:3: 'nan' in column 'v' is not a finite number"));
  CHECK(has(message_of("time,v\n0,1\n1\n"), "speed.csv:3: has 1 fields"));
  CHECK(has(message_of("time,v\n0,1\n"), "has 1 rows of numbers; give at least 2"));
  CHECK(has(message_of(""), "is empty"));
}

TEST_CASE("csv function: a million rows are read") {
  constexpr int kRows = 1'000'000;
  std::string table = "time,v\n";
  for (int i = 0; i < kRows; ++i) table += fmt::format("{},{}\n", i, i % 7);
  const TimeFunction function = Example(table).read(R"("value_column": "v")");
  CHECK(function.value(500'000.5) == 0.5 * (500'000 % 7 + 500'001 % 7));
  CHECK(function.maximum(0.0, 1e6) == 6.0);
}

}  // namespace beltdyn::csv_function_test
