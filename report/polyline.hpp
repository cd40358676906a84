// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace beltdyn::report {

// A point of a picture in tenths of a pixel, finer than any screen.
struct PicturePoint {
  long x{};
  long y{};

  bool operator==(const PicturePoint&) const = default;
};

// Simplifies a line: removes points within half a tenth of a pixel of it (Douglas and Peucker); keeps the first and the
// last.
std::vector<PicturePoint> simplified(const std::vector<PicturePoint>& points);

// A line as an SVG path, simplified, with the shortest commands: "M12.1 5l3-.2h4".
std::string path_text(const std::vector<PicturePoint>& points);

// Tenths as text: "12.1", "-.2", "0".
std::string tenths_text(long tenths);

}  // namespace beltdyn::report
