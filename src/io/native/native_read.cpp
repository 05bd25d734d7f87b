// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/builders/repeated_pairs.hpp"
#include "io/native/native.hpp"
#include "io/native/native_check.hpp"
#include "io/native/native_sections.hpp"
#include "io/preferences/prefs.hpp"
#include "io/text/vertex_numbers.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;

class NativeReader : NativeSections {
 public:
  using NativeSections::NativeSections;

  Instance read() {
    if (layout().holds_preferences()) refuse_preferences(name());
    Instance instance;
    if (layout().is_graph()) {
      EdgeList edges;
      edges.edges = take_graph_edges();
      take_weights(edges, instance);
      Graph graph(std::move(edges));
      take_vertex_weights(graph);
      instance.report.as = Interpretation::graph;
      instance.data = std::move(graph);
    } else {
      Hypergraph hypergraph;
      hypergraph.offsets = take_offsets_of_edges(instance.report.empty_edges);
      hypergraph.pins = take_pins(std::as_const(hypergraph.offsets).view());
      take_weights(hypergraph, instance);
      take_vertex_weights(hypergraph);
      instance.report.as = Interpretation::hypergraph;
      instance.data = std::move(hypergraph);
    }
    instance.report.bytes = bytes();
    take_labels(instance.labels);
    return instance;
  }

 private:
  Array<Offset> take_offsets_of_edges(std::uint64_t& empty_edges) const {
    const Offset num_pins = layout().header.num_pins;
    auto [offsets, empty] = take_offsets(NativeSectionId::offsets, "offsets", num_pins, [&] {
      return first_fault_of_offsets(items<Offset>(NativeSectionId::offsets), num_pins);
    });
    empty_edges = empty;
    return std::move(offsets);
  }

  Array<VertexId> take_pins(std::span<const Offset> offsets) const {
    const std::span<const VertexId> all = items<VertexId>(NativeSectionId::pins);
    const auto n = static_cast<VertexId>(layout().header.num_vertices);
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
        !large_edges_differ(context(), offsets, all, n)) {
      broken(fault());
    }
    return pins;
  }

  Array<GraphEdge> take_graph_edges() const {
    const std::span<const GraphEdge> all = items<GraphEdge>(NativeSectionId::graph_edges);
    const auto n = static_cast<VertexId>(layout().header.num_vertices);
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
    if (const auto repeated = find_repeated_pair(context(), all)) {
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

  // Takes the number of vertices and the weights of a graph or hypergraph.
  template <class Data>
  void take_weights(Data& data, Instance& instance) const {
    const NativeHeader& header = layout().header;
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
    data.weights_per_vertex = layout().header.weights_per_vertex;
    if (data.weights_per_vertex > 0) {
      data.vertex_weights =
          take_any<std::int64_t>(NativeSectionId::vertex_weights, "vertex weights");
    }
  }

  void take_labels(hypermatch::io::VertexLabels& labels) const {
    if (!layout().has(NativeSectionId::label_offsets)) return;
    const std::uint64_t text_bytes = layout()[NativeSectionId::label_text].bytes;
    const Array<std::uint64_t> offsets =
        take_offsets(NativeSectionId::label_offsets, "label offsets", text_bytes, [] {
          return std::string("its ids do not lie one behind the other");
        }).first;
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
};

}  // namespace

Instance read_native(const Context& context, const WholeText& file, const std::string& name) {
  return NativeReader(context, file, name).read();
}

}  // namespace hypermatch::detail::io
