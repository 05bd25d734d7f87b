// SPDX-License-Identifier: MIT
// Checks of packed or piped text before all of it is unpacked: a few bytes may unpack to gigabytes
// that no parser accepts.
#pragma once

#include <span>

#include "io/formats/detect.hpp"
#include "io/formats/parsers.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// Lines may have any length but for the first: a text whose first line has none is no instance.
/// @throws Error{invalid_input} if it does not end within the first 4 MiB
void check_first_line(Input& input, Format format);

/// Parses the whole lines in the first 4 MiB of a longer stream. `like` says how; its text is not
/// looked at. @throws what the parser of the format would of all of it
void check_front(const ParseInput& like, Input& input, Format format);

/// The whole lines in the first 4 MiB of a longer stream; none of a file or a shorter stream.
[[nodiscard]] std::span<const char> front_to_judge(Input& input);

/// All of a text, or its begin up to a NUL byte that stands in no comment and some bytes behind it.
/// No parser goes on there, so that what it says is the same.
[[nodiscard]] WholeText read_text_to_nul(Input& input);

/// All of a native file, mapped if that is asked for; one that is longer than its header says, to a
/// place behind its end. `is_marked`: the file begins with a byte order mark, so that its sections
/// are not aligned and it is not mapped. @throws Error{invalid_input, unsupported} for its front
[[nodiscard]] WholeText native_bytes(Input& input, hypermatch::io::Mapping mapping, bool is_marked);

}  // namespace hypermatch::detail::io
