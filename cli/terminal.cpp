// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "hypermatch/instance_io.hpp"

namespace hypermatch::cli {

namespace {

constexpr std::chrono::milliseconds k_between_drawings{100};
constexpr std::chrono::milliseconds k_before_first_drawing{400};

std::string formatted(const char* format, int digits, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, digits, value);
  return text;
}

// Right-justified.
std::string padded(const std::string& text, std::size_t width) {
  std::string line(width - std::min(width, text.size()), ' ');
  line += text;
  return line;
}

std::string bar(double share, int width, bool utf8) {
  if (!utf8) {
    const int columns = std::max(1, static_cast<int>(share * width + 0.5));
    return std::string(static_cast<std::size_t>(columns), '#');
  }
  // U+2588 is a full block; U+2589 to U+258F are seven to one eighths of it.
  const int eighths = std::max(1, static_cast<int>(share * width * 8 + 0.5));
  std::string text;
  for (int i = 0; i < eighths / 8; ++i) text += "\xE2\x96\x88";
  if (eighths % 8 != 0) {
    text += "\xE2\x96";
    text += static_cast<char>(0x90 - eighths % 8);
  }
  return text;
}

}  // namespace

Log::Log(bool quiet, ProgressMode progress)
    : quiet_(quiet), next_(std::chrono::steady_clock::now() + k_before_first_drawing) {
  in_place_ = ::isatty(STDERR_FILENO) == 1;
  shows_progress_ =
      progress == ProgressMode::on || (progress == ProgressMode::automatic && in_place_ && !quiet);
}

Log::~Log() {
  clear();
}

void Log::line(const std::string& topic, const std::string& text) {
  if (quiet_) return;
  clear();
  std::fprintf(stderr, "%-8s%s\n", topic.c_str(), io::printable(text).c_str());
}

std::function<void(const Progress&)> Log::progress() {
  if (!shows_progress_) return {};
  return [this](const Progress& progress) { draw(progress); };
}

void Log::draw(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + k_between_drawings;
  std::string text = progress.phase;
  if (progress.level > 0) {
    text += " level " + std::to_string(progress.level);
    text += ", sweep " + std::to_string(progress.sweep);
    if (progress.quality) text += formatted(", quality %.*f", 5, *progress.quality);
  } else if (progress.total > 0) {
    const double share =
        std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
    text += formatted(" %.*f %%", 0, std::floor(100 * share));
  } else if (progress.done > 0) {
    text += ' ';
    text += std::to_string(progress.done);
  }
  if (in_place_) {
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
    drawn_ = true;
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
}

void Log::clear() {
  if (drawn_) std::fprintf(stderr, "\r\033[K");
  drawn_ = false;
}

void Histogram::add(std::uint64_t value) {
  const auto bin = static_cast<std::size_t>(std::bit_width(value));
  if (bin >= counts_.size()) counts_.resize(bin + 1);
  ++counts_[bin];
  ++count_;
  sum_ += value;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
}

double Histogram::mean() const {
  return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

std::vector<Histogram::Bin> Histogram::bins() const {
  std::vector<Bin> bins;
  if (count_ == 0) return bins;
  for (auto bin = static_cast<std::size_t>(std::bit_width(min_)); bin < counts_.size(); ++bin) {
    const std::uint64_t from = bin == 0 ? 0 : std::uint64_t{1} << (bin - 1);
    const std::uint64_t to = bin == 0 ? 0 : from + (from - 1);
    bins.push_back({from, to, counts_[bin]});
  }
  return bins;
}

std::string draw(const Histogram& histogram, int width, bool utf8) {
  std::uint64_t most = 0;
  std::size_t label_width = 0;
  std::size_t count_width = 0;
  std::vector<std::string> labels;
  const std::vector<Histogram::Bin> bins = histogram.bins();
  for (const Histogram::Bin& bin : bins) {
    labels.push_back(bin.from == bin.to ? std::to_string(bin.from)
                                        : std::to_string(bin.from) + ".." + std::to_string(bin.to));
    label_width = std::max(label_width, labels.back().size());
    count_width = std::max(count_width, std::to_string(bin.count).size());
    most = std::max(most, bin.count);
  }
  std::string text;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    text += padded(labels[i], label_width + 2);
    text += padded(std::to_string(bins[i].count), count_width + 2);
    if (bins[i].count > 0) {
      const double share = static_cast<double>(bins[i].count) / static_cast<double>(most);
      text.append(2, ' ');
      text += bar(share, width, utf8);
    }
    text += '\n';
  }
  return text;
}

bool terminal_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string lower(value);
    for (char& c : lower) c = (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
    return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
  }
  return false;
}

std::string counted(std::uint64_t count, const std::string& one) {
  std::string text = std::to_string(count) + " " + one;
  if (count == 1) return text;
  if (one.ends_with("vertex")) return text.replace(text.size() - 2, 2, "ices");
  if (one.ends_with("community") || one.ends_with("entry"))
    return text.replace(text.size() - 1, 1, "ies");
  return text + (one.ends_with("ch") ? "es" : "s");
}

std::string number(double value, int digits) {
  return formatted("%.*g", digits, value);
}

std::string seconds(double value) {
  return formatted("%.*f", value < 10 ? 3 : 1, value) + " s";
}

std::string ratio(double value) {
  return formatted("%.*f", 4, std::floor(value * 1e4) / 1e4);
}

double Stopwatch::lap() {
  const Clock::time_point now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - last_).count();
  last_ = now;
  return elapsed;
}

double Stopwatch::total() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace hypermatch::cli
