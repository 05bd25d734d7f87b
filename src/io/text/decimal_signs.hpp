// SPDX-License-Identifier: MIT
// Columns of numbers whose dots may stand between thousands: `1.200` beside `900`.
#pragma once

#include <string>
#include <string_view>

#include "hypermatch/context.hpp"
#include "hypermatch/weights.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// Looks at the numbers of a column. Programs that write 900 without decimals write 1.2, not 1.200;
/// so all dots with three digits behind them, at least once a 0 in the end, and a whole number
/// beside them, are dots between thousands.
class DecimalSigns {
 public:
  void see(std::string_view number, const char* at) {
    if (can_be_ && number.find('.') != std::string_view::npos)
      see_dot(number, at);
    else if (whole_.empty())
      see_whole(number);
  }
  /// @throws TextFailure at a number with such a dot
  void judge() const;
  [[nodiscard]] bool can_be() const { return can_be_; }

 private:
  void see_dot(std::string_view number, const char* at);
  void see_whole(std::string_view number);

  bool can_be_ = true;
  std::string_view whole_;   // a number without dot
  std::string_view dotted_;  // one that ends with 0
  const char* dotted_at_ = nullptr;
};

/// Judges the third column of a list of edges, if its `weights` allow such dots at all.
/// @throws as `judge`
void judge_decimal_signs(const Context& context, TextRange text, const EdgeListLayout& layout,
                         const WeightsView& weights);

}  // namespace hypermatch::detail::io
