// SPDX-License-Identifier: MIT
#include "verification/keys/key_matrix.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

#include "core/base/test/sanitized.hpp"
#include "core/drive/drive.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::key_matrix_test {

using namespace beltdyn::verification;

TEST_CASE("key matrix: every key of a belt drive has a row, and every row a key") {
  const std::vector<std::string> keys = belt_drive_keys();
  CHECK(std::ranges::find(keys, "belt/bending_stiffness") != keys.end());
  CHECK(std::ranges::find(keys, "pulleys/motion(torque)/torques(applied)/moment(constant)/value") != keys.end());
  CHECK(std::ranges::find(keys, "pulleys/motion(free)") != keys.end());
  const auto& rows = KeyMatrix::of_belt_drive().rows();
  for (const std::string& key : keys) {
    CAPTURE(key);
    CHECK(std::ranges::any_of(rows, [&key](const KeyMatrix::Row& row) {
      return covers(row.key, key) || std::ranges::any_of(row.also, [&key](const auto& k) { return covers(k, key); });
    }));
  }
  for (const KeyMatrix::Row& row : rows) {
    CAPTURE(row.key);
    CHECK(std::ranges::any_of(keys, [&row](const std::string& key) { return covers(row.key, key); }));
    for (const std::string& more : row.also) {
      CHECK(std::ranges::any_of(keys, [&more](const std::string& key) { return covers(more, key); }));
    }
  }
}

TEST_CASE("key matrix: every formulation for belt drives has a column") {
  const KeyMatrix& matrix = KeyMatrix::of_belt_drive();
  std::vector<std::string> in_matrix;
  for (std::size_t column = 0; column < matrix.columns().size(); ++column) {
    in_matrix.push_back(matrix.formulation(column));
  }
  for (const Formulation& formulation : all_formulations()) {
    CAPTURE(formulation.name);
    const std::vector<std::string> objections = formulation.make_options()->objections(matrix.drive());
    const bool supports_no_belts = std::ranges::any_of(objections, [](const std::string& sentence) {
      return sentence.find("this drive is of type belt_drive") != std::string::npos;
    });
    CHECK(supports_no_belts == (std::ranges::find(in_matrix, formulation.name) == in_matrix.end()));
  }
}

TEST_CASE("key matrix: a row covers its key and what is below it") {
  CHECK(covers("belt/width", "belt/width"));
  CHECK(covers("contact/friction(gms)", "contact/friction(gms)/viscosity"));
  CHECK_FALSE(covers("belt/width", "belt/width_of"));
  CHECK_FALSE(covers("gravity", "belt/width"));
}

// The test creates hundreds of simulations, too many with a sanitizer.
constexpr bool kTooSlow = beltdyn::test::kIsSanitized;

TEST_CASE("key matrix: each supported key is compared with another formulation, and its page in docs is current" *
          doctest::skip(kTooSlow)) {
  const KeyMatrix& matrix = KeyMatrix::of_belt_drive();
  for (std::size_t row = 0; row < matrix.rows().size(); ++row) {
    for (std::size_t column = 0; column < matrix.columns().size(); ++column) {
      CAPTURE(matrix.rows()[row].title());
      CAPTURE(matrix.columns()[column]);
      if (matrix.is_for(row, column) || matrix.cell(row, column).treatment != Treatment::honoured) continue;
      bool is_held = false;
      for (std::size_t other = 0; other < matrix.rows().size(); ++other) {
        is_held = is_held || (matrix.rows()[other].key == matrix.rows()[row].key && matrix.is_for(other, column) &&
                              matrix.cell(other, column).treatment == Treatment::honoured);
      }
      CHECK(is_held);
    }
  }

  INFO("if the page differs: beltdyn verify --update-keys");
  const std::filesystem::path file = std::filesystem::path(BELTDYN_SOURCE_DIR) / "docs" / "belt_drive_keys.md";
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  CHECK(text.str() == key_matrix_page(matrix));
}

}  // namespace beltdyn::key_matrix_test
