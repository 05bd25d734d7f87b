// SPDX-License-Identifier: MIT
// What the verbs ask of the file system before they start, and how they write.
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>

#include "interrupts.hpp"

namespace hypermatch::cli {

/// 0 for what is no regular file.
[[nodiscard]] std::uint64_t bytes_of_file(const std::string& path);
[[nodiscard]] bool is_regular_file(const std::string& path);
/// True for pipes and standard input; false for what is not there.
[[nodiscard]] bool is_read_once(const std::string& path);
/// True if there is nothing of this name.
[[nodiscard]] bool is_missing(const std::string& path);
/// True if writing makes a new file or replaces one; false for `-`, pipes, devices and what this
/// process has open already (`/dev/stdout`, `/dev/fd/N`).
[[nodiscard]] bool is_regular_or_new_file(const std::string& path);

/// An output and the flag that names it; an empty path is none.
struct OutputFlag {
  const char* flag;
  std::string path;
};

/// Says before any work what would only fail after it, or do harm: a folder that is not there or
/// may not be written to, a folder in place of the file, two outputs that are one file, an output
/// (or standard output, whether it is named or not) that is one of the `inputs`. Files are told
/// apart by what they are, whatever their names. `-` among the inputs is standard input, an empty
/// path none.
/// @throws Error{invalid_option} naming the flag
void check_files(std::span<const OutputFlag> outputs, std::initializer_list<std::string> inputs);

/// Runs `write`, which puts a file at `path`; what the system refuses is a lack of resources here.
/// @throws Error{resources, cancelled, unsupported}
void write_output(Interrupts& interrupts, const std::string& path,
                  const std::function<void()>& write);

/// Text to a file that appears whole or not at all, or to standard output (`-`).
void write_text(Interrupts& interrupts, const std::string& path, const std::string& text);

}  // namespace hypermatch::cli
