// SPDX-License-Identifier: MIT
#include "generate/parameters.hpp"

#include <cmath>
#include <cstdio>

#include "base/assert.hpp"
#include "hypermatch/did_you_mean.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace hypermatch::detail::generate {

namespace {

// Whole numbers without a fraction, all others with what it takes to recognise them.
std::string text_of(double value) {
  char text[64];
  const bool whole = std::floor(value) == value && std::fabs(value) < 0x1p63;
  std::snprintf(text, sizeof(text), whole ? "%.0f" : "%g", value);
  return text;
}

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorCode::invalid_option, message);
}

// Bytes of physical memory; infinity where the system does not say.
double physical_memory() {
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && page_bytes > 0) {
    return static_cast<double>(pages) * static_cast<double>(page_bytes);
  }
#endif
  return HUGE_VAL;
}

}  // namespace

Parameters::Parameters(const char* family,
                       std::span<const hypermatch::generate::ParameterInfo> infos,
                       const std::map<std::string, double>& given)
    : family_(family), infos_(infos) {
  HYPERMATCH_ASSERT_LIGHT(infos.size() <= k_most);
  const std::string prefix = std::string("family `") + family + "`: ";
  std::size_t known = 0;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    const auto& info = infos[i];
    double value = info.default_value;
    if (const auto found = given.find(info.name); found != given.end()) {
      value = found->second;
      ++known;
    }
    // Written so that NaN fails.
    if (!(value >= info.minimum && value <= info.maximum) || std::floor(value) != value) {
      fail(prefix + "`" + info.name + "` is " + text_of(value) + ", must be a whole number in " +
           text_of(info.minimum) + " .. " + text_of(info.maximum));
    }
    values_[i] = static_cast<std::uint64_t>(value);
  }
  if (known == given.size()) return;
  std::string names;
  for (const auto& info : infos) {
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  }
  for (const auto& entry : given) {
    bool found = false;
    for (const auto& info : infos) found = found || entry.first == info.name;
    if (!found)
      fail(prefix + "no parameter `" + entry.first + "`; there are: " + names +
           did_you_mean(entry.first, names));
  }
}

std::uint64_t Parameters::operator[](std::string_view name) const {
  for (std::size_t i = 0; i < infos_.size(); ++i) {
    if (name == infos_[i].name) return values_[i];
  }
  throw Error(ErrorCode::internal, "family has no parameter `" + std::string(name) + "`");
}

void Parameters::reject(std::string_view name, const std::string& expectation) const {
  fail(std::string("family `") + family_ + "`: `" + std::string(name) + "` is " +
       std::to_string((*this)[name]) + ", must be " + expectation);
}

void Parameters::require_at_most(std::string_view low, std::string_view high) const {
  if ((*this)[low] <= (*this)[high]) return;
  reject(low, "at most `" + std::string(high) + "`, which is " + std::to_string((*this)[high]));
}

void check_size(const char* family, double vertices, double edges, double pins,
                double bytes_per_edge, double bytes_per_pin) {
  const std::string prefix = std::string("family `") + family + "`: these parameters make ";
  const auto limit = static_cast<double>(k_max_count);
  if (vertices > limit) fail(prefix + text_of(vertices) + " vertices, at most 2^32 - 2 can be");
  if (edges > limit) fail(prefix + text_of(edges) + " edges, at most 2^32 - 2 can be");
  const double bytes = edges * bytes_per_edge + pins * bytes_per_pin;
  const double memory = physical_memory();
  if (bytes > memory) {
    throw Error(ErrorCode::resources, prefix + text_of(std::ceil(bytes)) +
                                          " bytes of instance, this machine has " +
                                          text_of(memory));
  }
}

}  // namespace hypermatch::detail::generate
