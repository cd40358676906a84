// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace beltdyn::report {

// A point of a picture in tenths of a pixel, which is finer than the resolution of screens.
struct PicturePoint {
  long x{};
  long y{};

  bool operator==(const PicturePoint&) const = default;
};

// The points without those that lie on the line through their neighbours, to half a tenth of a pixel (Douglas and
// Peucker). The first and the last point are kept.
std::vector<PicturePoint> simplified(const std::vector<PicturePoint>& points);

// A line as data of an SVG path, simplified, with the shortest commands: "M12.1 5l3-.2h4".
std::string path_text(const std::vector<PicturePoint>& points);

// Tenths as text: "12.1", "-.2", "0".
std::string tenths_text(long tenths);

}  // namespace beltdyn::report
