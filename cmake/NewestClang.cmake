# The newest installed clang; versions differ by release of Debian.
file(GLOB descry_clangs /usr/bin/clang++-[0-9]*)
list(SORT descry_clangs COMPARE NATURAL)
list(POP_BACK descry_clangs descry_newest_clang)
find_program(CMAKE_CXX_COMPILER NAMES ${descry_newest_clang} clang++ REQUIRED)
