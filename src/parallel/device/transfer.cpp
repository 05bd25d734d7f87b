// SPDX-License-Identifier: MIT
// Copies between pageable host memory and the device: piece by piece through pinned buffers, so
// that the copy into one of them, by several threads, overlaps the transfer of the others.
#include <algorithm>
#include <cstring>
#include <optional>
#include <thread>
#include <type_traits>

#include "hypermatch/device_context.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/upload.hpp"
#include "parallel/device/views.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch {

namespace detail::parallel {

namespace {

// 8 threads saturate the link to the device: 8 cores copy 8 GB/s each, the device takes 55.
constexpr unsigned k_default_threads = 8;
// Below, the threads cost more than they save.
constexpr std::size_t k_bytes_a_thread = std::size_t{1} << 17;
// Pieces smaller than this take longer to enqueue than to travel.
constexpr std::size_t k_least_piece = std::size_t{2} << 20;

int copying_threads(const DeviceContextOptions& options) {
  if (options.copy_threads > 0) return options.copy_threads;
  const unsigned all = options.threads > 0 ? static_cast<unsigned>(options.threads)
                                           : std::thread::hardware_concurrency();
  return static_cast<int>(std::clamp(all, 1U, k_default_threads));
}

// Keeps the threads awake for a copy of several pieces.
void gather(std::optional<SpinScope>& spin_scope, const Context& host, std::size_t bytes) {
  if (bytes > k_least_piece) spin_scope.emplace(host);
}

}  // namespace

Staging::Staging(const DeviceContextOptions& options)
    : host_({.threads = copying_threads(options), .backend = HostBackend::automatic}),
      buffers_{PinnedBytes(k_piece), PinnedBytes(k_piece), PinnedBytes(k_piece)} {}

void Staging::copy(void* to, const void* from, std::size_t bytes) const {
  for_chunks(host_, cut(host_, bytes, k_bytes_a_thread, 1),
             [&](std::size_t, std::size_t begin, std::size_t end) {
               std::memcpy(static_cast<std::byte*>(to) + begin,
                           static_cast<const std::byte*>(from) + begin, end - begin);
             });
}

std::size_t Staging::piece_of(std::size_t before, std::size_t left) {
  return std::min(left, std::clamp(std::min(before, left / 2), k_least_piece, k_piece));
}

void Staging::send(void* device, const void* host, std::size_t bytes, DeviceStream stream) {
  std::byte* const piece = next_piece();
  copy(piece, host, bytes);
  runtime::copy_to_device(device, piece, bytes, stream);
  sent(stream);
}

void Staging::to_device(const DeviceContext& context, void* device, const void* host,
                        std::size_t bytes) {
  std::optional<SpinScope> spin_scope;
  gather(spin_scope, host_, bytes);
  // Ends: a piece has at least one byte.
  for (std::size_t at = 0; at < bytes;) {
    context.check_cancelled();
    context.report({"upload", at, bytes});
    const std::size_t size = piece_of(at, bytes - at);
    send(static_cast<std::byte*>(device) + at, static_cast<const std::byte*>(host) + at, size,
         context.stream());
    at += size;
  }
}

void Staging::to_host(const DeviceContext& context, void* host, const void* device,
                      std::size_t bytes) {
  std::optional<SpinScope> spin_scope;
  gather(spin_scope, host_, bytes);
  // Pieces travel while one that has come is copied out of its buffer.
  struct Piece {
    std::size_t at = 0;
    std::size_t size = 0;
  };
  Piece pieces[k_buffers];
  std::size_t started = 0;
  std::size_t done = 0;
  std::size_t at = 0;
  // Ends: each turn starts pieces, as long as bytes and buffers are left, and finishes one.
  do {
    context.check_cancelled();
    for (; at < bytes && started - done < k_buffers; ++started) {
      const Piece piece{at, piece_of(at, bytes - at)};
      const std::size_t turn = started % k_buffers;
      free_[turn].wait();
      runtime::copy_to_host(buffers_[turn].data(), static_cast<const std::byte*>(device) + piece.at,
                            piece.size, context.stream());
      free_[turn].record(context.stream());
      pieces[turn] = piece;
      at += piece.size;
    }
    const std::size_t turn = done % k_buffers;
    free_[turn].wait();
    copy(static_cast<std::byte*>(host) + pieces[turn].at, buffers_[turn].data(), pieces[turn].size);
    ++done;
  } while (done < started || at < bytes);
}

std::byte* Staging::next_piece() {
  turn_ = (turn_ + 1) % k_buffers;
  free_[turn_].wait();
  return buffers_[turn_].data();
}

void Staging::sent(DeviceStream stream) {
  free_[turn_].record(stream);
}

Staging& DeviceState::staging(const std::unique_lock<std::mutex>&) {
  if (staging_ == nullptr) staging_ = std::make_unique<Staging>(options_);
  return *staging_;
}

}  // namespace detail::parallel

namespace {

using detail::parallel::DeviceScope;
using detail::parallel::DeviceState;
namespace runtime = detail::parallel::runtime;

// Waits for the stream when a copy ends early, so that enqueued work does not outlive its memory.
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
  if (bytes <= DeviceState::k_mailbox_bytes) {
    // Pinned buffers for pieces take longer to make than a few words to travel.
    std::byte* const mail = state.mailbox();
    runtime::copy_to_host(mail, device, bytes, context.stream());
    context.synchronize();
    std::memcpy(host, mail, bytes);
    return;
  }
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

void copy_on_device(const DeviceContext& context, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const DeviceScope scope(context.device());
  {
    const Drained drained(context.stream());
    runtime::copy_on_device(to, from, bytes, context.stream());
  }
  context.synchronize();
}

}  // namespace detail

DeviceHypergraph upload(const DeviceContext& context, const HypergraphView& hypergraph) {
  detail::parallel::check_host_input(context, hypergraph);
  detail::parallel::HypergraphUpload upload(context, hypergraph);
  upload.send_pins();
  context.synchronize();
  return upload.take();
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
