// SPDX-License-Identifier: MIT
// Arrays as vectors, which tests compare and print.
#pragma once

#include <vector>

#include "hypermatch/array.hpp"

namespace hypermatch::test {

template <class T>
std::vector<T> list(const Array<T>& array) {
  return {array.begin(), array.end()};
}

}  // namespace hypermatch::test
