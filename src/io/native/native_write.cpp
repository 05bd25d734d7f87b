// SPDX-License-Identifier: MIT
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/native/native_writer.hpp"

namespace hypermatch::detail::io {

void NativeWriter::write() {
  if constexpr (std::endian::native != std::endian::little) {
    throw Error(ErrorCode::unsupported, "native files are written on little-endian machines only");
  }
  header.num_sections = static_cast<std::uint32_t>(sections_.size());
  const std::size_t table_bytes = sections_.size() * sizeof(NativeSection);
  std::uint64_t end = sizeof(header) + table_bytes + sizeof(std::uint64_t);
  for (NativeSection& section : sections_) {
    section.offset = aligned(end);
    end = section.offset + section.bytes;
  }
  header.file_bytes = end;
  std::vector<char> front(sizeof(header) + table_bytes + sizeof(std::uint64_t));
  std::memcpy(front.data(), &header, sizeof(header));
  if (table_bytes > 0) {
    std::memcpy(front.data() + sizeof(header), sections_.data(), table_bytes);
  }
  const std::uint64_t checksum = ::XXH3_64bits(front.data(), sizeof(header) + table_bytes);
  std::memcpy(front.data() + sizeof(header) + table_bytes, &checksum, sizeof(checksum));
  put(front);
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    constexpr char k_zeros[k_native_alignment] = {};
    put({k_zeros, sections_[i].offset - written_});
    put(contents_[i]);
  }
}

std::uint64_t NativeWriter::aligned(std::uint64_t place) {
  return (place + k_native_alignment - 1) / k_native_alignment * k_native_alignment;
}

void NativeWriter::put(std::span<const char> bytes) {
  constexpr std::size_t k_piece = std::size_t{8} << 20;  // between two looks at whether to stop
  // Ends: each turn writes some bytes.
  while (!bytes.empty()) {
    context_.check_cancelled();
    const std::span<const char> piece = bytes.first(std::min(k_piece, bytes.size()));
    sink_(piece);
    written_ += piece.size();
    bytes = bytes.subspan(piece.size());
  }
}

void write_native(const Context& context, const hypermatch::io::Instance& instance,
                  const EdgeListView& edges, const Sink& sink) {
  NativeWriter out(context, sink);
  NativeHeader& header = out.header;
  constexpr Offset k_no_edges[] = {0};
  WeightsView weights = edges.weights;
  std::span<const std::int64_t> vertex_weights;
  if (const auto* hypergraph = std::get_if<Hypergraph>(&instance.data)) {
    header.num_vertices = hypergraph->num_vertices;
    header.num_edges = hypergraph->view().num_edges();
    header.num_pins = hypergraph->pins.size();
    out.add<Offset>(NativeSectionId::offsets, hypergraph->offsets.empty()
                                                  ? std::span<const Offset>(k_no_edges)
                                                  : hypergraph->offsets.view());
    out.add(NativeSectionId::pins, hypergraph->pins.view());
    weights = view_of(hypergraph->weights);
    header.weights_per_vertex = hypergraph->weights_per_vertex;
    vertex_weights = hypergraph->vertex_weights.view();
  } else {
    const auto& graph = std::get<Graph>(instance.data);
    header.kind = NativeKind::graph;
    header.num_vertices = edges.num_vertices;
    header.num_edges = edges.num_edges();
    out.add(NativeSectionId::graph_edges, edges.edges);
    header.weights_per_vertex = graph.weights_per_vertex;
    vertex_weights = graph.vertex_weights.view();
  }
  header.weight_type = static_cast<std::uint32_t>(weights.index());
  std::visit(
      [&](const auto& held) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          out.add(NativeSectionId::weights, held);
        }
      },
      weights);
  if (header.weights_per_vertex > 0) out.add(NativeSectionId::vertex_weights, vertex_weights);
  if (!instance.labels.empty()) {
    out.add(NativeSectionId::label_offsets,
            std::span<const std::uint64_t>(instance.labels.offsets));
    out.add(NativeSectionId::label_text, std::span<const char>(instance.labels.text));
  }
  out.write();
}

}  // namespace hypermatch::detail::io
