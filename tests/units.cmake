# Tests with names in common with others of their program, as src/units.cmake.
set_source_files_properties(
  PROPERTIES UNITY_GROUP 2)
set_source_files_properties(
  cuda/graph_b_lists_test.cpp
  cuda/local_max_families_test.cpp
  cuda/registry_test.cpp
  registry/parameters_test.cpp  # tests/registry/toy links the others
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
