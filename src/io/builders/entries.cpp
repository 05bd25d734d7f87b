// SPDX-License-Identifier: MIT
#include "io/builders/entries.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "io/builders/graph_builder.hpp"
#include "io/builders/hypergraph_builder.hpp"
#include "io/builders/pair_buckets.hpp"
#include "io/builders/parallel_weights.hpp"
#include "io/builders/room_for_edges.hpp"
#include "io/formats/matrix/dense_table.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/weight_column.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::DeclaredEdges;
using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::ParallelEdges;
using hypermatch::io::ReadReport;
using hypermatch::io::VertexLabels;
using hypermatch::io::Zeros;

/// body(first, last) over the slots of each column in a row.
template <class Body>
void for_each_run(const Slot* begin, const Slot* end, const Body& body) {
  // Ends: every turn takes a run.
  while (begin != end) {
    const Slot* next = begin + 1;
    while (next != end && other_end(*next) == other_end(*begin)) ++next;
    body(begin, next);
    begin = next;
  }
}

/// Rows from their buckets.
class RowMaker {
 public:
  RowMaker(const Context& context, Buckets& buckets, VertexId num_rows)
      : context_(context),
        buckets_(buckets),
        num_rows_(num_rows),
        offsets_(num_rows + std::size_t{1}) {}

  /// Sorts each row. Returns the number of entries that repeat another one.
  std::uint64_t count() {
    offsets_[num_rows_] = 0;
    for_rows([&](std::size_t row, Slot* begin, Slot* end) {
      if (!std::is_sorted(begin, end)) std::sort(begin, end);
      Offset distinct = 0;
      for_each_run(begin, end, [&](const Slot*, const Slot*) { ++distinct; });
      offsets_[row] = distinct;
    });
    const Offset total = parallel::exclusive_scan<Offset>(
        context_, num_rows_, [&](std::size_t r) { return offsets_[r]; },
        [&](std::size_t r, Offset sum) { offsets_[r] = sum; });
    offsets_[num_rows_] = total;
    return buckets_.slots.size() - total;
  }

  template <class Held, class Combine>
  void fill(Array<VertexId>& columns, const Held& weights, Held& kept, const Combine& combine) {
    columns.resize(offsets_[num_rows_]);
    if constexpr (!std::is_same_v<Held, std::monostate>) kept.resize(columns.size());
    for_rows([&](std::size_t row, const Slot* begin, const Slot* end) {
      Offset at = offsets_[row];
      for_each_run(begin, end, [&](const Slot* first, const Slot* last) {
        columns[at] = other_end(*first);
        if constexpr (!std::is_same_v<Held, std::monostate>) {
          kept[at] = weights[place_in_file(*first)];
          for (const Slot* slot = first + 1; slot != last; ++slot) {
            combine(kept[at], weights[place_in_file(*slot)]);
          }
        }
        ++at;
      });
    });
  }

  [[nodiscard]] std::uint64_t num_empty() const {
    return parallel::reduce<std::uint64_t>(
        context_, num_rows_, 0,
        [&](std::size_t r) { return offsets_[r] == offsets_[r + 1] ? 1ULL : 0; },
        [](std::uint64_t a, std::uint64_t b) { return a + b; });
  }
  [[nodiscard]] Array<Offset> take_offsets() { return std::move(offsets_); }

 private:
  template <class Body>
  void for_rows(const Body& body) {
    parallel::for_chunks(context_, parallel::cut(context_, num_rows_, 1024, 32),
                         [&](std::size_t, std::size_t first, std::size_t last) {
                           for (std::size_t r = first; r < last; ++r) {
                             body(r, buckets_.slots.data() + buckets_.begin[r],
                                  buckets_.slots.data() + buckets_.begin[r + 1]);
                           }
                         });
  }

  const Context& context_;
  Buckets& buckets_;
  VertexId num_rows_;
  Array<Offset> offsets_;
};

VertexLabels labels_of_side(const Array<VertexId>& ids,
                            const std::vector<std::string_view>* names) {
  if (names == nullptr) return labels_of(ids);
  std::vector<std::string_view> used(ids.size());
  for (std::size_t v = 0; v < ids.size(); ++v) used[v] = (*names)[ids[v]];
  return labels_of(used);
}

}  // namespace

Instance make_rows(const ParseInput& input, Entries entries, ReadReport report) {
  const Context& context = input.context;
  const bool makes_weights =
      input.parallel == ParallelEdges::sum || input.parallel == ParallelEdges::count;
  report.parallel = input.parallel;
  report.has_entry_weights = makes_weights || is_weighted(view_of(entries.weights));
  if (input.keeps_entry_weights) {
    prepare_weights(entries.weights, entries.pairs.size(), input.parallel);
  } else {
    entries.weights = {};
  }
  check_room_for_edges(input.name, entries.num_rows, base::available_memory());
  Bipartite rows;
  rows.num_rows = entries.num_rows;
  rows.num_columns = entries.num_columns;
  Buckets buckets =
      bucket_pairs(context, entries.num_rows, entries.pairs.view(), BucketBy::first_end);
  entries.pairs = {};
  RowMaker maker(context, buckets, entries.num_rows);
  report.merged_pins += maker.count();
  report.empty_edges += maker.num_empty();
  Instance instance;
  combining(input.parallel, input.name, entries.weights, [&](const auto& combine) {
    std::visit(
        [&](const auto& held) {
          std::decay_t<decltype(held)> kept{};
          maker.fill(rows.columns, held, kept, combine);
          instance.entry_weights = std::move(kept);
        },
        entries.weights);
    return true;
  });
  finish_weights(instance.entry_weights, input.parallel);
  rows.offsets = maker.take_offsets();
  report.bytes = input.text.size();
  report.as = Interpretation::bipartite;
  instance.data = std::move(rows);
  instance.report = std::move(report);
  return instance;
}

Instance make_two_sides(const ParseInput& input, Array<GraphEdge> pairs, Weights weights,
                        std::uint64_t limit, const std::vector<std::string_view>* names,
                        ReadReport report) {
  const Context& context = input.context;
  const Array<VertexId> rows = number_by_appearance(context, pairs, limit, Ends::first);
  const Array<VertexId> columns = number_by_appearance(context, pairs, limit, Ends::second);
  count_signs(context, view_of(weights), report);
  report.explicit_zeros = std::exchange(report.zero_weights, 0);
  if (input.zeros == Zeros::drop && report.explicit_zeros != 0) drop_zeros(context, pairs, weights);
  report.sides = Sides::two;
  report.format = k_edge_list_format;
  const std::size_t num_lines = pairs.size();
  const bool may_be_table = input.csv == nullptr && report.declared == DeclaredEdges::nothing;
  Instance instance = make_rows(input,
                                {.num_rows = static_cast<VertexId>(rows.size()),
                                 .num_columns = static_cast<VertexId>(columns.size()),
                                 .pairs = std::move(pairs),
                                 .weights = std::move(weights)},
                                std::move(report));
  instance.labels = labels_of_side(rows, names);
  instance.column_labels = labels_of_side(columns, names);
  if (may_be_table) note_possible_table(num_lines, instance);
  return instance;
}

bool has_two_sides(const ParseInput& input, DeclaredEdges declared) {
  const bool is_declared = declared == DeclaredEdges::two_sided;
  const bool is_rows =
      input.as == Interpretation::bipartite ||
      (input.as == Interpretation::automatic && input.rectangular_as_bipartite && is_declared);
  if (!is_rows) return false;
  if (input.sides) return *input.sides == Sides::two;
  return is_declared || declared == DeclaredEdges::nothing;
}

}  // namespace hypermatch::detail::io
