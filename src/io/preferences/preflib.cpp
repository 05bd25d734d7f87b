// SPDX-License-Identifier: MIT
// PrefLib's files of orders and categories (Mattei, Walsh 2013, doi:10.1007/978-3-642-41575-3_20):
// lines of metadata, then one order per line.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/preferences/preflib_front.hpp"
#include "io/preferences/side_lists.hpp"
#include "io/text/line_cursor.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr const char* k_agents = "agents";

class PreflibParser {
 public:
  PreflibParser(const Context& context, std::string_view name, TextRange text, Sides sides)
      : context_(context), name_(name), text_(text), sides_(sides) {}

  SideLists parse() {
    parallel::StopCheck stop(context_);
    Cursor cursor(text_);
    if (is_undated()) read_undated_front(cursor);
    // Ends: each round takes a line.
    while (!cursor.at_end()) {
      const char* const line = cursor.at();
      const bool is_blank = !cursor.skip_blanks();
      const char* const begin = cursor.at();
      cursor.skip_line();
      stop.done(static_cast<std::uint64_t>(cursor.at() - line));
      if (is_blank) {
        ++lists_.blank_lines;
      } else if (*begin == '#') {
        ++lists_.comment_lines;
        read_metadata(begin, cursor.at());
      } else {
        read_order(begin, cursor.at());
      }
    }
    check_metadata(text_.end);
    if (voters_ && *voters_ != num_voters_) {
      throw TextFailure{text_.end, "expected the orders of " + std::to_string(*voters_) +
                                       " voters, found those of " + std::to_string(num_voters_)};
    }
    return expanded();
  }

 private:
  struct Order {
    std::uint64_t count;
    std::size_t begin;  // in `partners_`
  };

  void read_metadata(const char* begin, const char* end) {
    const std::string_view line = trimmed(std::string_view(
        begin, static_cast<std::size_t>(end - begin) - (end[-1] == '\n' ? std::size_t{1} : 0)));
    if (!orders_.empty()) return;
    if (const auto type = metadata_value(line, k_preflib_type)) {
      if (!set_type(*type)) {
        fail_expected(type->data(), end, "a type of orders, soc, soi, toc, toi or cat");
      }
    } else if (const auto alternatives = metadata_value(line, k_preflib_alternatives)) {
      set_alternatives(metadata_number(*alternatives, end, k_agents));
    } else if (const auto voters = metadata_value(line, "NUMBER VOTERS")) {
      voters_ = metadata_number(*voters, end, k_agents);
    } else if (const auto categories = metadata_value(line, "NUMBER CATEGORIES")) {
      categories_ = metadata_number(*categories, end, "categories");
    }
  }

  // Whether there is such a type.
  bool set_type(std::string_view type) {
    const std::string known = preflib_front(std::string("# DATA TYPE: ").append(type)).type;
    if (known.empty()) return false;
    is_categorical_ = known == "cat";
    may_tie_ = known[0] == 't' || is_categorical_;
    is_complete_ = known == "soc" || known == "toc";
    has_type_ = true;
    return true;
  }

  void set_alternatives(std::uint64_t number) {
    alternatives_ = number;
    check_room_for(name_, number * sizeof(std::uint64_t), "alternatives");
    listed_by_.resize(number);
    std::fill(listed_by_.begin(), listed_by_.end(), std::numeric_limits<std::uint64_t>::max());
  }

  [[nodiscard]] bool is_undated() const {
    constexpr std::size_t k_front = std::size_t{1} << 16;
    return preflib_front({text_.begin, std::min(text_.size(), k_front)}).kind ==
           PreflibKind::undated;
  }

  // The number of alternatives, a line per alternative, and "VOTERS,SUM,ORDERS".
  void read_undated_front(Cursor& cursor) {
    const std::string_view type = preflib_type_of_name(name_);
    if (type.empty() || type == "cat" || !set_type(type)) {
      refuse_preflib(std::string(name_), {PreflibKind::undated, {}});
    }
    mark_ = ',';
    const auto take_line = [&] {
      LineCursor line(cursor.at(), cursor.end());
      cursor.skip_line();
      ++lists_.comment_lines;
      return line;
    };
    LineCursor first = take_line();
    const std::uint64_t number = first.number("the number of alternatives");
    if (first.more()) first.expected("the end of the line");
    check_limit(text_.begin, number, k_agents);
    set_alternatives(number);
    for (std::uint64_t i = 0; i < number; ++i) (void)take_line();
    LineCursor counts = take_line();
    (void)counts.number("the number of voters");
    counts.need(',', "',' behind the number of voters");
    const char* const at = counts.at();
    voters_ = counts.number("the sum of the orders' counts");
    check_limit(at, *voters_, k_agents);
  }

  void check_metadata(const char* where) const {
    if (has_type_ && alternatives_) return;
    throw TextFailure{where, std::string("expected '# ") +
                                 (has_type_ ? "NUMBER ALTERNATIVES: N" : "DATA TYPE: soc'") +
                                 (has_type_ ? "'" : " (or soi, toc, toi, cat)") +
                                 " in front of the orders"};
  }

  // COUNT: 1,{2,3},4
  void read_order(const char* begin, const char* end) {
    check_metadata(begin);
    LineCursor line(begin, end);
    const std::uint64_t count = line.number("the number of voters with this order");
    line.need(mark_,
              mark_ == ':' ? "':' behind the number of voters" : "',' behind the number of voters");
    check_limit(begin, count, k_agents);
    num_voters_ += count;
    check_limit(begin, num_voters_, k_agents);
    const std::uint64_t order = orders_.size();
    orders_.push_back({count, partners_.size()});
    std::uint32_t tie = 0;
    std::uint64_t groups = 0;
    // Ends: each round takes a number.
    while (line.more()) {
      const std::size_t before = partners_.size();
      read_group(line, order, tie);
      tie += partners_.size() == before ? 0 : 1;
      ++groups;
      if (!line.more()) break;
      line.need(',', "',' between alternatives");
      if (!line.more()) line.expected("an alternative");
    }
    if (is_categorical_ && categories_ && groups != *categories_) {
      throw TextFailure{begin, "expected " + std::to_string(*categories_) + " categories, found " +
                                   std::to_string(groups)};
    }
    const std::size_t length = partners_.size() - orders_.back().begin;
    if (is_complete_ && length != *alternatives_) {
      throw TextFailure{begin, "expected an order of all " + std::to_string(*alternatives_) +
                                   " alternatives, found " + std::to_string(length)};
    }
  }

  // An alternative, or equally good ones in braces. A category may be empty.
  void read_group(LineCursor& line, std::uint64_t order, std::uint32_t tie) {
    (void)line.more();
    const char* const at = line.at();
    if (!line.take('{')) return read_alternative(line, order, tie);
    if (!may_tie_) throw TextFailure{at, "a tie among orders that have none by their type"};
    if (is_categorical_ && line.take('}')) return;
    do {
      read_alternative(line, order, tie);
    } while (line.take(','));
    line.need('}', "'}' behind a tie");
  }

  void read_alternative(LineCursor& line, std::uint64_t order, std::uint32_t tie) {
    (void)line.more();
    const char* const at = line.at();
    const std::uint64_t number = line.number("an alternative");
    if (number - 1 >= *alternatives_) {
      fail_expected(at, line.end(), "an alternative in " + shown_range(1, *alternatives_));
    }
    if (listed_by_[number - 1] == order) {
      throw TextFailure{at, "alternative " + std::to_string(number) + " stands twice in an order"};
    }
    if (sides_ == Sides::one && number > num_voters_ - orders_.back().count &&
        number <= num_voters_) {
      throw TextFailure{at, "an agent lists itself"};
    }
    listed_by_[number - 1] = order;
    has_ties_ =
        has_ties_ || (partners_.size() > orders_.back().begin && ties_[ties_.size() - 1] == tie);
    partners_.push_back(static_cast<VertexId>(number - 1));
    ties_.push_back(tie);
  }

  // A list per voter.
  SideLists expanded() {
    const auto length = [&](std::size_t order) {
      const std::size_t end =
          order + 1 < orders_.size() ? orders_[order + 1].begin : partners_.size();
      return end - orders_[order].begin;
    };
    const std::uint64_t bytes_per_entry = has_ties_ ? 8 : 4;
    // Below 2^64: checked before it grows.
    std::uint64_t entries = 0;
    for (std::size_t order = 0; order < orders_.size(); ++order) {
      entries += orders_[order].count * length(order);
      check_room_for(name_, entries * bytes_per_entry, "lists of its voters");
    }
    check_room_for(name_, entries * bytes_per_entry + num_voters_ * sizeof(Offset),
                   "lists of its voters");
    lists_.num_agents = static_cast<VertexId>(num_voters_);
    lists_.num_partners = static_cast<VertexId>(*alternatives_);
    lists_.counts_agents = true;
    lists_.offsets.resize(num_voters_ + 1);
    lists_.partners.resize(entries);
    if (has_ties_) lists_.ties.resize(entries);
    Offset place = 0;
    VertexId voter = 0;
    parallel::StopCheck stop(context_);
    for (std::size_t order = 0; order < orders_.size(); ++order) {
      const std::size_t begin = orders_[order].begin;
      const std::size_t size = length(order);
      for (std::uint64_t i = 0; i < orders_[order].count; ++i) {
        lists_.offsets[voter++] = place;
        std::copy_n(partners_.begin() + begin, size, lists_.partners.begin() + place);
        if (has_ties_) std::copy_n(ties_.begin() + begin, size, lists_.ties.begin() + place);
        place += size;
        stop.done(size + 1);
      }
    }
    lists_.offsets[voter] = place;
    return std::move(lists_);
  }

  const Context& context_;
  std::string_view name_;
  TextRange text_;
  Sides sides_;
  SideLists lists_;
  char mark_ = ':';  // behind the number of voters with an order
  bool has_type_ = false;
  bool is_categorical_ = false;
  bool may_tie_ = false;
  bool is_complete_ = false;
  bool has_ties_ = false;
  std::optional<std::uint64_t> alternatives_;
  std::optional<std::uint64_t> voters_;      // as the metadata have them
  std::optional<std::uint64_t> categories_;  // likewise
  std::uint64_t num_voters_ = 0;
  Array<std::uint64_t> listed_by_;  // per alternative: the order that held it last
  std::vector<Order> orders_;
  Array<VertexId> partners_;  // of the orders
  Array<std::uint32_t> ties_;
};

}  // namespace

bool begins_preflib(std::span<const char> front) {
  return preflib_front(front).kind == PreflibKind::lists;
}

SideLists parse_preflib(const Context& context, std::string_view name, TextRange text,
                        Sides sides) {
  return PreflibParser(context, name, text, sides).parse();
}

}  // namespace hypermatch::detail::io
