// SPDX-License-Identifier: MIT
// Writes the sections of a native file behind their table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/context.hpp"
#include "io/native/native.hpp"

namespace hypermatch::detail::io {

class NativeWriter {
 public:
  NativeWriter(const Context& context, const Sink& sink) : context_(context), sink_(sink) {}

  /// To be filled by the caller, but for what the sections say.
  NativeHeader header;

  /// Sections in the order of the file; `items` must stay until they are written.
  template <class T>
  void add(NativeSectionId id, std::span<const T> items) {
    const std::span<const char> bytes{reinterpret_cast<const char*>(items.data()),
                                      items.size_bytes()};
    sections_.push_back({static_cast<std::uint32_t>(id), sizeof(T), 0, bytes.size(),
                         native_checksum(context_, bytes)});
    contents_.push_back(bytes);
  }

  /// @throws Error{unsupported} on machines of another byte order, and what the sink throws
  void write();

 private:
  static std::uint64_t aligned(std::uint64_t place);
  void put(std::span<const char> bytes);

  const Context& context_;
  const Sink& sink_;
  std::vector<NativeSection> sections_;
  std::vector<std::span<const char>> contents_;
  std::uint64_t written_ = 0;
};

}  // namespace hypermatch::detail::io
