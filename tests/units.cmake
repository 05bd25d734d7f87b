# Tests with names in common with others of their program, as src/units.cmake.
set_source_files_properties(
  io/dimacs_graph_test.cpp
  io/native_test.cpp
  io/output_test.cpp
  io/source_test.cpp
  io/stream_test.cpp
  PROPERTIES UNITY_GROUP 2)
set_source_files_properties(
  cuda/graph_b_lists_test.cpp
  cuda/local_max_families_test.cpp
  cuda/registry_test.cpp
  io/edge_list_test.cpp
  io/matrix_market_test.cpp
  io/metis_test.cpp
  io/results_test.cpp
  io/round_trip_test.cpp
  registry/parameters_test.cpp  # tests/registry/toy links the others
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
