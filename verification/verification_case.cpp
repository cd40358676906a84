// SPDX-License-Identifier: MIT
#include "verification/verification_case.hpp"

#include <cmath>
#include <utility>

#include "core/numerics/observed_order.hpp"

namespace beltdyn::verification {

void Record::relative(std::string quantity, double measured, double reference, double tolerance, Rank rank,
                      std::string reason) {
  measurements_.push_back({.quantity = std::move(quantity),
                           .measured = measured,
                           .reference = reference,
                           .error = std::abs(measured - reference) / std::abs(reference),
                           .tolerance = tolerance,
                           .relative = true,
                           .headline = rank == Rank::headline,
                           .reason = std::move(reason)});
}

void Record::absolute(std::string quantity, double measured, double reference, double tolerance, Rank rank,
                      std::string reason) {
  measurements_.push_back({.quantity = std::move(quantity),
                           .measured = measured,
                           .reference = reference,
                           .error = std::abs(measured - reference),
                           .tolerance = tolerance,
                           .relative = false,
                           .headline = rank == Rank::headline,
                           .reason = std::move(reason)});
}

void Record::at_most(std::string quantity, double measured, double bound, Rank rank, std::string reason) {
  absolute(std::move(quantity), measured, 0.0, bound, rank, std::move(reason));
}

void Record::series(Series series) {
  if (series.orders.empty()) series.orders = numerics::observed_orders(series.values, series.errors);
  series_.push_back(std::move(series));
}

}  // namespace beltdyn::verification
