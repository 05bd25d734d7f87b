// SPDX-License-Identifier: MIT
#include "io/native/native_blocks.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/native/native_edges.hpp"

namespace hypermatch::detail::io {

namespace {

using Hash = std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)>;

Hash new_hash() {
  Hash hash(::XXH3_createState(), &::XXH3_freeState);
  if (hash == nullptr) throw Error(ErrorCode::resources, "out of memory");
  (void)::XXH3_64bits_reset(hash.get());
  return hash;
}

// The checksum of a section whose bytes pass by in any cuts: the hash of the hashes of its pieces.
class SectionHash {
 public:
  void take(std::span<const std::byte> bytes) {
    // Ends: each turn takes bytes.
    while (!bytes.empty()) {
      const std::size_t step = std::min(bytes.size(), k_native_piece - filled_);
      (void)::XXH3_64bits_update(piece_.get(), bytes.data(), step);
      filled_ += step;
      bytes = bytes.subspan(step);
      if (filled_ == k_native_piece) end_piece();
    }
  }
  [[nodiscard]] std::uint64_t digest() {
    if (filled_ > 0) end_piece();
    return ::XXH3_64bits_digest(all_.get());
  }

 private:
  void end_piece() {
    const std::uint64_t hash = ::XXH3_64bits_digest(piece_.get());
    (void)::XXH3_64bits_update(all_.get(), &hash, sizeof(hash));
    (void)::XXH3_64bits_reset(piece_.get());
    filled_ = 0;
  }

  Hash piece_ = new_hash();
  Hash all_ = new_hash();
  std::size_t filled_ = 0;
};

class NativeBlocks final : public EdgeSource {
 public:
  explicit NativeBlocks(OpenedNative opened)
      : name_(opened.name),
        layout_(opened.layout),
        edges_(std::move(opened), hypermatch::io::Mapping::off) {}

  VertexId num_vertices() const override {
    return static_cast<VertexId>(layout_.header.num_vertices);
  }
  bool is_weighted() const override { return layout_.header.weight_type != 0; }
  bool has_integer_weights() const override { return layout_.header.weight_type <= 2; }
  std::uint64_t bytes_read() const override { return edges_.bytes_read(); }

  std::size_t cut(std::size_t block_bytes) override {
    const std::uint64_t m = layout_.header.num_edges;
    const std::uint64_t sections =
        layout_[NativeSectionId::offsets].bytes + layout_[NativeSectionId::pins].bytes +
        layout_[NativeSectionId::graph_edges].bytes + layout_[NativeSectionId::weights].bytes;
    const std::uint64_t step = std::max<std::uint64_t>(
        m * std::uint64_t{block_bytes} / std::max<std::uint64_t>(sections, 1), 1);
    for (std::uint64_t e = 0; e < m; e += step) {
      firsts_.push_back(e);
      if (!layout_.is_graph()) cut_between(e, std::min(m, e + step), block_bytes);
    }
    firsts_.push_back(m);
    hashes_.resize(firsts_.size());
    return firsts_.size() - 1;
  }

  void read(std::size_t block, EdgeBlock& edges) override {
    const std::uint64_t first = firsts_[block];
    const auto count = static_cast<std::size_t>(firsts_[block + 1] - first);
    edges.ids.resize(count);
    std::iota(edges.ids.begin(), edges.ids.end(), static_cast<EdgeId>(first));
    edges.offsets.resize(0);
    std::uint64_t first_pin = 2 * first;
    std::size_t num_pins = 2 * count;
    if (!layout_.is_graph()) {
      edges.offsets.resize(count + 1);
      edges_.take(NativeSectionId::offsets, first, edges.offsets.span());
      edges_.check_offsets(first, edges.offsets.view());
      first_pin = edges.offsets[0];
      num_pins = static_cast<std::size_t>(edges.offsets[count] - first_pin);
    }
    edges_.fill(layout_.is_graph() ? NativeSectionId::graph_edges : NativeSectionId::pins,
                first_pin, num_pins, DuplicatePins::k_slack, edges.pins);
    edges_.take_weights(first, count, edges.weights);
    const std::uint64_t hash = hash_of(block, edges);
    if (hashes_[block] == 0) {
      edges_.check_edges(first, count, edges);
      hashes_[block] = hash | 1;
    } else if (hashes_[block] != (hash | 1)) {
      throw Error(ErrorCode::invalid_input, name_ + ": the file has changed while it was read");
    }
  }

  void check(std::size_t block, const EdgeBlock& edges) override {
    const bool is_last = block + 2 == firsts_.size();
    if (!layout_.is_graph()) {
      const std::span<const Offset> offsets = edges.offsets.view();
      if (block == 0 && offsets[0] != 0) {
        edges_.broken("the first offset is " + std::to_string(offsets[0]) + ", must be 0");
      }
      offsets_hash_.take(std::as_bytes(is_last ? offsets : offsets.first(offsets.size() - 1)));
      if (is_last && offsets.back() != layout_.header.num_pins) {
        edges_.broken(last_offset_fault(offsets.back(), layout_.header.num_pins));
      }
    }
    pins_hash_.take(std::as_bytes(edges.pins.view()));
    std::visit(
        [&](const auto& held) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            weights_hash_.take(std::as_bytes(held.view()));
          }
        },
        edges.weights);
    if (is_last) finish();
  }

 private:
  [[nodiscard]] static std::uint64_t hash_of(std::size_t block, const EdgeBlock& edges) {
    std::uint64_t hash = hash_of(edges.offsets, block + 1);
    hash = hash_of(edges.pins, hash);
    std::visit(
        [&](const auto& held) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            hash = hash_of(held, hash);
          }
        },
        edges.weights);
    return hash;
  }
  template <class T>
  [[nodiscard]] static std::uint64_t hash_of(const Array<T>& items, std::uint64_t seed) {
    return ::XXH3_64bits_withSeed(items.data(), items.size() * sizeof(T), seed);
  }

  // Cuts edges that are far larger than the mean into blocks of their own.
  void cut_between(std::uint64_t first, std::uint64_t last, std::size_t block_bytes) {
    const auto offset_of = [&](std::uint64_t e) {
      Offset offset = 0;
      edges_.take(NativeSectionId::offsets, e, std::span(&offset, 1));
      return offset;
    };
    const Offset begin = offset_of(first);
    const Offset end = offset_of(last);
    if (end < begin || (end - begin) * sizeof(VertexId) <= 2 * block_bytes) return;
    Array<Offset> offsets(static_cast<std::size_t>(last - first) + 1);
    edges_.take(NativeSectionId::offsets, first, offsets.span());
    Offset from = begin;
    for (std::size_t i = 1; i + 1 < offsets.size(); ++i) {
      if (offsets[i + 1] < from || (offsets[i + 1] - from) * sizeof(VertexId) <= block_bytes)
        continue;
      firsts_.push_back(first + i);
      from = offsets[i];
    }
  }

  // All blocks have passed.
  void finish() {
    const auto compare = [&](NativeSectionId id, std::uint64_t hash) {
      if (layout_.has(id) && layout_[id].checksum != hash) edges_.damaged();
    };
    compare(NativeSectionId::offsets, offsets_hash_.digest());
    const std::uint64_t pins = pins_hash_.digest();
    compare(NativeSectionId::pins, pins);
    compare(NativeSectionId::graph_edges, pins);
    compare(NativeSectionId::weights, weights_hash_.digest());
    // No edge needs the other sections, but a damaged file is refused as by a reader.
    for (const NativeSectionId id : {NativeSectionId::vertex_weights,
                                     NativeSectionId::label_offsets, NativeSectionId::label_text}) {
      if (!layout_.has(id)) continue;
      SectionHash hash;
      Array<char> piece;
      const NativeSection& section = layout_[id];
      for (std::uint64_t done = 0; done < section.bytes; done += piece.size()) {
        piece.resize(static_cast<std::size_t>(
            std::min<std::uint64_t>(std::size_t{1} << 18, section.bytes - done)));
        if (edges_.file().read_at(section.offset + done, piece.span()) < piece.size())
          edges_.damaged();
        hash.take(std::as_bytes(piece.view()));
      }
      compare(id, hash.digest());
    }
  }

  std::string name_;
  NativeLayout layout_;
  NativeEdges edges_;
  std::vector<std::uint64_t> firsts_;  // the first edge of each block, and behind the last
  std::vector<std::uint64_t> hashes_;  // of blocks that were read, odd
  SectionHash offsets_hash_;
  SectionHash pins_hash_;
  SectionHash weights_hash_;
};

}  // namespace

std::unique_ptr<EdgeSource> native_blocks(OpenedNative opened) {
  return std::make_unique<NativeBlocks>(std::move(opened));
}

hypermatch::io::VertexLabels read_native_labels(const OpenedNative& opened) {
  const auto broken = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_input, opened.name + ": native file: " + what);
  };
  const auto take = [&](NativeSectionId id, auto& items) {
    const NativeSection& section = opened.layout[id];
    items.resize(static_cast<std::size_t>(section.bytes / sizeof(items[0])));
    const std::span<char> to(reinterpret_cast<char*>(items.data()),
                             items.size() * sizeof(items[0]));
    SectionHash hash;
    const bool is_whole = opened.file->read_at(section.offset, to) == to.size();
    hash.take(std::as_bytes(to));
    if (!is_whole || hash.digest() != section.checksum) {
      broken("a checksum is wrong, the file is damaged");
    }
  };
  hypermatch::io::VertexLabels labels;
  return with_memory_errors([&] {
    take(NativeSectionId::label_offsets, labels.offsets);
    take(NativeSectionId::label_text, labels.text);
    if (labels.offsets.front() != 0 || labels.offsets.back() != labels.text.size() ||
        !std::is_sorted(labels.offsets.begin(), labels.offsets.end())) {
      broken("its ids do not lie one behind the other");
    }
    try {
      NameTable names;
      add_labels(names, labels);
    } catch (const Error& error) {
      broken(error.what());
    }
    return std::move(labels);
  });
}

Offset native_offset(const OpenedNative& opened, std::uint64_t edge) {
  Offset offset = 0;
  char* const to = reinterpret_cast<char*>(&offset);
  const std::uint64_t at = opened.layout[NativeSectionId::offsets].offset + edge * sizeof(offset);
  (void)opened.file->read_at(at, {to, sizeof(offset)});
  return offset;
}

std::uint64_t native_piece_hash(const OpenedNative& opened, const NativeSection& section,
                                std::uint64_t i) {
  const std::uint64_t begin = i * k_native_piece;
  Array<char> piece(
      static_cast<std::size_t>(std::min<std::uint64_t>(k_native_piece, section.bytes - begin)));
  if (opened.file->read_at(section.offset + begin, piece.span()) < piece.size()) {
    throw Error(ErrorCode::io, opened.name + ": the file has become shorter");
  }
  return ::XXH3_64bits(piece.data(), piece.size());
}

void check_native_section(const OpenedNative& opened, const NativeSection& section,
                          std::span<const std::uint64_t> piece_hashes) {
  if (::XXH3_64bits(piece_hashes.data(), piece_hashes.size_bytes()) == section.checksum) return;
  throw Error(ErrorCode::invalid_input,
              opened.name + ": native file: a checksum is wrong, the file is damaged");
}

}  // namespace hypermatch::detail::io
