// SPDX-License-Identifier: MIT
// Reading and writing instances and matchings. docs/formats.md says what each format looks like and
// what is done with files that bend its rules.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/as.hpp"
#include "hypermatch/atomic_file.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/instance.hpp"
#include "hypermatch/parallel_edges.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/vertex_labels.hpp"

namespace hypermatch::io {

/// How a file is read as an instance (`--as`).
enum class Interpretation {
  automatic,   ///< what the format stands for by itself
  graph,       ///< an undirected graph
  hypergraph,  ///< a hypergraph (of a graph file: the 2-uniform one with the same edges)
  row_net,     ///< of a matrix: a hyperedge per row, a vertex per column
  column_net,  ///< of a matrix: a hyperedge per column, a vertex per row
  primal,      ///< of a CNF: a hyperedge per clause, a vertex per variable
  dual,        ///< of a CNF: a hyperedge per variable, a vertex per clause
  literal,     ///< of a CNF: a hyperedge per clause, a vertex per literal
  clique,      ///< of a hypergraph: the graph of its clique expansion (`hypermatch/expand.hpp`)
  star,        ///< of a hypergraph: the graph of its star expansion
  bipartite,   ///< rows and columns, as `to_bipartite` makes them of what the format stands for
};

}  // namespace hypermatch::io

namespace hypermatch {

template <>
struct EnumNames<io::Interpretation> {
  static constexpr EnumName<io::Interpretation> all[] = {
      {io::Interpretation::automatic, "automatic", false},
      {io::Interpretation::graph, "graph"},
      {io::Interpretation::hypergraph, "hypergraph"},
      {io::Interpretation::row_net, "row-net"},
      {io::Interpretation::column_net, "column-net"},
      {io::Interpretation::primal, "primal"},
      {io::Interpretation::dual, "dual"},
      {io::Interpretation::literal, "literal"},
      {io::Interpretation::clique, "clique"},
      {io::Interpretation::star, "star"},
      {io::Interpretation::bipartite, "bipartite"}};
};

}  // namespace hypermatch

namespace hypermatch::io {

/// A format that the library knows.
struct FormatInfo {
  const char* name = "";        ///< as `--format` takes it
  const char* extensions = "";  ///< usual file name endings, comma separated
  const char* description = "";
  bool reads = false;
  bool writes_hypergraph = false;
  bool writes_graph = false;
  bool writes_bipartite = false;  ///< rows and columns
  bool streams = false;           ///< edges can be read one by one without holding the instance
  bool holds_vertex_weights = false;
  bool holds_ids = false;             ///< of vertices, where they are not simply 1 .. n
  bool holds_lone_vertices = false;   ///< those without edges
  bool holds_parallel_edges = false;  ///< hyperedges of the same two pins; where not, the heaviest
  bool holds_pairs_only = false;      ///< only hypergraphs with two pins per edge are written
};

/// All formats, in the order of the documentation.
[[nodiscard]] std::span<const FormatInfo> formats();

/// The format that the ending of a file's name tells (in front of `.gz` and `.zst`); null: none.
[[nodiscard]] const FormatInfo* format_of_path(const std::string& path);

/// Treatment of stored matrix entries whose value is zero, entry by entry.
enum class Zeros {
  keep,  ///< they are entries like others
  drop,  ///< they are left out
};

/// Treatment of self-loops of graphs: entries that name one vertex twice.
enum class SelfLoops {
  drop,  ///< they are counted and left out
  /// They are counted, and `Instance::loop_weights` has their weights, 1 where edges have none;
  /// among several at a vertex the heaviest counts, as among parallel edges. Not of instances that
  /// are read as hypergraphs, and not of the format kidney.
  keep,
};

/// Treatment of edges of negative weight.
enum class NegativeWeights {
  keep,  ///< they are weights like others
  /// A negative weight of an edge or self-loop in a text is an Error{invalid_input} that names the
  /// line. Matrix entries count by their absolute values. Native files are not checked.
  refuse,
};

/// Weights of entries where a file is read as rows and columns.
enum class EntryWeights {
  drop,  ///< only the pattern is made
  keep,  ///< they are `Instance::entry_weights`
};

/// Whether files are mapped instead of read.
enum class Mapping {
  /// Files are read. One that becomes shorter meanwhile is an Error{io}; changes that come later do
  /// not concern the instance.
  off,
  /// Plain native files are mapped privately: faster to load, and pages that are never looked at
  /// cost no memory. Writes to the instance do not reach the file. Danger: for as long as the
  /// instance lives, the file must not be shortened or written to. An access to what has been cut
  /// off ends the process by SIGBUS unless the caller handles that signal, and what is written
  /// there
  /// may show in the arrays, unchecked. A file that is replaced by renaming another is safe.
  native_files,
};

/// How the columns of an edge list are found. With `header` or `columns` the file is read as
/// separated values with quotes (RFC 4180), however many columns it has.
struct CsvColumns {
  bool header = false;     ///< the first line names the columns
  bool no_header = false;  ///< the first line is an edge, whatever it looks like
  /// The columns of source, target and, if there are three, weight: names in the first line
  /// (`header` is then implied), or numbers from 1. Empty: the first two columns, and the third if
  /// there is one.
  std::vector<std::string> columns = {};

  [[nodiscard]] bool are_given() const { return header || !columns.empty(); }
};

struct ReadOptions {
  std::string format = {};  ///< a name from `formats`; empty: by content, then by file name
  Interpretation as = Interpretation::automatic;
  Zeros zeros = Zeros::keep;
  SelfLoops self_loops = SelfLoops::drop;
  /// For all graph files but METIS, and for matrices that are read as graphs; self-loops that are
  /// kept are treated alike. With the last two every edge has a weight.
  ParallelEdges parallel = ParallelEdges::heaviest;
  NegativeWeights negative_weights = NegativeWeights::keep;
  bool positive_vertex_weights = false;  ///< METIS: others than these are errors at their line
  Mapping mapping = Mapping::off;
  /// Vertices, rows and columns are numbered from 0, in a format that counts from 1 by its rules.
  bool zero_based = false;
  /// A rectangular matrix, or a list that declares two sides, is rows and columns without an
  /// interpretation, no error.
  bool rectangular_as_bipartite = false;
  /// How an edge list or a graph is rows and columns. Two: the first column of a list names rows,
  /// the second one columns, and equal ids of both are different things; each vertex of a graph is
  /// a row or a column, as the file declares, else by its edges. One: the ids are vertices of one
  /// graph, the matrix is its adjacency. None: as the file declares, else two for lists and one for
  /// graphs.
  std::optional<Sides> sides = {};
  EntryWeights entry_weights = EntryWeights::drop;
  /// Numbers of an edge list that may be times are weights like others, but where their column is
  /// called so.
  bool keeps_times = false;
  CsvColumns csv = {};
  std::uint32_t longest_cycle = 3;  ///< kidney: of an exchange; 2 .. `k_longest_cycle`
};

/// The most that `ReadOptions::longest_cycle` may be.
inline constexpr std::uint32_t k_longest_cycle = 16;

/// A declaration of the edges in the first line of an edge list, as KONECT writes it.
enum class DeclaredEdges {
  nothing,
  undirected,  ///< `% sym`
  directed,    ///< `% asym`
  two_sided,   ///< `% bip`: equal ids in the two columns are different vertices
};

/// Counts of lines and entries that the reader saw, and of those that it dropped, merged or
/// repaired.
struct ReadReport {
  std::string format;                             ///< as resolved
  Interpretation as = Interpretation::automatic;  ///< as resolved
  std::uint64_t bytes = 0;                        ///< of text or binary, after decompression
  DeclaredEdges declared = DeclaredEdges::nothing;
  std::uint64_t comment_lines = 0;
  std::uint64_t blank_lines = 0;
  /// Faults in the banner of a matrix: one percent sign, words behind it.
  std::uint64_t banner_faults = 0;
  std::uint64_t header_lines = 0;   ///< of edge lists: lines of column names, skipped
  std::string header;               ///< that line, as messages show it
  bool names_directions = false;    ///< of edge lists: columns are called source and target, or so
  std::uint64_t weight_column = 0;  ///< of edge lists: its number, from 1; 0 without weights
  std::string weight_name;          ///< the name of that column, where a header has one
  std::uint64_t merged_pins = 0;    ///< pins repeated inside one edge
  std::uint64_t empty_edges = 0;
  std::uint64_t self_loops = 0;
  std::uint64_t parallel_edges = 0;                  ///< of graphs: repeated pairs that were merged
  ParallelEdges parallel = ParallelEdges::heaviest;  ///< how they were
  std::uint64_t differing_weights =
      0;                             ///< pairs whose entries, in both directions, differ in weight
  std::uint64_t explicit_zeros = 0;  ///< stored matrix entries whose value is zero
  bool has_entry_weights = false;    ///< of rows and columns: the file has weights of entries
  std::optional<Sides> sides = {};   ///< of an edge list or a graph as rows and columns
  std::uint64_t complex_values = 0;  ///< of matrix entries, left out: only the pattern is read
  std::uint64_t zero_weights = 0;
  std::uint64_t negative_weights = 0;
  std::uint64_t altruists = 0;        ///< of pools: donors without a recipient, in no exchange
  std::uint64_t directed_edges = 0;   ///< of graphs that name a direction, read without it
  std::uint64_t missing_weights = 0;  ///< edges without weight, which count 1 beside others
  std::vector<std::string> notes;     ///< how else the file was read, for people
};

/// An instance as a file holds it.
struct Instance {
  AnyInstance data;
  VertexLabels labels;  ///< of vertices, or of rows
  ReadReport report;
  Weights loop_weights = {};  ///< of a graph whose loops are kept: size n, 0 without one; or none
  /// The ids of columns, where they are not those of rows as in an adjacency matrix.
  std::optional<VertexLabels> column_labels = {};
  Weights entry_weights = {};  ///< of rows and columns, if they are kept: one per entry, or none
  /// 0 or 1 per vertex of a graph whose file says on which of two sides each one is (attribute
  /// `bipartite`, two modes of Pajek); else empty.
  std::vector<std::uint8_t> vertex_sides = {};

  [[nodiscard]] InstanceKind kind() const { return kind_of(data); }
  [[nodiscard]] bool is_graph() const { return kind() == InstanceKind::graph; }
  /// The ids of both sides.
  [[nodiscard]] SideLabels side_labels() const {
    return {labels, column_labels ? *column_labels : labels};
  }

  /// The instance as the requested kind; by value from a temporary.
  /// @throws Error{invalid_input} "the instance (metis) is a graph, asked for a hypergraph"
  [[nodiscard]] const Hypergraph& hypergraph() const& { return as<Hypergraph>(data, called()); }
  [[nodiscard]] Hypergraph& hypergraph() & { return as<Hypergraph>(data, called()); }
  [[nodiscard]] Hypergraph hypergraph() && { return as<Hypergraph>(std::move(data), called()); }
  [[nodiscard]] const Graph& graph() const& { return as<Graph>(data, called()); }
  [[nodiscard]] Graph& graph() & { return as<Graph>(data, called()); }
  [[nodiscard]] Graph graph() && { return as<Graph>(std::move(data), called()); }
  [[nodiscard]] const Bipartite& bipartite() const& { return as<Bipartite>(data, called()); }
  [[nodiscard]] Bipartite& bipartite() & { return as<Bipartite>(data, called()); }
  [[nodiscard]] Bipartite bipartite() && { return as<Bipartite>(std::move(data), called()); }

 private:
  [[nodiscard]] std::string called() const {
    return report.format.empty() ? "the instance" : "the instance (" + report.format + ")";
  }
};

/// Reads an instance of any kind from a file, `-` for standard input; `.gz` and `.zst` are unpacked
/// on the fly, recognised by content. Text is parsed by all threads of the context. A graph keeps
/// the form of its format: rows of METIS files, lists of the others.
/// @throws Error{invalid_input} "FILE:LINE: what was expected and what was found", Error{io,
/// invalid_option, unsupported, resources, cancelled}
[[nodiscard]] Instance read(const Context& context, const std::string& path,
                            const ReadOptions& options = {});

/// Reads an instance from uncompressed bytes in memory. `name` stands for the file in messages and
/// helps to recognise the format.
[[nodiscard]] Instance read_text(const Context& context, std::span<const char> bytes,
                                 const std::string& name, const ReadOptions& options = {});

/// An instance as rows and columns: a graph as its adjacency matrix (labels and all), a hypergraph
/// as its incidence matrix with a row per hyperedge and a column per vertex, a bipartite graph as
/// it is. `Zeros::drop` leaves out edges of weight zero of a graph. Entries of a graph weigh what
/// their edges do, those of a row of a hypergraph what the hyperedge does.
///
/// `read` with `Interpretation::bipartite` returns the same of what a file stands for, with three
/// exceptions: a matrix is its entries (symmetric ones stand for both triangles, the columns of
/// each row ascend), with their values as weights; edge lists and graphs may have two sides
/// (`ReadOptions::sides`); and a CNF has a row per clause and a column per variable.
/// `report.merged_pins` and `parallel_edges` count entries that were repeated, of which the
/// heaviest counts, `empty_edges` rows without entries (not of graphs). @throws Error{resources,
/// cancelled}
[[nodiscard]] Instance to_bipartite(const Context& context, Instance instance,
                                    Zeros zeros = Zeros::keep,
                                    EntryWeights weights = EntryWeights::drop);

/// Opens a file as a stream of edges that never holds the hypergraph. Formats that do not store
/// edge after edge are refused with Error{unsupported}. `report`, if given, is told the format and
/// the interpretation, as resolved.
[[nodiscard]] std::unique_ptr<EdgeStream> open_stream(const std::string& path,
                                                      const ReadOptions& options = {},
                                                      ReadReport* report = nullptr);

/// Writes an instance, a graph as its list; the file appears whole or not at all (`-` is standard
/// output). Vertex weights, ids and vertices without edges are left out where the format does not
/// hold them.
/// @throws Error{unsupported} if the format cannot hold it; Error{io, resources}
void write(const Context& context, const Instance& instance, const std::string& path,
           const std::string& format = {});

/// Reads a hypergraph matching as `write_matching` writes it; ids are returned 0-based as they
/// stand, in file order, not checked against an instance (where `first` is 1, 0 becomes 2^64 - 1;
/// ids beyond 64 bits are errors). `weights`, if given, gets the weights that stand behind all
/// numbers, or nothing; without it they are errors.
[[nodiscard]] std::vector<std::uint64_t> read_matching(const std::string& path,
                                                       std::uint64_t first = 1,
                                                       std::vector<double>* weights = nullptr);

/// Writes the matched edges, one number per line, counted from `first`; whole or not at all.
void write_matching(std::span<const EdgeId> edges, const std::string& path,
                    std::uint64_t first = 1);
/// Writes the matched edges; all threads of the context format them.
void write_matching(const Context& context, std::span<const EdgeId> edges, const std::string& path,
                    std::uint64_t first = 1);

/// Pairs of vertices as a file holds them, 0-based.
struct VertexPairs {
  std::vector<std::array<std::uint64_t, 2>> pairs;
  /// Ids that no vertex has, where ids are not simply 1 .. n: number n + i stands for `unknown[i]`,
  /// in which bytes that no terminal shows are written as `\x1b`.
  std::vector<std::string> unknown;
  /// The first line, in the layout `mates`, whose vertex and mate do not name each other, or whose
  /// vertex had a line before. `pairs` ends before this line. Empty if there is none.
  std::string violation;
  std::vector<double> weights = {};  ///< of the pairs, where the file has them behind; else empty
};

/// How a matching of a graph is written.
enum class MatchingLayout {
  pairs,  ///< `u v` per matched edge
  mates,  ///< `v MATE` per vertex, `-` for none; of a b-matching `v MATE MATE ...`
};

}  // namespace hypermatch::io

namespace hypermatch {

template <>
struct EnumNames<io::MatchingLayout> {
  static constexpr EnumName<io::MatchingLayout> all[] = {{io::MatchingLayout::pairs, "pairs"},
                                                         {io::MatchingLayout::mates, "mates"}};
};

}  // namespace hypermatch

namespace hypermatch::io {

/// Reads a matching of a graph with `num_vertices` vertices called `labels`, as
/// `write_graph_matching` writes it (in the layout `mates` also 0 for none where ids count from 1);
/// ids are not checked against the instance. In the layout
/// `mates` a vertex and its mate name each other, and the pair is kept once. @throws
/// Error{invalid_input} "FILE:LINE: ...", Error{io, resources}
[[nodiscard]] VertexPairs read_graph_matching(const std::string& path, const VertexLabels& labels,
                                              VertexId num_vertices,
                                              MatchingLayout layout = MatchingLayout::pairs);

/// Reads a b-matching of a graph. In the layout `mates` a line may have several mates, and each
/// vertex must have a line (otherwise Error{invalid_input}).
[[nodiscard]] VertexPairs read_b_matching(const std::string& path, const VertexLabels& labels,
                                          VertexId num_vertices,
                                          MatchingLayout layout = MatchingLayout::pairs);

/// Writes the matched edges, one per line, ascending, u as it stands first in the input; or for
/// each vertex its mates, ascending. Between two ids stands a blank, or a tab where `labels` hold
/// blanks; what would be misread, or is no plain text, stands in quotes. Whole or not at all.
void write_graph_matching(const EdgeListView& graph, std::span<const EdgeId> edges,
                          const VertexLabels& labels, const std::string& path,
                          MatchingLayout layout = MatchingLayout::pairs);
/// Writes pairs as `matched_pairs` returns them; all vertices are below `num_vertices`.
void write_graph_matching(VertexId num_vertices, std::span<const GraphEdge> pairs,
                          const VertexLabels& labels, const std::string& path,
                          MatchingLayout layout = MatchingLayout::pairs);

/// Writes these pairs; all threads of the context format them.
void write_graph_matching(const Context& context, VertexId num_vertices,
                          std::span<const GraphEdge> pairs, const VertexLabels& labels,
                          const std::string& path, MatchingLayout layout = MatchingLayout::pairs);

}  // namespace hypermatch::io
