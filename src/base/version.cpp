// SPDX-License-Identifier: MIT
#include "hypermatch/version.hpp"

#include "revision.hpp"  // written at every build

#define HYPERMATCH_TEXT(number) #number
#define HYPERMATCH_DOTTED(major, minor, patch) \
  HYPERMATCH_TEXT(major) "." HYPERMATCH_TEXT(minor) "." HYPERMATCH_TEXT(patch)

namespace hypermatch {

const char* version() noexcept {
  return HYPERMATCH_DOTTED(HYPERMATCH_VERSION_MAJOR, HYPERMATCH_VERSION_MINOR,
                           HYPERMATCH_VERSION_PATCH);
}

const char* revision() noexcept {
  return HYPERMATCH_REVISION;
}

}  // namespace hypermatch
