// SPDX-License-Identifier: MIT
// Preferences as text (.prefs), and pairs of agents.
#include "io/preferences/prefs.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/formats/choices.hpp"
#include "io/formats/early_checks.hpp"
#include "io/native/native_prefs.hpp"
#include "io/preferences/agent_names.hpp"
#include "io/preferences/preflib_front.hpp"
#include "io/preferences/shared_prefs.hpp"
#include "io/preferences/side_lists.hpp"
#include "io/source/byte_order_mark.hpp"
#include "io/source/source.hpp"
#include "io/source/text_file.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"

namespace hypermatch::io {

namespace {

using detail::io::AgentSide;
using detail::io::Input;
using detail::io::NamesOfSides;
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

PreferencesFormat resolved(PreferencesFormat asked, const std::string& path, TextRange text,
                           const std::vector<std::string>& columns) {
  if (asked != PreferencesFormat::automatic) return asked;
  if (!columns.empty()) return PreferencesFormat::csv;
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
  const PreferencesFormat by_name = detail::io::preferences_format_of(path);
  const bool is_read =
      preflib.kind == detail::io::PreflibKind::undated && by_name == PreferencesFormat::preflib;
  if (!is_read) detail::io::refuse_preflib(path, preflib);
  if (by_name == PreferencesFormat::automatic) detail::io::refuse_other_columns(text);
  return by_name == PreferencesFormat::automatic ? PreferencesFormat::prefs : by_name;
}

// A file at its front, behind its byte order mark.
struct OpenedFile {
  OpenedFile(const Context& context, const std::string& path)
      : OpenedFile(detail::io::open_input(path, &context)) {}
  explicit OpenedFile(Input opened)
      : input(std::move(opened)), is_marked(detail::io::skip_byte_order_mark(input) > 0) {}
  [[nodiscard]] bool is_native() {
    return detail::io::is_native(input.front(detail::io::k_native_magic.size()));
  }

  Input input;
  bool is_marked;
};

// judge(text) of the whole lines at the begin of a packed or piped text, before all of it is
// unpacked.
template <class Judge>
void judge_front(Input& input, const Judge& judge) {
  detail::io::check_first_line(input, detail::io::Format::edge_list);
  const TextRange text = detail::io::range_of(detail::io::front_to_judge(input));
  if (text.size() == 0) return;
  try {
    judge(text);
  } catch (const detail::io::TextFailure& failure) {
    detail::io::fail_at(input.name, detail::io::line_of(text, failure.where), failure.message);
  }
}

void refuse_side_options(const PreferencesReadOptions& options, std::string_view name,
                         const char* format) {
  if (!options.columns.empty()) {
    throw Error(ErrorCode::invalid_option,
                std::string(name) + ": --columns are those of separated values, this is " + format);
  }
  if (options.right.empty() && options.sides == Sides::two) return;
  throw Error(ErrorCode::invalid_option,
              std::string(name) + ": a file of format " + format + " says what its sides are");
}

[[noreturn]] void refuse_both_sides(std::string_view name, const char* format) {
  throw Error(ErrorCode::invalid_option,
              std::string(name) + ": a file of format " + format + " has both sides");
}

PreferencesFile parse_both_sides(const Context& context, std::string_view name, TextRange text) {
  if (!detail::io::begins_shared_lists(front_of(text))) {
    return detail::io::parse_preferences(context, name, text);
  }
  const auto shared = detail::io::parse_shared_preferences(context, name, text);
  return {expand(shared.preferences.view()), shared.report, {}};
}

bool begins_shared_preferences(std::span<const char> front) {
  return detail::io::is_native(front) ? detail::io::begins_native_shared_lists(front)
                                      : detail::io::begins_shared_lists(front);
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
  return front_passes(path, begins_shared_preferences);
}

bool text_holds_preferences(std::span<const char> bytes, const std::string& name) {
  return detail::io::has_name_of_preferences(name) ||
         detail::io::begins_preferences(
             OpenedFile(detail::io::input_of(bytes, name)).input.front(k_front_bytes));
}

bool text_holds_shared_preferences(std::span<const char> bytes) {
  return begins_shared_preferences(
      OpenedFile(detail::io::input_of(bytes, {})).input.front(k_front_bytes));
}

bool holds_scored_pairs(const std::string& path) {
  return front_passes(path, detail::io::begins_scored_pairs);
}

ScoredPairsFile read_scored_pairs(const Context& context, const std::string& path) {
  return with_memory_errors([&] {
    OpenedFile file(context, path);
    const auto parse = [&](std::string_view name, TextRange text) {
      return detail::io::parse_pairs_as_scored(context, name, text);
    };
    judge_front(file.input, [&](TextRange text) { (void)parse(file.input.name, text); });
    return with_text_of(file.input, parse);
  });
}

namespace {

SharedPreferencesFile read_shared(const Context& context, OpenedFile file, Mapping mapping) {
  if (file.is_native()) {
    const WholeText bytes = native_bytes(file.input, mapping, file.is_marked);
    return detail::io::read_native_shared_preferences(context, bytes, file.input.name);
  }
  const auto parse = [&](std::string_view name, TextRange text) {
    return detail::io::parse_shared_preferences(context, name, text);
  };
  judge_front(file.input, [&](TextRange text) { (void)parse(file.input.name, text); });
  return with_text_of(file.input, parse);
}

}  // namespace

SharedPreferencesFile read_shared_preferences(const Context& context, const std::string& path,
                                              Mapping mapping) {
  detail::check_enum("mapping", mapping, Mapping::native_files);
  return with_memory_errors(
      [&] { return read_shared(context, OpenedFile(context, path), mapping); });
}

SharedPreferencesFile read_shared_preferences_text(const Context& context,
                                                   std::span<const char> bytes,
                                                   const std::string& name) {
  return with_memory_errors([&] {
    return read_shared(context, OpenedFile(detail::io::input_of(bytes, name)), Mapping::off);
  });
}

namespace {

// Reads formats that have the lists of one side per file, and pairs with the scores of both.
class SideFiles {
 public:
  SideFiles(const Context& context, const std::string& path, const PreferencesReadOptions& options)
      : context_(context), path_(path), options_(options) {}

  // `text` is that of the left file. @throws TextFailure in it
  PreferencesFile read(PreferencesFormat format, std::string_view name, TextRange text) {
    if (!options_.right.empty() && options_.sides == Sides::one) {
      throw Error(ErrorCode::invalid_option,
                  options_.right + ": agents of one side have no right side");
    }
    PreferencesFile file = detail::io::with_names(
        [&](NamesOfSides& names) { return parse(format, name, text, names); });
    file.format = format;
    file.report.bytes = text.size() + (right_ ? right_->text.size() : 0);
    return file;
  }

 private:
  PreferencesFile parse(PreferencesFormat format, std::string_view name, TextRange text,
                        NamesOfSides& names) {
    PreferencesFile file;
    detail::io::BothSides both;
    SideLists& left = both.left;
    SideLists& right = both.right;
    if (is_scored(format, name, text)) {
      both = detail::io::parse_scored_pairs(context_, name, text, rows_options(AgentSide::left),
                                            names);
    } else {
      left = parse_side(format, name, text, rows_options(AgentSide::left), names);
      file.has_left_only = options_.sides == Sides::two && options_.right.empty();
    }
    if (!options_.right.empty()) right = parse_right(names);
    if (options_.sides == Sides::one) {
      detail::io::check_counts(path_, left, path_, left);
    } else {
      detail::io::check_counts(path_, left, options_.right, right);
      detail::io::check_counts(options_.right, right, path_, left);
    }
    file.report.comment_lines = left.comment_lines + right.comment_lines;
    file.report.blank_lines = left.blank_lines + right.blank_lines;
    file.report.other_columns = left.other_columns;
    file.report.reading = left.reading;
    if (!right.reading.empty() && right.reading != left.reading) {
      file.report.reading += (left.reading.empty() ? "" : "; ") + right.reading;
    }
    for (std::string& column : right.other_columns) {
      if (std::ranges::find(left.other_columns, column) == left.other_columns.end()) {
        file.report.other_columns.push_back(std::move(column));
      }
    }
    file.preferences = detail::io::joined(options_.sides, left, right);
    const PreferencesView view = file.preferences.view();
    file.names = names.names(view.num_left, view.num_right());
    return file;
  }

  SideLists parse_side(PreferencesFormat format, std::string_view name, TextRange text,
                       const detail::io::RowsOptions& rows, NamesOfSides& names) const {
    if (format == PreferencesFormat::csv) {
      return detail::io::parse_agent_rows(context_, name, text, rows, names);
    }
    if (names.has_any()) {
      throw Error(ErrorCode::unsupported,
                  std::string(name) +
                      ": PrefLib numbers agents and alternatives from 1; the other file has names");
    }
    names.keep_numbers();
    return detail::io::parse_preflib(context_, name, text, options_.sides);
  }

  // Read once, parsed as often as sides get names.
  SideLists parse_right(NamesOfSides& names) {
    if (!right_) {
      right_input_.emplace(context_, options_.right);
      if (right_input_->is_native()) refuse_both_sides(right_input_->input.name, "native");
      detail::io::check_first_line(right_input_->input, detail::io::Format::edge_list);
      right_ = detail::io::read_text_to_nul(right_input_->input);
    }
    const std::string& name = right_input_->input.name;
    const TextRange text = detail::io::range_of(right_->text);
    try {
      detail::io::RowsOptions rows = rows_options(AgentSide::right);
      detail::io::find_columns(front_of(text), rows.columns);
      const bool is_preflib =
          detail::io::preflib_front(front_of(text)).kind != detail::io::PreflibKind::none;
      const PreferencesFormat format =
          resolved(PreferencesFormat::automatic, options_.right, text,
                   is_preflib ? std::vector<std::string>() : rows.columns);
      if (format == PreferencesFormat::prefs) refuse_both_sides(name, "prefs");
      return parse_side(format, name, text, rows, names);
    } catch (const detail::io::TextFailure& failure) {
      detail::io::fail_at(name, detail::io::line_of(text, failure.where), failure.message);
    }
  }

  // Columns by number are the same in both files; agents are called in one as partners in the
  // other.
  [[nodiscard]] detail::io::RowsOptions rows_options(AgentSide side) const {
    detail::io::RowsOptions rows{options_.sides, side, options_.columns};
    const bool are_numbers = std::ranges::all_of(rows.columns, [](const std::string& column) {
      return column.find_first_not_of("0123456789") == std::string::npos;
    });
    if (side == AgentSide::right && !are_numbers) std::swap(rows.columns[0], rows.columns[1]);
    return rows;
  }

  // Separated values with scores of both agents have no other file.
  bool is_scored(PreferencesFormat format, std::string_view name, TextRange text) const {
    constexpr std::size_t k_scored_columns = 4;
    const bool is_scored = options_.columns.empty()
                               ? detail::io::begins_scored_pairs(front_of(text))
                               : options_.columns.size() == k_scored_columns;
    if (format != PreferencesFormat::csv || !is_scored) return false;
    if (options_.right.empty()) return true;
    throw Error(ErrorCode::invalid_option,
                std::string(name) + ": a file with the scores of both agents has both sides");
  }

  const Context& context_;
  const std::string& path_;
  const PreferencesReadOptions& options_;
  std::optional<OpenedFile> right_input_;
  std::optional<WholeText> right_;
};

// Judges the first lines. Orders of PrefLib have totals, and wait for them.
void check_front(const Context& context, Input& input, const std::string& path,
                 const PreferencesReadOptions& options) {
  judge_front(input, [&](TextRange text) {
    const PreferencesFormat format = resolved(options.format, path, text, options.columns);
    PreferencesReadOptions alone = options;
    alone.right.clear();
    if (format == PreferencesFormat::csv) {
      (void)SideFiles(context, path, alone).read(format, input.name, text);
    } else if (format == PreferencesFormat::prefs &&
               detail::io::begins_shared_lists(front_of(text))) {
      (void)detail::io::parse_shared_preferences(context, input.name, text);
    } else if (format == PreferencesFormat::prefs) {
      (void)detail::io::parse_preferences(context, input.name, text);
    }
  });
}

PreferencesFile read_prefs_text(const Context& context, Input& input, const std::string& path,
                                const PreferencesReadOptions& options) {
  check_front(context, input, path, options);
  return with_text_of(input, [&](std::string_view name, TextRange text) {
    const PreferencesFormat format = resolved(options.format, path, text, options.columns);
    if (format != PreferencesFormat::prefs) {
      return SideFiles(context, path, options).read(format, name, text);
    }
    refuse_side_options(options, name, "prefs");
    return parse_both_sides(context, name, text);
  });
}

PreferencesFile read_opened(const Context& context, OpenedFile opened, const std::string& path,
                            const PreferencesReadOptions& options) {
  const bool is_native = options.format == PreferencesFormat::automatic
                             ? opened.is_native()
                             : options.format == PreferencesFormat::native;
  if (!is_native) return read_prefs_text(context, opened.input, path, options);
  refuse_side_options(options, opened.input.name, "native");
  const WholeText bytes = native_bytes(opened.input, options.mapping, opened.is_marked);
  return detail::io::read_native_preferences(context, bytes, opened.input.name);
}

}  // namespace

PreferencesFile read_preferences(const Context& context, const std::string& path,
                                 const PreferencesReadOptions& options) {
  detail::io::check_choices(options);
  return with_memory_errors(
      [&] { return read_opened(context, OpenedFile(context, path), path, options); });
}

PreferencesFile read_preferences_text(const Context& context, std::span<const char> bytes,
                                      const std::string& name,
                                      const PreferencesReadOptions& options) {
  detail::io::check_choices(options);
  return with_memory_errors([&] {
    return read_opened(context, OpenedFile(detail::io::input_of(bytes, name)), name, options);
  });
}

}  // namespace hypermatch::io
