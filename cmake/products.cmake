# products.cmake - how the shared libraries of the recorder are linked.

set(QP_SOVERSION 0) # the ABI's major version: part of each file's SONAME

# Make TARGET a library as it is shipped: file name lib<NAME>.so.0, exports by MAP, found next to its sisters.
#   nodelete   a thread that ends after dlclose still runs our code (the pthread key's destructor)
#   Bsymbolic  a call inside never goes to the same name in another library: libqprof and libcprof share theirs
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
