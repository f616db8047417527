# The pkg-config libraries needed by programs linked with descry, each as an imported target. Read by
# descry's build and, installed, by descryConfig.cmake. The prefix avoids conflicts with a consumer's
# own PkgConfig::ICU.
# descry_modules_required: REQUIRED, or QUIET for the config file, which checks what was found.
find_package(PkgConfig ${descry_modules_required})
# Xapian's CMake package defines no target; its pkg-config module is xapian-core.
set(descry_modules_XAPIAN xapian-core>=1.4.18)
set(descry_modules_ICU icu-uc)
set(descry_modules_ICU_I18N icu-i18n)
set(descry_modules_LIBXML2 libxml-2.0)
set(descry_modules_XXHASH libxxhash)
set(descry_modules_LIBMD libmd)
set(descry_modules_HIGHWAY libhwy)
set(descry_modules_PSL libpsl)
set(descry_modules_ZLIB zlib)
set(descry_modules_SIMDJSON simdjson)
set(descry_modules_ZSTD libzstd)
# Modules of the plugin, and of other directories.
set(descry_modules ICU XXHASH LIBMD HIGHWAY SIMDJSON ZSTD)
if(DESCRY_WITH_XAPIAN)
  list(APPEND descry_modules XAPIAN ICU_I18N LIBXML2 PSL ZLIB)
endif()
foreach(library IN LISTS descry_modules)
  pkg_check_modules(DESCRY_${library} ${descry_modules_required} IMPORTED_TARGET
                    ${descry_modules_${library}})
endforeach()
