// SPDX-License-Identifier: MIT
#include "parallel/host/scratch_blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <variant>

namespace hypermatch::detail::parallel {

namespace {

struct BlockHeader {
  std::uint32_t edges;
  std::uint32_t weight_type;  // the alternative of `Weights`
  std::uint64_t pins;
};

template <class T>
void put(std::byte*& out, std::span<const T> items) {
  if (items.empty()) return;
  std::memcpy(out, items.data(), items.size_bytes());
  out += items.size_bytes();
}

template <class T>
void take(const std::byte*& in, Array<T>& items, std::size_t count) {
  items.resize(count);
  if (count == 0) return;
  std::memcpy(items.data(), in, count * sizeof(T));
  in += count * sizeof(T);
}

template <class Weight>
bool holds(const Array<structures::RawWeight>& weights) {
  for (const structures::RawWeight bits : weights) {
    if constexpr (std::is_integral_v<Weight>) {
      const auto weight = static_cast<std::int64_t>(bits);
      if (static_cast<Weight>(weight) != weight) return false;
    } else {
      const auto weight = std::bit_cast<double>(bits);
      if (static_cast<double>(static_cast<Weight>(weight)) != weight) return false;
    }
  }
  return true;
}

template <class Weight>
void put_as(std::byte*& out, const Array<structures::RawWeight>& weights) {
  for (const structures::RawWeight bits : weights) {
    Weight weight{};
    if constexpr (std::is_integral_v<Weight>) {
      weight = static_cast<Weight>(static_cast<std::int64_t>(bits));
    } else {
      weight = static_cast<Weight>(std::bit_cast<double>(bits));
    }
    std::memcpy(out, &weight, sizeof(weight));
    out += sizeof(weight);
  }
}

}  // namespace

BlockWriter::BlockWriter(ScratchFile& scratch, EdgeShape shape, bool is_weighted,
                         std::size_t block_bytes)
    : scratch_(scratch), shape_(shape), is_weighted_(is_weighted), block_bytes_(block_bytes) {}

void BlockWriter::add(EdgeId id, std::span<const VertexId> pins, std::uint64_t image,
                      structures::RawWeight weight) {
  place_.take(image);
  ids_.push_back(id);
  if (shape_ == EdgeShape::hyperedges) sizes_.push_back(static_cast<std::uint32_t>(pins.size()));
  const std::size_t first = pins_.size();
  const std::size_t needed = first + pins.size();
  if (needed > pins_.capacity()) pins_.reserve(needed + needed / 2);
  pins_.resize(needed);
  std::copy(pins.begin(), pins.end(), pins_.data() + first);
  if (is_weighted_) weights_.push_back(weight);
  bytes_ += 2 * sizeof(EdgeId) + pins.size_bytes() + (is_weighted_ ? sizeof(weight) : 0);
}

void BlockWriter::write(bool holds_reals) {
  text_.resize(sizeof(BlockHeader) + (ids_.size() + sizes_.size() + pins_.size()) * 4 +
               weights_.size() * sizeof(structures::RawWeight));
  BlockHeader header{static_cast<std::uint32_t>(ids_.size()), 0, pins_.size()};
  std::byte* out = text_.data() + sizeof(header);
  put(out, ids_.view());
  put(out, sizes_.view());
  put(out, pins_.view());
  if (!is_weighted_) {
    header.weight_type = 0;
  } else if (!holds_reals && holds<std::int32_t>(weights_)) {
    header.weight_type = 1;
    put_as<std::int32_t>(out, weights_);
  } else if (!holds_reals) {
    header.weight_type = 2;
    put_as<std::int64_t>(out, weights_);
  } else if (holds<float>(weights_)) {
    header.weight_type = 3;
    put_as<float>(out, weights_);
  } else {
    header.weight_type = 4;
    put_as<double>(out, weights_);
  }
  std::memcpy(text_.data(), &header, sizeof(header));
  BlockPlace place = place_;
  place.bytes = static_cast<std::uint64_t>(out - text_.data());
  place.at = scratch_.append(text_.view().first(place.bytes));
  place_ = {};
  ids_.resize(0);
  sizes_.resize(0);
  pins_.resize(0);
  weights_.resize(0);
  bytes_ = 0;
  written_.push_back(place);
}

void read_block(ScratchFile& scratch, const BlockPlace& place, EdgeShape shape,
                Array<std::byte>& text, EdgeBlock& block) {
  text.resize(place.bytes);
  scratch.read(place.at, text.span());
  BlockHeader header{};
  std::memcpy(&header, text.data(), sizeof(header));
  const std::byte* in = text.data() + sizeof(header);
  const std::size_t count = header.edges;
  take(in, block.ids, count);
  block.offsets.resize(0);
  if (shape == EdgeShape::hyperedges) {
    block.offsets.resize(count + 1);
    block.offsets[0] = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t size = 0;
      std::memcpy(&size, in, sizeof(size));
      in += sizeof(size);
      block.offsets[i + 1] = block.offsets[i] + size;
    }
  }
  take(in, block.pins, static_cast<std::size_t>(header.pins));
  const auto take_weights = [&](auto type) {
    using Held = Array<decltype(type)>;
    if (!std::holds_alternative<Held>(block.weights)) block.weights = Held();
    take(in, std::get<Held>(block.weights), count);
  };
  switch (header.weight_type) {
    case 1:
      return take_weights(std::int32_t{});
    case 2:
      return take_weights(std::int64_t{});
    case 3:
      return take_weights(float{});
    case 4:
      return take_weights(double{});
    default:
      block.weights = std::monostate{};
  }
}

}  // namespace hypermatch::detail::parallel
