// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "hypermatch/communicator.hpp"

namespace hypermatch {

void agree(Communicator& ranks, const std::function<void()>& step) {
  std::optional<Error> own;
  try {
    step();
  } catch (const Error& error) {
    own = error;
  } catch (const std::bad_alloc&) {
    own = Error(ErrorCode::resources, "out of memory");
  }
  const auto size = static_cast<std::uint64_t>(ranks.size());
  const auto rank = static_cast<std::uint64_t>(ranks.rank());
  std::uint64_t lowest = own ? rank : size;
  ranks.all_reduce({&lowest, 1}, Reduction::min);
  if (lowest == size) return;
  std::vector<Box> boxes(static_cast<std::size_t>(size));
  if (lowest == rank) {
    const std::string message = own->what();
    for (Box& box : boxes) {
      box.resize(1 + message.size());
      box[0] = static_cast<std::byte>(own->code());
      std::memcpy(box.data() + 1, message.data(), message.size());
    }
  }
  ranks.exchange(boxes);
  const Box& told = boxes[static_cast<std::size_t>(lowest)];
  throw AgreedError(static_cast<ErrorCode>(told[0]),
                    std::string(reinterpret_cast<const char*>(told.data()) + 1, told.size() - 1));
}

}  // namespace hypermatch
