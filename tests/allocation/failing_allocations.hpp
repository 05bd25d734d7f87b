// SPDX-License-Identifier: MIT
// Allocations of this executable fail one after the other, in every part of the program and on
// every thread. After the idea of LAGraph's brutal tests.
#pragma once

#include <functional>
#include <string>

namespace hypermatch::test {

/// From here on no allocation fails, until the next run of `body`.
void let_allocations_pass();

/// Runs `body` with the n-th allocation failing, for all n until none fails any more. Fatal failure
/// if what comes out is neither an answer nor Error{resources}. What is left of memory that is full
/// is no Error yet where a caller sees std::bad_alloc, which is accepted if `takes_bad_alloc`.
void fail_each_allocation(const std::string& what, const std::function<void()>& body,
                          bool takes_bad_alloc = false);

}  // namespace hypermatch::test
