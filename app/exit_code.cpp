// SPDX-License-Identifier: MIT
#include "app/exit_code.hpp"

#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <system_error>

#include <spdlog/spdlog.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"

namespace beltdyn::app {

int with_exit_code(const std::function<int()>& command) {
  try {
    return command();
  } catch (const ConfigError& error) {
    for (const Problem& problem : error.problems()) spdlog::error("{}", to_string(error.file(), problem));
    return kUsageOrConfiguration;
  } catch (const UsageError& error) {
    std::istringstream mistakes(error.what());  // one a line
    for (std::string mistake; std::getline(mistakes, mistake);) spdlog::error("{}", mistake);
    return kUsageOrConfiguration;
  } catch (const SolverError& error) {
    spdlog::error("{}", error.what());
    return kNotConverged;
  } catch (const IoError& error) {
    spdlog::error("{}", error.what());
    return kInputOutput;
  } catch (const std::bad_alloc&) {
    spdlog::error("not enough memory for this computation; reduce its size or run fewer jobs at a time");
    return kInputOutput;
  } catch (const Interrupted&) {
    spdlog::warn("interrupted");
    return kInterrupted;
  } catch (const std::system_error& error) {
    spdlog::error("the system reports: {}; check free space, memory, permissions and limits (ulimit -a)", error.what());
    return kInputOutput;
  } catch (const std::exception& error) {
    spdlog::error("internal error: {}; please report it with the configuration that caused it", error.what());
    return kInternal;
  }
}

}  // namespace beltdyn::app
