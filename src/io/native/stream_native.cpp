// SPDX-License-Identifier: MIT
// The native format as a stream: block after block (native_blocks.hpp).
#include <algorithm>
#include <utility>
#include <vector>

#include "hypermatch/edges_io.hpp"
#include "hypermatch/error.hpp"
#include "io/native/native_blocks.hpp"
#include "io/preferences/prefs.hpp"
#include "io/source/blockwise_stream.hpp"
#include "io/source/source.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/scratch_file.hpp"

namespace hypermatch::detail::io {

namespace {

class NativeStream final : public BlockwiseStream {
 public:
  explicit NativeStream(std::unique_ptr<EdgeSource> blocks) : blocks_(std::move(blocks)) {}

  VertexId num_vertices() const override { return blocks_->num_vertices(); }
  bool is_weighted() const override { return blocks_->is_weighted(); }
  bool has_integer_weights() const override { return blocks_->has_integer_weights(); }

  std::size_t next_blocks(const Context& context, std::span<EdgeBlock> blocks,
                          std::size_t block_bytes) override {
    if (!is_cut_) num_blocks_ = blocks_->cut(block_bytes);
    is_cut_ = true;
    const std::size_t count = std::min(blocks.size(), num_blocks_ - next_block_);
    parallel::run_tasks(context, count,
                        [&](std::size_t i) { blocks_->read(next_block_ + i, blocks[i]); });
    for (std::size_t i = 0; i < count; ++i) blocks_->check(next_block_ + i, blocks[i]);
    next_block_ += count;
    return count;
  }

 private:
  std::unique_ptr<EdgeSource> blocks_;
  bool is_cut_ = false;
  std::size_t num_blocks_ = 0;
  std::size_t next_block_ = 0;
};

}  // namespace

}  // namespace hypermatch::detail::io

namespace hypermatch::io {

std::unique_ptr<EdgeStream> stream_of(std::unique_ptr<EdgeSource> source) {
  return std::make_unique<detail::io::NativeStream>(std::move(source));
}

}  // namespace hypermatch::io

namespace hypermatch::detail::io {

namespace {

std::vector<char> front_of(const RandomFile* file) {
  std::vector<char> front;
  if (file == nullptr) return front;
  front.resize(static_cast<std::size_t>(std::min<std::uint64_t>(k_native_front, file->size())));
  front.resize(file->read_at(0, front));
  return front;
}

OpenedNative opened(std::unique_ptr<RandomFile> file, const std::string& name) {
  const std::vector<char> front = front_of(file.get());
  const NativeLayout layout = parse_native_front(front, name);
  if (layout.holds_preferences()) refuse_preferences(name);
  if (layout.header.file_bytes != file->size()) {
    throw Error(ErrorCode::invalid_input, name + ": native file: " + std::to_string(file->size()) +
                                              " of " + std::to_string(layout.header.file_bytes) +
                                              " bytes are there");
  }
  return {std::move(file), name, layout};
}

}  // namespace

OpenedNative open_native(const Input& input) {
  std::unique_ptr<RandomFile> file = RandomFile::open(input.path);
  if (file == nullptr || packing_of(front_of(file.get())) != Packing::none) {
    throw Error(ErrorCode::unsupported,
                input.name +
                    ": a native file is streamed from a plain file only, neither from a pipe nor "
                    "compressed; unpack it, or convert it to hmetis");
  }
  return opened(std::move(file), input.name);
}

OpenedNative open_native(Input& input, const std::string& scratch) {
  std::unique_ptr<RandomFile> file = RandomFile::open(input.path);
  if (is_native(front_of(file.get()))) return opened(std::move(file), input.name);
  parallel::ScratchFile unpacked(scratch);
  Array<char> piece(k_native_piece);
  // Ends: each turn takes bytes of the stream.
  while (const std::size_t got = input.stream->read(piece.span())) {
    unpacked.append(std::as_bytes(piece.view().first(got)));
  }
  const std::uint64_t size = unpacked.bytes_written();
  return opened(std::make_unique<RandomFile>(unpacked.release(), size, input.name), input.name);
}

std::unique_ptr<EdgeStream> stream_native(Input input, bool as_hypergraph) {
  OpenedNative native = open_native(input);
  if (native.layout.is_graph() && !as_hypergraph) {
    throw Error(ErrorCode::unsupported, input.name + ": a graph is streamed only as a hypergraph");
  }
  return hypermatch::io::stream_of(native_blocks(std::move(native)));
}

}  // namespace hypermatch::detail::io
