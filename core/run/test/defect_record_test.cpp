// SPDX-License-Identifier: MIT
#include "core/run/defect_record.hpp"

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::defect_record_test {

namespace {

DefectRecord copy_of(const DefectRecord& record) {
  StateWriter writer;
  record.save(writer, "defects");
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  StateReader reader(bytes);
  return DefectRecord::read(reader, "defects");
}

}  // namespace

TEST_CASE("defect record: an error at the start counts relative to a hundredth of the energy of the run") {
  DefectRecord record;
  record.add(0.004, -0.5, 2.0);  // 1 J, of 2 J exchanged so far
  record.add(1.0, 2e-4, 5000.0);
  const DefectRecord resumed = copy_of(record);
  for (const DefectRecord& r : {record, resumed}) {
    CHECK(r.largest() == 0.5);
    CHECK(r.time() == 0.004);
    CHECK(close(r.largest_for_verdict(1e5), 1.0 / 1000.0, {.rel = 1e-12}));
    // A run that exchanges no more than some joules is not excused.
    CHECK(r.largest_for_verdict(2.0) == 0.5);
  }
}

TEST_CASE("defect record: a large error at the start, and any error behind it, count in full") {
  DefectRecord record;
  record.add(0.004, 0.5, 100.0);  // 50 J
  CHECK(close(record.largest_for_verdict(1e5), 0.05, {.rel = 1e-12}));
  record.add(0.5, 0.06, 2000.0);  // 2 % of the energy of the run
  CHECK(record.largest_for_verdict(1e5) == 0.06);
  CHECK(record.largest() == 0.5);
}

TEST_CASE("defect record: errors without a scale count as they are") {
  DefectRecord record;
  CHECK(record.largest_for_verdict(1.0) == 0.0);
  record.add(0.1, 0.2, 0.0);
  record.add(0.2, -0.1, 0.0);
  CHECK(record.largest_for_verdict(1e5) == 0.2);
  CHECK(record.largest_for_verdict(0.0) == 0.2);
  CHECK(copy_of(record).time() == 0.1);
}

TEST_CASE("defect record: a checkpoint with other numbers is refused") {
  for (const std::vector<double>& numbers :
       {std::vector{0.1}, std::vector{0.1, 0.2, 3.0}, std::vector{0.1, 0.2, 1e9, 0.1, 0.1}}) {
    StateWriter writer;
    writer.numbers("defects", numbers);
    const std::vector<std::uint8_t> bytes = writer.to_cbor();
    StateReader reader(bytes);
    CHECK_THROWS_AS(DefectRecord::read(reader, "defects"), IoError);
  }
}

}  // namespace beltdyn::defect_record_test
