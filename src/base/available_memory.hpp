// SPDX-License-Identifier: MIT
// How much memory there is to be had. Systems that promise more than they have end the process only
// when it is used.
#pragma once

#include <cstdint>
#include <optional>

namespace hypermatch::detail::base {

/// Bytes that the system and the limit of its control group leave; nothing where neither tells.
[[nodiscard]] std::optional<std::uint64_t> available_memory();

}  // namespace hypermatch::detail::base
