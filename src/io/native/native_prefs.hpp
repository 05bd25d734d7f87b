// SPDX-License-Identifier: MIT
// Preferences as native files: the arrays of `Preferences` or `SharedPreferences` in the sections
// of native.hpp.
#pragma once

#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/preferences_io.hpp"
#include "io/native/native.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// Preferences over the file's own memory, which their arrays keep alive and may write; lists that
/// agents share are expanded. Everything that preferences promise is checked by all threads, and
/// the first fault named, agents by their side and counted from 1.
/// @throws Error{invalid_input} "NAME: native file: ...", Error{invalid_option} if it holds a graph
/// or hypergraph, Error{unsupported, resources, cancelled}
[[nodiscard]] hypermatch::io::PreferencesFile read_native_preferences(const Context& context,
                                                                      const WholeText& file,
                                                                      const std::string& name);
/// Reads shared lists without expanding them.
[[nodiscard]] hypermatch::io::SharedPreferencesFile read_native_shared_preferences(
    const Context& context, const WholeText& file, const std::string& name);

/// Writes valid preferences.
void write_native(const Context& context, const PreferencesView& preferences, const Sink& sink);
void write_native(const Context& context, const SharedPreferencesView& preferences,
                  const Sink& sink);

}  // namespace hypermatch::detail::io
