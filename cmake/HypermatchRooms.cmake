# Rooms and arrows. A room is a folder below src/. Its headers are visible only to the rooms that
# list it: each room gets an include directory of its own that holds nothing but a link to the
# folder, so that an arrow which is not in a link list does not compile.

# Flags that all targets of the project share.
add_library(hypermatch_flags INTERFACE)
target_compile_features(hypermatch_flags INTERFACE cxx_std_20)
target_compile_definitions(hypermatch_flags INTERFACE
  HYPERMATCH_ASSERT_LEVEL=${HYPERMATCH_ASSERT_LEVEL}
  $<$<BOOL:${HYPERMATCH_TEST_GRAINS}>:HYPERMATCH_TEST_GRAINS=1>)
set(cxx "$<COMPILE_LANGUAGE:CXX>")
set(cuda "$<COMPILE_LANGUAGE:CUDA>")
# The same floating-point results whatever the instruction set, on devices too: nothing is fused.
target_compile_options(hypermatch_flags INTERFACE
  $<${cxx}:-Wall> $<${cxx}:-Wextra> $<${cxx}:-Wpedantic> $<${cxx}:-Wconversion> $<${cxx}:-Wshadow>
  $<${cxx}:-ffp-contract=off>
  # C++20 as a flag, because CMake knows it as a property for nvcc only since 3.26.
  $<${cuda}:-std=c++20>
  # Without -Wpedantic, which finds fault with the line markers that nvcc writes.
  $<${cuda}:-Xcompiler=-Wall,-Wextra,-Wconversion,-Wshadow,-ffp-contract=off>
  $<${cuda}:-fmad=false> $<${cuda}:--extended-lambda> $<${cuda}:--expt-relaxed-constexpr>)
if(HYPERMATCH_QUICK_DEVICE_CODE AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13.0)
  target_compile_options(hypermatch_flags INTERFACE $<${cuda}:--Ofast-compile=max>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # It sees overlapping copies in std::string's operator+ where there are none (GCC bug 105651).
  target_compile_options(hypermatch_flags INTERFACE
    $<${cxx}:-Wno-restrict> $<${cuda}:-Xcompiler=-Wno-restrict>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # It takes a span of a temporary view for a reference into that view (GCC bug 108165).
  target_compile_options(hypermatch_flags INTERFACE
    $<${cxx}:-Wno-dangling-reference> $<${cuda}:-Xcompiler=-Wno-dangling-reference>)
endif()
# Later compilers warn about more than these were held to: an error would leave their users without the command.
if(HYPERMATCH_WERROR AND
   (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 OR
    CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15))
  target_compile_options(hypermatch_flags INTERFACE
    $<${cxx}:-Werror> $<${cuda}:-Werror=all-warnings> $<${cuda}:-Xcompiler=-Werror>)
endif()
# Inside another project that sets no build type, the library is still optimised: its users cannot
# measure it otherwise. Flags that name a level of their own, and the project's variables, stay.
get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT multi_config AND NOT CMAKE_CXX_FLAGS MATCHES "(^| )-O")
  separate_arguments(optimised NATIVE_COMMAND "${CMAKE_CXX_FLAGS_RELEASE}")
  foreach(flag IN LISTS optimised)
    target_compile_options(hypermatch_flags INTERFACE $<${cxx}:${flag}>)
  endforeach()
  if(HYPERMATCH_CUDA)
    separate_arguments(optimised NATIVE_COMMAND "${CMAKE_CUDA_FLAGS_RELEASE}")
    foreach(flag IN LISTS optimised)
      target_compile_options(hypermatch_flags INTERFACE $<${cuda}:${flag}>)
    endforeach()
  endif()
endif()
if(HYPERMATCH_ARCH)
  target_compile_options(hypermatch_flags INTERFACE $<${cxx}:-march=${HYPERMATCH_ARCH}>)
endif()
if(HYPERMATCH_SANITIZE)
  # g++ takes what its sanitizers add for uses of uninitialised memory and for accesses out of
  # bounds in the standard library.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(hypermatch_flags INTERFACE
      $<${cxx}:-Wno-maybe-uninitialized> $<${cxx}:-Wno-array-bounds>
      $<${cxx}:-Wno-stringop-overflow>)
  endif()
  target_compile_options(hypermatch_flags INTERFACE
    $<${cxx}:-fsanitize=${HYPERMATCH_SANITIZE}> $<${cxx}:-fno-omit-frame-pointer>
    $<${cxx}:-fno-sanitize-recover=all>)
  target_link_options(hypermatch_flags INTERFACE -fsanitize=${HYPERMATCH_SANITIZE})
endif()
# Coverage for the fuzzers, of the rooms that read what they make up; all others do without and link
# what it calls.
set(HYPERMATCH_COVERED_ROOMS structures io)
add_library(hypermatch_covered_flags INTERFACE)
target_link_libraries(hypermatch_covered_flags INTERFACE hypermatch_flags)
if(HYPERMATCH_FUZZ)
  target_compile_options(hypermatch_covered_flags INTERFACE $<${cxx}:-fsanitize=fuzzer-no-link>)
  target_link_options(hypermatch_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The revision is looked up at every build; only what prints it is compiled anew.
set(HYPERMATCH_GENERATED ${PROJECT_BINARY_DIR}/generated)
add_custom_target(hypermatch_revision
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR}
          -D OUTPUT=${HYPERMATCH_GENERATED}/revision.hpp
          -P ${CMAKE_CURRENT_LIST_DIR}/HypermatchRevision.cmake
  BYPRODUCTS ${HYPERMATCH_GENERATED}/revision.hpp VERBATIM)

hypermatch_precompiled_owner(hypermatch_standard standard.hpp)
set_target_properties(hypermatch_standard PROPERTIES POSITION_INDEPENDENT_CODE ON)
# Sources that run once per call or per file. -O1 takes half of the time of -O3, and refuses its precompiled header.
set(HYPERMATCH_COLD $<$<CONFIG:Release>:-O1>)
set(HYPERMATCH_COLD_HEADERS hypermatch_standard)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(HYPERMATCH_COLD_HEADERS hypermatch_standard_cold)
  hypermatch_precompiled_owner(hypermatch_standard_cold standard.hpp)
  set_target_properties(hypermatch_standard_cold PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(hypermatch_standard_cold PRIVATE ${HYPERMATCH_COLD})
endif()
if(HYPERMATCH_FUZZ)
  hypermatch_precompiled_owner(hypermatch_standard_covered standard.hpp)
  target_link_libraries(hypermatch_standard_covered PRIVATE hypermatch_covered_flags)
  set_target_properties(hypermatch_standard_covered PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()

# What the rooms' functions leave for others: the object libraries of the library, and of that of
# device code; and for the test of the arrows all rooms, and of each its arrows and object libraries.
set_property(GLOBAL PROPERTY HYPERMATCH_ROOM_TARGETS "")
set_property(GLOBAL PROPERTY HYPERMATCH_CUDA_TARGETS "")
set_property(GLOBAL PROPERTY HYPERMATCH_ROOMS "")

# hypermatch_units(TARGET [NAME=REGEX...]): with CMAKE_UNITY_BUILD sources of the target share translation
# units, so that headers are read and templates instantiated once per unit. A unit holds the sources whose path
# below the target's folder matches its expression; the first match counts, and sources without a match share
# the unit `rest`. Names are unique within a folder of sources, so that any cut compiles.
function(hypermatch_units target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} OUTPUT_VARIABLE path)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${path})
    get_source_file_property(group ${source} UNITY_GROUP)
    if(group)
      continue()
    endif()
    set(unit rest)
    foreach(cut IN LISTS ARGN)
      string(REGEX MATCH "^([a-z_]+)=(.*)$" cut ${cut})
      if(path MATCHES "${CMAKE_MATCH_2}")
        string(REGEX REPLACE "=.*" "" unit ${cut})
        break()
      endif()
    endforeach()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${unit})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# hypermatch_one_unit(RESULT NAME SOURCE...): the sources with one generated in place of those that can
# share a translation unit, which includes them, so that their headers are read once. CMake's unity
# builds leave device code out before 3.31; SKIP_UNITY_BUILD_INCLUSION means the same here.
function(hypermatch_one_unit result name)
  set(unit ${HYPERMATCH_GENERATED}/${name}.cu)
  set(sources ${unit})
  set(content "")
  foreach(source IN LISTS ARGN)
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(alone OR NOT source MATCHES "\\.cu$")
      list(APPEND sources ${source})
    else()
      string(APPEND content "#include \"${source}\"\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${unit} CONTENT "${content}")
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# hypermatch_use_kokkos(TARGET): its sources, all of which include Kokkos, are compiled with the options that Kokkos
# was, so without our precompiled header; where Kokkos has CUDA, as CUDA.
function(hypermatch_use_kokkos target)
  target_link_libraries(${target} PRIVATE Kokkos::kokkos)
  if(HYPERMATCH_KOKKOS_CUDA)
    get_target_property(sources ${target} SOURCES)
    set_source_files_properties(${sources} PROPERTIES LANGUAGE CUDA)
  endif()
endfunction()

# hypermatch_room(FOLDER ROOMS room... [LIBRARIES target...] [UNITS name=regex...] [COLD regex])
#
# Makes the object libraries of src/FOLDER. A source's suffix names its back end: *_cuda.cu and *_cuda.cpp go
# to the library of device code, *_both.cpp there and to the host's, *_kokkos.cpp to the host's in builds with
# Kokkos, *_mpi.cpp to the library of MPI, everything else to the host's. UNITS cuts the sources into translation units (hypermatch_units). Sources
# that match COLD run once per call or per file, not once per vertex or edge: a release build compiles them with
# -O1, which takes half of the time of -O3.
function(hypermatch_room folder)
  cmake_parse_arguments(ROOM "" "COLD" "ROOMS;LIBRARIES;UNITS" ${ARGN})
  string(REPLACE "/" "_" id ${folder})
  file(GLOB_RECURSE all CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER all EXCLUDE REGEX "_mpi\\.cpp$")  # cmake/HypermatchMpi.cmake
  if(NOT HYPERMATCH_TBB)
    list(FILTER all EXCLUDE REGEX "_tbb\\.cpp$")
  endif()
  set(cuda "")
  if(HYPERMATCH_CUDA)
    file(GLOB_RECURSE cuda CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_cuda.cu
         ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_cuda.cpp)
    if(cuda AND HYPERMATCH_QUICK_DEVICE_CODE)
      hypermatch_one_unit(cuda ${id}_cuda ${cuda})
    endif()
  endif()
  set(both ${all})
  list(FILTER both INCLUDE REGEX "_both\\.cpp$")
  set(host ${all})
  list(FILTER host EXCLUDE REGEX "_(both|cuda|kokkos)\\.cpp$")
  set(kokkos "")
  if(HYPERMATCH_KOKKOS)
    set(kokkos ${all})
    list(FILTER kokkos INCLUDE REGEX "_kokkos\\.cpp$")
  endif()
  set(cold "")
  if(ROOM_COLD)
    set(cold ${host})
    list(FILTER cold INCLUDE REGEX "/src/${folder}.*(${ROOM_COLD})")
    list(FILTER host EXCLUDE REGEX "/src/${folder}.*(${ROOM_COLD})")
  endif()

  set(forward ${PROJECT_BINARY_DIR}/rooms/${id})
  get_filename_component(parent ${forward}/${folder} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${folder} ${forward}/${folder} SYMBOLIC)

  # The interface target carries the room's headers and arrows.
  add_library(room_${id} INTERFACE)
  target_include_directories(room_${id} INTERFACE ${forward})
  foreach(room IN LISTS ROOM_ROOMS)
    string(REPLACE "/" "_" other ${room})
    target_link_libraries(room_${id} INTERFACE room_${other})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY HYPERMATCH_ROOMS ${folder})
  set_property(GLOBAL PROPERTY HYPERMATCH_ARROWS_${id} ${ROOM_ROOMS})

  set(flags hypermatch_flags)
  set(precompiled hypermatch_standard)
  set(cold_precompiled ${HYPERMATCH_COLD_HEADERS})
  if(HYPERMATCH_FUZZ AND folder IN_LIST HYPERMATCH_COVERED_ROOMS)
    set(flags hypermatch_covered_flags)
    set(precompiled hypermatch_standard_covered)
    set(cold_precompiled hypermatch_standard_covered)
  endif()
  foreach(part IN ITEMS host cold both cuda kokkos)
    if(NOT ${part})
      continue()
    endif()
    set(target hm_${id})
    if(NOT part STREQUAL "host")
      set(target hm_${id}_${part})
    endif()
    add_library(${target} OBJECT ${${part}})
    hypermatch_units(${target} ${ROOM_UNITS})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target} PRIVATE
      ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(${target} PRIVATE
      room_${id} ${flags} Threads::Threads ${ROOM_LIBRARIES})
    if(part STREQUAL "cuda")
      # Static device code of one file each: no relocatable device code, nothing to link on devices.
      set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Static)
      target_link_libraries(${target} PRIVATE CUDA::cudart_static)
    endif()
    if(part STREQUAL "cold")
      target_compile_options(${target} PRIVATE ${HYPERMATCH_COLD})
      hypermatch_precompiled(${target} ${cold_precompiled})
    elseif(part STREQUAL "kokkos")
      hypermatch_use_kokkos(${target})
    elseif(NOT part STREQUAL "cuda")
      hypermatch_precompiled(${target} ${precompiled})
    endif()
    hypermatch_back_ends(${target})
    if(NOT part STREQUAL "cuda")
      set_property(GLOBAL APPEND PROPERTY HYPERMATCH_ROOM_TARGETS ${target})
    endif()
    if(part MATCHES "cuda|both")
      set_property(GLOBAL APPEND PROPERTY HYPERMATCH_CUDA_TARGETS ${target})
    endif()
    set_property(GLOBAL APPEND PROPERTY HYPERMATCH_OBJECTS_${id} ${target})
  endforeach()
endfunction()

# Sets `result` to the objects that make a library: those of the rooms' targets. The cache variable
# `instead` may name a file with object files, one per line, which are linked instead of compiling
# the rooms: the tests of consumers (tests/consume) hand the objects of their own build to a second
# project this way.
function(hypermatch_objects result instead)
  set(${instead} "" CACHE FILEPATH "Object files of another build to link (for tests)")
  mark_as_advanced(${instead})
  set(objects "")
  if(${instead})
    file(STRINGS ${${instead}} objects)
    set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON)
  else()
    foreach(target IN LISTS ARGN)
      list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endforeach()
  endif()
  set(${result} "${objects}" PARENT_SCOPE)
endfunction()
