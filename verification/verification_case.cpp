// SPDX-License-Identifier: MIT
#include "verification/verification_case.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
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
  const std::vector<double>& values = series.values;
  const bool falls = std::ranges::adjacent_find(values, std::ranges::less_equal()) == values.end();
  const bool grows = std::ranges::adjacent_find(values, std::ranges::greater_equal()) == values.end();
  if (!falls && !grows) throw std::invalid_argument("the series \"" + series.title + "\" is not refined at each step");
  if (series.orders.empty()) series.orders = numerics::observed_orders(series.values, series.errors);
  series_.push_back(std::move(series));
}

}  // namespace beltdyn::verification
