# What every target of this project shares: the language level, private warnings, sanitizers.

# The flags stay PRIVATE, so that a program that links descry keeps its own.
# HOT: what tests spend their time in, where sanitizers have to be fast rather than soon compiled.
function(descry_configure_target target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "HOT" "" "")
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wnull-dereference
    # gcc 12 reports false overlaps in std::string (its bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    # gcc 14 reports false null pointers where vectors of vectors are moved.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-null-dereference>
    # A model's bytes must not depend on whether the compiler fuses a*b+c.
    -ffp-contract=off
    $<$<BOOL:${DESCRY_WERROR}>:-Werror>)
  if(DESCRY_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${DESCRY_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${DESCRY_SANITIZE})
    # In a library of its own, gcc's address sanitizer looks its thread up by several calls for each
    # stack frame, which tests spend half of their time in.
    get_target_property(type ${target} TYPE)
    if(DESCRY_SANITIZE MATCHES "address" AND NOT type STREQUAL "SHARED_LIBRARY")
      target_link_options(${target} PUBLIC $<$<CXX_COMPILER_ID:GNU>:-static-libasan>)
    endif()
    # gcc 12 reports false -Wmaybe-uninitialized and -Wnull-dereference in instrumented library code.
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
      $<$<CXX_COMPILER_ID:GNU>:-Wno-null-dereference>)
    # Checks of memory as calls and not in place: half the time to compile.
    if(DESCRY_SANITIZE MATCHES "address" AND NOT ARG_HOT)
      target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:GNU>:SHELL:--param asan-instrumentation-with-call-threshold=0>)
    endif()
  endif()
endfunction()

# Parses the headers that most files include once instead of in each (DESCRY_PRECOMPILE); files
# include what they use nevertheless, and other builds tell. LIBS: what the headers need.
function(descry_precompile target)
  if(NOT DESCRY_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBS" ${ARGN})
  # gcc takes precompiled headers only where all flags are the same, which differ by kind of target.
  get_target_property(type ${target} TYPE)
  set(headers descry_headers_${type})
  if(NOT TARGET ${headers})
    set(source ${CMAKE_BINARY_DIR}/${headers}.cc)
    file(WRITE ${source} "int main() { return 0; }\n")
    if(type STREQUAL "EXECUTABLE")
      add_executable(${headers} ${source})
    else()
      add_library(${headers} STATIC ${source})
    endif()
    target_link_libraries(${headers} PRIVATE ${ARG_LIBS})
    descry_configure_target(${headers})
    target_precompile_headers(${headers} PRIVATE
      <algorithm> <filesystem> <fstream> <functional> <map> <memory> <optional> <random> <set>
      <span> <sstream> <string> <unordered_map> <vector> <xapian.h> ${ARG_HEADERS})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
  # Where a library brings other flags (gmime's _LARGEFILE64_SOURCE), gcc parses the headers again.
  set_target_properties(${target} PROPERTIES PCH_WARN_INVALID OFF)
endfunction()

# Header-only libraries are given as $<BUILD_INTERFACE:...>: programs that link descry need none.
# descry_add_library(NAME [HOT] SOURCES ... PUBLIC libs PRIVATE libs): one folder's library.
function(descry_add_library target)
  cmake_parse_arguments(ARG "HOT" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${target} STATIC ${ARG_SOURCES})
  string(REPLACE "descry_" "descry::" alias ${target})
  add_library(${alias} ALIAS ${target})
  target_include_directories(${target} PUBLIC
    # Installed headers: <descry/room/header.h>; all others by their place in the project.
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  set(hot "")
  if(ARG_HOT)
    set(hot HOT)
  endif()
  descry_configure_target(${target} ${hot})
  descry_precompile(${target} HEADERS <nlohmann/json.hpp>)
endfunction()
