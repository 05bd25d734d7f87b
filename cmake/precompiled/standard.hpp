// SPDX-License-Identifier: MIT
// What most sources of the library include, precompiled (HYPERMATCH_PRECOMPILED in CMakeLists.txt).
// Sources still include what they use: clang-tidy and other projects compile them without it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
