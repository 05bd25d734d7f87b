// SPDX-License-Identifier: MIT
#include "measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>

namespace hypermatch::bench {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<double> medians(std::size_t repetitions,
                            const std::vector<std::function<void()>>& contestants,
                            double least_milliseconds, double most_milliseconds) {
  constexpr std::size_t k_most_repetitions = 60;
  std::vector<std::vector<double>> times(contestants.size());
  double spent_warm = 0;
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    times[c].push_back(milliseconds(contestants[c]));
    spent_warm += times[c].back();
  }
  double spent = 0;
  for (std::size_t r = 0;
       spent + spent_warm < most_milliseconds &&
       (r < repetitions || (spent < least_milliseconds && r < k_most_repetitions));
       ++r) {
    if (r == 0) {
      for (auto& of_one : times) of_one.clear();
    }
    for (std::size_t c = 0; c < contestants.size(); ++c) {
      times[c].push_back(milliseconds(contestants[c]));
      spent += times[c].back();
    }
  }
  std::vector<double> result;
  for (const auto& of_one : times) result.push_back(median(of_one));
  return result;
}

double median_within(double budget, std::size_t repetitions, const std::function<double()>& run) {
  const double first = run();
  const double fitting = budget / std::max(first, 1e-3) - 1;  // -1 if the first one never ended
  const double wanted = std::clamp(fitting, 0.0, static_cast<double>(repetitions));
  std::vector<double> times;
  while (times.size() < static_cast<std::size_t>(wanted)) times.push_back(run());
  return times.empty() ? first : median(times);
}

Deadline::Deadline(double seconds)
    : watch_([this, seconds](const std::stop_token& over) {
        std::unique_lock lock(mutex_);
        const auto limit = std::chrono::duration<double>(seconds);
        if (!changed_.wait_for(lock, over, limit, [&] { return over.stop_requested(); })) {
          late_.request_stop();
        }
      }) {}

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return values.empty() ? 0 : std::exp(sum / static_cast<double>(values.size()));
}

double streaming_rate() {
  const std::vector<std::uint64_t> words(std::size_t{32} << 20, 1);
  std::uint64_t sum = 0;
  const double time = medians(
      5, {[&] { sum += std::accumulate(words.begin(), words.end(), std::uint64_t{0}); }})[0];
  // Using the sum keeps the loop.
  return sum == 0 ? 0 : static_cast<double>(words.size() * sizeof(words[0])) / time;
}

std::string table_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + cell + " |";
  return row + "\n";
}

void print_table_row(const std::vector<std::string>& cells) {
  std::fputs(table_row(cells).c_str(), stdout);
  std::fflush(stdout);
}

std::string table_rule(std::size_t columns) {
  std::string row = "|---|";
  for (std::size_t i = 1; i < columns; ++i) row += "---:|";
  return row + "\n";
}

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", digits, value);
  return text;
}

}  // namespace hypermatch::bench
