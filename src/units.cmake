# Sources with names in common with others of their room, in anonymous namespaces or as file statics: of
# two such sources one is listed here, in the first list for the second unit of its room, in the second
# list to be compiled alone (hypermatch_units in cmake/HypermatchRooms.cmake).
set_source_files_properties(
  PROPERTIES UNITY_GROUP 2)
set_source_files_properties(
  coarsen/ratings_threads.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
