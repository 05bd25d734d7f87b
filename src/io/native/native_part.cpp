// SPDX-License-Identifier: MIT
// The edges of a native file that one rank reads. Each rank checks its share of all sections.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/formats/edge_parts.hpp"
#include "io/native/native_blocks.hpp"
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

// One size says it all, if all edges have it.
void drop_offsets(EdgePart& part) {
  const std::size_t count = part.offsets.empty() ? 0 : part.num_edges();
  if (count == 0 || part.offsets[1] == 0) return;
  for (std::size_t e = 0; e <= count; ++e) {
    if (part.offsets[e] != e * part.offsets[1]) return;
  }
  part.edge_size = static_cast<std::uint32_t>(part.offsets[1]);
  part.offsets = {};
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
    // Several ranks write local numbers over the pins, which is slower where these are mapped.
    const auto mapping = size == 1 ? options.mapping : hypermatch::io::Mapping::off;
    EdgeBlock block =
        read_native_edges(*native, first, first_edge_of(*native, rank + 1, size), mapping);
    part.num_vertices = static_cast<VertexId>(native->layout.header.num_vertices);
    part.first_edge = first;
    part.pins = std::move(block.pins);
    part.weights = std::move(block.weights);
    part.offsets = std::move(block.offsets);
    const Offset begin = part.offsets.empty() ? 0 : part.offsets[0];
    for (Offset& offset : part.offsets) offset -= begin;
    drop_offsets(part);
  });
  return part;
}

}  // namespace hypermatch::detail::io
