// SPDX-License-Identifier: MIT
// GML files: `graph [ node [ id 1 label "a" ] edge [ source 1 target 2 weight 3 ] ]`, keys and
// values in nested lists, most of which say how to draw. M. Himsolt, "GML: a portable graph file
// format", 1997.
#include <charconv>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/builders/graph_builder.hpp"
#include "io/builders/named_graph.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/vertex_numbers.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;

constexpr const char* k_gml_format = "gml";

enum class Extent { whole, front };

struct Token {
  enum class Kind { word, text, open, close, end };
  Kind kind = Kind::end;
  std::string_view text;  // of a text without its quotes
  const char* at = nullptr;
};

/// Cuts a text into words, texts in quotes, and brackets.
class Tokens {
 public:
  Tokens(TextRange text, Extent extent) : at_(text.begin), end_(text.end), extent_(extent) {}

  Token next() {
    skip_space();
    if (at_ == end_) {
      if (extent_ == Extent::front) throw FrontEnds{};
      return {Token::Kind::end, {}, at_};
    }
    const char* const begin = at_;
    if (*at_ == '[' || *at_ == ']') {
      ++at_;
      return {*begin == '[' ? Token::Kind::open : Token::Kind::close, {begin, 1}, begin};
    }
    if (*at_ == '"') return text_in_quotes();
    while (at_ != end_ && !is_space(*at_) && *at_ != '[' && *at_ != ']' && *at_ != '"') ++at_;
    return {Token::Kind::word, {begin, at_}, begin};
  }
  [[nodiscard]] const char* end() const { return end_; }
  [[nodiscard]] std::uint64_t comment_lines() const { return comment_lines_; }

 private:
  void skip_space() {
    // Ends: at what is neither space nor comment.
    while (at_ != end_ && (is_space(*at_) || *at_ == '#')) {
      if (*at_ == '#') {
        ++comment_lines_;
        at_ = line_begin_after(at_, end_);
      } else {
        ++at_;
      }
    }
  }
  Token text_in_quotes() {
    const char* const begin = at_++;
    while (at_ != end_ && *at_ != '"') ++at_;
    if (at_ == end_) {
      if (extent_ == Extent::front) throw FrontEnds{};
      throw TextFailure{begin, "expected a closing quote, found the end of the file behind " +
                                   shown_token(begin, end_)};
    }
    ++at_;
    return {Token::Kind::text, {begin + 1, at_ - 1}, begin};
  }

  const char* at_;
  const char* end_;
  Extent extent_;
  std::uint64_t comment_lines_ = 0;
};

void append_utf8(std::string& text, std::uint32_t point) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0 | (point >> 6));
  } else {
    if (point < 0x10000) {
      put(0xE0 | (point >> 12));
    } else {
      put(0xF0 | (point >> 18));
      put(0x80 | ((point >> 12) & 0x3F));
    }
    put(0x80 | ((point >> 6) & 0x3F));
  }
  put(0x80 | (point & 0x3F));
}

/// The code point of an entity, without `&` and `;`; 0 for others than those of XML and numbers.
std::uint32_t point_of(std::string_view entity) {
  constexpr std::pair<std::string_view, char> k_named[] = {
      {"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}};
  for (const auto& [name, c] : k_named) {
    if (entity == name) return static_cast<std::uint32_t>(c);
  }
  if (!entity.starts_with('#')) return 0;
  entity.remove_prefix(1);
  const bool is_hex = entity.starts_with('x') || entity.starts_with('X');
  if (is_hex) entity.remove_prefix(1);
  std::uint32_t point = 0;
  const char* const end = entity.data() + entity.size();
  const auto [stop, failure] = std::from_chars(entity.data(), end, point, is_hex ? 16 : 10);
  const bool is_point = failure == std::errc{} && stop == end && point <= 0x10FFFF;
  return is_point ? point : 0;
}

std::string without_entities(std::string_view text) {
  std::string plain;
  // Ends: every turn takes at least a byte.
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find('&'), text.size());
    plain.append(text.substr(0, begin));
    text.remove_prefix(begin);
    if (text.empty()) break;
    const std::size_t end = text.substr(0, 12).find(';');
    const std::uint32_t point =
        end == std::string_view::npos ? 0 : point_of(text.substr(1, end - 1));
    if (point != 0) {
      append_utf8(plain, point);
    } else {
      plain += '&';
    }
    text.remove_prefix(point != 0 ? end + 1 : 1);
  }
  return plain;
}

class GmlReader {
 public:
  GmlReader(const ParseInput& input, Extent extent)
      : input_(input), tokens_(range_of(input.text), extent), edges_(input) {}

  void read() {
    refuse_nul(input_);
    const char* graph = nullptr;
    for_each_pair(Token::Kind::end, [&](const Token& key, const Token& value) {
      if (key.text != "graph") return skip(value);
      if (graph != nullptr) refuse_at(input_, key.at, "a second graph; a file holds one");
      graph = key.at;
      need_list(key, value);
      read_graph();
    });
    if (graph == nullptr) {
      fail_expected(tokens_.end(), tokens_.end(), "'graph ['");
    }
  }

  Instance finish() {
    for (const Edge& edge : read_edges_) {
      edges_.add(end_of(edge.source), end_of(edge.target), edge.weight, edge.at);
    }
    if (is_directed_) edges_.count_directed(read_edges_.size());
    ReadReport report;
    report.comment_lines = tokens_.comment_lines();
    const std::vector<std::string_view>& ids = ids_.names();
    // igraph writes names where others write labels.
    const std::vector<std::string_view>& called = labels_.empty() ? names_ : labels_;
    hypermatch::io::VertexLabels names = labels_or_ids(called, ids.size(), labels_of(ids), report);
    return edges_.finish(k_gml_format, ids.size(), std::move(report), std::move(names));
  }

 private:
  struct Edge {
    Token source;
    Token target;
    std::optional<Number> weight;
    const char* at = nullptr;
  };

  /// take(key, value) for the pairs of a list up to `last`; a value that is a list must be read.
  template <class Take>
  void for_each_pair(Token::Kind last, const Take& take) {
    // Ends: every turn reads a token, up to the end of the text.
    while (true) {
      const Token key = tokens_.next();
      if (key.kind == last) return;
      const bool is_key = key.kind == Token::Kind::word && is_key_begin(key.text.front());
      if (!is_key) {
        fail_expected(key.at, tokens_.end(), last == Token::Kind::close ? "a key or ']'" : "a key");
      }
      const Token value = tokens_.next();
      if (value.kind == Token::Kind::close || value.kind == Token::Kind::end) {
        fail_expected(value.at, tokens_.end(), "the value of " + shown_text(key.text));
      }
      take(key, value);
    }
  }
  static bool is_key_begin(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  /// Passes over a value; a list of any depth takes no recursion.
  void skip(const Token& value) {
    std::uint64_t depth = value.kind == Token::Kind::open ? 1 : 0;
    while (depth != 0) {
      const Token token = tokens_.next();
      if (token.kind == Token::Kind::open) ++depth;
      if (token.kind == Token::Kind::close) --depth;
      if (token.kind == Token::Kind::end) fail_expected(token.at, tokens_.end(), "']'");
    }
  }
  void need_list(const Token& key, const Token& value) const {
    if (value.kind == Token::Kind::open) return;
    fail_expected(value.at, tokens_.end(), "'[' behind " + shown_text(key.text));
  }

  void read_graph() {
    for_each_pair(Token::Kind::close, [&](const Token& key, const Token& value) {
      if (key.text == "node") {
        need_list(key, value);
        read_node(key.at);
      } else if (key.text == "edge") {
        need_list(key, value);
        read_edge(key.at);
      } else if (key.text == "graph") {
        refuse_at(input_, key.at, "a graph inside a graph; nested graphs are not read");
      } else if (key.text == "directed") {
        if (value.text != "0" && value.text != "1") {
          fail_expected(value.at, tokens_.end(), "'directed 0' or 'directed 1'");
        }
        is_directed_ = value.text == "1";
      } else {
        skip(value);
      }
    });
  }

  /// Keeps the value of a key that stands once.
  void take_once(Token& kept, const Token& key, const Token& value) const {
    if (kept.at != nullptr) {
      throw TextFailure{key.at, "expected one " + shown_text(key.text) + ", found a second one"};
    }
    if (value.kind == Token::Kind::open) {
      fail_expected(value.at, tokens_.end(), "the value of " + shown_text(key.text));
    }
    kept = value;
  }

  /// The text of a value, entities resolved.
  std::string_view plain(const Token& value) {
    if (value.kind != Token::Kind::text || value.text.find('&') == std::string_view::npos) {
      return value.text;
    }
    return kept_.emplace_back(without_entities(value.text));
  }

  void read_node(const char* at) {
    Token id;
    Token label;
    Token name;
    for_each_pair(Token::Kind::close, [&](const Token& key, const Token& value) {
      if (key.text == "id") {
        take_once(id, key, value);
      } else if (key.text == "label") {
        take_once(label, key, value);
      } else if (key.text == "name" && value.kind != Token::Kind::open) {
        take_once(name, key, value);
      } else if (EdgeCollector::names_side(key.text) && value.kind != Token::Kind::open) {
        const auto vertex = static_cast<VertexId>(ids_.names().size());
        edges_.see_attribute(vertex, key.text, value.text);
      } else {
        skip(value);
      }
    });
    if (id.at == nullptr) throw TextFailure{at, "expected the 'id' of the node, found none"};
    const std::size_t known = ids_.names().size();
    if (ids_.number_of(plain(id)) != known) {
      throw TextFailure{id.at, "expected a new id, found " + shown_text(id.text) + " again"};
    }
    if (label.at != nullptr) labels_.push_back(plain(label));
    if (name.at != nullptr) names_.push_back(plain(name));
  }

  void read_edge(const char* at) {
    Edge edge;
    edge.at = at;
    Token weight;
    Token value_of_edge;
    for_each_pair(Token::Kind::close, [&](const Token& key, const Token& value) {
      if (key.text == "source") {
        take_once(edge.source, key, value);
      } else if (key.text == "target") {
        take_once(edge.target, key, value);
      } else if (edges_.is_weight(key.text, "weight")) {
        take_once(weight, key, value);
      } else if (edges_.is_weight(key.text, "value") && value.kind != Token::Kind::open) {
        take_once(value_of_edge, key, value);
      } else {
        if (value.kind == Token::Kind::word && is_number(value.text) && key.text != "id") {
          edges_.see_number(key.text);
        }
        skip(value);
      }
    });
    for (const auto& [end, name] : {std::pair{&edge.source, "source"}, {&edge.target, "target"}}) {
      if (end->at == nullptr) {
        throw TextFailure{at, std::string("expected the '") + name + "' of the edge, found none"};
      }
    }
    const Token& counts = weight.at != nullptr ? weight : value_of_edge;
    if (counts.at != nullptr) edge.weight = weight_of(counts.text, counts.at);
    read_edges_.push_back(edge);
  }

  VertexId end_of(const Token& id) {
    const std::size_t known = ids_.names().size();
    const VertexId number = ids_.number_of(plain(id));
    if (number < known) return number;
    throw TextFailure{id.at, "expected the id of a node, found " + shown_text(id.text)};
  }

  const ParseInput& input_;
  Tokens tokens_;
  EdgeCollector edges_;
  NameTable ids_;
  std::vector<std::string_view> labels_;
  std::vector<std::string_view> names_;
  std::vector<Edge> read_edges_;
  std::deque<std::string> kept_;
  bool is_directed_ = false;
};

}  // namespace

bool begins_gml(std::span<const char> front) {
  try {
    Tokens tokens({front.data(), front.data() + front.size()}, Extent::front);
    // Ends: every turn reads a token.
    while (true) {
      const Token key = tokens.next();
      const Token value = tokens.next();
      if (key.kind != Token::Kind::word) return false;
      if (key.text == "graph" && value.kind == Token::Kind::open) return true;
      // `Creator "..."`, `Version 1` and the like stand in front.
      if (value.kind != Token::Kind::text && !is_number(value.text)) return false;
    }
  } catch (const FrontEnds&) {
    return false;
  }
}

void check_front_of_gml(const ParseInput& front) {
  check_graph_interpretation(front, k_gml_format);
  check_front_of(front, [&] { GmlReader(front, Extent::front).read(); });
}

Instance parse_gml(const ParseInput& input) {
  check_graph_interpretation(input, k_gml_format);
  return located(input, [&] {
    GmlReader reader(input, Extent::whole);
    reader.read();
    return reader.finish();
  });
}

}  // namespace hypermatch::detail::io
