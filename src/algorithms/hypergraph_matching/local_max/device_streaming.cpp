// SPDX-License-Identifier: MIT
// Greedy on a device that holds the vertices, but not the edges. Batches of falling key: the host
// finds the edges of a range of keys that meet no matched vertex, packs them into pinned memory and
// sends them; the device solves them against the bitmap of matched vertices, which travels back
// with the winners. A batch is the upper end of all edges that are left, so the union of its
// winners is the greedy matching. The first batch is small and settles most vertices, so that few
// edges follow. A range of keys that has no room is narrowed, down to a single edge if need be,
// which the host decides itself. Work: two passes over the weights and O(pins) for few batches.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/edge_priorities.hpp"
#include "algorithms/hypergraph_matching/local_max/device_streaming.hpp"
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

using parallel::Staging;

constexpr std::size_t k_block = 64;         // edges of one word of the selection
constexpr std::size_t k_sample = 1U << 12;  // edges that thresholds are taken from
constexpr std::size_t k_parts = 4096;       // that a range without room is divided into
constexpr std::uint64_t k_last_key = std::numeric_limits<std::uint64_t>::max();

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Keys low .. high, both included.
struct KeyRange {
  std::uint64_t low = 0;
  std::uint64_t high = k_last_key;
};

KeyRange hull(const KeyRange& a, const KeyRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

template <class Priority, class Eligible>
class Streamed {
 public:
  Streamed(const DeviceContext& device, const Context& host, const HypergraphView& hypergraph,
           std::uint64_t seed, const StreamingTuning& tuning, Priority priority, Eligible eligible)
      : device_(device),
        host_(host),
        hypergraph_(hypergraph),
        tuning_(tuning),
        m_(hypergraph.num_edges()),
        offsets_(hypergraph.offsets.data()),
        pins_(hypergraph.pins.data()),
        seed_(seed),
        mix_(seed),
        priority_(priority),
        eligible_(eligible),
        room_(device, hypergraph, tuning.largest_share),
        chunks_(cut_edges()),
        in_chunk_(chunks_.count),
        matched_(hypergraph.num_vertices),
        mask_(m_ / k_block + 1, 0),
        chosen_(m_ / k_block + 1, 0) {}

  // False if a batch is no work for the device.
  bool run(HypergraphMatching& matching) {
    send_bitmap();
    draw_sample();
    KeyRange range{0, k_last_key};
    // Ends: each turn decides the upper end of what is left.
    while (true) {
      device_.check_cancelled();
      const auto begin = std::chrono::steady_clock::now();
      range.low = choose_low(range.high);
      Selected selected = select(range);
      // Ends: a range that is narrowed loses at least one selected edge, and keeps one.
      while (!room_.fits(selected) && selected.size.edges > 1) {
        range.low = narrow();
        selected = select(range);
      }
      if (!room_.fits(selected)) {
        decide_on_host();
      } else if (selected.size.edges != 0) {
        parallel::DeviceArena arena(room_.batches.data());
        PackedSender(device_, host_, hypergraph_, *this).send(lay_out_packed(arena, selected.size));
        transfer_seconds_ += seconds_since(begin);
        if (!solve(selected.size)) return false;
      }
      device_.report({"solve", ~range.low >> 32, k_last_key >> 32});
      if (range.low == 0) break;
      range = {0, range.low - 1};
    }
    finish(matching);
    return true;
  }

  // What a sender asks for.
  [[nodiscard]] std::size_t num_chunks() const { return chunks_.count; }
  [[nodiscard]] const PackedSize& size_in_chunk(std::size_t chunk) const {
    return in_chunk_[chunk].size;
  }
  [[nodiscard]] std::uint32_t priority(std::size_t e) const { return priority_(e); }
  template <class Body>
  void for_each_selected(std::size_t chunk, const Body& body) const {
    const std::size_t end = chunks_.end(chunk);
    for (std::size_t base = chunks_.begin(chunk); base < end; base += k_block) {
      for (std::uint64_t word = mask_[base / k_block]; word != 0; word &= word - 1) {
        body(base + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }

 private:
  [[nodiscard]] std::uint64_t key_of(std::size_t e) const {
    return base::make_key(priority_(e), mix_(static_cast<std::uint32_t>(e)));
  }
  [[nodiscard]] Offset size_of(std::size_t e) const { return offsets_[e + 1] - offsets_[e]; }

  // Chunks of whole words of the selection, of which many fit a piece of the staging memory.
  [[nodiscard]] parallel::Chunks cut_edges() const {
    const double bytes =
        4.0 * static_cast<double>(hypergraph_.num_pins()) / static_cast<double>(m_);
    const double edges = static_cast<double>(Staging::k_piece) / (32.0 * (bytes + 16.0));
    const std::size_t size =
        std::clamp<std::size_t>(static_cast<std::size_t>(edges) / k_block, 1, 256) * k_block;
    return {m_, size, (m_ + size - 1) / size};
  }

  // Edges at random places, by falling key.
  void draw_sample() {
    for (std::size_t i = 0; i < k_sample; ++i) {
      const auto e = static_cast<EdgeId>(base::below(base::hash(0, i), m_));
      if (eligible_(e)) sample_.push_back({key_of(e), e});
    }
    std::sort(sample_.begin(), sample_.end(),
              [](const SampleEdge& a, const SampleEdge& b) { return a.key > b.key; });
  }

  // The lowest key of the next batch: such that it should fit, and the first one is small.
  [[nodiscard]] std::uint64_t choose_low(std::uint64_t high) const {
    const double edges_a_draw = static_cast<double>(m_) / static_cast<double>(k_sample);
    const double most_pins =
        high == k_last_key ? tuning_.first_pins * static_cast<double>(hypergraph_.num_vertices)
                           : std::numeric_limits<double>::infinity();
    std::vector<std::uint64_t> keys;
    std::vector<PackedSize> upto;
    PackedSize size;
    for (const SampleEdge& edge : sample_) {
      if (edge.key > high || matched_.meets(pins_ + offsets_[edge.edge], size_of(edge.edge))) {
        continue;
      }
      ++size.edges;
      size.pins += size_of(edge.edge);
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

  // Marks the edges of the range that meet no matched vertex.
  Selected select(const KeyRange& range) {
    parallel::run_tasks(host_, chunks_.count, [&](std::size_t chunk) {
      Selected& here = in_chunk_[chunk] = {};
      const std::size_t end = chunks_.end(chunk);
      for (std::size_t e = chunks_.begin(chunk); e < end; e += k_block) {
        mask_[e / k_block] = select_block(e, std::min(k_block, end - e), range, here);
      }
    });
    Selected all;
    for (const Selected& here : in_chunk_) all.add(here);
    return all;
  }

  std::uint64_t select_block(std::size_t first, std::size_t count, const KeyRange& range,
                             Selected& here) const {
    std::uint32_t places[k_block];
    const auto low = static_cast<std::uint32_t>(range.low >> 32);
    const auto high = static_cast<std::uint32_t>(range.high >> 32);
    const std::uint64_t width = range.high - range.low;
    std::size_t num_places = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t priority = priority_(first + i);
      std::uint64_t inside = priority > low && priority < high ? 1 : 0;
      // Only here do ties decide.
      if (priority == low || priority == high) {
        inside = key_of(first + i) - range.low <= width ? 1 : 0;
      }
      places[num_places] = static_cast<std::uint32_t>(i);
      num_places += inside;
    }
    // The lines between may be skipped, so ask for all that are needed at once.
    for (std::size_t j = 0; j < num_places; ++j) {
      __builtin_prefetch(pins_ + offsets_[first + places[j]]);
    }
    // First the first three pins, without a branch that depends on them.
    std::size_t num_left = 0;
    for (std::size_t j = 0; j < num_places; ++j) {
      const std::size_t e = first + places[j];
      if (!eligible_(e)) continue;
      const VertexId* const pins = pins_ + offsets_[e];
      const Offset size = size_of(e);
      const std::uint64_t second = size > 1 ? 1 : 0;
      const std::uint64_t third = size > 2 ? 2 : second;
      places[num_left] = places[j];
      num_left += 1 - (matched_.contains(pins[0]) | matched_.contains(pins[second]) |
                       matched_.contains(pins[third]));
    }
    std::uint64_t mask = 0;
    for (std::size_t j = 0; j < num_left; ++j) {
      const Offset size = size_of(first + places[j]);
      if (size > 3 && matched_.meets(pins_ + offsets_[first + places[j]] + 3, size - 3)) continue;
      mask |= std::uint64_t{1} << places[j];
      here.add(size);
    }
    return mask;
  }

  // The lowest key of a smaller range with the same upper end: the keys between the least and the
  // most of those selected in equal parts, as many of the upper ones as there is room for, or the
  // uppermost that has any edges.
  [[nodiscard]] std::uint64_t narrow() const {
    const KeyRange selected = parallel::reduce<KeyRange>(
        host_, chunks_.count, {k_last_key, 0},
        [&](std::size_t chunk) {
          KeyRange keys{k_last_key, 0};
          for_each_selected(chunk, [&](std::size_t e) {
            keys = hull(keys, {key_of(e), key_of(e)});
          });
          return keys;
        },
        hull, 1);
    const std::uint64_t width = (selected.high - selected.low) / k_parts + 1;
    using Parts = std::array<Selected, k_parts>;
    const std::size_t tasks = std::min(static_cast<std::size_t>(host_.threads()), chunks_.count);
    std::vector<Parts> of_task(tasks);
    parallel::run_tasks(host_, tasks, [&](std::size_t task) {
      for (std::size_t chunk = task; chunk < chunks_.count; chunk += tasks) {
        for_each_selected(chunk, [&](std::size_t e) {
          of_task[task][(key_of(e) - selected.low) / width].add(size_of(e));
        });
      }
    });
    // From each part on: what stands there and above.
    Parts& above = of_task[0];
    for (std::size_t part = k_parts; part-- > 0;) {
      for (std::size_t task = 1; task < tasks; ++task) above[part].add(of_task[task][part]);
      if (part + 1 < k_parts) above[part].add(above[part + 1]);
    }
    const auto no_room = std::partition_point(
        above.begin(), above.end(), [&](const Selected& parts) { return !room_.fits(parts); });
    // The part of the uppermost key does not fit: alone, then, to be divided again.
    const auto uppermost =
        above.begin() + static_cast<std::ptrdiff_t>((selected.high - selected.low) / width);
    const auto part = static_cast<std::uint64_t>(std::min(no_room, uppermost) - above.begin());
    return selected.low + part * width;
  }

  // The one edge that was selected is above all others that are left, and free: it is matched.
  void decide_on_host() {
    std::size_t e = 0;
    for (std::size_t chunk = 0; chunk < chunks_.count; ++chunk) {
      for_each_selected(chunk, [&](std::size_t only) { e = only; });
    }
    for (Offset p = offsets_[e]; p < offsets_[e + 1]; ++p) matched_.insert(pins_[p]);
    num_matched_ += size_of(e);
    chosen_[e / k_block] |= std::uint64_t{1} << (e % k_block);
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
                                                .matched_vertices = room_.bitmap.span().data(),
                                                .num_matched_vertices = num_matched_});
    device_seconds_ += seconds_since(begin);
    rounds_ += outcome.rounds;
    ++batches_;
    if (outcome.end != DeviceFilteredEnd::complete) return false;
    num_matched_ = outcome.num_matched_vertices;

    const auto solved = std::chrono::steady_clock::now();
    if (winners_.size() < outcome.edges.size()) winners_.resize(outcome.edges.size());
    copy_to_host(device_, winners_.data(), outcome.edges.data(),
                 outcome.edges.size() * sizeof(EdgeId));
    copy_to_host(device_, matched_.data(), room_.bitmap.view().data(),
                 room_.bitmap.size() * sizeof(std::uint32_t));
    parallel::for_each(host_, outcome.edges.size(), [&](std::size_t i) {
      const EdgeId e = winners_[i];
      // Relaxed: bits are only set, and read when all are.
      std::atomic_ref<std::uint64_t>(chosen_[e / k_block])
          .fetch_or(std::uint64_t{1} << (e % k_block), std::memory_order_relaxed);
    });
    transfer_seconds_ += seconds_since(solved);
    return true;
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
                static_cast<EdgeId>(w * k_block + static_cast<std::size_t>(std::countr_zero(word)));
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
  const std::size_t m_;
  const Offset* offsets_;
  const VertexId* pins_;
  const std::uint64_t seed_;
  const base::TieMixer mix_;
  const Priority priority_;
  const Eligible eligible_;

  Room room_;
  parallel::Chunks chunks_;
  std::vector<Selected> in_chunk_;
  MatchedVertices matched_;
  Array<std::uint64_t> mask_;    // the selection, a bit an edge
  Array<std::uint64_t> chosen_;  // matched edges
  Array<EdgeId> winners_;
  std::vector<SampleEdge> sample_;
  std::uint64_t num_matched_ = 0;  // vertices
  std::uint64_t rounds_ = 0;
  std::uint64_t batches_ = 0;
  double transfer_seconds_ = 0.0;
  double device_seconds_ = 0.0;
};

}  // namespace

HypergraphMatching local_max_streamed(const DeviceContext& context,
                                      const HypergraphView& hypergraph,
                                      const LocalMaxOptions& options,
                                      const StreamingTuning& tuning) {
  const DeviceContextOptions& given = context.state()->options();
  const Context host(
      {.threads = given.copy_threads, .progress = given.progress, .stop = given.stop});
  const OrderOptions& order = options.order;
  HypergraphMatching matching;
  bool complete = true;
  if (hypergraph.num_pins() != 0) {
    complete = with_priorities(host, hypergraph, order, [&](auto priority, auto eligible) {
      const auto stream = [&](auto of_edge) {
        return Streamed(context, host, hypergraph, order.seed, tuning, of_edge, eligible)
            .run(matching);
      };
      if (order.rating == Rating::weight) return stream(priority);
      // Quotients are dear and read in every pass: compute them once.
      Array<std::uint32_t> priorities(hypergraph.num_edges());
      parallel::for_each(host, hypergraph.num_edges(),
                         [&](std::size_t e) { priorities[e] = eligible(e) ? priority(e) : 0; });
      const std::uint32_t* const stored = priorities.data();
      return stream([stored](std::size_t e) { return stored[e]; });
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
