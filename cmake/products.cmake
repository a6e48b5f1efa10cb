# products.cmake - functions that add the project's internal and shipped libraries.

# qp_add_part(NAME SOURCE...): add an internal archive. Libraries and programs of the project that are linked with it
# take only the objects that they need.
function(qp_add_part name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PRIVATE qp_options)
  set_target_properties(${name} PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

set(QP_SOVERSION 0) # major version of the ABI, which is a part of each library's SONAME

# qp_ship_library(TARGET NAME MAP): make TARGET a shipped library. Its file is named lib<NAME>.so.0, the version script
# MAP lists its exports, and it finds the other libraries in its own directory. Linker options:
#
#   nodelete   dlclose does not unmap it, because a thread that ends later still calls our destructor of a pthread key
#   Bsymbolic  internal calls stay in the library, because libqprof and libcprof export functions with the same names
function(qp_ship_library target name map)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${QP_SOVERSION}
    INSTALL_RPATH "$ORIGIN"
    BUILD_WITH_INSTALL_RPATH ON
    LINK_DEPENDS ${map})
  target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,-z,nodelete -Wl,-Bsymbolic -Wl,-z,defs
                                        -Wl,-z,now -Wl,-z,relro)
endfunction()

# qp_add_static_library(NAME PRODUCT SOURCE...): add a static library, which includes the core. It is for programs that
# are linked with one of our libraries and do not load another of them at run time.
function(qp_add_static_library name product)
  if(NOT QP_STATIC)
    return()
  endif()
  add_library(${name}_static STATIC ${ARGN} $<TARGET_OBJECTS:qp_summary> $<TARGET_OBJECTS:qp_show_parts> $<TARGET_OBJECTS:qp_profile> $<TARGET_OBJECTS:qp_format>
                                    $<TARGET_OBJECTS:qp_core> $<TARGET_OBJECTS:qp_base>)
  add_library(qprof::${name}_static ALIAS ${name}_static)
  target_compile_definitions(${name}_static PRIVATE QP_PRODUCT=${product})
  target_link_libraries(${name}_static PRIVATE $<BUILD_INTERFACE:qp_options> PUBLIC qprof_headers)
  target_link_options(${name}_static INTERFACE -pthread)
  set_target_properties(${name}_static PROPERTIES OUTPUT_NAME ${name})
endfunction()
