# Settings of all targets: the language level, private warnings, sanitizers.

# Flags are PRIVATE, so that programs linking descry keep their own.
# HOT: code where tests spend their time, so that fast sanitizers matter more than fast compilation.
function(descry_configure_target target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "HOT" "" "")
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wnull-dereference
    # gcc 12 reports false overlaps in std::string (gcc bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    # gcc 14 reports false null pointers for moved vectors of vectors.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-null-dereference>
    # A model's bytes must not depend on whether the compiler fuses a*b+c.
    -ffp-contract=off
    $<$<BOOL:${DESCRY_WERROR}>:-Werror>)
  if(DESCRY_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${DESCRY_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${DESCRY_SANITIZE})
    # As a shared library, gcc's address sanitizer looks up its thread by several calls per stack
    # frame, half of the tests' time.
    get_target_property(type ${target} TYPE)
    if(DESCRY_SANITIZE MATCHES "address" AND NOT type STREQUAL "SHARED_LIBRARY")
      target_link_options(${target} PUBLIC $<$<CXX_COMPILER_ID:GNU>:-static-libasan>)
    endif()
    # gcc 12 reports false -Wmaybe-uninitialized and -Wnull-dereference in instrumented library code.
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
      $<$<CXX_COMPILER_ID:GNU>:-Wno-null-dereference>)
    # Memory checks as calls instead of inline code halve the compile time.
    if(DESCRY_SANITIZE MATCHES "address" AND NOT ARG_HOT)
      target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:GNU>:SHELL:--param asan-instrumentation-with-call-threshold=0>)
    endif()
  endif()
endfunction()

# Precompiles the headers that most files include (DESCRY_PRECOMPILE); files must still include what
# they use, which other builds check. LIBS: the libraries of these headers.
function(descry_precompile target)
  if(NOT DESCRY_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBS" ${ARGN})
  # gcc uses precompiled headers only with equal flags, which differ by kind of target.
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
  # With a library's additional flags (gmime's _LARGEFILE64_SOURCE), gcc parses the headers again.
  set_target_properties(${target} PROPERTIES PCH_WARN_INVALID OFF)
endfunction()

# Pass header-only libraries as $<BUILD_INTERFACE:...>: programs that link descry do not need them.
# descry_add_library(NAME [HOT] SOURCES ... PUBLIC libs PRIVATE libs): the library of one directory.
function(descry_add_library target)
  cmake_parse_arguments(ARG "HOT" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${target} STATIC ${ARG_SOURCES})
  string(REPLACE "descry_" "descry::" alias ${target})
  add_library(${alias} ALIAS ${target})
  target_include_directories(${target} PUBLIC
    # Installed headers: <descry/room/header.h>; all others by their path in the project.
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
