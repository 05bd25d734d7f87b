// SPDX-License-Identifier: MIT
// Small blocks come from malloc. Large ones are mappings of their own, so that growing them moves
// pages instead of bytes: malloc promises that only below a threshold that rises as blocks are
// freed, and not at all for parts of a mapping that have advice of their own.
#include "hypermatch/array.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "base/available_memory.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/error.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

// Sanitizers watch what malloc hands out.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HYPERMATCH_MAP_BLOCKS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define HYPERMATCH_MAP_BLOCKS 0
#endif
#endif
#if !defined(HYPERMATCH_MAP_BLOCKS)
#if defined(__linux__)
#define HYPERMATCH_MAP_BLOCKS 1
#else
#define HYPERMATCH_MAP_BLOCKS 0
#endif
#endif

namespace hypermatch::detail {

namespace {

// Stands in front of every block. A cache line long, so that blocks are aligned as well as what
// malloc or mmap returned; no stricter itself than malloc is.
struct BlockHeader {
  std::size_t bytes;         // of the block, without this header
  std::size_t mapped_bytes;  // of the mapping, 0: the block is malloc's
  char unused[64 - 2 * sizeof(std::size_t)];
};
static_assert(sizeof(BlockHeader) == 64 && alignof(BlockHeader) <= alignof(std::max_align_t));

[[noreturn]] void fail(std::size_t bytes) {
  throw Error(ErrorCode::resources,
              "out of memory: could not get " + std::to_string(bytes) + " bytes");
}

BlockHeader* header_of(void* block) {
  return block == nullptr
             ? nullptr
             : reinterpret_cast<BlockHeader*>(static_cast<char*>(block) - sizeof(BlockHeader));
}

void* block_of(BlockHeader* header) {
  return reinterpret_cast<char*>(header) + sizeof(BlockHeader);
}

#if HYPERMATCH_MAP_BLOCKS
constexpr std::size_t k_huge_page = std::size_t{2} << 20;
constexpr std::size_t k_page = std::size_t{64} << 10;  // a multiple of every system's page
constexpr std::size_t k_mapped_from = 2 * k_huge_page;

// Room for `bytes` that begins where a huge page does; not usable yet. Null if there is none.
void* reserve_aligned(std::size_t bytes) {
  void* const memory = ::mmap(nullptr, bytes + k_huge_page, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  char* const begin = static_cast<char*>(memory);
  const std::size_t before = (0 - reinterpret_cast<std::uintptr_t>(begin)) % k_huge_page;
  if (before > 0) ::munmap(begin, before);
  ::munmap(begin + before + bytes, k_huge_page - before);
  return begin + before;
}

// As mmap; at least as good where there is no room to align.
void* map_new(std::size_t bytes) {
  void* const place = reserve_aligned(bytes);
  const int fixed = place == nullptr ? 0 : MAP_FIXED;
  void* const memory =
      ::mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);
  if (memory == MAP_FAILED && place != nullptr) ::munmap(place, bytes);
  return memory;
}

// As mremap that may move; pages of an aligned mapping stay huge where it goes.
void* remap(void* old, std::size_t old_bytes, std::size_t bytes) {
  void* memory = ::mremap(old, old_bytes, bytes, 0);
  if (memory != MAP_FAILED) return memory;
  void* const place = reserve_aligned(bytes);
  if (place == nullptr) return ::mremap(old, old_bytes, bytes, MREMAP_MAYMOVE);
  memory = ::mremap(old, old_bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place);
  if (memory == MAP_FAILED) ::munmap(place, bytes);
  return memory;
}

BlockHeader* map_block(BlockHeader* old, std::size_t bytes) {
  const std::size_t mapped = (bytes + sizeof(BlockHeader) + k_page - 1) / k_page * k_page;
  const bool was_mapped = old != nullptr && old->mapped_bytes > 0;
  void* memory = was_mapped ? remap(old, old->mapped_bytes, mapped) : map_new(mapped);
  if (memory == MAP_FAILED) fail(bytes);
  // Random access to large arrays pays for address translation, and first access to each page for
  // a fault; huge pages make both rare. A refusal costs only speed.
  (void)::madvise(memory, mapped, MADV_HUGEPAGE);
  auto* header = static_cast<BlockHeader*>(memory);
  if (!was_mapped && old != nullptr) {
    std::memcpy(block_of(header), block_of(old), old->bytes < bytes ? old->bytes : bytes);
    std::free(old);
  }
  header->bytes = bytes;
  header->mapped_bytes = mapped;
  return header;
}
#endif

}  // namespace

void populate_pages(void* memory, std::size_t bytes) noexcept {
#if HYPERMATCH_MAP_BLOCKS && defined(MADV_POPULATE_WRITE)
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  if (end <= begin) return;
  // A refusal costs only speed.
  (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#else
  (void)memory;
  (void)bytes;
#endif
}

void* reallocate_bytes(void* old, std::size_t bytes) {
  constexpr std::size_t k_most = static_cast<std::size_t>(-1) / 2;
  if (bytes > k_most) fail(bytes);
  BlockHeader* header = header_of(old);
#if HYPERMATCH_MAP_BLOCKS
  if (bytes >= k_mapped_from || (header != nullptr && header->mapped_bytes > 0)) {
    return block_of(map_block(header, bytes));
  }
#endif
  // Not freed by a failure: the caller still has it.
  header = static_cast<BlockHeader*>(std::realloc(header, bytes + sizeof(BlockHeader)));
  if (header == nullptr) fail(bytes);
  header->bytes = bytes;
  header->mapped_bytes = 0;
  return block_of(header);
}

void check_memory(std::size_t bytes) {
  // Asking takes some 20 microseconds. What is only reserved may never be used.
  constexpr std::size_t k_many = std::size_t{1} << 30;
  if (bytes < k_many) return;
  const std::optional<std::uint64_t> available = base::available_memory();
  if (!available || bytes <= *available) return;
  throw Error(ErrorCode::resources, "out of memory: " + std::to_string(bytes) +
                                        " bytes are needed, the system has " +
                                        std::to_string(*available) + " left");
}

void free_bytes(void* bytes) noexcept {
  BlockHeader* header = header_of(bytes);
#if HYPERMATCH_MAP_BLOCKS
  if (header != nullptr && header->mapped_bytes > 0) {
    (void)::munmap(header, header->mapped_bytes);
    return;
  }
#endif
  std::free(header);
}

}  // namespace hypermatch::detail
