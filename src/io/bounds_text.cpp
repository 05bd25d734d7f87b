// SPDX-License-Identifier: MIT
// Bounds as text: an upper one per line, or a lower and an upper one.
#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <system_error>

#include "base/counted.hpp"
#include "hypermatch/b_assignment_io.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"
#include "io/written_ids.hpp"

namespace hypermatch::io {

namespace {

using detail::io::CutLine;

std::uint32_t bound_in(std::string_view name, std::uint64_t line, std::string_view word) {
  constexpr std::uint64_t k_most = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t bound = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, bound);
  const bool is_large = error == std::errc::result_out_of_range;
  if ((error != std::errc{} && !is_large) || stop != end) {
    detail::io::fail_at(name, line,
                        "expected a bound, a whole number from 0, found " +
                            detail::io::shown_token(word.data(), end));
  }
  return static_cast<std::uint32_t>(is_large ? k_most : std::min(bound, k_most));
}

}  // namespace

VertexBounds read_bounds(const std::string& path, std::uint64_t num_vertices) {
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
    VertexBounds bounds;
    std::uint64_t last = 1;
    const std::string wanted = "expected " + std::to_string(num_vertices) +
                               " lines `HI` or `LO HI`, one per vertex, found ";
    detail::io::for_each_line(text, [&](std::string_view words, std::uint64_t line) {
      last = line;
      if (bounds.upper.size() == num_vertices) {
        detail::io::fail_at(name, line, wanted + "another one");
      }
      const CutLine first = detail::io::cut_line(words, false);
      const CutLine second = detail::io::cut_line(first.rest, false);
      if (!second.rest.empty()) {
        detail::io::fail_at(name, line,
                            "expected the end of the line, found " +
                                detail::io::shown_token(second.rest.data(),
                                                        second.rest.data() + second.rest.size()));
      }
      const std::uint32_t bound = bound_in(name, line, first.first);
      const bool has_both = !first.rest.empty();
      bounds.lower.push_back(has_both ? bound : 0);
      bounds.upper.push_back(has_both ? bound_in(name, line, second.first) : bound);
      if (bounds.lower.back() > bounds.upper.back()) {
        detail::io::fail_at(name, line,
                            "expected LO <= HI, found " + std::to_string(bounds.lower.back()) +
                                " above " + std::to_string(bounds.upper.back()));
      }
    });
    if (bounds.upper.size() != num_vertices) {
      detail::io::fail_at(name, last, wanted + std::to_string(bounds.upper.size()));
    }
    return bounds;
  });
}

}  // namespace hypermatch::io
