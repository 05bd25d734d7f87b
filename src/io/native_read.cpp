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
#include "io/vertex_numbers.hpp"
#include "parallel/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;

class NativeReader {
 public:
  NativeReader(const Context& context, std::shared_ptr<const void> owner,
               std::span<const char> bytes, const std::string& name)
      : context_(context),
        owner_(std::move(owner)),
        bytes_(bytes),
        name_(name),
        layout_(parse_native_front(bytes, name)) {}

  Instance read() {
    const NativeHeader& header = layout_.header;
    if (bytes_.size() < header.file_bytes) {
      broken("ends early: " + std::to_string(bytes_.size()) + " of " +
             std::to_string(header.file_bytes) + " bytes are there");
    }
    if (bytes_.size() > header.file_bytes) broken("there are bytes behind its end");
    Instance instance;
    if (layout_.is_graph()) {
      Graph graph;
      graph.edges = take_graph_edges();
      take_shared(graph, instance);
      instance.report.as = Interpretation::graph;
      instance.data = std::move(graph);
    } else {
      Hypergraph hypergraph;
      hypergraph.offsets = take_offsets(instance.report.empty_edges);
      hypergraph.pins = take_pins();
      take_shared(hypergraph, instance);
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
  [[nodiscard]] std::span<const T> items(NativeSectionId id) const {
    const NativeSection& section = layout_[id];
    // Sections start at multiples of 64 bytes, and the file at a page or at what malloc gives.
    return {reinterpret_cast<const T*>(bytes_.data() + section.offset), section.bytes / sizeof(T)};
  }

  // Passes once over a section: each piece is hashed and, while it is in the cache, checked by
  // `good(begin, end)` over its items.
  template <class T, class Good>
  Array<T> take(NativeSectionId id, const char* what, const Good& good) const {
    static_assert(k_native_piece % sizeof(T) == 0);
    const std::span<const T> all = items<T>(id);
    context_.check_cancelled();
    constexpr std::size_t k_items = k_native_piece / sizeof(T);
    const std::size_t pieces = (all.size() + k_items - 1) / k_items;
    std::vector<std::uint64_t> hashes(pieces);
    std::atomic<bool> all_good{true};
    parallel::run_tasks(context_, pieces, [&](std::size_t i) {
      const std::size_t begin = i * k_items;
      const std::size_t end = std::min(all.size(), begin + k_items);
      hashes[i] = ::XXH3_64bits(all.data() + begin, (end - begin) * sizeof(T));
      // Relaxed: read after the tasks are done only.
      if (!good(begin, end)) all_good.store(false, std::memory_order_relaxed);
    });
    if (::XXH3_64bits(hashes.data(), hashes.size() * sizeof(std::uint64_t)) !=
        layout_[id].checksum) {
      broken(std::string("the checksum of its ") + what + " is wrong, the file is damaged");
    }
    if (!all_good.load(std::memory_order_relaxed)) {
      broken(std::string("its ") + what + " are not what they must be");
    }
    return Array<T>(owner_, all);
  }

  Array<Offset> take_offsets(std::uint64_t& empty_edges) const {
    const std::span<const Offset> all = items<Offset>(NativeSectionId::offsets);
    const Offset num_pins = layout_.header.num_pins;
    std::atomic<std::uint64_t> empty{0};
    Array<Offset> offsets =
        take<Offset>(NativeSectionId::offsets, "offsets", [&](std::size_t begin, std::size_t end) {
          bool good = begin > 0 || all[0] == 0;
          std::uint64_t falls = 0;
          std::uint64_t equal = 0;
          for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i) {
            falls |= all[i] < all[i - 1] ? 1U : 0U;
            equal += all[i] == all[i - 1] ? 1U : 0U;
          }
          // Relaxed: a sum that is read after the tasks are done only.
          empty.fetch_add(equal, std::memory_order_relaxed);
          if (end == all.size()) good = good && all[end - 1] == num_pins;
          return good && falls == 0;
        });
    empty_edges = empty.load(std::memory_order_relaxed);
    return offsets;
  }

  Array<VertexId> take_pins() const {
    const std::span<const VertexId> all = items<VertexId>(NativeSectionId::pins);
    const auto n = static_cast<VertexId>(layout_.header.num_vertices);
    return take<VertexId>(NativeSectionId::pins, "pins", [&](std::size_t begin, std::size_t end) {
      VertexId largest = 0;
      for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, all[i]);
      return largest < n;
    });
  }

  Array<GraphEdge> take_graph_edges() const {
    const std::span<const GraphEdge> all = items<GraphEdge>(NativeSectionId::graph_edges);
    const auto n = static_cast<VertexId>(layout_.header.num_vertices);
    return take<GraphEdge>(NativeSectionId::graph_edges, "edges",
                           [&](std::size_t begin, std::size_t end) {
                             std::uint32_t bad = 0;
                             for (std::size_t i = begin; i < end; ++i) {
                               bad |= all[i].u >= n || all[i].v >= n || all[i].u == all[i].v;
                             }
                             return bad == 0;
                           });
  }

  template <class T>
  Array<T> take_weights(hypermatch::io::ReadReport& report) const {
    const std::span<const T> all = items<T>(NativeSectionId::weights);
    std::atomic<std::uint64_t> zero{0};
    std::atomic<std::uint64_t> negative{0};
    Array<T> weights =
        take<T>(NativeSectionId::weights, "weights", [&](std::size_t begin, std::size_t end) {
          std::uint64_t zeros = 0;
          std::uint64_t negatives = 0;
          bool finite = true;
          for (std::size_t i = begin; i < end; ++i) {
            zeros += all[i] == T{0} ? 1U : 0U;
            negatives += all[i] < T{0} ? 1U : 0U;
            if constexpr (std::is_floating_point_v<T>) {
              finite = finite && std::abs(all[i]) <= std::numeric_limits<T>::max();
            }
          }
          // Relaxed: sums that are read after the tasks are done only.
          zero.fetch_add(zeros, std::memory_order_relaxed);
          negative.fetch_add(negatives, std::memory_order_relaxed);
          return finite;
        });
    report.zero_weights = zero.load(std::memory_order_relaxed);
    report.negative_weights = negative.load(std::memory_order_relaxed);
    return weights;
  }

  // What graphs and hypergraphs have in common.
  template <class Data>
  void take_shared(Data& data, Instance& instance) const {
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
    data.weights_per_vertex = header.weights_per_vertex;
    if (header.weights_per_vertex > 0) {
      data.vertex_weights = take<std::int64_t>(NativeSectionId::vertex_weights, "vertex weights",
                                               [](std::size_t, std::size_t) { return true; });
    }
  }

  void take_labels(hypermatch::io::VertexLabels& labels) const {
    if (!layout_.has(NativeSectionId::label_offsets)) return;
    const std::uint64_t text_bytes = layout_[NativeSectionId::label_text].bytes;
    const std::span<const std::uint64_t> all = items<std::uint64_t>(NativeSectionId::label_offsets);
    const Array<std::uint64_t> offsets = take<std::uint64_t>(
        NativeSectionId::label_offsets, "label offsets", [&](std::size_t begin, std::size_t end) {
          bool good = begin > 0 || all[0] == 0;
          for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i) {
            good = good && all[i] >= all[i - 1];
          }
          return good && all[end - 1] <= text_bytes;
        });
    const Array<char> text = take<char>(NativeSectionId::label_text, "labels",
                                        [](std::size_t, std::size_t) { return true; });
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
  std::span<const char> bytes_;
  const std::string& name_;
  NativeLayout layout_;
};

}  // namespace

Instance read_native(const Context& context, std::shared_ptr<const void> owner,
                     std::span<const char> bytes, const std::string& name) {
  return NativeReader(context, std::move(owner), bytes, name).read();
}

}  // namespace hypermatch::detail::io
