# Script: writes OUTPUT with the revision of SOURCE and a digest of its headers, if they changed. Runs
# at every build.
set(revision "")
find_package(Git QUIET)
if(Git_FOUND AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} diff --quiet HEAD -- src include cli cmake
                  RESULT_VARIABLE changed ERROR_QUIET)
  if(revision AND NOT changed EQUAL 0)
    string(APPEND revision "+")
  endif()
endif()
# Headers define what crosses between binaries (src/base/build_stamp.hpp), in builds without git too.
file(GLOB_RECURSE headers ${SOURCE}/include/*.hpp ${SOURCE}/src/*.hpp)
set(digest "")
foreach(header IN LISTS headers)
  file(SHA256 ${header} sum)
  string(APPEND digest ${sum})
endforeach()
string(SHA256 digest "${digest}")
string(SUBSTRING ${digest} 0 12 digest)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define HYPERMATCH_REVISION \"${revision}\"
#define HYPERMATCH_HEADERS \"${digest}\"
")
