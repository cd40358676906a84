// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "app/run_messages.hpp"
#include "core/run/runner.hpp"

namespace beltdyn::app {

// Call before anything else. Opens closed standard streams; turns exceeding the file size limit (ulimit -f) into a
// write error instead of the end of the process; sends messages to standard error, coloured on a terminal unless
// NO_COLOR is set.
void set_up_process();

// Shows the progress of a run on standard error while it is the run's turn: on a terminal as one updated line,
// otherwise as a line for each tenth.
class ProgressLine {
 public:
  ProgressLine(std::string run, RunMessages::Run& messages, bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  // Shows the preparation before the first step: `done` of `all` steps after this wall time [s].
  void show_preparation(long done, long all, double wall_time);
  // Shows the finished members of a sweep.
  void show_members(std::size_t done, std::size_t all, double wall_time);

 private:
  // Shows the text at once on a terminal; elsewhere only when another tenth is done.
  template <class Describe>
  void show_part(double part, double wall_time, const Describe& describe);

  std::string run_;
  RunMessages::Run& messages_;
  bool quiet_;
  bool terminal_;
  bool line_is_open_ = false;
  double last_wall_time_ = 0.0;  // [s]
  int last_tenth_ = 0;
};

}  // namespace beltdyn::app
