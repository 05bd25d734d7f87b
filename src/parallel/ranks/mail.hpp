// SPDX-License-Identifier: MIT
// Messages of arrays between ranks, and how many there were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "hypermatch/communicator.hpp"

namespace hypermatch::detail::parallel {

/// Boxes that are filled with arrays, exchanged, and read in the order in which they were filled.
class Mail {
 public:
  explicit Mail(Communicator& ranks)
      : ranks_(ranks),
        boxes_(static_cast<std::size_t>(ranks.size())),
        read_(static_cast<std::size_t>(ranks.size())) {}

  [[nodiscard]] std::size_t size() const { return boxes_.size(); }
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(ranks_.rank()); }

  /// Appends the items to the box of rank q.
  template <class T>
  void put(std::size_t q, std::span<const T> items) {
    const std::uint64_t count = items.size();
    append(q, &count, sizeof(count));
    append(q, items.data(), items.size_bytes());
  }
  /// Sends what was put, and makes room for what comes.
  void exchange() {
    for (std::size_t q = 0; q < size(); ++q) {
      if (q != rank()) bytes_ += boxes_[q].size();
    }
    ++exchanges_;
    ranks_.exchange(boxes_);
    for (std::size_t& at : read_) at = 0;
  }
  /// Takes the next array of the box of rank q. Boxes are aligned for words as long as arrays of
  /// smaller items are put last.
  template <class T>
  [[nodiscard]] std::span<const T> take(std::size_t q) {
    std::uint64_t count = 0;
    const std::byte* const at = boxes_[q].data() + read_[q];
    std::memcpy(&count, at, sizeof(count));
    read_[q] += sizeof(count) + count * sizeof(T);
    return {reinterpret_cast<const T*>(at + sizeof(count)), static_cast<std::size_t>(count)};
  }
  /// Empties the boxes, for the next letters.
  void clear() {
    for (Box& box : boxes_) box.clear();
  }

  [[nodiscard]] std::uint64_t reduced(std::uint64_t word, Reduction reduction) {
    reduce({&word, 1}, reduction);
    return word;
  }
  void reduce(std::span<std::uint64_t> words, Reduction reduction) {
    ++reductions_;
    ranks_.all_reduce(words, reduction);
  }

  [[nodiscard]] Communicator& ranks() { return ranks_; }
  [[nodiscard]] std::uint64_t exchanges() const { return exchanges_; }
  [[nodiscard]] std::uint64_t reductions() const { return reductions_; }
  /// Sent to other ranks.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  void append(std::size_t q, const void* items, std::size_t bytes) {
    const auto* const first = static_cast<const std::byte*>(items);
    boxes_[q].insert(boxes_[q].end(), first, first + bytes);
  }

  Communicator& ranks_;
  std::vector<Box> boxes_;
  std::vector<std::size_t> read_;
  std::uint64_t exchanges_ = 0;
  std::uint64_t reductions_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace hypermatch::detail::parallel
