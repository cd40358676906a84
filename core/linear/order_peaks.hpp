// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/drive/any_drive.hpp"
#include "core/run/summary.hpp"

namespace beltdyn {

// The amplitude of a quantity at a speed.
struct AmplitudeAt {
  double speed{};      // [rad/s]
  double amplitude{};  // ≥ 0, in the unit of the quantity
};

// A local maximum of an amplitude over the speed.
struct AmplitudePeak {
  double speed{};      // [rad/s]
  double amplitude{};  // in the unit of the quantity
  bool is_inside{};    // false: it is the largest amplitude, at the first or last speed
};

// The peaks of a curve with ascending speeds. Near a resonance the inverse square of the amplitude is a parabola in the
// speed; its vertex through the three highest points is the peak. Peaks that hardly exceed the valleys beside them, or
// that are far below the largest amplitude, are left out.
std::vector<AmplitudePeak> peaks_of(std::span<const AmplitudeAt> curve);
// Further speeds that the peaks of the curve need: their vertex, then points where their power is half and, doubling
// the distance, points on their flanks. Empty if the peaks are resolved.
std::vector<double> speeds_around_peaks(std::span<const AmplitudeAt> curve);

// The response of a quantity to an order of a pulley over the speed.
struct OrderCurve {
  std::string quantity;  // "span_force_2"
  std::string unit;
  int pulley{};    // the pulley of the order, from 1
  double order{};  // [-]
  std::vector<AmplitudeAt> curve{};
};

// The curves of an order_response.csv that have an amplitude, of the quantities that begin with `quantity`; in the
// order of the columns, of each in ascending order of pulley and order. Throws CsvError.
std::vector<OrderCurve> order_curves(const CsvTable& table, std::string_view quantity);

// For summary.json the highest peak of each curve of kPeakQuantities: its amplitude, and the speed there.
std::vector<Conclusion> peak_conclusions(const CsvTable& table, const BeltDrive& drive);

}  // namespace beltdyn
