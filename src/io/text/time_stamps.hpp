// SPDX-License-Identifier: MIT
// Times in the place of the weights of an edge list.
#pragma once

#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/weights.hpp"
#include "io/formats/parsers.hpp"

namespace hypermatch::detail::io {

/// A second since 1970 of the years 1985 to 2033.
[[nodiscard]] constexpr bool is_time_stamp(double seconds) {
  return seconds >= 5e8 && seconds < 2e9;
}

/// Whether all weights may be seconds, or milliseconds, since 1970: of the years 1985 to 2033,
/// within 20 years, and not only round numbers.
[[nodiscard]] bool may_be_times(const Context& context, const WeightsView& weights);

/// Drops weights that are times: their column is called so, or it has no name and they may be; and
/// those of a column whose name says that it numbers the edges. The report's note says so. A column
/// without a name is kept where `input` asks for it, or the first line declares weights. @returns
/// whether they were
bool drop_times(const ParseInput& input, Weights& weights, hypermatch::io::ReadReport& report);

}  // namespace hypermatch::detail::io
