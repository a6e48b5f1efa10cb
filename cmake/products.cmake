# products.cmake - the linking of the project's internal and shipped libraries.

# qp_add_part(NAME SOURCE...): an archive from which libraries and programs of the project take the objects they need.
function(qp_add_part name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PRIVATE qp_options)
  set_target_properties(${name} PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

set(QP_SOVERSION 0) # the ABI's major version: part of each file's SONAME

# Make TARGET a shipped library: file name lib<NAME>.so.0, exports by MAP, finds the others in its own directory.
#
#   nodelete   a thread that ends after dlclose still runs our code (the pthread key's destructor)
#   Bsymbolic  internal calls never go to the same name in another library: libqprof and libcprof share names
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

# Make the same library as one archive, including the core, for a program that is linked with one product and loads
# none. Sources follow the product.
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
