# Dependencies, each as an imported target.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
# Boost's own config file; CMake 3.30 removed its module.
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)
endif()
# Headers only: flat hash tables (since 1.81), big integers.
find_package(Boost 1.81 REQUIRED)
set(descry_modules_required REQUIRED)
include(DescryModules)
if(DESCRY_WITH_XAPIAN)
  # Only for the program.
  find_package(CLI11 REQUIRED)
  pkg_check_modules(LIBARCHIVE REQUIRED IMPORTED_TARGET libarchive)
  pkg_check_modules(GMIME REQUIRED IMPORTED_TARGET gmime-3.0)
  pkg_check_modules(MICROHTTPD REQUIRED IMPORTED_TARGET libmicrohttpd)
endif()
