// SPDX-License-Identifier: MIT
// Native files whose front is changed, and whose checksum is put right.
#pragma once

#include <xxhash.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "io/native/native.hpp"

namespace hypermatch::io::testing {

/// Changes the header or the table of sections, and puts the checksum right.
inline std::string with_front(
    std::string bytes,
    const std::function<void(detail::io::NativeHeader&, detail::io::NativeSection*)>& change) {
  detail::io::NativeHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  std::vector<detail::io::NativeSection> sections(header.num_sections);
  const std::size_t table_bytes = sections.size() * sizeof(sections[0]);
  std::memcpy(sections.data(), bytes.data() + sizeof(header), table_bytes);
  change(header, sections.data());
  std::memcpy(bytes.data(), &header, sizeof(header));
  std::memcpy(bytes.data() + sizeof(header), sections.data(), table_bytes);
  const std::uint64_t checksum = ::XXH3_64bits(bytes.data(), sizeof(header) + table_bytes);
  std::memcpy(bytes.data() + sizeof(header) + table_bytes, &checksum, sizeof(checksum));
  return bytes;
}

/// An instance as a native file has it.
inline std::string native_bytes(const Instance& instance) {
  std::string bytes;
  const auto* graph = std::get_if<Graph>(&instance.data);
  const auto edges = graph == nullptr ? FormOf<EdgeList>(EdgeListView{}) : graph->edges(serial());
  detail::io::write_native(serial(), instance, edges.view(), [&](std::span<const char> piece) {
    bytes.append(piece.data(), piece.size());
  });
  return bytes;
}

}  // namespace hypermatch::io::testing
