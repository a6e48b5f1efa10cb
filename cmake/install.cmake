# install.cmake - the installed files, where they go, and to which component they belong: libraries, development
# (headers, package files), tools, lua.

include(CMakePackageConfigHelpers)

# The CMake package has the headers and the libraries. It also has libqpcore, which has no header, because the other
# libraries need it.
foreach(target qprof_headers qp_kit qprof cprof vt VTnull vtmpi vtmpi-mpich qprof_static cprof_static vt_static VTnull_static)
  if(TARGET ${target})
    install(TARGETS ${target} EXPORT qii
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries NAMELINK_COMPONENT development
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  endif()
endforeach()
install(TARGETS qpcore EXPORT qii LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries NAMELINK_SKIP)
foreach(name ${QP_VT_SECOND_NAMES})
  install(FILES ${PROJECT_BINARY_DIR}/lib/${name} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endforeach()
install(EXPORT qii FILE qii-targets.cmake NAMESPACE qprof::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/qii COMPONENT development)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/qii-config.cmake.in ${PROJECT_BINARY_DIR}/qii-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/qii)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/qii-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/qii-config.cmake ${PROJECT_BINARY_DIR}/qii-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/qii COMPONENT development)

# Package files compute the prefix from their own location, so that an installed tree can be moved.
file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up_to_prefix "${up_to_prefix}")
set(qprof_what "The interpreter interface QII: libqprof profiles interpreted programs")
set(cprof_what "The interpreter interface QII: libcprof covers interpreted programs")
set(vt_what "The VT interface: libvt records states, counters and source locations")
set(VTnull_what "The VT interface: libVTnull does nothing")
set(vtmpi_what "The VT interface: libvtmpi records the calls of programs with Open MPI")
set(vtmpi_requires vt)
set(vtmpi-mpich_what "The VT interface: libvtmpi-mpich records the calls of programs with MPICH")
set(vtmpi-mpich_requires vt)
set(packages qprof cprof vt VTnull)
foreach(name vtmpi vtmpi-mpich)
  if(TARGET ${name})
    list(APPEND packages ${name})
  endif()
endforeach()
foreach(name ${packages})
  set(requires ${${name}_requires})
  set(what ${${name}_what})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/product.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()

configure_file(${PROJECT_SOURCE_DIR}/cmake/kit.pc.in ${PROJECT_BINARY_DIR}/qii-kit.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/qii-kit.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

foreach(header qprof.h qprof_counters.h qprof_stacks.h cprof.h QProf.h CProf.h qii_load.h VT.h VT.inc)
  install(FILES ${PROJECT_SOURCE_DIR}/include/${header}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT libraries)

file(GLOB documents CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/doc/*.md)
install(FILES ${documents} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)
