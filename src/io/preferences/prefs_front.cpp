// SPDX-License-Identifier: MIT
// Preferences by their first bytes, or by the ending of a name.
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/error.hpp"
#include "hypermatch/preferences_io.hpp"
#include "io/native/native_prefs.hpp"
#include "io/preferences/preflib_front.hpp"
#include "io/preferences/prefs.hpp"
#include "io/preferences/shared_prefs.hpp"
#include "io/preferences/side_lists.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::PreferencesFormat;

PreferencesFormat preferences_format_of(std::string_view name) {
  if (!preflib_type_of_name(name).empty()) return PreferencesFormat::preflib;
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  return name.ends_with(".prefs") ? PreferencesFormat::prefs : PreferencesFormat::automatic;
}

bool has_name_of_preferences(std::string_view path) {
  return preferences_format_of(path) != PreferencesFormat::automatic;
}

void refuse_preferences(const std::string& name) {
  throw Error(ErrorCode::invalid_option,
              name + ": holds preferences, no graph or hypergraph; hypermatch stable matches them");
}

bool begins_preferences(std::span<const char> front) {
  if (is_native(front)) return begins_native_preferences(front);
  if (begins_preflib(front) || begins_agent_rows(front) || begins_scored_pairs(front) ||
      begins_shared_lists(front)) {
    return true;
  }
  Cursor cursor(range_of(front));
  // Ends: each round takes a line.
  while (!cursor.at_end()) {
    if (cursor.skip_blanks() && !is_comment_of_preferences(cursor.at(), cursor.end())) {
      return cursor.sees("p two-sided") || cursor.sees("p one-sided");
    }
    cursor.skip_line();
  }
  return false;
}

}  // namespace hypermatch::detail::io
