// SPDX-License-Identifier: MIT
// The native binary format, version 1: the arrays of an instance as they stand in memory, in
// sections that start at multiples of 64 bytes, so that a mapped file is used without copying. All
// numbers are little-endian.
//
//   NativeHeader, NativeSection[num_sections], uint64 XXH3 of all that, sections
//
// A section's checksum is the XXH3 of the XXH3s of its pieces of 1 MiB, so that many threads can
// check it, and a stream that sees the pieces one after another can as well.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/parsers.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// Not text, and damaged by programs that convert line ends or strip the eighth bit.
inline constexpr std::array<char, 8> k_native_magic = {'\x89', 'H',  'M',    'B',
                                                       '\r',   '\n', '\x1a', '\n'};
inline constexpr std::uint32_t k_native_version = 1;
inline constexpr std::uint32_t k_native_byte_order = 0x01020304;
inline constexpr std::size_t k_native_alignment = 64;
// Part of the format, so tests of data races have it, too.
inline constexpr std::size_t k_native_piece = std::size_t{1} << 20;
inline constexpr std::uint32_t k_native_most_sections = 10;

enum class NativeKind : std::uint32_t {
  hypergraph = 0,
  graph = 1,
  two_sided = 2,     ///< preferences
  one_sided = 3,     ///< preferences
  shared_lists = 4,  ///< preferences of two sides
};

struct NativeHeader {
  std::array<char, 8> magic = k_native_magic;
  std::uint32_t version = k_native_version;
  std::uint32_t byte_order = k_native_byte_order;
  NativeKind kind = NativeKind::hypergraph;
  std::uint32_t num_sections = 0;
  std::uint64_t num_vertices = 0;        ///< of preferences: agents
  std::uint64_t num_edges = 0;           ///< of preferences: agents on the left
  std::uint64_t num_pins = 0;            ///< of hypergraphs; of preferences: entries of lists
  std::uint64_t file_bytes = 0;          ///< of the whole file
  std::uint32_t weight_type = 0;         ///< 0 none, 1 int32, 2 int64, 3 float, 4 double
  std::uint32_t weights_per_vertex = 0;  ///< of lists that agents share: number of lists
};
static_assert(sizeof(NativeHeader) == 64);

enum class NativeSectionId : std::uint32_t {
  offsets = 1,         ///< uint64, m + 1; of preferences one more than lists
  pins = 2,            ///< uint32; of preferences the agents in lists
  graph_edges = 3,     ///< pairs of uint32
  weights = 4,         ///< m of `weight_type`
  vertex_weights = 5,  ///< int64, n * weights_per_vertex
  label_offsets = 6,   ///< uint64, n + 1
  label_text = 7,      ///< bytes
  ties = 8,            ///< uint32, one per entry of lists
  capacities = 9,      ///< uint32, one per agent
  lists = 10,          ///< uint32, one per agent: the number of its list
};

struct NativeSection {
  std::uint32_t id = 0;
  std::uint32_t item_bytes = 0;
  std::uint64_t offset = 0;  ///< in the file
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(NativeSection) == 32);

/// The checked header of a file and its table of sections.
struct NativeLayout {
  NativeHeader header;
  std::array<NativeSection, k_native_most_sections + 1> sections{};  ///< by id; id 0: not there

  [[nodiscard]] const NativeSection& operator[](NativeSectionId id) const {
    return sections[static_cast<std::uint32_t>(id)];
  }
  [[nodiscard]] bool has(NativeSectionId id) const { return (*this)[id].id != 0; }
  [[nodiscard]] bool is_graph() const { return header.kind == NativeKind::graph; }
  [[nodiscard]] bool holds_preferences() const { return header.kind >= NativeKind::two_sided; }
  [[nodiscard]] bool shares_lists() const { return header.kind == NativeKind::shared_lists; }
};

/// The most bytes that header and table take.
inline constexpr std::size_t k_native_front =
    sizeof(NativeHeader) + k_native_most_sections * sizeof(NativeSection) + sizeof(std::uint64_t);

[[nodiscard]] bool is_native(std::span<const char> front);
/// The kind that a native file with this front claims to hold, unchecked; needs the first 64 bytes.
[[nodiscard]] bool begins_native_preferences(std::span<const char> front);
[[nodiscard]] bool begins_native_shared_lists(std::span<const char> front);

/// Checks the front of a file: all that can be said without looking into the sections.
/// @throws Error{invalid_input, unsupported}
[[nodiscard]] NativeLayout parse_native_front(std::span<const char> front, const std::string& name);

[[nodiscard]] std::uint64_t native_checksum(const Context& context, std::span<const char> bytes);

/// The instance over the file's own memory, which its arrays keep alive and may write. Everything
/// that instances promise is checked, because checksums tell damage, not intent.
/// @throws Error{invalid_input} "NAME: native file: ...", edges and vertices counted from 1
[[nodiscard]] hypermatch::io::Instance read_native(const Context& context, const WholeText& file,
                                                   const std::string& name);

/// `edges`: the list of the instance if it is a graph.
void write_native(const Context& context, const hypermatch::io::Instance& instance,
                  const EdgeListView& edges, const Sink& sink);

/// Edge after edge out of a plain file, in memory for a few pieces. Checks what `read_native` does,
/// all checksums included, with two exceptions: that no two edges of a graph join the same
/// vertices, which hyperedges may, and what the ids of vertices are. Vertex weights and ids are not
/// delivered; their checksums are compared behind the last edge.
/// @throws Error{unsupported} where the input is no plain file
[[nodiscard]] std::unique_ptr<EdgeStream> stream_native(Input input, bool as_hypergraph);

}  // namespace hypermatch::detail::io
