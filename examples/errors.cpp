// SPDX-License-Identifier: MIT
// What goes wrong, and what the library says then: one exception type, a code to act on, and a
// message that names parameter, value and expectation.
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "hypermatch/hypermatch.hpp"

namespace {

using hypermatch::ErrorCode;

hypermatch::io::Instance parse(const hypermatch::Context& context, std::string_view text) {
  return hypermatch::io::read_text(context, {text.data(), text.size()}, "netlist.hgr");
}

// docs: begin
// Calls, and says what came of it. Returns true for the code that is expected.
template <class Call>
bool fails_with(ErrorCode expected, const Call& call) {
  try {
    call();
  } catch (const hypermatch::Error& error) {
    std::printf("%s\n", error.what());
    return error.code() == expected;
  }
  return false;
}
// docs: end

}  // namespace

int main() {
  const hypermatch::Context context({.threads = 1});
  bool as_expected = true;
  const auto expect = [&](ErrorCode code, const auto& call) {
    as_expected = fails_with(code, call) && as_expected;
  };
  // A file, by the line that is wrong.
  expect(ErrorCode::invalid_input, [&] { (void)parse(context, "2 3\n1 2\n2 4\n"); });
  // A file of another kind than the program wants.
  expect(ErrorCode::invalid_input, [&] { (void)parse(context, "1 2\n1 2\n").graph(); });
  expect(ErrorCode::io, [&] { (void)hypermatch::io::read(context, "/nonexistent/netlist.hgr"); });
  // Arrays of which the sizes do not fit.
  const std::vector<hypermatch::Offset> offsets = {0, 2};
  const std::vector<hypermatch::VertexId> pins = {0, 7, 1};
  expect(ErrorCode::invalid_input, [&] {
    (void)hypermatch::local_max(context, hypermatch::HypergraphView{2, offsets, pins, {}});
  });
  // Indices out of range are found only where the context asks for it: that is a pass over all.
  const hypermatch::Context careful({.threads = 1, .validation = hypermatch::Validation::full});
  expect(ErrorCode::invalid_input, [&] {
    const std::span<const hypermatch::VertexId> two(pins.data(), 2);
    (void)hypermatch::local_max(careful, hypermatch::HypergraphView{2, offsets, two, {}});
  });
  // An option, and what is not offered.
  expect(ErrorCode::invalid_option, [] { (void)hypermatch::Context({.threads = -3}); });
  expect(ErrorCode::unsupported, [&] {
    (void)hypermatch::local_max(context, hypermatch::HypergraphView{},
                                {.ties = hypermatch::Ties::redraw});
  });
  return as_expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
