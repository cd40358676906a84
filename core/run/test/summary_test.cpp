// SPDX-License-Identifier: MIT
#include "core/run/summary.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/numerics/close.hpp"
#include "core/run/history.hpp"

namespace beltdyn::summary_test {
namespace {

std::vector<HistoryColumn> columns() {
  return {{.name = "wave", .unit = "N", .value = {}, .bin_width = 0.5}, {.name = "ramp", .unit = "m", .value = {}}};
}

// One period of 2 + sin(2 pi t), and t. The trapezoidal rule integrates trigonometric polynomials over a period exactly
// up to rounding.
constexpr int kRows = 64;
void add_rows(Summary& summary, int begin, int end) {
  for (int i = begin; i < end; ++i) {
    const double t = static_cast<double>(i) / kRows;
    summary.add(t, std::vector<double>{2.0 + std::sin(2.0 * std::numbers::pi * t), t});
  }
}

}  // namespace

TEST_CASE("summary: extremes with their times, mean and root mean square over time") {
  const std::vector<HistoryColumn> list = columns();
  Summary summary(list, 0.0);
  add_rows(summary, 0, kRows + 1);
  const ColumnSummary wave = summary.of("wave").value();
  CHECK(wave.first == 2.0);
  CHECK(close(wave.last, 2.0, {.rel = 1e-15}));
  CHECK(close(wave.largest, 3.0, {.rel = 1e-15}));
  CHECK(wave.time_of_largest == 0.25);
  CHECK(wave.time_of_least == 0.75);
  CHECK(close(wave.mean, 2.0, {.rel = 1e-14}));
  CHECK(close(wave.rms, std::sqrt(4.5), {.rel = 1e-14}));
  CHECK(close(summary.of("ramp")->mean, 0.5, {.rel = 1e-14}));
  CHECK_FALSE(summary.of("none"));
}

TEST_CASE("summary: extremes of a column that has one for its place keep the place") {
  const std::vector<HistoryColumn> list{{.name = "pull", .unit = "N", .value = {}},
                                        {.name = "pull_sigma", .unit = "m", .value = {}}};
  Summary summary(list, 0.0);
  summary.add(0.0, std::vector<double>{3.0, 0.5});
  summary.add(1.0, std::vector<double>{1.0, 0.6});
  summary.add(2.0, std::vector<double>{4.0, 0.7});
  CHECK(summary.of("pull")->place_of_least == 0.6);
  CHECK(summary.of("pull")->place_of_largest == 0.7);
  CHECK_FALSE(summary.of("pull_sigma")->place_of_least);
  const nlohmann::json json = nlohmann::json::parse(summary.to_json({}));
  CHECK(json["columns"]["pull"]["place_of_least"] == 0.6);
  CHECK(json["columns"]["pull"]["place_of_largest"] == 0.7);
}

TEST_CASE("summary: rows before its begin do not count, and without rows there is nothing") {
  const std::vector<HistoryColumn> list = columns();
  Summary late(list, 0.5);
  add_rows(late, 0, kRows / 2);
  CHECK_FALSE(late.of("ramp"));
  CHECK(nlohmann::json::parse(late.to_json({}))["columns"].empty());
  add_rows(late, kRows / 2, kRows + 1);
  CHECK(late.of("ramp")->first == 0.5);
  CHECK(close(late.of("ramp")->mean, 0.75, {.rel = 1e-14}));
}

TEST_CASE("summary: a histogram has the share of time in each bin, a single row is its own mean") {
  const std::vector<HistoryColumn> list = columns();
  Summary summary(list, 0.0);
  summary.add(0.0, std::vector<double>{-0.3, 1.0});
  CHECK(summary.of("ramp")->mean == 1.0);
  summary.add(1.0, std::vector<double>{0.7, 1.0});
  summary.add(3.0, std::vector<double>{0.9, 1.0});
  const nlohmann::json json = nlohmann::json::parse(summary.to_json({}));
  const nlohmann::json& histogram = json["histograms"]["wave"];
  CHECK(histogram["bin_begin"] == std::vector<double>{-0.5, 0.5});
  CHECK(close(histogram["share_of_time"][0].get<double>(), 0.5 / 3.0, {.rel = 1e-15}));
  CHECK(close(histogram["share_of_time"][1].get<double>(), 2.5 / 3.0, {.rel = 1e-15}));
  CHECK_FALSE(json["histograms"].contains("ramp"));
}

TEST_CASE("summary: one resumed from a checkpoint is bit-identical") {
  const std::vector<HistoryColumn> list = columns();
  Summary whole(list, 0.1);
  add_rows(whole, 0, kRows + 1);
  Summary first(list, 0.1);
  add_rows(first, 0, 40);
  StateWriter writer;
  first.state().save(writer);
  const StateReader reader(writer.to_cbor());
  Summary second(list, 0.1, SummaryState::read(reader, list));
  add_rows(second, 40, kRows + 1);
  CHECK(second.to_json({}) == whole.to_json({}));
}

}  // namespace beltdyn::summary_test
