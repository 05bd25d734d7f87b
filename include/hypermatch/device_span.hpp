// SPDX-License-Identifier: MIT
// A span of device memory, which is no span of host memory: neither converts to the other, so that
// memory of the wrong space does not compile.
#pragma once

#include <cstddef>
#include <type_traits>

#include "hypermatch/types.hpp"

namespace hypermatch {

/// Pointer and size of items in device memory; trivially copyable. The host can neither index nor
/// iterate over it.
template <class T>
class DeviceSpan {
 public:
  static constexpr MemorySpace k_space = MemorySpace::device;
  using value_type = std::remove_cv_t<T>;

  constexpr DeviceSpan() = default;
  /// `data` must be an address of device memory: the one place where the caller vouches for that.
  constexpr DeviceSpan(T* data, std::size_t size) : data_(data), size_(size) {}
  /// From writable to read-only.
  template <class U>
  requires(std::is_same_v<const U, T>) constexpr DeviceSpan(DeviceSpan<U> other)
      : data_(other.data()), size_(other.size()) {}

  [[nodiscard]] constexpr T* data() const { return data_; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  /// Items `first` .. `first + size - 1`.
  [[nodiscard]] constexpr DeviceSpan subspan(std::size_t first, std::size_t size) const {
    return {data_ + first, size};
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace hypermatch
