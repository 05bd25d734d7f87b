// SPDX-License-Identifier: MIT
#include "families.hpp"

#include "hypermatch/enum_names.hpp"
#include "hypermatch/generate_preferences.hpp"

namespace hypermatch::cli {

std::vector<Family> all_families() {
  std::vector<Family> all;
  for (const generate::FamilyInfo& family : generate::families()) {
    all.push_back({family.name, name_of(family.kind), family.description, family.parameters});
  }
  for (const generate::PreferenceFamilyInfo& family : generate::preference_families()) {
    all.push_back({family.name, k_preferences_kind, family.description, family.parameters});
  }
  return all;
}

}  // namespace hypermatch::cli
