// SPDX-License-Identifier: MIT
#include "coarsen/classes.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "base/counted.hpp"
#include "base/exact_sum.hpp"
#include "base/refuse_input.hpp"
#include "coarsen/contraction_input.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"
#include "parallel/host/segmented.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch::detail::coarsen {

using base::refuse_input;

namespace {

struct Member {
  VertexId group;
  VertexId vertex;
};

// The vertices by ascending group; vertices of one group ascend.
Array<Member> sorted_by_group(const Context& context, std::span<const VertexId> group_of) {
  Array<Member> sorted(group_of.size());
  parallel::for_each(context, sorted.size(), [&](std::size_t v) {
    sorted[v] = {group_of[v], static_cast<VertexId>(v)};
  });
  parallel::radix_sort(context, sorted, [](const Member& member) { return member.group; });
  return sorted;
}

// Maps labels to 0 .. classes - 1.
Array<VertexId> dense_labels(const Context& context, std::span<const VertexId> labels) {
  const Array<Member> sorted = sorted_by_group(context, labels);
  Array<VertexId> dense(labels.size());
  const auto starts = [&](std::size_t i) {
    return i > 0 && sorted[i].group != sorted[i - 1].group ? VertexId{1} : VertexId{0};
  };
  parallel::exclusive_scan<VertexId>(
      context, sorted.size(), starts,
      [&](std::size_t i, VertexId before) { dense[sorted[i].vertex] = before + starts(i); });
  return dense;
}

// The largest label.
VertexId check_labels(const Context& context, std::span<const VertexId> labels) {
  const auto largest = parallel::reduce<VertexId>(
      context, labels.size(), VertexId{0}, [&](std::size_t v) { return labels[v]; },
      [](VertexId a, VertexId b) { return std::max(a, b); });
  if (largest != k_none) return largest;
  const auto first = std::find(labels.begin(), labels.end(), k_none) - labels.begin();
  refuse_label(static_cast<std::size_t>(first));
}

// Fills class_of from labels below `limit`; returns the number of classes.
std::size_t number_classes(const Context& context, std::span<const VertexId> labels,
                           std::size_t limit, std::span<VertexId> class_of) {
  Array<VertexId> first(limit);
  parallel::for_each(context, limit, [&](std::size_t label) { first[label] = k_none; });
  if (context.threads() == 1) {
    // One thread meets the smallest member of each class first.
    VertexId count = 0;
    parallel::for_each(context, labels.size(), [&](std::size_t v) {
      VertexId& number = first[labels[v]];
      if (number == k_none) number = count++;
      class_of[v] = number;
    });
    return count;
  }
  parallel::for_each(context, labels.size(), [&](std::size_t v) {
    // Relaxed: the loop's end orders all of it before the next loop. Ends: the word falls whenever
    // the exchange fails.
    const std::atomic_ref word(first[labels[v]]);
    VertexId smallest = word.load(std::memory_order_relaxed);
    while (v < smallest && !word.compare_exchange_weak(smallest, static_cast<VertexId>(v),
                                                       std::memory_order_relaxed)) {
    }
  });
  const auto leads = [&](std::size_t v) { return first[labels[v]] == v; };
  const std::size_t count = parallel::select(
      context, labels.size(), leads,
      [&](std::size_t place, std::size_t v) { class_of[v] = static_cast<VertexId>(place); });
  parallel::for_each(context, labels.size(), [&](std::size_t v) {
    if (!leads(v)) class_of[v] = class_of[first[labels[v]]];
  });
  return count;
}

// Fills offsets and members from class_of.
void list_members(const Context& context, Classes& classes) {
  const std::size_t n = classes.class_of.size();
  Array<VertexId>& offsets = classes.offsets;
  if (context.threads() > 1) {
    const Array<Member> sorted = sorted_by_group(context, classes.class_of.view());
    parallel::for_each(context, n, [&](std::size_t i) {
      classes.members[i] = sorted[i].vertex;
      if (i == 0 || sorted[i].group != sorted[i - 1].group) {
        offsets[sorted[i].group] = static_cast<VertexId>(i);
      }
    });
  } else {
    std::fill(offsets.begin(), offsets.end(), VertexId{0});
    for (const VertexId c : classes.class_of) ++offsets[c];
    VertexId sum = 0;
    for (VertexId& offset : offsets) sum += std::exchange(offset, sum);
    for (std::size_t v = 0; v < n; ++v) {
      classes.members[offsets[classes.class_of[v]]++] = static_cast<VertexId>(v);
    }
    // Each offset has moved to the end of its class.
    for (std::size_t c = classes.size(); c > 0; --c) offsets[c] = offsets[c - 1];
    offsets[0] = 0;
  }
  offsets[classes.size()] = static_cast<VertexId>(n);
}

}  // namespace

Classes classes_of_labels(const Context& context, std::size_t num_vertices, LabelsView view) {
  std::span<const VertexId> labels = view.labels;
  check_num_labels(labels.size(), num_vertices);
  std::size_t limit = std::size_t{check_labels(context, labels)} + 1;
  Array<VertexId> dense;
  if (limit > 4 * num_vertices + 1024) {
    dense = dense_labels(context, labels);
    labels = dense.view();
    limit = num_vertices;
  }
  Classes classes{{}, Array<VertexId>(num_vertices), Array<VertexId>(num_vertices)};
  classes.offsets.resize(number_classes(context, labels, limit, classes.class_of.span()) +
                         std::size_t{1});
  dense = {};
  context.check_cancelled();
  list_members(context, classes);
  return classes;
}

void check_mates(const Context& context, std::size_t num_vertices,
                 std::span<const VertexId> mates) {
  const std::size_t n = num_vertices;
  if (mates.size() != n) {
    refuse_input(base::there_are(mates.size(), "mate") + " for " + base::counted(n, "vertex"));
  }
  const auto is_wrong = [&](std::size_t v) {
    const VertexId mate = mates[v];
    return mate != k_none && (mate >= n || mate == v || mates[mate] != v);
  };
  const std::size_t wrong = parallel::first_wrong(context, "check", n, is_wrong);
  if (wrong < n) {
    refuse_input("mates[" + std::to_string(wrong) + "] is " + std::to_string(mates[wrong]) +
                 ", must be none, or another vertex whose mate is " + std::to_string(wrong));
  }
}

Classes classes_of_mates(const Context& context, std::size_t num_vertices,
                         std::span<const VertexId> mates) {
  check_mates(context, num_vertices, mates);
  Classes classes{Array<VertexId>(num_vertices + 1), Array<VertexId>(num_vertices),
                  Array<VertexId>(num_vertices)};
  // Classes are counted in the upper half of a word, their members in the lower half.
  const auto size = [&](std::size_t v) -> std::uint64_t {
    if (mates[v] < v) return 0;
    return (std::uint64_t{1} << 32) | (mates[v] == k_none ? 1U : 2U);
  };
  const auto count = static_cast<std::size_t>(
      parallel::exclusive_scan<std::uint64_t>(context, num_vertices, size,
                                              [&](std::size_t v, std::uint64_t before) {
                                                if (mates[v] < v) return;
                                                const auto number =
                                                    static_cast<VertexId>(before >> 32);
                                                const auto place = static_cast<VertexId>(before);
                                                classes.offsets[number] = place;
                                                classes.members[place] = static_cast<VertexId>(v);
                                                classes.class_of[v] = number;
                                                if (mates[v] == k_none) return;
                                                classes.members[place + std::size_t{1}] = mates[v];
                                                classes.class_of[mates[v]] = number;
                                              }) >>
      32);
  classes.offsets[count] = static_cast<VertexId>(num_vertices);
  classes.offsets.resize(count + 1);
  return classes;
}

void check_vertex_weights(std::size_t num_vertices, std::span<const std::int64_t> weights) {
  check_num_vertex_weights(weights.size(), num_vertices);
}

Array<std::int64_t> add_vertex_weights(const Context& context, const Classes& classes,
                                       std::span<const std::int64_t> weights) {
  Array<std::int64_t> sums(classes.size());
  if (weights.empty()) {
    parallel::for_each(context, sums.size(), [&](std::size_t c) {
      sums[c] = classes.offsets[c + 1] - classes.offsets[c];
    });
    return sums;
  }
  parallel::RowReducer<base::Int128> reduce(context);
  reduce(
      context, classes.size(), [&](std::size_t c) { return std::uint64_t{classes.offsets[c]}; },
      [](std::size_t) { return true; }, base::Int128{0},
      [&](std::size_t, std::uint64_t i) { return base::Int128{weights[classes.members[i]]}; },
      [](base::Int128 a, base::Int128 b) { return a + b; },
      [&](std::size_t c, base::Int128 sum) {
        if (!base::fits_int64(sum)) refuse_vertex_weights();
        sums[c] = static_cast<std::int64_t>(sum);
      });
  return sums;
}

}  // namespace hypermatch::detail::coarsen
