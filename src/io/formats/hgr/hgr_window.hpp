// SPDX-License-Identifier: MIT
// The hyperedges of one window of hMETIS text, parsed by all threads at once. A thread parses a
// chunk into a buffer that stays in its cache and copies it to its place, which is known when all
// chunks in front of it have been parsed. Threads take chunks in the order of the text and never
// wait: what has no place yet is left in its buffer while the next chunk is parsed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hypermatch/context.hpp"
#include "io/formats/hgr/hgr_scan.hpp"
#include "io/text/growing_weights.hpp"

namespace hypermatch::detail::io {

class HgrWindowParser {
 public:
  HgrWindowParser(const Context& context, std::size_t chunk_bytes);

  /// Cuts [begin, end), whole lines followed by k_padding readable bytes, at line ends.
  void cut(const char* begin, const char* end);
  /// Leaves out the chunks that may reach behind line `most`.
  void limit_lines(std::uint64_t most);
  [[nodiscard]] std::size_t num_chunks() const { return count_; }
  /// Bytes in the chunks.
  [[nodiscard]] std::size_t num_bytes() const;

  /// Parses the chunks, at least one, and appends to `columns`, which has room for what they may
  /// hold, those in front of the first one that is broken, has wider weights than `columns`, or
  /// would make more than `most` hyperedges in all. The result ends there; it has no error.
  /// @throws Error{resources}
  [[nodiscard]] ScanResult append(const HgrShape& shape, std::uint64_t most, EdgeColumns& columns);

 private:
  // A piece of the window that one thread parses. The second of two threads, its parser and the one
  // that knows its place, passes on the place of the next chunk.
  struct Chunk {
    const char* begin = nullptr;
    const char* end = nullptr;
    std::uint64_t first_edge = 0;  // of this chunk in all
    std::uint64_t first_pin = 0;
    std::uint64_t edges = 0;
    std::uint64_t pins = 0;
    std::uint64_t lines = 0;
    GrowingWeights::Kind weights = GrowingWeights::Kind::int32;
    ScanResult result;
    int arrivals = 0;  // 2: parsed, and its place is known
  };
  struct Parsed {
    std::size_t chunk;
    EdgeColumns columns;
  };
  // State of one thread.
  struct Worker {
    HgrScanner scanner{HgrShape{}};
    std::vector<Parsed> parsed;      // not yet in place
    std::vector<EdgeColumns> spare;  // the one used last is at the end
  };

  void work(Worker& worker);
  void arrive(std::size_t chunk);
  [[nodiscard]] bool fits(const Chunk& chunk) const;
  void copy_what_has_a_place(Worker& worker);
  void copy(const Chunk& chunk, const EdgeColumns& from);

  const Context& context_;
  const std::size_t chunk_bytes_;
  std::vector<Worker> workers_;
  std::vector<Chunk> chunks_;
  std::size_t count_ = 0;  // of the chunks in use
  std::atomic<std::size_t> next_{0};
  // Arguments of the current call of `append`.
  std::uint64_t most_ = 0;
  HgrShape shape_;
  EdgeColumns* columns_ = nullptr;
};

}  // namespace hypermatch::detail::io
