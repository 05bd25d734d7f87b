# The library of device code: all kernels and the CUDA runtime. Nothing links it, so that no user of
# the library needs CUDA; src/parallel/device/module.cpp says where it is looked for.
get_property(rooms GLOBAL PROPERTY HYPERMATCH_CUDA_TARGETS)
set(objects "")
foreach(room IN LISTS rooms)
  list(APPEND objects $<TARGET_OBJECTS:${room}>)
endforeach()
# As HYPERMATCH_OBJECTS, of this library.
set(HYPERMATCH_CUDA_OBJECTS "" CACHE FILEPATH "Object files of another build's device code (for tests)")
mark_as_advanced(HYPERMATCH_CUDA_OBJECTS)
if(HYPERMATCH_CUDA_OBJECTS)
  file(STRINGS ${HYPERMATCH_CUDA_OBJECTS} objects)
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON)
endif()
add_library(hypermatch_cuda MODULE ${objects})
add_library(hypermatch::cuda ALIAS hypermatch_cuda)
target_link_libraries(hypermatch_cuda PRIVATE CUDA::cudart_static Threads::Threads)
set(map ${PROJECT_SOURCE_DIR}/cmake/hypermatch_cuda.map)
set(name libhypermatch_cuda.so.${PROJECT_VERSION})
target_link_options(hypermatch_cuda PRIVATE "LINKER:--version-script=${map}" "LINKER:-soname,${name}")
if(HYPERMATCH_SANITIZE)
  target_link_options(hypermatch_cuda PRIVATE -fsanitize=${HYPERMATCH_SANITIZE})
else()
  # It calls nothing of the host by name. (What sanitizers add is found in the program.)
  target_link_options(hypermatch_cuda PRIVATE "LINKER:-z,defs")
endif()
set_target_properties(hypermatch_cuda PROPERTIES
  EXPORT_NAME cuda
  LINKER_LANGUAGE CXX
  LINK_DEPENDS ${map}
  PREFIX lib
  SUFFIX .so.${PROJECT_VERSION})
if(NOT CMAKE_LIBRARY_OUTPUT_DIRECTORY)
  # From bin/, tests/ and src/ of the build it is ../lib.
  set_target_properties(hypermatch_cuda PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
endif()
# Not linked; but where the host's library is built, this one is, of the same sources.
add_dependencies(hypermatch hypermatch_cuda)
if(NOT PROJECT_IS_TOP_LEVEL AND type STREQUAL "STATIC_LIBRARY")
  # Programs of the project around this one that hold the static library stand anywhere.
  target_link_options(hypermatch INTERFACE
    "$<BUILD_INTERFACE:LINKER:-rpath,$<TARGET_FILE_DIR:hypermatch_cuda>>")
endif()
