// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "plots/figures.hpp"

// The data files behind the figures of contour drives.
namespace beltdyn::plots {

// The exact run of the same model, with which a run is compared; nullptr if there is none, or if it is the run itself.
const Run* reference_of(const Run& run, const Result& result);

// The width of the low-pass filter and the window of the envelopes [s].
double smoothing_width(double end_time);
double envelope_window(double end_time);

// The data of a run for figures.
std::vector<TextFile> contour_data_files(const Run& run, const Result& result);

}  // namespace beltdyn::plots
