// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/logger.h>

namespace beltdyn::app {

// Prints the messages of parallel runs in the order of the runs: those of the first unfinished run immediately, those
// of later runs when their turn has come. May be used by several threads.
class RunMessages {
 public:
  // Of one run, in the thread that runs it. Its turn is over when it goes.
  class Run {
   public:
    Run(RunMessages& all, std::size_t run);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    spdlog::logger& log() { return log_; }
    // Writes a text to standard error as it is if it is the turn of the run, else nothing; returns which.
    bool show(const std::string& text);

   private:
    RunMessages& all_;
    std::size_t run_;
    spdlog::logger log_;
  };

 private:
  using Message = std::pair<spdlog::level::level_enum, std::string>;

  struct Turn {
    bool has_ended = false;
    std::vector<Message> waiting{};  // for the turn to come
  };

  void begin(std::size_t run);
  void say(std::size_t run, Message message);
  bool show(std::size_t run, const std::string& text);
  // Takes no memory: a run may end because there is none.
  void end(std::size_t run);

  std::mutex mutex_;
  std::size_t turn_ = 0;
  std::map<std::size_t, Turn> turns_;  // of the runs that have begun and those before whose turn has not gone
};

}  // namespace beltdyn::app
