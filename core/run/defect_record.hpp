// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace beltdyn {

class StateReader;
class StateWriter;

// The largest errors of a balance so far. The error of an energy balance is relative to the energy that has been
// exchanged so far, its scale [J], which never falls. At the start of a run this is next to nothing, and so is an
// energy that is large beside it. The verdict therefore takes errors relative to at least kLeastPart of the energy of
// the whole run. Errors of other balances have no scale (0).
class DefectRecord {
 public:
  // An error that is closed by this rule, with a tolerance of 1e-3, is below 1e-5 of the energy of the run.
  static constexpr double kLeastPart = 0.01;

  // Errors within the tolerance need no scale.
  void add(double time, double defect, double scale);

  double largest() const { return largest_; }  // |defect|
  double time() const { return time_; }        // of the largest [s]
  // The largest error as the verdict takes it; `scale`: of the whole run.
  double largest_for_verdict(double scale) const;

  void save(StateWriter& writer, const std::string& name) const;
  // Throws IoError if the checkpoint is corrupt.
  static DefectRecord read(const StateReader& reader, const std::string& name);

 private:
  // Errors while the scale was between two powers of two.
  struct Errors {
    double relative{};  // largest |defect|
    double energy{};    // largest |defect| times scale [J]
  };

  double largest_ = 0.0;
  double time_ = 0.0;
  std::map<int, Errors> errors_;  // by the exponent of the upper end of the scales
};

}  // namespace beltdyn
