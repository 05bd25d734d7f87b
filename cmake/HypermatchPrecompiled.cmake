# Precompiled headers: one for the library's rooms, one for the tests, each made once and used by many
# targets. They change how long a build from nothing takes, nothing else.

# hypermatch_back_ends(TARGET): tells its sources which host back ends the build has.
function(hypermatch_back_ends target)
  foreach(back_end IN ITEMS TBB KOKKOS)
    if(HYPERMATCH_${back_end})
      target_compile_definitions(${target} PRIVATE HYPERMATCH_HAVE_${back_end}=1)
    endif()
  endforeach()
endfunction()

# hypermatch_precompiled_owner(NAME HEADER): a target that makes the precompiled header. Its users
# must be compiled with the same flags and definitions.
function(hypermatch_precompiled_owner name header)
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled/empty.cpp)
  target_link_libraries(${name} PRIVATE hypermatch_flags Threads::Threads)
  hypermatch_back_ends(${name})
  hypermatch_precompile(${name} ${header})
endfunction()

# hypermatch_precompile(TARGET HEADER): a precompiled header of the target's own.
function(hypermatch_precompile target header)
  if(HYPERMATCH_PRECOMPILED)
    target_precompile_headers(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/precompiled/${header}>")
    hypermatch_precompiled_flags(${target})
  endif()
endfunction()

# hypermatch_precompiled(TARGET OWNER): use the owner's.
function(hypermatch_precompiled target owner)
  if(HYPERMATCH_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    hypermatch_precompiled_flags(${target})
  endif()
endfunction()

# What ccache needs to keep objects that use a precompiled header (the Makefile sets
# CCACHE_SLOPPINESS, too).
function(hypermatch_precompiled_flags target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endfunction()
