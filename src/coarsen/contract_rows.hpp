// SPDX-License-Identifier: MIT
// Rows of a contracted graph. Mirrored ones: only the arcs to higher heads are summed up, chunks of
// rows by dense accumulators (row_sums.hpp) into a buffer per thread; in the order of the chunks,
// each takes its place in the result, and is copied there. By then it is known how many lower rows
// have an arc to each of its rows; mirroring fills the room for these (lower_arcs.hpp). The arcs of
// wide rows are summed up in pieces first (wide_rows.hpp); parts of their heads then are chunks
// like others. Complete rows are made likewise, without mirroring.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "coarsen/classes.hpp"
#include "coarsen/contracted_rows.hpp"
#include "coarsen/lower_arcs.hpp"
#include "coarsen/row_input.hpp"
#include "coarsen/row_scratch.hpp"
#include "coarsen/row_sums.hpp"
#include "coarsen/runs.hpp"
#include "coarsen/wide_rows.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/ordered_section.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch::detail::coarsen {

template <class Value>
class RowContractor {
 public:
  RowContractor(const Context& context, const RowInput<Value>& input,
                RowScratch<SumOf<Value>>& scratch, Offset wide = k_wide_row)
      : context_(context),
        input_(input),
        scratch_(scratch),
        num_rows_(input.classes.size()),
        begin_(row_begins(context, input.graph, input.classes,
                          input.loops == Loops::keep && !input.loop_weights.empty(),
                          scratch.begin)),
        num_workers_(num_workers(context, num_rows_, begin_[num_rows_])),
        wide_(context, input, begin_, num_workers_, wide) {}

  /// @throws Error{invalid_input, resources, cancelled}
  /// The result takes over the arrays of `memory`, to spare pages from the system.
  [[nodiscard]] ContractedRows run(ContractedRows memory = {}) {
    wide_.sum_up();
    cut_chunks();
    ContractedRows result = std::move(memory);
    weights_ = taken<Sum>(result.graph.weights);
    narrow_ = taken<std::int32_t>(result.graph.weights);
    loops_ = taken<Sum>(result.loop_weights);
    result.graph.num_vertices = static_cast<VertexId>(num_rows_);
    result.graph.offsets.resize(num_rows_ + 1);
    if (input_.loops == Loops::keep) clear(loops_);
    if (input_.rows == Rows::mirrored) clear(next_lower_);
    scratch_.upper.resize(num_rows_);
    upper_ = scratch_.upper.span();
    // Pages that stay empty cost nothing.
    result.graph.neighbours.resize(begin_[num_rows_]);
    offsets_ = result.graph.offsets.span();
    neighbours_ = result.graph.neighbours.span();
    if (is_wide_) {
      weights_.resize(begin_[num_rows_]);
    } else {
      narrow_.resize(begin_[num_rows_]);
    }
    const parallel::WorkProgress progress(context_, "contract", chunks_.size());
    std::atomic<std::size_t> next = 0;
    const std::size_t tasks = std::min(num_workers_, chunks_.size());
    scratch_.provide(tasks);
    parallel::run_tasks(context_, tasks, [&](std::size_t task) {
      try {
        Worker worker(scratch_.of_thread(task));
        worker.sums.set_heads(num_rows_);
        worker.sums.clear();
        // Ends: `next` grows. Relaxed: chunks are independent until their turn.
        for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed); i < chunks_.size();
             i = next.fetch_add(1, std::memory_order_relaxed)) {
          progress.done(i);
          if (!make_chunk(worker, i)) return;
        }
      } catch (...) {
        turn_.give_up();
        throw;
      }
    });
    offsets_[num_rows_] = end_;
    fit(result.graph.neighbours);
    neighbours_ = result.graph.neighbours.span();
    widen();
    if (input_.rows == Rows::mirrored) {
      const LowerArcs lower(context_, offsets_, std::span<const Offset>(upper_), neighbours_,
                            next_lower_.span());
      is_wide_ ? lower.fill(weights_.span(), num_workers_)
               : lower.fill(narrow_.span(), num_workers_);
    }
    result.graph.weights = weights();
    if (input_.loops == Loops::keep) result.loop_weights = loop_weights();
    return result;
  }

 private:
  using Sum = SumOf<Value>;

  /// Rows, or a part of the heads of a wide row.
  struct Chunk {
    std::size_t first_row;
    std::size_t last_row;
    std::size_t wide_row = k_no_wide_row;  // a place in wide_
    std::size_t part = 0;
  };
  static constexpr std::size_t k_no_wide_row = ~std::size_t{0};
  // The buffers stay in the second cache.
  static constexpr std::size_t k_chunk_arcs = parallel::grain(1 << 15, 64);

  struct Worker {
    explicit Worker(RowBuffers<Sum>& held)
        : sums(held.sums),
          terms(held.terms),
          heads(held.heads),
          weights(held.weights),
          ends(held.ends) {}

    RowSums<Sum>& sums;
    Array<Entry<Sum>>& terms;
    Array<VertexId>& heads;
    Array<Sum>& weights;
    Array<Offset>& ends;
    TermBlock<Value> block;
    std::size_t size = 0;
    bool is_wide = false;
  };

  template <class T>
  void clear(Array<T>& items) {
    items.resize(num_rows_);
    parallel::for_each(context_, num_rows_, [&](std::size_t c) { items[c] = T{0}; });
  }
  // Gives back what the rows do not need, where that is worth the call.
  template <class T>
  void fit(Array<T>& items) {
    constexpr std::size_t k_small = std::size_t{1} << 20;
    const bool is_small = items.size() * sizeof(T) < k_small;
    items.resize(end_);
    if (!is_small) items.shrink_to_fit();
  }

  // Rows up to k_chunk_arcs of arcs and rows together; wide rows are chunks of their own.
  void cut_chunks() {
    std::size_t first = 0;
    std::size_t next_wide = 0;
    const auto close = [&](std::size_t last) {
      if (first < last) chunks_.push_back({first, last});
    };
    // Ends: `first` grows.
    while (first < num_rows_) {
      const std::size_t stop = next_wide < wide_.size() ? wide_.row(next_wide) : num_rows_;
      while (first < stop) {
        const Offset units = begin_[first] + first + k_chunk_arcs;
        std::size_t low = first + 1;
        std::size_t high = stop;
        // The first row after it that begins at `units` or later. Ends: high - low falls.
        while (low < high) {
          const std::size_t middle = low + (high - low) / 2;
          if (begin_[middle] + middle < units) {
            low = middle + 1;
          } else {
            high = middle;
          }
        }
        close(low);
        first = low;
      }
      if (next_wide == wide_.size()) continue;
      for (std::size_t part = 0; part < wide_.num_parts(next_wide); ++part) {
        chunks_.push_back({stop, stop + 1, next_wide, part});
      }
      first = stop + 1;
      ++next_wide;
    }
  }

  // False if another task has failed.
  bool make_chunk(Worker& worker, std::size_t index) {
    const Chunk& chunk = chunks_[index];
    worker.size = 0;
    worker.ends.resize(0);
    worker.is_wide = std::is_floating_point_v<Sum>;
    if (chunk.wide_row != k_no_wide_row) {
      const auto terms = [&](const auto& put) {
        wide_.for_each_term(chunk.wide_row, chunk.part, put);
      };
      worker.sums.reserve(wide_.num_terms(chunk.wide_row));
      terms([&](VertexId head, Sum term) { worker.sums.add(&head, &term, 1); });
      take_row(worker, chunk.first_row, terms);
    } else {
      for (std::size_t c = chunk.first_row; c < chunk.last_row; ++c) make_row(worker, c);
    }
    if (!turn_.wait_for(index)) return false;
    const Offset place = place_rows(worker, chunk);
    if (worker.is_wide && !is_wide_) {
      is_wide_ = true;
      num_narrow_ = place;
      weights_.resize(begin_[num_rows_]);
    }
    const bool is_wide = is_wide_;
    turn_.pass_on();
    store(worker, chunk, place, is_wide);
    return true;
  }

  void make_row(Worker& worker, std::size_t c) {
    TermBlock<Value>& block = worker.block;
    block.clear();
    for (std::size_t i = input_.classes.offsets[c]; i < input_.classes.offsets[c + 1]; ++i) {
      prefetch_ahead(input_, i);
      const VertexId v = input_.classes.members[i];
      const Offset places = input_.graph.degree(v) + 1;
      // Ends: `first` grows.
      for (Offset first = 0; first < places; first += TermBlock<Value>::k_block) {
        block.gather(input_, static_cast<VertexId>(c), v, first);
        if (block.is_full()) add_block(worker);
      }
    }
    const auto terms = [&](const auto& put) { for_each_term(input_, c, put); };
    if (worker.sums.size() == 0 && block.size() <= k_most_ranked && take_few(worker, c)) return;
    add_block(worker);
    take_row(worker, c, terms);
  }

  void add_block(Worker& worker) {
    worker.sums.reserve(worker.block.size());
    worker.sums.add(worker.block.heads(), worker.block.terms(), worker.block.size());
    worker.block.clear();
  }

  // Gives the rows of a chunk their places; returns that of the first head. By the task whose turn
  // it is: what it reads of earlier chunks was written before they passed the turn on.
  Offset place_rows(const Worker& worker, const Chunk& chunk) {
    const Offset first = end_;
    Offset* const num_lower = next_lower_.data();
    std::size_t i = 0;
    for (std::size_t c = chunk.first_row; c < chunk.last_row; ++c) {
      if (chunk.part == 0) {
        offsets_[c] = end_;
        if (input_.rows == Rows::mirrored) end_ += std::exchange(num_lower[c], end_);
        upper_[c] = end_;
      }
      const std::size_t last = worker.ends[c - chunk.first_row];
      end_ += last - i;
      if (input_.rows == Rows::mirrored) {
        for (; i < last; ++i) ++num_lower[worker.heads[i]];
      }
      i = last;
    }
    return chunk.part == 0 ? upper_[chunk.first_row] : first;
  }

  void make_room(Worker& worker, std::size_t more) {
    const std::size_t room = worker.size + more;
    if (room <= worker.heads.size()) return;
    worker.heads.resize(room + room / 2);
    worker.weights.resize(room + room / 2);
  }

  // A row of few terms, without the accumulators; false if a sum is not exact.
  bool take_few(Worker& worker, std::size_t c) {
    make_room(worker, worker.block.size());
    VertexId* const heads = worker.heads.data();
    Sum* const weights = worker.weights.data();
    std::size_t size = worker.size;
    bool is_wide = worker.is_wide;
    Sum loop{0};
    const auto put = [&](VertexId head, const auto& state) {
      const Sum sum = state.value();
      const bool is_arc = head != k_none && head != c;
      heads[size] = head;
      weights[size] = sum;
      size += is_arc ? 1 : 0;
      is_wide |= is_arc && !fits_int32(sum);
      if (head == c) loop = sum;
    };
    const TermBlock<Value>& block = worker.block;
    if (!sum_few<Value>(block.heads(), block.terms(), block.size(), put)) return false;
    if (input_.loops == Loops::keep) loops_[c] = loop;
    worker.size = size;
    worker.is_wide = is_wide;
    worker.ends.push_back(size);
    return true;
  }

  // Moves the sums of row c from the accumulators to the buffer.
  template <class Terms>
  void take_row(Worker& worker, std::size_t c, const Terms& terms) {
    make_room(worker, worker.sums.size());
    std::size_t size = worker.size;
    bool is_wide = worker.is_wide;
    const auto put = [&](VertexId head, Sum sum) {
      if (head == c) {
        loops_[c] = sum;
        return;
      }
      worker.heads[size] = head;
      worker.weights[size++] = sum;
      is_wide |= !fits_int32(sum);
    };
    if (worker.sums.is_exact()) {
      const auto put_state = [&](VertexId head, const auto& state) { put(head, state.value()); };
      input_.rows == Rows::complete ? worker.sums.take_any(put_state) : worker.sums.take(put_state);
    } else {
      worker.sums.clear();
      sorted_terms(worker.terms, terms);
      const std::span<const Entry<Sum>> all = worker.terms.view();
      for (std::size_t first = 0; first < all.size();) {
        const std::size_t end = end_of_run<Sum>(all, first);
        put(all[first].head, sum_of_run<Sum>(all.subspan(first, end - first)));
        first = end;
      }
    }
    worker.size = size;
    worker.is_wide = is_wide;
    worker.ends.push_back(size);
  }

  // Copies the rows of the buffer to their places, the first one's being `place`.
  void store(const Worker& worker, const Chunk& chunk, Offset place, bool is_wide) {
    std::size_t i = 0;
    for (std::size_t c = chunk.first_row; c < chunk.last_row; ++c) {
      const Offset to = (c == chunk.first_row ? place : upper_[c]) - i;
      const std::size_t first = i;
      const std::size_t last = worker.ends[c - chunk.first_row];
      for (i = first; i < last; ++i) neighbours_[to + i] = worker.heads[i];
      if (is_wide) {
        for (i = first; i < last; ++i) weights_[to + i] = worker.weights[i];
      } else {
        for (i = first; i < last; ++i) {
          narrow_[to + i] = static_cast<std::int32_t>(worker.weights[i]);
        }
      }
      i = last;
    }
  }

  // Brings all weights to one type.
  void widen() {
    if (!is_wide_) {
      fit(narrow_);
      return;
    }
    parallel::for_each(context_, num_narrow_,
                       [&](std::size_t i) { weights_[i] = static_cast<Sum>(narrow_[i]); });
    fit(weights_);
  }

  Weights weights() {
    if (is_wide_) return std::move(weights_);
    return std::move(narrow_);
  }

  Weights loop_weights() {
    const bool fits = parallel::reduce<bool>(
        context_, num_rows_, true, [&](std::size_t c) { return fits_int32(loops_[c]); },
        [](bool a, bool b) { return a && b; });
    if (!fits || std::is_floating_point_v<Sum>) return std::move(loops_);
    Array<std::int32_t> narrow(num_rows_);
    parallel::for_each(context_, num_rows_,
                       [&](std::size_t c) { narrow[c] = static_cast<std::int32_t>(loops_[c]); });
    return narrow;
  }

  const Context& context_;
  const RowInput<Value>& input_;
  RowScratch<SumOf<Value>>& scratch_;
  std::size_t num_rows_;
  std::span<const Offset> begin_;
  std::size_t num_workers_;
  WideRows<Value> wide_;
  std::vector<Chunk> chunks_;
  // Progress of placement; accessed by the task of the current item, and after the last one.
  parallel::OrderedSection turn_;
  Offset end_ = 0;
  Offset num_narrow_ = 0;  // so many weights stand in narrow_, the others in weights_
  bool is_wide_ = std::is_floating_point_v<Sum>;
  Array<Offset> next_lower_;  // lower arcs of each row, from its turn on their first place
  std::span<Offset> upper_;   // where the upper arcs of each row begin
  std::span<Offset> offsets_;
  std::span<VertexId> neighbours_;
  Array<std::int32_t> narrow_;
  Array<Sum> weights_;
  Array<Sum> loops_;
};

}  // namespace hypermatch::detail::coarsen
