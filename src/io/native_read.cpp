// SPDX-License-Identifier: MIT
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/native.hpp"
#include "io/native_check.hpp"
#include "io/repeated_pairs.hpp"
#include "io/vertex_numbers.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;

class NativeReader {
 public:
  NativeReader(const Context& context, const WholeText& file, const std::string& name)
      : context_(context),
        owner_(file.owner),
        bytes_(file.text),
        name_(name),
        layout_(parse_native_front(file.text, name)) {}

  Instance read() {
    const NativeHeader& header = layout_.header;
    if (bytes_.size() < header.file_bytes) {
      broken("ends early: " + std::to_string(bytes_.size()) + " of " +
             std::to_string(header.file_bytes) + " bytes are there");
    }
    if (bytes_.size() > header.file_bytes) broken("there are bytes behind its end");
    Instance instance;
    if (layout_.is_graph()) {
      EdgeList edges;
      edges.edges = take_graph_edges();
      take_weights(edges, instance);
      Graph graph(std::move(edges));
      take_vertex_weights(graph);
      instance.report.as = Interpretation::graph;
      instance.data = std::move(graph);
    } else {
      Hypergraph hypergraph;
      hypergraph.offsets = take_offsets(instance.report.empty_edges);
      hypergraph.pins = take_pins(std::as_const(hypergraph.offsets).view());
      take_weights(hypergraph, instance);
      take_vertex_weights(hypergraph);
      instance.report.as = Interpretation::hypergraph;
      instance.data = std::move(hypergraph);
    }
    instance.report.bytes = bytes_.size();
    take_labels(instance.labels);
    return instance;
  }

 private:
  [[noreturn]] void broken(const std::string& message) const {
    throw Error(ErrorCode::invalid_input, name_ + ": native file: " + message);
  }

  template <class T>
  [[nodiscard]] std::span<T> items(NativeSectionId id) const {
    const NativeSection& section = layout_[id];
    // Sections start at multiples of 64 bytes, and the file at a page or at what malloc gives.
    return {reinterpret_cast<T*>(bytes_.data() + section.offset), section.bytes / sizeof(T)};
  }

  // Passes once over a section: each piece is hashed and, while it is in the cache, checked by
  // `good(begin, end)` over its items, where `good` is what `make_good()` returns for a run of
  // pieces. `fault()` says what is wrong if something is.
  template <class T, class MakeGood, class Fault>
  Array<T> take(NativeSectionId id, const char* what, const MakeGood& make_good,
                const Fault& fault) const {
    static_assert(k_native_piece % sizeof(T) == 0);
    const std::span<T> all = items<T>(id);
    context_.check_cancelled();
    constexpr std::size_t k_items = k_native_piece / sizeof(T);
    const std::size_t pieces = (all.size() + k_items - 1) / k_items;
    std::vector<std::uint64_t> hashes(pieces);
    std::atomic<bool> all_good{true};
    parallel::for_chunks(context_, parallel::cut(context_, pieces, 1),
                         [&](std::size_t, std::size_t first, std::size_t last) {
                           auto good = make_good();
                           bool mine = true;
                           for (std::size_t i = first; i < last; ++i) {
                             const std::size_t begin = i * k_items;
                             const std::size_t end = std::min(all.size(), begin + k_items);
                             hashes[i] =
                                 ::XXH3_64bits(all.data() + begin, (end - begin) * sizeof(T));
                             mine = mine && good(begin, end);
                           }
                           // Relaxed: read after the tasks are done only.
                           if (!mine) all_good.store(false, std::memory_order_relaxed);
                         });
    if (::XXH3_64bits(hashes.data(), hashes.size() * sizeof(std::uint64_t)) !=
        layout_[id].checksum) {
      broken(std::string("the checksum of its ") + what + " is wrong, the file is damaged");
    }
    if (!all_good.load(std::memory_order_relaxed)) broken(fault());
    return Array<T>(owner_, all);
  }

  // A section in which everything is allowed.
  template <class T>
  Array<T> take_any(NativeSectionId id, const char* what) const {
    return take<T>(
        id, what, [] { return [](std::size_t, std::size_t) { return true; }; },
        [] { return std::string(); });
  }

  Array<Offset> take_offsets(std::uint64_t& empty_edges) const {
    const std::span<const Offset> all = items<Offset>(NativeSectionId::offsets);
    const Offset num_pins = layout_.header.num_pins;
    std::atomic<std::uint64_t> empty{0};
    const auto good = [&](std::size_t begin, std::size_t end) {
      const bool begins = begin > 0 || all[0] == 0;
      std::uint64_t falls = 0;
      std::uint64_t equal = 0;
      for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i) {
        falls |= all[i] < all[i - 1] ? 1U : 0U;
        equal += all[i] == all[i - 1] ? 1U : 0U;
      }
      // Relaxed: a sum that is read after the tasks are done only.
      empty.fetch_add(equal, std::memory_order_relaxed);
      const bool ends = end < all.size() || all[end - 1] == num_pins;
      return begins && ends && falls == 0;
    };
    Array<Offset> offsets = take<Offset>(
        NativeSectionId::offsets, "offsets", [&] { return good; },
        [&] { return first_fault_of_offsets(all, num_pins); });
    empty_edges = empty.load(std::memory_order_relaxed);
    return offsets;
  }

  Array<VertexId> take_pins(std::span<const Offset> offsets) const {
    const std::span<const VertexId> all = items<VertexId>(NativeSectionId::pins);
    const auto n = static_cast<VertexId>(layout_.header.num_vertices);
    std::atomic<bool> found_large{false};
    const auto make_good = [&] {
      return [&all, n, distinct = DistinctPins(offsets, all, n, found_large)](
                 std::size_t begin, std::size_t end) mutable {
        VertexId largest = 0;
        for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, all[i]);
        return largest < n && distinct.differ(begin, end);
      };
    };
    const auto fault = [&] { return first_fault_of_pins(offsets, all, n); };
    Array<VertexId> pins = take<VertexId>(NativeSectionId::pins, "pins", make_good, fault);
    // Relaxed: the tasks are done. Most files have no such edge and are spared a pass on one
    // thread.
    if (found_large.load(std::memory_order_relaxed) &&
        !large_edges_differ(context_, offsets, all, n)) {
      broken(fault());
    }
    return pins;
  }

  Array<GraphEdge> take_graph_edges() const {
    const std::span<const GraphEdge> all = items<GraphEdge>(NativeSectionId::graph_edges);
    const auto n = static_cast<VertexId>(layout_.header.num_vertices);
    const auto good = [&](std::size_t begin, std::size_t end) {
      std::uint32_t bad = 0;
      for (std::size_t i = begin; i < end; ++i) {
        bad |= all[i].u >= n || all[i].v >= n || all[i].u == all[i].v;
      }
      return bad == 0;
    };
    Array<GraphEdge> edges = take<GraphEdge>(
        NativeSectionId::graph_edges, "edges", [&] { return good; },
        [&] { return first_fault_of_pairs(all, n); });
    if (const auto repeated = find_repeated_pair(context_, all)) {
      broken("edges " + std::to_string(repeated->first + std::uint64_t{1}) + " and " +
             std::to_string(repeated->second + std::uint64_t{1}) + " join the same vertices");
    }
    return edges;
  }

  template <class T>
  Array<T> take_weights(hypermatch::io::ReadReport& report) const {
    const std::span<const T> all = items<T>(NativeSectionId::weights);
    const auto is_finite = [](T weight) {
      if constexpr (std::is_floating_point_v<T>) {
        return std::abs(weight) <= std::numeric_limits<T>::max();
      } else {
        return true;
      }
    };
    std::atomic<std::uint64_t> zero{0};
    std::atomic<std::uint64_t> negative{0};
    const auto good = [&](std::size_t begin, std::size_t end) {
      std::uint64_t zeros = 0;
      std::uint64_t negatives = 0;
      bool finite = true;
      for (std::size_t i = begin; i < end; ++i) {
        zeros += all[i] == T{0} ? 1U : 0U;
        negatives += all[i] < T{0} ? 1U : 0U;
        finite = finite && is_finite(all[i]);
      }
      // Relaxed: sums that are read after the tasks are done only.
      zero.fetch_add(zeros, std::memory_order_relaxed);
      negative.fetch_add(negatives, std::memory_order_relaxed);
      return finite;
    };
    Array<T> weights = take<T>(
        NativeSectionId::weights, "weights", [&] { return good; },
        [&] {
          const auto* const bad = std::find_if_not(all.data(), all.data() + all.size(), is_finite);
          return weight_fault(static_cast<std::uint64_t>(bad - all.data()));
        });
    report.zero_weights = zero.load(std::memory_order_relaxed);
    report.negative_weights = negative.load(std::memory_order_relaxed);
    return weights;
  }

  // What graphs and hypergraphs have in common.
  template <class Data>
  void take_weights(Data& data, Instance& instance) const {
    const NativeHeader& header = layout_.header;
    data.num_vertices = static_cast<VertexId>(header.num_vertices);
    switch (header.weight_type) {
      case 1:
        data.weights = take_weights<std::int32_t>(instance.report);
        break;
      case 2:
        data.weights = take_weights<std::int64_t>(instance.report);
        break;
      case 3:
        data.weights = take_weights<float>(instance.report);
        break;
      case 4:
        data.weights = take_weights<double>(instance.report);
        break;
      default:
        break;
    }
  }

  template <class Data>
  void take_vertex_weights(Data& data) const {
    data.weights_per_vertex = layout_.header.weights_per_vertex;
    if (data.weights_per_vertex > 0) {
      data.vertex_weights =
          take_any<std::int64_t>(NativeSectionId::vertex_weights, "vertex weights");
    }
  }

  void take_labels(hypermatch::io::VertexLabels& labels) const {
    if (!layout_.has(NativeSectionId::label_offsets)) return;
    const std::uint64_t text_bytes = layout_[NativeSectionId::label_text].bytes;
    const std::span<const std::uint64_t> all = items<std::uint64_t>(NativeSectionId::label_offsets);
    const auto good = [&](std::size_t begin, std::size_t end) {
      bool rises = begin > 0 || all[0] == 0;
      for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i) {
        rises = rises && all[i] >= all[i - 1];
      }
      return rises && (end < all.size() || all[end - 1] == text_bytes);
    };
    const Array<std::uint64_t> offsets = take<std::uint64_t>(
        NativeSectionId::label_offsets, "label offsets", [&] { return good; },
        [] { return std::string("its ids do not lie one behind the other"); });
    const Array<char> text = take_any<char>(NativeSectionId::label_text, "labels");
    labels.offsets.assign(offsets.begin(), offsets.end());
    labels.text.assign(text.begin(), text.end());
    try {
      NameTable names;
      add_labels(names, labels);
    } catch (const Error& error) {
      broken(error.what());
    }
  }

  const Context& context_;
  std::shared_ptr<const void> owner_;
  std::span<char> bytes_;
  const std::string& name_;
  NativeLayout layout_;
};

}  // namespace

Instance read_native(const Context& context, const WholeText& file, const std::string& name) {
  return NativeReader(context, file, name).read();
}

}  // namespace hypermatch::detail::io
