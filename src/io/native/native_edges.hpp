// SPDX-License-Identifier: MIT
// Sections of edges of a native file, read or mapped, with checks of what they hold.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "hypermatch/array.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/weights.hpp"
#include "io/native/native_blocks.hpp"
#include "io/native/native_check.hpp"
#include "io/source/text_file.hpp"
#include "io/text/vertex_numbers.hpp"

namespace hypermatch::detail::io {

class NativeEdges {
 public:
  NativeEdges(OpenedNative opened, hypermatch::io::Mapping mapping) : opened_(std::move(opened)) {
    if (mapping == hypermatch::io::Mapping::native_files) map_ = map_privately(*opened_.file);
  }

  [[nodiscard]] const NativeLayout& layout() const { return opened_.layout; }
  [[nodiscard]] const RandomFile& file() const { return *opened_.file; }
  [[nodiscard]] VertexId num_vertices() const {
    return static_cast<VertexId>(layout().header.num_vertices);
  }
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_; }

  /// Items from `first` on.
  template <class T>
  void take(NativeSectionId id, std::uint64_t first, std::span<T> items) {
    const std::uint64_t offset = layout()[id].offset + first * sizeof(T);
    const std::span<char> to(reinterpret_cast<char*>(items.data()), items.size_bytes());
    if (opened_.file->read_at(offset, to) < to.size()) damaged();
    // Relaxed: a count.
    bytes_.fetch_add(to.size(), std::memory_order_relaxed);
  }

  /// `slack` more items can be read behind them.
  template <class T>
  void fill(NativeSectionId id, std::uint64_t first, std::size_t count, std::size_t slack,
            Array<T>& items) {
    const std::uint64_t offset = layout()[id].offset + first * sizeof(T);
    if (map_ && offset + (count + slack) * sizeof(T) <= map_->text.size()) {
      T* const at = reinterpret_cast<T*>(map_->text.data() + offset);
      items = Array<T>(map_->owner, std::span<T>(at, count));
      return;
    }
    items.resize(count + slack);
    items.resize(count);
    take(id, first, items.span());
  }

  /// @throws Error{invalid_input}, as the others
  void check_offsets(std::uint64_t first, std::span<const Offset> offsets) const {
    if (offsets[0] > layout().header.num_pins) {
      broken(last_offset_fault(offsets[0], layout().header.num_pins));
    }
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      if (offsets[i + 1] < offsets[i]) broken(offsets_fault(first + i, offsets[i], offsets[i + 1]));
      if (offsets[i + 1] > layout().header.num_pins) {
        broken(last_offset_fault(offsets[i + 1], layout().header.num_pins));
      }
    }
  }

  template <class Edges>  // EdgeBlock or EdgePart
  void check_edges(std::uint64_t first, std::size_t count, const Edges& edges) const {
    const std::uint64_t n = layout().header.num_vertices;
    DuplicatePins duplicates;
    VertexId largest = 0;
    for (const VertexId v : edges.pins) largest = std::max(largest, v);
    const bool all_in_range = edges.pins.empty() || largest < n;
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<const VertexId> pins = edges.pins_of(i);
      const bool in_range =
          all_in_range || std::all_of(pins.begin(), pins.end(), [&](VertexId v) { return v < n; });
      if (in_range && duplicates.differ(pins.data(), pins.size())) continue;
      const auto e = static_cast<EdgeId>(first + i);
      if (layout().is_graph()) broken(pair_fault(e, {pins[0], pins[1]}, n));
      if (in_range) broken(repeated_pin_fault(e, pins));
      broken(pin_fault(
          e, *std::find_if(pins.begin(), pins.end(), [&](VertexId v) { return v >= n; }), n));
    }
    std::visit(
        [&](const auto& held) {
          using Held = std::decay_t<decltype(held)>;
          if constexpr (std::is_same_v<Held, Array<float>> || std::is_same_v<Held, Array<double>>) {
            for (std::size_t i = 0; i < held.size(); ++i) {
              if (!std::isfinite(held[i])) broken(weight_fault(static_cast<EdgeId>(first + i)));
            }
          }
        },
        edges.weights);
  }

  /// The weights of edges from `first` on, or none.
  void take_weights(std::uint64_t first, std::size_t count, Weights& weights) {
    const auto take_as = [&](auto type) {
      using Held = Array<decltype(type)>;
      if (!std::holds_alternative<Held>(weights)) weights = Held();
      Held& held = std::get<Held>(weights);
      fill(NativeSectionId::weights, first, count, 0, held);
    };
    switch (layout().header.weight_type) {
      case 1:
        return take_as(std::int32_t{});
      case 2:
        return take_as(std::int64_t{});
      case 3:
        return take_as(float{});
      case 4:
        return take_as(double{});
      default:
        weights = std::monostate{};
    }
  }

  [[noreturn]] void broken(const std::string& what) const {
    throw Error(ErrorCode::invalid_input, opened_.name + ": native file: " + what);
  }
  [[noreturn]] void damaged() const { broken("a checksum is wrong, the file is damaged"); }

 private:
  OpenedNative opened_;
  std::optional<WholeText> map_;  // all of the file
  std::atomic<std::uint64_t> bytes_ = 0;
};

}  // namespace hypermatch::detail::io
