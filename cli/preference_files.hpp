// SPDX-License-Identifier: MIT
// What `info` and `convert` do with files of preferences.
#pragma once

#include <string>

#include "preferences.hpp"

namespace hypermatch::cli {

struct PreferencesFileOptions {
  std::string file;
  PreferencesInput read;
  RunOptions run;
};

/// Counts agents, lists and entries; an exit code.
[[nodiscard]] int info_of_preferences(Interrupts& interrupts,
                                      const PreferencesFileOptions& options);

/// Writes `.prefs`, or a native file; an exit code.
[[nodiscard]] int convert_preferences(Interrupts& interrupts, const PreferencesFileOptions& options,
                                      const std::string& out, bool to_native);

}  // namespace hypermatch::cli
