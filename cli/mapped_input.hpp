// SPDX-License-Identifier: MIT
// Native inputs are mapped. One that becomes shorter meanwhile raises SIGBUS where its bytes are
// used; that ends the process as other bad input does.
#pragma once

#include <string>

#include "hypermatch/instance_io.hpp"

namespace hypermatch::cli {

/// Allows mapping for reading the input at `path`. From now on a SIGBUS for a lost page ends the
/// process with code 3, a line that names the input, and no temporary output left; any other SIGBUS
/// ends it by that signal. One input per process.
[[nodiscard]] io::Mapping allow_mapping(const std::string& path);

/// `options` with mapping allowed.
[[nodiscard]] io::ReadOptions mapped(io::ReadOptions options, const std::string& path);

}  // namespace hypermatch::cli
