// SPDX-License-Identifier: MIT
#include "hypermatch/solver_csr.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "base/refuse_input.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"
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
  if (!matrix.values.empty() && matrix.values.size() != matrix.columns.size()) {
    refuse_input("there are " + std::to_string(matrix.values.size()) + " values for " +
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

double weight_of(double value, EntryWeights weights) {
  return weights == EntryWeights::magnitudes ? std::abs(value) : value;
}

// Leaves out the entries on the diagonal: columns and values become copies.
void copy_without_diagonal(const Context& context, const Rows<GraphView>& rows,
                           std::span<const double> values, EntryWeights weights,
                           AdoptedCsr<GraphView>& adopted) {
  const std::size_t n = rows.offsets.size() - 1;
  const auto kept = [&](std::size_t r) {
    const auto row = rows.columns.subspan(rows.offsets[r], rows.offsets[r + 1] - rows.offsets[r]);
    return row.size() - static_cast<std::size_t>(std::count(row.begin(), row.end(), r));
  };
  Array<Offset> offsets(n + 1);
  offsets[n] = parallel::exclusive_scan<Offset>(
      context, n, kept, [&](std::size_t r, Offset sum) { offsets[r] = sum; });
  Array<VertexId> columns(offsets[n]);
  Array<double> copies(values.empty() ? 0 : columns.size());
  parallel::for_each(context, n, [&](std::size_t r) {
    Offset to = offsets[r];
    for (Offset from = rows.offsets[r]; from < rows.offsets[r + 1]; ++from) {
      if (rows.columns[from] == r) continue;
      columns[to] = rows.columns[from];
      if (!values.empty()) copies[to] = weight_of(values[from], weights);
      ++to;
    }
  });
  adopted.copied = {offsets.size() * sizeof(Offset), columns.size() * sizeof(VertexId),
                    copies.size() * sizeof(double)};
  adopted.offsets = std::move(offsets);
  adopted.columns = std::move(columns);
  adopted.values = std::move(copies);
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

AdoptedCsr<GraphView> graph_of(const Context& context, const SolverCsr& matrix,
                               EntryWeights weights) {
  if (matrix.num_rows != matrix.num_columns) {
    refuse_input("the matrix has " + std::to_string(matrix.num_rows) + " rows and " +
                 std::to_string(matrix.num_columns) + " columns, that of a graph must be square");
  }
  AdoptedCsr<GraphView> adopted;
  const Rows<GraphView> rows(context, matrix, adopted);
  std::span<const double> values =
      weights == EntryWeights::none ? std::span<const double>{} : matrix.values;
  const std::size_t n = matrix.num_rows;
  const auto has_diagonal = parallel::reduce<unsigned>(
      context, n, 0U,
      [&](std::size_t r) {
        unsigned any = 0;
        for (Offset i = rows.offsets[r]; i < rows.offsets[r + 1]; ++i) {
          any |= rows.columns[i] == r ? 1U : 0U;
        }
        return any;
      },
      [](unsigned a, unsigned b) { return a | b; });
  adopted.view = {static_cast<VertexId>(n), rows.offsets, rows.columns, {}};
  const bool is_weighted = !values.empty();
  if (has_diagonal != 0) {
    copy_without_diagonal(context, rows, values, weights, adopted);
    adopted.view.offsets = adopted.offsets.view();
    adopted.view.neighbours = adopted.columns.view();
    values = adopted.values.view();
  } else if (weights == EntryWeights::magnitudes &&
             first_wrong(context, values.size(), [&](std::size_t i) { return values[i] < 0; }) !=
                 values.size()) {
    adopted.values.resize(values.size());
    parallel::for_each(context, values.size(),
                       [&](std::size_t i) { adopted.values[i] = weight_of(values[i], weights); });
    adopted.copied.values = values.size() * sizeof(double);
    values = adopted.values.view();
  }
  if (is_weighted) adopted.view.weights = values;
  parallel::check_input(context, adopted.view);
  return adopted;
}

}  // namespace hypermatch
