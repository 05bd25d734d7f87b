// SPDX-License-Identifier: MIT
// Files whose edges are not held, by format.
#pragma once

#include <memory>
#include <string>

#include "hypermatch/edges_io.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/format_table.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// As `hypermatch::io::open_stream`, of an opened file.
[[nodiscard]] std::unique_ptr<EdgeStream> opened_stream(Input input, Format format,
                                                        const hypermatch::io::ReadOptions& options,
                                                        hypermatch::io::ReadReport* report);

/// As `hypermatch::io::open_edges`, of an opened file.
[[nodiscard]] hypermatch::io::OpenedEdges opened_edges(Input input, Format format,
                                                       const hypermatch::io::ReadOptions& options,
                                                       hypermatch::io::ReadReport* report,
                                                       const std::string& scratch);

}  // namespace hypermatch::detail::io
