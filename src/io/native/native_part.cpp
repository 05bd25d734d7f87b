// SPDX-License-Identifier: MIT
// The edges of a native file that one rank reads. Each rank checks its share of all sections.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/formats/edge_parts.hpp"
#include "io/native/native_edges.hpp"
#include "io/text/text_share.hpp"

namespace hypermatch::detail::io {

namespace {

// The first edge of rank q of p: about as many pins and edges for each.
std::uint64_t first_edge_of(const OpenedNative& native, std::uint64_t q, std::uint64_t p) {
  const NativeHeader& header = native.layout.header;
  if (native.layout.is_graph() || q == p)
    return header.num_edges / p * q + header.num_edges % p * q / p;
  const std::uint64_t wanted = (header.num_pins + header.num_edges) / p * q;
  std::uint64_t low = 0;
  std::uint64_t high = header.num_edges;
  // Ends: the range shrinks.
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    const std::uint64_t load = native_offset(native, middle) + middle;
    if (load < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Finds the size of the edges of a part, or their offsets where sizes differ. One part of all edges
// has offsets always: what matches it wants them, and they may be mapped.
// @returns the place of the first pin in the file, and how many pins there are
std::pair<std::uint64_t, std::size_t> take_sizes(NativeEdges& edges, std::size_t count,
                                                 EdgePart& part) {
  constexpr std::size_t k_some = std::size_t{1} << 16;
  if (count == edges.layout().header.num_edges) {
    edges.fill(NativeSectionId::offsets, 0, count + 1, 0, part.offsets);
    edges.check_offsets(0, part.offsets.view());
    return {part.offsets[0], static_cast<std::size_t>(part.offsets[count] - part.offsets[0])};
  }
  Array<Offset> some;
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  bool is_common = count != 0;
  for (std::size_t at = 0; at <= count; at += k_some) {
    some.resize(std::min(k_some, count - at) + 1);
    edges.take(NativeSectionId::offsets, part.first_edge + at, some.span());
    edges.check_offsets(part.first_edge + at, some.view());
    if (at == 0) {
      begin = some[0];
      size = some[some.size() == 1 ? 0 : 1] - begin;
    }
    for (std::size_t i = 0; i < some.size(); ++i) {
      is_common = is_common && some[i] - begin == (at + i) * size;
    }
  }
  const auto num_pins = static_cast<std::size_t>(some[some.size() - 1] - begin);
  if (is_common && size != 0) {
    part.edge_size = static_cast<std::uint32_t>(size);
    return {begin, num_pins};
  }
  part.offsets.resize(count + 1);
  edges.take(NativeSectionId::offsets, part.first_edge, part.offsets.span());
  edges.check_offsets(part.first_edge, part.offsets.view());
  for (Offset& offset : part.offsets) offset -= begin;
  return {begin, num_pins};
}

// Edges first .. last - 1.
EdgePart read_edges(NativeEdges& edges, std::uint64_t first, std::uint64_t last) {
  EdgePart part;
  part.num_vertices = edges.num_vertices();
  part.first_edge = first;
  const auto count = static_cast<std::size_t>(last - first);
  if (edges.layout().is_graph()) {
    edges.fill(NativeSectionId::graph_edges, 2 * first, 2 * count, 0, part.pins);
  } else {
    const auto [first_pin, num_pins] = take_sizes(edges, count, part);
    edges.fill(NativeSectionId::pins, first_pin, num_pins, DuplicatePins::k_slack, part.pins);
  }
  edges.take_weights(first, count, part.weights);
  edges.check_edges(first, count, part);
  part.is_checked = true;
  return part;
}

// Compares all checksums; each rank hashes its share of the pieces.
void check_sections(Communicator& ranks, const OpenedNative& native) {
  const auto rank = static_cast<std::uint64_t>(ranks.rank());
  const auto size = static_cast<std::uint64_t>(ranks.size());
  for (const NativeSection& section : native.layout.sections) {
    if (section.id == 0) continue;
    const std::uint64_t count = (section.bytes + k_native_piece - 1) / k_native_piece;
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(count), 0);
    agree(ranks, [&] {
      for (std::uint64_t i = count * rank / size; i < count * (rank + 1) / size; ++i) {
        hashes[static_cast<std::size_t>(i)] = native_piece_hash(native, section, i);
      }
    });
    ranks.all_reduce(hashes, Reduction::sum);
    agree(ranks, [&] { check_native_section(native, section, hashes); });
  }
}

}  // namespace

EdgePart native_part(Communicator& ranks, const Input& input,
                     const hypermatch::io::ReadOptions& options, bool& is_graph) {
  EdgePart part;
  std::optional<OpenedNative> native;
  agree(ranks, [&] {
    native = open_native(input);
    is_graph =
        native->layout.is_graph() && options.as != hypermatch::io::Interpretation::hypergraph;
    if (is_graph && native->layout.has(NativeSectionId::label_text)) {
      throw Error(ErrorCode::unsupported,
                  input.name +
                      ": its vertices have ids of their own, which ranks do not hold; convert "
                      "--to metis numbers them from 1");
    }
  });
  check_sections(ranks, *native);
  agree(ranks, [&] {
    const auto rank = static_cast<std::uint64_t>(ranks.rank());
    const auto size = static_cast<std::uint64_t>(ranks.size());
    const std::uint64_t first = first_edge_of(*native, rank, size);
    NativeEdges edges(*native, options.mapping);
    part = read_edges(edges, first, first_edge_of(*native, rank + 1, size));
  });
  return part;
}

}  // namespace hypermatch::detail::io
