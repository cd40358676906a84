// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

// Algorithms over ranges, with projections, made of those over iterators.
namespace std::ranges {

namespace shim {

template <class T>
concept Range = requires(T& range) {
  ::std::begin(range);
  ::std::end(range);
}
|| requires(T& range) {
  begin(range);
  end(range);
};

template <class T>
auto first(T& range) {
  using ::std::begin;
  return begin(range);
}
template <class T>
auto last(T& range) {
  using ::std::end;
  return end(range);
}

// A comparison of projections.
template <class Compare, class Projection>
auto projected(Compare& compare, Projection& projection) {
  return [&](const auto& a, const auto& b) -> bool {
    return ::std::invoke(compare, ::std::invoke(projection, a), ::std::invoke(projection, b));
  };
}

template <class Test, class Projection>
auto test_of(Test& test, Projection& projection) {
  return [&](auto&& x) -> bool { return ::std::invoke(test, ::std::invoke(projection, x)); };
}

}  // namespace shim

template <class T>
struct min_max_result {
  T min;
  T max;
};

template <class I, class S, class Test, class Projection = identity>
requires(!shim::Range<I>) I find_if(I first, S last, Test test, Projection projection = {}) {
  return ::std::find_if(first, last, shim::test_of(test, projection));
}
template <shim::Range R, class Test, class Projection = identity>
auto find_if(R&& range, Test test, Projection projection = {}) {
  return ::std::find_if(shim::first(range), shim::last(range), shim::test_of(test, projection));
}
template <class I, class S, class T, class Projection = identity>
requires(!shim::Range<I>) I find(I first, S last, const T& value, Projection projection = {}) {
  return ::std::find_if(first, last, [&](auto&& x) -> bool { return ::std::invoke(projection, x) == value; });
}
template <shim::Range R, class T, class Projection = identity>
auto find(R&& range, const T& value, Projection projection = {}) {
  return ::std::find_if(shim::first(range), shim::last(range),
                        [&](auto&& x) -> bool { return ::std::invoke(projection, x) == value; });
}

template <shim::Range R, class Test, class Projection = identity>
bool any_of(R&& range, Test test, Projection projection = {}) {
  return ::std::any_of(shim::first(range), shim::last(range), shim::test_of(test, projection));
}
template <shim::Range R, class Test, class Projection = identity>
bool all_of(R&& range, Test test, Projection projection = {}) {
  return ::std::all_of(shim::first(range), shim::last(range), shim::test_of(test, projection));
}
template <shim::Range R, class Test, class Projection = identity>
bool none_of(R&& range, Test test, Projection projection = {}) {
  return ::std::none_of(shim::first(range), shim::last(range), shim::test_of(test, projection));
}
template <shim::Range R, class Test, class Projection = identity>
auto count_if(R&& range, Test test, Projection projection = {}) {
  return ::std::count_if(shim::first(range), shim::last(range), shim::test_of(test, projection));
}
template <shim::Range R, class T, class Projection = identity>
auto count(R&& range, const T& value, Projection projection = {}) {
  return ::std::count_if(shim::first(range), shim::last(range),
                         [&](auto&& x) -> bool { return ::std::invoke(projection, x) == value; });
}
template <shim::Range R, class Compare = ranges::equal_to, class Projection = identity>
auto adjacent_find(R&& range, Compare compare = {}, Projection projection = {}) {
  return ::std::adjacent_find(shim::first(range), shim::last(range), shim::projected(compare, projection));
}
template <shim::Range A, shim::Range B, class Compare = ranges::equal_to>
bool equal(A&& a, B&& b, Compare compare = {}) {
  return ::std::equal(shim::first(a), shim::last(a), shim::first(b), shim::last(b),
                      [&](auto&& x, auto&& y) -> bool { return ::std::invoke(compare, x, y); });
}

template <shim::Range R, class Compare = ranges::less, class Projection = identity>
void sort(R&& range, Compare compare = {}, Projection projection = {}) {
  ::std::sort(shim::first(range), shim::last(range), shim::projected(compare, projection));
}
template <shim::Range R, class Compare = ranges::less, class Projection = identity>
void stable_sort(R&& range, Compare compare = {}, Projection projection = {}) {
  ::std::stable_sort(shim::first(range), shim::last(range), shim::projected(compare, projection));
}
template <shim::Range R, class Compare = ranges::less, class Projection = identity>
bool is_sorted(R&& range, Compare compare = {}, Projection projection = {}) {
  return ::std::is_sorted(shim::first(range), shim::last(range), shim::projected(compare, projection));
}
template <shim::Range R, class T, class Compare = ranges::less, class Projection = identity>
auto lower_bound(R&& range, const T& value, Compare compare = {}, Projection projection = {}) {
  return ::std::lower_bound(shim::first(range), shim::last(range), value, [&](const auto& x, const auto& v) -> bool {
    return ::std::invoke(compare, ::std::invoke(projection, x), v);
  });
}
template <shim::Range R, class T, class Compare = ranges::less, class Projection = identity>
auto upper_bound(R&& range, const T& value, Compare compare = {}, Projection projection = {}) {
  return ::std::upper_bound(shim::first(range), shim::last(range), value, [&](const auto& v, const auto& x) -> bool {
    return ::std::invoke(compare, v, ::std::invoke(projection, x));
  });
}

template <shim::Range R, class Compare = ranges::less, class Projection = identity>
auto min_element(R&& range, Compare compare = {}, Projection projection = {}) {
  return ::std::min_element(shim::first(range), shim::last(range), shim::projected(compare, projection));
}
template <shim::Range R, class Compare = ranges::less, class Projection = identity>
auto max_element(R&& range, Compare compare = {}, Projection projection = {}) {
  return ::std::max_element(shim::first(range), shim::last(range), shim::projected(compare, projection));
}
template <shim::Range R, class Compare = ranges::less, class Projection = identity>
auto min(R&& range, Compare compare = {}, Projection projection = {}) {
  return *ranges::min_element(range, compare, projection);
}
template <shim::Range R, class Compare = ranges::less, class Projection = identity>
auto max(R&& range, Compare compare = {}, Projection projection = {}) {
  return *ranges::max_element(range, compare, projection);
}
template <shim::Range R, class Compare = ranges::less, class Projection = identity>
auto minmax_element(R&& range, Compare compare = {}, Projection projection = {}) {
  const auto [least, largest] =
      ::std::minmax_element(shim::first(range), shim::last(range), shim::projected(compare, projection));
  return min_max_result<decltype(shim::first(range))>{least, largest};
}
template <shim::Range R, class Compare = ranges::less, class Projection = identity>
auto minmax(R&& range, Compare compare = {}, Projection projection = {}) {
  const auto [least, largest] = ranges::minmax_element(range, compare, projection);
  return min_max_result<iter_value_t<decltype(shim::first(range))>>{*least, *largest};
}

// Of sorted ranges.
template <shim::Range A, shim::Range B>
bool includes(A&& a, B&& b) {
  return ::std::includes(shim::first(a), shim::last(a), shim::first(b), shim::last(b));
}
template <shim::Range A, shim::Range B, class Out>
void set_union(A&& a, B&& b, Out out) {
  ::std::set_union(shim::first(a), shim::last(a), shim::first(b), shim::last(b), out);
}
template <shim::Range A, shim::Range B, class Out>
void set_intersection(A&& a, B&& b, Out out) {
  ::std::set_intersection(shim::first(a), shim::last(a), shim::first(b), shim::last(b), out);
}
// Both projections are the same.
template <shim::Range A, shim::Range B, class Out, class Compare = ranges::less, class Projection = identity>
void merge(A&& a, B&& b, Out out, Compare compare, Projection projection, Projection) {
  ::std::merge(shim::first(a), shim::last(a), shim::first(b), shim::last(b), out, shim::projected(compare, projection));
}

template <shim::Range R, class T>
void fill(R&& range, const T& value) {
  ::std::fill(shim::first(range), shim::last(range), value);
}
template <shim::Range R, class T>
void replace(R&& range, const T& from, const T& to) {
  ::std::replace(shim::first(range), shim::last(range), from, to);
}
template <shim::Range R>
void reverse(R&& range) {
  ::std::reverse(shim::first(range), shim::last(range));
}
template <shim::Range R, class Out>
void copy(R&& range, Out out) {
  ::std::copy(shim::first(range), shim::last(range), out);
}
template <shim::Range R, class Out, class Test>
void copy_if(R&& range, Out out, Test test) {
  ::std::copy_if(shim::first(range), shim::last(range), out, [&](auto&& x) -> bool { return ::std::invoke(test, x); });
}
template <shim::Range R, class Out>
void move(R&& range, Out out) {
  ::std::move(shim::first(range), shim::last(range), out);
}
template <shim::Range R, class Out, class F>
void transform(R&& range, Out out, F f) {
  ::std::transform(shim::first(range), shim::last(range), out, [&](auto&& x) { return ::std::invoke(f, x); });
}
// As far as the shorter one goes.
template <shim::Range A, shim::Range B, class Out, class F>
void transform(A&& a, B&& b, Out out, F f) {
  auto x = shim::first(a);
  auto y = shim::first(b);
  for (; x != shim::last(a) && y != shim::last(b); ++x, ++y, ++out) *out = ::std::invoke(f, *x, *y);
}

}  // namespace std::ranges
