// SPDX-License-Identifier: MIT
// Greedy on a device that holds the vertices, but not the edges. Batches of falling key: the host
// finds the edges of a range of keys that meet no matched vertex, packs them into pinned memory and
// sends them; the device solves them against the bitmap of matched vertices, which travels back
// with the winners. A batch is the upper end of all edges that are left, so the union of its
// winners is the greedy matching. The first batch is small and settles most vertices, so that few
// edges follow. A range of keys that has no room is narrowed, down to a single edge if need be,
// which the host decides itself. Work: two passes over the weights and O(pins) for few batches.
#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/edge_priorities.hpp"
#include "algorithms/hypergraph_matching/local_max/device_streaming.hpp"
#include "algorithms/hypergraph_matching/local_max/device_streaming_edges.hpp"
#include "algorithms/hypergraph_matching/local_max/device_streaming_pieces.hpp"
#include "algorithms/hypergraph_matching/local_max/device_streaming_room.hpp"
#include "algorithms/hypergraph_matching/local_max/matched_vertices.hpp"
#include "algorithms/hypergraph_matching/local_max/options.hpp"
#include "base/edge_order.hpp"
#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device_state.hpp"
#include "parallel/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

constexpr std::size_t k_word = 64;          // edges of one word of a bitmap
constexpr std::size_t k_sample = 1U << 12;  // edges that thresholds are taken from

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Priority, class Eligible>
class Streamed {
 public:
  Streamed(const DeviceContext& device, const Context& host, const HypergraphView& hypergraph,
           std::uint64_t seed, bool rated, const StreamingTuning& tuning, Priority priority,
           Eligible eligible)
      : device_(device),
        host_(host),
        hypergraph_(hypergraph),
        tuning_(tuning),
        seed_(seed),
        rated_(rated),
        room_(device, hypergraph, rated, tuning.largest_share),
        edges_(host, hypergraph, seed, priority, eligible),
        matched_(hypergraph.num_vertices),
        chosen_(hypergraph.num_edges() / k_word + std::size_t{1}, 0) {}

  // False if a batch is no work for the device.
  bool run(HypergraphMatching& matching) {
    send_bitmap();
    draw_sample();
    KeyRange range;
    // Ends: each turn decides the upper end of what is left.
    while (true) {
      device_.check_cancelled();
      const auto begin = std::chrono::steady_clock::now();
      Selected selected = select(range);
      // Ends: a range that is narrowed loses at least one selected edge, and keeps one.
      while (!room_.fits(selected) && selected.size.edges > 1) {
        range.low = edges_.narrow(room_);
        selected = edges_.select_again(range);
      }
      if (!room_.fits(selected)) {
        decide_on_host();
      } else if (selected.size.edges != 0) {
        const PackedSize size{selected.size.edges, selected.size.pins, rated_};
        parallel::DeviceArena arena(room_.batches.data());
        PackedSender(device_, host_, hypergraph_, edges_).send(lay_out_packed(arena, size));
        transfer_seconds_ += seconds_since(begin);
        if (!solve(size)) return false;
      }
      device_.report({"solve", ~range.low >> 32, k_last_key >> 32});
      if (range.low == 0) break;
      range = {0, range.low - 1};
    }
    finish(matching);
    return true;
  }

 private:
  // What the next batch may take, and where its range begins. Few batches look at all edges that
  // are left: the second one, which may well take them all, the fourth, and so on.
  Selected select(KeyRange& range) {
    const bool looks_at_all = turn_ > 0 && std::has_single_bit(turn_);
    ++turn_;
    range.low = looks_at_all ? 0 : choose_low(range.high);
    if (looks_at_all) return edges_.select_all(range.high, matched_);
    return edges_.select(range, turn_ > 1 ? &matched_ : nullptr);
  }

  // Edges at random places, by falling key.
  void draw_sample() {
    std::vector<SampleEdge> drawn(k_sample);
    parallel::for_each(
        host_, k_sample,
        [&](std::size_t i) {
          const auto e = static_cast<EdgeId>(base::below(base::hash(0, i), edges_.size()));
          drawn[i] = {edges_.key_of(e), e};
        },
        256);
    for (const SampleEdge& edge : drawn) {
      if (edges_.is_eligible(edge.edge)) sample_.push_back(edge);
    }
    std::sort(sample_.begin(), sample_.end(),
              [](const SampleEdge& a, const SampleEdge& b) { return a.key > b.key; });
  }

  // The lowest key of the next batch: such that it should fit, and the first one is small.
  [[nodiscard]] std::uint64_t choose_low(std::uint64_t high) const {
    const double edges_a_draw = static_cast<double>(edges_.size()) / static_cast<double>(k_sample);
    const double most_pins =
        high == k_last_key ? tuning_.first_pins * static_cast<double>(hypergraph_.num_vertices)
                           : std::numeric_limits<double>::infinity();
    std::vector<std::uint64_t> keys;
    std::vector<PackedSize> upto;
    PackedSize size;
    const SampleEdge* before = nullptr;
    bool is_free = false;
    for (const SampleEdge& edge : sample_) {
      if (edge.key > high) continue;
      const Offset pins = edges_.size_of(edge.edge);
      // An edge that is drawn several times stands beside itself, and may be large.
      if (before == nullptr || before->edge != edge.edge) {
        is_free = !matched_.meets(edges_.pins_of(edge.edge), pins);
      }
      before = &edge;
      if (!is_free) continue;
      ++size.edges;
      size.pins += pins;
      keys.push_back(edge.key);
      upto.push_back(size);
    }
    // A little more, for what a sample cannot tell.
    const auto scaled = [&](std::uint64_t count) {
      return 1.06 * edges_a_draw * static_cast<double>(count);
    };
    const auto first_too_large =
        std::partition_point(upto.begin(), upto.end(), [&](const PackedSize& its) {
          return scaled(its.pins) <= most_pins &&
                 room_.fits(PackedSize{static_cast<std::uint64_t>(scaled(its.edges)) + 1,
                                       static_cast<std::uint64_t>(scaled(its.pins)) + 1});
        });
    if (first_too_large == upto.end()) return 0;
    return keys[static_cast<std::size_t>(first_too_large - upto.begin())];
  }

  // The one edge that was selected is above all others that are left, and free: it is matched.
  void decide_on_host() {
    std::size_t e = 0;
    for (std::size_t chunk = 0; chunk < edges_.num_chunks(); ++chunk) {
      edges_.for_each_selected(chunk, [&](std::size_t only) { e = only; });
    }
    const VertexId* const pins = edges_.pins_of(e);
    for (Offset p = 0; p < edges_.size_of(e); ++p) matched_.insert(pins[p]);
    chosen_[e / k_word] |= std::uint64_t{1} << (e % k_word);
    send_bitmap();
  }

  void send_bitmap() {
    copy_to_device(device_, room_.bitmap.span().data(), matched_.data(),
                   room_.bitmap.size() * sizeof(std::uint32_t));
  }

  // False if the batch is no work for the device.
  bool solve(const PackedSize& size) {
    const auto begin = std::chrono::steady_clock::now();
    const parallel::DeviceScope scope(device_.device());
    const PackedOutcome outcome = solve_packed({.context = device_,
                                                .workspace = room_.batches,
                                                .num_vertices = hypergraph_.num_vertices,
                                                .size = size,
                                                .seed = seed_,
                                                .codes = tuning_.codes,
                                                .matched_vertices = room_.bitmap.span().data()});
    device_seconds_ += seconds_since(begin);
    rounds_ += outcome.rounds;
    ++batches_;
    if (outcome.end != DeviceFilteredEnd::complete) return false;

    const auto solved = std::chrono::steady_clock::now();
    const std::size_t words = (size.edges + 31) / 32;
    if (winners_.size() < words) winners_.resize(words);
    copy_to_host(device_, winners_.data(), outcome.matched_edges, words * sizeof(std::uint32_t));
    copy_to_host(device_, matched_.data(), room_.bitmap.view().data(),
                 room_.bitmap.size() * sizeof(std::uint32_t));
    choose_winners();
    transfer_seconds_ += seconds_since(solved);
    return true;
  }

  // Winners go by their place among the edges that are selected.
  void choose_winners() {
    std::vector<std::size_t> before(edges_.num_chunks());
    std::size_t sum = 0;
    for (std::size_t chunk = 0; chunk < before.size(); ++chunk) {
      before[chunk] = sum;
      sum += edges_.size_in_chunk(chunk).edges;
    }
    // A chunk is whole words of `chosen_`.
    parallel::run_tasks(host_, before.size(), [&](std::size_t chunk) {
      std::size_t i = before[chunk];
      edges_.for_each_selected(chunk, [&](std::size_t e) {
        const std::uint64_t won = winners_[i / 32] >> (i % 32) & 1U;
        chosen_[e / k_word] |= won << (e % k_word);
        ++i;
      });
    });
  }

  void finish(HypergraphMatching& matching) const {
    const auto bits = [&](std::size_t w) {
      return static_cast<std::size_t>(std::popcount(chosen_[w]));
    };
    const std::size_t count =
        parallel::reduce<std::size_t>(host_, chosen_.size(), 0, bits, std::plus<>());
    matching.edges.resize(count);
    parallel::exclusive_scan<std::size_t>(
        host_, chosen_.size(), bits, [&](std::size_t w, std::size_t at) {
          for (std::uint64_t word = chosen_[w]; word != 0; word &= word - 1) {
            matching.edges[at++] =
                static_cast<EdgeId>(w * k_word + static_cast<std::size_t>(std::countr_zero(word)));
          }
        });
    matching.stats.rounds = rounds_;
    matching.stats.transfer_seconds = transfer_seconds_;
    matching.stats.device_seconds = device_seconds_;
    matching.stats.device_peak_bytes =
        room_.batches.size() + room_.bitmap.size() * sizeof(std::uint32_t);
    matching.stats.stop_reason =
        "complete, in " + std::to_string(batches_) + " batches from host memory";
  }

  struct SampleEdge {
    std::uint64_t key;
    EdgeId edge;
  };

  const DeviceContext& device_;
  const Context& host_;
  const HypergraphView& hypergraph_;
  const StreamingTuning tuning_;
  const std::uint64_t seed_;
  const bool rated_;  // edges have priorities

  Room room_;
  StreamedEdges<Priority, Eligible> edges_;
  MatchedVertices matched_;
  Array<std::uint64_t> chosen_;   // matched edges
  Array<std::uint32_t> winners_;  // of a batch, a bit an edge
  std::vector<SampleEdge> sample_;
  std::uint64_t rounds_ = 0;
  std::uint64_t batches_ = 0;
  std::uint64_t turn_ = 0;
  double transfer_seconds_ = 0.0;
  double device_seconds_ = 0.0;
};

}  // namespace

HypergraphMatching local_max_streamed(const DeviceContext& context,
                                      const HypergraphView& hypergraph,
                                      const LocalMaxOptions& options,
                                      const StreamingTuning& tuning) {
  const Context& host = context.state()->host();
  const OrderOptions& order = options.order;
  HypergraphMatching matching;
  bool complete = true;
  if (hypergraph.num_pins() != 0) {
    complete = with_stored_priorities(host, hypergraph, order, [&](auto priority, auto eligible) {
      const bool rated = by_weight(hypergraph, order) || order.rating != Rating::weight;
      return Streamed(context, host, hypergraph, order.seed, rated, tuning, priority, eligible)
          .run(matching);
    });
  }
  if (!complete) {
    matching = local_max(host, hypergraph, options);
    matching.stats.stop_reason =
        "does not fit on the device, and a batch was no work for it: the host took over";
    return matching;
  }
  matching.stats.rating = order.rating;
  matching.stats.objective = order.objective;
  matching.stats.guarantee = guarantee_of(options);
  return matching;
}

}  // namespace hypermatch::detail::hypergraph_matching
