// SPDX-License-Identifier: MIT
#include "threshold_schedule.hpp"

#include <algorithm>

#include "command.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::cli {

std::vector<ThresholdStep> parse_threshold_schedule(const std::string& text) {
  constexpr const char* k_flag = "--threshold-schedule";
  constexpr const char* k_wanted = "N:T[,N:T...] with rising N and each T in 0 .. 1";
  std::vector<ThresholdStep> steps;
  if (text.empty()) return steps;
  // Ends: each step is longer than nothing, or the text is refused.
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string step = text.substr(begin, end - begin);
    const std::size_t colon = step.find(':');
    if (colon == std::string::npos) refuse(k_flag, text, k_wanted);
    const auto above =
        static_cast<VertexId>(parse_whole(k_flag, step.substr(0, colon), 0, k_none - 1));
    const double threshold = parse_real(k_flag, step.substr(colon + 1), 0.0);
    if (threshold > 1.0 || (!steps.empty() && above <= steps.back().above)) {
      refuse(k_flag, text, k_wanted);
    }
    steps.push_back({above, threshold});
    begin = end + 1;
  }
  return steps;
}

}  // namespace hypermatch::cli
