// SPDX-License-Identifier: MIT
#include "io/source.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::io {

namespace {

[[noreturn]] void fail(const std::string& name, const char* what, int error) {
  const bool lacking = error == ENOMEM || error == EMFILE || error == ENFILE;
  throw Error(lacking ? ErrorCode::resources : ErrorCode::io,
              name + ": " + what + ": " + std::generic_category().message(error));
}

// A file descriptor that is closed unless it is standard input.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  void release() { fd_ = -1; }

 private:
  int fd_;
};

class FileStream final : public ByteStream {
 public:
  FileStream(Descriptor file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  std::size_t read(std::span<char> to) override {
    std::size_t filled = 0;
    // Ends: each turn adds bytes, meets the end, or is a signal's interruption.
    while (filled < to.size()) {
      const ssize_t got = ::read(file_.get(), to.data() + filled, to.size() - filled);
      if (got == 0) break;
      if (got < 0) {
        if (errno == EINTR) continue;
        fail(name_, "cannot read", errno);
      }
      filled += static_cast<std::size_t>(got);
    }
    return filled;
  }

 private:
  Descriptor file_;
  std::string name_;
};

// A file mapped in front of a readable page, so that loads past its end are harmless.
class Mapping {
 public:
  Mapping(Mapping&& other) noexcept
      : address_(std::exchange(other.address_, nullptr)), bytes_(other.bytes_) {}
  Mapping& operator=(Mapping&&) = delete;
  ~Mapping() {
    if (address_ != nullptr) ::munmap(address_, bytes_);
  }

  // No mapping if the system refuses: the caller then reads.
  static std::shared_ptr<const Mapping> of(int fd, std::size_t size) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t bytes = (size + page - 1) / page * page + page;
    void* address =
        ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED) return nullptr;
    Mapping mapping(address, bytes);
    if (::mmap(address, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED) {
      return nullptr;
    }
    // Refusals cost only speed.
    (void)::madvise(address, size, MADV_SEQUENTIAL);
    return std::make_shared<const Mapping>(std::move(mapping));
  }
  [[nodiscard]] const char* data() const { return static_cast<const char*>(address_); }

 private:
  Mapping(void* address, std::size_t bytes) : address_(address), bytes_(bytes) {}
  void* address_;
  std::size_t bytes_;
};

// Room for a text that is read to its end.
void make_room(Array<char>& bytes, std::size_t size, const std::string& name) {
  try {
    bytes.resize(size);
  } catch (const Error& error) {
    throw Error(error.code(), name + ": the text has more than " + std::to_string(bytes.size()) +
                                  " bytes: " + error.what());
  }
}

}  // namespace

std::size_t PeekStream::read(std::span<char> to) {
  const std::size_t ready = std::min(to.size(), front_.size() - taken_);
  if (ready > 0) std::memcpy(to.data(), front_.data() + taken_, ready);
  taken_ += ready;
  if (taken_ == front_.size()) {
    front_ = {};
    taken_ = 0;
  }
  if (ready == to.size()) return ready;
  return ready + inner_->read(to.subspan(ready));
}

std::span<const char> PeekStream::peek(std::size_t size) {
  const std::size_t ready = front_.size() - taken_;
  if (ready < size) {
    Array<char> longer(size);
    if (ready > 0) std::memcpy(longer.data(), front_.data() + taken_, ready);
    longer.resize(ready + inner_->read(longer.span().subspan(ready)));
    front_ = std::move(longer);
    taken_ = 0;
  }
  const std::span<const char> all = std::as_const(front_).view().subspan(taken_);
  return all.first(std::min(size, all.size()));
}

std::span<const char> Input::front(std::size_t size) {
  if (stream != nullptr) return stream->peek(size);
  return mapped.first(std::min(size, mapped.size()));
}

void drop_pages(std::span<const char> mapped) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(mapped.data()) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(mapped.data() + mapped.size());
  // The mapping is of a file and never written, so whatever is dropped can be read again.
  (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

Input open_input(const std::string& path, Access access) {
  Input input;
  input.path = path;
  input.name = path == "-" ? "<stdin>" : path;
  Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(input.name, "cannot open", errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail(input.name, "cannot open", errno);
  if (S_ISDIR(status.st_mode)) fail(input.name, "cannot read", EISDIR);
  // Standard input may be a file that somebody has read from: only its rest is the input then.
  const bool regular =
      S_ISREG(status.st_mode) && status.st_size > 0 && ::lseek(file.get(), 0, SEEK_CUR) == 0;
  if (regular && access == Access::map) {
    char magic[4] = {};
    const ssize_t got = ::pread(file.get(), magic, sizeof(magic), 0);
    if (got >= 0 && packing_of({magic, static_cast<std::size_t>(got)}) == Packing::none) {
      const auto size = static_cast<std::size_t>(status.st_size);
      if (std::shared_ptr<const Mapping> mapping = Mapping::of(file.get(), size)) {
        input.mapped = {mapping->data(), size};
        input.owner = std::move(mapping);
        return input;
      }
    }
  }
  input.stream = unpack(
      std::make_unique<PeekStream>(std::make_unique<FileStream>(std::move(file), input.name)),
      input.name);
  return input;
}

std::unique_ptr<RandomFile> RandomFile::open(const std::string& path) {
  // A pipe without a writer would block.
  const int fd =
      path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) fail(path, "cannot open", errno);
  Descriptor file(fd);
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail(path, "cannot open", errno);
  if (!S_ISREG(status.st_mode)) return nullptr;
  std::unique_ptr<RandomFile> opened(
      new RandomFile(fd, static_cast<std::uint64_t>(status.st_size), path));
  file.release();
  return opened;
}

RandomFile::~RandomFile() {
  if (fd_ > STDIN_FILENO) ::close(fd_);
}

bool RandomFile::read_at(std::uint64_t offset, std::span<char> to) const {
  // Ends: each turn adds bytes, meets the end, or is a signal's interruption.
  while (!to.empty()) {
    const ssize_t got = ::pread(fd_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got == 0) return false;
    if (got < 0) {
      if (errno == EINTR) continue;
      fail(name_, "cannot read", errno);
    }
    to = to.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return true;
}

WholeText read_whole(Input& input, const IsEnough& is_enough) {
  if (input.stream == nullptr) return {input.owner, input.mapped};
  auto bytes = std::make_shared<Array<char>>();
  std::size_t size = 0;
  std::size_t room = std::size_t{1} << 20;
  // Ends: the stream does, and each turn that does not meet its end makes more room.
  while (true) {
    make_room(*bytes, room + k_padding, input.name);
    // In pieces: what is unpacked for nothing stays small.
    constexpr std::size_t k_piece = std::size_t{16} << 20;
    const std::size_t piece = std::min(k_piece, room - size);
    const std::size_t got = input.stream->read(bytes->span().subspan(size, piece));
    size += got;
    if (got < piece || (is_enough && is_enough({bytes->data(), size}))) break;
    // By steps that memory is asked for; the array grows in place.
    constexpr std::size_t k_most_step = std::size_t{1} << 30;
    if (size == room) room += std::min(room, k_most_step);
  }
  std::memset(bytes->data() + size, 0, k_padding);
  bytes->resize(size + k_padding);
  bytes->shrink_to_fit();
  const std::span<const char> text{bytes->data(), size};
  return {std::move(bytes), text};
}

}  // namespace hypermatch::detail::io
