// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <future>
#include <new>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace beltdyn::app {

// As many as --jobs says, by default the number of processors that the process may use.
inline unsigned jobs_or_default(unsigned jobs) {
  return jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

// Calls work(0), ..., work(count − 1), up to `jobs` of them at a time, and in this thread take(i, result) in the order
// of i. Exceptions of a call are rethrown here, in order; then no further work is begun, and what has begun ends first.
// Where the system refuses a thread those that there are do the work, if there is none this one.
template <class Work, class Take>
void work_in_order(std::size_t count, unsigned jobs, const Work& work, const Take& take) {
  if (jobs <= 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) take(i, work(i));
    return;
  }
  std::vector<std::promise<std::invoke_result_t<Work, std::size_t>>> promises(count);
  std::atomic<std::size_t> next{0};
  const auto work_off = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        promises[i].set_value(work(i));
      } catch (...) {
        next = count;
        promises[i].set_exception(std::current_exception());
      }
    }
  };
  // They come last, so that they have ended before anything they use goes.
  std::vector<std::jthread> threads;
  try {
    for (std::size_t i = 0; i < std::min<std::size_t>(jobs, count); ++i) threads.emplace_back(work_off);
  } catch (const std::system_error&) {
    // No thread, nor below the memory for one.
  } catch (const std::bad_alloc&) {
  }
  if (threads.empty()) work_off();
  for (std::size_t i = 0; i < count; ++i) take(i, promises[i].get_future().get());
}

}  // namespace beltdyn::app
