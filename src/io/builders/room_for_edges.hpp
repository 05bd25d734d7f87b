// SPDX-License-Identifier: MIT
// Whether counts that a file only claims can be held. Empty hyperedges need no text, so that a few
// bytes may ask for an instance that no machine holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hypermatch::detail::io {

/// @throws Error{resources} naming the file if the offsets of `num_edges` hyperedges do not fit
/// into `available` bytes
void check_room_for_edges(std::string_view name, std::uint64_t num_edges,
                          std::optional<std::uint64_t> available);

}  // namespace hypermatch::detail::io
