// SPDX-License-Identifier: MIT
// Small blocks come from malloc. Large ones are mappings of their own, so that growing them moves
// pages instead of bytes: malloc promises that only below a threshold that rises as blocks are
// freed, and not at all for parts of a mapping that have advice of their own.
#include "hypermatch/array.hpp"

#include <atomic>
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
  std::size_t counted;       // this block's part of `counted_bytes`
  char unused[64 - 3 * sizeof(std::size_t)];
};
static_assert(sizeof(BlockHeader) == 64 && alignof(BlockHeader) <= alignof(std::max_align_t));

constexpr std::size_t k_counted_from = std::size_t{4} << 20;

// Used bytes of all live blocks of at least k_counted_from bytes. The memory belongs to the
// process, hence so does its sum. Relaxed: no other data depends on it.
std::atomic<std::size_t> counted_bytes{0};

// Changes a block's part of the sum. Unsigned wrap-around makes this a subtraction, too.
void count(BlockHeader& header, std::size_t bytes) {
  counted_bytes.fetch_add(bytes - header.counted, std::memory_order_relaxed);
  header.counted = bytes;
}

// Used bytes of live blocks that have no page yet, as far as is known. Other resident memory, such
// as small blocks, lowers the result: a doubtful request passes.
std::uint64_t untouched_bytes() {
  const std::uint64_t counted = counted_bytes.load(std::memory_order_relaxed);
  const std::uint64_t present = base::anonymous_memory().value_or(counted);
  return counted > present ? counted - present : 0;
}

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
    header->counted = old->counted;
    std::free(old);
  } else if (!was_mapped) {
    header->counted = 0;
  }
  header->bytes = bytes;
  header->mapped_bytes = mapped;
  return header;
}

// The whole pages of a block of memory.
struct PageRange {
  void* begin;
  std::size_t bytes;
};

PageRange pages_within(void* memory, std::size_t bytes) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  return {reinterpret_cast<void*>(begin), end > begin ? end - begin : 0};
}
#endif

// realloc of a block, of which `used` bytes are or will be written.
void* reallocate_bytes(void* old, std::size_t bytes, std::size_t used) {
  constexpr std::size_t k_most = static_cast<std::size_t>(-1) / 2;
  if (bytes > k_most) fail(bytes);
  BlockHeader* header = header_of(old);
#if HYPERMATCH_MAP_BLOCKS
  if (bytes >= k_mapped_from || (header != nullptr && header->mapped_bytes > 0)) {
    header = map_block(header, bytes);
    count(*header, used);
    return block_of(header);
  }
#endif
  // Not freed by a failure: the caller still has it.
  header = static_cast<BlockHeader*>(std::realloc(header, bytes + sizeof(BlockHeader)));
  if (header == nullptr) fail(bytes);
  header->bytes = bytes;
  header->mapped_bytes = 0;
  if (old == nullptr) header->counted = 0;
  const std::size_t counted = bytes < k_counted_from ? 0 : used;
  if (counted != header->counted) count(*header, counted);
  return block_of(header);
}

// The bytes of `count` items, or more than there can be.
std::size_t bytes_of(std::size_t count, std::size_t item_bytes) {
  constexpr auto k_all = static_cast<std::size_t>(-1);
  return count > k_all / item_bytes ? k_all : count * item_bytes;
}

}  // namespace

void advise_huge_pages(void* memory, std::size_t bytes) noexcept {
#if HYPERMATCH_MAP_BLOCKS
  // A refusal costs only speed.
  const PageRange pages = pages_within(memory, bytes);
  if (pages.bytes != 0) (void)::madvise(pages.begin, pages.bytes, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)bytes;
#endif
}

void populate_pages(void* memory, std::size_t bytes) noexcept {
#if HYPERMATCH_MAP_BLOCKS && defined(MADV_POPULATE_WRITE)
  // A refusal costs only speed.
  const PageRange pages = pages_within(memory, bytes);
  if (pages.bytes != 0) (void)::madvise(pages.begin, pages.bytes, MADV_POPULATE_WRITE);
#else
  (void)memory;
  (void)bytes;
#endif
}

void* reallocate_items(void* old, std::size_t capacity, std::size_t used, std::size_t item_bytes) {
  return reallocate_bytes(old, bytes_of(capacity, item_bytes), bytes_of(used, item_bytes));
}

void* grow_items(void* old, std::size_t capacity, std::size_t size, std::size_t item_bytes) {
  const std::size_t bytes = bytes_of(size, item_bytes);
  check_memory(bytes - capacity * item_bytes);
  return reallocate_bytes(old, bytes, bytes);
}

void* own_bytes(const void* bytes, std::size_t size, const MemoryOwner* owner) {
  void* copy = nullptr;
  if (size > 0) {
    copy = grow_items(nullptr, 0, size, 1);
    std::memcpy(copy, bytes, size);
  }
  delete owner;
  return copy;
}

void check_memory(std::size_t bytes) {
  // The queries take some 50 microseconds. Reserved capacity is not checked: it may stay unused.
  constexpr std::size_t k_many = std::size_t{1} << 30;
  if (bytes < k_many) return;
  const std::optional<std::uint64_t> available = base::available_memory();
  if (!available) return;
  // The system still reports the pages of arrays that were not written yet as available.
  const std::uint64_t untouched = untouched_bytes();
  const std::uint64_t left = *available > untouched ? *available - untouched : 0;
  if (bytes <= left) return;
  throw Error(ErrorCode::resources, "out of memory: " + std::to_string(bytes) +
                                        " bytes are needed, the system has " +
                                        std::to_string(left) + " left");
}

void free_bytes(void* bytes, const MemoryOwner* owner) noexcept {
  if (owner != nullptr) {
    delete owner;
    return;
  }
  BlockHeader* header = header_of(bytes);
  if (header != nullptr && header->counted > 0) count(*header, 0);
#if HYPERMATCH_MAP_BLOCKS
  if (header != nullptr && header->mapped_bytes > 0) {
    (void)::munmap(header, header->mapped_bytes);
    return;
  }
#endif
  std::free(header);
}

}  // namespace hypermatch::detail
