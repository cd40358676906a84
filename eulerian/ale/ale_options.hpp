// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/linear/linear_options.hpp"
#include "core/settings/formulation.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "eulerian/ale/ale_parameters.hpp"

namespace beltdyn::eulerian {

// The options of the formulation "eulerian_ale".
class AleOptions final : public RunOptions, public HasNumericalParameters {
 public:
  AleOptions();
  void visit(config::FieldVisitor& visitor) override;
  void choose_left_out(const Drive& drive, double end_time, double row_interval) override;
  std::string note(const Drive&) const override { return mesh_note_; }
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  bool can_start_near() const override;
  std::unique_ptr<Simulation> create_near(const Drive& drive, double end_time,
                                          const Simulation& neighbour) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<AleOptions>(*this); }
  double time_step() const override { return parameters_.time_step; }
  std::string model(const Drive& drive) const override;
  std::vector<NumericalParameter> numerical_parameters() const override;

 private:
  std::vector<std::string> objections_of_rope(const RopeDrive& rope) const;
  void add_linear_objections(std::vector<std::string>& sentences, const RopeDrive& rope) const;
  void add_long_elements(std::vector<std::string>& sentences, double wrap, const std::string& label) const;
  void add_body_objections(std::vector<std::string>& sentences, const BeltDrive& belt) const;

  ale::AleParameters parameters_;
  std::string mesh_note_;
  std::optional<LinearOptions> linear_;
};

}  // namespace beltdyn::eulerian
