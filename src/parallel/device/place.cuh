// SPDX-License-Identifier: MIT
// The stream of a device as a place. Units of algorithms that also move rows include
// place_scans.cuh, which takes long to compile.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <cuda/atomic>
#include <type_traits>
#include <utility>

#include "hypermatch/device_context.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/listed_rows.cuh"
#include "parallel/device/mapped_lists.cuh"
#include "parallel/device/row_lowest.cuh"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::parallel {

namespace place_detail {

/// A loop as rows.cuh wants it: values are exchanged among lanes as they are.
template <class Loop>
struct Exchanged : Loop {
  using Value = typename Loop::Value;
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, const Value& value, unsigned lane) {
    return tile.shfl_xor(value, lane);
  }
};

// One word of flags per warp; flags beyond the last item are set.
template <class Test>
__global__ void __launch_bounds__(k_block)
    assign_flags(const Test test, std::uint64_t items, std::uint32_t* words) {
  const std::uint64_t i = thread_of_grid();
  const bool set = i >= items || test(i);
  const unsigned word = __ballot_sync(~0U, set ? 1 : 0);
  if (i % 32 == 0 && i < items) words[i / 32] = word;
}

// Adds what value(0) .. value(items - 1) are, each at most 32, to *sum.
template <class Value>
__global__ void __launch_bounds__(k_block)
    sum_up(const Value value, std::uint64_t items, std::uint64_t* sum) {
  std::uint32_t mine = 0;
  const std::uint64_t threads = static_cast<std::uint64_t>(gridDim.x) * k_block;
  for (std::uint64_t i = thread_of_grid(); i < items; i += threads) mine += value(i);
  mine = __reduce_add_sync(~0U, mine);
  if (threadIdx.x % 32 == 0 && mine != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(mine));
  }
}
struct ClearBits {
  const std::uint32_t* words;
  __device__ std::uint32_t operator()(std::uint64_t w) const {
    return static_cast<std::uint32_t>(__popc(~words[w]));
  }
};
template <class Test>
struct Passes {
  Test test;
  __device__ std::uint32_t operator()(std::uint64_t i) const { return test(i) ? 1 : 0; }
};

}  // namespace place_detail

class CudaPlace {
 public:
  static constexpr bool k_recomputes = true;
  static constexpr bool k_is_host = false;

  template <class T>
  using Words = PlainWords<CudaPlace, T>;

  /// A bitmap, so that looking a flag up mostly stays in cache.
  using Flags = BitFlags<CudaPlace>;

  /// Items of which fewer and fewer are left.
  struct Left {
    std::uint64_t items = 0;
  };

  /// Cuts a workspace of a device; see `cut_workspace`.
  class Arena {
   public:
    explicit Arena(DeviceArena& arena) : arena_(arena) {}
    template <class T>
    [[nodiscard]] Words<T> take(const char* /*name*/, std::size_t count) {
      return Words<T>(arena_.take<T>(count));
    }
    [[nodiscard]] Flags take_flags(const char* name, std::size_t count) {
      return Flags(take<std::uint32_t>(name, (count + 31) / 32));
    }

   private:
    DeviceArena& arena_;
  };

  explicit CudaPlace(const DeviceContext& context)
      : context_(context),
        stream_(context.stream()),
        mail_(reinterpret_cast<std::uint64_t*>(context.state()->mailbox())) {}

  template <class T>
  using Ref = cuda::atomic_ref<T, cuda::thread_scope_device>;
  template <class T>
  [[nodiscard]] __device__ static std::remove_const_t<T> load(T& word) {
    return Ref<std::remove_const_t<T>>(const_cast<std::remove_const_t<T>&>(word))
        .load(cuda::memory_order_relaxed);
  }
  template <class T>
  [[nodiscard]] __device__ static std::remove_const_t<T> load_once(T& word) {
    return __ldcs(&word);
  }
  template <class T>
  __device__ static void store(T& word, T value) {
    Ref<T>(word).store(value, cuda::memory_order_relaxed);
  }
  template <class T>
  __device__ static T fetch_add(T& word, T value) {
    return Ref<T>(word).fetch_add(value, cuda::memory_order_relaxed);
  }
  template <class T>
  __device__ static T fetch_or(T& word, T bits) {
    return Ref<T>(word).fetch_or(bits, cuda::memory_order_relaxed);
  }

  template <class T>
  __device__ static void publish(T& word, T value) {
    store(word, value);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  }
  template <class T>
  [[nodiscard]] __device__ static T observe(T& word) {
    return load(word);
  }
  template <class T>
  __device__ static T fetch_max(T& word, T value) {
    return Ref<T>(word).fetch_max(value, cuda::memory_order_relaxed);
  }

  template <class T>
  void fill(const Words<T>& words, std::size_t count, std::type_identity_t<T> value) {
    unsigned char byte = 0;
    std::memcpy(&byte, &value, 1);
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(words.data(), byte, count * sizeof(T), stream_));
  }
  template <class Test>
  void assign(const Flags& flags, std::uint64_t items, const Test& test) {
    if (items == 0) return;
    place_detail::assign_flags<<<blocks_for(items), k_block, 0, stream_>>>(test, items,
                                                                           flags.data());
    check_launch("assign_flags");
  }
  void clear(const Flags& flags, std::uint64_t items) {
    fill(Words<std::uint32_t>(flags.data()), (items + 31) / 32, std::uint32_t{0});
  }
  void count_clear(const Flags& flags, std::uint64_t items, const Words<std::uint64_t>& count_to) {
    sum_up(place_detail::ClearBits{flags.data()}, (items + 31) / 32, count_to.data());
  }
  template <class Test>
  void count(std::uint64_t items, const Test& test, const Words<std::uint64_t>& count_to) {
    sum_up(place_detail::Passes<Test>{test}, items, count_to.data());
  }
  template <std::size_t k_count, class T>
  [[nodiscard]] std::array<std::remove_const_t<T>, k_count> read(const Words<T>& words) const {
    using Copy = std::array<std::remove_const_t<T>, k_count>;
    static_assert(sizeof(Copy) <= DeviceState::k_mailbox_bytes);
    runtime::copy_to_host(mail_, words.data(), sizeof(Copy), stream_);
    runtime::synchronize(stream_);
    return *reinterpret_cast<const Copy*>(mail_);
  }

  template <class Body>
  void for_each(std::uint64_t items, const Body& body, std::size_t /*grain*/ = 0) {
    parallel::for_each(items, body, stream_);
  }
  void find_heavy_rows(const Rows<CudaPlace>& rows) {
    parallel::find_heavy_rows(on_device(rows), stream_);
  }
  template <class Loop>
  void row_for_each(const Rows<CudaPlace>& rows, const Loop& loop) {
    parallel::row_for_each(on_device(rows), loop, stream_);
  }
  template <class Loop>
  void row_reduce(const Rows<CudaPlace>& rows, const Loop& loop) {
    parallel::row_reduce(on_device(rows), place_detail::Exchanged<Loop>{loop}, stream_);
  }
  template <class Loop>
  void row_lowest(const Rows<CudaPlace>& rows, const Loop& loop) {
    parallel::row_lowest(on_device(rows), loop, stream_);
  }

  [[nodiscard]] Left lay_out_left(Arena& /*arena*/, std::uint64_t items) const { return {items}; }
  template <class Body>
  void for_each_left(const Left& left, const Body& body) {
    for_each(left.items, body);
  }
  template <class Loop>
  void row_reduce_left(const Rows<CudaPlace>& rows, const Left& /*left*/, const Loop& loop) {
    row_reduce(rows, loop);
  }
  template <class Test>
  void keep_left(const Left& left, const Test& test, const Words<std::uint64_t>& count_to) {
    count(left.items, test, count_to);
  }

  [[nodiscard]] Worklist<CudaPlace> lay_out_worklist(Arena& arena, std::uint64_t items) const {
    return {arena.take<std::uint32_t>("listed", items), arena.take<std::uint32_t>("num_listed", 1)};
  }
  template <class Body>
  void for_each_listed(const Worklist<CudaPlace>& list, const Body& body) {
    parallel::for_each_listed({list.items.data(), list.count.data()}, body, stream_);
  }
  template <class Loop>
  void row_reduce_listed(const Rows<CudaPlace>& rows, const Worklist<CudaPlace>& list,
                         const Loop& loop) {
    parallel::row_reduce_listed(on_device(rows), {list.items.data(), list.count.data()},
                                place_detail::Exchanged<Loop>{loop}, stream_);
  }
  /// Enqueues more and more rounds before it asks whether any is left; those behind the last one
  /// have nothing to do.
  template <class Round>
  void while_listed(Worklist<CudaPlace> now, Worklist<CudaPlace> next, const Round& round) {
    constexpr std::uint64_t k_most_at_once = 32;
    std::uint64_t at_once = 1;
    // Ends: as the caller's rounds do.
    while (read<1>(now.count)[0] > 0) {
      context_.check_cancelled();
      for (std::uint64_t i = 0; i < at_once; ++i) {
        round(now, next);
        std::swap(now, next);
      }
      at_once = std::min(2 * at_once, k_most_at_once);
    }
  }

  // In place_scans.cuh:
  void lay_out_scans(Arena& arena, std::uint64_t items);
  template <class Loop>
  void scan_rows(std::uint64_t items, const Loop& loop);
  template <class Map, class Out>
  void filter_map(std::uint64_t items, const Map& map, const Out& out);

  /// For several devices: the numbers that map(0) .. map(items - 1) are, but for `k_none`, in any
  /// order, as many as there is room for, and how many there are in all. `map` is called once for
  /// each item; if it has map_some(first, stride, items, numbers), for some items at a time.
  template <class Map>
  void list_mapped(std::uint64_t items, const Map& map, const Words<std::uint32_t>& out,
                   std::uint64_t room, const Words<std::uint64_t>& count_to) {
    fill(count_to, 1, std::uint64_t{0});
    if (items == 0) return;
    place_detail::
        list_mapped<<<blocks_for((items + place_detail::k_mapped - 1) / place_detail::k_mapped),
                      k_block, 0, stream_>>>(map, items, out.data(), room, count_to.data());
    check_launch("list_mapped");
  }
  /// body(team), by one team of threads that wait for each other.
  template <class Body>
  void by_one_team(const Body& body) {
    place_detail::by_one_block<<<1, place_detail::k_large_block, 0, stream_>>>(body);
    check_launch("by_one_block");
  }
  /// Copies a word to the host; `posted` gives it when the stream has got that far.
  void post(const Words<std::uint64_t>& word, std::size_t slot) {
    runtime::copy_to_host(&mail_[slot], word.data(), sizeof(std::uint64_t), stream_);
  }
  [[nodiscard]] std::uint64_t posted(std::size_t slot) const { return mail_[slot]; }

  /// Asks for stops and reports that `left` of `total` items are left.
  void report(std::uint64_t left, std::uint64_t total) const {
    context_.check_cancelled();
    context_.report({"solve", total - left, total});
  }
  /// Reads one number per round, and enqueues the next round before it waits for that of the last
  /// one, so that the device never waits for the host.
  template <class Enqueue, class Stuck>
  std::uint64_t rounds(const Words<std::uint64_t>& left, const Enqueue& enqueue,
                       const Stuck& stuck) {
    runtime::Event posted[2];
    const auto post_left = [&](std::uint64_t r) {
      post(left, r % 2);
      posted[r % 2].record(stream_);
    };
    post_left(0);
    std::uint64_t total = 0;
    std::uint64_t before = ~std::uint64_t{0};
    // Ends: every round leaves less, or throws.
    for (std::uint64_t r = 1;; ++r) {
      enqueue(r);
      post_left(r);
      posted[(r - 1) % 2].wait();
      const std::uint64_t now = mail_[(r - 1) % 2];
      if (r == 1) total = now;
      report(now, total);
      if (now == 0) return r - 1;
      if (now >= before) stuck(r - 1);
      before = now;
    }
  }

  [[nodiscard]] DeviceStream stream() const { return stream_; }

 private:
  [[nodiscard]] static DeviceRows on_device(const Rows<CudaPlace>& rows) {
    return {rows.offsets.data(), rows.count, rows.entries,
            rows.largest,        rows.heavy, rows.num_heavy};
  }
  template <class Value>
  void sum_up(const Value& value, std::uint64_t items, std::uint64_t* sum) {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(sum, 0, sizeof(std::uint64_t), stream_));
    if (items == 0) return;
    place_detail::sum_up<<<std::min(blocks_for(items), k_heavy_blocks), k_block, 0, stream_>>>(
        value, items, sum);
    check_launch("sum_up");
  }

  const DeviceContext& context_;
  DeviceStream stream_;
  std::uint64_t* mail_;
  DeviceScratch scratch_;                  // of scans
  std::uint64_t* num_selected_ = nullptr;  // of scans
};
static_assert(ListingPlace<CudaPlace>);

}  // namespace hypermatch::detail::parallel
