// SPDX-License-Identifier: MIT
#include "match_ranks.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "combinations.hpp"
#include "files.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/verify_ranks.hpp"
#include "mapped_input.hpp"
#include "match_run.hpp"

namespace hypermatch::cli {

namespace {

constexpr std::string_view k_mpi = "mpi";
constexpr std::string_view k_threads = "threads:";
constexpr std::uint64_t k_most_threads = 1024;

// A context of one thread for each rank; the first one shows progress.
Context context_of(MatchRun& run, const Communicator& ranks) {
  ContextOptions options{.threads = 1, .stop = run.interrupts.stop()};
  if (ranks.rank() == 0) {
    if (const auto shown = run.log.progress()) options.progress = shown;
  }
  return Context(options);
}

// The part of a rank, with the weights that are asked for.
io::PartOfFile read_part(MatchRun& run, Communicator& ranks, const io::ReadOptions& input,
                         io::ReadReport* report) {
  io::PartOfFile read = io::read_part(ranks, run.options.file, input, report);
  const std::string& weights = run.options.input.weights;
  if (weights != "file") {
    generate::assign_weights(context_of(run, ranks), read.part.weights,
                             static_cast<EdgeId>(read.part.num_edges()), weights,
                             read.part.first_edge);
  }
  return read;
}

class RankSteps final : public MatchSteps {
 public:
  explicit RankSteps(RankParts parts) : parts_(std::move(parts)), matchings_(parts_.size()) {}

  void solve(MatchRun& run) override {
    run.options.ranks.run([&](Communicator& ranks) {
      const auto rank = static_cast<std::size_t>(ranks.rank());
      const Context context = context_of(run, ranks);
      io::PartOfFile& read = parts_[rank];
      matchings_[rank] = registry::match(context, ranks, std::move(read.part), run.request);
    });
    run.stats = own(run).stats;
  }

  // Edges were listed and weighed within the call.
  void weigh(MatchRun& run) override {
    run.value = own(run).value;
    run.report.seconds.solve -= own(run).costs.list_seconds;
    run.report.seconds.write += own(run).costs.list_seconds;
  }

  void apply(MatchRun& /*run*/, const registry::AlgorithmInfo& pass) override {
    throw Error(ErrorCode::unsupported,
                std::string(pass.name) + " does not go with " + k_ranks_flag);
  }

  void note(MatchRun& run) override {
    const RankMatching& matching = own(run);
    const RankCosts& costs = matching.costs;
    InstanceFacts& input = run.report.input;
    input.file = run.options.file;
    input.vertices = matching.num_vertices;
    input.edges = matching.num_edges;
    input.pins = matching.num_pins;
    input.max_edge_size = matching.max_edge_size;
    input.weighted = matching.is_weighted;
    run.log.line("read", "in parts: " + describe(input));
    run.log.line(
        "ranks",
        counted(parts_.size(), "rank") + ": " + counted(costs.exchanges, "exchange") + " in " +
            (costs.batches == 0 ? counted(matching.stats.rounds, "round")
                                : counted(costs.batches, "batch")) +
            ", " + counted(costs.bytes, "byte") + " for " + std::to_string(costs.boundary_pairs) +
            " pairs of shared vertex and rank, " + counted(costs.stalled_edges, "stalled edge"));
    run.note_result();
    Json& json = run.report.result.members["ranks"];
    json["size"] = parts_.size();
    json["exchanges"] = costs.exchanges;
    json["reductions"] = costs.reductions;
    json["batches"] = costs.batches;
    json["boundary_pairs"] = costs.boundary_pairs;
    json["setup_bytes"] = costs.setup_bytes;
    json["bytes"] = costs.bytes;
    json["stalled_edges"] = costs.stalled_edges;
    json["stalled_bytes"] = costs.stalled_bytes;
    json["largest_stalled_share"] = costs.largest_stalled_share;
  }

  void verify(MatchRun& run) override {
    verify::MatchingVerdict verdict;
    const io::ReadOptions input = mapped(run.options.input.read, run.options.file);
    run.options.ranks.run([&](Communicator& ranks) {
      const auto rank = static_cast<std::size_t>(ranks.rank());
      // Again: a copy would take as much memory.
      const io::PartOfFile read = read_part(run, ranks, input, nullptr);
      const verify::MatchingVerdict found = verify::check_ranks_matching(
          context_of(run, ranks), ranks, read.part, matchings_[rank].edges.view(),
          {run.request.order, read.is_graph});
      if (rank == 0 || run.options.ranks.job != nullptr) verdict = found;
    });
    run.note_verdict(verdict, Uniqueness::greedy);
  }

  // Called by all processes, and writes on the first.
  void write(MatchRun& run, const std::string& path) override {
    run.options.ranks.run([&](Communicator& ranks) {
      const RankMatching& matching = matchings_[static_cast<std::size_t>(ranks.rank())];
      RankedEdges edges(ranks, matching.edges.view());
      if (ranks.rank() != 0) {
        edges.for_each([](std::span<const ExternalEdge>) {});
        return;
      }
      io::write_external_matching(
          edges, parts_[0].is_graph, path, {.first = first_number(run.options.input.read)},
          run.options.weights ? io::LineWeights::each : io::LineWeights::none,
          matching.has_integer_weights);
    });
  }

 private:
  [[nodiscard]] const RankMatching& own(const MatchRun& run) const {
    MpiJob* const job = run.options.ranks.job;
    return matchings_[job == nullptr ? 0 : static_cast<std::size_t>(job->ranks().rank())];
  }

  RankParts parts_;
  std::vector<RankMatching> matchings_;
};

}  // namespace

int RankChoice::size() const {
  return job != nullptr ? job->ranks().size() : num_threads;
}

void RankChoice::run(const std::function<void(Communicator&)>& body) const {
  if (job != nullptr) {
    body(job->ranks());
  } else {
    run_on_thread_ranks(num_threads, body);
  }
}

void add_ranks_flag(Command& command, RankChoice& ranks) {
  command.custom(
      k_ranks_flag, "mpi|threads:N",
      [&ranks](const std::string& given) {
        ranks.given = given;
        if (given == k_mpi) return;
        const auto count = given.starts_with(k_threads)
                               ? whole_number(std::string_view(given).substr(k_threads.size()))
                               : std::nullopt;
        if (!count || *count == 0 || *count > k_most_threads) {
          refuse(k_ranks_flag, given,
                 "mpi or threads:N, N from 1 to " + std::to_string(k_most_threads));
        }
        ranks.num_threads = static_cast<int>(*count);
      },
      "The instance in parts, each read and matched by a process that mpirun started, or\n"
      "by a thread; the same matching. Native, METIS and hMETIS files");
}

void check_ranks(const MatchOptions& options) {
  if (!options.ranks.is_given()) return;
  check_combinations(options, k_ranks_flag);
}

void begin_ranks(MatchOptions& options) {
  RankChoice& ranks = options.ranks;
  ranks.writes = !options.output.empty() || options.run.json != "-";
  if (!ranks.is_given() || ranks.num_threads != 0) return;
  ranks.job = new MpiJob;  // ends in run_with_ranks, or with the process
  if (ranks.is_first()) return;
  options.run.quiet = true;
  options.run.progress = ProgressMode::off;
  options.run.json.clear();
}

int run_with_ranks(const RankChoice& ranks, const std::function<int()>& body) {
  if (ranks.job == nullptr) return body();
  std::uint64_t code = k_done;
  try {
    code = static_cast<std::uint64_t>(body());
  } catch (const AgreedError& error) {
    code = static_cast<std::uint64_t>(exit_code(error.code()));
    if (ranks.is_first()) (void)fail(static_cast<int>(code), error.what());
  }
  // None ends before the first one has said all: a process that ends with a code above 0 may end
  // the others.
  (void)std::fflush(stdout);
  ranks.job->ranks().all_reduce({&code, 1}, Reduction::max);
  delete ranks.job;
  return static_cast<int>(code);
}

void agree_on(const RankChoice& ranks, const std::function<void()>& step) {
  if (ranks.job == nullptr) return step();
  agree(ranks.job->ranks(), step);
}

bool asks_for_mpi(CommandWords arguments) {
  const std::string both = std::string(k_ranks_flag) + "=" + std::string(k_mpi);
  for (int i = 1; i < arguments.count; ++i) {
    const std::string_view word = arguments.words[i];
    if (word.starts_with(both)) return true;
    if (word.starts_with(k_mpi) && arguments.words[i - 1] == std::string_view(k_ranks_flag)) {
      return true;
    }
  }
  return false;
}

int fail_on_ranks(const Error& error) {
  RankChoice ranks;
  try {
    ranks.job = new MpiJob;  // ends in run_with_ranks
  } catch (const Error&) {
    throw error;  // each process speaks for itself
  }
  return run_with_ranks(ranks, [&] {
    agree_on(ranks, [&] { throw error; });
    return int{k_done};
  });
}

RankParts read_parts(MatchRun& run) {
  RankParts parts;
  const RankChoice& choice = run.options.ranks;
  parts.resize(static_cast<std::size_t>(choice.size()));
  io::ReadReport resolved;
  bool is_graph = false;
  const io::ReadOptions input = mapped(run.options.input.read, run.options.file);
  choice.run([&](Communicator& ranks) {
    io::ReadReport report;
    io::PartOfFile& read = parts[static_cast<std::size_t>(ranks.rank())];
    read = read_part(run, ranks, input, &report);
    if (ranks.rank() == 0 || choice.job != nullptr) {
      resolved = report;
      is_graph = read.is_graph;
    }
  });
  for (io::PartOfFile& each : parts) each.is_graph = is_graph;
  run.report.input.format = resolved.format;
  run.report.input.kind = name_of(resolved.as);
  return parts;
}

std::unique_ptr<MatchSteps> rank_steps(RankParts parts) {
  return std::make_unique<RankSteps>(std::move(parts));
}

}  // namespace hypermatch::cli
