# The library of device code: all kernels and the CUDA runtime. Nothing links it, so that no user of
# the library needs CUDA; src/parallel/device/module.cpp says where it is looked for.
get_property(rooms GLOBAL PROPERTY HYPERMATCH_CUDA_TARGETS)
hypermatch_objects(objects HYPERMATCH_CUDA_OBJECTS ${rooms})
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
