// SPDX-License-Identifier: MIT
#include "io/source/source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"

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

class MemoryStream final : public ByteStream {
 public:
  explicit MemoryStream(std::span<const char> bytes) : left_(bytes) {}
  std::size_t read(std::span<char> to) override {
    const std::size_t count = std::min(to.size(), left_.size());
    std::copy_n(left_.data(), count, to.data());
    left_ = left_.subspan(count);
    return count;
  }

 private:
  std::span<const char> left_;
};

// A plain file from its begin to where it ended when it was opened.
class PlainFileStream final : public ByteStream {
 public:
  PlainFileStream(std::shared_ptr<const RandomFile> file, const Context* context)
      : file_(std::move(file)), context_(context) {}

  std::size_t read(std::span<char> to) override {
    const std::uint64_t left = file_->size() - at_;
    to = to.first(static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), left)));
    const std::size_t got =
        context_ == nullptr ? file_->read_at(at_, to) : file_->read_at(*context_, at_, to);
    at_ += got;
    return got;
  }

 private:
  std::shared_ptr<const RandomFile> file_;
  const Context* context_;
  std::uint64_t at_ = 0;
};

// Room for a text that is read to its end.
void make_room(Array<char>& bytes, std::size_t size, const std::string& name) {
  try {
    bytes.resize(size);
  } catch (const Error& error) {
    const std::string held =
        bytes.empty() ? "" : ", " + std::to_string(bytes.size()) + " bytes of it do";
    throw Error(error.code(), name + ": the file does not fit memory" + held + ": " + error.what());
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

Input open_input(const std::string& path, const Context* context, std::uint64_t most_window) {
  Input input;
  input.path = path;
  input.name = path == "-" ? "<stdin>" : path;
  Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(input.name, "cannot open", errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail(input.name, "cannot open", errno);
  if (S_ISDIR(status.st_mode)) fail(input.name, "cannot read", EISDIR);
  // Files of the system that are made while they are read have no size. Standard input may have
  // been read from: only its rest is the input then.
  const bool plain =
      S_ISREG(status.st_mode) && status.st_size > 0 && ::lseek(file.get(), 0, SEEK_CUR) == 0;
  std::unique_ptr<ByteStream> bytes;
  if (plain) {
    input.file = std::make_shared<const RandomFile>(
        file.get(), static_cast<std::uint64_t>(status.st_size), input.name);
    file.release();
    bytes = std::make_unique<PlainFileStream>(input.file, context);
  } else {
    bytes = std::make_unique<FileStream>(std::move(file), input.name);
  }
  auto packed = std::make_unique<PeekStream>(std::move(bytes));
  if (packing_of(packed->peek(4)) != Packing::none) input.file = nullptr;
  input.stream = unpack(std::move(packed), input.name, most_window);
  return input;
}

Input input_of(std::span<const char> bytes, const std::string& name) {
  Input input;
  input.name = name.empty() ? k_nameless : name;
  input.path = name;
  input.stream = unpack(std::make_unique<PeekStream>(std::make_unique<MemoryStream>(bytes)),
                        input.name, k_any_window);
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
  auto opened = std::make_unique<RandomFile>(fd, static_cast<std::uint64_t>(status.st_size), path);
  file.release();
  return opened;
}

RandomFile::~RandomFile() {
  if (fd_ > STDIN_FILENO) ::close(fd_);
}

std::size_t RandomFile::read_at(std::uint64_t offset, std::span<char> to) const {
  std::size_t filled = 0;
  // Ends: each turn adds bytes, meets the end, or is a signal's interruption.
  while (filled < to.size()) {
    const ssize_t got =
        ::pread(fd_, to.data() + filled, to.size() - filled, static_cast<off_t>(offset + filled));
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      fail(name_, "cannot read", errno);
    }
    filled += static_cast<std::size_t>(got);
  }
  if (filled < to.size() && offset + filled < size_) {
    // Some files of the system have fewer bytes than they say.
    struct stat status {};
    if (::fstat(fd_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) < size_) {
      throw Error(ErrorCode::io, name_ + ": the file became shorter while it was read");
    }
  }
  return filled;
}

std::size_t RandomFile::read_at(const Context& context, std::uint64_t offset,
                                std::span<char> to) const {
  constexpr std::size_t k_piece = std::size_t{1} << 20;
  const parallel::Chunks pieces = parallel::cut(context, to.size(), k_piece);
  if (pieces.count <= 1) return read_at(offset, to);
  // The first byte that is not there.
  std::atomic<std::size_t> end{to.size()};
  parallel::for_chunks(context, pieces, [&](std::size_t, std::size_t first, std::size_t last) {
    const std::size_t got = first + read_at(offset + first, to.subspan(first, last - first));
    if (got == last) return;
    // Relaxed: a minimum that is read after the tasks are done only.
    std::size_t known = end.load(std::memory_order_relaxed);
    while (got < known && !end.compare_exchange_weak(known, got, std::memory_order_relaxed)) {
    }
  });
  return end.load(std::memory_order_relaxed);
}

WholeText copy_of(std::span<const char> bytes) {
  auto copy = std::make_shared<Array<char>>(bytes.size() + k_padding);
  if (!bytes.empty()) std::memcpy(copy->data(), bytes.data(), bytes.size());
  std::memset(copy->data() + bytes.size(), 0, k_padding);
  const std::span<char> text{copy->data(), bytes.size()};
  return {std::move(copy), text};
}

WholeText read_whole(Input& input, const IsEnough& is_enough) {
  auto bytes = std::make_shared<Array<char>>();
  std::size_t size = 0;
  const bool is_plain = input.file != nullptr;
  // One more than a plain file has tells its end.
  std::size_t room = is_plain ? input.file->size() + 1 : std::size_t{1} << 20;
  // Ends: the stream does, and each turn that does not meet its end makes more room.
  while (true) {
    make_room(*bytes, room + k_padding, input.name);
    // In pieces: what is unpacked for nothing stays small.
    constexpr std::size_t k_piece = std::size_t{16} << 20;
    const std::size_t piece = is_plain ? room - size : std::min(k_piece, room - size);
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
  const std::span<char> text{bytes->data(), size};
  return {std::move(bytes), text};
}

}  // namespace hypermatch::detail::io
