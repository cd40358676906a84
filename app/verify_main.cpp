// SPDX-License-Identifier: MIT
// The program beltdyn-verify, which `beltdyn verify` starts in its place. It is separate because verification cases
// take a fifth of the compile time, and users who only run drives do not need them.
#include <spdlog/spdlog.h>

#include "app/command_options.hpp"
#include "app/exit_code.hpp"
#include "app/logging.hpp"
#include "core/base/memory.hpp"
#include "formulations/all_formulations.hpp"

namespace {

int guarded_main(int argc, char** argv) {
  using namespace beltdyn::app;
  set_up_process();
  CLI::App app("Verify against exact and published values", "beltdyn verify");
  VerifyArguments arguments;
  add_verify_options(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    spdlog::error("{}; beltdyn verify --help lists the options", error.what());
    return kUsageOrConfiguration;
  }
  return with_exit_code([&arguments] {
    beltdyn::claim_stack();
    beltdyn::keep_memory_for_failure();
    const int exit_code = verify(arguments, beltdyn::all_formulations());
    check_standard_output();
    return exit_code;
  });
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv); }
