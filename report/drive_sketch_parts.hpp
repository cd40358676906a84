// SPDX-License-Identifier: MIT
// Building blocks for sketches of drives.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "core/drive/belt/path_pieces.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::report {

using Vector = Eigen::Vector2d;

inline constexpr double kPictureWidth = 640.0;  // [px]
inline constexpr double kMostHeight = 340.0;

// A rectangle of the picture [px].
struct Frame {
  Vector corner = Vector::Zero();  // upper left
  Vector size = {kPictureWidth, kMostHeight};
};

// Maps metres (y upward) to pixels (y downward) at the largest scale that fits.
class View {
 public:
  void include(const Vector& point, double reach = 0.0);
  // Centres the drive in a frame with a margin `room` [px], using as little of the frame's height as possible.
  void fit(const Frame& frame = {}, double room = 34.0);
  double scale() const { return scale_; }    // [px/m]
  double height() const { return height_; }  // including the margin [px]
  Vector at(const Vector& point) const;

 private:
  Vector low_ = Vector::Constant(HUGE_VAL);
  Vector high_ = Vector::Constant(-HUGE_VAL);
  Vector origin_ = Vector::Zero();
  double scale_ = 1.0;   // [px/m]
  double height_ = 0.0;  // [px]
};

std::string svg(double height, std::string_view label, const std::string& content);
std::string circle(const Vector& center, double radius, std::string_view paint);
std::string text(const Vector& at, std::string_view words, std::string_view anchor_at = "middle");
std::string line(const Vector& from, const Vector& to, std::string_view paint);
// An arrow head in the middle of a line on the screen.
std::string arrow(const Vector& from, const Vector& to);
// Appends an arc from entry to exit to the path `line`.
void append_arc(std::string& line, const View& view, const PathArc& arc);

inline constexpr std::string_view kPulleyPaint = "stroke=\"var(--muted)\" stroke-width=\"1.2\" fill=\"var(--hover)\"";
inline constexpr std::string_view kArmPaint = "stroke=\"var(--muted)\" stroke-width=\"5\" stroke-linecap=\"round\"";
inline constexpr std::string_view kBeltPaint = "stroke=\"var(--accent)\" stroke-width=\"3.5\"";

// A sketch of a rope with ends. If pulleys are too small in the whole picture, insets show them enlarged.
std::string rope_sketch(const RopeDrive& drive, double end_time);

}  // namespace beltdyn::report
