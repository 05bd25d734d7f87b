// SPDX-License-Identifier: MIT
// A CNF as a stream of its clauses.
#pragma once

#include <memory>

#include "hypermatch/streaming_matching.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// A hyperedge per clause, over variables (primal) or literals. Owns `input`.
[[nodiscard]] std::unique_ptr<EdgeStream> stream_cnf(Input input, bool literals,
                                                     std::size_t window_bytes);

}  // namespace hypermatch::detail::io
