// SPDX-License-Identifier: MIT
#include "match_external.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "combinations.hpp"
#include "files.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/verify_external.hpp"
#include "match_run.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_flag = k_limit_flag;

// A number of bytes, or of units as GNU tools name them: K, KiB of 1024 bytes, KB of 1000, and so
// on for M, G and T.
std::uint64_t parse_bytes(const std::string& given) {
  constexpr std::string_view k_units = "KMGT";
  std::string digits = given;
  std::uint64_t base = 1024;
  const auto take = [&](char last) {
    const bool is_there =
        !digits.empty() && std::toupper(static_cast<unsigned char>(digits.back())) == last;
    if (is_there) digits.pop_back();
    return is_there;
  };
  const bool has_bytes = take('B');
  if (has_bytes) base = take('I') ? 1024 : 1000;
  std::uint64_t unit = 1;
  for (std::size_t i = 0; i < k_units.size(); ++i) {
    if (!take(k_units[i])) continue;
    for (std::size_t k = 0; k <= i; ++k) unit *= base;
    break;
  }
  const auto count = unit == 1 && has_bytes ? std::nullopt : whole_number(digits);
  if (!count || *count == 0 || *count > std::numeric_limits<std::uint64_t>::max() / unit) {
    refuse(k_flag, given, "a whole number of bytes below 2^64, or of units: 512M, 4G, 512MB");
  }
  return *count * unit;
}

class ExternalSteps final : public MatchSteps {
 public:
  explicit ExternalSteps(io::OpenedEdges edges) : edges_(std::move(edges)) {}

  void solve(MatchRun& run) override {
    ExternalOptions options{.order = run.request.order,
                            .method = run.options.limit.method,
                            .memory_bytes = bytes_beside_stream(run),
                            .scratch = run.options.limit.scratch};
    const Context& context = run.context.now();
    if (edges_.source != nullptr) {
      matching_ = edges_.is_graph ? external_graph_matching(context, *edges_.source, options)
                                  : external_matching(context, *edges_.source, options);
    } else {
      matching_ = edges_.is_graph ? external_graph_matching(context, *edges_.stream, options)
                                  : external_matching(context, *edges_.stream, options);
    }
    edges_.source.reset();
    edges_.stream.reset();
    run.stats = matching_.stats;
  }

  void weigh(MatchRun& run) override { run.value = matching_.value; }

  void apply(MatchRun& /*run*/, const registry::AlgorithmInfo& pass) override {
    throw Error(ErrorCode::unsupported, std::string(pass.name) + " takes no " + k_flag);
  }

  void note(MatchRun& run) override {
    InstanceFacts& input = run.report.input;
    input.file = run.options.file;  // format and kind are known since it was opened
    input.vertices = matching_.num_vertices;
    input.edges = matching_.edges_seen;
    input.pins = matching_.pins_seen;
    input.max_edge_size = matching_.max_edge_size;
    input.weighted = matching_.is_weighted;
    run.log.line("read", "never held: " + describe(input));
    run.log.line("passes", in_passes(matching_.passes) + "; read " +
                               counted(matching_.source_bytes, "byte") + " of the file, wrote " +
                               counted(matching_.scratch_written, "byte") + " to scratch, read " +
                               counted(matching_.scratch_read, "byte") + " of it");
    run.note_result();
    run.report.result.members["passes"] = matching_.passes;
    run.report.result.members["source_bytes_read"] = matching_.source_bytes;
    run.report.result.members["scratch_bytes_read"] = matching_.scratch_read;
    run.report.result.members["scratch_bytes_written"] = matching_.scratch_written;
  }

  void verify(MatchRun& run) override {
    verify::ExternalDemands demands;
    demands.order = run.request.order;
    demands.memory_bytes = bytes_beside_stream(run);
    demands.scratch = run.options.limit.scratch;
    demands.is_graph = edges_.is_graph;
    const verify::ExternalVerdict verdict = verify::check_external_matching(
        run.context.now(), [&] { return open_again(run); }, *matching_.edges, demands);
    run.log.line("passes", in_passes(verdict.passes) + " of the proof");
    run.report.result.members["verify_passes"] = verdict.passes;
    run.note_verdict(verdict.matching, Uniqueness::greedy);
  }

  void write(MatchRun& run, const std::string& path) override {
    io::VertexLabels labels{.first = first_number(run.options.input.read)};
    if (edges_.read_labels) labels = edges_.read_labels();
    io::write_external_matching(*matching_.edges, edges_.is_graph, path, labels,
                                run.options.weights ? io::LineWeights::each : io::LineWeights::none,
                                matching_.has_integer_weights);
  }

 private:
  // The limit without the bytes that unpack the file.
  [[nodiscard]] std::uint64_t bytes_beside_stream(const MatchRun& run) const {
    const std::uint64_t limit = run.options.limit.bytes;
    const std::uint64_t taken = std::min(limit, edges_.stream_bytes);
    if (edges_.stream == nullptr && edges_.source == nullptr) return limit - taken;
    const VertexId vertices =
        edges_.stream != nullptr ? edges_.stream->num_vertices() : edges_.source->num_vertices();
    const std::uint64_t least = external_memory_floor(vertices) + taken;
    if (limit < least) {
      throw Error(ErrorCode::resources,
                  std::string(k_flag) + " is " + std::to_string(limit) + ", " +
                      counted(vertices, "vertex") +
                      (taken == 0 ? "" : " and " + counted(taken, "byte") + " to unpack the file") +
                      " need at least " + std::to_string(least));
    }
    return limit - taken;
  }
  static std::string in_passes(std::uint64_t passes) {
    return std::to_string(passes) + (passes == 1 ? " pass" : " passes");
  }
  static std::unique_ptr<EdgeStream> open_again(const MatchRun& run) {
    io::OpenedEdges again = io::open_edges(run.options.file, run.options.input.read, nullptr,
                                           run.options.limit.scratch, run.options.limit.bytes);
    std::unique_ptr<EdgeStream> stream =
        again.source == nullptr ? std::move(again.stream) : io::stream_of(std::move(again.source));
    return stream_with(std::move(stream), run.options.input.weights, std::nullopt);
  }

  io::OpenedEdges edges_;
  ExternalMatching matching_;
};

}  // namespace

void add_memory_flags(Command& command, MemoryLimit& limit) {
  command.group("Larger than memory");
  command.custom(
      k_flag, "BYTES", [&limit](const std::string& given) { limit.bytes = parse_bytes(given); },
      "Never holds the instance: passes over a native, METIS or hMETIS file find the\n"
      "same matching. 512M, 4G; at least 16M and a bit per vertex");
  command.text("--scratch", "DIR", limit.scratch,
               "Folder for what does not fit (default: that of the system)");
}

void check_memory_limit(MatchOptions& options) {
  const auto method = value_of_name<ExternalMethod>(options.request.variant);
  if (!options.limit.is_given()) {
    const auto refuse = [](const std::string& what) {
      throw Error(ErrorCode::invalid_option, what + " goes with " + k_flag);
    };
    if (method) refuse("--variant " + options.request.variant);
    if (!options.limit.scratch.empty()) refuse("--scratch");
    return;
  }
  if (method) {
    options.limit.method = *method;
    options.request.variant.clear();
  }
  check_combinations(options, k_flag);
  if (options.verify && is_read_once(options.file)) {
    throw Error(ErrorCode::invalid_option,
                std::string("--verify with ") + k_flag +
                    " reads the instance again, and a pipe cannot be read twice");
  }
}

std::unique_ptr<MatchSteps> external_steps(const MatchRun& run, io::OpenedEdges edges) {
  if (edges.label_bytes > run.options.limit.bytes / 2) {
    throw Error(ErrorCode::resources, run.options.file + ": the ids of its vertices need " +
                                          counted(edges.label_bytes, "byte") +
                                          ", more than half of " + k_flag +
                                          "; convert --to metis numbers them from 1");
  }
  const std::string& weights = run.options.input.weights;
  if (weights != "file") {
    if (edges.source != nullptr) edges.stream = io::stream_of(std::move(edges.source));
    edges.source.reset();
    edges.stream = stream_with(std::move(edges.stream), weights, std::nullopt);
  }
  return std::make_unique<ExternalSteps>(std::move(edges));
}

}  // namespace hypermatch::cli
