// SPDX-License-Identifier: MIT
// The uppermost free partners of vertices with many, kept from look to look. Where ratings rise
// along the rows, a vertex loses its best partner again and again, and would scan all of them each
// time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::coarsen {

class KeptPartners {
 public:
  /// The kept partners of one vertex; used by one thread at a time.
  class Row {
   public:
    /// Whether a look need not keep anything, as most vertices look again a few times only.
    [[nodiscard]] bool may_scan() {
      if (looks_ == k_plain_looks) return false;
      ++looks_;
      return true;
    }

    /// The first partner that is free, or k_none; falling. `is_free(u)` never turns true again.
    /// scan(candidates) appends all partners that are free. All looks together cost
    /// O(p log(p)) of p partners: each scan keeps four times as many as the one before it.
    template <class Pair, class IsFree, class Scan, class IsBetter>
    [[nodiscard]] VertexId best(std::vector<Pair>& candidates, const IsFree& is_free,
                                const Scan& scan, const IsBetter& is_better) {
      // Ends: what a scan finds is free, and a scan that finds no partner is the last one.
      while (true) {
        for (; next_ < partners_.size(); ++next_) {
          if (is_free(partners_[next_])) return partners_[next_];
        }
        if (is_whole_) return k_none;
        wanted_ = wanted_ == 0 ? k_first : 4 * wanted_;
        candidates.clear();
        scan(candidates);
        is_whole_ = candidates.size() <= wanted_;
        if (!is_whole_) {
          const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(wanted_);
          std::nth_element(candidates.begin(), end, candidates.end(), is_better);
          candidates.erase(end, candidates.end());
        }
        std::sort(candidates.begin(), candidates.end(), is_better);
        partners_ = Array<VertexId>(candidates.size());
        for (std::size_t i = 0; i < candidates.size(); ++i) partners_[i] = candidates[i].partner;
        next_ = 0;
      }
    }

   private:
    static constexpr std::size_t k_first = 16;
    static constexpr int k_plain_looks = 4;

    Array<VertexId> partners_;  // [next_ ..) were free when they were found, falling
    std::size_t next_ = 0;
    std::size_t wanted_ = 0;
    int looks_ = 0;          // that kept nothing
    bool is_whole_ = false;  // no other partner is free
  };

  /// Made by the first call for a vertex; valid as long as this. By several threads at once.
  [[nodiscard]] Row& row(VertexId v) {
    Shard& shard = shards_[v % k_shards];
    const std::scoped_lock lock(shard.mutex);
    return shard.rows[v];  // stays where it is when others are added
  }

 private:
  static constexpr std::size_t k_shards = 64;
  struct alignas(64) Shard {
    std::mutex mutex;
    std::unordered_map<VertexId, Row> rows;
  };
  std::array<Shard, k_shards> shards_;
};

}  // namespace hypermatch::detail::coarsen
