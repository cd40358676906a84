// SPDX-License-Identifier: MIT
// Fuzzes the reader of the shape of a drive, a .vtp file.
#include <cmath>

#include "core/base/error.hpp"
#include "postprocess/shape_reader.hpp"
#include "tests/fuzz/expected.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<IoError>([&] {
    const BeltShape shape = postprocess::parse_vtp("fuzz.vtp", fuzz::text_of(data, size));
    for (const ShapePoint& point : shape.belt) fuzz::claim(point.position.allFinite(), "places are finite");
    for (const ShapePulley& pulley : shape.pulleys) fuzz::claim(std::isfinite(pulley.radius), "radii are finite");
    const ShapeSurface& surface = shape.surface;
    fuzz::claim(surface.points.empty() || surface.points.size() % surface.columns == 0, "a surface has whole rows");
  });
  return 0;
}
