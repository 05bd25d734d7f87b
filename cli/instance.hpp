// SPDX-License-Identifier: MIT
// Instances as the verbs get them: read, given other weights, renumbered; and what the log says
// about them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/error.hpp"
#include "options.hpp"

namespace hypermatch::cli {

/// Sizes of an instance, for log and report; what a single pass cannot know is empty.
struct InstanceFacts {
  std::string file;
  std::string format;
  std::string kind;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
  std::uint64_t max_edge_size = 0;
  std::optional<std::uint64_t> max_degree;
  bool weighted = false;
  std::uint64_t weight_column = 0;  ///< of edge lists, from 1; 0: does not apply
  std::string weight_name;          ///< in the header, or empty
};

/// Behind a violation that verifiers tell in numbers from 1 while the file counts from 0.
inline constexpr const char* k_counted_from_one = " (numbers of this message count from 1)";

/// The number of a file's first hyperedge in what is written and read of it.
[[nodiscard]] inline std::uint64_t first_number(const io::ReadOptions& options) {
  return options.zero_based ? 0 : 1;
}

/// For verbs on hypergraphs and graphs. @throws Error{unsupported}
[[noreturn]] void refuse_bipartite(const std::string& path);

/// Reads a hypergraph or a graph and puts the weights in force that `--weights` asks for.
[[nodiscard]] io::Instance load(const Context& context, const std::string& path,
                                const InputOptions& options);

/// The same in front of the file of a matching, with which it may have been swapped.
[[nodiscard]] io::Instance load_first(const Context& context, const std::string& file,
                                      const std::string& matching, const InputOptions& input);

/// Runs `work`. What algorithms and verifiers find wrong with an instance (a sum of weights beyond
/// 64 bits, say) is its file's, which they do not know: errors of input that do not begin with its
/// name get it. An empty path names no file.
template <class Work>
void naming_the_file(const std::string& path, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    if (path.empty()) throw;
    const std::string name = path == "-" ? "<stdin>" : path;
    const std::string message = error.what();
    if (error.code() != ErrorCode::invalid_input || message.starts_with(name + ":")) throw;
    throw Error(ErrorCode::invalid_input, name + ": " + message);
  }
}

/// The order with what is decided by the instance.
[[nodiscard]] OrderOptions resolved(const Context& context, const OrderOptions& order,
                                    const io::Instance& instance);

/// Counts, without the maximum degree, which costs a pass over the pins. Of rows and columns the
/// vertices are both, the edges entries.
[[nodiscard]] InstanceFacts facts_of(const std::string& path, const io::Instance& instance);
/// Of each vertex, on one thread.
[[nodiscard]] Array<EdgeId> degrees_of(const HypergraphView& hypergraph);
[[nodiscard]] Array<EdgeId> degrees_of(const AnyGraphView& graph);
[[nodiscard]] std::uint64_t max_degree(const Context& context, const io::Instance& instance);
/// What the format called `format` does not hold of an instance, for people; empty: nothing.
[[nodiscard]] std::string losses(const io::Instance& instance, std::string_view format);
/// " by column 3 (calls)" where weights come from a column and are those of the file, or empty.
[[nodiscard]] std::string weights_by_column(const InstanceFacts& facts);
/// "hmetis, hypergraph: 3 vertices, 2 edges, 5 pins, weighted".
[[nodiscard]] std::string describe(const InstanceFacts& facts);

/// One count of the reader: its name in reports, its value, and the words for people.
struct ReaderNote {
  std::string_view name;
  std::uint64_t count;
  std::string_view one;   ///< the noun for a count of 1
  std::string_view many;  ///< the noun for all other counts
  std::string what = {};
};
/// Fate of parallel edges, to stand behind their number.
[[nodiscard]] std::string what_of_parallel(const io::ReadReport& report);
/// The first line that an edge list has in front of its edges.
[[nodiscard]] ReaderNote header_note(const io::ReadReport& report);
/// "2 self-loops, left out".
[[nodiscard]] std::string to_text(const ReaderNote& note);
/// All of them, the ones that are zero too. `loops`: what became of self-loops.
[[nodiscard]] std::vector<ReaderNote> notes_of(const io::ReadReport& report,
                                               io::SelfLoops loops = io::SelfLoops::drop);
/// Logs these counts, where they are not 0, and notes.
void log_notes(Log& log, const std::vector<ReaderNote>& counts,
               const std::vector<std::string>& others);
/// Logs those that change what the file says.
void log_notes(Log& log, const io::Instance& instance);

/// The stream of a file with the weights and vertex numbers asked for. Never holds the edges.
[[nodiscard]] std::unique_ptr<EdgeStream> stream_with(std::unique_ptr<EdgeStream> source,
                                                      const std::string& weights,
                                                      std::optional<std::uint64_t> permute);

}  // namespace hypermatch::cli
