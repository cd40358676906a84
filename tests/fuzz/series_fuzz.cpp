// SPDX-License-Identifier: MIT
// Fuzzes the reader of the list of the shapes of a run, belt.pvd.
#include <algorithm>

#include "core/base/error.hpp"
#include "postprocess/shape_reader.hpp"
#include "tests/fuzz/expected.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<IoError>([&] {
    for (const postprocess::ListedShape& shape : postprocess::parse_pvd("belt.pvd", fuzz::text_of(data, size))) {
      fuzz::claim(shape.path.is_relative() && std::find(shape.path.begin(), shape.path.end(), "..") == shape.path.end(),
                  "a shape lies below the folder of its run");
    }
  });
  return 0;
}
