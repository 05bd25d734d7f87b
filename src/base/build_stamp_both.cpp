// SPDX-License-Identifier: MIT
#include "base/build_stamp.hpp"

#include <string>

#include "hypermatch/version.hpp"
#include "revision.hpp"  // written at every build

#define HYPERMATCH_TEXT(number) #number
#define HYPERMATCH_DOTTED(major, minor, patch) \
  HYPERMATCH_TEXT(major) "." HYPERMATCH_TEXT(minor) "." HYPERMATCH_TEXT(patch)

#ifdef _LIBCPP_VERSION
#define HYPERMATCH_STANDARD_LIBRARY "libc++"
#elif defined(_GLIBCXX_DEBUG)
#define HYPERMATCH_STANDARD_LIBRARY "libstdc++ debug"
#else
#define HYPERMATCH_STANDARD_LIBRARY "libstdc++"
#endif

namespace hypermatch::detail::base {

const char k_build_stamp[] =
    HYPERMATCH_DOTTED(HYPERMATCH_VERSION_MAJOR, HYPERMATCH_VERSION_MINOR,
                      HYPERMATCH_VERSION_PATCH) " " HYPERMATCH_REVISION " " HYPERMATCH_HEADERS
                                                " " HYPERMATCH_STANDARD_LIBRARY;

}  // namespace hypermatch::detail::base
