// SPDX-License-Identifier: MIT
// Fuzzes the reader of the CBOR of a checkpoint, without a simulation.
#include <cmath>
#include <cstdint>
#include <span>

#include "core/base/error.hpp"
#include "core/run/state_archive.hpp"
#include "tests/fuzz/expected.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<IoError>([&] {
    const StateReader reader(std::span(data, size));
    for (const double q : reader.numbers("q")) fuzz::claim(std::isfinite(q), "numbers are finite");
    fuzz::claim(reader.time("t") >= 0.0, "times are not negative");
    fuzz::claim(reader.count("n") >= 0, "counts are not negative");
    fuzz::claim(reader.any_numbers("h", 2).size() == 2, "arrays have the size that is asked for");
    for (const std::int64_t mode : reader.integers("m", 3, {.least = -1, .most = 1})) {
      fuzz::claim(mode >= -1 && mode <= 1, "integers are in their range");
    }
  });
  return 0;
}
