// SPDX-License-Identifier: MIT
#include "hypermatch/array.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "hypermatch/error.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace hypermatch::detail {

namespace {
constexpr std::size_t k_huge_page = std::size_t{2} << 20;
constexpr std::size_t k_small_page = 4096;

// Random access to large arrays pays for address translation; huge pages make it rare.
void advise_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes < 4 * k_huge_page) return;
  // Whole pages, outwards: advice for a part of a mapping splits it, and the system does not move
  // split mappings, so that growing would copy.
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = address / k_small_page * k_small_page;
  const std::uintptr_t last = (address + bytes + k_small_page - 1) / k_small_page * k_small_page;
  // A refusal costs only speed.
  (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}
}  // namespace

void* reallocate_bytes(void* old, std::size_t bytes) {
  void* memory = std::realloc(old, bytes);
  if (memory == nullptr && bytes != 0) {
    throw Error(ErrorCode::resources,
                "out of memory: could not get " + std::to_string(bytes) + " bytes");
  }
  advise_huge_pages(memory, bytes);
  return memory;
}

void free_bytes(void* bytes) noexcept {
  std::free(bytes);
}

}  // namespace hypermatch::detail
