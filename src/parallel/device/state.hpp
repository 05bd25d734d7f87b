// SPDX-License-Identifier: MIT
// State of a DeviceContext: device, stream, accounted memory, pinned buffers.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>

#include "hypermatch/context.hpp"
#include "hypermatch/device_context.hpp"
#include "parallel/device/runtime.hpp"

namespace hypermatch::detail::parallel {

/// Makes a device the calling thread's one, for its lifetime.
class DeviceScope {
 public:
  explicit DeviceScope(int device);
  ~DeviceScope();
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;

 private:
  int before_;
  int device_;
};

/// Pinned host memory, given back when it is destroyed.
class PinnedBytes {
 public:
  explicit PinnedBytes(std::size_t bytes) : data_(runtime::allocate_pinned(bytes)), size_(bytes) {}
  ~PinnedBytes() { runtime::deallocate_pinned(data_); }
  PinnedBytes(const PinnedBytes&) = delete;
  PinnedBytes& operator=(const PinnedBytes&) = delete;

  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(data_); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void* data_;
  std::size_t size_;
};

/// Pinned buffers in turn, each with the event after which it is free again.
class Staging {
 public:
  static constexpr std::size_t k_piece = std::size_t{8} << 20;

  /// The options have the number of threads.
  explicit Staging(const DeviceContextOptions& options);

  /// The threads that copy into buffers and out of them.
  [[nodiscard]] const Context& host() const { return host_; }
  /// How much to send next, of `left` bytes that follow `before`: little at first, because nothing
  /// travels while the first piece is copied, and little at last, because nothing is copied while
  /// the last one travels.
  [[nodiscard]] static std::size_t piece_of(std::size_t before, std::size_t left);
  /// At most k_piece bytes: copied into a buffer, and from there enqueued on the stream.
  void send(void* device, const void* host, std::size_t bytes, DeviceStream stream);

  void to_device(const DeviceContext& context, void* device, const void* host, std::size_t bytes);
  void to_host(const DeviceContext& context, void* host, const void* device, std::size_t bytes);
  /// For callers that write what they send themselves: k_piece pinned bytes, once they are free;
  /// `sent` when all copies out of them are enqueued.
  [[nodiscard]] std::byte* next_piece();
  void sent(DeviceStream stream);

 private:
  void copy(void* to, const void* from, std::size_t bytes) const;

  static constexpr std::size_t k_buffers = 3;

  Context host_;
  PinnedBytes buffers_[k_buffers];
  runtime::Event free_[k_buffers];
  std::size_t turn_ = 0;  // of next_piece
};

class DeviceState {
 public:
  explicit DeviceState(DeviceContextOptions options);
  ~DeviceState();
  DeviceState(const DeviceState&) = delete;
  DeviceState& operator=(const DeviceState&) = delete;

  [[nodiscard]] const DeviceContextOptions& options() const { return options_; }
  [[nodiscard]] int device() const { return options_.device; }
  [[nodiscard]] DeviceStream stream() const { return options_.stream; }

  [[nodiscard]] void* allocate(std::size_t bytes);
  /// The bytes that memory_limit still allows.
  [[nodiscard]] std::uint64_t limit_left() const;
  void deallocate(void* pointer, std::size_t bytes) noexcept;
  [[nodiscard]] std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }

  /// Made when first asked for. The caller holds the lock while it copies.
  [[nodiscard]] Staging& staging(const std::unique_lock<std::mutex>& held);
  [[nodiscard]] std::mutex& mutex() { return mutex_; }
  /// A stream for copies that other work on the device need not wait for; made when first asked
  /// for. Its user orders it with the context's stream.
  [[nodiscard]] DeviceStream copy_stream();
  /// The host's threads, as the options have them; made when first asked for.
  [[nodiscard]] const Context& host();
  /// A small pinned buffer for what the host reads in each round; made when first asked for.
  [[nodiscard]] std::byte* mailbox();
  static constexpr std::size_t k_mailbox_bytes = 16384;

 private:
  DeviceContextOptions options_;
  bool owns_stream_;
  DeviceStream copy_stream_ = nullptr;
  // Relaxed: they are an account, nothing is published through them.
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> peak_{0};
  std::mutex mutex_;
  std::unique_ptr<Staging> staging_;
  std::unique_ptr<PinnedBytes> mailbox_;
  std::unique_ptr<Context> host_;
};

}  // namespace hypermatch::detail::parallel
