// SPDX-License-Identifier: MIT
// A plain native file as blocks of edges that can be read again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "hypermatch/external_matching.hpp"
#include "hypermatch/vertex_labels.hpp"
#include "io/native/native.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// A plain native file of edges whose front was checked.
struct OpenedNative {
  std::shared_ptr<const RandomFile> file;
  std::string name;
  NativeLayout layout;
};

/// @throws Error{unsupported} where the input is no plain file, or holds preferences
[[nodiscard]] OpenedNative open_native(const Input& input);
/// Unpacks what is no plain file to a file without a name in the folder `scratch`.
[[nodiscard]] OpenedNative open_native(Input& input, const std::string& scratch);

/// Checks in the first pass what `stream_native` promises. Each block is hashed when it is read
/// first: a file that changes later is an error.
[[nodiscard]] std::unique_ptr<EdgeSource> native_blocks(OpenedNative opened);

/// The ids of the vertices, compared with their checksums. @throws Error{invalid_input, resources}
[[nodiscard]] hypermatch::io::VertexLabels read_native_labels(const OpenedNative& opened);

/// The offset of an edge of a hypergraph; `edge` at most the number of edges.
[[nodiscard]] Offset native_offset(const OpenedNative& opened, std::uint64_t edge);
/// The hash of piece i of a section.
[[nodiscard]] std::uint64_t native_piece_hash(const OpenedNative& opened,
                                              const NativeSection& section, std::uint64_t i);
/// Compares the section's checksum with that of the hashes of its pieces.
/// @throws Error{invalid_input}
void check_native_section(const OpenedNative& opened, const NativeSection& section,
                          std::span<const std::uint64_t> piece_hashes);

}  // namespace hypermatch::detail::io
