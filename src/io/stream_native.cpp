// SPDX-License-Identifier: MIT
// The native format as a stream: its sections are read side by side, a piece of each at a time, and
// their checksums are compared when they have passed.
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/native.hpp"
#include "io/native_check.hpp"
#include "io/prefs.hpp"

namespace hypermatch::detail::io {

namespace {

// Goes over one section.
class SectionCursor {
 public:
  SectionCursor(const RandomFile& file, const NativeSection& section, const std::string& name)
      : file_(file), section_(section), name_(name) {
    if (hash_ == nullptr) throw Error(ErrorCode::resources, "out of memory");
    (void)::XXH3_64bits_reset(hash_.get());
  }
  SectionCursor(const SectionCursor&) = delete;
  SectionCursor& operator=(const SectionCursor&) = delete;

  void take(void* to, std::size_t bytes) {
    auto* out = static_cast<char*>(to);
    // Ends: each turn takes bytes, of which there are enough: the layout was checked.
    while (bytes > 0) {
      if (at_ == piece_.size()) refill();
      const std::size_t step = std::min(bytes, piece_.size() - at_);
      std::memcpy(out, piece_.data() + at_, step);
      out += step;
      at_ += step;
      bytes -= step;
    }
  }
  template <class T>
  [[nodiscard]] T take() {
    T item;
    take(&item, sizeof(item));
    return item;
  }
  void pass_all() {
    while (done_ < section_.bytes) refill();
  }
  // All has been taken.
  void finish() {
    if (::XXH3_64bits_digest(hash_.get()) != section_.checksum) damaged();
  }

 private:
  [[noreturn]] void damaged() const {
    throw Error(ErrorCode::invalid_input,
                name_ + ": native file: a checksum is wrong, the file is damaged");
  }
  void refill() {
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(k_native_piece, section_.bytes - done_));
    piece_.resize(size);
    if (file_.read_at(section_.offset + done_, piece_.span()) < size) damaged();
    done_ += size;
    at_ = 0;
    const std::uint64_t hash = ::XXH3_64bits(piece_.data(), size);
    (void)::XXH3_64bits_update(hash_.get(), &hash, sizeof(hash));
  }

  const RandomFile& file_;
  NativeSection section_;
  const std::string& name_;
  Array<char> piece_;
  std::size_t at_ = 0;
  std::uint64_t done_ = 0;
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> hash_{::XXH3_createState(),
                                                                        &::XXH3_freeState};
};

class NativeStream final : public EdgeStream {
 public:
  NativeStream(std::unique_ptr<RandomFile> file, std::string name, const NativeLayout& layout)
      : file_(std::move(file)), name_(std::move(name)), layout_(layout) {
    if (layout_.is_graph()) {
      pins_.emplace(*file_, layout_[NativeSectionId::graph_edges], name_);
    } else {
      offsets_.emplace(*file_, layout_[NativeSectionId::offsets], name_);
      pins_.emplace(*file_, layout_[NativeSectionId::pins], name_);
      last_offset_ = offsets_->take<Offset>();
      if (last_offset_ != 0) {
        broken("the first offset is " + std::to_string(last_offset_) + ", must be 0");
      }
    }
    if (is_weighted()) weights_.emplace(*file_, layout_[NativeSectionId::weights], name_);
  }

  VertexId num_vertices() const override {
    return static_cast<VertexId>(layout_.header.num_vertices);
  }
  bool is_weighted() const override { return layout_.header.weight_type != 0; }
  bool has_integer_weights() const override { return layout_.header.weight_type <= 2; }

  bool next(StreamedEdge& edge) override {
    if (next_edge_ == layout_.header.num_edges) {
      finish();
      return false;
    }
    take_pins();
    edge.id = static_cast<EdgeId>(next_edge_++);
    edge.pins = std::as_const(edge_).view();
    take_weight(edge);
    return true;
  }

 private:
  [[noreturn]] void broken(const std::string& what) const {
    throw Error(ErrorCode::invalid_input, name_ + ": native file: " + what);
  }

  void take_pins() {
    std::uint64_t size = 2;
    if (!layout_.is_graph()) {
      const auto offset = offsets_->take<Offset>();
      if (offset < last_offset_) broken(offsets_fault(next_edge_, last_offset_, offset));
      if (offset > layout_.header.num_pins) {
        broken(last_offset_fault(offset, layout_.header.num_pins));
      }
      size = offset - last_offset_;
      last_offset_ = offset;
    }
    // More pins than vertices are no hyperedge: one pin more than vertices shows the fault.
    const std::uint64_t n = layout_.header.num_vertices;
    const std::uint64_t taken = layout_.is_graph() ? size : std::min(size, n + 1);
    edge_.resize(taken + DuplicatePins::k_slack);
    edge_.resize(taken);
    pins_->take(edge_.data(), edge_.size() * sizeof(VertexId));
    const std::span<const VertexId> pins = std::as_const(edge_).view();
    for (const VertexId v : pins) {
      if (v < n) continue;
      broken(layout_.is_graph() ? pair_fault(next_edge_, {pins[0], pins[1]}, n)
                                : pin_fault(next_edge_, v, n));
    }
    if (duplicates_.differ(pins.data(), pins.size())) return;
    broken(layout_.is_graph() ? pair_fault(next_edge_, {pins[0], pins[1]}, n)
                              : repeated_pin_fault(next_edge_, pins));
  }

  void take_weight(StreamedEdge& edge) {
    edge.integer_weight = 1;
    edge.weight = 1.0;
    edge.is_integer = has_integer_weights();
    switch (layout_.header.weight_type) {
      case 1:
        edge.integer_weight = weights_->take<std::int32_t>();
        break;
      case 2:
        edge.integer_weight = weights_->take<std::int64_t>();
        break;
      case 3:
        edge.weight = static_cast<double>(weights_->take<float>());
        break;
      case 4:
        edge.weight = weights_->take<double>();
        break;
      default:
        return;
    }
    if (has_integer_weights()) edge.weight = static_cast<double>(edge.integer_weight);
    if (!std::isfinite(edge.weight)) broken(weight_fault(edge.id));
  }

  void finish() {
    if (finished_) return;
    finished_ = true;
    if (!layout_.is_graph()) {
      if (last_offset_ != layout_.header.num_pins) {
        broken(last_offset_fault(last_offset_, layout_.header.num_pins));
      }
      offsets_->finish();
    }
    pins_->finish();
    if (weights_) weights_->finish();
    // A stream has no use for the other sections, but a damaged file is refused as by a reader.
    for (const NativeSectionId id : {NativeSectionId::vertex_weights,
                                     NativeSectionId::label_offsets, NativeSectionId::label_text}) {
      if (!layout_.has(id)) continue;
      SectionCursor unused(*file_, layout_[id], name_);
      unused.pass_all();
      unused.finish();
    }
  }

  std::unique_ptr<RandomFile> file_;
  std::string name_;
  NativeLayout layout_;
  std::optional<SectionCursor> offsets_;
  std::optional<SectionCursor> pins_;
  std::optional<SectionCursor> weights_;
  Array<VertexId> edge_;
  DuplicatePins duplicates_;
  Offset last_offset_ = 0;
  std::uint64_t next_edge_ = 0;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<EdgeStream> stream_native(Input input, bool as_hypergraph) {
  std::unique_ptr<RandomFile> file = RandomFile::open(input.path);
  std::vector<char> front;
  if (file != nullptr) {
    front.resize(static_cast<std::size_t>(std::min<std::uint64_t>(k_native_front, file->size())));
    front.resize(file->read_at(0, front));
  }
  // A compressed file looks otherwise than what was unpacked from it.
  if (!is_native(front)) {
    throw Error(ErrorCode::unsupported,
                input.name +
                    ": a native file is streamed from a plain file only, neither from a pipe nor "
                    "compressed; unpack it, or convert it to hmetis");
  }
  const NativeLayout layout = parse_native_front(front, input.name);
  if (layout.holds_preferences()) refuse_preferences(input.name);
  if (layout.is_graph() && !as_hypergraph) {
    throw Error(ErrorCode::unsupported, input.name + ": a graph is streamed only as a hypergraph");
  }
  if (layout.header.file_bytes != file->size()) {
    throw Error(ErrorCode::invalid_input,
                input.name + ": native file: " + std::to_string(file->size()) + " of " +
                    std::to_string(layout.header.file_bytes) + " bytes are there");
  }
  return std::make_unique<NativeStream>(std::move(file), input.name, layout);
}

}  // namespace hypermatch::detail::io
