// SPDX-License-Identifier: MIT
#include "app/run_messages.hpp"

#include <cstdio>
#include <functional>
#include <memory>

#include <spdlog/sinks/sink.h>
#include <spdlog/spdlog.h>

namespace beltdyn::app {
namespace {

using Message = std::pair<spdlog::level::level_enum, std::string>;

void tell(const Message& message) { spdlog::log(message.first, "{}", message.second); }

// Passes each message on unchanged; the logger behind it formats it.
class ForwardingSink final : public spdlog::sinks::sink {
 public:
  explicit ForwardingSink(std::function<void(Message)> take) : take_(std::move(take)) {}

  void log(const spdlog::details::log_msg& message) override {
    take_({message.level, std::string(message.payload.data(), message.payload.size())});
  }
  void flush() override {}
  void set_pattern(const std::string&) override {}
  void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

 private:
  std::function<void(Message)> take_;
};

}  // namespace

RunMessages::Run::Run(RunMessages& all, std::size_t run)
    : all_(all), run_(run), log_("run", std::make_shared<ForwardingSink>([&all, run](Message message) {
                                   all.say(run, std::move(message));
                                 })) {
  log_.set_level(spdlog::get_level());
  all_.begin(run_);
}

RunMessages::Run::~Run() { all_.end(run_); }

bool RunMessages::Run::show(const std::string& text) { return all_.show(run_, text); }

void RunMessages::begin(std::size_t run) {
  const std::lock_guard lock(mutex_);
  turns_.try_emplace(run);
}

void RunMessages::say(std::size_t run, Message message) {
  const std::lock_guard lock(mutex_);
  if (run == turn_) {
    tell(message);
  } else {
    turns_.at(run).waiting.push_back(std::move(message));
  }
}

bool RunMessages::show(std::size_t run, const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (run != turn_) return false;
  std::fputs(text.c_str(), stderr);
  return true;
}

void RunMessages::end(std::size_t run) {
  const std::lock_guard lock(mutex_);
  turns_.at(run).has_ended = true;
  for (auto turn = turns_.find(turn_); turn != turns_.end() && turn->second.has_ended;) {
    turns_.erase(turn);
    turn = turns_.find(++turn_);
    if (turn == turns_.end()) return;
    for (const Message& message : turn->second.waiting) tell(message);
    turn->second.waiting.clear();
  }
}

}  // namespace beltdyn::app
