// SPDX-License-Identifier: MIT
// Baselines on ranks, of graphs: each rank has the rows of the vertices that it owns, with all
// edges at them, and settles edges that are the uppermost ones at both ends.
//
// Ghosts: Birn, Osipov, Sanders, Schulz, Sitchinava 2013 (doi:10.1007/978-3-642-40047-6_66). In
// each round vertices choose their uppermost edge; choices that cross to another rank are sent to
// it, and matched vertices to all ranks that have them as ghosts. Requests: Manne, Bisseling 2008
// (doi:10.1007/978-3-540-68111-3_74). A vertex requests the other end of its uppermost edge once;
// vertices that are matched, or have no edge left, are told. Each rank goes on as far as it can
// between two exchanges, where the paper sends single messages. Both find the greedy matching, in
// at most as many rounds as the longest falling chain has edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "order/ranks/boundary.hpp"
#include "order/ranks/rank_keys.hpp"
#include "parallel/ranks/mail.hpp"

namespace hypermatch::detail::order {

/// Key: NarrowKey or WideKey, the same on all ranks.
template <class Key>
class OwnedRows {
 public:
  /// Sends each edge of the part to the owners of its ends. Called by all ranks, as the others.
  OwnedRows(const Context& context, parallel::Mail& mail, const EdgePart& part,
            const Boundary& boundary, RankKeys& keys);

  /// Settles all edges. @returns the matched edges of the part, ascending
  Array<std::uint32_t> run(RankMethod method);
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  /// Pairs of a vertex and a rank that has it as a ghost: those of this rank's own vertices.
  [[nodiscard]] std::uint64_t num_pairs() const { return ghosts_->num_pairs(); }

 private:
  // An edge at an own vertex.
  struct Arc {
    Key key;
    std::uint64_t edge;  // of the instance
    VertexId from;       // of the instance until rows are made, then local
    VertexId to;
  };
  // A ghost that chose an own vertex.
  struct Choice {
    std::uint32_t ghost;   // among those of its owner, on the rank that is told
    std::uint32_t chosen;  // among the ghosts of the rank that is told, on this one
  };

  void make_rows(Array<Arc> arcs);
  [[nodiscard]] bool find_choice(LocalId v);
  [[nodiscard]] LocalId choice_of(LocalId v) const { return arcs_[next_[v]].to; }
  [[nodiscard]] bool is_mutual(LocalId v) const;
  void send_choice(LocalId v);
  void send_gone(LocalId v);
  void take_choices(std::vector<LocalId>* chosen);
  void take_gone(std::vector<LocalId>* gone);
  [[nodiscard]] std::uint64_t agree_on_rest(std::uint64_t rest);
  void note_matched(LocalId v);
  void run_ghosts();
  void run_requests();
  void settle_all(std::vector<LocalId>& waiting);
  void wake_choosers(LocalId gone, std::vector<LocalId>& waiting) const;
  [[nodiscard]] Array<std::uint32_t> tell_matched_edges();

  const Context& context_;
  parallel::Mail& mail_;
  const EdgePart& part_;
  std::optional<Boundary> ghosts_;   // of the rows
  Array<Arc> arcs_;                  // by vertex, falling
  Array<std::uint32_t> rows_;        // size own vertices + 1
  Array<std::uint32_t> next_;        // of own vertices: the uppermost arc that is left
  Array<std::uint32_t> ghost_rows_;  // of ghosts, size ghosts + 1
  Array<LocalId> at_ghosts_;         // own vertices at each ghost
  Array<std::uint8_t> is_gone_;      // of local vertices: matched, or without an edge that is left
  Array<LocalId> choice_of_ghost_;   // own vertices, k_none: none that is known
  Array<std::uint32_t> requested_;   // of own vertices: the arc whose end was told last
  std::vector<std::vector<Choice>> choices_;      // by rank, to be sent
  std::vector<std::vector<std::uint32_t>> gone_;  // ghosts there, by rank, to be sent
  std::vector<std::uint64_t> matched_edges_;
  std::uint64_t rounds_ = 0;
};

}  // namespace hypermatch::detail::order
