// SPDX-License-Identifier: MIT
// How much memory there is to be had. Systems that promise more than they have end the process only
// when it is used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hypermatch::detail::base {

/// Bytes that the system and the limit of its control group leave; nothing where neither tells.
[[nodiscard]] std::optional<std::uint64_t> available_memory();

/// Bytes that the limit of the control group below `root` (version 2 or 1) leaves: the limit minus
/// the group's use, where cached file pages count as free; nothing if there is no limit.
[[nodiscard]] std::optional<std::uint64_t> control_group_memory(const std::string& root);

/// Bytes of this process that have a page in memory or swap, without pages of files.
[[nodiscard]] std::optional<std::uint64_t> anonymous_memory();

}  // namespace hypermatch::detail::base
