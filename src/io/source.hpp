// SPDX-License-Identifier: MIT
// Where bytes come from: a mapped file, or a stream out of a pipe or a compressed file. Compression
// is recognised by content, never by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "hypermatch/array.hpp"

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
};

/// A stream that shows its front without taking it.
class PeekStream final : public ByteStream {
 public:
  explicit PeekStream(std::unique_ptr<ByteStream> inner) : inner_(std::move(inner)) {}
  std::size_t read(std::span<char> to) override;
  /// The next `size` bytes, fewer only at the end.
  [[nodiscard]] std::span<const char> peek(std::size_t size);

 private:
  std::unique_ptr<ByteStream> inner_;
  Array<char> front_;
  std::size_t taken_ = 0;  // of front_
};

/// An opened input: either `stream` is set, or `mapped` is the whole file.
struct Input {
  std::string name;                   ///< for messages
  std::string path;                   ///< as given; a guess at the format looks at its ending
  std::shared_ptr<const void> owner;  ///< keeps `mapped` alive
  std::span<const char> mapped;       ///< followed by k_padding readable bytes
  std::unique_ptr<PeekStream> stream;

  /// The first `size` bytes after decompression, fewer if there are no more.
  [[nodiscard]] std::span<const char> front(std::size_t size);
};

/// Lets the system forget the pages of a mapped text that nobody will read again; bytes stay valid.
void drop_pages(std::span<const char> mapped);

enum class Access {
  map,   ///< plain regular files are mapped
  read,  ///< everything is read, nothing adds to the address space
};

/// Opens a file, or standard input for `-`. @throws Error{io, invalid_input, resources}
[[nodiscard]] Input open_input(const std::string& path, Access access);

/// A plain regular file that is read at any place.
class RandomFile {
 public:
  /// Nothing if `path` (`-`: standard input) is no plain regular file. @throws Error{io}
  [[nodiscard]] static std::unique_ptr<RandomFile> open(const std::string& path);
  RandomFile(const RandomFile&) = delete;
  RandomFile& operator=(const RandomFile&) = delete;
  ~RandomFile();
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Fills `to` from the bytes at `offset`; false if the file ends before. @throws Error{io}
  [[nodiscard]] bool read_at(std::uint64_t offset, std::span<char> to) const;

 private:
  RandomFile(int fd, std::uint64_t size, std::string name)
      : fd_(fd), size_(size), name_(std::move(name)) {}
  int fd_;
  std::uint64_t size_;
  std::string name_;
};

/// Everything that is left of the stream, followed by k_padding zero bytes that `size` leaves out.
struct WholeText {
  std::shared_ptr<const void> owner;
  std::span<const char> text;
};
/// `is_enough(text)` looks at what has been read so far, again and again, and ends the reading if
/// it says so: of a packed text that is known to be bad no more is unpacked.
/// @throws Error{resources} naming the file if it is longer than the system has room for
using IsEnough = std::function<bool(std::span<const char> text)>;
[[nodiscard]] WholeText read_whole(Input& input, const IsEnough& is_enough = {});

enum class Packing { none, gzip, zstd };
/// How data that starts like this is packed; four bytes tell.
[[nodiscard]] Packing packing_of(std::span<const char> front);

/// Unpacks `packed` if it starts as gzip or zstd data does, else hands it back.
[[nodiscard]] std::unique_ptr<PeekStream> unpack(std::unique_ptr<PeekStream> packed,
                                                 const std::string& name);

}  // namespace hypermatch::detail::io
