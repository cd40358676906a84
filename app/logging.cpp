// SPDX-License-Identifier: MIT
#include "app/logging.hpp"

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "core/base/printable.hpp"
#include "core/base/standard_streams.hpp"

namespace beltdyn::app {
namespace {

constexpr double kSecondsBetweenUpdates = 0.2;
constexpr int kTenths = 10;
constexpr std::size_t kLongestMessage = 4000;  // [bytes]

bool colour_is_unwanted() {
  const char* value = std::getenv("NO_COLOR");
  return value != nullptr && *value != '\0';
}

// The remaining time of work of which this part is done [s].
double time_left(double part, double wall_time) { return part > 0.0 ? wall_time * (1.0 - part) / part : 0.0; }

// The balances that are open so far; a user need not wait for the end to stop such a run.
std::string open_balances(const Progress& progress) {
  std::string text;
  if (!progress.balances) return text;
  for (const BalanceOutcome& outcome : progress.balances()) {
    if (!outcome.is_open()) continue;
    text += fmt::format("{} {} ({:.2g})", text.empty() ? "  not closed so far:" : ",", outcome.balance.name(),
                        outcome.for_verdict);
  }
  return text;
}

std::string describe(const std::string& run, const Progress& progress) {
  const double done = progress.time / progress.end_time;
  const auto steps = static_cast<double>(progress.statistics.steps);
  const double iterations = steps > 0.0 ? static_cast<double>(progress.statistics.newton_iterations) / steps : 0.0;
  const std::string newton = iterations > 0.0 ? fmt::format("  {:.1f} Newton/step", iterations) : std::string();
  return fmt::format("{}: {:3.0f} %  t = {:.4g} s  step {}{}  {:.0f} s left{}", run, 100.0 * done, progress.time,
                     progress.statistics.steps, newton, time_left(done, progress.wall_time), open_balances(progress));
}

// Prints the text of a message with control characters escaped, so that it cannot affect a terminal or forge log lines.
// Of a message that quotes too much, the beginning and the end are printed.
class PrintableText final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
    const std::string text = without_middle({message.payload.data(), message.payload.size()}, kLongestMessage);
    out.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<spdlog::custom_flag_formatter> clone() const override { return std::make_unique<PrintableText>(); }
};

}  // namespace

void set_up_process() {
  open_closed_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);
  const auto mode = colour_is_unwanted() ? spdlog::color_mode::never : spdlog::color_mode::automatic;
  const auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_st>(mode);
  const auto logger = std::make_shared<spdlog::logger>("beltdyn", sink);
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<PrintableText>('*').set_pattern("%^%l%$: %*");
  logger->set_formatter(std::move(formatter));
  spdlog::set_default_logger(logger);
}

ProgressLine::ProgressLine(std::string run, RunMessages::Run& messages, bool quiet)
    : run_(std::move(run)), messages_(messages), quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (line_is_open_) messages_.show("\r\x1b[K");
}

template <class Describe>
void ProgressLine::show_part(double part, double wall_time, const Describe& describe) {
  if (quiet_) return;
  if (terminal_) {
    if (wall_time - last_wall_time_ < kSecondsBetweenUpdates) return;
    last_wall_time_ = wall_time;
    if (messages_.show("\r\x1b[K" + describe())) line_is_open_ = true;
    return;
  }
  const int tenth = static_cast<int>(kTenths * part);
  if (tenth <= last_tenth_ || tenth >= kTenths) return;
  last_tenth_ = tenth;
  messages_.show(describe() + "\n");
}

void ProgressLine::show(const Progress& progress) {
  show_part(progress.time / progress.end_time, progress.wall_time,
            [this, &progress] { return describe(run_, progress); });
}

void ProgressLine::show_preparation(long done, long all, double wall_time) {
  const double part = static_cast<double>(done) / static_cast<double>(all);
  show_part(part, wall_time, [&] {
    return fmt::format("{}: preparing, {:3.0f} %  step {} of {}  {:.0f} s left", run_, 100.0 * part, done, all,
                       time_left(part, wall_time));
  });
}

void ProgressLine::show_members(std::size_t done, std::size_t all, double wall_time) {
  const double part = static_cast<double>(done) / static_cast<double>(all);
  show_part(part, wall_time, [&] {
    return fmt::format("{}: {:3.0f} %  {} of {} members  {:.3g} per second  {:.0f} s left", run_, 100.0 * part, done,
                       all, static_cast<double>(done) / wall_time, time_left(part, wall_time));
  });
}

}  // namespace beltdyn::app
