// SPDX-License-Identifier: MIT
#include "core/run/stop_record.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/run/state_archive.hpp"

namespace beltdyn::stop_record_test {
namespace {

// Held from 1 s to 2 s and from 3 s on; the stop begins at 0.5 s, at places 1 m and −2 m.
StopRecord record() {
  StopRecord record(2);
  record.note(-4.0);
  record.begin({.time = 0.5, .places = {1.0, -2.0}});
  record.look(true, {.time = 1.0, .places = {1.5, -2.0}});
  record.look(false, {.time = 2.0, .places = {2.0, -3.0}});
  record.look(true, {.time = 3.0, .places = {2.5, -4.0}});
  record.look(true, {.time = 4.0, .places = {9.0, -9.0}});
  return record;
}

}  // namespace

TEST_CASE("stop record: the stop is when it is held for good, with the largest displacement until then") {
  const Stop stop = record().stop().value();
  CHECK(stop.time == 3.0);
  CHECK(stop.distance == 2.0);
  StopRecord moving = record();
  moving.look(false, {.time = 5.0, .places = {9.0, -9.0}});
  CHECK_FALSE(moving.stop());
}

TEST_CASE("stop record: at rest is a thousandth of the fastest surface, in either direction") {
  CHECK(record().has_moved());
  CHECK(record().is_rest(-0.004));
  CHECK_FALSE(record().is_rest(0.0041));
  CHECK_FALSE(StopRecord(1).has_moved());
  CHECK(StopRecord(1).is_rest(0.0));
}

TEST_CASE("stop record: a restored record goes on as the saved one") {
  StateWriter writer;
  record().save(writer, "stop");
  StateReader reader(writer.take());
  StopRecord restored(2);
  restored.restore(reader, "stop");
  CHECK(restored.stop()->time == 3.0);
  CHECK(restored.stop()->distance == 2.0);
  CHECK(restored.begun()->time == 0.5);
  CHECK_FALSE(restored.is_rest(0.0041));
  StateWriter empty;
  StopRecord(2).save(empty, "stop");
  StateReader reads_empty(empty.take());
  restored.restore(reads_empty, "stop");
  CHECK_FALSE(restored.stop());
  CHECK_FALSE(restored.begun());
}

TEST_CASE("stop record: conclusions have no value where something stops a belt that moves on") {
  const std::vector<Conclusion> none = stop_conclusions({}, true, "belt", "a brake began to act");
  REQUIRE(none.size() == 2);
  CHECK(std::isnan(none[0].value));
  CHECK(std::isnan(none[1].value));
  CHECK(none[1].meaning == "none: the belt is not at rest at the end of the run");
  CHECK(stop_conclusions({}, false, "belt", "a brake began to act").empty());
  const std::vector<Conclusion> held = stop_conclusions(Stop{.time = 3.0}, false, "rope", "a brake began to act");
  REQUIRE(held.size() == 1);
  CHECK(held[0].value == 3.0);
  const std::vector<Conclusion> list = stop_conclusions(record().stop(), true, "rope", "a brake began to act");
  REQUIRE(list.size() == 2);
  CHECK(list[0].name == "stopping_time");
  CHECK(list[1].value == 2.0);
  CHECK(list[1].meaning == "that the rope ran since a brake began to act");
}

}  // namespace beltdyn::stop_record_test
