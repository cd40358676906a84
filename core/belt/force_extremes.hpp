// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/run/history.hpp"

namespace beltdyn {

class BeltPath;
class BeltSimulation;
struct BeltRow;

// Adds the columns least_force and largest_force [N], the extremes of the force along the whole belt at an instant,
// each with its place, least_force_sigma and largest_force_sigma [m]. They are taken among the points of the belt and,
// of a span on idlers, its ends. Forces that differ by no more than rounding count as equal; the first along the path
// is taken. A place belongs to path() of the simulation: while mounts move, it is at the same part of the same pulley
// or span. The simulation must outlive the history.
void add_force_extremes(History& history, const BeltSimulation& simulation, const std::shared_ptr<const BeltRow>& row);

// A path coordinate in words, "where the belt meets pulley 2 (tail)". `path` is one of the drive.
std::string place_in_words(const BeltDrive& drive, const BeltPath& path, double sigma);

// The smallest and the largest force of a run, with place and time in their meaning; empty without these columns.
std::vector<Conclusion> force_conclusions(const BeltDrive& drive, const Summary& summary);

}  // namespace beltdyn
