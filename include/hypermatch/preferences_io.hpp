// SPDX-License-Identifier: MIT
// Files of preferences and of stable matchings. docs/formats.md says what they look like.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "hypermatch/shared_preferences.hpp"

namespace hypermatch::io {

/// Counts of a file of preferences beside the lists.
struct PreferencesReport {
  std::uint64_t bytes = 0;  ///< of text, after decompression
  std::uint64_t comment_lines = 0;
  std::uint64_t blank_lines = 0;
  std::uint64_t agents_without_line = 0;   ///< whose lists are empty
  std::vector<std::string> other_columns;  ///< of separated values: the names of those not read
  std::string reading;  ///< of chosen columns: whether their numbers are ranks or scores, or empty
};

/// The names that a file has for its agents, per side; none where a side is numbered from 1.
struct AgentNames {
  VertexLabels left;   ///< of one side: of all agents
  VertexLabels right;  ///< of the first agent of the right side on

  [[nodiscard]] bool empty() const { return left.empty() && right.empty(); }
};

/// How preferences are written.
enum class PreferencesFormat {
  automatic,  ///< by content, then by name
  prefs,      ///< `.prefs`, with both sides
  preflib,    ///< PrefLib's soc, soi, toc, toi and cat: one order per line, of one side
  csv,        ///< columns `agent`, `partner` and `rank`: one entry per line, of one side; or
              ///< `agent_score` and `partner_score` in place of `rank`: one pair per line
  native,     ///< hypermatch binary, with both sides, loaded without parsing
};

}  // namespace hypermatch::io

namespace hypermatch {

template <>
struct EnumNames<io::PreferencesFormat> {
  static constexpr EnumName<io::PreferencesFormat> all[] = {
      {io::PreferencesFormat::automatic, "automatic", false},
      {io::PreferencesFormat::prefs, "prefs"},
      {io::PreferencesFormat::preflib, "preflib"},
      {io::PreferencesFormat::csv, "csv"},
      {io::PreferencesFormat::native, "native"}};
};

}  // namespace hypermatch

namespace hypermatch::io {

struct PreferencesFile {
  Preferences preferences;
  PreferencesReport report;
  AgentNames names;
  PreferencesFormat format = PreferencesFormat::prefs;  ///< as resolved
  /// The file has the lists of the left side, and no other file those of the right one.
  bool has_left_only = false;
};

struct PreferencesReadOptions {
  PreferencesFormat format = PreferencesFormat::automatic;
  /// For formats with one side per file: the file with the lists of the right side. Its format is
  /// detected and may differ from `format`.
  std::string right = {};
  /// For formats with one side per file: whether agents list agents of another side, or each other.
  Sides sides = Sides::two;
  /// The columns, of separated values, of agent, partner and rank, or of agent, partner and the
  /// scores of both; names in the first line, or numbers from 1. Empty: by their usual names. The
  /// other file has the same names, with agent and partner exchanged, or the usual ones.
  std::vector<std::string> columns = {};
  /// Whether plain native files are mapped.
  Mapping mapping = Mapping::off;
};

/// Reads preferences; `-` is standard input, gzip and zstd are unpacked. Time and memory O(bytes
/// + entries + agents), of csv a sort of each list. @throws Error{invalid_input} "FILE:LINE: ..."
/// for text that is none, an agent with two lines, and a list that holds an agent twice, one that
/// does not exist, or the agent itself, of native files "FILE: native file: ..."; Error
/// {invalid_option} for options of formats with one side per file where the file has both, and for
/// a native file of a graph or hypergraph; Error{io, unsupported, resources, cancelled}
[[nodiscard]] PreferencesFile read_preferences(const Context& context, const std::string& path,
                                               const PreferencesReadOptions& options = {});

/// As `read_preferences`, of bytes in memory as of a file of this name, which messages show and
/// whose ending may tell the format. @throws as `read_preferences`
[[nodiscard]] PreferencesFile read_preferences_text(const Context& context,
                                                    std::span<const char> bytes,
                                                    const std::string& name,
                                                    const PreferencesReadOptions& options = {});

/// Whether a file holds preferences: its name ends with `.prefs`, `.soc`, `.soi`, `.toc`, `.toi` or
/// `.cat` (in front of `.gz` and `.zst`), or its first lines are those of preferences. Standard
/// input and pipes are not looked at. @throws Error{io, invalid_input, resources}
[[nodiscard]] bool holds_preferences(const std::string& path);

/// As `holds_preferences`, of bytes in memory. @throws Error{invalid_input, resources}
[[nodiscard]] bool text_holds_preferences(std::span<const char> bytes, const std::string& name);

struct SharedPreferencesFile {
  SharedPreferences preferences;
  PreferencesReport report;
  PreferencesFormat format = PreferencesFormat::prefs;  ///< as resolved
};

/// Whether a file says that its agents share lists. Standard input and pipes are not looked at.
/// @throws Error{io, invalid_input, resources}
[[nodiscard]] bool holds_shared_preferences(const std::string& path);

/// Reads `.prefs` of shared lists (`p shared-lists LEFT RIGHT`) and native files of them, which
/// `read_preferences` expands. O(bytes + entries of the lists + agents).
/// @throws as `read_preferences`
[[nodiscard]] SharedPreferencesFile read_shared_preferences(const Context& context,
                                                            const std::string& path,
                                                            Mapping mapping = Mapping::off);

/// As the two above, of bytes in memory. @throws as these
[[nodiscard]] bool text_holds_shared_preferences(std::span<const char> bytes);
[[nodiscard]] SharedPreferencesFile read_shared_preferences_text(const Context& context,
                                                                 std::span<const char> bytes,
                                                                 const std::string& name);

struct ScoredPairsFile {
  ScoredPairs pairs;
  PreferencesReport report;
  AgentNames names;
};

/// Whether a file holds pairs with the scores of both agents. Standard input and pipes are not
/// looked at. @throws Error{io, invalid_input, resources}
[[nodiscard]] bool holds_scored_pairs(const std::string& path);

/// Reads such a file of two sides as it is: `preferences_of_scores` are the lists that
/// `read_preferences` makes of it. O(bytes + agents). @throws as `read_preferences`, also for a
/// pair that has two rows
[[nodiscard]] ScoredPairsFile read_scored_pairs(const Context& context, const std::string& path);

/// Writes text that `read_preferences` reads. Whole or not at all. @throws Error{invalid_input} as
/// `check_preferences`, Error{io, resources}
void write_preferences(const PreferencesView& preferences, const std::string& path,
                       const AgentNames& names = {});

/// Writes text that `read_shared_preferences` reads; lists without agents are left out. Whole or
/// not at all. @throws as above
void write_preferences(const SharedPreferencesView& preferences, const std::string& path);

/// Writes native files. Whole or not at all. @throws Error{invalid_input} as `check_preferences`,
/// Error{io, unsupported, resources, cancelled}
void write_native_preferences(const Context& context, const PreferencesView& preferences,
                              const std::string& path);
void write_native_preferences(const Context& context, const SharedPreferencesView& preferences,
                              const std::string& path);

/// How messages call an agent: "l 3", "r 5", "a 7", or "l Ann".
[[nodiscard]] std::string name_of_agent(const PreferencesView& preferences, VertexId agent,
                                        const AgentNames& names = {});
/// The agent that is called so, with the letter of its side, or by a name alone that is no other
/// agent's; k_none: there is none.
[[nodiscard]] VertexId agent_of_name(const PreferencesView& preferences, std::string_view called,
                                     const AgentNames& names = {});

/// Writes `left right` per line, of one side `a b`, a < b, in the order of `pairs`; numbers as in
/// the file of preferences, or names, then with a tab between the two. Whole or not at all.
/// @throws Error{io, resources}
void write_stable_matching(const PreferencesView& preferences, const std::vector<GraphEdge>& pairs,
                           const std::string& path, const AgentNames& names = {});

/// Writes several: in front of each one a line `% matching I`, I from 1. @throws as above
void write_stable_matchings(const PreferencesView& preferences,
                            std::span<const std::vector<GraphEdge>> matchings,
                            const std::string& path, const AgentNames& names = {});

/// Reads such lines, in any order; what they say is for `verify::check_stable` to judge, agents
/// that do not exist excepted. @throws Error{invalid_input} "FILE:LINE: ...", Error{io, resources}
[[nodiscard]] std::vector<GraphEdge> read_stable_matching(const PreferencesView& preferences,
                                                          const std::string& path,
                                                          const AgentNames& names = {});

}  // namespace hypermatch::io
