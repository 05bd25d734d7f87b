// SPDX-License-Identifier: MIT
#include "io/source/byte_order_mark.hpp"

#include <array>

#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::string_view k_utf8 = "\xEF\xBB\xBF";

}  // namespace

std::size_t byte_order_mark(std::span<const char> front, std::string_view name) {
  const std::string_view text(front.data(), front.size());
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    fail_at(name, 1, "expected UTF-8 or ASCII, found the byte order mark of UTF-16");
  }
  return text.starts_with(k_utf8) ? k_utf8.size() : 0;
}

std::size_t skip_byte_order_mark(Input& input) {
  const std::size_t size = byte_order_mark(input.front(k_utf8.size()), input.name);
  std::array<char, k_utf8.size()> mark{};
  (void)input.stream->read(std::span<char>(mark).first(size));
  return size;
}

Input open_text(const std::string& path) {
  Input input = open_input(path);
  (void)skip_byte_order_mark(input);
  return input;
}

}  // namespace hypermatch::detail::io
