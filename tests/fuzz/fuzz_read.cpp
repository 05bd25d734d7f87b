// SPDX-License-Identifier: MIT
// Any bytes into every reader: nothing but hypermatch::Error may come out, or an instance that
// keeps its invariants and reads the same on two threads and as a stream. The first byte of the
// input picks format and interpretation, the rest is the file. FUZZ_FORMAT=NAME in the environment
// leaves inputs of other formats out.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/dimacs/stream_cnf.hpp"
#include "io/formats/hgr/hgr.hpp"

namespace {

using namespace hypermatch;

struct Target {
  const char* format;
  io::Interpretation as;
  bool zero_based = false;
  bool has_csv_header = false;
};

constexpr Target k_targets[] = {
    {"hmetis", io::Interpretation::automatic},
    {"metis", io::Interpretation::automatic},
    {"metis", io::Interpretation::hypergraph},
    {"matrix_market", io::Interpretation::graph},
    {"matrix_market", io::Interpretation::row_net},
    {"matrix_market", io::Interpretation::column_net},
    {"edge_list", io::Interpretation::automatic},
    {"dimacs", io::Interpretation::automatic},
    {"cnf", io::Interpretation::primal},
    {"cnf", io::Interpretation::dual},
    {"cnf", io::Interpretation::literal},
    {"native", io::Interpretation::automatic},
    {"", io::Interpretation::automatic},
    {"matrix_market", io::Interpretation::bipartite},
    {"kidney", io::Interpretation::automatic},
    {"kidney", io::Interpretation::graph},
    {"edge_list", io::Interpretation::automatic, false, true},
    {"metis", io::Interpretation::automatic, true},
    {"matrix_market", io::Interpretation::row_net, true},
    {"dimacs", io::Interpretation::automatic, true},
    {"gml", io::Interpretation::automatic},
    {"graphml", io::Interpretation::automatic},
    {"pajek", io::Interpretation::automatic},
    {"dot", io::Interpretation::automatic},
    {"table", io::Interpretation::bipartite},
};

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "fuzz_read: %s\n", what);
  std::abort();
}

void expect(bool holds, const char* what) {
  if (!holds) fail(what);
}

// A header may promise 2^32 vertices in ten bytes; checking them takes memory that no reader needs.
constexpr VertexId k_most_vertices = 1U << 20;

// Whether some number may be one of vertices or edges, legal, and so large that to hold as many, or
// to compare them, takes seconds.
bool promises_much(std::span<const char> bytes) {
  constexpr std::uint64_t k_legal = std::uint64_t{1} << 32;
  std::uint64_t number = 0;
  bool much = false;
  for (const char c : bytes) {
    if (c >= '0' && c <= '9') {
      number = std::min(10 * number + static_cast<std::uint64_t>(c - '0'), 2 * k_legal);
    } else {
      much |= number > k_most_vertices && number <= k_legal;
      number = 0;
    }
  }
  return much || (number > k_most_vertices && number <= k_legal);
}

void check_graph(const EdgeListView& graph) {
  std::vector<std::uint64_t> pairs;
  for (const GraphEdge& edge : graph.edges) {
    expect(edge.u < graph.num_vertices && edge.v < graph.num_vertices, "an end is out of range");
    expect(edge.u != edge.v, "a self-loop is left");
    pairs.push_back(std::uint64_t{std::min(edge.u, edge.v)} << 32 | std::max(edge.u, edge.v));
  }
  std::sort(pairs.begin(), pairs.end());
  expect(std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end(), "a parallel edge is left");
  if (graph.num_vertices <= k_most_vertices) validate(to_hypergraph(graph).view());
}

void check(const io::Instance& instance) {
  if (const auto* graph = std::get_if<Graph>(&instance.data)) {
    check_graph(graph->edges(Context({.threads = 1})).view());
    if (graph->has_rows() && graph->num_vertices() <= k_most_vertices) {
      validate(graph->rows(Context({.threads = 1})).view());
    }
    return;
  }
  const auto& hypergraph = std::get<Hypergraph>(instance.data);
  if (hypergraph.num_vertices <= k_most_vertices) validate(hypergraph.view());
}

std::string outcome_of(const io::Instance& instance) {
  std::string all;
  const auto add = [&](const auto& items) {
    all.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(items[0]));
  };
  const auto add_edges = [&](const auto& data) {
    if constexpr (requires { data.pins; }) {
      add(data.offsets);
      add(data.pins);
    } else if constexpr (requires { data.edges; }) {
      add(data.edges);
    } else {
      add(data.offsets);
      add(data.neighbours);
    }
    std::visit(
        [&](const auto& held) {
          if constexpr (requires { held.size(); }) add(held);
        },
        data.weights);
  };
  if (const auto* graph = std::get_if<Graph>(&instance.data)) {
    std::visit(add_edges, graph->form());
    add(graph->vertex_weights);
  } else {
    add_edges(std::get<Hypergraph>(instance.data));
    add(std::get<Hypergraph>(instance.data).vertex_weights);
  }
  return all + instance.labels.text;
}

// Reads with all that may go wrong as text.
template <class Body>
std::string outcome(const Body& body) {
  try {
    return body();
  } catch (const Error& error) {
    expect(error.code() != ErrorCode::internal, error.what());
    return "error " + std::to_string(static_cast<int>(error.code())) + error.what();
  }
}

// As rows and columns, on any number of threads.
void check_rows_and_columns(std::span<const char> bytes, const io::ReadOptions& options,
                            const Context& one, const Context& two) {
  const auto outcome_on = [&](const Context& context) {
    return outcome([&] {
      io::ReadOptions asked = options;
      if (asked.as == io::Interpretation::automatic) asked.as = io::Interpretation::bipartite;
      const io::Instance instance =
          io::to_bipartite(context, io::read_text(context, bytes, "fuzz", asked), asked.zeros);
      const auto& graph = std::get<Bipartite>(instance.data);
      if (graph.num_rows <= k_most_vertices) validate(graph.view());
      std::string all = std::to_string(graph.num_columns);
      const auto add = [&](const auto& items) {
        all.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(items[0]));
      };
      add(graph.offsets);
      add(graph.columns);
      return all;
    });
  };
  expect(outcome_on(one) == outcome_on(two), "two threads read other rows and columns");
}

std::unique_ptr<detail::io::PeekStream> stream_of(std::span<const char> bytes) {
  class Bytes final : public detail::io::ByteStream {
   public:
    explicit Bytes(std::span<const char> bytes) : bytes_(bytes) {}
    std::size_t read(std::span<char> to) override {
      const std::size_t size = std::min(to.size(), bytes_.size());
      std::copy_n(bytes_.data(), size, to.data());
      bytes_ = bytes_.subspan(size);
      return size;
    }

   private:
    std::span<const char> bytes_;
  };
  return std::make_unique<detail::io::PeekStream>(std::make_unique<Bytes>(bytes));
}

// What a stream gives is what reading gives, or it refuses.
void check_stream(const io::Instance& instance, const Target& target, std::span<const char> bytes) {
  const auto& hypergraph = std::get<Hypergraph>(instance.data);
  const HypergraphView view = hypergraph.view();
  detail::io::Input input;
  input.name = "fuzz";
  input.stream = stream_of(bytes);
  (void)outcome([&]() -> std::string {
    const auto stream = std::string_view(target.format) == "hmetis"
                            ? detail::io::stream_hgr(std::move(input), 16)
                            : detail::io::stream_cnf(std::move(input),
                                                     target.as == io::Interpretation::literal, 16);
    StreamedEdge edge;
    EdgeId count = 0;
    while (stream->next(edge)) {
      // Blank lines are told from empty hyperedges at the end of the file only.
      if (instance.report.blank_lines > 0) continue;
      expect(edge.id == count && count < view.num_edges(), "the stream has other edges");
      std::vector<VertexId> got(edge.pins.begin(), edge.pins.end());
      std::vector<VertexId> expected(view.pins_of(count).begin(), view.pins_of(count).end());
      std::sort(got.begin(), got.end());
      std::sort(expected.begin(), expected.end());
      expect(got == expected, "the stream has other pins");
      expect(edge.weight == weight_at(view.weights, count), "the stream has other weights");
      ++count;
    }
    return {};
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const Context one({.threads = 1});
  static const Context two({.threads = 2, .backend = HostBackend::std_threads});
  static const char* const only = std::getenv("FUZZ_FORMAT");
  const Target& target = k_targets[data[0] % std::size(k_targets)];
  if (only != nullptr && std::string_view(target.format) != only) return -1;
  // A copy of its own size, so that reading past its end is noticed.
  const std::vector<char> bytes(data + 1, data + size);
  if (promises_much(bytes)) return -1;  // not kept in the corpus
  const io::Zeros zeros = data[0] < 128 ? io::Zeros::keep : io::Zeros::drop;
  io::ReadOptions options{target.format, target.as, zeros};
  options.zero_based = target.zero_based;
  options.csv.header = target.has_csv_header;
  if (target.as == io::Interpretation::bipartite) {
    check_rows_and_columns(bytes, options, one, two);
    return 0;
  }
  const std::string alone = outcome([&] {
    const io::Instance instance = io::read_text(one, bytes, "fuzz", options);
    check(instance);
    const std::string_view format = target.format;
    if (format == "hmetis" || (format == "cnf" && target.as != io::Interpretation::dual)) {
      check_stream(instance, target, bytes);
    }
    return outcome_of(instance);
  });
  const std::string together =
      outcome([&] { return outcome_of(io::read_text(two, bytes, "fuzz", options)); });
  expect(alone == together, "two threads read something else");
  // A byte order mark is handled where a text is opened, in front of what is read in windows.
  const bool may_have_mark = !bytes.empty() && static_cast<unsigned char>(bytes[0]) >= 0x80;
  if (std::string_view(target.format) == "hmetis" && !may_have_mark) {
    for (const Context* context : {&one, &two}) {
      const std::string cut = outcome([&] {
        detail::io::MemoryWindows windows(bytes, detail::io::MemoryWindows::Padding::missing, 24);
        return outcome_of(detail::io::read_hgr(*context, windows, "fuzz", bytes.size(), {24, 7}));
      });
      expect(alone == cut, "small windows read something else");
    }
  }
  return 0;
}
