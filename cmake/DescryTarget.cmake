# What every target of this project shares: the language level, private warnings, sanitizers.

# The flags stay PRIVATE, so that a program that links descry keeps its own.
function(descry_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wnull-dereference
    # gcc 12 reports false overlaps in std::string (its bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    # A model's bytes must not depend on whether the compiler fuses a*b+c.
    -ffp-contract=off
    $<$<BOOL:${DESCRY_WERROR}>:-Werror>)
  if(DESCRY_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${DESCRY_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${DESCRY_SANITIZE})
    # gcc 12 reports false -Wmaybe-uninitialized and -Wnull-dereference in instrumented library code.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -Wno-null-dereference)
  endif()
endfunction()

# descry_add_library(NAME folder SOURCES ... PUBLIC libs PRIVATE libs): one folder's library.
function(descry_add_library target)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${target} STATIC ${ARG_SOURCES})
  string(REPLACE "descry_" "descry::" alias ${target})
  add_library(${alias} ALIAS ${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>)
  target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  descry_configure_target(${target})
endfunction()
