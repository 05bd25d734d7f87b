// SPDX-License-Identifier: MIT
// Memory of an execution space of Kokkos, and its loops over items. Functors instead of lambdas,
// because functions of algorithms are marked by HYPERMATCH_FN.
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <type_traits>

#include "hypermatch/error.hpp"
#include "parallel/kokkos/spaces.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::parallel::kokkos_loops {

// Memory.

template <class Exec>
inline constexpr bool k_is_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;

#if defined(KOKKOS_HAS_SHARED_HOST_PINNED_SPACE)
using PinnedMemory = Kokkos::SharedHostPinnedSpace;
#else
using PinnedMemory = Kokkos::HostSpace;
#endif

template <class Memory>
using Block = Kokkos::View<unsigned char*, Memory>;

/// @throws Error{resources}
template <class Memory>
[[nodiscard]] Block<Memory> make_block(const char* name, std::size_t bytes) {
  try {
    return Block<Memory>(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(name)), bytes);
  } catch (const std::exception&) {  // its text is a trace of calls
    throw Error(ErrorCode::resources, "Kokkos has no " + std::to_string(bytes) + " bytes for '" +
                                          name + "' in its memory " + Memory::name());
  }
}

/// Enqueued only, where memory allows.
template <class To, class From, class Exec, class T>
void copy(const Exec& exec, T* to, const T* from, std::size_t count) {
  using Raw = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  if (count == 0) return;
  const std::size_t bytes = count * sizeof(T);
  Kokkos::deep_copy(
      exec, Kokkos::View<unsigned char*, To, Raw>(reinterpret_cast<unsigned char*>(to), bytes),
      Kokkos::View<const unsigned char*, From, Raw>(reinterpret_cast<const unsigned char*>(from),
                                                    bytes));
}

/// A call holds it while it runs.
template <class Exec>
[[nodiscard]] std::mutex& region_of(const Exec& exec) {
  if constexpr (k_is_host<Exec>) {
    return host_region();
  } else {
    return device_region(exec.impl_instance_id());
  }
}

// Items.

template <class T>
struct Fill {
  T* items;
  T value;
  HYPERMATCH_FN void operator()(std::uint64_t i) const { items[i] = value; }
};
template <class Body>
struct ForEach {
  Body body;
  HYPERMATCH_FN void operator()(std::uint64_t i) const { body(static_cast<std::uint32_t>(i)); }
};
/// One word of flags; those beyond the last item are set.
template <class Test>
struct AssignFlags {
  Test test;
  std::uint64_t items;
  std::uint32_t* words;
  HYPERMATCH_FN void operator()(std::uint64_t w) const {
    std::uint32_t word = 0;
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
      const std::uint64_t i = 32 * w + bit;
      if (i >= items || test(i)) word |= std::uint32_t{1} << bit;
    }
    words[w] = word;
  }
};
struct ClearBits {
  const std::uint32_t* words;
  std::uint64_t items;
  HYPERMATCH_FN void operator()(std::uint64_t w, std::uint64_t& sum) const {
    std::uint32_t clear = ~words[w];
    if (items - 32 * w < 32) clear &= (std::uint32_t{1} << (items - 32 * w)) - 1;
    // Ends: each turn takes a bit away. Few words have many once rounds go on.
    for (; clear != 0; clear &= clear - 1) ++sum;
  }
};
template <class Test>
struct Passes {
  Test test;
  HYPERMATCH_FN void operator()(std::uint64_t i, std::uint64_t& sum) const {
    sum += test(i) ? 1U : 0U;
  }
};

// Reductions and scans of our own, by functions that Kokkos calls on both sides; up to 3.6 with
// volatile values. Scans ask for each value twice.
#if KOKKOS_VERSION < 30700
#define HYPERMATCH_KOKKOS_JOINED volatile
#else
#define HYPERMATCH_KOKKOS_JOINED
#endif

struct LongestRow {
  using value_type = std::uint64_t;
  const Offset* offsets;
  HYPERMATCH_FN void operator()(std::uint64_t row, std::uint64_t& longest) const {
    const std::uint64_t length = offsets[row + 1] - offsets[row];
    if (longest < length) longest = length;
  }
  KOKKOS_INLINE_FUNCTION void init(std::uint64_t& longest) const { longest = 0; }
  KOKKOS_INLINE_FUNCTION void join(HYPERMATCH_KOKKOS_JOINED std::uint64_t& longest,
                                   const HYPERMATCH_KOKKOS_JOINED std::uint64_t& other) const {
    if (longest < other) longest = other;
  }
};
/// Rows and entries before an item.
struct Sums {
  std::uint64_t entries;
  std::uint64_t rows;
};
template <class Loop>
struct ScanRows {
  using value_type = Sums;
  Loop loop;
  HYPERMATCH_FN void operator()(std::uint64_t i, Sums& before, bool is_last) const {
    const auto item = static_cast<std::uint32_t>(i);
    const RowsBefore mine = loop(item);
    if (is_last) loop(item, RowsBefore{before.entries, static_cast<std::uint32_t>(before.rows)});
    before.entries += mine.entries;
    before.rows += mine.rows;
  }
  KOKKOS_INLINE_FUNCTION void init(Sums& sums) const { sums.entries = sums.rows = 0; }
  KOKKOS_INLINE_FUNCTION void join(HYPERMATCH_KOKKOS_JOINED Sums& sums,
                                   const HYPERMATCH_KOKKOS_JOINED Sums& other) const {
    sums.entries = sums.entries + other.entries;
    sums.rows = sums.rows + other.rows;
  }
};
template <class Map>
struct FilterMap {
  using value_type = std::uint64_t;
  Map map;
  std::uint32_t* out;
  std::uint64_t room;
  std::uint64_t* count;
  std::uint64_t items;
  HYPERMATCH_FN void operator()(std::uint64_t p, std::uint64_t& place, bool is_last) const {
    const std::uint32_t mine = map(p);
    if (mine != k_none) {
      if (is_last && place < room) out[place] = mine;
      ++place;
    }
    if (is_last && p + 1 == items) *count = place;
  }
};

}  // namespace hypermatch::detail::parallel::kokkos_loops
