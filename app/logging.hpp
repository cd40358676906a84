// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "app/run_messages.hpp"
#include "core/run/runner.hpp"

namespace beltdyn::app {

// To be called before anything else: opens standard streams that are closed, makes a file that would become too large
// (ulimit -f) an error of writing instead of the end of the process, and sends messages to standard error, coloured on
// a terminal unless NO_COLOR is set.
void set_up_process();

// Shows the progress of a run on standard error, in its turn: one line that renews itself on a terminal, else a line
// for each tenth.
class ProgressLine {
 public:
  ProgressLine(std::string run, RunMessages::Run& messages, bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  // What is prepared before the first step, of which so many steps are done after this wall time [s].
  void show_preparation(long done, long all, double wall_time);
  // Members of a sweep that have finished.
  void show_members(std::size_t done, std::size_t all, double wall_time);

 private:
  // Shows the text on a terminal at once, elsewhere when another tenth is done.
  template <class Describe>
  void show_part(double part, double wall_time, const Describe& describe);

  std::string run_;
  RunMessages::Run& messages_;
  bool quiet_;
  bool terminal_;
  bool line_is_open_ = false;
  double last_wall_time_ = 0.0;
  int last_tenth_ = 0;
};

}  // namespace beltdyn::app
