// SPDX-License-Identifier: MIT
// Checks of the options of readers.
#pragma once

#include <string>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/preferences_io.hpp"
#include "io/formats/format_table.hpp"

namespace hypermatch::detail::io {

/// Whether files of the format merge repeated edges as they are asked to.
[[nodiscard]] bool merges_as_asked(Format format);

/// Refuses options that belong to other formats, and numbers that are no enumerators. `name`: of
/// the file. @throws Error{invalid_option, unsupported}
void check_options(const std::string& name, Format format,
                   const hypermatch::io::ReadOptions& options);

/// @throws Error{invalid_option} for what is no enumerator
inline void check_choices(const hypermatch::io::PreferencesReadOptions& options) {
  check_enum("format", options.format);
  check_enum("sides", options.sides);
  check_enum("mapping", options.mapping, hypermatch::io::Mapping::native_files);
}

}  // namespace hypermatch::detail::io
