// SPDX-License-Identifier: MIT
#include "order/ranks/owned_rows.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::order {

template <class Key>
OwnedRows<Key>::OwnedRows(const Context& context, parallel::Mail& mail, const EdgePart& part,
                          const Boundary& boundary, RankKeys& keys)
    : context_(context), mail_(mail), part_(part), choices_(mail.size()), gone_(mail.size()) {
  std::vector<std::vector<Arc>> boxes(mail.size());
  const auto send = [&](const Arc& arc) {
    const LocalId from = boundary.local(arc.from);
    boxes[boundary.is_ghost(from) ? boundary.owner_of(from) : mail.rank()].push_back(arc);
  };
  keys.template for_each<Key>(
      0, part.num_edges(), 0, std::numeric_limits<std::uint64_t>::max(),
      [](std::uint32_t /*e*/) { return true; },
      [&](std::uint32_t e, Key key) {
        const VertexId u = part.pins[2 * std::size_t{e}];
        const VertexId v = part.pins[2 * std::size_t{e} + 1];
        send({key, part.first_edge + e, u, v});
        send({key, part.first_edge + e, v, u});
      });
  mail.clear();
  for (std::size_t q = 0; q < mail.size(); ++q) {
    mail.put<Arc>(q, boxes[q]);
    boxes[q] = {};
  }
  mail.exchange();
  std::vector<std::span<const Arc>> told;
  std::size_t count = 0;
  for (std::size_t q = 0; q < mail.size(); ++q) {
    told.push_back(mail.take<Arc>(q));
    count += told.back().size();
  }
  agree(mail.ranks(), [&] {
    if (count <= k_max_count) return;
    throw Error(ErrorCode::resources,
                "a rank owns ends of more than 2^32 - 2 edges: there are too few ranks");
  });
  Array<Arc> arcs;
  for (const std::span<const Arc> some : told) {
    for (const Arc& arc : some) arcs.push_back(arc);
  }
  mail.clear();
  make_rows(std::move(arcs));
}

template <class Key>
void OwnedRows<Key>::make_rows(Array<Arc> arcs) {
  arcs_ = std::move(arcs);
  std::sort(arcs_.begin(), arcs_.end(), [](const Arc& a, const Arc& b) {
    return a.from != b.from ? a.from < b.from : a.key > b.key;
  });
  Array<VertexId> ends(arcs_.size());
  for (std::size_t i = 0; i < arcs_.size(); ++i) ends[i] = arcs_[i].to;
  ghosts_.emplace(mail_, part_.num_vertices, ends.view(), Pins::checked, 0);
  const auto first_own = static_cast<VertexId>(ghosts_->num_own() == 0 ? 0 : ghosts_->global(0));
  rows_ = Array<std::uint32_t>(ghosts_->num_own() + 1, 0);
  ghost_rows_ = Array<std::uint32_t>(ghosts_->num_local() - ghosts_->num_own() + 1, 0);
  for (std::size_t i = 0; i < arcs_.size(); ++i) {
    arcs_[i].from -= first_own;
    const LocalId to = arcs_[i].to = ghosts_->local(ends[i]);
    ++rows_[arcs_[i].from + 1];
    if (ghosts_->is_ghost(to)) ++ghost_rows_[to - ghosts_->num_own() + 1];
  }
  for (std::size_t v = 1; v < rows_.size(); ++v) rows_[v] += rows_[v - 1];
  for (std::size_t g = 1; g < ghost_rows_.size(); ++g) ghost_rows_[g] += ghost_rows_[g - 1];
  at_ghosts_.resize(ghost_rows_[ghost_rows_.size() - 1]);
  Array<std::uint32_t> at = ghost_rows_.clone();
  for (const Arc& arc : arcs_) {
    if (ghosts_->is_ghost(arc.to)) at_ghosts_[at[arc.to - ghosts_->num_own()]++] = arc.from;
  }
  next_ = Array<std::uint32_t>(rows_.view().first(ghosts_->num_own()));
  is_gone_ = Array<std::uint8_t>(ghosts_->num_local(), 0);
  choice_of_ghost_ = Array<LocalId>(ghosts_->num_local() - ghosts_->num_own(), k_none);
}

template <class Key>
Array<std::uint32_t> OwnedRows<Key>::run(RankMethod method) {
  method == RankMethod::ghosts ? run_ghosts() : run_requests();
  return tell_matched_edges();
}

// Whether an own vertex has an edge whose other end is not gone; the uppermost is its choice.
template <class Key>
bool OwnedRows<Key>::find_choice(LocalId v) {
  std::uint32_t& next = next_[v];
  while (next < rows_[v + 1] && is_gone_[arcs_[next].to] != 0) ++next;
  return next < rows_[v + 1];
}

// Whether the choice of v, which has one, chose v.
template <class Key>
bool OwnedRows<Key>::is_mutual(LocalId v) const {
  const LocalId u = choice_of(v);
  if (ghosts_->is_ghost(u)) return choice_of_ghost_[u - ghosts_->num_own()] == v;
  return next_[u] < rows_[u + 1] && choice_of(u) == v;
}

template <class Key>
void OwnedRows<Key>::send_choice(LocalId v) {
  const LocalId u = choice_of(v);
  if (!ghosts_->is_ghost(u)) return;
  const std::size_t q = ghosts_->owner_of(u);
  choices_[q].push_back({ghosts_->ghost_there(q, v), u - ghosts_->ghosts_from(q)});
}

// Tells all ranks that have the own vertex as a ghost.
template <class Key>
void OwnedRows<Key>::send_gone(LocalId v) {
  ghosts_->for_each_sharer(v,
                           [&](std::size_t q, std::uint32_t ghost) { gone_[q].push_back(ghost); });
}

// Own vertices that are chosen are added to `chosen`.
template <class Key>
void OwnedRows<Key>::take_choices(std::vector<LocalId>* chosen) {
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    if (q == mail_.rank()) continue;
    for (const Choice& choice : mail_.take<Choice>(q)) {
      const LocalId v = ghosts_->shared()[ghosts_->place_of_ghost(q, choice.chosen)];
      choice_of_ghost_[ghosts_->ghosts_from(q) + choice.ghost - ghosts_->num_own()] = v;
      if (chosen != nullptr) chosen->push_back(v);
    }
  }
}

template <class Key>
void OwnedRows<Key>::take_gone(std::vector<LocalId>* gone) {
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    if (q == mail_.rank()) continue;
    for (const std::uint32_t ghost : mail_.take<std::uint32_t>(q)) {
      const LocalId v = ghosts_->ghosts_from(q) + ghost;
      is_gone_[v] = 1;
      if (gone != nullptr) gone->push_back(v);
    }
  }
}

// The sum of what is left on all ranks. Reports vertices that are gone.
// @throws AgreedError{cancelled}
template <class Key>
std::uint64_t OwnedRows<Key>::agree_on_rest(std::uint64_t rest) {
  const std::size_t own = ghosts_->num_own();
  const auto gone = static_cast<std::size_t>(
      std::count_if(is_gone_.begin(), is_gone_.begin() + own, [](auto flag) { return flag != 0; }));
  std::uint64_t words[] = {rest, is_stopped(context_) ? 1U : 0U, gone, own};
  mail_.reduce(words, Reduction::sum);
  if (words[1] != 0) throw AgreedError(ErrorCode::cancelled, "stopped on request");
  context_.report({"solve", words[2], words[3]});
  return words[0];
}

// The end with the smaller number notes the edge.
template <class Key>
void OwnedRows<Key>::note_matched(LocalId v) {
  is_gone_[v] = 1;
  const LocalId u = choice_of(v);
  if (ghosts_->global(v) < ghosts_->global(u)) matched_edges_.push_back(arcs_[next_[v]].edge);
}

template <class Key>
void OwnedRows<Key>::run_ghosts() {
  std::vector<LocalId> live;
  for (LocalId v = 0; v < ghosts_->num_own(); ++v) live.push_back(v);
  // Ends: each round matches the uppermost edge that is left.
  while (true) {
    std::erase_if(live, [&](LocalId v) { return is_gone_[v] != 0 || !find_choice(v); });
    if (agree_on_rest(live.size()) == 0) return;
    ++rounds_;
    mail_.clear();
    for (const LocalId v : live) send_choice(v);
    for (std::size_t q = 0; q < mail_.size(); ++q) {
      mail_.put<Choice>(q, std::exchange(choices_[q], {}));
    }
    mail_.exchange();
    take_choices(nullptr);
    std::vector<LocalId> matched;
    std::copy_if(live.begin(), live.end(), std::back_inserter(matched),
                 [&](LocalId v) { return is_mutual(v); });
    mail_.clear();
    for (const LocalId v : matched) {
      note_matched(v);
      send_gone(v);
    }
    for (std::size_t q = 0; q < mail_.size(); ++q) {
      mail_.put<std::uint32_t>(q, std::exchange(gone_[q], {}));
    }
    mail_.exchange();
    take_gone(nullptr);
  }
}

// Own vertices whose choice is gone have to choose again.
template <class Key>
void OwnedRows<Key>::wake_choosers(LocalId gone, std::vector<LocalId>& waiting) const {
  const auto wake = [&](LocalId v) {
    if (is_gone_[v] == 0 && next_[v] < rows_[v + 1] && choice_of(v) == gone) waiting.push_back(v);
  };
  if (ghosts_->is_ghost(gone)) {
    const std::size_t g = gone - ghosts_->num_own();
    for (std::uint32_t i = ghost_rows_[g]; i < ghost_rows_[g + 1]; ++i) wake(at_ghosts_[i]);
    return;
  }
  for (std::uint32_t i = rows_[gone]; i < rows_[gone + 1]; ++i) {
    if (!ghosts_->is_ghost(arcs_[i].to)) wake(arcs_[i].to);
  }
}

// Until no own vertex waits.
template <class Key>
void OwnedRows<Key>::settle_all(std::vector<LocalId>& waiting) {
  // Ends: a vertex waits at first, once for each end of its edges that is gone, and once for each
  // request that it gets.
  while (!waiting.empty()) {
    const LocalId v = waiting.back();
    waiting.pop_back();
    if (is_gone_[v] != 0) continue;
    if (!find_choice(v)) {
      is_gone_[v] = 1;
      send_gone(v);
      continue;
    }
    if (std::exchange(requested_[v], next_[v]) != next_[v]) send_choice(v);
    if (!is_mutual(v)) continue;
    const LocalId u = choice_of(v);
    note_matched(v);
    if (!ghosts_->is_ghost(u)) note_matched(u);
    for (const LocalId end : {v, u}) {
      is_gone_[end] = 1;
      if (!ghosts_->is_ghost(end)) send_gone(end);
      wake_choosers(end, waiting);
    }
  }
}

template <class Key>
void OwnedRows<Key>::run_requests() {
  std::vector<LocalId> waiting;
  for (auto v = static_cast<LocalId>(ghosts_->num_own()); v-- > 0;) waiting.push_back(v);
  requested_ = Array<std::uint32_t>(ghosts_->num_own(), k_none);
  // Ends: what is sent is sent once per vertex and rank, or per arc.
  while (true) {
    ++rounds_;
    settle_all(waiting);
    std::uint64_t sent = 0;
    mail_.clear();
    for (std::size_t q = 0; q < mail_.size(); ++q) {
      sent += choices_[q].size() + gone_[q].size();
      mail_.put<Choice>(q, std::exchange(choices_[q], {}));
      mail_.put<std::uint32_t>(q, std::exchange(gone_[q], {}));
    }
    if (agree_on_rest(sent) == 0) return;
    mail_.exchange();
    take_choices(&waiting);
    // Requests are granted before the vertices that made them are gone.
    settle_all(waiting);
    std::vector<LocalId> gone;
    take_gone(&gone);
    for (const LocalId v : gone) wake_choosers(v, waiting);
  }
}

// Matched edges become known to the ranks that have them.
template <class Key>
Array<std::uint32_t> OwnedRows<Key>::tell_matched_edges() {
  std::vector<std::uint64_t> firsts(mail_.size(), 0);
  firsts[mail_.rank()] = part_.first_edge;
  mail_.reduce(firsts, Reduction::sum);
  std::sort(matched_edges_.begin(), matched_edges_.end());
  mail_.clear();
  auto from = matched_edges_.begin();
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    const auto to = q + 1 == mail_.size()
                        ? matched_edges_.end()
                        : std::lower_bound(from, matched_edges_.end(), firsts[q + 1]);
    mail_.put<std::uint64_t>(q, {from, to});
    from = to;
  }
  mail_.exchange();
  Array<std::uint32_t> edges;
  for (std::size_t q = 0; q < mail_.size(); ++q) {
    for (const std::uint64_t e : mail_.take<std::uint64_t>(q)) {
      edges.push_back(static_cast<std::uint32_t>(e - part_.first_edge));
    }
  }
  mail_.clear();
  std::sort(edges.begin(), edges.end());
  return edges;
}

template class OwnedRows<NarrowKey>;
template class OwnedRows<WideKey>;

}  // namespace hypermatch::detail::order
