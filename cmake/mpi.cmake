# mpi.cmake - finds Open MPI.
#
#   OMPI_C_FOUND           true if Open MPI was found; then the target PkgConfig::OMPI_C exists
#   QP_MPI_HEADER          path of its mpi.h
#   QP_MPI_FORTRAN         its Fortran libraries; empty if there are none
#   QP_MPI_FORTRAN_HEADER  header that lists the functions of the Fortran libraries

pkg_check_modules(OMPI_C QUIET IMPORTED_TARGET ompi-c)
pkg_check_modules(OMPI_FORT QUIET ompi-fort)
set(QP_MPI_FORTRAN "")
if(NOT OMPI_C_FOUND)
  return()
endif()
find_file(QP_MPI_HEADER mpi.h HINTS ${OMPI_C_INCLUDE_DIRS} NO_DEFAULT_PATH)
find_file(QP_MPI_FORTRAN_HEADER ompi/mpi/fortran/mpif-h/prototypes_mpi.h
  HINTS ${OMPI_C_INCLUDE_DIRS} PATH_SUFFIXES openmpi NO_DEFAULT_PATH)
foreach(name mpi_mpifh mpi_usempif08)
  find_library(QP_MPI_${name} ${name} HINTS ${OMPI_FORT_LIBRARY_DIRS})
  if(OMPI_FORT_FOUND AND QP_MPI_FORTRAN_HEADER AND QP_MPI_${name})
    list(APPEND QP_MPI_FORTRAN ${QP_MPI_${name}})
  endif()
endforeach()
