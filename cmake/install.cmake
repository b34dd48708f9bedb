# What `cmake --install` lays down: headers, both libraries, the command, the licence, pkg-config and CMake package files. Both of the
# latter say which parts there are: core (gathers and scatters), modules (programs) and ttnn (tiled tensors).
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/garner DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${GARNER_LEFT_OUT})
if(NOT GARNER_MODULES)
  install(FILES ${GARNER_UMBRELLA}/garner/garner.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/garner)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/debian/copyright ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/garner)
list(JOIN GARNER_PARTS " " GARNER_PARTS_TEXT)
list(TRANSFORM GARNER_WANTED PREPEND garner_ OUTPUT_VARIABLE libraries)
install(TARGETS ${libraries} EXPORT garner-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(GARNER_MODULES AND GARNER_COMMAND)
  install(TARGETS garner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(GARNER_MODULES)
  install(FILES ${PROJECT_SOURCE_DIR}/share/tcp.irdl.mlir DESTINATION ${CMAKE_INSTALL_DATADIR}/garner)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/share/machines DESTINATION ${CMAKE_INSTALL_DATADIR}/garner)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/share/adapters DESTINATION ${CMAKE_INSTALL_DATADIR}/garner USE_SOURCE_PERMISSIONS)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/share/corpus DESTINATION ${CMAKE_INSTALL_DATADIR}/garner USE_SOURCE_PERMISSIONS)
endif()
install(EXPORT garner-targets NAMESPACE garner:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/garner)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/garner-config.cmake.in
                              ${PROJECT_BINARY_DIR}/garner-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/garner)
set(compatibility SameMajorVersion) # as GARNER_ABI, the soname's rule, has it
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/garner-config-version.cmake COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/garner-config.cmake ${PROJECT_BINARY_DIR}/garner-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/garner)

# From lib/pkgconfig, or lib/x86_64-linux-gnu/pkgconfig, up to the prefix; a folder that is not below the prefix is named in full.
set(pc_libdir "\${pcfiledir}/..")
set(pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  string(REGEX REPLACE "[^/]+" ".." up_from_libdir "${CMAKE_INSTALL_LIBDIR}")
  set(pc_includedir "\${pcfiledir}/../${up_from_libdir}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/garner.pc.in ${PROJECT_BINARY_DIR}/garner.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/garner.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
