// SPDX-License-Identifier: MIT
#include "io/formats/dimacs/stream_cnf.hpp"

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/duplicate_pins.hpp"
#include "io/source/windows.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::uint64_t k_most_variables = k_max_count;

class CnfStream final : public EdgeStream {
 public:
  CnfStream(Input input, bool literals, std::size_t window_bytes)
      : input_(std::move(input)),
        literals_(literals),
        windows_(*input_.stream, window_bytes),
        cursor_(TextRange{}) {
    read_header();
  }

  VertexId num_vertices() const override {
    return static_cast<VertexId>(literals_ ? 2 * num_variables_ : num_variables_);
  }
  bool is_weighted() const override { return false; }
  bool has_integer_weights() const override { return true; }

  bool next(StreamedEdge& edge) override {
    clause_.resize(0);
    std::string_view word;
    bool open = false;
    // Ends: every turn takes a word of the text.
    while (next_word(word)) {
      if (next_clause_ == num_clauses_) {
        fail("expected the end of the file behind " + base::counted(num_clauses_, "clause") +
             ", found another one");
      }
      std::int64_t literal = 0;
      const char* const end = word.data() + word.size();
      const auto [stop, error] = std::from_chars(word.data(), end, literal);
      const std::uint64_t variable = literal < 0 ? 0 - static_cast<std::uint64_t>(literal)
                                                 : static_cast<std::uint64_t>(literal);
      if (error != std::errc{} || stop != end || variable > num_variables_) {
        fail("expected a literal from -" + std::to_string(num_variables_) + " to " +
             std::to_string(num_variables_) + " or 0, found " +
             shown_token(word.data(), cursor_.end()));
      }
      if (literal == 0) {
        deliver(edge);
        return true;
      }
      open = true;
      const std::uint64_t vertex =
          literals_ ? 2 * (variable - 1) + (literal < 0 ? 1 : 0) : variable - 1;
      clause_.push_back(static_cast<VertexId>(vertex));
    }
    // The 0 behind the last clause may be missing.
    if (open && next_clause_ + 1 == num_clauses_) {
      deliver(edge);
      return true;
    }
    if (next_clause_ < num_clauses_) {
      fail("expected " + base::counted(num_clauses_, "clause") +
           ", found the end of the file behind " + std::to_string(next_clause_));
    }
    return false;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { fail_at(input_.name, line_, message); }

  void deliver(StreamedEdge& edge) {
    const std::size_t size = clause_.size();
    clause_.reserve(size + DuplicatePins::k_slack);
    clause_.resize(duplicates_.merge(clause_.data(), size));
    edge.id = static_cast<EdgeId>(next_clause_++);
    edge.pins = std::as_const(clause_).view();
    edge.weight = 1.0;
    edge.integer_weight = 1;
    edge.is_integer = true;
  }

  // Windows hold whole lines, so no word is cut. Lines that start with `c` are comments; one that
  // starts with `%` ends the formula, as in SATLIB's files.
  bool next_word(std::string_view& word) {
    // Ends: every turn takes bytes of the text.
    while (!ended_) {
      if (cursor_.at_end()) {
        std::span<const char> window;
        if (!windows_.next(window)) return false;
        cursor_ = Cursor(range_of(window));
        at_line_begin_ = true;
      }
      const bool begins = std::exchange(at_line_begin_, false);
      line_ += begins ? 1 : 0;
      const bool has_word = cursor_.skip_blanks();
      if (has_word && !(begins && (cursor_.sees('c') || cursor_.sees('%')))) {
        word = cursor_.read_token();
        return true;
      }
      ended_ = begins && cursor_.sees('%');
      cursor_.skip_line();
      at_line_begin_ = true;
    }
    return false;
  }

  std::uint64_t read_count(const char* what) {
    std::string_view word;
    std::uint64_t value = 0;
    if (!next_word(word)) fail(std::string("expected the number of ") + what);
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    const std::uint64_t most = literals_ ? k_most_variables / 2 : k_most_variables;
    if (error != std::errc{} || stop != end || value > most) {
      fail(std::string("expected the number of ") + what + ", at most " + std::to_string(most) +
           ", found " + shown_token(word.data(), cursor_.end()));
    }
    return value;
  }

  void read_header() {
    std::string_view word;
    if (!next_word(word)) {
      line_ = line_ == 0 ? 1 : line_;
      fail("expected a line 'p cnf VARIABLES CLAUSES', found the end of the file");
    }
    const char* const at = word.data();
    if (word != "p" || !next_word(word) || word != "cnf") {
      fail("expected a line 'p cnf VARIABLES CLAUSES', found " + shown_token(at, cursor_.end()));
    }
    num_variables_ = read_count("variables");
    num_clauses_ = read_count("clauses");
    if (cursor_.skip_blanks()) {
      fail("expected the end of the header, found " + shown_token(cursor_.at(), cursor_.end()));
    }
  }

  Input input_;
  bool literals_;
  StreamWindows windows_;
  Cursor cursor_;
  std::uint64_t line_ = 0;
  bool at_line_begin_ = true;
  bool ended_ = false;
  std::uint64_t num_variables_ = 0;
  std::uint64_t num_clauses_ = 0;
  std::uint64_t next_clause_ = 0;
  Array<VertexId> clause_;
  DuplicatePins duplicates_;
};

}  // namespace

std::unique_ptr<EdgeStream> stream_cnf(Input input, bool literals, std::size_t window_bytes) {
  return std::make_unique<CnfStream>(std::move(input), literals, window_bytes);
}

}  // namespace hypermatch::detail::io
