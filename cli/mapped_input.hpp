// SPDX-License-Identifier: MIT
// Native inputs are mapped. One that becomes shorter meanwhile raises SIGBUS where its bytes are
// used; that ends the process as other bad input does.
#pragma once

#include <string>

#include "hypermatch/io.hpp"

namespace hypermatch::cli {

/// `options` for reading the input at `path`, with mapping allowed. From now on SIGBUS ends the
/// process with code 3, a line that names the input, and no temporary output left. One input per
/// process.
[[nodiscard]] io::ReadOptions mapped(io::ReadOptions options, const std::string& path);

}  // namespace hypermatch::cli
