// SPDX-License-Identifier: MIT
// Which of PrefLib's files a text is, by its first lines: `# NAME: VALUE` since 2022, before that
// the number of alternatives, a line `I,NAME` per alternative, and a line of counts; of a pool the
// numbers of alternatives and edges, and edges.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/text/text.hpp"

namespace hypermatch::detail::io {

enum class PreflibKind {
  none,     ///< no file of PrefLib
  lists,    ///< soc, soi, toc, toi and cat: a list per voter
  pool,     ///< wmd: a pool of kidney exchange
  undated,  ///< from before 2022: only the name's ending says the type
  other,    ///< of another type
};

struct PreflibFront {
  PreflibKind kind = PreflibKind::none;
  std::string type;  ///< in lower case, empty where the file does not say it
};

/// By the first bytes of a file.
[[nodiscard]] PreflibFront preflib_front(std::span<const char> front);

/// Refuses a file that no reader takes. @throws Error{unsupported} naming its type
void refuse_preflib(const std::string& name, const PreflibFront& front);

/// The type that the ending of a name tells, soc, soi, toc, toi or cat; empty: none of them.
[[nodiscard]] std::string_view preflib_type_of_name(std::string_view name);

/// `value` of a line `# NAME: value`, without blanks at its ends; nothing for other lines.
[[nodiscard]] std::optional<std::string_view> metadata_value(std::string_view line,
                                                             std::string_view name);
/// The name of alternative `number` in a line `# ALTERNATIVE NAME number: name`.
struct AlternativeName {
  std::uint64_t number;
  std::string_view name;
};
[[nodiscard]] std::optional<AlternativeName> alternative_name(std::string_view line);

/// `value`, a number of things. @throws TextFailure for what is none, or beyond the limit
[[nodiscard]] std::uint64_t metadata_number(std::string_view value, const char* end,
                                            const char* things);

inline constexpr std::string_view k_preflib_type = "DATA TYPE";
inline constexpr std::string_view k_preflib_alternatives = "NUMBER ALTERNATIVES";

}  // namespace hypermatch::detail::io
