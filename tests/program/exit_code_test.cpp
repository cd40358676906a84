// SPDX-License-Identifier: MIT
#include "app/exit_code.hpp"

#include <cerrno>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include <doctest/doctest.h>
#include <spdlog/sinks/sink.h>
#include <spdlog/spdlog.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"

namespace exit_code_test {
namespace {

using namespace beltdyn;

// Keeps the messages, one per line.
class TextSink final : public spdlog::sinks::sink {
 public:
  void log(const spdlog::details::log_msg& message) override {
    const auto level = spdlog::level::to_string_view(message.level);
    text += std::string(level.data(), level.size()) + ": ";
    text += std::string(message.payload.data(), message.payload.size()) + "\n";
  }
  void flush() override {}
  void set_pattern(const std::string&) override {}
  void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

  std::string text;
};

struct Answer {
  int exit_code{};
  std::string message;
};

Answer answer_to(const std::function<int()>& command) {
  const auto sink = std::make_shared<TextSink>();
  const auto before = spdlog::default_logger();
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink));
  const int exit_code = app::with_exit_code(command);
  spdlog::set_default_logger(before);
  return {.exit_code = exit_code, .message = sink->text};
}

template <class Error>
Answer answer_to_error(const Error& error) {
  return answer_to([&]() -> int { throw error; });
}

}  // namespace

TEST_CASE("exit codes: every kind of error has its own, and an unexpected one is 1 and asks for a report") {
  CHECK(answer_to([] { return 4; }).exit_code == 4);
  CHECK(answer_to([] { return 0; }).message.empty());
  CHECK(answer_to_error(UsageError("u")).exit_code == 2);
  CHECK(answer_to_error(ConfigError("case.json", {Problem{.pointer = "/a", .line = 1, .value = "2", .message = "b"}}))
            .exit_code == 2);
  CHECK(answer_to_error(SolverError("s")).exit_code == 3);
  CHECK(answer_to_error(IoError("i")).exit_code == 5);
  CHECK(answer_to_error(std::bad_alloc()).exit_code == 5);
  CHECK(answer_to_error(Interrupted()).exit_code == 130);
  const Answer refused = answer_to_error(std::system_error(EAGAIN, std::generic_category()));
  CHECK(refused.exit_code == 5);
  CHECK(refused.message.find("Resource temporarily unavailable") != std::string::npos);
  const Answer unexpected = answer_to_error(std::logic_error("a vector is too short"));
  CHECK(unexpected.exit_code == 1);
  CHECK(unexpected.message ==
        "error: internal error: a vector is too short; please report it with the configuration that caused it\n");
}

}  // namespace exit_code_test
