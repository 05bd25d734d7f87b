# What is installed: the library, that of device code beside it, the public headers, the package files
# that let find_package(hypermatch) and pkg-config find them. The command line installs itself.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/hypermatch)
install(TARGETS hypermatch EXPORT hypermatchTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(HYPERMATCH_CUDA)
  install(TARGETS hypermatch_cuda EXPORT hypermatchTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(HYPERMATCH_MPI)
  install(TARGETS hypermatch_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/hypermatch
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/licenses/hypermatch)
install(EXPORT hypermatchTargets NAMESPACE hypermatch:: DESTINATION ${package})

get_target_property(type hypermatch TYPE)
if(type STREQUAL "STATIC_LIBRARY")
  set(HYPERMATCH_STATIC ON)
else()
  set(HYPERMATCH_STATIC OFF)
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/hypermatchConfig.cmake.in
  ${PROJECT_BINARY_DIR}/hypermatchConfig.cmake INSTALL_DESTINATION ${package})
# Before 1.0 the minor version is the one that breaks.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hypermatchConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hypermatchConfig.cmake
              ${PROJECT_BINARY_DIR}/hypermatchConfigVersion.cmake DESTINATION ${package})

# Relative, so that the installed tree can be moved or installed elsewhere than configured.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" up ${up})
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
else()
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(private "libzstd libxxhash pugixml zlib")
if(HYPERMATCH_TBB)
  string(APPEND private " tbb")
endif()
set(pc_cuda "")
if(HYPERMATCH_CUDA)
  set(pc_cuda "\${libdir}/libhypermatch_cuda.so.${PROJECT_VERSION}")
endif()
set(pc_static "")
if(HYPERMATCH_STATIC AND CMAKE_DL_LIBS)
  set(pc_static "-l${CMAKE_DL_LIBS}")
endif()
if(HYPERMATCH_STATIC AND HYPERMATCH_KOKKOS)
  # Kokkos has no file for pkg-config.
  foreach(core IN ITEMS Kokkos::kokkoscore kokkoscore trilinos_kokkoscore)
    if(TARGET ${core})
      get_target_property(kokkos_core ${core} LOCATION)
      string(APPEND pc_static " ${kokkos_core}")
      break()
    endif()
  endforeach()
endif()
if(HYPERMATCH_STATIC)
  # A static library is always linked with what it needs.
  set(requires "Requires: ${private}")
else()
  set(requires "Requires.private: ${private}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/hypermatch.pc.in ${PROJECT_BINARY_DIR}/hypermatch.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hypermatch.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
