// SPDX-License-Identifier: MIT
// Stamp that distinguishes builds of the library.
#pragma once

namespace hypermatch::detail::base {

/// Version, revision, a digest of the headers and the standard library: two binaries with the same
/// stamp agree on every type that crosses between them. One object file holds it, so that what is
/// linked of one build has one stamp.
extern const char k_build_stamp[];

}  // namespace hypermatch::detail::base
