// SPDX-License-Identifier: MIT
// Sources of bytes: plain files, pipes and compressed files, all as streams. Compression is
// recognised by content, never by name. Files are read, not mapped: one that becomes shorter
// meanwhile is an error instead of a signal. Only native files are mapped, where the caller asks
// for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::io {

/// Bytes that can be read on and on past the end of every text that the parsers see, so that they
/// may load whole words. Where a text does not end with a line end, these bytes are zero.
inline constexpr std::size_t k_padding = 64;

/// Bytes in order, read once.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Fills `to` from its front and returns how much; less than its size only at the end.
  /// @throws Error{invalid_input, io, resources}
  virtual std::size_t read(std::span<char> to) = 0;
  /// Bytes that are held to unpack what comes, as its front tells.
  [[nodiscard]] virtual std::uint64_t window() { return 0; }
};

/// A stream that shows its front without taking it.
class PeekStream final : public ByteStream {
 public:
  explicit PeekStream(std::unique_ptr<ByteStream> inner) : inner_(std::move(inner)) {}
  std::size_t read(std::span<char> to) override;
  std::uint64_t window() override { return inner_->window(); }
  /// The next `size` bytes, fewer only at the end.
  [[nodiscard]] std::span<const char> peek(std::size_t size);

 private:
  std::unique_ptr<ByteStream> inner_;
  Array<char> front_;
  std::size_t taken_ = 0;  // of front_
};

/// A plain regular file that is read at any place.
class RandomFile {
 public:
  /// Nothing if `path` (`-`: standard input) is no plain regular file. @throws Error{io}
  [[nodiscard]] static std::unique_ptr<RandomFile> open(const std::string& path);
  /// Takes over a descriptor, closed at the end unless it is standard input.
  RandomFile(int fd, std::uint64_t size, std::string name)
      : fd_(fd), size_(size), name_(std::move(name)) {}
  RandomFile(const RandomFile&) = delete;
  RandomFile& operator=(const RandomFile&) = delete;
  ~RandomFile();
  /// When it was opened; what is appended later is not read.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Fills `to` from the bytes at `offset` and returns how much; less than its size only at the end
  /// of the file. @throws Error{io}, also if the file has become shorter than `size`
  [[nodiscard]] std::size_t read_at(std::uint64_t offset, std::span<char> to) const;
  /// Reads with all threads of the context.
  [[nodiscard]] std::size_t read_at(const Context& context, std::uint64_t offset,
                                    std::span<char> to) const;
  /// The descriptor, for mapping.
  [[nodiscard]] int descriptor() const { return fd_; }

 private:
  int fd_;
  std::uint64_t size_;
  std::string name_;
};

/// An opened input.
struct Input {
  std::string name;  ///< for messages
  std::string path;  ///< as given; a guess at the format looks at its ending
  std::unique_ptr<PeekStream> stream;
  /// The file that `stream` reads from its start, if it is a plain regular file; else null.
  std::shared_ptr<const RandomFile> file;

  /// The first `size` bytes after decompression, fewer if there are no more.
  [[nodiscard]] std::span<const char> front(std::size_t size) { return stream->peek(size); }
};

/// No limit but the memory that is left.
inline constexpr std::uint64_t k_any_window = ~std::uint64_t{0};

/// Opens a file, or standard input for `-`. Plain files are read by all threads of `context`, which
/// the input refers to, if there is one. Unpacking holds at most `most_window` bytes, and no more
/// for what comes later than for the front. @throws Error{io, invalid_input, resources}
[[nodiscard]] Input open_input(const std::string& path, const Context* context = nullptr,
                               std::uint64_t most_window = k_any_window);

/// The name in messages of bytes that have none.
inline constexpr const char* k_nameless = "<text>";

/// Bytes that outlive the input, as those of a file of this name. @throws as `open_input`
[[nodiscard]] Input input_of(std::span<const char> bytes, const std::string& name);

/// Bytes in memory that may be written, followed by k_padding zeros that `text` leaves out.
struct WholeText {
  std::shared_ptr<const void> owner;
  std::span<char> text;
};

/// Everything that is left of the stream.
/// `is_enough(text)` looks at what has been read so far, again and again, and ends the reading if
/// it says so: of a packed text that is known to be bad no more is unpacked.
/// @throws Error{resources} naming the file if it is longer than the system has room for
using IsEnough = std::function<bool(std::span<const char> text)>;
[[nodiscard]] WholeText read_whole(Input& input, const IsEnough& is_enough = {});

/// A copy of `bytes`.
[[nodiscard]] WholeText copy_of(std::span<const char> bytes);

/// The whole file mapped privately: writes stay in this process. An access to bytes that the file
/// has lost since raises SIGBUS, and whether bytes that others change in place are seen is open.
/// @returns nothing where the system refuses
[[nodiscard]] std::optional<WholeText> map_privately(const RandomFile& file);

enum class Packing { none, gzip, zstd };
/// How data that starts like this is packed; four bytes tell.
[[nodiscard]] Packing packing_of(std::span<const char> front);

/// Unpacks `packed` if it starts as gzip or zstd data does, else hands it back.
[[nodiscard]] std::unique_ptr<PeekStream> unpack(std::unique_ptr<PeekStream> packed,
                                                 const std::string& name,
                                                 std::uint64_t most_window = k_any_window);

}  // namespace hypermatch::detail::io
