// SPDX-License-Identifier: MIT
#include "bipartite.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

struct BipartiteContestant {
  const char* name;
  BipartiteAlgorithm* run;
};

const std::vector<BipartiteContestant> k_one_core = {
    {"hopcroft_karp", hopcroft_karp}, {"hkdw", hkdw}, {"pfp", pfp}, {"default", maximum_matching}};
const std::vector<BipartiteContestant> k_all_cores = {{"default", maximum_matching},
                                                      {"p_hk", p_hk},
                                                      {"p_pfp", p_pfp},
                                                      {"p_dbfs", p_dbfs},
                                                      {"ms_bfs_graft", ms_bfs_graft}};
constexpr std::array<std::pair<const char*, BipartiteStart>, 3> k_starts = {
    {{"cheap", BipartiteStart::cheap},
     {"karp_sipser", BipartiteStart::karp_sipser},
     {"two_sided", BipartiteStart::two_sided}}};

std::vector<VertexId> random_order(VertexId count, std::mt19937_64& random) {
  std::vector<VertexId> order(count);
  std::iota(order.begin(), order.end(), VertexId{0});
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

Bipartite permuted(const BipartiteView& graph) {
  std::mt19937_64 random(1);
  const std::vector<VertexId> rows = random_order(graph.num_rows, random);
  const std::vector<VertexId> columns = random_order(graph.num_columns, random);
  Bipartite result;
  result.num_rows = graph.num_rows;
  result.num_columns = graph.num_columns;
  result.columns.reserve(graph.num_entries());
  result.offsets.push_back(0);
  for (const VertexId r : rows) {
    const std::size_t begin = result.columns.size();
    for (const VertexId c : graph.columns_of(r)) result.columns.push_back(columns[c]);
    std::sort(result.columns.begin() + begin, result.columns.end());
    result.offsets.push_back(result.columns.size());
  }
  return result;
}

// Runs algorithms on one graph; ends the program if they do not agree on the size.
class BipartiteContest {
 public:
  BipartiteContest(const BipartiteView& graph, std::size_t repetitions, double limit)
      : graph_(graph), repetitions_(repetitions), limit_(limit) {}

  // Medians in milliseconds of all, which take turns; infinite for those that are given up. What is
  // quick is run more often, and where they take seconds, one run after the first is enough.
  [[nodiscard]] std::vector<double> run(int threads,
                                        const std::vector<BipartiteContestant>& contestants) {
    std::vector<std::vector<double>> times(contestants.size());
    double first = 0;
    for (std::size_t r = 0; r <= repetitions_after(first); ++r) {
      for (std::size_t c = 0; c < contestants.size(); ++c) {
        if (r > 0 && times[c].back() == k_never) continue;
        const double time = run_once(threads, contestants[c]);
        if (r == 0) first += time == k_never ? 0 : time;
        if (r <= 1) times[c].clear();
        times[c].push_back(time);
      }
    }
    std::vector<double> result;
    for (const auto& of_one : times) result.push_back(median(of_one));
    return result;
  }
  // Of a maximum matching, if any algorithm has found one.
  [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }

  static constexpr double k_never = std::numeric_limits<double>::infinity();

 private:
  [[nodiscard]] std::size_t repetitions_after(double first) const {
    constexpr double k_long = 3000;
    constexpr std::size_t k_most = 5;  // times as many as asked for
    if (first > k_long) return 1;
    const double wanted = k_long / std::max(first, 1.0);
    return std::max(repetitions_, static_cast<std::size_t>(std::min(
                                      wanted, static_cast<double>(k_most * repetitions_))));
  }

  double run_once(int threads, const BipartiteContestant& contestant) {
    const Deadline deadline(limit_);
    const Context context({.threads = threads, .stop = deadline.token()});
    std::uint64_t got = 0;
    try {
      const double time =
          milliseconds([&] { got = contestant.run(context, graph_, {}).cardinality; });
      if (!size_) size_ = got;
      if (got == *size_) return time;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) return k_never;
      throw;
    }
    std::fprintf(stderr, "error: %s finds %llu pairs, others %llu\n", contestant.name,
                 static_cast<unsigned long long>(got), static_cast<unsigned long long>(*size_));
    std::exit(EXIT_FAILURE);
  }

  BipartiteView graph_;
  std::size_t repetitions_;
  double limit_;
  std::optional<std::uint64_t> size_;
};

std::string cell(double value, int digits) {
  return value == BipartiteContest::k_never ? "given up" : fixed(value, digits);
}

// Of two times, either of which may be that of a run that was given up.
std::string ratio_cell(double time, double of) {
  return of == BipartiteContest::k_never ? "-" : cell(time / of, 2);
}

struct Tables {
  std::string one_core;
  std::string all_cores;
  std::string starts;
  std::vector<double> ratios;  // default / best other, where that takes over 10 ms
};

void add_one_core(const NamedBipartite& instance, std::optional<std::uint64_t> size,
                  const std::vector<double>& times, Tables& tables) {
  const BipartiteView graph = instance.graph.view();
  const double best = *std::min_element(times.begin(), times.end() - 1);
  if (best > 10 && best != BipartiteContest::k_never) tables.ratios.push_back(times.back() / best);
  std::vector<std::string> cells = {
      instance.name, std::to_string(graph.num_rows), std::to_string(graph.num_columns),
      std::to_string(graph.num_entries()), size ? std::to_string(*size) : "-"};
  for (const double time : times) cells.push_back(cell(time, 2));
  cells.push_back(ratio_cell(times.back(), best));
  std::fputs(table_row(cells).c_str(), stderr);
  tables.one_core += table_row(cells);
}

void add_starts(const Context& context, const NamedBipartite& instance,
                std::optional<std::uint64_t> size, std::size_t repetitions, Tables& tables) {
  std::array<std::uint64_t, k_starts.size()> got{};
  std::vector<std::function<void()>> runs;
  for (std::size_t i = 0; i < k_starts.size(); ++i) {
    runs.emplace_back([&, i] {
      got[i] =
          start_matching(context, instance.graph.view(), {.start = k_starts[i].second}).cardinality;
    });
  }
  const std::vector<double> times = medians(repetitions, runs);
  std::vector<std::string> cells = {instance.name};
  for (std::size_t i = 0; i < k_starts.size(); ++i) {
    cells.push_back(
        size ? fixed(100.0 * static_cast<double>(got[i]) / static_cast<double>(*size), 2) : "-");
    cells.push_back(fixed(times[i], 2));
  }
  tables.starts += table_row(cells);
}

void measure_bipartite(const BipartiteSettings& settings, const Context& one,
                       const NamedBipartite& instance, Tables& tables) {
  BipartiteContest contest(instance.graph.view(), settings.repetitions, settings.limit);
  const std::vector<double> times = contest.run(1, k_one_core);
  add_one_core(instance, contest.size(), times, tables);
  const std::vector<double> wide = contest.run(settings.threads, k_all_cores);
  std::vector<std::string> cells = {instance.name, cell(wide.front(), 2)};
  for (std::size_t i = 1; i < wide.size(); ++i) cells.push_back(ratio_cell(wide[i], wide.front()));
  tables.all_cores += table_row(cells);
  add_starts(one, instance, contest.size(), settings.repetitions, tables);
}

void print_summary(const std::vector<double>& ratios) {
  if (ratios.empty()) return;
  const auto within =
      std::count_if(ratios.begin(), ratios.end(), [](double r) { return r <= 1.05; });
  std::printf(
      "\nWhere the best of the first three takes over 10 ms (%zu instances), the default takes %s "
      "of "
      "it in geometric mean, %s at most, and at most 1.05 on %s %%.\n",
      ratios.size(), fixed(geometric_mean(ratios), 2).c_str(),
      fixed(*std::max_element(ratios.begin(), ratios.end()), 2).c_str(),
      fixed(100.0 * static_cast<double>(within) / static_cast<double>(ratios.size()), 0).c_str());
}

}  // namespace

NamedBipartite load_matrix(const Context& context, std::string spec) {
  constexpr const char* k_permuted = "permuted ";
  const bool permute = spec.starts_with(k_permuted);
  if (permute) spec = spec.substr(std::string(k_permuted).size());
  NamedBipartite instance = load_bipartite(context, spec);
  if (permute) instance = {instance.name + ", permuted", permuted(instance.graph.view())};
  return instance;
}

int bipartite(const BipartiteSettings& settings) {
  const Context one({.threads = 1});
  const Context many({.threads = settings.threads});
  Tables tables;
  tables.one_core = table_row({"instance", "rows", "columns", "entries", "size", "hopcroft_karp ms",
                               "hkdw ms", "pfp ms", "default ms", "of the best"}) +
                    table_rule(10);
  tables.all_cores =
      table_row({"instance", "default ms", "p_hk", "p_pfp", "p_dbfs", "ms_bfs_graft"}) +
      table_rule(6);
  tables.starts =
      table_row({"instance", "cheap %", "ms", "karp_sipser %", "ms", "two_sided %", "ms"}) +
      table_rule(7);
  for (const std::string& spec : settings.instances) {
    std::fprintf(stderr, "%s\n", spec.c_str());
    measure_bipartite(settings, one, load_matrix(many, spec), tables);
  }
  std::printf("One core.\n\n%s", tables.one_core.c_str());
  print_summary(tables.ratios);
  std::printf(
      "\nOn %d threads, as multiples of the default's time (which runs on one); given up after "
      "%s s.\n\n%s",
      settings.threads, fixed(settings.limit, 0).c_str(), tables.all_cores.c_str());
  std::printf("\nStarts on one core: pairs as a share of the maximum, and time.\n\n%s",
              tables.starts.c_str());
  return EXIT_SUCCESS;
}

std::vector<std::string> standard_bipartite(const std::string& data_folder) {
  std::vector<std::string> bases = {"delaunay:n=262144",
                                    "rgg:n=262144",
                                    "grid:x=1000,y=1000",
                                    "road:x=1000,y=1000",
                                    "rmat:scale=17",
                                    "random_bipartite:rows=500000,columns=500000,degree=2",
                                    "random_bipartite:rows=500000,columns=500000,degree=4",
                                    "random_bipartite:rows=500000,columns=500000,degree=8",
                                    "random_bipartite:rows=800000,columns=400000,degree=3",
                                    "random_bipartite:rows=400000,columns=800000,degree=4"};
  add_files(data_folder,
            {"mtx-suitesparse/bfly.mtx.zst", "bip-recsys/amazon-book-test.mtx.zst",
             "bip-recsys/gowalla-train.mtx.zst", "graph-dimacs10/mdual.graph.zst",
             "graph-snap/arxiv-cit-hep-ph.mtx.zst", "graph-snap/soc-slashdot0902-directed.mtx.zst",
             "graph-snap/email-enron.mtx.zst", "graph-snap/web-NotreDame.txt.zst",
             "graph-community/cora_full.graph.zst", "graph-community/musae-github.graph.zst",
             "graph-pace17/he171.mtx.zst", "graph-pace17/he184.mtx.zst",
             "graph-pace25/ds_priv029.mtx.zst", "graph-pace25/ds_pub081.mtx.zst",
             "graph-weighted-steiner/track3_178.graph.zst"},
            bases);
  std::vector<std::string> specs;
  for (const std::string& base : bases) {
    specs.push_back(base);
    if (!base.starts_with("random_bipartite")) specs.push_back("permuted " + base);
  }
  specs.insert(specs.end(),
               {"layered:levels=100000", "permuted layered:levels=100000",
                "chain_bipartite:n=10000000", "complete_bipartite:rows=5000,columns=5000"});
  return specs;
}

}  // namespace hypermatch::bench
