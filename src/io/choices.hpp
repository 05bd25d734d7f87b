// SPDX-License-Identifier: MIT
// Checks of the choices that options of readers hold.
#pragma once

#include "hypermatch/enum_names.hpp"
#include "hypermatch/io.hpp"
#include "hypermatch/preferences_io.hpp"

namespace hypermatch::detail::io {

/// @throws Error{invalid_option} for what is no enumerator
inline void check_choices(const hypermatch::io::ReadOptions& options) {
  using namespace hypermatch::io;
  check_enum("as", options.as);
  check_enum("zeros", options.zeros, Zeros::drop);
  check_enum("self_loops", options.self_loops, SelfLoops::keep);
  check_enum("parallel", options.parallel);
  check_enum("negative_weights", options.negative_weights, NegativeWeights::refuse);
  check_enum("mapping", options.mapping, Mapping::native_files);
  if (options.sides) check_enum("sides", *options.sides);
  check_enum("entry_weights", options.entry_weights, EntryWeights::keep);
}
inline void check_choices(const hypermatch::io::PreferencesReadOptions& options) {
  check_enum("format", options.format);
  check_enum("sides", options.sides);
  check_enum("mapping", options.mapping, hypermatch::io::Mapping::native_files);
}

}  // namespace hypermatch::detail::io
