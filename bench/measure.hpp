// SPDX-License-Identifier: MIT
// Timing for comparisons within one run: contestants take turns, medians are reported.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <limits>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace hypermatch::bench {

/// Wall time of one call in milliseconds.
template <class Work>
[[nodiscard]] double milliseconds(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// Runs all contestants once to warm up, then `repetitions` times in turn, up to 60 times if all
/// together took less than `least_milliseconds`: of few short runs the median is that of a moment.
/// No turn begins after `most_milliseconds`; where that leaves none, the warm-up counts. Returns
/// the median time of each in milliseconds.
[[nodiscard]] std::vector<double> medians(
    std::size_t repetitions, const std::vector<std::function<void()>>& contestants,
    double least_milliseconds = 0,
    double most_milliseconds = std::numeric_limits<double>::infinity());

[[nodiscard]] double median(std::vector<double> values);

/// The median of the milliseconds that `run` returns, up to `repetitions` times after a warm-up: as
/// often as `budget` milliseconds allow for all of them and the warm-up, if each takes as long as
/// that. Where they do not allow a second run, what the first one returned.
[[nodiscard]] double median_within(double budget, std::size_t repetitions,
                                   const std::function<double()>& run);

/// Asks for a stop after some time, unless it is gone before.
class Deadline {
 public:
  explicit Deadline(double seconds);

  [[nodiscard]] std::stop_token token() const { return late_.get_token(); }

 private:
  std::stop_source late_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::jthread watch_;  // last: it is gone before what it uses
};

[[nodiscard]] double geometric_mean(const std::vector<double>& values);

/// What one thread reads at most, in bytes per millisecond: a sum over 256 MiB.
[[nodiscard]] double streaming_rate();

/// `text` padded to a Markdown table row, and the row under its header.
[[nodiscard]] std::string table_row(const std::vector<std::string>& cells);
/// The row at once, before the next one is measured.
void print_table_row(const std::vector<std::string>& cells);
[[nodiscard]] std::string table_rule(std::size_t columns);
/// `value` with so many digits after the point.
[[nodiscard]] std::string fixed(double value, int digits);

}  // namespace hypermatch::bench
