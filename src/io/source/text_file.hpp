// SPDX-License-Identifier: MIT
// Small files of text, read and written whole by one thread.
#pragma once

#include <new>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/source/byte_order_mark.hpp"
#include "io/source/source.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// body(); standard containers report a lack of memory their own way. @throws Error{resources}
template <class Body>
auto with_memory_errors(const Body& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::resources, "out of memory");
  }
}

/// body(name, text) over what is left of an input; a TextFailure becomes an Error at its line.
/// @throws Error{invalid_input, io, resources}
template <class Body>
auto with_text_of(Input& input, const Body& body) {
  return with_memory_errors([&] {
    const WholeText whole = read_whole(input);
    const TextRange text = range_of(whole.text);
    try {
      return body(std::string_view(input.name), text);
    } catch (const TextFailure& failure) {
      fail_at(input.name, line_of(text, failure.where), failure.message);
    }
  });
}

/// body(name, text) over a whole file.
template <class Body>
auto with_text_of(const std::string& path, const Body& body) {
  return with_memory_errors([&] {
    Input input = open_text(path);
    return with_text_of(input, body);
  });
}

/// body(out) into a file that appears whole or not at all. @throws Error{io, resources}
template <class Body>
void write_text_file(const std::string& path, const Body& body) {
  hypermatch::io::AtomicFile file(path);
  const Sink sink = [&](std::span<const char> bytes) { file.write(bytes); };
  TextWriter out(sink);
  body(out);
  out.flush();
  file.commit();
}

}  // namespace hypermatch::detail::io
