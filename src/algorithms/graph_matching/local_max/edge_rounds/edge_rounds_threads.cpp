// SPDX-License-Identifier: MIT
// Local max over candidate edges: Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66. Guarantee 1/2. Each vertex keeps the word of its best edge: no
// two edges of a vertex have the same, since no pair stands in a list twice.
#include "algorithms/graph_matching/local_max/edge_rounds/edge_rounds.hpp"

#include <atomic>
#include <cstddef>
#include <utility>

#include "base/large_vector.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

using base::GraphRank;

// Words that one thread uses.
struct PlainWords {
  template <class T>
  static void raise(T& word, T value) {
    if (word < value) word = value;
  }
  template <class T>
  static void set(T& word, T value) {
    word = value;
  }
};

// Words that several threads raise or set at once. Relaxed throughout: a maximum has one outcome
// whatever the order, and the end of the parallel loop publishes it to the next one.
struct SharedWords {
  template <class T>
  static void raise(T& word, T value) {
    const std::atomic_ref shared(word);
    T seen = shared.load(std::memory_order_relaxed);
    // Ends: `seen` grows whenever the exchange fails for another reason than chance.
    while (seen < value && !shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }
  template <class T>
  static void set(T& word, T value) {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  }
};

template <class Words>
class EdgeRounds {
 public:
  EdgeRounds(const Context& context, const Context& workers, VertexId num_vertices,
             Array<GraphRank> edges)
      : context_(context), workers_(workers), edges_(std::move(edges)), key_(num_vertices, 0) {
    outcome_.mates = filled_vector(num_vertices, k_none);
  }

  EdgeRoundsOutcome run(Removal removal) {
    if (removal == Removal::compact) left_.resize(edges_.size());
    const std::size_t m = edges_.size();
    // Ends: the uppermost edge left is the best at both ends, so each round matches an edge.
    for (std::size_t left = m; left > 0;) {
      context_.check_cancelled();
      context_.report({"solve", m - left, m});
      ++outcome_.rounds;
      match();
      left = removal == Removal::compact ? compact() : mark();
    }
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] bool is_free(VertexId v) const { return outcome_.mates[v] == k_none; }
  // False for edges that `mark` leaves in the list.
  [[nodiscard]] bool is_left(const GraphRank& edge) const {
    return is_free(edge.low) && is_free(edge.high);
  }

  template <class Body>
  void for_left(const Body& body) {
    parallel::for_each(workers_, edges_.size(), [&](std::size_t i) {
      const GraphRank edge = edges_[i];
      if (is_left(edge)) body(edge);
    });
  }

  void match() {
    for_left([&](const GraphRank& edge) {
      Words::raise(key_[edge.low], edge.key);
      Words::raise(key_[edge.high], edge.key);
    });
    // Of a vertex only one edge is the best, so no two write a word, unless a pair stands in the
    // list twice: both then write the same. Nothing in this loop reads what it writes.
    parallel::for_chunks(workers_, parallel::cut(workers_, edges_.size()),
                         [&](std::size_t, std::size_t begin, std::size_t end) {
                           // In locals: members would be reloaded after each atomic store.
                           const GraphRank* const edges = edges_.data();
                           const std::uint64_t* const key = key_.data();
                           VertexId* const mates = outcome_.mates.data();
                           for (std::size_t i = begin; i < end; ++i) {
                             const GraphRank edge = edges[i];
                             if (key[edge.low] != edge.key || key[edge.high] != edge.key) continue;
                             Words::set(mates[edge.low], edge.high);
                             Words::set(mates[edge.high], edge.low);
                           }
                         });
  }

  // What is left becomes the list; clears the words of its ends, which are all that are read again.
  std::size_t compact() {
    const std::size_t left = parallel::select(
        workers_, edges_.size(), [&](std::size_t i) { return is_left(edges_[i]); },
        [&](std::size_t place, std::size_t i) {
          const GraphRank edge = edges_[i];
          left_[place] = edge;
          Words::set(key_[edge.low], std::uint64_t{0});
          Words::set(key_[edge.high], std::uint64_t{0});
        });
    std::swap(edges_, left_);
    left_.resize(edges_.size());
    edges_.resize(left);
    return left;
  }

  // The mates are the marks. Words of matched vertices stay: no edge equals them but their own.
  std::size_t mark() {
    parallel::for_each(workers_, key_.size(), [&](std::size_t v) {
      if (is_free(static_cast<VertexId>(v))) key_[v] = 0;
    });
    return parallel::reduce<std::size_t>(
        workers_, edges_.size(), 0,
        [&](std::size_t i) { return is_left(edges_[i]) ? std::size_t{1} : std::size_t{0}; },
        [](std::size_t a, std::size_t b) { return a + b; });
  }

  const Context& context_;
  const Context& workers_;
  Array<GraphRank> edges_;
  Array<GraphRank> left_;
  Array<std::uint64_t> key_;
  EdgeRoundsOutcome outcome_;
};

}  // namespace

EdgeRoundsOutcome edge_rounds_sequential(const Context& context, VertexId num_vertices,
                                         Array<GraphRank> edges) {
  const Context one({.threads = 1, .backend = HostBackend::serial});
  EdgeRoundsOutcome outcome =
      EdgeRounds<PlainWords>(context, one, num_vertices, std::move(edges)).run(Removal::compact);
  outcome.variant = name_of(GraphLocalMaxVariant::sequential);
  return outcome;
}

EdgeRoundsOutcome edge_rounds_shared(const Context& context, VertexId num_vertices,
                                     Array<GraphRank> edges, Removal removal) {
  EdgeRoundsOutcome outcome =
      EdgeRounds<SharedWords>(context, context, num_vertices, std::move(edges)).run(removal);
  outcome.variant = name_of(removal == Removal::mark ? GraphLocalMaxVariant::crcw
                                                     : GraphLocalMaxVariant::work_optimal);
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
