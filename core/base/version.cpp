// SPDX-License-Identifier: MIT
#include "core/base/version.hpp"

#include <Eigen/Core>
#include <boost/version.hpp>
#include <fmt/core.h>

#include "core/base/json.hpp"
#include "git_hash.hpp"

namespace beltdyn {

const BuildInfo& build_info() {
  static const BuildInfo info{
      .version = BELTDYN_VERSION,
      .git_hash = kGitHash,
      .compiler = BELTDYN_COMPILER,
      .flags = BELTDYN_FLAGS,
      .libraries = {
          {"Boost", fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
          {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
          {"nlohmann_json", json_library_version()}}};
  return info;
}

}  // namespace beltdyn
