// SPDX-License-Identifier: MIT
#include "postprocess/summary_reader.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::summary_reader_test {

TEST_CASE("summary reader: histograms are those of summary.json, none without the file, and damage is an error") {
  const beltdyn::test::ScratchFolder scratch("summary_reader");
  const std::filesystem::path& folder = scratch.path();
  CHECK(postprocess::load_histograms(folder).empty());
  write_text_file(folder / "summary.json",
                  R"({"histograms": {"span_force_1": {"unit": "N", "bin_width": 8, "bin_begin": [96, 112],
                      "share_of_time": [0.25, 0.75]}}})");
  const std::vector<postprocess::Histogram> histograms = postprocess::load_histograms(folder);
  REQUIRE(histograms.size() == 1);
  CHECK(histograms[0].column == "span_force_1");
  CHECK(histograms[0].bin_width == 8.0);
  CHECK(histograms[0].begin == std::vector{96.0, 112.0});
  CHECK(histograms[0].share == std::vector{0.25, 0.75});
  write_text_file(folder / "summary.json",
                  R"({"histograms": {"span_force_1": {"bin_width": 8, "bin_begin": [96], "share_of_time": []}}})");
  CHECK_THROWS_AS(postprocess::load_histograms(folder), IoError);
}

}  // namespace beltdyn::summary_reader_test
