// SPDX-License-Identifier: MIT
// GraphML files, by pugixml: `<node id="a"/>` and `<edge source="a" target="b"/>` with values of
// declared keys. U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt, M. S. Marshall, "GraphML
// progress report", 2002, doi:10.1007/3-540-45848-4_59.
#include <algorithm>
#include <new>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
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

constexpr const char* k_graphml_format = "graphml";

/// Names of keys that hold the weights of edges, the first one that is there counts: all keys of
/// it.
constexpr std::string_view k_weight_names[] = {"weight", "edge weight", "edge_weight", "edgeweight",
                                               "value"};

/// The name of an element without the prefix of its namespace.
std::string_view local_name(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// The encoding that the text declares in front; empty: none, which is UTF-8.
std::string_view declared_encoding(std::string_view text) {
  if (!text.starts_with("<?xml")) return {};
  const std::string_view line = text.substr(0, text.find("?>"));
  const std::size_t at = line.find("encoding");
  if (at == std::string_view::npos) return {};
  const std::size_t open = line.find_first_of("\"'", at);
  if (open == std::string_view::npos) return {};
  const std::string_view rest = line.substr(open + 1);
  return rest.substr(0, rest.find(line[open]));
}

std::string from_latin_1(std::string_view text) {
  std::string utf8;
  utf8.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0 | (byte >> 6));
      utf8 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return utf8;
}

/// The text in UTF-8 where it is not that already. @throws Error{unsupported}
std::optional<std::string> utf8_of(const ParseInput& input) {
  const std::string_view text(input.text.data(), input.text.size());
  const std::string_view encoding = declared_encoding(text);
  if (is_word(encoding, "iso-8859-1") || is_word(encoding, "latin1")) return from_latin_1(text);
  const bool is_utf8 = encoding.empty() || is_word(encoding, "utf-8") ||
                       is_word(encoding, "utf8") || is_word(encoding, "us-ascii") ||
                       is_word(encoding, "ascii");
  if (!is_utf8) {
    refuse_at(input, input.text.data(),
              "the encoding " + shown_text(encoding) + "; UTF-8 and ISO-8859-1 are read");
  }
  return std::nullopt;
}

class GraphmlReader {
 public:
  /// `input` has the text in UTF-8.
  explicit GraphmlReader(const ParseInput& input)
      : input_(input), text_(input.text.begin(), input.text.end()), edges_(input) {}

  void read() {
    parse();
    const pugi::xml_node root = document_.document_element();
    if (local_name(root) != "graphml") {
      refuse_at(
          input_, place_of(root),
          "an XML file with the root " + shown_text(root.name()) + "; of XML, GraphML is read");
    }
    if (const pugi::xml_node second = next_element(root)) {
      throw TextFailure{place_of(second), "expected the end of the file behind the root, found " +
                                              shown_text(second.name())};
    }
    pugi::xml_node graph;
    for (const pugi::xml_node child : root.children()) {
      if (local_name(child) == "key") read_key(child);
      if (local_name(child) != "graph") continue;
      if (graph) refuse_at(input_, place_of(child), "a second graph; a file holds one");
      graph = child;
    }
    if (!graph) throw TextFailure{place_of(root), "expected an element 'graph', found none"};
    for (const pugi::xml_node child : graph.children()) read_vertex(child);
    num_vertices_ = names_.names().size();
    const bool is_directed = std::string_view(graph.attribute("edgedefault").value()) == "directed";
    for (const pugi::xml_node child : graph.children()) read_edge(child, is_directed);
  }

  Instance finish() {
    ReadReport report;
    return edges_.finish(k_graphml_format, num_vertices_, std::move(report),
                         labels_of(names_.names()));
  }

 private:
  void parse() {
    refuse_nul(input_);
    const std::string_view front =
        std::string_view(text_).substr(0, std::min(text_.find("<graphml"), text_.size()));
    if (const std::size_t entity = front.find("<!ENTITY"); entity != std::string_view::npos) {
      refuse_at(input_, input_.text.data() + entity, "declared entities; they are not resolved");
    }
    const pugi::xml_parse_result result = document_.load_buffer_inplace(
        text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    if (result) return;
    if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
    throw TextFailure{place_at(result.offset),
                      std::string("expected well-formed XML, found: ") + result.description()};
  }

  [[nodiscard]] const char* place_at(std::ptrdiff_t offset) const {
    const auto size = static_cast<std::ptrdiff_t>(input_.text.size());
    return input_.text.data() + std::clamp<std::ptrdiff_t>(offset, 0, size);
  }
  [[nodiscard]] const char* place_of(const pugi::xml_node& node) const {
    return place_at(node.offset_debug());
  }
  static pugi::xml_node next_element(pugi::xml_node node) {
    // Ends: at the last sibling.
    do node = node.next_sibling();
    while (node && node.type() != pugi::node_element);
    return node;
  }

  std::string_view need(const pugi::xml_node& node, const char* attribute) const {
    const pugi::xml_attribute found = node.attribute(attribute);
    if (found) return found.value();
    throw TextFailure{place_of(node), std::string("expected the attribute '") + attribute +
                                          "' of the element " + shown_text(node.name()) +
                                          ", found none"};
  }

  void read_key(const pugi::xml_node& key) {
    const std::string_view of = key.attribute("for").value();
    read_side_key(key);
    if (of != "edge" && of != "all" && !of.empty()) return;
    const std::string_view name = key.attribute("attr.name").value();
    const auto rank =
        static_cast<std::size_t>(std::find_if(std::begin(k_weight_names), std::end(k_weight_names),
                                              [&](std::string_view each) {
                                                return edges_.asked_weight().empty()
                                                           ? is_word(name, each)
                                                           : name == edges_.asked_weight();
                                              }) -
                                 std::begin(k_weight_names));
    if (rank == std::size(k_weight_names) && of == "edge") {
      const std::string_view type = key.attribute("attr.type").value();
      constexpr std::string_view k_numbers[] = {"double", "float", "int", "long"};
      const bool is_number = std::ranges::find(k_numbers, type) != std::end(k_numbers);
      if (is_number && !name.empty()) edges_.see_number(name);
    }
    if (rank == std::size(k_weight_names) || rank > weight_rank_) return;
    if (rank < weight_rank_) {
      weight_keys_.clear();
      default_weight_.reset();
    }
    weight_rank_ = rank;
    weight_keys_.emplace_back(need(key, "id"));
    if (const pugi::xml_node value = child_called(key, "default")) {
      default_weight_ = weight_in(value);
    }
  }

  /// A key of vertices that may say on which of two sides they are.
  void read_side_key(const pugi::xml_node& key) {
    const std::string_view of = key.attribute("for").value();
    const std::string_view name = key.attribute("attr.name").value();
    if ((of != "node" && of != "all" && !of.empty()) || !EdgeCollector::names_side(name)) return;
    const pugi::xml_node value = child_called(key, "default");
    side_keys_.push_back({need(key, "id"), name, value ? text_in(value) : std::string_view()});
  }

  static pugi::xml_node child_called(const pugi::xml_node& node, std::string_view name) {
    for (const pugi::xml_node child : node.children()) {
      if (local_name(child) == name) return child;
    }
    return {};
  }
  static std::string_view text_in(const pugi::xml_node& node) {
    std::string_view text = node.child_value();
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
  }
  [[nodiscard]] Number weight_in(const pugi::xml_node& node) const {
    return weight_of(text_in(node), place_of(node));
  }

  void refuse_nested(const pugi::xml_node& node) const {
    if (const pugi::xml_node nested = child_called(node, "graph")) {
      refuse_at(
          input_, place_of(nested),
          "a graph inside a " + std::string(local_name(node)) + "; nested graphs are not read");
    }
  }

  void read_vertex(const pugi::xml_node& node) {
    if (local_name(node) == "hyperedge") {
      refuse_at(input_, place_of(node), "a hyperedge; of GraphML, graphs are read");
    }
    if (local_name(node) != "node") return;
    refuse_nested(node);
    const std::string_view id = need(node, "id");
    const std::size_t known = names_.names().size();
    if (names_.number_of(id) != known) {
      throw TextFailure{place_of(node), "expected a new id, found " + shown_text(id) + " again"};
    }
    for (const SideKey& key : side_keys_) {
      std::string_view value = key.by_default;
      for (const pugi::xml_node data : node.children()) {
        if (key.id == data.attribute("key").value()) value = text_in(data);
      }
      if (!value.empty()) edges_.see_attribute(static_cast<VertexId>(known), key.name, value);
    }
  }

  VertexId end_of(const pugi::xml_node& edge, const char* attribute) {
    const std::string_view id = need(edge, attribute);
    const VertexId number = names_.number_of(id);
    if (number < num_vertices_) return number;
    throw TextFailure{place_of(edge), "expected the id of a node, found " + shown_text(id)};
  }

  void read_edge(const pugi::xml_node& edge, bool is_directed) {
    if (local_name(edge) != "edge") return;
    refuse_nested(edge);
    const VertexId u = end_of(edge, "source");
    const VertexId v = end_of(edge, "target");
    std::optional<Number> weight = default_weight_;
    for (const pugi::xml_node data : edge.children()) {
      if (weight_keys_.empty() || local_name(data) != "data") continue;
      const std::string_view key = data.attribute("key").value();
      if (std::ranges::find(weight_keys_, key) != weight_keys_.end()) weight = weight_in(data);
    }
    const std::string_view directed = edge.attribute("directed").value();
    edges_.count_directed((directed.empty() ? is_directed : directed == "true") ? 1 : 0);
    edges_.add(u, v, weight, place_of(edge));
  }

  struct SideKey {
    std::string_view id;
    std::string_view name;
    std::string_view by_default;
  };

  const ParseInput& input_;
  std::string text_;  // of its own, for pugixml to cut up
  pugi::xml_document document_;
  EdgeCollector edges_;
  NameTable names_;
  std::size_t num_vertices_ = 0;
  std::vector<SideKey> side_keys_;
  std::vector<std::string> weight_keys_;  // programs write one per type of values
  std::size_t weight_rank_ = std::size(k_weight_names);
  std::optional<Number> default_weight_;
};

}  // namespace

bool begins_graphml(std::span<const char> front) {
  const auto first = std::find_if_not(front.begin(), front.end(), is_space);
  return first != front.end() && *first == '<';
}

void check_front_of_graphml(const ParseInput& front) {
  check_graph_interpretation(front, k_graphml_format);
  // Elements that are open may be closed behind the front.
  located(front, [&] {
    (void)utf8_of(front);
    refuse_nul(front);
  });
}

Instance parse_graphml(const ParseInput& input) {
  check_graph_interpretation(input, k_graphml_format);
  const std::optional<std::string> converted = utf8_of(input);
  ParseInput utf8 = input;
  if (converted) utf8.text = *converted;
  Instance instance = located(utf8, [&] {
    GraphmlReader reader(utf8);
    reader.read();
    return reader.finish();
  });
  instance.report.bytes = input.text.size();
  return instance;
}

}  // namespace hypermatch::detail::io
