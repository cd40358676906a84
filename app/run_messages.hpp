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

// Prints the messages of parallel runs in the order of the runs: messages of the first unfinished run immediately,
// those of later runs when it is their turn. Thread-safe.
class RunMessages {
 public:
  // The messages of one run, used in its thread. Its turn ends when this object is destroyed.
  class Run {
   public:
    Run(RunMessages& all, std::size_t run);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    spdlog::logger& log() { return log_; }
    // Writes a text unchanged to standard error if it is the run's turn, otherwise nothing; returns whether it was
    // written.
    bool show(const std::string& text);

   private:
    RunMessages& all_;
    std::size_t run_;
    spdlog::logger log_;
  };

 private:
  using Message = std::pair<spdlog::level::level_enum, std::string>;

  // The state of a run's turn.
  struct Turn {
    bool has_ended = false;
    std::vector<Message> waiting{};  // messages until the run's turn
  };

  void begin(std::size_t run);
  void say(std::size_t run, Message message);
  bool show(std::size_t run, const std::string& text);
  // Allocates no memory: a run may end because there is none.
  void end(std::size_t run);

  std::mutex mutex_;
  std::size_t turn_ = 0;
  std::map<std::size_t, Turn> turns_;  // of all runs that have begun and of earlier ones whose turn has not ended
};

}  // namespace beltdyn::app
