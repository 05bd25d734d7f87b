// SPDX-License-Identifier: MIT
// Preferences as text (.prefs), and pairs of agents.
#include "io/prefs.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "hypermatch/error.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/byte_order_mark.hpp"
#include "io/early_checks.hpp"
#include "io/native_prefs.hpp"
#include "io/preflib_front.hpp"
#include "io/shared_prefs.hpp"
#include "io/side_lists.hpp"
#include "io/source.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"
#include "io/written_ids.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::PreferencesFormat;

// The format that the ending of a name tells; automatic: none.
PreferencesFormat format_by_ending_of(std::string_view name) {
  if (!preflib_type_of_name(name).empty()) return PreferencesFormat::preflib;
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  return name.ends_with(".prefs") ? PreferencesFormat::prefs : PreferencesFormat::automatic;
}

}  // namespace

bool has_name_of_preferences(std::string_view path) {
  return format_by_ending_of(path) != PreferencesFormat::automatic;
}

void refuse_preferences(const std::string& name) {
  throw Error(ErrorCode::invalid_option,
              name + ": holds preferences, no graph or hypergraph; hypermatch stable matches them");
}

bool begins_preferences(std::span<const char> front) {
  if (is_native(front)) return begins_native_preferences(front);
  if (begins_preflib(front) || begins_agent_rows(front) || begins_scored_pairs(front) ||
      begins_shared_lists(front)) {
    return true;
  }
  Cursor cursor(range_of(front));
  // Ends: each round takes a line.
  while (!cursor.at_end()) {
    if (cursor.skip_blanks() && !is_comment_of_preferences(cursor.at(), cursor.end())) {
      return cursor.sees("p two-sided") || cursor.sees("p one-sided");
    }
    cursor.skip_line();
  }
  return false;
}

}  // namespace hypermatch::detail::io

namespace hypermatch::io {

namespace {

using detail::io::Cursor;
using detail::io::fail_agent;
using detail::io::Input;
using detail::io::native_bytes;
using detail::io::SideLists;
using detail::io::TextRange;
using detail::io::WholeText;
using detail::io::with_memory_errors;
using detail::io::with_text_of;

constexpr std::size_t k_front_bytes = std::size_t{1} << 16;

std::span<const char> front_of(TextRange text) {
  return {text.begin, std::min(text.size(), k_front_bytes)};
}

PreferencesFormat resolved(PreferencesFormat asked, const std::string& path, TextRange text) {
  if (asked != PreferencesFormat::automatic) return asked;
  const std::span<const char> front = front_of(text);
  if (detail::io::begins_agent_rows(front) || detail::io::begins_scored_pairs(front)) {
    return PreferencesFormat::csv;
  }
  const detail::io::PreflibFront preflib = detail::io::preflib_front(front);
  if (preflib.kind == detail::io::PreflibKind::lists) return PreferencesFormat::preflib;
  if (preflib.kind == detail::io::PreflibKind::pool) {
    throw Error(
        ErrorCode::invalid_option,
        path + ": holds a pool of kidney exchange, no preferences; hypermatch match reads it");
  }
  const PreferencesFormat by_name = detail::io::format_by_ending_of(path);
  const bool is_read =
      preflib.kind == detail::io::PreflibKind::undated && by_name == PreferencesFormat::preflib;
  if (!is_read) detail::io::refuse_preflib(path, preflib);
  return by_name == PreferencesFormat::automatic ? PreferencesFormat::prefs : by_name;
}

// Separated values with scores of both agents have no other file.
bool has_both_scores(const std::string& right, PreferencesFormat format, std::string_view name,
                     TextRange text) {
  if (format != PreferencesFormat::csv || !detail::io::begins_scored_pairs(front_of(text))) {
    return false;
  }
  if (right.empty()) return true;
  throw Error(ErrorCode::invalid_option,
              std::string(name) + ": a file with the scores of both agents has both sides");
}

// A file at its front, behind its byte order mark.
struct OpenedFile {
  OpenedFile(const Context& context, const std::string& path)
      : input(detail::io::open_input(path, &context)),
        is_marked(detail::io::skip_byte_order_mark(input) > 0) {}
  [[nodiscard]] bool is_native() {
    return detail::io::is_native(input.front(detail::io::k_native_magic.size()));
  }

  Input input;
  bool is_marked;
};

void refuse_side_options(const PreferencesReadOptions& options, std::string_view name,
                         const char* format) {
  if (options.right.empty() && options.sides == Sides::two) return;
  throw Error(ErrorCode::invalid_option,
              std::string(name) + ": a file of format " + format + " says what its sides are");
}

[[noreturn]] void refuse_both_sides(std::string_view name, const char* format) {
  throw Error(ErrorCode::invalid_option,
              std::string(name) + ": a file of format " + format + " has both sides");
}

// Files that count agents and partners must agree: the partners of `lists` are agents of `others`.
void check_counts(const std::string& path, const SideLists& lists, const std::string& other_path,
                  const SideLists& others) {
  if (!lists.counts_agents || !others.counts_agents || lists.num_partners == others.num_agents) {
    return;
  }
  throw Error(ErrorCode::invalid_input, path + ": " + std::to_string(lists.num_partners) +
                                            " alternatives, but " + other_path + " has orders of " +
                                            std::to_string(others.num_agents) + " voters");
}

PreferencesFile parse_both_sides(const Context& context, std::string_view name, TextRange text) {
  if (!detail::io::begins_shared_lists(front_of(text))) {
    return detail::io::parse_preferences(context, name, text);
  }
  const SharedPreferencesFile shared = detail::io::parse_shared_preferences(context, name, text);
  return {expand(shared.preferences.view()), shared.report};
}

// Whether the front of a regular file passes `test`.
template <class Test>
bool front_passes(const std::string& path, const Test& test) {
  std::error_code unknown;
  if (path == "-" || !std::filesystem::is_regular_file(path, unknown)) return false;
  detail::io::Input input = detail::io::open_text(path);
  return test(input.front(k_front_bytes));
}

}  // namespace

bool holds_preferences(const std::string& path) {
  return (path != "-" && detail::io::has_name_of_preferences(path)) ||
         front_passes(path, detail::io::begins_preferences);
}

bool holds_shared_preferences(const std::string& path) {
  return front_passes(path, [](std::span<const char> front) {
    return detail::io::is_native(front) ? detail::io::begins_native_shared_lists(front)
                                        : detail::io::begins_shared_lists(front);
  });
}

bool holds_scored_pairs(const std::string& path) {
  return front_passes(path, detail::io::begins_scored_pairs);
}

ScoredPairsFile read_scored_pairs(const Context& context, const std::string& path) {
  return with_memory_errors([&] {
    OpenedFile file(context, path);
    return with_text_of(file.input, [&](std::string_view name, TextRange text) {
      return detail::io::parse_pairs_as_scored(context, name, text);
    });
  });
}

SharedPreferencesFile read_shared_preferences(const Context& context, const std::string& path,
                                              Mapping mapping) {
  return with_memory_errors([&] {
    OpenedFile file(context, path);
    if (file.is_native()) {
      const WholeText bytes = native_bytes(file.input, mapping, file.is_marked);
      return detail::io::read_native_shared_preferences(context, bytes, file.input.name);
    }
    return with_text_of(file.input, [&](std::string_view name, TextRange text) {
      return detail::io::parse_shared_preferences(context, name, text);
    });
  });
}

namespace {

PreferencesFile read_prefs_text(const Context& context, Input& input, const std::string& path,
                                const PreferencesReadOptions& options) {
  const auto parse_side = [&](PreferencesFormat format, std::string_view name, TextRange text) {
    return format == PreferencesFormat::csv
               ? detail::io::parse_agent_rows(context, name, text, options.sides)
               : detail::io::parse_preflib(context, name, text, options.sides);
  };
  PreferencesFile file;
  detail::io::BothSides both;
  SideLists& left = both.left;
  SideLists& right = both.right;
  with_text_of(input, [&](std::string_view name, TextRange text) {
    const PreferencesFormat format = resolved(options.format, path, text);
    if (format == PreferencesFormat::prefs) {
      refuse_side_options(options, name, "prefs");
      file = parse_both_sides(context, name, text);
    } else {
      if (!options.right.empty() && options.sides == Sides::one) {
        throw Error(ErrorCode::invalid_option,
                    options.right + ": agents of one side have no right side");
      }
      file.report.bytes = text.size();
      if (has_both_scores(options.right, format, name, text)) {
        both = detail::io::parse_scored_pairs(context, name, text, options.sides);
      } else {
        left = parse_side(format, name, text);
        file.has_left_only = options.sides == Sides::two && options.right.empty();
      }
    }
    file.format = format;
  });
  if (file.format == PreferencesFormat::prefs) return file;
  if (!options.right.empty()) {
    OpenedFile other(context, options.right);
    if (other.is_native()) refuse_both_sides(other.input.name, "native");
    with_text_of(other.input, [&](std::string_view name, TextRange text) {
      const PreferencesFormat format = resolved(PreferencesFormat::automatic, options.right, text);
      if (format == PreferencesFormat::prefs) refuse_both_sides(name, "prefs");
      right = parse_side(format, name, text);
      file.report.bytes += text.size();
    });
  }
  if (options.sides == Sides::one) {
    check_counts(path, left, path, left);
  } else {
    check_counts(path, left, options.right, right);
    check_counts(options.right, right, path, left);
  }
  file.report.comment_lines = left.comment_lines + right.comment_lines;
  file.report.blank_lines = left.blank_lines + right.blank_lines;
  file.preferences = detail::io::joined(options.sides, left, right);
  return file;
}

}  // namespace

PreferencesFile read_preferences(const Context& context, const std::string& path,
                                 const PreferencesReadOptions& options) {
  return with_memory_errors([&] {
    OpenedFile opened(context, path);
    const bool is_native = options.format == PreferencesFormat::automatic
                               ? opened.is_native()
                               : options.format == PreferencesFormat::native;
    if (!is_native) return read_prefs_text(context, opened.input, path, options);
    refuse_side_options(options, opened.input.name, "native");
    const WholeText bytes = native_bytes(opened.input, options.mapping, opened.is_marked);
    return detail::io::read_native_preferences(context, bytes, opened.input.name);
  });
}

std::vector<GraphEdge> read_stable_matching(const PreferencesView& preferences,
                                            const std::string& path) {
  return with_text_of(path, [&](std::string_view, TextRange text) {
    std::vector<GraphEdge> pairs;
    const bool has_two = preferences.sides == Sides::two;
    detail::io::for_each_line(text, [&](std::string_view words, std::uint64_t) {
      Cursor line(TextRange{words.data(), words.data() + words.size()});
      const auto agent = [&](VertexId first, VertexId last) {
        (void)line.skip_blanks();
        const char* const at = line.at();
        const std::uint64_t number = line.read_unsigned("the number of an agent");
        if (number - 1 >= last - first) {
          fail_agent(at, line.end(), last - first);
        }
        return static_cast<VertexId>(first + number - 1);
      };
      const VertexId u = agent(0, preferences.num_left);
      const VertexId v = agent(has_two ? preferences.num_left : 0, preferences.num_agents);
      line.finish_line();
      pairs.push_back({u, v});
    });
    return pairs;
  });
}

}  // namespace hypermatch::io
