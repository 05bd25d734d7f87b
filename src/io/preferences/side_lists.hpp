// SPDX-License-Identifier: MIT
// Formats whose files do not say what their sides are: PrefLib's orders, and separated values.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/preferences/agent_names.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

inline constexpr std::uint64_t k_no_capacity = ~std::uint64_t{0};

/// The lists of one side, agents and partners numbered from 0, each on its own side.
struct SideLists {
  VertexId num_agents = 0;
  VertexId num_partners = 0;  ///< at least the largest number in a list
  Array<Offset> offsets;      ///< size num_agents + 1
  Array<VertexId> partners;
  Array<std::uint32_t> ties;  ///< as `PreferencesView::ties`; empty: none
  /// Those of the first agents and partners; k_no_capacity: the file does not say it.
  std::vector<std::uint64_t> capacities, partner_capacities;
  bool counts_agents = false;  ///< whether the file says how many agents and partners there are
  std::uint64_t comment_lines = 0;
  std::uint64_t blank_lines = 0;
  std::string reading;  ///< of separated values: whether numbers are ranks or scores, or empty
  std::vector<std::string> other_columns;  ///< of separated values: names of those not read
};

/// How separated values are read.
struct RowsOptions {
  Sides sides = Sides::two;
  AgentSide side = AgentSide::left;       ///< of the agents; partners are on the other one
  std::vector<std::string> columns = {};  ///< as `PreferencesReadOptions`
};

/// PrefLib's soc, soi, toc and toi: a line of metadata `# DATA TYPE: soc`, then `COUNT: 1,{2,3}`
/// per order, of COUNT agents. Of one side no agent may list itself.
/// @throws TextFailure; Error{resources, cancelled}
[[nodiscard]] SideLists parse_preflib(const Context& context, std::string_view name, TextRange text,
                                      Sides sides);

/// Separated values with columns `agent`, `partner` and `rank`, in any order, among others. A
/// smaller rank is better, equal ranks are ties. Columns `capacity` (or `agent_capacity`) and
/// `partner_capacity` are read where they are there. @throws as above; SideHasNames where an agent
/// of a numbered side has a name
[[nodiscard]] SideLists parse_agent_rows(const Context& context, std::string_view name,
                                         TextRange text, const RowsOptions& options,
                                         NamesOfSides& names);

struct BothSides {
  SideLists left, right;  ///< of one side: all lists are `left`
};

/// Separated values with columns `agent`, `partner`, `agent_score` and `partner_score`, in any
/// order, among others: a row per pair, and what each of the two thinks of the other. A larger
/// score is better, equal ones are ties; without a score an agent does not list the other.
/// Columns `agent_capacity` and `partner_capacity` are read where they are there. @throws as above
[[nodiscard]] BothSides parse_scored_pairs(const Context& context, std::string_view name,
                                           TextRange text, const RowsOptions& options,
                                           NamesOfSides& names);

/// Parses scored pairs of two sides without sorting them. A missing score is NaN. @throws as above,
/// and for a pair with two rows
[[nodiscard]] hypermatch::io::ScoredPairsFile parse_pairs_as_scored(const Context& context,
                                                                    std::string_view name,
                                                                    TextRange text);

/// Whether these first bytes of a file belong to the format without doubt.
[[nodiscard]] bool begins_preflib(std::span<const char> front);
[[nodiscard]] bool begins_agent_rows(std::span<const char> front);
/// Names of columns that were given for another file: none where this one has the usual names, and
/// the usual name of ranks where it has that one alone.
void find_columns(std::span<const char> front, std::vector<std::string>& columns);
[[nodiscard]] bool begins_scored_pairs(std::span<const char> front);

/// Refuses a text of no format that may be separated values: its first line says so.
/// @throws TextFailure naming the columns
void refuse_other_columns(TextRange text);

/// @throws Error{resources} if `what` of a file needs more bytes than there are
void check_room_for(std::string_view name, std::uint64_t bytes, std::string_view what);

/// @throws Error{invalid_input} for more agents of both sides than there are numbers
void check_count_of_agents(std::uint64_t agents);

/// Sets those of the agents from `first` on, of `num_agents`, as one file or another says them.
/// @throws Error{invalid_input} where both do, and not the same one
void set_capacities(Array<std::uint32_t>& all, VertexId num_agents, VertexId first,
                    const std::vector<std::uint64_t>& mine,
                    const std::vector<std::uint64_t>& others);

/// Files that count agents and partners must agree: the partners of `lists` are agents of `others`.
/// @throws Error{invalid_input} naming the files
void check_counts(const std::string& path, const SideLists& lists, const std::string& other_path,
                  const SideLists& others);

/// Both sides, or one: the lists of `right` are then empty. @throws Error{invalid_input} where
/// both say a capacity, and not the same one
[[nodiscard]] Preferences joined(Sides sides, const SideLists& left, const SideLists& right);

}  // namespace hypermatch::detail::io
