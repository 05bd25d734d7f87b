// SPDX-License-Identifier: MIT
#include "hypermatch/enum_names.hpp"

#include "hypermatch/did_you_mean.hpp"

namespace hypermatch::detail {

void refuse_name(std::string_view option, std::string_view name, const std::string& offered) {
  throw Error(ErrorCode::invalid_option, std::string(option) + " is '" + std::string(name) +
                                             "', must be one of " + offered +
                                             did_you_mean(name, offered));
}

}  // namespace hypermatch::detail
