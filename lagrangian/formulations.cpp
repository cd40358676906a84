// SPDX-License-Identifier: MIT
#include "lagrangian/formulations.hpp"

#include "lagrangian/ancf/ancf_options.hpp"
#include "lagrangian/ancf/static_beam/static_beam_options.hpp"
#include "lagrangian/contour/formulations.hpp"
#include "lagrangian/links/links_options.hpp"
#include "lagrangian/rope/rope_options.hpp"

namespace beltdyn::lagrangian {

void add_formulations(Formulations& formulations, const RunningBeltFinder& find_running) {
  add_contour_formulations(formulations);
  formulations.push_back({.name = "lagrangian_ancf",
                          .meaning = "cubic ANCF cable elements with contact and inertia, [Ntarladima 2023]",
                          .make_options = [find_running] { return std::make_unique<AncfOptions>(find_running); }});
  formulations.push_back(
      {.name = "lagrangian_ancf_static",
       .meaning = "equilibrium of a supported beam of the same elements, [Ntarladima 2023] Section 3",
       .make_options = [] { return std::make_unique<StaticBeamOptions>(); }});
  formulations.push_back({.name = "lagrangian_links",
                          .meaning = "rigid links joined by springs, with any friction law, [Kubas 2021]",
                          .make_options = [find_running] { return std::make_unique<LinksOptions>(find_running); }});
  formulations.push_back({.name = "lagrangian_rope",
                          .meaning = "bars, cables or solid beams with contact on a rigid surface, [Konyukhov 2021]",
                          .make_options = [] { return std::make_unique<RopeOptions>(); }});
}

}  // namespace beltdyn::lagrangian
