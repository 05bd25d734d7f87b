// SPDX-License-Identifier: MIT
#include "io/formats/early_checks.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "io/native/native.hpp"
#include "io/source/windows.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

// How much of a text is looked at before more of it is read.
constexpr std::size_t k_front_bytes = std::size_t{4} << 20;

// Finds NUL bytes outside comments, which no parser accepts.
class NulFinder {
 public:
  bool operator()(std::span<const char> text) {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    if (in_comment_) pass_line(begin, begin + seen_, end);
    // Ends: every turn goes to another line.
    while (const void* found = std::memchr(begin + seen_, 0, text.size() - seen_)) {
      const char* const nul = static_cast<const char*>(found);
      if (!is_in_comment(begin, nul)) return true;
      pass_line(begin, nul, end);
    }
    seen_ = text.size();
    return false;
  }

 private:
  // True in comments of any format, and in lines that readers of DIMACS graphs skip.
  static bool is_in_comment(const char* begin, const char* at) {
    const char* const line = behind_last_line(begin, at);
    const char* const first = std::find_if(line, at, [](char c) { return c != ' ' && c != '\t'; });
    return first != at && std::string_view("%#/cndvx").find(*first) != std::string_view::npos;
  }

  void pass_line(const char* begin, const char* at, const char* end) {
    const char* const next = behind_line(at, end);
    in_comment_ = next == end && next[-1] != '\n';
    seen_ = static_cast<std::size_t>(next - begin);
  }

  std::size_t seen_ = 0;
  bool in_comment_ = false;  // what follows goes on with a comment
};

}  // namespace

void check_first_line(Input& input, Format format) {
  if (format == Format::native || row_of(format).may_have_one_line) return;
  for (const std::size_t size : {k_detection_bytes, k_front_bytes}) {
    const std::span<const char> front = input.front(size);
    if (front.size() < size || std::find(front.begin(), front.end(), '\n') != front.end()) return;
  }
  fail_at(input.name, 1,
          "expected the end of the line within " + std::to_string(k_front_bytes) +
              " bytes, found none");
}

std::span<const char> front_to_judge(Input& input) {
  if (input.file != nullptr) return {};
  const std::span<const char> front = input.front(k_front_bytes);
  if (front.size() < k_front_bytes) return {};
  const char* const begin = front.data();
  const char* const end = behind_last_line(begin, begin + front.size());
  return front.first(static_cast<std::size_t>(end - begin));
}

void check_front(const ParseInput& like, Input& input, Format format) {
  ParseInput lines = like;
  lines.text = front_to_judge(input);
  if (!lines.text.empty()) row_of(format).check_front(lines);
}

WholeText read_text_to_nul(Input& input) {
  return input.file != nullptr ? read_whole(input) : read_whole(input, NulFinder());
}

WholeText native_bytes(Input& input, hypermatch::io::Mapping mapping, bool is_marked) {
  const bool may_map = !is_marked && mapping == hypermatch::io::Mapping::native_files;
  if (may_map && input.file != nullptr) {
    if (auto mapped = map_privately(*input.file)) return std::move(*mapped);
  }
  if (input.file != nullptr) return read_whole(input);
  const auto layout = parse_native_front(input.front(k_native_front), input.name);
  const std::uint64_t most = layout.header.file_bytes;
  return read_whole(input, [&](std::span<const char> text) { return text.size() > most; });
}

}  // namespace hypermatch::detail::io
