// SPDX-License-Identifier: MIT
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/native/native.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

[[noreturn]] void broken(const std::string& name, const std::string& message) {
  throw Error(ErrorCode::invalid_input, name + ": native file: " + message);
}

// How many items of which size a section must have; 0 bytes per item: it may not be there.
struct Expected {
  std::uint64_t items = 0;
  std::uint32_t item_bytes = 0;
};

// That `offsets` cut the pins into.
std::uint64_t num_rows(const NativeHeader& header) {
  switch (header.kind) {
    case NativeKind::two_sided:
    case NativeKind::one_sided:
      return header.num_vertices;
    case NativeKind::shared_lists:
      return header.weights_per_vertex;
    case NativeKind::hypergraph:
    case NativeKind::graph:
      break;
  }
  return header.num_edges;
}

Expected expected_of(const NativeHeader& header, NativeSectionId id) {
  constexpr std::uint32_t k_weight_bytes[] = {0, 4, 8, 4, 8};
  const bool graph = header.kind == NativeKind::graph;
  const bool shared = header.kind == NativeKind::shared_lists;
  const bool preferences = header.kind >= NativeKind::two_sided;
  switch (id) {
    case NativeSectionId::offsets:
      return {num_rows(header) + 1, graph ? 0U : 8U};
    case NativeSectionId::pins:
      return {header.num_pins, graph ? 0U : 4U};
    case NativeSectionId::graph_edges:
      return {header.num_edges, graph ? 8U : 0U};
    case NativeSectionId::weights:
      return {header.num_edges, k_weight_bytes[header.weight_type]};
    case NativeSectionId::vertex_weights:
      return {header.num_vertices * header.weights_per_vertex,
              header.weights_per_vertex > 0 && !preferences ? 8U : 0U};
    case NativeSectionId::label_offsets:
      return {header.num_vertices + 1, preferences ? 0U : 8U};
    case NativeSectionId::label_text:
      return {0, preferences ? 0U : 1U};  // of any length
    case NativeSectionId::ties:
      return {header.num_pins, preferences && !shared ? 4U : 0U};
    case NativeSectionId::capacities:
      return {header.num_vertices, preferences ? 4U : 0U};
    case NativeSectionId::lists:
      break;
  }
  return {header.num_vertices, shared ? 4U : 0U};
}

bool is_optional(NativeSectionId id) {
  return id == NativeSectionId::label_offsets || id == NativeSectionId::label_text ||
         id == NativeSectionId::ties || id == NativeSectionId::capacities;
}

void check_header(const NativeHeader& header, const std::string& name) {
  if (std::endian::native != std::endian::little || header.byte_order != k_native_byte_order) {
    throw Error(ErrorCode::unsupported,
                name + ": native files are read on little-endian machines only");
  }
  if (header.version != k_native_version) {
    throw Error(ErrorCode::unsupported, name + ": native file of version " +
                                            std::to_string(header.version) +
                                            ", this program reads version 1");
  }
  if (header.num_sections > k_native_most_sections) broken(name, "too many sections");
}

// Checks the fields of a header whose checksum is right.
void check_counts(const NativeHeader& header, const std::string& name) {
  if (header.kind > NativeKind::shared_lists || header.weight_type > 4) {
    broken(name, "unknown kind or type of weights");
  }
  const bool preferences = header.kind >= NativeKind::two_sided;
  if (header.num_vertices > k_max_count || header.num_edges > k_max_count) {
    broken(name,
           preferences ? "more than 2^32 - 2 agents" : "more than 2^32 - 2 vertices or edges");
  }
  if (!preferences) return;
  if (header.num_edges > header.num_vertices ||
      (header.kind == NativeKind::one_sided && header.num_edges != header.num_vertices)) {
    broken(name, std::to_string(header.num_edges) + " agents on the left, of " +
                     std::to_string(header.num_vertices));
  }
  if (header.weight_type != 0 ||
      (header.kind != NativeKind::shared_lists && header.weights_per_vertex != 0)) {
    broken(name, "preferences have no weights");
  }
}

bool has_kind_from(std::span<const char> front, NativeKind first) {
  constexpr std::size_t k_place = offsetof(NativeHeader, kind);
  NativeKind kind{};
  if (!is_native(front) || front.size() < k_place + sizeof(kind)) return false;
  std::memcpy(&kind, front.data() + k_place, sizeof(kind));
  return kind >= first && kind <= NativeKind::shared_lists;
}

// Arrays over sections that share bytes would change each other.
void check_apart(const NativeLayout& layout, std::uint64_t front_bytes, const std::string& name) {
  std::vector<NativeSection> sections;
  for (const NativeSection& section : layout.sections) {
    if (section.id != 0 && section.bytes > 0) sections.push_back(section);
  }
  std::sort(sections.begin(), sections.end(),
            [](const NativeSection& a, const NativeSection& b) { return a.offset < b.offset; });
  std::uint64_t end = front_bytes;
  for (const NativeSection& section : sections) {
    if (section.offset < end) broken(name, "its sections overlap");
    end = section.offset + section.bytes;
  }
}

}  // namespace

bool is_native(std::span<const char> front) {
  return front.size() >= k_native_magic.size() &&
         std::memcmp(front.data(), k_native_magic.data(), k_native_magic.size()) == 0;
}

bool begins_native_preferences(std::span<const char> front) {
  return has_kind_from(front, NativeKind::two_sided);
}

bool begins_native_shared_lists(std::span<const char> front) {
  return has_kind_from(front, NativeKind::shared_lists);
}

NativeLayout parse_native_front(std::span<const char> front, const std::string& name) {
  if (!is_native(front)) broken(name, "it does not start as one");
  NativeLayout layout;
  NativeHeader& header = layout.header;
  if (front.size() < sizeof(header)) broken(name, "ends inside its header");
  std::memcpy(&header, front.data(), sizeof(header));
  check_header(header, name);
  const std::size_t table_end = sizeof(header) + header.num_sections * sizeof(NativeSection);
  std::uint64_t checksum = 0;
  if (front.size() < table_end + sizeof(checksum)) broken(name, "ends inside its header");
  std::memcpy(&checksum, front.data() + table_end, sizeof(checksum));
  if (checksum != ::XXH3_64bits(front.data(), table_end)) {
    broken(name, "the header's checksum is wrong, the file is damaged");
  }
  check_counts(header, name);
  for (std::uint32_t i = 0; i < header.num_sections; ++i) {
    NativeSection section;
    std::memcpy(&section, front.data() + sizeof(header) + i * sizeof(section), sizeof(section));
    if (section.id == 0 || section.id > k_native_most_sections ||
        layout.sections[section.id].id != 0) {
      broken(name, "unknown or repeated section");
    }
    if (section.offset % k_native_alignment != 0 || section.offset > header.file_bytes ||
        section.bytes > header.file_bytes - section.offset) {
      broken(name, "a section does not lie inside the file");
    }
    layout.sections[section.id] = section;
  }
  for (std::uint32_t id = 1; id <= k_native_most_sections; ++id) {
    const NativeSection& section = layout.sections[id];
    const auto [items, item_bytes] = expected_of(header, static_cast<NativeSectionId>(id));
    if (section.id == 0) {
      const bool optional = is_optional(static_cast<NativeSectionId>(id));
      if (item_bytes != 0 && !optional) broken(name, "a section is missing");
      continue;
    }
    const bool any_length = id == static_cast<std::uint32_t>(NativeSectionId::label_text);
    if (item_bytes == 0 || section.item_bytes != item_bytes ||
        (!any_length && (section.bytes % item_bytes != 0 || section.bytes / item_bytes != items))) {
      broken(name, "a section has another size than the header says");
    }
  }
  check_apart(layout, table_end + sizeof(checksum), name);
  if (layout.has(NativeSectionId::label_offsets) != layout.has(NativeSectionId::label_text)) {
    broken(name, "a section is missing");
  }
  return layout;
}

std::uint64_t native_checksum(const Context& context, std::span<const char> bytes) {
  const std::size_t pieces = (bytes.size() + k_native_piece - 1) / k_native_piece;
  std::vector<std::uint64_t> hashes(pieces);
  parallel::run_tasks(context, pieces, [&](std::size_t i) {
    const std::size_t begin = i * k_native_piece;
    const std::size_t size = std::min(k_native_piece, bytes.size() - begin);
    hashes[i] = ::XXH3_64bits(bytes.data() + begin, size);
  });
  return ::XXH3_64bits(hashes.data(), hashes.size() * sizeof(std::uint64_t));
}

}  // namespace hypermatch::detail::io
