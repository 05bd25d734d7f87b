// SPDX-License-Identifier: MIT
// Greedy on a device that holds the vertices, but not the edges. Batches of falling key: the host
// finds the edges of a range of keys, packs them into pinned memory and sends them; the device
// solves them against the bitmap of matched vertices. A batch is the upper end of all edges that
// are left, so the union of its winners is the greedy matching. The first batch is small and
// settles most vertices. If few edges should then be left, all are sent, and the device keeps those
// that are free; else the host looks for them in one more pass, and sends batches. A range of keys
// that has no room is narrowed, down to a single edge if need be, which the host decides itself.
// Work: two passes over the weights and O(pins) for few batches.
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"
#include "algorithms/hypergraph_matching/local_max/options.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/edges.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/pieces.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/room.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/sweep.hpp"
#include "base/clock.hpp"
#include "base/edge_order.hpp"
#include "base/random.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "order/edge_priorities.hpp"
#include "order/matched_vertices.hpp"
#include "parallel/device/state.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::hypergraph_matching {

using base::Clock;
using base::seconds_since;

namespace {

constexpr std::size_t k_word = 64;          // edges of one word of a bitmap
constexpr std::size_t k_sample = 1U << 12;  // edges that thresholds are taken from
constexpr std::size_t k_sample_grain = 128;

class Streamed {
 public:
  Streamed(const DeviceContext& device, const Context& host, const HypergraphView& hypergraph,
           std::uint64_t seed, bool rated, const StreamingTuning& tuning, const EdgeBlocks& blocks)
      : device_(device),
        host_(host),
        hypergraph_(hypergraph),
        tuning_(tuning),
        seed_(seed),
        rated_(rated),
        room_(device, hypergraph, rated, tuning.largest_share),
        edges_(host, hypergraph, seed, tuning.wave, blocks),
        matched_(hypergraph.num_vertices) {}

  // False if a batch is no work for the device.
  bool run(HypergraphMatching& matching) {
    on_device().clear_words(device_, room_.matched_edges.span().data(),
                            room_.matched_edges.size() * sizeof(std::uint32_t));
    send_bitmap();
    draw_sample();
    KeyRange range;
    // Where nothing but ties decides, a range is one of ties.
    if (!rated_) range.high = ~std::uint32_t{0};
    // Ends: each turn decides the upper end of what is left.
    while (true) {
      device_.check_cancelled();
      const PackedSize expected = rated(choose_low(range));
      Batch batch = turn_ == 1 && range.low == 0 ? sweep(expected) : Batch{};
      if (!batch.is_there) batch = select(range, expected);
      ++turn_;
      if (batch.size.edges != 0 && !solve(batch, range.low == 0)) return false;
      device_.report({"solve", ~range.low >> 32, k_last_key >> 32});
      if (range.low == 0) break;
      range = {0, range.low - 1};
    }
    finish(matching);
    return true;
  }

 private:
  struct Batch {
    bool is_there = false;
    PackedSize size;
    PackedSize capacity;
  };

  using Sender = PackedSender<StreamedEdges>;

  [[nodiscard]] PackedSize rated(const PackedSize& size) const {
    return {size.edges, size.pins, rated_};
  }
  [[nodiscard]] Sender sender_to(const PackedSize& capacity) const {
    parallel::DeviceArena arena(room_.batches.data());
    return {device_, host_, hypergraph_, edges_, on_device().lay_out_packed(arena, capacity)};
  }

  // All that is left goes to the device, which drops what is not free. If there turns out to be no
  // room, or too little for an edge, there is no batch, and nothing has changed.
  Batch sweep(const PackedSize& expected) {
    const auto begin = Clock::now();
    const parallel::DeviceScope scope(device_.device());
    parallel::DeviceArena arena(room_.batches.data());
    const PackedEdges packed = on_device().lay_out_packed(arena, expected);
    const std::size_t there = room_.batches.size() - std::min(arena.bytes(), room_.batches.size());
    if (there < tuning_.least_sweep || expected.edges == 0) return {};
    if (hypergraph_.num_pins() > k_most_pins_of_batch) return {};
    // Of large edges the host reads a line, and spares to copy the others.
    if (static_cast<double>(hypergraph_.num_pins()) >
        tuning_.most_swept_pins * static_cast<double>(hypergraph_.num_edges())) {
      return {};
    }
    // Pieces lie where the kernel works later.
    std::byte* const buffer = static_cast<std::byte*>(room_.batches.data()) + arena.bytes();
    const SweepTarget to{.packed = packed,
                         .capacity = expected,
                         .matched_vertices = room_.matched_vertices.view().data(),
                         .count = room_.count.span().data()};
    on_device().clear_words(device_, to.count, 2 * sizeof(std::uint64_t));
    if (!Sweep(device_, host_, hypergraph_, edges_, buffer, there).run(to)) return {};
    const SweepCount swept = on_device().count_appended(device_, to);
    transfer_seconds_ += seconds_since(begin);
    if (!swept.had_room || !room_.fits(swept.size, expected)) return {};
    return {true, swept.size, expected};
  }

  // The host selects what is free in the range, which may be narrowed, and sends it.
  Batch select(KeyRange& range, const PackedSize& expected) {
    const auto begin = Clock::now();
    PackedSize capacity = expected;
    bool is_sent = true;
    Selected selected = select_and_send(range, capacity, is_sent);
    // Ends: a range that is narrowed loses at least one selected edge, and keeps one.
    while (!room_.fits(selected) && selected.size.edges > 1) {
      range.low = edges_.narrow(room_);
      selected = edges_.select_again(range);
      is_sent = false;
    }
    if (!room_.fits(selected)) {
      decide_on_host();
      return {};
    }
    const PackedSize size = rated(selected.size);
    if (size.edges != 0 && (!is_sent || !room_.fits(size, capacity))) {
      capacity = size;
      sender_to(capacity).send(0, edges_.num_chunks());
    }
    transfer_seconds_ += seconds_since(begin);
    return {true, size, capacity};
  }

  // Sends what it selects on the way, if that stays within `capacity`. Few batches look at all
  // edges that are left: the second one, which may well take them all, the fourth, and so on.
  Selected select_and_send(const KeyRange& range, const PackedSize& capacity, bool& is_sent) {
    Sender sender = sender_to(capacity);
    const auto ready = [&](std::size_t first, std::size_t last, const Selected& so_far) {
      is_sent = is_sent && so_far.oversized == 0 && so_far.size.edges <= capacity.edges &&
                so_far.size.pins <= capacity.pins;
      if (is_sent) sender.send(first, last);
    };
    const bool looks_at_all = turn_ > 0 && std::has_single_bit(turn_);
    if (looks_at_all) return edges_.select_and_note(range, matched_, ready);
    return edges_.select(range, turn_ > 0 ? &matched_ : nullptr, ready);
  }

  // Edges at random places, by falling key.
  void draw_sample() {
    std::vector<SampleEdge> drawn(k_sample);
    parallel::for_each(
        host_, k_sample,
        [&](std::size_t i) {
          const auto e = static_cast<EdgeId>(base::below(base::hash(0, i), edges_.size()));
          const bool takes_part = edges_.is_eligible(e);
          drawn[i] = {takes_part ? edges_.key_of(e) : 0, edges_.size_of(e), e, takes_part};
        },
        k_sample_grain);
    std::sort(drawn.begin(), drawn.end(),
              [](const SampleEdge& a, const SampleEdge& b) { return a.key > b.key; });
    sample_ = std::move(drawn);
  }

  // Sets range.low to the lowest key of the next batch: such that it should fit, and the first one
  // is small. Returns what it should have at most.
  PackedSize choose_low(KeyRange& range) {
    const double edges_a_draw = static_cast<double>(edges_.size()) / static_cast<double>(k_sample);
    const double most_pins =
        turn_ == 0 ? tuning_.first_pins * static_cast<double>(hypergraph_.num_vertices)
                   : std::numeric_limits<double>::infinity();
    parallel::for_each(
        host_, sample_.size(),
        [&](std::size_t i) {
          SampleEdge& edge = sample_[i];
          edge.is_free = edge.is_free && edge.key <= range.high &&
                         !matched_.meets(edges_.pins_of(edge.edge), edge.size);
        },
        k_sample_grain);
    // A little more, for what a sample cannot tell.
    const auto scaled = [&](std::uint64_t count) {
      return static_cast<std::uint64_t>(1.06 * edges_a_draw * static_cast<double>(count)) + 1;
    };
    std::vector<std::uint64_t> keys;
    std::vector<PackedSize> upto;
    PackedSize size;
    for (const SampleEdge& edge : sample_) {
      if (!edge.is_free) continue;
      ++size.edges;
      size.pins += edge.size;
      keys.push_back(edge.key);
      upto.push_back({scaled(size.edges), scaled(size.pins)});
    }
    const auto first_too_large =
        std::partition_point(upto.begin(), upto.end(), [&](const PackedSize& its) {
          return static_cast<double>(its.pins) <= most_pins && room_.fits(its);
        });
    const auto rank = static_cast<std::size_t>(first_too_large - upto.begin());
    if (rank == upto.size()) {
      range.low = 0;
    } else {
      range.low = keys[rank == 0 ? 0 : rank - 1];
    }
    // More than that, where there is room: the sample may be wrong.
    const PackedSize expected = rank == 0 ? PackedSize{} : upto[rank - 1];
    for (const double share : {0.3, 0.15, 0.05}) {
      const auto more = [&](std::uint64_t its) {
        return its + static_cast<std::uint64_t>(share * static_cast<double>(its));
      };
      const PackedSize larger{more(expected.edges) + 1000, more(expected.pins) + 8000};
      if (room_.fits(larger)) return larger;
    }
    return expected;
  }

  // The one edge that was selected is above all others that are left, and free: it is matched.
  void decide_on_host() {
    std::size_t e = 0;
    for (std::size_t chunk = 0; chunk < edges_.num_chunks(); ++chunk) {
      edges_.for_each_selected(chunk, [&](std::size_t only) { e = only; });
    }
    const VertexId* const pins = edges_.pins_of(e);
    for (Offset p = 0; p < edges_.size_of(e); ++p) matched_.insert(pins[p]);
    decided_.push_back(e);
    send_bitmap();
  }

  void send_bitmap() {
    copy_to_device(device_, room_.matched_vertices.span().data(), matched_.data(),
                   room_.matched_vertices.size() * sizeof(std::uint32_t));
  }

  // False if the batch is no work for the device.
  bool solve(const Batch& batch, bool is_last) {
    const auto begin = Clock::now();
    const parallel::DeviceScope scope(device_.device());
    const PackedOutcome outcome =
        on_device().solve_packed({.context = device_,
                                  .workspace = room_.batches,
                                  .num_vertices = hypergraph_.num_vertices,
                                  .size = batch.size,
                                  .capacity = batch.capacity,
                                  .seed = seed_,
                                  .codes = tuning_.codes,
                                  .matched_vertices = room_.matched_vertices.span().data(),
                                  .matched_edges = room_.matched_edges.span().data()});
    device_seconds_ += seconds_since(begin);
    rounds_ += outcome.rounds;
    ++batches_;
    if (outcome.end != DeviceFilteredEnd::complete) return false;
    if (is_last) return true;

    const auto solved = Clock::now();
    copy_to_host(device_, matched_.data(), room_.matched_vertices.view().data(),
                 room_.matched_vertices.size() * sizeof(std::uint32_t));
    transfer_seconds_ += seconds_since(solved);
    return true;
  }

  void finish(HypergraphMatching& matching) {
    const auto begin = Clock::now();
    Array<std::uint64_t> chosen = edges_.take_words();
    copy_to_host(device_, chosen.data(), room_.matched_edges.view().data(),
                 chosen.size() * sizeof(std::uint64_t));
    transfer_seconds_ += seconds_since(begin);
    for (const std::size_t e : decided_) chosen[e / k_word] |= std::uint64_t{1} << (e % k_word);
    const auto bits = [&](std::size_t w) {
      return static_cast<std::size_t>(std::popcount(chosen[w]));
    };
    const std::size_t count =
        parallel::reduce<std::size_t>(host_, chosen.size(), 0, bits, std::plus<>());
    matching.edges.resize(count);
    parallel::exclusive_scan<std::size_t>(
        host_, chosen.size(), bits, [&](std::size_t w, std::size_t at) {
          for (std::uint64_t word = chosen[w]; word != 0; word &= word - 1) {
            matching.edges[at++] =
                static_cast<EdgeId>(w * k_word + static_cast<std::size_t>(std::countr_zero(word)));
          }
        });
    matching.stats.rounds = rounds_;
    matching.stats.transfer_seconds = transfer_seconds_;
    matching.stats.device_seconds = device_seconds_;
    matching.stats.device_peak_bytes = room_.size();
    matching.stats.stop_reason =
        "complete, in " + std::to_string(batches_) + " batches from host memory";
  }

  struct SampleEdge {
    std::uint64_t key;
    Offset size;
    EdgeId edge;
    bool is_free;  // as far as was looked
  };

  const DeviceContext& device_;
  const Context& host_;
  const HypergraphView& hypergraph_;
  const StreamingTuning tuning_;
  const std::uint64_t seed_;
  const bool rated_;  // edges have priorities

  Room room_;
  StreamedEdges edges_;
  order::MatchedVertices matched_;
  std::vector<std::size_t> decided_;  // matched edges that the device does not know
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
  const parallel::SpinScope spin_scope(host);
  const OrderOptions& order = options.order;
  HypergraphMatching matching;
  bool complete = true;
  if (hypergraph.num_pins() != 0) {
    complete = order::with_stored_priorities(
        host, hypergraph, order, {}, [&](auto priority, auto eligible) {
          const bool rated = order::by_weight(hypergraph, order) || order.rating != Rating::weight;
          const EdgeBlocks blocks{
              [priority](std::size_t first, std::size_t count, std::uint32_t* out) {
                for (std::size_t i = 0; i < count; ++i) out[i] = priority(first + i);
              },
              [eligible](std::size_t first, std::size_t count) {
                std::array<std::uint8_t, k_word> inside{};
                for (std::size_t i = 0; i < count; ++i) inside[i] = eligible(first + i) ? 1 : 0;
                return bits_of(inside);
              }};
          return Streamed(context, host, hypergraph, order.seed, rated, tuning, blocks)
              .run(matching);
        });
  }
  if (!complete) {
    matching = local_max(host, hypergraph, options);
    matching.stats.stop_reason =
        "does not fit on the device, and a batch was no work for it: the host took over";
    return matching;
  }
  matching.stats.algorithm = "local_max";
  matching.stats.variant = name_of(LocalMaxVariant::filtered);
  matching.stats.rating = order.rating;
  matching.stats.objective = order.objective;
  matching.stats.guarantee = guarantee_of(options);
  return matching;
}

}  // namespace hypermatch::detail::hypergraph_matching
