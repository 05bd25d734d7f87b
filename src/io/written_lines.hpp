// SPDX-License-Identifier: MIT
// Lines of text that all threads format and one writes, in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/io.hpp"
#include "io/text.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

/// Writes what put(out, i) puts for every i below `items`, ascending.
template <class Put>
void write_lines(const Context& context, hypermatch::io::AtomicFile& file, std::size_t items,
                 const Put& put) {
  constexpr std::size_t k_piece = std::size_t{1} << 14;  // lines of a buffer
  const std::size_t pieces = (items + k_piece - 1) / k_piece;
  const auto threads = static_cast<std::size_t>(context.threads());
  std::vector<std::vector<char>> buffers(std::min(pieces, 4 * threads));
  for (std::size_t first = 0; first < pieces; first += buffers.size()) {
    context.check_cancelled();
    const std::size_t count = std::min(buffers.size(), pieces - first);
    parallel::run_tasks(context, count, [&](std::size_t k) {
      std::vector<char>& text = buffers[k];
      text.clear();
      const Sink sink = [&](std::span<const char> bytes) {
        text.insert(text.end(), bytes.begin(), bytes.end());
      };
      TextWriter out(sink);
      const std::size_t end = std::min(items, (first + k + 1) * k_piece);
      for (std::size_t i = (first + k) * k_piece; i < end; ++i) put(out, i);
      out.flush();
    });
    for (std::size_t k = 0; k < count; ++k) file.write(buffers[k]);
  }
}

}  // namespace hypermatch::detail::io
