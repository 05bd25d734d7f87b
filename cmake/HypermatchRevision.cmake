# Script: writes OUTPUT with the revision of SOURCE, if it changed. Runs at every build.
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
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define HYPERMATCH_REVISION \"${revision}\"\n")
