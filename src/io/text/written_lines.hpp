// SPDX-License-Identifier: MIT
// Lines of text that all threads format and one writes, in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/text/text.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

/// Writes what put(out, i) puts for every i below `items`, ascending. One task writes what was
/// formatted last while the others format what follows.
template <class Put>
void write_lines(const Context& context, hypermatch::io::AtomicFile& file, std::size_t items,
                 const Put& put) {
  constexpr std::size_t k_piece = parallel::grain(std::size_t{1} << 14, 64);  // lines of a buffer
  const std::size_t pieces = (items + k_piece - 1) / k_piece;
  const auto threads = static_cast<std::size_t>(context.threads());
  using Buffers = std::vector<std::vector<char>>;
  Buffers next(std::min(pieces, 4 * threads));
  Buffers last(next.size());
  std::size_t count = 0;  // pieces in `last`
  const auto write_last = [&] {
    for (std::size_t k = 0; k < count; ++k) file.write(last[k]);
  };
  for (std::size_t first = 0; first < pieces; first += next.size()) {
    context.check_cancelled();
    context.report({"write", first, items});
    const std::size_t coming = std::min(next.size(), pieces - first);
    parallel::run_tasks(context, coming + 1, [&](std::size_t task) {
      if (task == 0) return write_last();
      std::vector<char>& text = next[task - 1];
      text.clear();
      const Sink sink = [&](std::span<const char> bytes) {
        text.insert(text.end(), bytes.begin(), bytes.end());
      };
      TextWriter out(sink);
      const std::size_t begin = (first + task - 1) * k_piece;
      const std::size_t end = std::min(items, begin + k_piece);
      for (std::size_t i = begin; i < end; ++i) put(out, i);
      out.flush();
    });
    std::swap(last, next);
    count = coming;
  }
  write_last();
}

}  // namespace hypermatch::detail::io
