// SPDX-License-Identifier: MIT
// Memory and streams of an accelerator (one NVIDIA GPU), without a CUDA header. Everything here
// exists in builds without CUDA too: there `available_devices` says why there is no device, and a
// `DeviceContext` cannot be made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/device_span.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"

struct CUstream_st;

namespace hypermatch {

/// The type cudaStream_t of CUDA.
using DeviceStream = CUstream_st*;

/// One accelerator that this process may use.
struct DeviceInfo {
  int ordinal = 0;           ///< as `cuda:I` counts
  std::string name;          ///< as the vendor calls it
  std::uint64_t memory = 0;  ///< bytes
  int multiprocessors = 0;
};

/// The devices of this machine.
struct AvailableDevices {
  std::vector<DeviceInfo> devices;
  std::string reason;  ///< why there are none; empty if there are
};

/// Names the library of device code (libhypermatch_cuda.so.VERSION, of this build), which is
/// otherwise looked for beside the library and where HYPERMATCH_CUDA_LIBRARY says. It is loaded
/// when a device is first asked for. @throws Error{invalid_option} unless `file` is an absolute
/// path; Error{unsupported} once a device was asked for
void use_device_library(const std::string& file);

/// Asks the driver. Never throws for want of a device.
[[nodiscard]] AvailableDevices available_devices();

/// An allocator of device memory. Both functions are ordered by the stream: work that is enqueued
/// after `allocate` may use the memory, and `deallocate` may be called while earlier work still
/// uses it.
class DeviceMemoryResource {
 public:
  virtual ~DeviceMemoryResource() = default;
  /// `bytes` > 0, aligned to 256 bytes. Reports failure by a null pointer, or throws.
  [[nodiscard]] virtual void* allocate(std::size_t bytes, DeviceStream stream) = 0;
  virtual void deallocate(void* pointer, std::size_t bytes, DeviceStream stream) noexcept = 0;
};

struct DeviceContextOptions {
  /// 0 .. number of devices - 1.
  int device = 0;
  /// The caller's stream on that device, which must outlive the context and what was made with it.
  /// Null: a stream of the context's own, which waits for no other. CUDA's default streams go by
  /// their handles cudaStreamLegacy and cudaStreamPerThread.
  DeviceStream stream = nullptr;
  /// The caller's memory, which must outlive the context and what was made with it. Null: the
  /// device's stream-ordered pool (cudaMallocAsync).
  DeviceMemoryResource* memory = nullptr;
  /// Bytes of device memory that the context may hold at once, 0: all there are.
  std::uint64_t memory_limit = 0;
  /// Threads of the host for what it does for the device: solving what is no work for a device,
  /// choosing batches, copying. 0: all.
  int threads = 0;
  /// Those of them that copy between pageable and pinned memory; 0: eight, or all of `threads` if
  /// they are fewer.
  int copy_threads = 0;
  /// As in ContextOptions; a stop is noticed between rounds.
  std::function<void(const Progress&)> progress = {};
  std::stop_token stop = {};
  /// Checks of views in host memory, as in ContextOptions. Only the sizes of views in device memory
  /// are checked.
  Validation validation = Validation::sizes;
};

namespace detail::parallel {
class DeviceState;
class DeviceCall;
}  // namespace detail::parallel

/// The context of calls on a device: ordinal, stream, memory. A context may be used by one call at
/// a time; for several at once make several contexts (each has its stream).
class DeviceContext {
 public:
  /// @throws Error{unsupported} in a build without CUDA, or where the device does not exist;
  /// Error{invalid_option, device, resources}
  explicit DeviceContext(DeviceContextOptions options = {});
  ~DeviceContext();
  DeviceContext(DeviceContext&&) noexcept;
  DeviceContext& operator=(DeviceContext&&) noexcept;

  [[nodiscard]] int device() const noexcept;
  [[nodiscard]] DeviceStream stream() const noexcept;
  /// Waits for all work on the stream. @throws Error{device}
  void synchronize() const;
  /// Bytes of device memory that the library holds through this context now, and held at most.
  [[nodiscard]] std::uint64_t device_bytes() const noexcept;
  [[nodiscard]] std::uint64_t device_peak_bytes() const noexcept;
  /// Bytes of device memory that it may still take at most: what `memory_limit` leaves, and of the
  /// device's own memory as much as there is at all, for other pools of the process may hold memory
  /// that they would share. @throws Error{device}
  [[nodiscard]] std::uint64_t device_bytes_allowed() const;
  void report(const Progress& progress) const;
  /// @throws Error{cancelled} once a stop was requested
  void check_cancelled() const;
  /// The implementation; not for callers of the library.
  [[nodiscard]] const std::shared_ptr<detail::parallel::DeviceState>& state() const noexcept;

 private:
  std::shared_ptr<detail::parallel::DeviceState> state_;
};

/// Ends the use of a device by this process, by all of its libraries: the driver gives back what it
/// holds. That takes about a tenth of a second, as long as the process would otherwise take to end,
/// and may happen on a thread of its own meanwhile. `context` is the last one of the device, and
/// nothing that was made with any of them is left.
void release_device(DeviceContext context) noexcept;

/// Untyped device memory, given back (in the order of the stream) when it is destroyed.
class DeviceBytes {
 public:
  DeviceBytes() = default;
  /// Not initialised. @throws Error{resources} naming the bytes needed and there
  DeviceBytes(const DeviceContext& context, std::size_t bytes);
  ~DeviceBytes();
  DeviceBytes(DeviceBytes&& other) noexcept;
  DeviceBytes& operator=(DeviceBytes&& other) noexcept;

  [[nodiscard]] void* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_; }

 private:
  void release() noexcept;

  std::shared_ptr<detail::parallel::DeviceState> state_;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Owned device memory for `size` items of a trivially copyable type.
template <class T>
class DeviceArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  DeviceArray() = default;
  /// Not initialised. @throws Error{resources}
  DeviceArray(const DeviceContext& context, std::size_t size)
      : bytes_(context, checked_bytes(size)), size_(size) {}
  DeviceArray(DeviceArray&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] DeviceSpan<const T> view() const noexcept {
    return {static_cast<const T*>(bytes_.data()), size_};
  }
  [[nodiscard]] DeviceSpan<T> span() noexcept { return {static_cast<T*>(bytes_.data()), size_}; }

 private:
  static std::size_t checked_bytes(std::size_t count) {
    return count > static_cast<std::size_t>(-1) / sizeof(T) ? static_cast<std::size_t>(-1)
                                                            : count * sizeof(T);
  }

  DeviceBytes bytes_;
  std::size_t size_ = 0;
};

/// Weights in device memory: none, or one of four types; trivially copyable.
using DeviceWeightsView =
    std::variant<std::monostate, DeviceSpan<const std::int32_t>, DeviceSpan<const std::int64_t>,
                 DeviceSpan<const float>, DeviceSpan<const double>>;

/// Non-owning hypergraph in device memory; trivially copyable. As `HypergraphView`, whose
/// invariants hold here too: they are not checked on the device.
struct DeviceHypergraphView {
  VertexId num_vertices = 0;
  DeviceSpan<const Offset> offsets;  ///< size m + 1, first 0, never falling, last = number of pins
  DeviceSpan<const VertexId> pins;   ///< size offsets[m]
  DeviceWeightsView weights;         ///< none, or size m

  [[nodiscard]] EdgeId num_edges() const {
    return offsets.empty() ? 0 : static_cast<EdgeId>(offsets.size() - 1);
  }
  [[nodiscard]] std::uint64_t num_pins() const { return pins.size(); }
  [[nodiscard]] bool is_weighted() const { return weights.index() != 0; }
};

/// Owning hypergraph in device memory.
struct DeviceHypergraph {
  VertexId num_vertices = 0;
  DeviceArray<Offset> offsets;
  DeviceArray<VertexId> pins;
  std::variant<std::monostate, DeviceArray<std::int32_t>, DeviceArray<std::int64_t>,
               DeviceArray<float>, DeviceArray<double>>
      weights;

  [[nodiscard]] DeviceHypergraphView view() const;
};

/// Copies a hypergraph to the device, in pieces through pinned memory, and waits until it is there.
/// @throws Error{resources, device, cancelled}
[[nodiscard]] DeviceHypergraph upload(const DeviceContext& context,
                                      const HypergraphView& hypergraph);

namespace detail {
/// Copies bytes through pinned memory and waits. @throws Error{device, resources, cancelled}
void copy_to_device(const DeviceContext& context, void* device, const void* host,
                    std::size_t bytes);
void copy_to_host(const DeviceContext& context, void* host, const void* device, std::size_t bytes);
void copy_on_device(const DeviceContext& context, void* to, const void* from, std::size_t bytes);
}  // namespace detail

/// Copies items to the device, and waits until they are there. @throws Error{resources, device}
template <class T>
[[nodiscard]] DeviceArray<T> upload(const DeviceContext& context, std::span<const T> items) {
  DeviceArray<T> array(context, items.size());
  detail::copy_to_device(context, array.span().data(), items.data(), items.size_bytes());
  return array;
}

/// Copies items to the host, after all work that was enqueued on the stream.
/// @throws Error{resources, device}
template <class T>
[[nodiscard]] std::vector<std::remove_const_t<T>> download(const DeviceContext& context,
                                                           DeviceSpan<T> items) {
  std::vector<std::remove_const_t<T>> host(items.size());
  detail::copy_to_host(context, host.data(), items.data(), items.size() * sizeof(T));
  return host;
}

/// A copy in memory of its own on the same device; waits until it is there.
/// @throws Error{resources, device}
template <class T>
[[nodiscard]] DeviceArray<std::remove_const_t<T>> copy_on_device(const DeviceContext& context,
                                                                 DeviceSpan<T> items) {
  DeviceArray<std::remove_const_t<T>> array(context, items.size());
  detail::copy_on_device(context, array.span().data(), items.data(), items.size() * sizeof(T));
  return array;
}

/// Device memory that calls work in. A call makes it as large as it must be; the next one that
/// needs no more allocates nothing. One call at a time; it may be used with several contexts in
/// turn, on one device.
class DeviceWorkspace {
 public:
  DeviceWorkspace() = default;
  DeviceWorkspace(DeviceWorkspace&&) noexcept = default;
  DeviceWorkspace& operator=(DeviceWorkspace&&) noexcept = default;

  /// Bytes held.
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  /// Makes it hold at least `bytes`; what it held before is lost. @throws Error{resources}
  void reserve(const DeviceContext& context, std::size_t bytes);
  [[nodiscard]] void* data() const noexcept { return bytes_.data(); }
  /// A word that one call leaves for the next; 0 for none. `reserve` resets it. Not for callers of
  /// the library.
  [[nodiscard]] std::uint64_t note() const noexcept { return note_; }
  void leave_note(std::uint64_t note) noexcept { note_ = note; }

 private:
  DeviceBytes bytes_;
  std::uint64_t note_ = 0;
};

}  // namespace hypermatch
