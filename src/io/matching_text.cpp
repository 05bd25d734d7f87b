// SPDX-License-Identifier: MIT
// Matchings as text: one matched hyperedge per line, its number.
#include <charconv>
#include <system_error>

#include "hypermatch/error.hpp"
#include "hypermatch/io.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"
#include "io/written_lines.hpp"

namespace hypermatch::io {

namespace {

using detail::io::Cursor;

std::vector<std::uint64_t> parse_matching(std::string_view name, detail::io::TextRange text,
                                          std::uint64_t first) {
  std::vector<std::uint64_t> edges;
  Cursor cursor(text);
  std::uint64_t line = 1;
  // Ends: every iteration takes a line.
  for (; !cursor.at_end(); ++line) {
    if (!cursor.skip_blanks() || cursor.sees('%')) {
      cursor.skip_line();
      continue;
    }
    const char* const at = cursor.at();
    const std::string_view word = cursor.read_token();
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      detail::io::fail_at(
          name, line,
          "expected the number of a hyperedge, found " + detail::io::shown_token(at, text.end));
    }
    if (cursor.skip_blanks()) {
      detail::io::fail_at(name, line,
                          "expected one number per line, found " +
                              detail::io::shown_token(cursor.at(), text.end) + " behind it");
    }
    cursor.skip_line();
    edges.push_back(
        number - first);  // what is below becomes 2^64 - 1, which is out of range as it should be
  }
  return edges;
}

}  // namespace

std::vector<std::uint64_t> read_matching(const std::string& path, std::uint64_t first) {
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
    return parse_matching(name, text, first);
  });
}

void write_matching(const Context& context, std::span<const EdgeId> edges, const std::string& path,
                    std::uint64_t first) {
  AtomicFile file(path);
  detail::io::write_lines(
      context, file, edges.size(),
      [&](detail::io::TextWriter& out, std::size_t i) { out << edges[i] + first << '\n'; });
  file.commit();
}

void write_matching(std::span<const EdgeId> edges, const std::string& path, std::uint64_t first) {
  write_matching(Context({.threads = 1}), edges, path, first);
}

}  // namespace hypermatch::io
