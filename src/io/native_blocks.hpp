// SPDX-License-Identifier: MIT
// A plain native file as blocks of edges that can be read again.
#pragma once

#include <memory>
#include <string>

#include "hypermatch/external_matching.hpp"
#include "io/native.hpp"
#include "io/source.hpp"

namespace hypermatch::detail::io {

/// A plain native file of edges whose front was checked.
struct OpenedNative {
  std::unique_ptr<RandomFile> file;
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

}  // namespace hypermatch::detail::io
