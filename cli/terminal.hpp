// SPDX-License-Identifier: MIT
// What people see: log lines, progress, histograms and numbers that read well. Everything but
// histograms goes to standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"

namespace hypermatch {

namespace cli {
enum class ProgressMode { automatic, on, off };
}

template <>
struct EnumNames<cli::ProgressMode> {
  static constexpr EnumName<cli::ProgressMode> all[] = {{cli::ProgressMode::automatic, "auto"},
                                                        {cli::ProgressMode::on, "on"},
                                                        {cli::ProgressMode::off, "off"}};
};

}  // namespace hypermatch

namespace hypermatch::cli {

/// Log and progress of one call. Progress is redrawn in place on a terminal, else (when it is
/// switched on) printed line by line.
class Log {
 public:
  Log(bool quiet, ProgressMode progress);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// One line, unless quiet. Bytes of `text` that are not printable are shown as `\x1b`.
  void line(const std::string& topic, const std::string& text);
  /// For `ContextOptions::progress`; empty where none is shown. Valid while the log lives.
  [[nodiscard]] std::function<void(const Progress&)> progress();

  /// Removes progress that stands on the terminal.
  void clear();

 private:
  void draw(const Progress& progress);

  bool quiet_;
  bool shows_progress_;
  bool in_place_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;
};

/// Numbers in bins: 0, 1, 2..3, 4..7 and so on.
class Histogram {
 public:
  struct Bin {
    std::uint64_t from;
    std::uint64_t to;
    std::uint64_t count;
  };

  void add(std::uint64_t value);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t min() const { return count_ == 0 ? 0 : min_; }
  [[nodiscard]] std::uint64_t max() const { return max_; }
  [[nodiscard]] double mean() const;
  /// From the bin of the least to that of the greatest value.
  [[nodiscard]] std::vector<Bin> bins() const;

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t min_ = ~std::uint64_t{0};
  std::uint64_t max_ = 0;
};

/// Columns of the bars of histograms.
inline constexpr int k_bar_width = 40;

/// One line per bin, with a bar of at most `width` columns.
[[nodiscard]] std::string draw(const Histogram& histogram, int width, bool utf8);

/// True if the locale in the environment says that text is UTF-8.
[[nodiscard]] bool terminal_is_utf8();

/// "1 edge", "12 edges".
[[nodiscard]] std::string counted(std::uint64_t count, const std::string& one);
/// As short as the value needs, at most `digits` significant ones.
[[nodiscard]] std::string number(double value, int digits = 6);
/// "0.0123 s".
[[nodiscard]] std::string seconds(double value);
/// A certified ratio with four digits, rounded down so that it stays true.
[[nodiscard]] std::string ratio(double value);

/// Seconds since it was made or last asked.
class Stopwatch {
 public:
  /// Seconds since the last lap.
  double lap();
  [[nodiscard]] double total() const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace hypermatch::cli
