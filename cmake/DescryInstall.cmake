# Rules of `cmake --install`; docs/installation.md lists the files.
include(CMakePackageConfigHelpers)

# The libraries: descry::engine and others for find_package(descry).
foreach(library IN ITEMS hashing mechanics engine analyzers decoding texts signatures base collapse plugin)
  set_target_properties(descry_${library} PROPERTIES EXPORT_NAME ${library})
  install(TARGETS descry_${library} EXPORT descryTargets ARCHIVE COMPONENT development)
endforeach()
# Installs only headers named by the documentation, and those they include; the others are internal.
# tests/docs/test_headers.py checks the list.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/public-headers public_headers)
foreach(header IN LISTS public_headers)
  foreach(folder IN ITEMS engine analyzers plugin)
    if(EXISTS ${PROJECT_SOURCE_DIR}/${folder}/include/${header})
      get_filename_component(room ${header} DIRECTORY)
      install(FILES ${PROJECT_SOURCE_DIR}/${folder}/include/${header}
              DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${room} COMPONENT development)
    endif()
  endforeach()
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/descry)
install(EXPORT descryTargets NAMESPACE descry:: DESTINATION ${package_folder}
        COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/descryConfig.cmake.in
  ${PROJECT_BINARY_DIR}/descryConfig.cmake INSTALL_DESTINATION ${package_folder}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/descryConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/descryConfig.cmake
              ${PROJECT_BINARY_DIR}/descryConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/DescryModules.cmake
        DESTINATION ${package_folder} COMPONENT development)

# pkg-config. Written while installing, because its prefix may change then (--prefix).
set(requires fmt)
foreach(library IN LISTS descry_modules)
  string(REGEX REPLACE "([<>=]+)" " \\1 " module "${descry_modules_${library}}")
  list(PREPEND requires ${module})
endforeach()
list(JOIN requires ", " requires)
install(CODE "
  set(PROJECT_DESCRIPTION \"${PROJECT_DESCRIPTION}\")
  set(PROJECT_VERSION ${PROJECT_VERSION})
  set(CMAKE_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR})
  set(CMAKE_INSTALL_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
  set(requires \"${requires}\")
  configure_file(\"${CMAKE_CURRENT_LIST_DIR}/descry.pc.in\" \"${PROJECT_BINARY_DIR}/descry.pc\" @ONLY)"
  COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/descry.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)

# The program's manual and completions: see tools/man and tools/completion.
install(TARGETS descry RUNTIME COMPONENT program)
install(TARGETS descry-lab RUNTIME COMPONENT lab)

install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
              ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md ${PROJECT_SOURCE_DIR}/LICENSE
              ${PROJECT_SOURCE_DIR}/SECURITY.md ${PROJECT_SOURCE_DIR}/CITATION.cff
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(FILES ${PROJECT_SOURCE_DIR}/engine/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/engine COMPONENT documentation)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs
        COMPONENT documentation)
