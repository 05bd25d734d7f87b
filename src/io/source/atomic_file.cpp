// SPDX-License-Identifier: MIT
// Files that appear whole or not at all. Where the system can make a file without a name, even a
// killed process leaves nothing; elsewhere a temporary name beside the target is used.
//
// A handler of signals has no other way to the temporary names than a table of the process. What
// takes a name out of it, by an atomic exchange, owns it: the handler, or the file.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::io {

namespace {

[[noreturn]] void fail(const std::string& path, const char* what, int error) {
  const bool lacking = error == ENOSPC || error == EDQUOT || error == EFBIG || error == ENOMEM ||
                       error == EMFILE || error == ENFILE;
  throw Error(lacking ? ErrorCode::resources : ErrorCode::io,
              path + ": " + what + ": " + std::generic_category().message(error));
}

// The target of a chain of symbolic links, so that a write replaces the target and keeps the link.
std::string behind_links(const std::string& path) {
  namespace fs = std::filesystem;
  fs::path target = path;
  std::error_code error;
  // Ends: the system follows no more than 40 links either.
  for (int i = 0; i < 40 && fs::is_symlink(fs::symlink_status(target, error)); ++i) {
    const fs::path link = fs::read_symlink(target, error);
    if (error) break;
    target = link.is_absolute() ? link : target.parent_path() / link;
  }
  return target.string();
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// A name beside the target that this process has not used before. The target's own name has no part
// in it: it may be as long as a name can be.
std::string name_beside(const std::string& target) {
  static std::atomic<unsigned> count{0};
  // Relaxed: only that numbers differ matters.
  return target.substr(0, target.rfind('/') + 1) + "hypermatch.tmp-" + std::to_string(::getpid()) +
         "-" + std::to_string(count.fetch_add(1, std::memory_order_relaxed));
}

// The temporary names of this process, for `remove_temporaries`. Names beyond the size of the table
// are left to the destructors alone.
constexpr std::size_t k_most_temporaries = 64;
std::array<std::atomic<char*>, k_most_temporaries> temporaries{};
static_assert(std::atomic<char*>::is_always_lock_free);

}  // namespace

struct AtomicFile::State {
  std::string path;       // as given, for messages
  std::string target;     // what `temporary` is renamed to; empty: written into directly
  std::string temporary;  // the name so far; empty: none
  int fd = -1;
  std::atomic<char*>* listed = nullptr;  // the place of `temporary` in the table
  char* name = nullptr;                  // what stands there

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (fd > STDOUT_FILENO) ::close(fd);
    if (!temporary.empty()) ::unlink(temporary.c_str());
    forget();
  }

  // Lists `temporary`, which is about to be a file's name.
  void list() {
    name = ::strdup(temporary.c_str());
    if (name == nullptr) return;
    for (std::atomic<char*>& place : temporaries) {
      char* none = nullptr;
      // Release: a handler that sees the name sees its letters.
      if (place.compare_exchange_strong(none, name, std::memory_order_release)) {
        listed = &place;
        return;
      }
    }
  }
  // Takes `temporary`, which names no file any more, off the list.
  void forget() {
    char* mine = name;
    // A signal handler that took the name keeps it: the process ends.
    if (listed == nullptr || listed->compare_exchange_strong(mine, nullptr)) std::free(name);
    listed = nullptr;
    name = nullptr;
  }

  // Makes the new file. `replaced`: what it will replace, if there is something.
  void open_new(const struct stat* replaced) {
    // Until it has its owner, no other user may open what replaces another file.
    const mode_t mode = replaced == nullptr ? 0666 : 0600;
    target = behind_links(path);
#if defined(O_TMPFILE)
    fd = ::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
#endif
    // Ends: a name that is taken is never tried again.
    while (fd < 0) {
      temporary = name_beside(target);
      list();
      fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      if (fd < 0) {
        const int error = errno;
        temporary.clear();
        forget();
        if (error != EEXIST) fail(path, "cannot create", error);
      }
    }
    if (replaced != nullptr) keep_rights(*replaced);
  }

  // The users that could use the old file can use the new one, and no others. A refusal is no
  // reason to write nothing.
  void keep_rights(const struct stat& replaced) const {
    mode_t mode = replaced.st_mode & 0777;
    const bool keeps_both = ::fchown(fd, replaced.st_uid, replaced.st_gid) == 0;
    if (!keeps_both && ::fchown(fd, static_cast<uid_t>(-1), replaced.st_gid) != 0) {
      // Another group than the old one is as good as all others.
      mode = (mode & 0707) | ((mode & 0007) << 3);
    }
    (void)::fchmod(fd, mode);
  }

  // Gives a file without a name one beside its target.
  void give_name() {
    const std::string self = "/proc/self/fd/" + std::to_string(fd);
    // Ends: a name that is taken is never tried again.
    while (temporary.empty()) {
      temporary = name_beside(target);
      list();
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) != 0) {
        const int error = errno;
        temporary.clear();
        forget();
        if (error != EEXIST) fail(path, "cannot create", error);
      }
    }
  }
};

AtomicFile::AtomicFile(const std::string& path) : state_(std::make_unique<State>()) {
  if (path.empty()) throw Error(ErrorCode::io, "the name of a file to write is empty");
  state_->path = path == "-" ? "<stdout>" : path;
  if (path == "-") {
    state_->fd = STDOUT_FILENO;
    return;
  }
  if (const std::optional<int> descriptor = descriptor_named(path)) {
    // A copy shares place and mode with what it is a copy of, so that what is there stays.
    state_->fd = ::fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (state_->fd < 0) fail(path, "cannot write", errno);
    return;
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) fail(path, "cannot create", errno);
    state_->open_new(nullptr);
  } else if (S_ISREG(status.st_mode)) {
    // Renaming needs no right to write the file itself, so that right is asked for.
    if (::access(path.c_str(), W_OK) != 0) fail(path, "cannot write", errno);
    state_->open_new(&status);
  } else {
    state_->fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (state_->fd < 0) fail(path, "cannot write", errno);
  }
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::span<const char> bytes) {
  // Ends: each turn writes bytes, or is a signal's interruption.
  while (!bytes.empty()) {
    const ssize_t done = ::write(state_->fd, bytes.data(), bytes.size());
    if (done < 0) {
      if (errno == EINTR) continue;
      if (errno == EFAULT) {
        throw Error(ErrorCode::invalid_input, "the bytes for " + state_->path +
                                                  " lie in a mapped file that has become shorter");
      }
      fail(state_->path, "cannot write", errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

void AtomicFile::commit() {
  State& state = *state_;
  if (state.target.empty()) {
    // Some systems report a full disk only now.
    const int fd = std::exchange(state.fd, -1);
    if (fd > STDOUT_FILENO && ::close(fd) != 0) fail(state.path, "cannot write", errno);
    return;
  }
  if (state.temporary.empty()) state.give_name();
  const int fd = std::exchange(state.fd, -1);
  if (::close(fd) != 0) fail(state.path, "cannot write", errno);
  if (std::rename(state.temporary.c_str(), state.target.c_str()) != 0) {
    fail(state.path, "cannot create", errno);
  }
  state.temporary.clear();
  state.forget();
}

void remove_temporaries() noexcept {
  for (std::atomic<char*>& place : temporaries) {
    // Acquire: with the name come its letters. It is not freed: that is not async-signal-safe.
    const char* const name = place.exchange(nullptr, std::memory_order_acquire);
    if (name != nullptr) ::unlink(name);
  }
}

}  // namespace hypermatch::io
