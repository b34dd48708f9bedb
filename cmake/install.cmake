# What `cmake --install` lays down: headers, both libraries, the command, pkg-config and CMake package files. Both of the
# latter say which parts there are: core (gathers and scatters), modules (programs) and ttnn (tiled tensors).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Without modules: the headers of what is there, and of garner.h the lines that include those.
set(GARNER_PARTS core)
if(GARNER_MODULES)
  list(APPEND GARNER_PARTS modules ttnn)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/garner DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
else()
  set(left_out draw.h emit.h explain.h gradient.h lint.h lower.h module.h module_plan.h onnx_model.h ttnn.h)
  file(READ ${PROJECT_SOURCE_DIR}/include/garner/garner.h umbrella)
  set(patterns PATTERN garner.h EXCLUDE)
  foreach(header IN LISTS left_out)
    string(REPLACE "#include \"garner/${header}\"\n" "" umbrella "${umbrella}")
    list(APPEND patterns PATTERN ${header} EXCLUDE)
  endforeach()
  file(WRITE ${PROJECT_BINARY_DIR}/include/garner/garner.h "${umbrella}")
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/garner DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${patterns})
  install(FILES ${PROJECT_BINARY_DIR}/include/garner/garner.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/garner)
endif()
list(JOIN GARNER_PARTS " " GARNER_PARTS_TEXT)
list(TRANSFORM GARNER_KINDS PREPEND garner_ OUTPUT_VARIABLE libraries)
install(TARGETS ${libraries} EXPORT garner-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(GARNER_MODULES)
  install(TARGETS garner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/share/tcp.irdl.mlir DESTINATION ${CMAKE_INSTALL_DATADIR}/garner)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/share/machines DESTINATION ${CMAKE_INSTALL_DATADIR}/garner)
endif()
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
