// SPDX-License-Identifier: MIT
// Sorts more items than fit memory: runs that fit are sorted and written to scratch, and merged
// while they are read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/scratch_file.hpp"

namespace hypermatch::detail::order {

/// `Order`: `sort(context, items)` of a run, and `is_before(a, b)`, which is total.
template <class T, class Order>
class ExternalSorter {
  struct Run {
    std::uint64_t at = 0;  ///< in the file
    std::uint64_t left = 0;
  };

 public:
  /// Uses `context` until `finish` was called.
  ExternalSorter(const Context& context, std::shared_ptr<parallel::ScratchFile> scratch,
                 std::size_t bytes)
      : context_(context),
        scratch_(std::move(scratch)),
        most_(std::max<std::size_t>(bytes / sizeof(T), 1024)) {}

  void add(const T& item) {
    if (items_.size() == most_) write_run();
    items_.push_back(item);
  }
  /// All items were added.
  void finish() {
    if (runs_.empty()) {
      Order::sort(context_, items_);
      return;
    }
    if (!items_.empty()) write_run();
    items_ = {};
  }

  /// Items in order, from the first on. Not several at a time.
  class Cursor {
   public:
    explicit Cursor(ExternalSorter& sorter) : sorter_(sorter), readers_(sorter.runs_.size()) {
      if (readers_.empty()) {
        some_ = sorter.items_.view();
        return;
      }
      room_ = std::max<std::size_t>(sorter.most_ / readers_.size(), 64);
      for (std::size_t i = 0; i < readers_.size(); ++i) {
        readers_[i].run = sorter.runs_[i];
        push(i);
      }
      take();
    }
    /// Null at the end.
    [[nodiscard]] const T* peek() const { return some_.empty() ? nullptr : some_.data(); }
    void pop() {
      some_ = some_.subspan(1);
      if (some_.empty() && !readers_.empty()) take();
    }

   private:
    struct Reader {
      Run run;
      std::vector<T> buffer;
      std::size_t next = 0;
    };
    struct Head {
      T item;
      std::size_t reader;
      friend bool operator>(const Head& a, const Head& b) {
        return Order::is_before(b.item, a.item);
      }
    };
    void push(std::size_t i) {
      Reader& reader = readers_[i];
      if (reader.next == reader.buffer.size()) {
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(room_, reader.run.left));
        if (count == 0) return;
        reader.buffer.resize(count);
        reader.next = 0;
        sorter_.scratch_->read(reader.run.at, std::as_writable_bytes(std::span(reader.buffer)));
        reader.run.at += count * sizeof(T);
        reader.run.left -= count;
      }
      heads_.push({reader.buffer[reader.next++], i});
    }
    void take() {
      if (heads_.empty()) return;
      first_ = heads_.top().item;
      const std::size_t reader = heads_.top().reader;
      heads_.pop();
      push(reader);
      some_ = {&first_, 1};
    }

    ExternalSorter& sorter_;
    std::vector<Reader> readers_;
    std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
    std::size_t room_ = 0;
    std::span<const T> some_;
    T first_{};
  };

 private:
  void write_run() {
    Order::sort(context_, items_);
    runs_.push_back({scratch_->append(std::as_bytes(items_.view())), items_.size()});
    items_.resize(0);
  }

  const Context& context_;
  std::shared_ptr<parallel::ScratchFile> scratch_;
  std::size_t most_;
  Array<T> items_;
  std::vector<Run> runs_;
};

}  // namespace hypermatch::detail::order
