// SPDX-License-Identifier: MIT
#include "lagrangian/contour/lagrangian_contour_options.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/belt/reduced_belt.hpp"
#include "core/drive/belt/reduced_contour.hpp"

namespace beltdyn::lagrangian {
namespace {

constexpr int kMostElements = 10'000'000;  // some gigabytes

}  // namespace

void LagrangianContourOptions::visit(config::FieldVisitor& v) {
  using config::Presence;
  v.integer({"elements", "-", "the number n of elements along the belt", config::Role::discretisation},
            parameters_.elements, {.low = LagrangianContour::kMinimumElementsPerRegion, .high = kMostElements},
            Presence::required);
  v.number({"time_step", "s", "the time step tau", config::Role::discretisation}, parameters_.time_step,
           config::kPositive, Presence::required);
  config::visit_choice(v,
                       {"slip_length", "-",
                        "how slip lengths are determined: measured between the ends of the slip zones (a contour "
                        "length), or counted as (slipping nodes) h (a material length)"},
                       parameters_.slip_length, kSlipLengthNames, Presence::optional);
}

std::vector<std::string> LagrangianContourOptions::objections(const Drive& drive) const {
  const std::variant<ContourDrive, std::string> representation = as_contour(drive);
  if (const auto* objection = std::get_if<std::string>(&representation)) return {*objection};
  const auto& contour = std::get<ContourDrive>(representation);
  std::vector<std::string> sentences;
  const double shortest = std::min({contour.contact_length[0], contour.contact_length[1], contour.span_length()});
  const double needed = std::ceil(LagrangianContour::kMinimumElementsPerRegion * contour.contour_length / shortest);
  if (parameters_.elements < needed) {
    sentences.push_back(
        fmt::format("elements = {} gives the shortest region, {:.6g} m long, fewer than {} elements; use at least {}",
                    parameters_.elements, shortest, LagrangianContour::kMinimumElementsPerRegion, needed));
  }
  return sentences;
}

std::unique_ptr<Simulation> LagrangianContourOptions::create(const Drive& drive, double) const {
  return run_on_contour(
      drive, [this](const ContourDrive& contour) { return std::make_unique<LagrangianContour>(contour, parameters_); });
}

std::vector<NumericalParameter> LagrangianContourOptions::numerical_parameters() const {
  using Options = LagrangianContourOptions;
  return {time_step_error<Options>(1.0, [](Options& o) -> double& { return o.parameters_.time_step; }),
          mesh_error<Options>("elements", 1.0, LagrangianContour::kMinimumElementsPerRegion,
                              [](Options& o) -> int& { return o.parameters_.elements; })};
}

}  // namespace beltdyn::lagrangian
