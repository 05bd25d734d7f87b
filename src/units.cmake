# Sources with names in common with others of their room, in anonymous namespaces or as file statics: of
# two such sources one is listed here, in the first list for the second unit of its room, in the second
# list to be compiled alone (hypermatch_units in cmake/HypermatchRooms.cmake).
set_source_files_properties(
  structures/hypergraph.cpp
  structures/results.cpp
  structures/shape.cpp
  PROPERTIES UNITY_GROUP 2)
set_source_files_properties(
  coarsen/ratings_threads.cpp
  structures/preferences.cpp
  structures/scored_preferences.cpp
  structures/shared_preferences.cpp
  structures/validate_graph.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
