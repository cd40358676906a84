// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/drive/contour_drive.hpp"
#include "core/simulation/simulation.hpp"

namespace beltdyn {

// What every formulation of the contour drive reports at a time.
struct ContourState {
  double strain_tight{};                // ε₊ [-]
  double strain_slack{};                // ε₋ [-]
  std::array<double, 2> slip_length{};  // c₁, c₂, contour lengths [m]
  std::array<int, 2> slip_direction{};  // +1 forward, −1 backward, 0 none
  double length_error{};                // (material length in the contour)/(initial one) − 1 [-]
};

// Fills in slip lengths and directions: the sum of the zones on each pulley, and the direction that prevails.
void add_slip(std::span<const SlipZone> zones, ContourState& state);

// A contour drive in some formulation: the history columns are common to all.
class ContourSimulation : public Simulation {
 public:
  explicit ContourSimulation(ContourDrive drive) : drive_(std::move(drive)) {}

  const ContourDrive& drive() const { return drive_; }
  virtual ContourState state() const = 0;

  std::vector<std::string> history_columns() const final;
  void history_values(std::span<double> values) const final;
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const final;
  double contour_length() const final { return drive_.contour_length; }
  std::vector<std::string> preflight(double) const override { return {}; }

  // Columns of one formulation alone; they follow the common ones.
  virtual std::vector<std::string> extra_history_columns() const { return {}; }
  virtual void extra_history_values(std::span<double>) const {}

 protected:
  // The belt at a contour point; sigma is filled in by the caller.
  virtual ProfilePoint profile_point(double sigma) const = 0;

 private:
  ContourDrive drive_;
};

}  // namespace beltdyn
