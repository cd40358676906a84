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

// The value of --jobs, by default the number of available processors.
inline unsigned jobs_or_default(unsigned jobs) {
  return jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

// Calls work(0), ..., work(count − 1), up to `jobs` of them in parallel, and take(i, result) in this thread in the
// order of i. An exception of a call is rethrown here, in order; then no further work begins, and running calls finish
// first. If the system refuses threads, the existing ones do the work, or this one if there are none.
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
  // Declared last, so that the threads end before the objects they use are destroyed.
  std::vector<std::jthread> threads;
  try {
    for (std::size_t i = 0; i < std::min<std::size_t>(jobs, count); ++i) threads.emplace_back(work_off);
  } catch (const std::system_error&) {
    // No thread could be started; the same for the memory error below.
  } catch (const std::bad_alloc&) {
  }
  if (threads.empty()) work_off();
  for (std::size_t i = 0; i < count; ++i) take(i, promises[i].get_future().get());
}

}  // namespace beltdyn::app
