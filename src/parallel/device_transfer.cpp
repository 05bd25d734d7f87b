// SPDX-License-Identifier: MIT
// Copies between pageable host memory and the device: piece by piece through two pinned buffers, so
// that the copy into one of them, by several threads, overlaps the transfer of the other.
#include <algorithm>
#include <cstring>
#include <thread>
#include <type_traits>

#include "hypermatch/device.hpp"
#include "parallel/device_state.hpp"
#include "parallel/primitives.hpp"

namespace hypermatch {

namespace detail::parallel {

namespace {

// More than this many threads do not copy faster into one buffer.
constexpr unsigned k_default_threads = 4;
// Below, the threads cost more than they save.
constexpr std::size_t k_bytes_a_thread = std::size_t{1} << 20;

int threads_for(int wanted) {
  if (wanted > 0) return wanted;
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, k_default_threads));
}

}  // namespace

Staging::Staging(int threads)
    : host_({.threads = threads_for(threads), .backend = HostBackend::automatic}),
      buffers_{PinnedBytes(k_piece), PinnedBytes(k_piece)} {}

void Staging::copy(void* to, const void* from, std::size_t bytes) const {
  for_chunks(host_, cut(host_, bytes, k_bytes_a_thread, 1),
             [&](std::size_t, std::size_t begin, std::size_t end) {
               std::memcpy(static_cast<std::byte*>(to) + begin,
                           static_cast<const std::byte*>(from) + begin, end - begin);
             });
}

void Staging::to_device(const DeviceContext& context, void* device, const void* host,
                        std::size_t bytes) {
  for (std::size_t at = 0, turn = 0; at < bytes; at += k_piece, turn ^= 1) {
    context.check_cancelled();
    context.report({"upload", at, bytes});
    const std::size_t size = std::min(k_piece, bytes - at);
    free_[turn].wait();
    copy(buffers_[turn].data(), static_cast<const std::byte*>(host) + at, size);
    runtime::copy_to_device(static_cast<std::byte*>(device) + at, buffers_[turn].data(), size,
                            context.stream());
    free_[turn].record(context.stream());
  }
}

void Staging::to_host(const DeviceContext& context, void* host, const void* device,
                      std::size_t bytes) {
  // Piece i + 1 travels while piece i is copied out of its buffer.
  const auto start = [&](std::size_t at, std::size_t turn) {
    if (at >= bytes) return;
    runtime::copy_to_host(buffers_[turn].data(), static_cast<const std::byte*>(device) + at,
                          std::min(k_piece, bytes - at), context.stream());
    free_[turn].record(context.stream());
  };
  start(0, 0);
  for (std::size_t at = 0, turn = 0; at < bytes; at += k_piece, turn ^= 1) {
    context.check_cancelled();
    start(at + k_piece, turn ^ 1);
    free_[turn].wait();
    copy(static_cast<std::byte*>(host) + at, buffers_[turn].data(), std::min(k_piece, bytes - at));
  }
}

std::byte* Staging::next_piece() {
  turn_ ^= 1;
  free_[turn_].wait();
  return buffers_[turn_].data();
}

void Staging::sent(DeviceStream stream) {
  free_[turn_].record(stream);
}

Staging& DeviceState::staging(const std::unique_lock<std::mutex>&) {
  if (staging_ == nullptr) staging_ = std::make_unique<Staging>(options_.copy_threads);
  return *staging_;
}

}  // namespace detail::parallel

namespace {

using detail::parallel::DeviceScope;
using detail::parallel::DeviceState;
namespace runtime = detail::parallel::runtime;

// What a copy leaves on the stream when it is broken off must not outlive its memory.
class Drained {
 public:
  explicit Drained(DeviceStream stream) : stream_(stream) {}
  ~Drained() { runtime::synchronize_quietly(stream_); }
  Drained(const Drained&) = delete;
  Drained& operator=(const Drained&) = delete;

 private:
  DeviceStream stream_;
};

}  // namespace

namespace detail {

void copy_to_device(const DeviceContext& context, void* device, const void* host,
                    std::size_t bytes) {
  if (bytes == 0) return;
  DeviceState& state = *context.state();
  const DeviceScope scope(state.device());
  {
    const std::unique_lock<std::mutex> held(state.mutex());
    const Drained drained(context.stream());
    if (runtime::is_pinned(host)) {
      runtime::copy_to_device(device, host, bytes, context.stream());
    } else {
      state.staging(held).to_device(context, device, host, bytes);
    }
  }
  context.synchronize();
}

void copy_to_host(const DeviceContext& context, void* host, const void* device, std::size_t bytes) {
  if (bytes == 0) return;
  DeviceState& state = *context.state();
  const DeviceScope scope(state.device());
  {
    const std::unique_lock<std::mutex> held(state.mutex());
    const Drained drained(context.stream());
    if (runtime::is_pinned(host)) {
      runtime::copy_to_host(host, device, bytes, context.stream());
    } else {
      state.staging(held).to_host(context, host, device, bytes);
    }
  }
  context.synchronize();
}

}  // namespace detail

DeviceHypergraph upload(const DeviceContext& context, const HypergraphView& hypergraph) {
  DeviceHypergraph device;
  device.num_vertices = hypergraph.num_vertices;
  device.offsets = upload(context, hypergraph.offsets);
  device.pins = upload(context, hypergraph.pins);
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          device.weights = upload(context, weights);
        }
      },
      hypergraph.weights);
  return device;
}

DeviceHypergraphView DeviceHypergraph::view() const {
  DeviceHypergraphView all{num_vertices, offsets.view(), pins.view(), std::monostate{}};
  std::visit(
      [&](const auto& held) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          all.weights = held.view();
        }
      },
      weights);
  return all;
}

}  // namespace hypermatch
