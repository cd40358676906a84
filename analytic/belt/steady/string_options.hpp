// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/linear/linear_options.hpp"
#include "core/settings/formulation.hpp"

namespace beltdyn::analytic {

// steady  the steady motion for the speeds and torques of each instant
// linear  as steady, and at the end the small motions of a massless string with rigid stick
enum class StringAnalysis { steady, linear };
inline constexpr std::array<std::string_view, 2> kStringAnalysisNames{"steady", "linear"};

// Messages about features of pulleys that a string of this formulation does not support.
std::vector<std::string> string_pulley_objections(const BeltDrive& drive, std::string_view name);
// Messages about features that a string with Coulomb friction and rigid stick does not support.
std::vector<std::string> rigid_stick_objections(const BeltDrive& drive, std::string_view name);
// The message about a pulley, given by its label, whose friction law is not of this kind.
std::string rigid_stick_objection(std::string_view pulley, std::string_view name);

// The options of the formulation "analytic_string".
class StringOptions final : public RunOptions {
 public:
  void visit(config::FieldVisitor& visitor) override;
  void choose_left_out(const Drive& drive, double end_time, double row_interval) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  bool can_start_near() const override { return analysis_ == StringAnalysis::steady; }
  std::unique_ptr<Simulation> create_near(const Drive& drive, double end_time, const Simulation& other) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<StringOptions>(*this); }
  double time_step() const override { return time_step_; }
  std::string model(const Drive&) const override { return "steady_string"; }
  bool is_exact() const override { return true; }

 private:
  StringAnalysis analysis_ = StringAnalysis::steady;
  std::optional<LinearOptions> linear_;
  double time_step_ = 0.0;  // [s]
};

}  // namespace beltdyn::analytic
