// SPDX-License-Identifier: MIT
#include "io/builders/room_for_edges.hpp"

#include <string>

#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::io {

void check_room_for_edges(std::string_view name, std::uint64_t num_edges,
                          std::optional<std::uint64_t> available) {
  const std::uint64_t needed = (num_edges + 1) * sizeof(Offset);
  if (!available || needed <= *available) return;
  throw Error(ErrorCode::resources, std::string(name) + ": " + std::to_string(num_edges) +
                                        " hyperedges need " + std::to_string(needed) +
                                        " bytes for their offsets alone, the system has " +
                                        std::to_string(*available) + " left");
}

}  // namespace hypermatch::detail::io
