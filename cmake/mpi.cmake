# mpi.cmake - finds Open MPI and MPICH, which may be installed side by side.
#
#   QP_MPIS                the MPIs that were found: openmpi, mpich
#   QP_MPI_<mpi>_FOUND     true for these
#   QP_MPI_TARGET_<mpi>    our library for programs of this MPI: vtmpi, vtmpi-mpich
#   QP_MPI_LIBRARY_<mpi>   path of its C library; the target qp_mpi_<mpi> has it and the directory of mpi.h
#   QP_MPI_HEADERS_<mpi>   paths of the headers that declare its C functions
#   QP_MPI_FORTRAN_<mpi>   paths of its Fortran libraries; empty if there are none
#
# Commands such as mpicc may belong to either MPI. So pkg-config is used instead.

set(QP_MPIS "")
set(QP_MPI_TARGET_openmpi vtmpi)
set(QP_MPI_TARGET_mpich vtmpi-mpich)

# qp_find_mpi(MPI MODULE LIBRARY HEADERS FORTRAN-LIBRARIES): find an MPI by its pkg-config module. Without one of the
# Fortran libraries, there is no Fortran.
macro(qp_find_mpi mpi module library headers fortran)
  pkg_check_modules(QP_MPI_${mpi} QUIET ${module})
  find_library(QP_MPI_LIBRARY_${mpi} ${library} HINTS ${QP_MPI_${mpi}_LIBRARY_DIRS})
  set(QP_MPI_HEADERS_${mpi} "")
  foreach(header ${headers})
    find_file(QP_MPI_${mpi}_${header} ${header} HINTS ${QP_MPI_${mpi}_INCLUDE_DIRS} NO_DEFAULT_PATH)
    if(QP_MPI_${mpi}_${header})
      list(APPEND QP_MPI_HEADERS_${mpi} ${QP_MPI_${mpi}_${header}})
    endif()
  endforeach()
  set(QP_MPI_FORTRAN_${mpi} "")
  foreach(name ${fortran})
    find_library(QP_MPI_${mpi}_${name} ${name} HINTS ${QP_MPI_${mpi}_LIBRARY_DIRS})
    list(APPEND QP_MPI_FORTRAN_${mpi} ${QP_MPI_${mpi}_${name}})
  endforeach()
  if(QP_MPI_FORTRAN_${mpi} MATCHES "NOTFOUND")
    set(QP_MPI_FORTRAN_${mpi} "")
  endif()
  if(QP_MPI_${mpi}_FOUND AND QP_MPI_LIBRARY_${mpi} AND QP_MPI_HEADERS_${mpi} AND
     NOT "mpi" IN_LIST QP_WITHOUT AND NOT "${mpi}" IN_LIST QP_WITHOUT)
    list(APPEND QP_MPIS ${mpi})
    add_library(qp_mpi_${mpi} INTERFACE IMPORTED GLOBAL)
    target_include_directories(qp_mpi_${mpi} INTERFACE ${QP_MPI_${mpi}_INCLUDE_DIRS})
    target_link_libraries(qp_mpi_${mpi} INTERFACE ${QP_MPI_LIBRARY_${mpi}})
  else()
    set(QP_MPI_${mpi}_FOUND FALSE)
  endif()
endmacro()

qp_find_mpi(openmpi ompi-c mpi "mpi.h" "mpi_mpifh;mpi_usempif08")
qp_find_mpi(mpich mpich mpich "mpi.h;mpi_proto.h;mpio.h" "mpichfort")
