// SPDX-License-Identifier: MIT
// A flat host array that can grow in place, or borrow memory that another owner keeps alive.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "hypermatch/version.hpp"

namespace hypermatch {

namespace detail {
using MemoryOwner = std::shared_ptr<const void>;
/// realloc that asks for huge pages where they pay. `used` is the number of items that the caller
/// has written or will write; the rest is spare capacity. Throws `Error{resources}` when memory is
/// out.
void* reallocate_items(void* old, std::size_t capacity, std::size_t used, std::size_t item_bytes);
/// As `reallocate_items` from `capacity` to `size` items, all used, after `check_memory` of what
/// is added.
void* grow_items(void* old, std::size_t capacity, std::size_t size, std::size_t item_bytes);
/// A copy of memory that `owner` keeps alive; then deletes `owner`. Throws `Error{resources}`.
void* own_bytes(const void* bytes, std::size_t size, const MemoryOwner* owner);
/// Deletes `owner`, or frees the block where it is null.
void free_bytes(void* bytes, const MemoryOwner* owner) noexcept;
/// Throws `Error{resources}` if `bytes` more do not fit beside the used bytes of all live arrays,
/// written or not, as far as the system tells. Passes requests below 1 GiB unchecked.
void check_memory(std::size_t bytes);
}  // namespace detail

/// Host array of trivially copyable items. It owns its memory (not initialised, grown without
/// copying where the system can remap pages) or borrows memory whose owner it keeps alive, as a
/// mapped file. Moving is cheap, copying is explicit through `clone`.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  /// `size` items, not initialised. @throws Error{resources}
  explicit Array(std::size_t size) { resize(size); }
  /// `size` copies of `value`. @throws Error{resources}
  Array(std::size_t size, const T& value) : Array(size) {
    for (T& item : *this) item = value;
  }
  /// A copy of `items`. @throws Error{resources}
  explicit Array(std::span<const T> items) : Array(items.size()) {
    for (std::size_t i = 0; i < items.size(); ++i) data_[i] = items[i];
  }
  /// An array over memory that `owner` keeps alive. Writes to its items change that memory, so it
  /// must be writable and no other array's.
  Array(std::shared_ptr<const void> owner, std::span<T> items)
      : data_(items.data()),
        size_(items.size()),
        owner_(owner == nullptr ? nullptr : new detail::MemoryOwner(std::move(owner))) {}

  Array(Array&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)),
        owner_(std::exchange(other.owner_, nullptr)) {}
  Array& operator=(Array&& other) noexcept {
    if (this != &other) {
      release();
      data_ = std::exchange(other.data_, nullptr);
      size_ = std::exchange(other.size_, 0);
      capacity_ = std::exchange(other.capacity_, 0);
      owner_ = std::exchange(other.owner_, nullptr);
    }
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { release(); }

  [[nodiscard]] Array clone() const { return Array(std::span<const T>(data_, size_)); }

  /// Changes the size; kept items stay, new ones are not initialised. A borrowing array becomes an
  /// owning one. @throws Error{resources}
  void resize(std::size_t size) {
    if (owner_ != nullptr) own();
    if (size > capacity_) {
      data_ = static_cast<T*>(detail::grow_items(data_, capacity_, size, sizeof(T)));
      capacity_ = size;
    }
    size_ = size;
  }
  /// Makes room for `capacity` items in all. @throws Error{resources}
  void reserve(std::size_t capacity) {
    if (owner_ != nullptr) own();
    if (capacity <= capacity_) return;
    reallocate(capacity, size_);
  }
  /// Gives unused room back.
  void shrink_to_fit() {
    if (owner_ != nullptr || capacity_ == size_) return;
    if (size_ == 0) {
      release();
      data_ = nullptr;
      capacity_ = 0;
      return;
    }
    reallocate(size_, size_);
  }
  /// Appends one item, growing geometrically. @throws Error{resources}
  void push_back(const T& value) {
    const T copy = value;  // `value` may live in this array
    if (size_ == capacity_ || owner_ != nullptr) reserve(size_ < 8 ? 16 : size_ + size_ / 2);
    data_[size_++] = copy;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// True if the memory belongs to another owner. Items may be written; a change of the size copies
  /// them first.
  [[nodiscard]] bool borrows() const noexcept { return owner_ != nullptr; }

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
  [[nodiscard]] std::span<const T> view() const noexcept { return {data_, size_}; }
  [[nodiscard]] std::span<T> span() noexcept { return {data_, size_}; }

 private:
  void reallocate(std::size_t capacity, std::size_t used) {
    data_ = static_cast<T*>(detail::reallocate_items(data_, capacity, used, sizeof(T)));
    capacity_ = capacity;
  }
  void own() {
    data_ = static_cast<T*>(detail::own_bytes(data_, size_ * sizeof(T), owner_));
    capacity_ = size_;
    owner_ = nullptr;
  }
  void release() noexcept { detail::free_bytes(data_, owner_); }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  // On the heap, so that the many destructors are one call.
  const detail::MemoryOwner* owner_ = nullptr;
};

}  // namespace hypermatch
