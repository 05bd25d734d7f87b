// SPDX-License-Identifier: MIT
// The families that `generate` makes and `list` names: of instances, and of preferences.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "hypermatch/generate.hpp"

namespace hypermatch::cli {

/// What a family of preferences is called where others have the kind of their instances.
inline constexpr std::string_view k_preferences_kind = "preferences";

struct Family {
  std::string_view name;
  std::string_view kind;
  std::string_view description;
  std::span<const generate::ParameterInfo> parameters;
};

/// All of them, those of preferences last.
[[nodiscard]] std::vector<Family> all_families();

}  // namespace hypermatch::cli
