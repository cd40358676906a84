// SPDX-License-Identifier: MIT
// The parts of the shared library of spdlog 1.10 for loggers and standard error, compiled from its headers. The order
// of the includes matters.
// clang-format off
#include <spdlog/spdlog-inl.h>
#include <spdlog/common-inl.h>
#include <spdlog/details/backtracer-inl.h>
#include <spdlog/details/log_msg-inl.h>
#include <spdlog/details/log_msg_buffer-inl.h>
#include <spdlog/details/os-inl.h>
#include <spdlog/details/periodic_worker-inl.h>
#include <spdlog/details/registry-inl.h>
#include <spdlog/logger-inl.h>
#include <spdlog/pattern_formatter-inl.h>
#include <spdlog/sinks/ansicolor_sink-inl.h>
#include <spdlog/sinks/base_sink-inl.h>
#include <spdlog/sinks/sink-inl.h>
// clang-format on

namespace spdlog::sinks {

template class SPDLOG_API ansicolor_sink<details::console_mutex>;
template class SPDLOG_API ansicolor_sink<details::console_nullmutex>;
template class SPDLOG_API ansicolor_stdout_sink<details::console_mutex>;
template class SPDLOG_API ansicolor_stderr_sink<details::console_nullmutex>;

}  // namespace spdlog::sinks
