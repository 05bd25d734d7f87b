// SPDX-License-Identifier: MIT
// Graphs of Graphviz in the language DOT: `graph { a -- b [weight=3] }`. Its grammar:
// https://graphviz.org/doc/info/lang.html.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/available_memory.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/builders/named_graph.hpp"
#include "io/builders/room_for_edges.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/drawn/dot_tokens.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/vertex_numbers.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;
using Kind = DotToken::Kind;

constexpr const char* k_dot_format = "dot";

/// Attributes of edges whose numbers say how to draw them.
constexpr std::string_view k_drawn_numbers[] = {
    "arrowsize",     "constraint", "fontsize", "key",   "labelangle", "labeldistance",
    "labelfontsize", "minlen",     "penwidth", "layer", "id"};

/// Subgraphs inside subgraphs; each takes a frame of the stack.
constexpr int k_deepest = 256;

class DotReader {
 public:
  DotReader(const ParseInput& input, DotTokens::Extent extent)
      : input_(input), tokens_(range_of(input.text), extent), edges_(input) {}

  void read() {
    refuse_nul(input_);
    advance();
    if (is_keyword("strict")) advance();
    if (!is_keyword("graph") && !is_keyword("digraph")) {
      fail("'graph' or 'digraph'");
    }
    is_directed_ = is_keyword("digraph");
    advance();
    if (token_.kind == Kind::id) advance();
    take('{');
    read_statements(0);
    advance();
    if (is_keyword("strict") || is_keyword("graph") || is_keyword("digraph")) {
      refuse_at(input_, token_.at, "a second graph; a file holds one");
    }
    if (token_.kind != Kind::end) fail("the end of the file behind the graph");
  }

  Instance finish() {
    if (is_directed_) edges_.count_directed(edges_.size());
    ReadReport report;
    report.comment_lines = tokens_.comments();
    const std::vector<std::string_view>& names = names_.names();
    return edges_.finish(k_dot_format, names.size(), std::move(report), labels_of(names));
  }

 private:
  using Vertices = std::vector<VertexId>;

  void advance() { token_ = tokens_.next(); }
  [[noreturn]] void fail(const std::string& what) const {
    fail_expected(token_.at, tokens_.end(), what);
  }
  [[nodiscard]] bool sees(char mark) const {
    return token_.kind == Kind::mark && token_.text[0] == mark;
  }
  [[nodiscard]] bool is_keyword(std::string_view lower) const {
    return token_.kind == Kind::id && token_.is_bare && is_word(token_.text, lower);
  }
  void take(char mark) {
    if (!sees(mark)) fail(std::string("'") + mark + "'");
    advance();
  }

  /// Statements up to the brace that ends them, which stays the present token.
  void read_statements(int depth) {
    const std::optional<Number> outer = default_weight_;
    const SideAttributes outer_sides = default_sides_;
    // Ends: every turn takes a token, up to the end of the text.
    while (!sees('}')) {
      if (sees(';')) {
        advance();
      } else {
        read_statement(depth);
      }
    }
    default_weight_ = outer;
    default_sides_ = outer_sides;
  }

  void read_statement(int depth) {
    if (is_keyword("graph")) {
      advance();
      return read_attributes(true, [](const DotToken&, const DotToken&) {});
    }
    if (is_keyword("node")) {
      advance();
      return read_attributes(true, [&](const DotToken& name, const DotToken& value) {
        if (EdgeCollector::names_side(name.text)) {
          default_sides_.emplace_back(name.text, value.text);
        }
      });
    }
    if (is_keyword("edge")) {
      advance();
      if (const auto weight = read_weight(true)) default_weight_ = weight;
      return;
    }
    const DotToken first = token_;
    std::vector<Vertices> chain(1);
    if (read_end(chain[0], depth)) return;
    while (token_.kind == Kind::edge) {
      check_edge_operator();
      advance();
      if (token_.kind != Kind::id && !sees('{')) fail("a node or a subgraph");
      chain.emplace_back();
      (void)read_end(chain.back(), depth);
    }
    if (chain.size() == 1) {
      return read_attributes(false, [&](const DotToken& name, const DotToken& value) {
        if (chain[0].size() == 1) edges_.see_attribute(chain[0][0], name.text, value.text);
      });
    }
    const std::optional<Number> weight = read_weight(false);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      connect(chain[i], chain[i + 1], weight ? weight : default_weight_, first.at);
    }
  }

  void check_edge_operator() const {
    if ((token_.text == "->") == is_directed_) return;
    fail(is_directed_ ? "'->' in a digraph" : "'--' in a graph");
  }

  /// Reads a node or a subgraph. @returns whether it was an assignment `name = value` instead
  bool read_end(Vertices& ends, int depth) {
    const bool is_subgraph = is_keyword("subgraph");
    if (is_subgraph || sees('{')) {
      std::string name;
      if (is_subgraph) {
        advance();
        if (token_.kind == Kind::id) {
          name = token_.text;
          advance();
        }
      }
      read_subgraph(ends, name, depth);
      return false;
    }
    if (token_.kind != Kind::id || is_keyword("strict") || is_keyword("digraph")) {
      fail("a node, a subgraph or '}'");
    }
    const DotToken id = token_;
    advance();
    if (sees('=')) {
      advance();
      if (token_.kind != Kind::id) fail("a value behind '='");
      advance();
      return true;
    }
    // A port and a point of the compass.
    for (int i = 0; i < 2 && sees(':'); ++i) {
      advance();
      if (token_.kind != Kind::id) fail("a port behind ':'");
      advance();
    }
    const std::size_t known = names_.names().size();
    ends.push_back(names_.number_of(id.text));
    if (ends.back() == known) {
      for (const auto& [name, value] : default_sides_) {
        edges_.see_attribute(ends.back(), name, value);
      }
    }
    if (!scopes_.empty()) scopes_.back().push_back(ends.back());
    return false;
  }

  void read_subgraph(Vertices& ends, const std::string& name, int depth) {
    if (depth == k_deepest) {
      throw TextFailure{token_.at, "expected at most " + std::to_string(k_deepest) +
                                       " subgraphs inside each other, found more"};
    }
    take('{');
    scopes_.emplace_back();
    read_statements(depth + 1);
    advance();
    Vertices members = std::move(scopes_.back());
    scopes_.pop_back();
    sort_and_merge(members);
    if (!name.empty()) {
      // A subgraph that is opened again goes on; all its vertices matter to edges only.
      Vertices& all = subgraphs_[name];
      all.insert(all.end(), members.begin(), members.end());
      if (token_.kind == Kind::edge) {
        sort_and_merge(all);
        members = all;
      }
    }
    if (!scopes_.empty()) {
      scopes_.back().insert(scopes_.back().end(), members.begin(), members.end());
    }
    ends = std::move(members);
  }
  static void sort_and_merge(Vertices& vertices) {
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  }

  void connect(const Vertices& from, const Vertices& to, const std::optional<Number>& weight,
               const char* at) {
    const std::uint64_t product = std::uint64_t{from.size()} * to.size();
    constexpr std::uint64_t k_many = std::uint64_t{1} << 16;
    if (product > k_many) {
      // A few bytes may ask for many edges: all ends of one subgraph with all of another.
      check_limit(at, edges_.size() + product, "edges");
      check_room_for_edges(input_.name, 4 * (edges_.size() + product), base::available_memory());
    }
    for (const VertexId u : from) {
      input_.context.check_cancelled();
      for (const VertexId v : to) edges_.add(u, v, weight, at);
    }
  }

  /// The weight that lists of attributes of edges set, if they do.
  std::optional<Number> read_weight(bool is_needed) {
    std::optional<Number> weight;
    read_attributes(is_needed, [&](const DotToken& name, const DotToken& value) {
      if (edges_.is_weight(name.text, "weight")) {
        weight = weight_of(value.text, value.at);
      } else if (is_number(value.text) &&
                 std::ranges::find(k_drawn_numbers, name.text) == std::end(k_drawn_numbers)) {
        edges_.see_number(name.text);
      }
    });
    return weight;
  }

  /// Reads lists of attributes; see(name, value) for each with a value.
  template <class See>
  void read_attributes(bool is_needed, const See& see) {
    if (is_needed && !sees('[')) fail("'['");
    // Ends: every turn takes a list.
    while (sees('[')) {
      advance();
      while (!sees(']')) {
        if (token_.kind != Kind::id) fail("an attribute or ']'");
        const DotToken name = token_;
        advance();
        if (sees('=')) {
          advance();
          if (token_.kind != Kind::id) fail("a value behind '='");
          see(name, token_);
          advance();
        }
        if (sees(',') || sees(';')) advance();
      }
      advance();
    }
  }

  using SideAttributes = std::vector<std::pair<std::string, std::string>>;

  const ParseInput& input_;
  DotTokens tokens_;
  DotToken token_;
  EdgeCollector edges_;
  NameTable names_;
  std::optional<Number> default_weight_;
  SideAttributes default_sides_;  // attributes of new vertices that may say their side
  std::vector<Vertices> scopes_;  // vertices of the subgraphs that are open
  std::map<std::string, Vertices> subgraphs_;
  bool is_directed_ = false;
};

}  // namespace

bool begins_dot(std::span<const char> front) {
  try {
    DotTokens tokens(range_of(front), DotTokens::Extent::front);
    DotToken token = tokens.next();
    const auto is_keyword = [&](std::string_view lower) {
      return token.kind == Kind::id && token.is_bare && is_word(token.text, lower);
    };
    if (is_keyword("strict")) token = tokens.next();
    if (!is_keyword("graph") && !is_keyword("digraph")) return false;
    token = tokens.next();
    if (token.kind == Kind::id) token = tokens.next();
    return token.kind == Kind::mark && token.text == "{";
  } catch (const FrontEnds&) {
    return false;
  } catch (const TextFailure&) {
    return false;
  }
}

void check_front_of_dot(const ParseInput& front) {
  check_graph_interpretation(front, k_dot_format);
  check_front_of(front, [&] { DotReader(front, DotTokens::Extent::front).read(); });
}

Instance parse_dot(const ParseInput& input) {
  check_graph_interpretation(input, k_dot_format);
  return located(input, [&] {
    DotReader reader(input, DotTokens::Extent::whole);
    reader.read();
    return reader.finish();
  });
}

}  // namespace hypermatch::detail::io
