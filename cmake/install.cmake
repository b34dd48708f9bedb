# What `cmake --install` lays down: headers, both libraries, the command, pkg-config and CMake package files.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/garner DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS garner_shared garner_static EXPORT garner-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS garner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_SOURCE_DIR}/share/tcp.irdl.mlir DESTINATION ${CMAKE_INSTALL_DATADIR}/garner)
install(EXPORT garner-targets NAMESPACE garner:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/garner)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/garner-config.cmake.in
                              ${PROJECT_BINARY_DIR}/garner-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/garner)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/garner-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/garner-config.cmake ${PROJECT_BINARY_DIR}/garner-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/garner)

# From lib/pkgconfig, or lib/x86_64-linux-gnu/pkgconfig, up to the prefix.
string(REGEX REPLACE "[^/]+" ".." up_from_libdir "${CMAKE_INSTALL_LIBDIR}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/garner.pc.in ${PROJECT_BINARY_DIR}/garner.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/garner.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
