// SPDX-License-Identifier: MIT
#include "core/run/simulation.hpp"

namespace beltdyn {

History Simulation::history() const {
  History history([this] { return slip_zones(); });
  add_columns(history);
  return history;
}

std::shared_ptr<LinearAnalysis> Simulation::linear_analysis() { return nullptr; }

RunEnd Simulation::conclude(const std::filesystem::path&) { return {}; }

bool Simulation::lead(std::span<Simulation* const>) { return false; }

std::unique_ptr<Simulation> Simulation::at_speeds(double, const Simulation&) const { return nullptr; }

std::unique_ptr<Simulation> Simulation::on_mesh(OtherMesh) const { return nullptr; }

std::vector<Balance> Simulation::balances() const {
  const History columns = history();
  std::vector<Balance> balances;
  for (const History::BalanceColumn& column : columns.balances()) balances.push_back(column.balance);
  return balances;
}

}  // namespace beltdyn
