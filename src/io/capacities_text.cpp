// SPDX-License-Identifier: MIT
// Capacities as text: one per line.
#include <algorithm>
#include <charconv>
#include <limits>
#include <new>
#include <string_view>
#include <system_error>

#include "base/counted.hpp"
#include "hypermatch/capacities_io.hpp"
#include "hypermatch/error.hpp"
#include "io/byte_order_mark.hpp"
#include "io/source.hpp"
#include "io/text.hpp"
#include "io/written_ids.hpp"

namespace hypermatch::io {

namespace {

[[noreturn]] void refuse_word(const std::string& name, std::uint64_t line, std::string_view text) {
  detail::io::fail_at(name, line,
                      "expected a capacity, a whole number from 0, found " +
                          detail::io::shown_token(text.data(), text.data() + text.size()));
}

std::uint32_t capacity_in(const std::string& name, std::uint64_t line, std::string_view text) {
  constexpr std::uint64_t k_most = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t capacity = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, capacity);
  if (error == std::errc::result_out_of_range)
    capacity = k_most;
  else if (error != std::errc{})
    refuse_word(name, line, text);
  if (stop != end) {
    const std::string_view behind = text.substr(static_cast<std::size_t>(stop - text.data()));
    const std::size_t next = behind.find_first_not_of(" \t\r");
    if (next == 0) refuse_word(name, line, text);
    if (next != std::string_view::npos) {
      detail::io::fail_at(name, line,
                          "expected one capacity per line, found " +
                              detail::io::shown_token(behind.data() + next, end) + " behind it");
    }
  }
  return static_cast<std::uint32_t>(std::min(capacity, k_most));
}

}  // namespace

std::vector<std::uint32_t> read_capacities(const std::string& path, VertexId num_vertices) {
  try {
    detail::io::Input input = detail::io::open_text(path);
    const detail::io::WholeText whole = detail::io::read_whole(input);
    std::vector<std::uint32_t> capacities;
    std::uint64_t last = 1;
    detail::io::for_each_line(
        detail::io::range_of(whole.text), [&](std::string_view text, std::uint64_t line) {
          if (capacities.size() == num_vertices) {
            detail::io::fail_at(input.name, line,
                                "expected " + detail::base::counted(num_vertices, "capacity") +
                                    ", one per vertex, found another one");
          }
          capacities.push_back(capacity_in(input.name, line, text));
          last = line;
        });
    if (capacities.size() != num_vertices) {
      detail::io::fail_at(input.name, last,
                          "expected " + detail::base::counted(num_vertices, "capacity") +
                              ", one per vertex, found " + std::to_string(capacities.size()));
    }
    return capacities;
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::resources, "out of memory");
  }
}

}  // namespace hypermatch::io
