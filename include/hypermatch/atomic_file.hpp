// SPDX-License-Identifier: MIT
// Files that appear whole or not at all, and text for terminals.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/error.hpp"

namespace hypermatch::io {

/// `text` as one line that leaves the terminal that shows it as it is: each byte that is no part of
/// a printable character of UTF-8 becomes `\x1b`. For names and messages: errors hold the names of
/// files as they were given.
[[nodiscard]] std::string printable(std::string_view text);

/// The descriptor of this process that a path stands for: `/dev/stdout`, `/dev/fd/5`,
/// `/proc/self/fd/5`, links to these, and `-` (1), whether it is open or not; nothing for others.
[[nodiscard]] std::optional<int> descriptor_named(const std::string& path);

/// A file that appears whole or not at all: written beside its target, renamed by `commit`. A
/// target that exists and is no regular file (a device, a pipe) is written into instead, and so is
/// what this process has open (`descriptor_named`), from where it is. Without `commit` no file of
/// ours is left. What replaces a file gets its permissions, but neither set-user-ID nor
/// set-group-ID, and its owner and group as far as the system lets us; where the group cannot be
/// kept, its members may do what all others may. Access control lists and extended attributes are
/// not kept.
class AtomicFile {
 public:
  /// @throws Error{io}
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// @throws Error{resources, io}, Error{invalid_input} if `bytes` lie in a mapped file that has
  /// become shorter
  void write(std::span<const char> bytes);
  /// @throws Error{resources, io}
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Removes what every `AtomicFile` of this process has put beside its target so far, for a handler
/// of a signal that ends the process at once; async-signal-safe. Files without a name need no
/// removal.
void remove_temporaries() noexcept;

}  // namespace hypermatch::io
