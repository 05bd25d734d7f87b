// SPDX-License-Identifier: MIT
// The sections of a native file as arrays over the file's own memory, each checked while its
// checksum is computed.
#pragma once

#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "io/native/native.hpp"
#include "io/source/source.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

class NativeSections {
 public:
  /// @throws Error{invalid_input} if the front is wrong, or the file has another length than it
  /// says, Error{unsupported}
  NativeSections(const Context& context, const WholeText& file, const std::string& name)
      : context_(context),
        owner_(file.owner),
        bytes_(file.text),
        name_(name),
        layout_(parse_native_front(file.text, name)) {
    const std::uint64_t expected = layout_.header.file_bytes;
    if (bytes_.size() < expected) {
      broken("ends early: " + std::to_string(bytes_.size()) + " of " + std::to_string(expected) +
             " bytes are there");
    }
    if (bytes_.size() > expected) broken("there are bytes behind its end");
  }

  [[nodiscard]] const Context& context() const { return context_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const NativeLayout& layout() const { return layout_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_.size(); }

  [[noreturn]] void broken(const std::string& message) const {
    throw Error(ErrorCode::invalid_input, name_ + ": native file: " + message);
  }

  /// The items of a section, unchecked.
  template <class T>
  [[nodiscard]] std::span<T> items(NativeSectionId id) const {
    const NativeSection& section = layout_[id];
    // Sections start at multiples of 64 bytes, and the file at a page or at what malloc gives.
    return {reinterpret_cast<T*>(bytes_.data() + section.offset), section.bytes / sizeof(T)};
  }

  /// Passes once over a section: each piece is hashed and, while it is in the cache, checked by
  /// `good(begin, end)` over its items, where `good` is what `make_good()` returns for a run of
  /// pieces. `fault()` says what is wrong if something is. Returns Array<T>: deduced, because the
  /// shared library exports names by their beginning, which a stated type would be.
  template <class T, class MakeGood, class Fault>
  [[nodiscard]] auto take(NativeSectionId id, const char* what, const MakeGood& make_good,
                          const Fault& fault) const {
    static_assert(k_native_piece % sizeof(T) == 0);
    const std::span<T> all = items<T>(id);
    context_.check_cancelled();
    constexpr std::size_t k_items = k_native_piece / sizeof(T);
    const std::size_t pieces = (all.size() + k_items - 1) / k_items;
    std::vector<std::uint64_t> hashes(pieces);
    std::atomic<bool> all_good{true};
    parallel::for_chunks(context_, parallel::cut(context_, pieces, 1),
                         [&](std::size_t, std::size_t first, std::size_t last) {
                           auto good = make_good();
                           bool mine = true;
                           for (std::size_t i = first; i < last; ++i) {
                             const std::size_t begin = i * k_items;
                             const std::size_t end = std::min(all.size(), begin + k_items);
                             hashes[i] =
                                 ::XXH3_64bits(all.data() + begin, (end - begin) * sizeof(T));
                             mine = mine && good(begin, end);
                           }
                           // Relaxed: read after the tasks are done only.
                           if (!mine) all_good.store(false, std::memory_order_relaxed);
                         });
    if (::XXH3_64bits(hashes.data(), hashes.size() * sizeof(std::uint64_t)) !=
        layout_[id].checksum) {
      broken(std::string("the checksum of its ") + what + " is wrong, the file is damaged");
    }
    if (!all_good.load(std::memory_order_relaxed)) broken(fault());
    return Array<T>(owner_, all);
  }

  /// A section in which everything is allowed.
  template <class T>
  [[nodiscard]] Array<T> take_any(NativeSectionId id, const char* what) const {
    return take<T>(
        id, what, [] { return [](std::size_t, std::size_t) { return true; }; },
        [] { return std::string(); });
  }

  /// Offsets that rise from 0 to `last`, and how many ranges between them are empty.
  template <class Fault>
  [[nodiscard]] std::pair<Array<Offset>, std::uint64_t> take_offsets(NativeSectionId id,
                                                                     const char* what, Offset last,
                                                                     const Fault& fault) const {
    const std::span<const Offset> all = items<Offset>(id);
    std::atomic<std::uint64_t> empty{0};
    const auto good = [&](std::size_t begin, std::size_t end) {
      const bool begins = begin > 0 || all[0] == 0;
      std::uint64_t falls = 0;
      std::uint64_t equal = 0;
      for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i) {
        falls |= all[i] < all[i - 1] ? 1U : 0U;
        equal += all[i] == all[i - 1] ? 1U : 0U;
      }
      // Relaxed: a sum that is read after the tasks are done only.
      empty.fetch_add(equal, std::memory_order_relaxed);
      const bool ends = end < all.size() || all[end - 1] == last;
      return begins && ends && falls == 0;
    };
    Array<Offset> offsets = take<Offset>(
        id, what, [&] { return good; }, fault);
    return {std::move(offsets), empty.load(std::memory_order_relaxed)};
  }

 private:
  const Context& context_;
  std::shared_ptr<const void> owner_;
  std::span<char> bytes_;
  const std::string& name_;
  NativeLayout layout_;
};

}  // namespace hypermatch::detail::io
