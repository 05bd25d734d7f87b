// SPDX-License-Identifier: MIT
#include "hypermatch/solver_csr.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/refuse_input.hpp"
#include "hypermatch/enum_names.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/solver_graph.hpp"
#include "structures/graph_shape.hpp"

namespace hypermatch {

using detail::base::refuse_input;

namespace {

namespace parallel = detail::parallel;

// Calls body(number), where number(i) is number i less the base, modulo 2^64: what is negative, or
// below the base, is larger than every size.
template <class Body>
decltype(auto) with_numbers(const IntegersView& numbers, IndexBase base, const Body& body) {
  const auto call = [&]<class T>(T) -> decltype(auto) {
    const auto* const data = static_cast<const std::byte*>(numbers.data());
    const std::uint64_t first = base == IndexBase::one ? 1 : 0;
    return body([data, first](std::size_t i) {
      T number;
      std::memcpy(&number, data + i * sizeof(T), sizeof(T));
      return static_cast<std::uint64_t>(number) - first;
    });
  };
  if (numbers.bytes() == sizeof(std::uint32_t)) {
    return numbers.is_signed() ? call(std::int32_t{}) : call(std::uint32_t{});
  }
  return numbers.is_signed() ? call(std::int64_t{}) : call(std::uint64_t{});
}

// Number i as the array holds it.
std::string text_of(const IntegersView& numbers, std::size_t i) {
  const std::uint64_t number =
      with_numbers(numbers, IndexBase::zero, [i](const auto& number_at) { return number_at(i); });
  return numbers.is_signed() ? std::to_string(static_cast<std::int64_t>(number))
                             : std::to_string(number);
}

std::string place(const char* array, std::size_t i) {
  return std::string(array) + "[" + std::to_string(i) + "]";
}

// The first i below `items` with is_wrong(i), or `items`. Looks at blocks, without a branch per
// item.
template <class IsWrong>
std::size_t first_wrong(const Context& context, std::size_t items, const IsWrong& is_wrong) {
  constexpr std::size_t k_block = 64;
  return parallel::reduce<std::size_t>(
      context, (items + k_block - 1) / k_block, items,
      [&](std::size_t block) {
        const std::size_t end = std::min(items, (block + 1) * k_block);
        unsigned any = 0;
        for (std::size_t i = block * k_block; i < end; ++i) any |= is_wrong(i) ? 1U : 0U;
        std::size_t i = any != 0 ? block * k_block : items;
        while (i < items && !is_wrong(i)) ++i;  // ends: one of the block is wrong
        return i;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); }, 64);
}

void check_sizes(const SolverCsr& matrix) {
  detail::check_enum("base", matrix.base, IndexBase::one);
  const auto check_count = [](const char* name, std::uint64_t count) {
    if (count <= k_max_count) return;
    refuse_input(std::string(name) + " is " + std::to_string(count) + ", must be below 2^32 - 1");
  };
  check_count("num_rows", matrix.num_rows);
  check_count("num_columns", matrix.num_columns);
  const bool has_no_rows = matrix.num_rows == 0 && matrix.offsets.size() == 0;
  if (!has_no_rows && matrix.offsets.size() != matrix.num_rows + 1) {
    refuse_input("there are " + std::to_string(matrix.offsets.size()) + " offsets for " +
                 std::to_string(matrix.num_rows) + " rows, must be one more than rows");
  }
  if (is_weighted(matrix.values) && size_of(matrix.values) != matrix.columns.size()) {
    refuse_input("there are " + std::to_string(size_of(matrix.values)) + " values for " +
                 std::to_string(matrix.columns.size()) + " columns");
  }
}

void check_offsets(const Context& context, const SolverCsr& matrix) {
  const std::size_t entries = matrix.columns.size();
  const IntegersView& offsets = matrix.offsets;
  if (offsets.size() == 0) {
    if (entries != 0) {
      refuse_input("offsets is empty, but there are " + std::to_string(entries) + " columns");
    }
    return;
  }
  const std::size_t base = matrix.base == IndexBase::one ? 1 : 0;
  with_numbers(offsets, matrix.base, [&](const auto& offset) {
    const std::size_t wrong = first_wrong(context, offsets.size(), [&](std::size_t i) {
      return offset(i) > entries || (i > 0 ? offset(i) < offset(i - 1) : offset(i) != 0);
    });
    if (wrong == 0) {
      refuse_input("offsets[0] is " + text_of(offsets, 0) + ", must be the base, " +
                   std::to_string(base));
    }
    if (wrong < offsets.size()) {
      refuse_input(place("offsets", wrong) + " is " + text_of(offsets, wrong) + ", must be " +
                   text_of(offsets, wrong - 1) + " .. " + std::to_string(entries + base));
    }
    if (offset(offsets.size() - 1) != entries) {
      refuse_input("the last offset is " + text_of(offsets, offsets.size() - 1) +
                   ", must be the number of columns and the base, " +
                   std::to_string(entries + base));
    }
  });
}

void check_columns(const Context& context, const SolverCsr& matrix) {
  const IntegersView& columns = matrix.columns;
  const std::uint64_t base = matrix.base == IndexBase::one ? 1 : 0;
  with_numbers(columns, matrix.base, [&](const auto& column) {
    const std::size_t wrong = first_wrong(
        context, columns.size(), [&](std::size_t i) { return column(i) >= matrix.num_columns; });
    if (wrong == columns.size()) return;
    std::string found = place("columns", wrong) + " is " + text_of(columns, wrong);
    if (matrix.num_columns == 0) refuse_input(found + ", but num_columns is 0");
    refuse_input(found + ", must be " + std::to_string(base) + " .. " +
                 std::to_string(matrix.num_columns - 1 + base));
  });
}

// The numbers as `T`: where they are, or as copies in `copies`, of which `bytes` tells.
template <class T>
std::span<const T> adopt(const Context& context, const IntegersView& numbers, IndexBase base,
                         Array<T>& copies, std::uint64_t& bytes) {
  if (numbers.is_native() && numbers.bytes() == sizeof(T) && base == IndexBase::zero) {
    return {static_cast<const T*>(numbers.data()), numbers.size()};
  }
  copies.resize(numbers.size());
  with_numbers(numbers, base, [&](const auto& number) {
    parallel::for_each(context, copies.size(),
                       [&](std::size_t i) { copies[i] = static_cast<T>(number(i)); });
  });
  bytes = copies.size() * sizeof(T);
  return copies.view();
}

// Both index arrays, checked and adopted.
template <class View>
struct Rows {
  std::span<const Offset> offsets;
  std::span<const VertexId> columns;

  Rows(const Context& context, const SolverCsr& matrix, AdoptedCsr<View>& adopted) {
    context.check_cancelled();
    check_sizes(matrix);
    check_offsets(context, matrix);
    check_columns(context, matrix);
    offsets = adopt(context, matrix.offsets, matrix.base, adopted.offsets, adopted.copied.offsets);
    columns = adopt(context, matrix.columns, matrix.base, adopted.columns, adopted.copied.columns);
  }
};

template <class T>
T weight_of(T value, EntryWeights weights) {
  return weights == EntryWeights::magnitudes && value < 0 ? static_cast<T>(-value) : value;
}

// Calls body(span) where there are values.
template <class Body>
void with_values(const WeightsView& values, const Body& body) {
  std::visit(
      [&]<class View>(const View& held) {
        if constexpr (!std::is_same_v<View, std::monostate>) body(held);
      },
      values);
}

bool has_diagonal(const Context& context, const Rows<GraphView>& rows, std::size_t n) {
  return parallel::reduce<unsigned>(
             context, n, 0U,
             [&](std::size_t r) {
               unsigned any = 0;
               for (Offset i = rows.offsets[r]; i < rows.offsets[r + 1]; ++i) {
                 any |= rows.columns[i] == r ? 1U : 0U;
               }
               return any;
             },
             [](unsigned a, unsigned b) { return a | b; }) != 0;
}

// Leaves out the entries on the diagonal: columns and values become copies.
void copy_without_diagonal(const Context& context, const Rows<GraphView>& rows,
                           const WeightsView& values, EntryWeights weights,
                           AdoptedCsr<GraphView>& adopted) {
  const std::size_t n = rows.offsets.size() - 1;
  const auto kept = [&](std::size_t r) {
    const auto row = rows.columns.subspan(rows.offsets[r], rows.offsets[r + 1] - rows.offsets[r]);
    return row.size() - static_cast<std::size_t>(std::count(row.begin(), row.end(), r));
  };
  Array<Offset> offsets(n + 1);
  offsets[n] = parallel::exclusive_scan<Offset>(
      context, n, kept, [&](std::size_t r, Offset sum) { offsets[r] = sum; });
  // copy(to, from) for each entry that stays.
  const auto for_each_kept = [&](const auto& copy) {
    parallel::for_each(context, n, [&](std::size_t r) {
      Offset to = offsets[r];
      for (Offset from = rows.offsets[r]; from < rows.offsets[r + 1]; ++from) {
        if (rows.columns[from] != r) copy(to++, from);
      }
    });
  };
  Array<VertexId> columns(offsets[n]);
  for_each_kept([&](Offset to, Offset from) { columns[to] = rows.columns[from]; });
  adopted.copied = {offsets.size() * sizeof(Offset), columns.size() * sizeof(VertexId), 0};
  with_values(values, [&]<class T>(std::span<const T> held) {
    Array<T> copies(columns.size());
    for_each_kept([&](Offset to, Offset from) { copies[to] = weight_of(held[from], weights); });
    adopted.copied.values = copies.size() * sizeof(T);
    adopted.values = std::move(copies);
  });
  adopted.offsets = std::move(offsets);
  adopted.columns = std::move(columns);
}

// Copies the values as magnitudes, where one of them is negative.
void copy_magnitudes(const Context& context, const WeightsView& values,
                     AdoptedCsr<GraphView>& adopted) {
  with_values(values, [&]<class T>(std::span<const T> held) {
    const auto is_negative = [&](std::size_t i) { return held[i] < 0; };
    if (first_wrong(context, held.size(), is_negative) == held.size()) return;
    Array<T> copies(held.size());
    parallel::for_each(context, held.size(), [&](std::size_t i) {
      copies[i] = weight_of(held[i], EntryWeights::magnitudes);
    });
    adopted.copied.values = copies.size() * sizeof(T);
    adopted.values = std::move(copies);
  });
}

void require_square(const SolverCsr& matrix) {
  if (matrix.num_rows == matrix.num_columns) return;
  refuse_input("the matrix has " + std::to_string(matrix.num_rows) + " rows and " +
               std::to_string(matrix.num_columns) + " columns, that of a graph must be square");
}

}  // namespace

AdoptedCsr<BipartiteView> bipartite_of(const Context& context, const SolverCsr& matrix) {
  AdoptedCsr<BipartiteView> adopted;
  const Rows<BipartiteView> rows(context, matrix, adopted);
  adopted.view = {static_cast<VertexId>(matrix.num_rows), static_cast<VertexId>(matrix.num_columns),
                  rows.offsets, rows.columns};
  parallel::check_input(context, adopted.view);
  return adopted;
}

AdoptedCsr<HypergraphView> hypergraph_of(const Context& context, const SolverCsr& matrix,
                                         const WeightsView& weights) {
  AdoptedCsr<HypergraphView> adopted;
  const Rows<HypergraphView> rows(context, matrix, adopted);
  adopted.view = {static_cast<VertexId>(matrix.num_columns), rows.offsets, rows.columns, weights};
  parallel::check_input(context, adopted.view);
  return adopted;
}

AdoptedCsr<GraphView> detail::parallel::unchecked_graph_of(const Context& context,
                                                           const SolverCsr& matrix,
                                                           EntryWeights weights) {
  detail::check_enum("weights", weights, EntryWeights::none);
  require_square(matrix);
  AdoptedCsr<GraphView> adopted;
  const Rows<GraphView> rows(context, matrix, adopted);
  const WeightsView values = weights == EntryWeights::none ? WeightsView{} : matrix.values;
  const std::size_t n = matrix.num_rows;
  adopted.view = {static_cast<VertexId>(n), rows.offsets, rows.columns, values};
  if (has_diagonal(context, rows, n)) {
    copy_without_diagonal(context, rows, values, weights, adopted);
    adopted.view.offsets = adopted.offsets.view();
    adopted.view.neighbours = adopted.columns.view();
  } else if (weights == EntryWeights::magnitudes) {
    copy_magnitudes(context, values, adopted);
  }
  if (is_weighted(view_of(adopted.values))) adopted.view.weights = view_of(adopted.values);
  return adopted;
}

AdoptedCsr<GraphView> graph_of(const Context& context, const SolverCsr& matrix,
                               EntryWeights weights) {
  AdoptedCsr<GraphView> adopted = parallel::unchecked_graph_of(context, matrix, weights);
  parallel::check_input(context, adopted.view);
  return adopted;
}

Weights loops_of(const Context& context, const SolverCsr& matrix) {
  require_square(matrix);
  AdoptedCsr<GraphView> adopted;
  const Rows<GraphView> rows(context, matrix, adopted);
  const std::size_t n = matrix.num_rows;
  if (!has_diagonal(context, rows, n)) return {};
  const auto diagonal = [&]<class T>(T, const auto& value_at) -> Weights {
    Array<T> loops(n);
    // Relaxed: read after the parallel loop only.
    std::atomic<std::size_t> repeated = n;
    parallel::for_each(context, n, [&](std::size_t r) {
      loops[r] = 0;
      std::size_t found = 0;
      for (Offset i = rows.offsets[r]; i < rows.offsets[r + 1]; ++i) {
        if (rows.columns[i] != r) continue;
        loops[r] = value_at(i);
        if (++found == 2) repeated.store(r, std::memory_order_relaxed);
      }
    });
    const std::size_t row = repeated.load(std::memory_order_relaxed);
    if (row < n) {
      refuse_input("row " + std::to_string(row) + " has column " + std::to_string(row) + " twice");
    }
    return loops;
  };
  Weights loops;
  if (!is_weighted(matrix.values)) loops = diagonal(std::int32_t{}, [](Offset) { return 1; });
  with_values(matrix.values, [&]<class T>(std::span<const T> held) {
    loops = diagonal(T{}, [&](Offset i) { return held[i]; });
  });
  return loops;
}

}  // namespace hypermatch
