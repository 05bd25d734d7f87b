// SPDX-License-Identifier: MIT
// A hypergraph on its way to the device. What edges are ordered by, offsets and weights, goes
// first; pins follow on a stream of their own, so that work that needs none of them goes on
// meanwhile.
#pragma once

#include <cstddef>
#include <optional>

#include "hypermatch/device_context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/device/pending_pins.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::parallel {

/// Pieces are copied to pinned buffers by the calling thread and others, in the calls below.
/// Memory of the device is taken and given back in the order of the context's stream.
class HypergraphUpload final : public PendingPins {
 public:
  /// Sends offsets and weights: what is enqueued on the context's stream from now on waits for
  /// them. `host` must stay until all is sent. @throws Error{resources, device, cancelled}
  HypergraphUpload(const DeviceContext& context, const HypergraphView& host);

  void send_pins_until(const runtime::Event& event) override;
  void send_pins() override;

  [[nodiscard]] DeviceHypergraphView view() const { return device_.view(); }
  /// The point at which the last byte was there, once all pins are sent.
  [[nodiscard]] const runtime::Event& arrived() const { return arrived_; }
  /// To be called when the context's stream is drained.
  [[nodiscard]] DeviceHypergraph take() { return std::move(device_); }

 private:
  struct Part {
    std::byte* device = nullptr;
    const std::byte* host = nullptr;
    std::size_t bytes = 0;
    bool is_pinned = false;  // needs no staging
  };
  // Waits after an exception: pending copies must finish before the memory is freed.
  struct Drain {
    DeviceStream stream;
    bool armed = true;
    ~Drain() {
      if (armed) runtime::synchronize_quietly(stream);
    }
  };

  template <class T>
  Part take_memory(DeviceArray<T>& array, std::span<const T> host);
  void let_copies_follow();
  void send_piece(Part& part);

  const DeviceContext& context_;
  const DeviceScope scope_;
  const DeviceStream copies_;
  DeviceHypergraph device_;
  runtime::Event order_;
  runtime::Event memory_;
  runtime::Event arrived_;
  Part pins_;
  std::size_t sent_ = 0;
  std::size_t bytes_ = 0;  // of all parts
  bool is_complete_ = false;
  std::optional<SpinScope> spin_scope_;
  Drain drain_;
};

}  // namespace hypermatch::detail::parallel
