// SPDX-License-Identifier: MIT
// Page content derived from a verification case: the formulations that it concerns, from its id, and its series.
#include <array>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "report/verification_page.hpp"

namespace beltdyn::report {
namespace {

// Cases whose id begins with this prefix concern this formulation.
struct Subject {
  std::string_view prefix;
  std::string_view formulation;
};
constexpr std::array<Subject, 16> kSubjects{{
    {"ale/", "eulerian_ale"},
    {"string-drive/", "analytic_string"},
    {"string-dynamics/", "analytic_string_dynamics"},
    {"friction/belts/", "analytic_string"},
    {"friction/", "friction_rig"},
    {"konyukhov-2021/", "lagrangian_rope"},
    {"kubas-2021/", "lagrangian_links"},
    {"ntarladima-2023/section-3/", "lagrangian_ancf_static"},
    {"ntarladima-2023/", "lagrangian_ancf"},
    {"oborin-2018/abel", "analytic_abel"},
    {"oborin-2018/linear", "analytic_linear"},
    {"oborin-2018/dde/", "analytic_dde"},
    {"oborin-2018/front-tracking/", "analytic_front_tracking"},
    {"oborin-2018/eulerian/", "eulerian_contour"},
    {"oborin-2018/lagrangian/", "lagrangian_contour"},
    {"oborin-2018/stationary", "analytic_dde"},
}};
// Words in the ids of cases that compare formulations.
constexpr std::array<Subject, 11> kWords{{
    {"ancf", "lagrangian_ancf"},
    {"ale", "eulerian_ale"},
    {"links", "lagrangian_links"},
    {"string", "analytic_string"},
    {"dde", "analytic_dde"},
    {"delay", "analytic_dde"},
    {"front", "analytic_front_tracking"},
    {"eulerian", "eulerian_contour"},
    {"lagrangian", "lagrangian_contour"},
    {"abel", "analytic_abel"},
    {"rope", "lagrangian_rope"},
}};
// Ids without such a word: the formulations, separated by blanks.
constexpr std::array<Subject, 7> kMixed{{
    {"cross/contour/", "analytic_dde analytic_front_tracking eulerian_contour lagrangian_contour"},
    {"cross/belt/", "eulerian_ale lagrangian_ancf"},
    {"balances/belt-energy", "eulerian_ale lagrangian_ancf"},
    {"balances/contour-energy", "analytic_front_tracking eulerian_contour lagrangian_contour"},
    {"balances/mesh", "eulerian_ale"},
    {"balances/opens", "analytic_abel"},
    {"convergence/contact_stiffness", "analytic_string eulerian_ale"},
}};

}  // namespace

std::vector<std::string> formulations_of(std::string_view id) {
  for (const Subject& subject : kSubjects) {
    if (id.starts_with(subject.prefix)) return {std::string(subject.formulation)};
  }
  std::vector<std::string> names;
  for (const Subject& word : kWords) {
    if (id.find(word.prefix) != std::string_view::npos) names.emplace_back(word.formulation);
  }
  if (!names.empty()) return names;
  for (const Subject& subject : kMixed) {
    if (!id.starts_with(subject.prefix)) continue;
    std::istringstream words{std::string(subject.formulation)};
    return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
  }
  return {};
}

std::vector<Refinement> refinements_of(const verification::CaseResult& result) {
  std::vector<Refinement> studies;
  for (const verification::Series& series : result.series) {
    studies.push_back({.id = result.item->id,
                       .title = series.title,
                       .parameter = series.parameter,
                       .error = series.error,
                       .values = series.values,
                       .errors = series.errors,
                       .expected_order = series.expected_order,
                       .orders = series.orders});
  }
  return studies;
}

}  // namespace beltdyn::report
