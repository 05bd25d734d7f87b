// SPDX-License-Identifier: MIT
// The looks of a call at whether it shall stop, for tests that count them.
#pragma once

#include <atomic>

namespace hypermatch::detail::parallel {

/// If not null, `Context::check_cancelled` calls it first, on whichever thread looks.
extern std::atomic<void (*)()> before_each_look;

}  // namespace hypermatch::detail::parallel
