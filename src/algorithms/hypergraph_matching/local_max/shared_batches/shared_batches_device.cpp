// SPDX-License-Identifier: MIT
// Local max of hypergraphs on several devices: checks, priorities that compare the same on all of
// them, parts, the sample that bars come from, the rest of batches that stall, and the matching.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"
#include "algorithms/hypergraph_matching/local_max/options.hpp"
#include "algorithms/hypergraph_matching/local_max/shared_batches/host_solver.hpp"
#include "base/clock.hpp"
#include "base/edge_order.hpp"
#include "base/random.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"
#include "order/edge_priorities.hpp"
#include "parallel/device/group_parts.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::hypergraph_matching {

using base::Clock;

namespace {

/// None, where `least` is above `most`.
struct Interval {
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  static Interval combine(const Interval& a, const Interval& b) {
    return {std::min(a.least, b.least), std::max(a.most, b.most)};
  }
};
/// Sizes that decide how parts are held.
Interval sizes_of_edges(const Context& host, std::span<const Offset> offsets) {
  return parallel::reduce(
      host, offsets.size() - 1, Interval{},
      [&](std::size_t e) {
        const std::uint64_t size = offsets[e + 1] - offsets[e];
        return Interval{size, size};
      },
      &Interval::combine);
}

// Larger edges are shared out to several threads, which looks at offsets.
constexpr std::uint64_t k_most_uniform = 64;
constexpr std::size_t k_sample = std::size_t{1} << 14;

class Shared {
 public:
  Shared(const DeviceGroup& devices, const HypergraphView& hypergraph, std::uint64_t seed,
         bool is_rated, const SharedTuning& tuning)
      : devices_(devices),
        host_(devices.front().state()->host()),
        hypergraph_(hypergraph),
        seed_(seed),
        is_rated_(is_rated),
        sizes_(sizes_of_edges(host_, hypergraph.offsets)),
        firsts_(parallel::firsts_of_parts(hypergraph.offsets, devices.size(), 1)),
        workspaces_(devices.size()),
        memory_(devices.size()),
        solver_(hypergraph.num_vertices, seed),
        problem_{
            .parts = {},
            .num_vertices = hypergraph.num_vertices,
            .largest_edge = sizes_.most,
            .uniform_size = static_cast<std::uint32_t>(
                sizes_.least == sizes_.most && sizes_.most <= k_most_uniform ? sizes_.most : 0),
            .num_pins = hypergraph.num_pins(),
            .seed = seed,
            .is_rated = is_rated,
            .sample = {},
            .capacity = {},
            .stalled = solver_,
            .tuning = tuning} {}

  template <class Priority, class Eligible>
  void run(const Priority& priority, const Eligible& eligible, HypergraphMatching& matching) {
    // Before memory of any part is freed.
    parallel::DrainedDevicesOnThrow drained(devices_);
    draw_sample(priority, eligible);
    make_parts();
    choose_capacity();
    const Clock::time_point begin = Clock::now();
    upload_parts(priority);
    reserve_workspaces();
    const Clock::time_point there = Clock::now();
    const SharedOutcome outcome = on_device().solve_shared(problem_);
    const Clock::time_point solved = Clock::now();
    collect(outcome, matching);
    drained.disarm();
    const auto seconds = [](Clock::duration duration) {
      return std::chrono::duration<double>(duration).count();
    };
    // By the host's clock: no device sees the whole of it.
    matching.stats.device_seconds = seconds(solved - there);
    matching.stats.transfer_seconds = seconds(there - begin + (Clock::now() - solved));
  }

 private:
  /// The edges of a part in device memory.
  struct Memory {
    DeviceArray<Offset> offsets;
    DeviceArray<VertexId> pins;
    DeviceArray<std::uint32_t> priorities;
  };

  [[nodiscard]] std::uint64_t num_edges(std::size_t p) const { return firsts_[p + 1] - firsts_[p]; }
  [[nodiscard]] std::uint64_t num_pins(std::size_t p) const {
    return hypergraph_.offsets[firsts_[p + 1]] - hypergraph_.offsets[firsts_[p]];
  }
  [[nodiscard]] std::uint64_t num_offsets(std::size_t p) const {
    return problem_.uniform_size != 0 ? 0 : num_edges(p) + 1;
  }
  [[nodiscard]] std::uint64_t bytes_of_part(std::size_t p) const {
    return num_pins(p) * sizeof(VertexId) + num_offsets(p) * sizeof(Offset) +
           (is_rated_ ? num_edges(p) * sizeof(std::uint32_t) : 0);
  }

  // Edges at random places, or all of them; and the lowest priority that takes part: edges that do
  // not are below it.
  template <class Priority, class Eligible>
  void draw_sample(const Priority& priority, const Eligible& eligible) {
    const std::size_t m = hypergraph_.num_edges();
    const bool is_all = m <= k_sample;
    const double share = is_all ? 1.0 : static_cast<double>(m) / static_cast<double>(k_sample);
    const base::TieMixer mixer(seed_);
    for (std::size_t i = 0; i < std::min(m, k_sample); ++i) {
      const std::size_t e = is_all ? i : base::below(base::hash(0, i), m);
      if (!eligible(e)) continue;
      const Offset size = hypergraph_.offsets[e + 1] - hypergraph_.offsets[e];
      sample_.push_back({base::make_key(priority(e), mixer(static_cast<std::uint32_t>(e))),
                         static_cast<std::uint64_t>(share * static_cast<double>(size))});
    }
    std::sort(sample_.begin(), sample_.end(),
              [](const SampledKey& a, const SampledKey& b) { return a.key > b.key; });
    problem_.sample = sample_;
    if (!is_rated_) return;
    const Interval range = parallel::reduce(
        host_, m, Interval{},
        [&](std::size_t e) {
          return eligible(e) ? Interval{priority(e), priority(e)} : Interval{};
        },
        &Interval::combine);
    problem_.least_priority = static_cast<std::uint32_t>(range.least);
    // At least that, where none takes part.
    problem_.greatest_priority =
        std::max(static_cast<std::uint32_t>(range.most), problem_.least_priority);
  }

  // Sizes only: no memory of a device is taken.
  void make_parts() {
    for (std::size_t p = 0; p < devices_.size(); ++p) {
      parts_.push_back({.context = devices_[p],
                        .workspace = workspaces_[p],
                        .offsets = {nullptr, num_offsets(p)},
                        .pins = {nullptr, num_pins(p)},
                        .priorities = {nullptr, is_rated_ ? num_edges(p) : 0},
                        .first_edge = firsts_[p],
                        .num_edges = static_cast<EdgeId>(num_edges(p))});
    }
    problem_.parts = parts_;
  }

  // As much as batches can use, or as there is memory for.
  void choose_capacity() {
    const std::uint64_t m = hypergraph_.num_edges();
    const double n = hypergraph_.num_vertices;
    const double average = static_cast<double>(hypergraph_.num_pins()) / static_cast<double>(m);
    const auto capacity_of = [&](double pins, std::uint64_t least_edges) {
      const auto edges = static_cast<std::uint64_t>(1.3 * pins / average) + least_edges;
      return BatchCapacity{
          std::min(m, edges),
          std::min(hypergraph_.num_pins(),
                   static_cast<std::uint64_t>(pins) + sizes_.most +
                       static_cast<std::uint64_t>(average * static_cast<double>(least_edges)))};
    };
    // Room for the edges between two of the sample.
    const std::uint64_t gap = m / (k_sample / 16) + 4096;
    // The second batch is the largest one, of the free edges among 4 times those of the first.
    double pins = std::max(1.5 * problem_.tuning.first_pins, 1.3) * n;
    problem_.capacity = capacity_of(pins, gap);
    // Ends: capacities fall to the least.
    while (!fits(false)) {
      pins /= 2;
      if (pins < 1) {
        problem_.capacity = {1, std::max<std::uint64_t>(sizes_.most, 1)};
        (void)fits(true);
        problem_.capacity = capacity_of(0, std::min<std::uint64_t>(m, 64));
        if (!fits(false)) problem_.capacity = {1, std::max<std::uint64_t>(sizes_.most, 1)};
        return;
      }
      problem_.capacity = capacity_of(pins, std::min(gap, static_cast<std::uint64_t>(pins)));
    }
  }
  // Each part within its context's limit, and those of one device within its memory. With `must`,
  // throws where they do not fit.
  bool fits(bool must) {
    for (std::size_t p = 0; p < devices_.size(); ++p) {
      std::uint64_t needed = 0;
      std::uint64_t on_device = 0;
      for (std::size_t q = 0; q < devices_.size(); ++q) {
        if (devices_[q].device() != devices_[p].device()) continue;
        const std::uint64_t its =
            bytes_of_part(q) + hypergraph_matching::on_device().shared_workspace_bytes(problem_, q);
        if (q == p) needed = its;
        on_device += its;
      }
      const std::uint64_t limit = devices_[p].state()->limit_left();
      if (needed > limit) {
        if (must) refuse(p, needed, limit);
        return false;
      }
      if (devices_[p].state()->options().memory != nullptr) continue;  // how much is not known
      const std::uint64_t there = free_memory(p);
      if (on_device > there) {
        if (must) refuse(p, on_device, there);
        return false;
      }
    }
    return true;
  }
  [[noreturn]] void refuse(std::size_t p, std::uint64_t needed, std::uint64_t there) const {
    throw Error(ErrorCode::resources,
                "out of memory: local_max (filtered) on " + std::to_string(devices_.size()) +
                    " devices needs at least " + std::to_string(needed) + " bytes on cuda:" +
                    std::to_string(devices_[p].device()) + " for its part of the instance, " +
                    "the device has " + std::to_string(there) + " left");
  }
  [[nodiscard]] std::uint64_t free_memory(std::size_t p) const {
    const parallel::DeviceScope scope(devices_[p].device());
    return parallel::runtime::memory_left().free;
  }

  template <class Priority>
  void upload_parts(const Priority& priority) {
    for (std::size_t p = 0; p < devices_.size(); ++p) {
      devices_.front().check_cancelled();
      const Offset begin = hypergraph_.offsets[firsts_[p]];
      const std::uint64_t m = num_edges(p);
      if (problem_.uniform_size == 0) {
        Array<Offset> offsets(m + 1);
        parallel::for_each(host_, offsets.size(), [&](std::size_t i) {
          offsets[i] = hypergraph_.offsets[firsts_[p] + i] - begin;
        });
        memory_[p].offsets = upload(devices_[p], std::span<const Offset>(offsets));
      }
      if (is_rated_) {
        Array<std::uint32_t> priorities(m);
        parallel::for_each(host_, m,
                           [&](std::size_t i) { priorities[i] = priority(firsts_[p] + i); });
        memory_[p].priorities = upload(devices_[p], std::span<const std::uint32_t>(priorities));
      }
      memory_[p].pins = upload(devices_[p], hypergraph_.pins.subspan(begin, num_pins(p)));
      parts_[p].offsets = memory_[p].offsets.view();
      parts_[p].pins = memory_[p].pins.view();
      parts_[p].priorities = memory_[p].priorities.view();
    }
  }

  void reserve_workspaces() {
    for (std::size_t p = 0; p < devices_.size(); ++p) {
      workspaces_[p].reserve(devices_[p], on_device().shared_workspace_bytes(problem_, p));
    }
  }

  void collect(const SharedOutcome& outcome, HypergraphMatching& matching) {
    std::vector<std::uint64_t> bytes;
    for (std::size_t p = 0; p < devices_.size(); ++p) {
      Array<std::uint32_t> words((num_edges(p) + 31) / 32);
      copy_to_host(devices_[p], words.data(), outcome.matched[p],
                   words.size() * sizeof(std::uint32_t));
      const std::size_t before = matching.edges.size();
      const auto bits = [&](std::size_t w) {
        return static_cast<std::size_t>(std::popcount(words[w]));
      };
      matching.edges.resize(
          before + parallel::reduce<std::size_t>(host_, words.size(), 0, bits, std::plus<>()));
      parallel::exclusive_scan<std::size_t>(
          host_, words.size(), bits, [&](std::size_t w, std::size_t at) {
            for (std::uint32_t word = words[w]; word != 0; word &= word - 1) {
              matching.edges[before + at++] =
                  firsts_[p] +
                  static_cast<EdgeId>(w * 32 + static_cast<std::size_t>(std::countr_zero(word)));
            }
          });
      bytes.push_back(workspaces_[p].size() + bytes_of_part(p));
    }
    matching.stats.rounds = outcome.rounds;
    matching.stats.traffic = outcome.traffic;
    matching.stats.device_peak_bytes = parallel::peak_of_devices(devices_, bytes);
    matching.stats.stop_reason = "complete";
    if (outcome.stalled_batches != 0) {
      matching.stats.stop_reason = "complete; chains: the host finished " +
                                   std::to_string(outcome.stalled_batches) + " of " +
                                   std::to_string(outcome.batches) + " batches";
    }
  }

  const DeviceGroup& devices_;
  const Context& host_;
  const HypergraphView& hypergraph_;
  std::uint64_t seed_;
  bool is_rated_;
  Interval sizes_;
  std::vector<std::uint32_t> firsts_;  // edges of parts
  std::vector<DeviceWorkspace> workspaces_;
  std::vector<Memory> memory_;
  std::vector<SampledKey> sample_;
  std::vector<SharedPart> parts_;
  HostSolver solver_;
  SharedBatches problem_;
};

}  // namespace

HypergraphMatching local_max_shared(const DeviceGroup& devices, const HypergraphView& hypergraph,
                                    const LocalMaxOptions& options, const SharedTuning& tuning) {
  check(options);
  const auto refuse = [](const std::string& what, const char* instead) {
    throw Error(ErrorCode::unsupported, what + " does not run on several devices, " + instead);
  };
  if (options.variant != LocalMaxVariant::filtered) {
    refuse("local_max (" + std::string(name_of(options.variant)) + ")",
           "local_max (filtered) does");
  }
  parallel::check_host_input(devices.front(), hypergraph);
  const Context& host = devices.front().state()->host();
  LocalMaxOptions resolved = with_checked_capacities(host, options, hypergraph.num_vertices);
  if (!resolved.capacities.is_default()) {
    refuse("local_max of hypergraphs under capacities", "one device does");
  }
  resolved.order = resolve(host, hypergraph, options.order);
  HypergraphMatching matching;
  if (hypergraph.num_pins() != 0) {
    order::with_stored_priorities(
        host, hypergraph, resolved.order, {}, [&](auto priority, auto eligible) {
          const bool is_rated = order::by_weight(hypergraph, resolved.order) ||
                                resolved.order.rating != Rating::weight;
          Shared(devices, hypergraph, resolved.order.seed, is_rated, tuning)
              .run(priority, eligible, matching);
        });
  } else {
    matching.stats.stop_reason = "complete";
  }
  matching.stats.algorithm = "local_max";
  matching.stats.variant = name_of(LocalMaxVariant::filtered);
  matching.stats.rating = resolved.order.rating;
  matching.stats.objective = resolved.order.objective;
  matching.stats.guarantee = guarantee_of(resolved);
  return matching;
}

}  // namespace hypermatch::detail::hypergraph_matching

namespace hypermatch {

HypergraphMatching local_max(const DeviceGroup& devices, const HypergraphView& hypergraph,
                             const LocalMaxOptions& options) {
  return detail::hypergraph_matching::local_max_shared(devices, hypergraph, options, {});
}

}  // namespace hypermatch
