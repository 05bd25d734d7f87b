// SPDX-License-Identifier: MIT
#include "parallel/device/upload.hpp"

#include <algorithm>
#include <mutex>
#include <type_traits>
#include <variant>

namespace hypermatch::detail::parallel {

namespace {

// Calls body(array, items) with an empty array for the weights, and the weights, if there are any.
template <class Body>
void with_weights(DeviceHypergraph& device, const HypergraphView& host, const Body& body) {
  std::visit(
      [&](const auto& items) {
        using View = std::decay_t<decltype(items)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          body(device.weights
                   .emplace<DeviceArray<std::remove_const_t<typename View::element_type>>>(),
               items);
        }
      },
      host.weights);
}

std::size_t bytes_of(const HypergraphView& host) {
  std::size_t bytes = host.offsets.size_bytes() + host.pins.size_bytes();
  std::visit(
      [&](const auto& items) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(items)>, std::monostate>) {
          bytes += items.size_bytes();
        }
      },
      host.weights);
  return bytes;
}

}  // namespace

HypergraphUpload::HypergraphUpload(const DeviceContext& context, const HypergraphView& host)
    : context_(context),
      scope_(context.device()),
      copies_(context.state()->copy_stream()),
      bytes_(bytes_of(host)),
      drain_{copies_} {
  device_.num_vertices = host.num_vertices;
  Part offsets = take_memory(device_.offsets, host.offsets);
  Part weights;
  with_weights(device_, host,
               [&](auto& array, const auto& items) { weights = take_memory(array, items); });
  let_copies_follow();
  // Ends: a piece has at least one byte.
  while (offsets.bytes != 0) send_piece(offsets);
  while (weights.bytes != 0) send_piece(weights);
  order_.record(copies_);
  order_.hold(context.stream());
  pins_ = take_memory(device_.pins, host.pins);
  let_copies_follow();
}

template <class T>
HypergraphUpload::Part HypergraphUpload::take_memory(DeviceArray<T>& array,
                                                     std::span<const T> host) {
  if (host.empty()) return {};
  array = DeviceArray<T>(context_, host.size());
  return {reinterpret_cast<std::byte*>(array.span().data()),
          reinterpret_cast<const std::byte*>(host.data()), host.size_bytes(),
          runtime::is_pinned(host.data())};
}

// Copies wait for what the context's stream was given so far, such as their memory.
void HypergraphUpload::let_copies_follow() {
  memory_.record(context_.stream());
  memory_.hold(copies_);
}

void HypergraphUpload::send_piece(Part& part) {
  context_.check_cancelled();
  context_.report({"upload", sent_, bytes_});
  std::size_t size = part.bytes;
  if (part.is_pinned) {
    runtime::copy_to_device(part.device, part.host, size, copies_);
  } else {
    size = std::min(size, Staging::piece_of(sent_, bytes_ - sent_));
    const std::unique_lock<std::mutex> held(context_.state()->mutex());
    Staging& staging = context_.state()->staging(held);
    // Threads stay awake from the first piece to the last one.
    if (!spin_scope_.has_value() && bytes_ > Staging::k_piece) spin_scope_.emplace(staging.host());
    staging.send(part.device, part.host, size, copies_);
  }
  part.device += size;
  part.host += size;
  part.bytes -= size;
  sent_ += size;
}

void HypergraphUpload::send_pins_until(const runtime::Event& event) {
  // Ends: a piece has at least one byte.
  while (pins_.bytes != 0 && !event.is_reached()) send_piece(pins_);
}

void HypergraphUpload::send_pins() {
  if (is_complete_) return;
  while (pins_.bytes != 0) send_piece(pins_);
  spin_scope_.reset();
  arrived_.record(copies_);
  arrived_.hold(context_.stream());
  is_complete_ = true;
  // From here on the context's stream comes after all copies, and so does what is given back.
  drain_.armed = false;
}

}  // namespace hypermatch::detail::parallel
