// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/exact/fractional_start.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/large_vector.hpp"

namespace hypermatch::detail::graph_matching::exact {

Start greedy_start(const ExactRows& rows, bool may_leave, parallel::StopCheck& stop) {
  const VertexId n = rows.num_vertices;
  Start start{filled_vector(n, k_none), filled_vector(n, Value{0})};
  for (VertexId v = 0; v < n; ++v) {
    Value heaviest = may_leave ? 0 : -k_never;
    for (Offset a = rows.first[v]; a < rows.first[v + 1]; ++a) {
      heaviest = std::max(heaviest, rows.weights[a]);
    }
    stop.done(rows.first[v + 1] - rows.first[v] + 2);
    // Weights are even.
    start.duals[v] = rows.first[v] == rows.first[v + 1] ? 0 : heaviest / 2;
  }
  for (VertexId v = 0; v < n; ++v) {
    if (start.mates[v] != k_none || rows.first[v] == rows.first[v + 1]) continue;
    stop.done(2 * (rows.first[v + 1] - rows.first[v]));
    Value least = may_leave ? 0 : -k_never;
    VertexId mate = k_none;
    for (Offset a = rows.first[v]; a < rows.first[v + 1]; ++a) {
      const VertexId u = rows.heads[a];
      const Value needed = rows.weights[a] - start.duals[u];
      if (needed > least || (needed == least && mate == k_none)) {
        least = needed;
        mate = start.mates[u] == k_none ? u : k_none;
      }
    }
    start.duals[v] = least;
    if (mate == k_none) continue;
    start.mates[v] = mate;
    start.mates[mate] = v;
  }
  return start;
}

FractionalStart::FractionalStart(const ExactRows& rows, bool may_leave, Start& start,
                                 parallel::StopCheck& stop)
    : rows_(rows),
      may_leave_(may_leave),
      mates_(start.mates),
      y_(start.duals),
      stop_(stop),
      state_(filled_vector(rows.num_vertices, State{})) {}

std::optional<std::vector<VertexId>> FractionalStart::run() {
  const auto is_done = [&](VertexId v) {
    return mates_[v] != k_none || state_[v].next != k_none || (may_leave_ && y_[v] == 0);
  };
  std::vector<VertexId> roots;
  for (VertexId v = 0; v < rows_.num_vertices; ++v) {
    if (!is_done(v)) roots.push_back(v);
  }
  // Ends: a search without a limit ends.
  for (std::uint64_t limit = k_first_limit; !roots.empty(); limit *= k_limit_factor) {
    std::vector<VertexId> stopped;
    for (const VertexId root : roots) {
      if (is_done(root)) continue;
      switch (search(root, limit)) {
        case Outcome::ended:
          break;
        case Outcome::stopped:
          stopped.push_back(root);
          break;
        case Outcome::barred:
          return std::move(barrier_);
      }
    }
    roots = std::move(stopped);
  }
  leave_cycles();
  return std::nullopt;
}

void FractionalStart::end_at(End end, Value when, VertexId u, VertexId v) {
  bound_ = when;
  end_ = end;
  end_u_ = u;
  end_v_ = v;
}

void FractionalStart::make_even(VertexId v) {
  state_[v].label = Label::even;
  labelled_.push_back(v);
  y_[v] += now_;
  if (may_leave_ && y_[v] < bound_) end_at(End::leave, y_[v], v, k_none);
  to_scan_.push_back(v);
}

void FractionalStart::scan(VertexId u) {
  const Value y = y_[u];
  const Offset end = rows_.first[u + 1];
  for (Offset a = rows_.first[u]; a < end; ++a) {
    const VertexId v = rows_.heads[a];
    const Value key = y + y_[v] - rows_.weights[a];
    if (key >= 2 * bound_) continue;
    State& other = state_[v];
    if (other.label == Label::odd) continue;
    if (other.label == Label::even) {
      end_at(End::close, key / 2, u, v);
      continue;
    }
    if (key >= bound_) continue;
    if (other.next != k_none) {
      end_at(End::cycle, key, u, v);
    } else if (mates_[v] == k_none) {
      end_at(End::free, key, u, v);
    } else if (key - y_[v] < other.least) {
      if (other.from == k_none) seen_.push_back(v);
      other.least = key - y_[v];
      other.from = u;
      grow_.push({key, u, v});
    }
  }
  stop_.done(k_work_per_arc * (end - rows_.first[u] + 4));
}

// Adds the next vertex and its mate to the tree; false: the search ends first.
bool FractionalStart::grow() {
  // Ends: each turn takes an event.
  while (grow_.least(k_never) < bound_) {
    const auto [key, u, v] = grow_.top();
    grow_.pop();
    State& state = state_[v];
    if (state.label != Label::none || state.from != u) continue;
    now_ = key;
    state.label = Label::odd;
    labelled_.push_back(v);
    y_[v] -= now_;
    make_even(mates_[v]);
    return true;
  }
  return false;
}

FractionalStart::Outcome FractionalStart::search(VertexId root, std::uint64_t limit) {
  now_ = 0;
  bound_ = k_never;
  end_ = End::none;
  make_even(root);
  bool goes_on = true;
  // Ends: a vertex turns even once.
  while (goes_on && labelled_.size() <= limit) {
    while (!to_scan_.empty()) {
      const VertexId u = to_scan_.back();
      to_scan_.pop_back();
      scan(u);
    }
    goes_on = grow();
  }
  const Outcome outcome = goes_on             ? Outcome::stopped
                          : end_ == End::none ? Outcome::barred
                                              : Outcome::ended;
  if (outcome == Outcome::ended) now_ = bound_;
  if (outcome == Outcome::barred) {
    std::copy_if(labelled_.begin(), labelled_.end(), std::back_inserter(barrier_),
                 [&](VertexId v) { return state_[v].label == Label::odd; });
  }
  close_duals();
  if (outcome == Outcome::ended) apply_end();
  for (const VertexId v : labelled_) state_[v].label = Label::none;
  for (const VertexId v : seen_) {
    state_[v].least = k_never;
    state_[v].from = k_none;
  }
  labelled_.clear();
  seen_.clear();
  to_scan_.clear();
  grow_.clear();
  return outcome;
}

void FractionalStart::close_duals() {
  for (const VertexId v : labelled_) y_[v] += state_[v].label == Label::odd ? now_ : -now_;
}

void FractionalStart::apply_end() {
  switch (end_) {
    case End::none:
      break;
    case End::leave:
      flip_path(end_u_, k_none);
      break;
    case End::cycle:
      open_cycle(end_v_);
      [[fallthrough]];
    case End::free:
      mates_[end_v_] = end_u_;
      flip_path(end_u_, end_v_);
      break;
    case End::close:
      close_cycle(end_u_, end_v_);
      break;
  }
}

// Gives the even vertex x another mate, and flips the path from its old one to the root.
void FractionalStart::flip_path(VertexId x, VertexId mate) {
  // Ends: each turn is nearer to the root.
  while (true) {
    const VertexId odd = mates_[x];
    mates_[x] = mate;
    if (odd == k_none) return;
    x = state_[odd].from;
    mates_[odd] = x;
    mate = odd;
  }
}

// Matches the odd cycle through v without it.
void FractionalStart::open_cycle(VertexId v) {
  VertexId x = state_[v].next;
  state_[v].next = k_none;
  // Ends: each turn takes two vertices off the cycle.
  while (x != v) {
    const VertexId mate = state_[x].next;
    const VertexId after = state_[mate].next;
    mates_[x] = mate;
    mates_[mate] = x;
    state_[x].next = state_[mate].next = k_none;
    x = after;
  }
}

// The even vertex above an even one, or k_none at the root.
VertexId FractionalStart::parent_of(VertexId even) const {
  return mates_[even] == k_none ? k_none : state_[mates_[even]].from;
}

// The edge (u, v) joins two even vertices: what it closes becomes an odd cycle, and the path from
// there to the root is flipped.
void FractionalStart::close_cycle(VertexId u, VertexId v) {
  // The first common ancestor: from the root down, the paths part behind it.
  std::vector<VertexId> up_u{u};
  std::vector<VertexId> up_v{v};
  for (VertexId x = parent_of(u); x != k_none; x = parent_of(x)) up_u.push_back(x);
  for (VertexId x = parent_of(v); x != k_none; x = parent_of(x)) up_v.push_back(x);
  while (up_u.size() > 1 && up_v.size() > 1 && up_u[up_u.size() - 2] == up_v[up_v.size() - 2]) {
    up_u.pop_back();
    up_v.pop_back();
  }
  const VertexId top = up_u.back();
  const VertexId above = mates_[top];
  if (above != k_none) {
    const VertexId x = state_[above].from;
    mates_[above] = x;
    flip_path(x, above);
  }
  // The cycle: from u up to the top, down to v, and back.
  for (std::size_t i = 0; i + 1 < up_u.size(); ++i) {
    const VertexId odd = mates_[up_u[i]];
    state_[up_u[i]].next = odd;
    state_[odd].next = up_u[i + 1];
  }
  for (std::size_t i = up_v.size() - 1; i-- > 0;) {
    const VertexId odd = mates_[up_v[i]];
    state_[up_v[i + 1]].next = odd;
    state_[odd].next = up_v[i];
  }
  state_[v].next = u;
  VertexId x = u;
  do {
    mates_[x] = k_none;
    x = state_[x].next;
  } while (x != u);
}

// The vertex with the least dual of each odd cycle stays free: it is the nearest to leaving.
void FractionalStart::leave_cycles() {
  for (VertexId v = 0; v < rows_.num_vertices; ++v) {
    if (state_[v].next == k_none) continue;
    VertexId least = v;
    for (VertexId x = state_[v].next; x != v; x = state_[x].next) {
      if (y_[x] < y_[least]) least = x;
    }
    open_cycle(least);
  }
}

}  // namespace hypermatch::detail::graph_matching::exact
