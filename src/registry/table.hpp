// SPDX-License-Identifier: MIT
// What the tables of the problems share.
#pragma once

#include <array>

#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

inline constexpr std::array k_seq = {BackendInfo{"seq"}};
inline constexpr std::array k_seq_threads = {BackendInfo{"seq"}, BackendInfo{"threads"}};
inline constexpr std::array k_seq_threads_cuda = {BackendInfo{"seq"}, BackendInfo{"threads"},
                                                  BackendInfo{"cuda"}};
inline constexpr std::array k_cuda = {BackendInfo{"cuda"}};

}  // namespace hypermatch::registry
