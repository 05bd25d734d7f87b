// SPDX-License-Identifier: MIT
// Which format a file has: by content where that is certain, then by its name.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/instance_io.hpp"
#include "io/formats/format_table.hpp"

namespace hypermatch::detail::io {

/// A format by its name or by one of its file name endings.
[[nodiscard]] std::optional<Format> format_by_name(std::string_view name);
/// By the ending of a file name, `.gz` and `.zst` left out.
[[nodiscard]] std::optional<Format> format_by_path(std::string_view path);
/// By the first bytes, where they leave no doubt: the `recognises` of the table.
[[nodiscard]] std::optional<Format> format_by_content(std::span<const char> front);

/// Tests by which the rows of the table recognise their formats.
[[nodiscard]] bool begins_matrix_market(std::span<const char> front);
[[nodiscard]] bool begins_dimacs_graph(std::span<const char> front);
[[nodiscard]] bool begins_cnf(std::span<const char> front);
[[nodiscard]] bool begins_gml(std::span<const char> front);
[[nodiscard]] bool begins_graphml(std::span<const char> front);
[[nodiscard]] bool begins_pajek(std::span<const char> front);
[[nodiscard]] bool begins_dot(std::span<const char> front);

/// Bytes that `format_by_content` wants to see.
inline constexpr std::size_t k_detection_bytes = std::size_t{64} << 10;

/// @throws Error{unsupported} for a text that begins as packed data does: gzip and zstd are
/// unpacked once, other packers not at all
void refuse_packed(std::string_view front, const std::string& name);

/// The first bytes of a text, as many as asked for, fewer only where it ends.
using Front = std::function<std::span<const char>(std::size_t)>;

/// `asked` if that is not empty, else by content, then by name; where neither tells (a pipe has no
/// name), by the numbers of a text that is hMETIS or METIS.
/// @throws Error{invalid_option} naming --format where nothing tells, Error{unsupported} for what
/// is packed in a way that is not unpacked, Error{invalid_input} for an empty text
[[nodiscard]] Format find_format(const std::string& asked, const Front& front,
                                 const std::string& path);

}  // namespace hypermatch::detail::io
