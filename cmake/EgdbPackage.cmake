# Installs the C library of the endgame databases so that others find it, with CMake as
# Deepwell::egdb and with pkg-config as deepwell-egdb.  The tree may be moved afterwards.

if(NOT TARGET deepwell_egdb)
    return()
endif()

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/DeepwellEgdb)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(TARGETS deepwell_egdb EXPORT DeepwellEgdb)
install(FILES include/deepwell_egdb.h TYPE INCLUDE)
install(FILES examples/egdb_probe.c docs/egdb-c-library.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT DeepwellEgdb NAMESPACE Deepwell:: DESTINATION ${package_dir} FILE DeepwellEgdbConfig.cmake)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/DeepwellEgdbConfigVersion.cmake
    COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/DeepwellEgdbConfigVersion.cmake DESTINATION ${package_dir})

file(RELATIVE_PATH prefix_from_pkgconfig
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig ${prefix_from_pkgconfig})
configure_file(cmake/deepwell-egdb.pc.in ${PROJECT_BINARY_DIR}/deepwell-egdb.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/deepwell-egdb.pc DESTINATION ${pkgconfig_dir})
