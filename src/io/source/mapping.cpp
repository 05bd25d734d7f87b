// SPDX-License-Identifier: MIT
// Files mapped privately. This is the only place where the library maps files.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

#include "io/source/source.hpp"

namespace hypermatch::detail::io {

namespace {

class MappedPages {
 public:
  MappedPages(void* address, std::size_t bytes) : address_(address), bytes_(bytes) {}
  MappedPages(const MappedPages&) = delete;
  MappedPages& operator=(const MappedPages&) = delete;
  ~MappedPages() { ::munmap(address_, bytes_); }
  [[nodiscard]] char* data() const { return static_cast<char*>(address_); }

 private:
  void* address_;
  std::size_t bytes_;
};

}  // namespace

std::optional<WholeText> map_privately(const RandomFile& file) {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (file.size() > SIZE_MAX / 2) return std::nullopt;
  const auto size = static_cast<std::size_t>(file.size());
  // A page more, so that loads beyond the end are harmless.
  const std::size_t bytes = (size + page - 1) / page * page + page;
  void* const address =
      ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) return std::nullopt;
  auto mapping = std::make_shared<const MappedPages>(address, bytes);
  if (::mmap(address, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
             file.descriptor(), 0) == MAP_FAILED) {
    return std::nullopt;
  }
  // A refusal costs only speed.
  (void)::madvise(address, size, MADV_SEQUENTIAL);
  const std::span<char> text{mapping->data(), size};
  return WholeText{std::move(mapping), text};
}

}  // namespace hypermatch::detail::io
