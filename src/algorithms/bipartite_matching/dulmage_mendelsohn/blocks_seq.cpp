// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "algorithms/bipartite_matching/dulmage_mendelsohn/blocks.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

/// Calls visit(row) for the heads of the arcs of `row`.
template <class Visit>
void for_each_arc(const SquarePart& part, VertexId row, const Visit& visit) {
  for (const VertexId c : part.graph.columns_of(row)) {
    const VertexId head = part.column_mates[c];
    if (head != k_none && part.is_square[head]) visit(head);
  }
}

/// Tarjan's depth-first search with a stack of its own.
class StrongComponents {
 public:
  StrongComponents(const Context& context, const SquarePart& part)
      : part_(part),
        number_(part.graph.num_rows, k_none),
        low_(part.graph.num_rows, k_none),
        component_(part.graph.num_rows, k_none),
        stop_(context) {}

  /// The component of each row of the part. Components are numbered by their smallest rows.
  [[nodiscard]] std::vector<VertexId> find() {
    for (const VertexId row : part_.rows) {
      if (number_[row] == k_none) search(row);
    }
    number_by_smallest_rows();
    return std::move(component_);
  }
  [[nodiscard]] VertexId count() const { return found_; }

 private:
  struct Frame {
    VertexId row;
    Offset next;  ///< entry to look at
  };

  void enter(VertexId row) {
    number_[row] = low_[row] = next_number_++;
    open_.push_back(row);
    frames_.push_back({row, part_.graph.offsets[row]});
  }

  void search(VertexId root) {
    enter(root);
    // Ends: each turn looks at another entry or closes another row.
    while (!frames_.empty()) {
      stop_.done(k_jump);
      Frame& frame = frames_.back();
      if (frame.next < part_.graph.offsets[frame.row + std::size_t{1}]) {
        look_at(frame.row, part_.column_mates[part_.graph.columns[frame.next++]]);
      } else {
        close(frame.row);
      }
    }
  }

  // `frames_` may grow: the caller's frame is not to be used afterwards.
  void look_at(VertexId row, VertexId head) {
    if (head == k_none || !part_.is_square[head]) return;
    if (number_[head] == k_none) {
      enter(head);
    } else if (component_[head] == k_none) {
      low_[row] = std::min(low_[row], number_[head]);
    }
  }

  void close(VertexId row) {
    frames_.pop_back();
    if (!frames_.empty()) {
      VertexId& above = low_[frames_.back().row];
      above = std::min(above, low_[row]);
    }
    if (low_[row] != number_[row]) return;
    // Ends: the row itself is open.
    VertexId member = k_none;
    do {
      member = open_.back();
      open_.pop_back();
      component_[member] = found_;
    } while (member != row);
    ++found_;
  }

  void number_by_smallest_rows() {
    std::vector<VertexId> renumbered(found_, k_none);
    VertexId next = 0;
    for (const VertexId row : part_.rows) {
      VertexId& number = renumbered[component_[row]];
      if (number == k_none) number = next++;
      component_[row] = number;
    }
  }

  const SquarePart& part_;
  std::vector<VertexId> number_;     ///< in the order of discovery
  std::vector<VertexId> low_;        ///< smallest number of an open row that is known to be reached
  std::vector<VertexId> component_;  ///< k_none while the row is open
  std::vector<VertexId> open_;
  std::vector<Frame> frames_;
  VertexId next_number_ = 0;
  VertexId found_ = 0;
  parallel::StopCheck stop_;
};

/// The rows of each component, ascending.
RowBlocks group(const Context& context, const std::vector<VertexId>& rows,
                const std::vector<VertexId>& component, VertexId count) {
  RowBlocks blocks{std::vector<VertexId>(rows.size()), std::vector<std::size_t>(count + 2UL, 0)};
  // offsets[b + 2] first counts block b, then offsets[b + 1] is the place of its next row.
  for (const VertexId row : rows) ++blocks.offsets[component[row] + 2UL];
  for (std::size_t b = 2; b < blocks.offsets.size(); ++b) {
    blocks.offsets[b] += blocks.offsets[b - 1];
  }
  parallel::StopCheck stop(context);
  for (const VertexId row : rows) {
    stop.done(k_jump);
    blocks.rows[blocks.offsets[component[row] + 1UL]++] = row;
  }
  blocks.offsets.pop_back();
  return blocks;
}

/// Topological order of the components, smallest number first where there is a choice.
std::vector<VertexId> topological_order(const Context& context, const SquarePart& part,
                                        const RowBlocks& blocks,
                                        const std::vector<VertexId>& component) {
  parallel::StopCheck stop(context);
  std::vector<Offset> arcs_in(blocks.count(), 0);
  for (const VertexId row : part.rows) {
    stop.done(work_at(part.graph, row));
    for_each_arc(part, row, [&](VertexId head) {
      if (component[head] != component[row]) ++arcs_in[component[head]];
    });
  }
  std::priority_queue<VertexId, std::vector<VertexId>, std::greater<>> ready;
  for (VertexId b = 0; b < blocks.count(); ++b) {
    if (arcs_in[b] == 0) ready.push(b);
  }
  std::vector<VertexId> order;
  order.reserve(blocks.count());
  // Ends: a component gets ready once, when its last arc from another one is gone.
  while (!ready.empty()) {
    const VertexId b = ready.top();
    ready.pop();
    order.push_back(b);
    for (std::size_t i = blocks.offsets[b]; i < blocks.offsets[b + 1UL]; ++i) {
      stop.done(work_at(part.graph, blocks.rows[i]));
      for_each_arc(part, blocks.rows[i], [&](VertexId head) {
        if (component[head] != b && --arcs_in[component[head]] == 0) ready.push(component[head]);
      });
    }
  }
  return order;
}

}  // namespace

RowBlocks triangular_blocks(const Context& context, const SquarePart& part) {
  StrongComponents components(context, part);
  const std::vector<VertexId> component = components.find();
  const RowBlocks grouped = group(context, part.rows, component, components.count());
  context.check_cancelled();
  RowBlocks ordered;
  ordered.rows.reserve(part.rows.size());
  ordered.offsets.reserve(grouped.offsets.size());
  ordered.offsets.push_back(0);
  for (const VertexId b : topological_order(context, part, grouped, component)) {
    const auto begin = grouped.rows.begin();
    ordered.rows.insert(ordered.rows.end(), begin + static_cast<std::ptrdiff_t>(grouped.offsets[b]),
                        begin + static_cast<std::ptrdiff_t>(grouped.offsets[b + 1UL]));
    ordered.offsets.push_back(ordered.rows.size());
  }
  return ordered;
}

}  // namespace hypermatch::detail::bipartite_matching
