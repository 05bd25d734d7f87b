// SPDX-License-Identifier: MIT
// What crosses the boundary of a shared library, seen from the program: exceptions, interfaces that
// the program implements, and the templates of public headers.
#include "boundary.hpp"

#include <hypermatch/array.hpp>
#include <hypermatch/context.hpp>
#include <hypermatch/device_context.hpp>
#include <hypermatch/error.hpp>
#include <hypermatch/instance_io.hpp>
#include <hypermatch/streaming_matching.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <typeinfo>
#include <vector>

namespace {

using hypermatch::Error;
using hypermatch::ErrorCode;
using hypermatch::VertexId;

// Edges {0, 1}, {1, 2}, {2, 3} ...; the edge at `broken` has a pin out of range.
class PathStream : public hypermatch::EdgeStream {
 public:
  PathStream(VertexId num_vertices, VertexId broken)
      : num_vertices_(num_vertices), broken_(broken) {}
  VertexId num_vertices() const override { return num_vertices_; }
  bool is_weighted() const override { return false; }
  bool has_integer_weights() const override { return true; }
  bool next(hypermatch::StreamedEdge& edge) override {
    if (next_ + 1 >= num_vertices_) return false;
    pins_ = {next_, next_ == broken_ ? num_vertices_ : next_ + 1};
    edge.id = next_++;
    edge.pins = pins_;
    return true;
  }

 private:
  VertexId num_vertices_;
  VertexId broken_;
  VertexId next_ = 0;
  std::array<VertexId, 2> pins_{};
};

// Never asked where there is no device.
class NoMemory : public hypermatch::DeviceMemoryResource {
 public:
  void* allocate(std::size_t, hypermatch::DeviceStream) override { return nullptr; }
  void deallocate(void*, std::size_t, hypermatch::DeviceStream) noexcept override {}
};

template <class Function>
bool throws(ErrorCode code, const Function& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.code() == code;
  }
  return false;
}

bool exceptions_arrive(const hypermatch::Context& context) {
  return throws(ErrorCode::io, [&] { (void)hypermatch::io::read(context, "/nonexistent.hgr"); }) &&
         throws(ErrorCode::invalid_input, [&] {
           PathStream broken(8, 4);
           (void)hypermatch::stack_streaming(context, broken);
         });
}

bool interfaces_work(const hypermatch::Context& context) {
  PathStream path(9, hypermatch::k_none);
  if (hypermatch::stack_streaming(context, path).edges.size() != 4) return false;
  const std::vector<hypermatch::Offset> offsets = {0, 2};
  const std::vector<VertexId> pins = {0, 1};
  hypermatch::HypergraphStream stream({.num_vertices = 2, .offsets = offsets, .pins = pins});
  hypermatch::EdgeStream& base = stream;
  return typeid(base) == typeid(hypermatch::HypergraphStream) &&
         dynamic_cast<PathStream*>(&base) == nullptr &&
         hypermatch::stack_streaming(context, base).edges.size() == 1;
}

// Instantiated here, so that everything they call must be exported.
bool templates_link() {
  hypermatch::Array<std::uint64_t> array;
  for (std::uint64_t i = 0; i < 1000; ++i) array.push_back(i * i);
  array.resize(100'000);
  try {
    NoMemory none;
    const hypermatch::DeviceContext device({.memory = &none});
    const std::vector<int> numbers = {1, 2, 3};
    (void)hypermatch::download(device, hypermatch::upload(device, std::span(numbers)).span());
    return false;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) return false;
  }
  return array[999] == 999 * 999;
}

}  // namespace

bool boundary_holds(const hypermatch::Context& context) {
  return exceptions_arrive(context) && interfaces_work(context) && templates_link();
}
