// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/partner_lists.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/b_matching.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/large_vector.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace detail::graph_matching {

namespace {

// Most rows have few partners, for which the library's sort is slow to start.
void sort_row(VertexId* begin, VertexId* end) {
  constexpr std::ptrdiff_t k_few = 8;
  if (end - begin > k_few) return std::sort(begin, end);
  for (VertexId* i = begin; i < end; ++i) {
    const VertexId moved = *i;
    VertexId* to = i;
    // Ends: `to` falls.
    for (; to > begin && to[-1] > moved; --to) *to = to[-1];
    *to = moved;
  }
}

// On one thread, in one step: fresh memory for a second one takes longer than it saves.
Partners lists_alone(const Context& context, VertexId num_vertices,
                     std::span<const GraphEdge> pairs) {
  Partners lists;
  lists.offsets = filled_vector(num_vertices + std::size_t{1}, Offset{0});
  for (const auto [u, v] : pairs) {
    ++lists.offsets[u];
    ++lists.offsets[v];
  }
  // Each offset is the end of its row first, and goes down to the begin.
  Offset sum = 0;
  for (Offset& offset : lists.offsets) offset = sum += offset;
  lists.partners = filled_vector(2 * pairs.size(), VertexId{0});
  for (const auto [u, v] : pairs) {
    lists.partners[--lists.offsets[u]] = v;
    lists.partners[--lists.offsets[v]] = u;
  }
  sort_partners(context, lists);
  return lists;
}

// On several threads: files the ends of pairs in two steps: by blocks of vertices, whose lists stay
// in a core's cache while they are made, then by vertex.
class FiledEnds {
 public:
  FiledEnds(const Context& context, VertexId num_vertices, std::span<const GraphEdge> pairs)
      : context_(context),
        num_vertices_(num_vertices),
        pairs_(pairs),
        shift_(shift_for(num_vertices, 2 * pairs.size())),
        num_blocks_(num_vertices == 0 ? 0 : ((num_vertices - 1) >> shift_) + 1),
        chunks_(parallel::cut(context, pairs.size(), std::size_t{1} << 14, 1)) {}

  [[nodiscard]] Partners lists() {
    file_by_blocks();
    Partners lists;
    lists.offsets =
        parallel::filled_by_threads(context_, num_vertices_ + std::size_t{1}, Offset{0});
    lists.partners = parallel::filled_by_threads(context_, 2 * pairs_.size(), VertexId{0});
    lists.offsets[num_vertices_] = 2 * pairs_.size();
    parallel::for_each(
        context_, num_blocks_, [&](std::size_t block) { list_block(block, lists); }, 1);
    return lists;
  }

 private:
  struct End {
    VertexId vertex;
    VertexId partner;
  };

  // Vertices of a block, as a power of two: some 2^16 ends lie in one, but blocks are no more than
  // there are lines of memory to write to side by side.
  static int shift_for(VertexId num_vertices, std::size_t ends) {
    constexpr std::size_t k_ends_of_block = parallel::grain(std::size_t{1} << 16, 64);
    constexpr std::size_t k_most_blocks = 512;
    const std::size_t blocks = std::clamp(ends / k_ends_of_block, std::size_t{1}, k_most_blocks);
    constexpr int k_most_shift = 31;
    return std::min(k_most_shift, static_cast<int>(std::bit_width(num_vertices / blocks)));
  }

  // In the order of their chunks, though no order matters: rows are sorted.
  void file_by_blocks() {
    std::vector<std::size_t> places(chunks_.count * num_blocks_, 0);
    parallel::for_chunks(context_, chunks_,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           std::size_t* const counts = places.data() + chunk * num_blocks_;
                           for (const auto [u, v] : pairs_.subspan(begin, end - begin)) {
                             ++counts[u >> shift_];
                             ++counts[v >> shift_];
                           }
                         });
    begins_.resize(num_blocks_ + 1);
    std::size_t sum = 0;
    for (std::size_t block = 0; block < num_blocks_; ++block) {
      begins_[block] = sum;
      for (std::size_t chunk = 0; chunk < chunks_.count; ++chunk) {
        std::size_t& place = places[chunk * num_blocks_ + block];
        sum += std::exchange(place, sum);
      }
    }
    begins_[num_blocks_] = sum;
    ends_ = Array<End>(2 * pairs_.size());
    parallel::for_chunks(
        context_, chunks_, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
          std::size_t* const at = places.data() + chunk * num_blocks_;
          End* const ends = ends_.data();
          parallel::in_pieces(context_, begin, end, [&](std::size_t from, std::size_t to) {
            for (const auto [u, v] : pairs_.subspan(from, to - from)) {
              ends[at[u >> shift_]++] = {u, v};
              ends[at[v >> shift_]++] = {v, u};
            }
          });
        });
  }

  void list_block(std::size_t block, Partners& lists) const {
    const std::span<const End> ends =
        ends_.view().subspan(begins_[block], begins_[block + 1] - begins_[block]);
    const VertexId first = static_cast<VertexId>(block << shift_);
    const auto last = static_cast<VertexId>(
        std::min<std::uint64_t>(num_vertices_, std::uint64_t{block + 1} << shift_));
    Offset* const offsets = lists.offsets.data();
    for (const End& end : ends) ++offsets[end.vertex];
    // Each offset is the end of its row first, and goes down to the begin.
    Offset sum = begins_[block];
    for (VertexId v = first; v < last; ++v) offsets[v] = sum += offsets[v];
    VertexId* const partners = lists.partners.data();
    for (const End& end : ends) partners[--offsets[end.vertex]] = end.partner;
    for (VertexId v = first; v < last; ++v) {
      sort_row(partners + offsets[v], partners + (v + 1 < last ? offsets[v + 1] : sum));
    }
  }

  const Context& context_;
  VertexId num_vertices_;
  std::span<const GraphEdge> pairs_;
  int shift_;
  std::size_t num_blocks_;
  parallel::Chunks chunks_;
  std::vector<std::size_t> begins_;
  Array<End> ends_;
};

}  // namespace

Partners partner_lists(const Context& context, VertexId num_vertices,
                       std::span<const GraphEdge> pairs) {
  if (context.threads() == 1) return lists_alone(context, num_vertices, pairs);
  return FiledEnds(context, num_vertices, pairs).lists();
}

void sort_partners(const Context& context, Partners& lists) {
  VertexId* const partners = lists.partners.data();
  parallel::for_each(context, lists.offsets.size() - 1, [&](std::size_t v) {
    sort_row(partners + lists.offsets[v], partners + lists.offsets[v + 1]);
  });
}

}  // namespace detail::graph_matching

Partners partners_of(GraphMatching matching) {
  Partners lists;
  const std::size_t n = matching.mates.size();
  lists.offsets = detail::filled_vector(n + 1, Offset{0});
  std::size_t count = 0;
  for (std::size_t v = 0; v < n; ++v) {
    lists.offsets[v] = count;
    if (matching.mates[v] != k_none) matching.mates[count++] = matching.mates[v];
  }
  lists.offsets[n] = count;
  matching.mates.resize(count);
  lists.partners = std::move(matching.mates);
  lists.stats = std::move(matching.stats);
  return lists;
}

}  // namespace hypermatch
