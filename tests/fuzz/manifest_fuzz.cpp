// SPDX-License-Identifier: MIT
// Fuzzes the reader of the manifest of a run.
#include "core/base/error.hpp"
#include "core/run/manifest.hpp"
#include "tests/fuzz/expected.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<IoError>([&] { parse_manifest("manifest.json", fuzz::text_of(data, size)); });
  return 0;
}
