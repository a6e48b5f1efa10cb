# python.cmake - finds the versions of CPython whose headers are installed. Each gets a module of `qii python`.
#
#   QP_PYTHONS                    versions that were found, such as 3.11
#   QP_PYTHON_HEADERS_<version>   directories of its headers
#   QP_PYTHON_PROGRAM_<version>   path of its interpreter, for the tests
#
# A version is searched in the prefix that pkg-config knows, in QP_PYTHON_ROOTS, and where scripts/python unpacks it.
set(QP_PYTHON_ROOTS "" CACHE STRING "Prefixes of more versions of CPython, such as /root/.pyenv/versions/3.12.1")
set(QP_PYTHONS "")

foreach(version 3.11 3.12 3.13 3.14)
  pkg_get_variable(root python-${version} prefix)
  foreach(root ${root} ${QP_PYTHON_ROOTS} ${PROJECT_BINARY_DIR}/python${version}/usr)
    if(EXISTS ${root}/include/python${version}/Python.h AND NOT python IN_LIST QP_WITHOUT)
      list(APPEND QP_PYTHONS ${version})
      # Debian's pyconfig.h includes another one by its path below the second directory.
      set(QP_PYTHON_HEADERS_${version} ${root}/include/python${version} ${root}/include)
      set(QP_PYTHON_PROGRAM_${version} ${root}/bin/python${version})
      break()
    endif()
  endforeach()
endforeach()
