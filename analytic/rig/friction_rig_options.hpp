// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/rig/friction_rig_simulation.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/settings/formulation.hpp"

namespace beltdyn::analytic {

// The options of the formulation "friction_rig". The friction law is a part of the run, so that one rig compares
// several laws.
class FrictionRigOptions final : public RunOptions {
 public:
  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<FrictionRigOptions>(*this); }
  double time_step() const override { return parameters_.time_step; }
  // The law with its parameters: each law counts as a model of its own.
  std::string model(const Drive&) const override { return law_text(law_); }

 private:
  Indirect<FrictionLawConfig> law_;
  FrictionRigParameters parameters_;
};

}  // namespace beltdyn::analytic
