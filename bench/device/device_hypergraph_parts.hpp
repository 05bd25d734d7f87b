// SPDX-License-Identifier: MIT
// Matching in hypergraphs that several devices share.
#pragma once

#include <string>
#include <vector>

namespace hypermatch::bench {

/// Prints a table: the solve on one device, and on 2, 4 and 8 parts, on all devices of this machine
/// in turn, as many as there are devices but 2 at least. Medians after a warm-up, without copies
/// from and to the host; weights are random with 31 bits. False if answers differ.
[[nodiscard]] bool device_hypergraph_parts(int repetitions,
                                           const std::vector<std::string>& instances);

[[nodiscard]] std::vector<std::string> device_hypergraph_part_instances();

}  // namespace hypermatch::bench
