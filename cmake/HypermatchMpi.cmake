# The library of MPI, which the host loads when ranks of MPI are asked for (src/parallel/ranks/mpi_job.cpp).
add_library(hypermatch_mpi MODULE ${PROJECT_SOURCE_DIR}/src/parallel/ranks/functions_mpi.cpp
            $<TARGET_OBJECTS:hm_base_both>)
target_include_directories(hypermatch_mpi PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(hypermatch_mpi PRIVATE hypermatch_flags MPI::MPI_CXX room_parallel room_base)
target_compile_definitions(hypermatch_mpi PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
set_target_properties(hypermatch_mpi PROPERTIES
  LINKER_LANGUAGE CXX
  UNITY_BUILD OFF
  PREFIX lib
  SUFFIX .so.${PROJECT_VERSION})
if(NOT CMAKE_LIBRARY_OUTPUT_DIRECTORY)
  # From bin/, tests/ and src/ of the build it is ../lib.
  set_target_properties(hypermatch_mpi PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
endif()
# Not linked; but where the host's library is built, this one is, of the same sources.
add_dependencies(hypermatch hypermatch_mpi)
